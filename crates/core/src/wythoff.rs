//! Wythoff's game: two heaps; take any number from one, or the same from both.
//!
//! Its generalisation by one number r ≥ 1, r-Wythoff, takes k ≥ 1 from one heap, or
//! k ≥ 1 from one and l ≥ 1 from the other with |k − l| < r; r = 1 is Wythoff's own
//! (Fraenkel, "How to beat your Wythoff games' opponent on three fronts", 1982).
//!
//! A position is *cold* when the player to move loses. The three fronts share no
//! arithmetic: [`numeration`] looks at digits, [`beatty`] computes the pairs, and
//! [`table`] finds every Grundy value by mex, of which the zeros are the cold
//! positions. [`moves`] plays; [`rows`] proves rows of the table periodic.
//!
//! For r = 1 the cold positions are (⌊kφ⌋, ⌊kφ²⌋), (0, 0) among them. The digit
//! rule: with a ≤ b, the numeral of a ends in an even number of zeros, and b is a
//! shifted up one place. Either half alone is wrong.

mod band;
pub mod beatty;
pub mod moves;
pub mod numeration;
pub mod rows;
pub mod table;
pub mod wavefront;

use dashu_int::{UBig, ops::SquareRoot};

use crate::numeral::zeckendorf;
use crate::places::place;

pub use moves::{Move, partner, winning_moves};
pub use numeration::{Conditions, Numeral, Numeration};
pub use table::{GrundyTable, TableError, WythoffTable};

/// The halves of the digit rule for r = 1, each by itself: much faster than
/// [`Numeration::conditions`], for whole squares of positions.
///
/// ```
/// use phinum_core::wythoff::conditions;
/// let (a, b) = (conditions(5, 8), conditions(6, 9));
/// assert!(a.shifted && !a.even_zeros && !b.shifted && b.even_zeros);
/// ```
pub fn conditions(a: u64, b: u64) -> Conditions {
    let (a, b) = (a.min(b), a.max(b));
    if a == 0 {
        return Conditions::of_an_empty_heap(b == 0);
    }
    let digits = zeckendorf(a.into());
    Conditions {
        // The least index of a numeral is one more than its zeros.
        even_zeros: digits.lowest() % 2 == 1,
        shifted: digits.indices().map(|i| place(i + 1)).sum::<u128>() == b.into(),
    }
}

/// Whether the position is cold, by the digit rule.
///
/// ```
/// use phinum_core::wythoff::is_cold;
/// assert!(is_cold(6, 10) && is_cold(10, 6) && !is_cold(5, 8));
/// ```
pub fn is_cold(a: u64, b: u64) -> bool {
    conditions(a, b).cold()
}

/// Whether the position is cold, by Beatty's formula in exact integers: k = b − a
/// and a = ⌊kφ⌋ = ⌊(k + ⌊√(5k²)⌋)/2⌋. It shares nothing with the digit rule.
pub fn is_cold_by_beatty(a: u64, b: u64) -> bool {
    let (a, k) = (a.min(b), a.abs_diff(b));
    let k = UBig::from(k);
    let root = (&k * &k * 5u8).sqrt();
    (k + root) >> 1 == UBig::from(a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_beatty_agree() {
        let mut cold = 0;
        for a in 0..300 {
            for b in 0..300 {
                assert_eq!(is_cold(a, b), is_cold_by_beatty(a, b), "({a}, {b})");
                cold += u32::from(is_cold(a, b) && a <= b);
            }
        }
        assert_eq!(cold, 115);
        assert!(is_cold(1_836_311_903, 2_971_215_073));
    }

    #[test]
    fn half_a_rule_is_wrong_in_60_by_60() {
        let square = || (0..60).flat_map(|a| (0..60).map(move |b| (a, b)));
        let wrong = |rule: fn(Conditions) -> bool| {
            square().filter(|&(a, b)| rule(conditions(a, b)) != is_cold_by_beatty(a, b)).count()
        };
        assert_eq!(wrong(|c| c.shifted), 28);
        assert_eq!(wrong(|c| c.even_zeros), 2121);
        assert_eq!(wrong(Conditions::cold), 0);
    }

    #[test]
    fn single_precision_is_wrong_at_2584() {
        let phi = f32::midpoint(1.0, 5f32.sqrt());
        let wrong = |k: u64| !is_cold((k as f32 * phi) as u64, (k as f32 * phi) as u64 + k);
        assert_eq!((1..10_000).find(|&k| wrong(k)), Some(2584));
    }
}
