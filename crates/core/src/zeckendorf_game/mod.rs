//! The Zeckendorf game, and others whose rules are a table of moves.
//!
//! [`rules`] are data; [`state`], [`position`], [`strategy`] and [`mod@play`] know no
//! game but through them. Every play is kept as a [`record`], whose length is checked
//! against the [`potential`].
//!
//! The longest game is known by three routes that share no arithmetic. It starts from
//! n ones; Theorem 1.2 of Cusenza et al. (Bounds on Zeckendorf Games, 2020) says which
//! play is longest: split or combine ones while either is legal, else make the
//! smallest combine.
//!
//! - *Lazy form* ([`run_moves`]): splits and combine-ones alone end exactly at
//!   the lazy representation of n, after Σ a_i ε_i moves; each run of e ones
//!   then takes ⌊e²/4⌋ more, a run above one of two or more having gained a one.
//! - *Deficit form* ([`deficit`]): the gap to the upper bound of Theorem 1.3 is
//!   a sum over neighbouring Zeckendorf terms. Verified, not proved: against the
//!   lazy form ([`lazy_form`]) for every n up to 10^9 (`phinum game theorems 1..=1e9`).
//! - *Batched play* ([`play::longest`]): the algorithm itself, ⌊h_i/2⌋ splits at once.

pub mod deficit;
pub mod lazy_form;
pub mod lengths;
mod notation;
pub mod play;
pub mod position;
pub mod potential;
pub mod random;
pub mod record;
pub mod rules;
pub mod solver;
pub mod state;
pub mod strategy;

/// The moves after the lazy representation is reached: Σ ⌊e_r²/4⌋ over its runs
/// of ones from the low end, with e_1 = m_1 and e_{r+1} = m_{r+1} + [e_r ≥ 2].
///
/// `ones` are the indices of the lazy numeral's ones, ascending.
pub fn run_moves(ones: impl Iterator<Item = u32>) -> u128 {
    let mut moves = 0;
    let mut carry = 0;
    let mut length: u128 = 0;
    let mut last = 0;
    for i in ones {
        if i != last + 1 && length > 0 {
            let e = length + carry;
            moves += e * e / 4;
            carry = u128::from(e >= 2);
            length = 0;
        }
        length += 1;
        last = i;
    }
    let e = length + carry;
    if length > 0 { moves + e * e / 4 } else { moves }
}
