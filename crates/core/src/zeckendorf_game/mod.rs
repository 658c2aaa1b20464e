//! The longest Zeckendorf game, by three routes that share no arithmetic.
//!
//! The game starts from n ones; Theorem 1.2 of Cusenza et al. (Bounds on
//! Zeckendorf Games, 2020) says which play is longest: split or combine ones
//! while either is legal, else make the smallest combine.
//!
//! - *Lazy form* ([`run_moves`]): splits and combine-ones alone end exactly at
//!   the lazy representation of n, after Σ a_i ε_i moves; each run of e ones
//!   then takes ⌊e²/4⌋ more, a run above one of two or more having gained a one.
//! - *Deficit form* ([`deficit`]): the gap to the upper bound of Theorem 1.3 is
//!   a sum over neighbouring Zeckendorf terms. Verified, not proved: against the
//!   lazy form for every n up to 2·10^7 and random n up to 10^60.
//! - *Batched play* ([`play`]): the algorithm itself, ⌊h_i/2⌋ splits at once.

pub mod deficit;
pub mod lengths;
pub mod play;
pub mod random;
pub mod rules;
pub mod state;

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
