//! Wythoff's game: two heaps; take any number from one, or the same from both.
//!
//! A position is *cold* when the player to move loses: (⌊kφ⌋, ⌊kφ²⌋), or (0, 0).
//! The digit rule: with a ≤ b, the numeral of a ends in an even number of zeros,
//! and b is a shifted up one place. Either half alone is wrong.

use dashu_int::{UBig, ops::SquareRoot};

use crate::numeral::zeckendorf;
use crate::places::place;

/// Whether the position is cold, by the digit rule.
///
/// ```
/// use phinum_core::wythoff::is_cold;
/// assert!(is_cold(6, 10) && is_cold(10, 6) && !is_cold(5, 8));
/// ```
pub fn is_cold(a: u64, b: u64) -> bool {
    let (a, b) = (a.min(b), a.max(b));
    let digits = zeckendorf(a.into());
    // An even number of zeros, or no digits at all: the least index is odd, or 0.
    let parity = a == 0 || digits.lowest() % 2 == 1;
    parity && digits.indices().map(|i| place(i + 1)).sum::<u128>() == b.into()
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
    fn the_shift_alone_is_wrong_28_times_in_60_by_60() {
        let shift_only = |a: u64, b: u64| {
            let (a, b) = (a.min(b), a.max(b));
            zeckendorf(a.into()).indices().map(|i| place(i + 1)).sum::<u128>() == b.into()
        };
        let square = || (0..60).flat_map(|a| (0..60).map(move |b| (a, b)));
        assert_eq!(square().filter(|&(a, b)| shift_only(a, b) != is_cold(a, b)).count(), 28);
        assert!(square().all(|(a, b)| !is_cold(a, b) || shift_only(a, b)));
    }

    #[test]
    fn single_precision_is_wrong_at_2584() {
        let phi = f32::midpoint(1.0, 5f32.sqrt());
        let wrong = |k: u64| !is_cold((k as f32 * phi) as u64, (k as f32 * phi) as u64 + k);
        assert_eq!((1..10_000).find(|&k| wrong(k)), Some(2584));
    }
}
