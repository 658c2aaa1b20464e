//! ⌊φ²n − IZ(n) − φZ(n)⌋, the closed form of Theorem 1.3, in integers.
//!
//! Since φ² = 2 + 1/φ and φ = 1 + 1/φ, it is 2n − Z − IZ + ⌊(n − Z)/φ⌋. It is no
//! sum over digits, so backends evaluate Z and IZ, packed in one additive
//! function, and finish here. The reference goes by an integer square root
//! instead: ⌊(A + ⌊√5·(n − Z)⌋)/2⌋ with A = 3n − 2·IZ − Z. Floating point is
//! wrong from 4.5·10^13 on.

use dashu_int::{IBig, UBig, ops::SquareRoot};

use crate::column::Word;
use crate::numeral::zeckendorf;
use crate::places::place;

/// ⌊2^128/φ⌋. For q ≤ 2^64, ⌊q·C/2^128⌋ = ⌊q/φ⌋: the product falls short by less
/// than 2^−67.9, and q/φ keeps φ^−93 > 2^−64.6 away from every integer.
pub const INVERSE_PHI: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C834;

/// Z and IZ in one word: the weight of index `i`.
pub(crate) const fn packed_weight(i: u32) -> u128 {
    1 | ((i as u128) << 8)
}

/// Turns packed (Z, IZ) of `start`, `start` + 1, … into their bounds, each modulo the
/// word's size. Packed, both fit 32 bits for every n below 2^128.
///
/// # Panics
/// If the slices differ in length.
pub fn finish<W: Word>(start: u128, packed: &[u32], out: &mut [W]) {
    assert_eq!(packed.len(), out.len(), "a bound for every number");
    if let Ok(start) = u64::try_from(start)
        && start.checked_add(out.len() as u64).is_some()
    {
        // An inclusive range would have a second end to look at in every turn.
        for (i, (packed, value)) in packed.iter().zip(out).enumerate() {
            *value = W::low(finish_one(start.wrapping_add(i as u64), *packed));
        }
        return;
    }
    for ((n, packed), value) in (start..=u128::MAX).zip(packed).zip(out) {
        *value = W::low(finish_wide(n, *packed));
    }
}

/// Turns the packed (Z, IZ) of one `n` into its bound.
#[inline]
pub fn finish_one(n: u64, packed: u32) -> u128 {
    assemble(n.into(), packed, over_phi(n - u64::from(packed & 0xff)))
}

/// As [`finish_one`], modulo 2^128 and for every n.
fn finish_wide(n: u128, packed: u32) -> u128 {
    let m = n - u128::from(packed & 0xff);
    assemble(n, packed, u64::try_from(m).map_or_else(|_| over_phi_wide(m), over_phi))
}

#[inline]
fn assemble(n: u128, packed: u32, over_phi: u128) -> u128 {
    let (terms, index_sum) = (packed & 0xff, packed >> 8);
    n.wrapping_mul(2).wrapping_sub((terms + index_sum).into()).wrapping_add(over_phi)
}

/// ⌊m/φ⌋.
#[inline]
fn over_phi(m: u64) -> u128 {
    let (high, low) = (INVERSE_PHI >> 64, u128::from(INVERSE_PHI as u64));
    (u128::from(m) * high + ((u128::from(m) * low) >> 64)) >> 64
}

/// ⌊m/φ⌋ by the right shift of a numeral, R(m − 1); `m` is not 0.
fn over_phi_wide(m: u128) -> u128 {
    zeckendorf(m - 1).indices().map(|i| place(i - 1)).sum()
}

/// By an exact integer square root, of any size.
pub(crate) fn by_square_root(n: &UBig, terms: u64, index_sum: u64) -> IBig {
    let m = n - UBig::from(terms);
    let root = (&m * &m * 5u8).sqrt();
    // The shift rounds down, also below zero.
    (IBig::from(n * 3u8) - 2 * IBig::from(index_sum) - IBig::from(terms) + IBig::from(root))
        >> 1usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places::MAX_INDEX_U64;
    use crate::ring::wrap;

    fn packed(n: u128) -> u128 {
        zeckendorf(n).indices().map(packed_weight).sum()
    }

    fn reference(n: u128) -> u128 {
        let p = packed(n);
        wrap(&by_square_root(&UBig::from(n), (p & 0xff) as u64, (p >> 8) as u64))
    }

    fn edges() -> Vec<u64> {
        (1..=MAX_INDEX_U64)
            .flat_map(|i| [place(i) - 1, place(i), place(i) + 1])
            .map(|n| n as u64)
            .chain(0..3000)
            .chain([1 << 32, 1 << 63, u64::MAX - 1, u64::MAX])
            .chain((0..3000).map(|i: u64| i.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
            .collect()
    }

    #[test]
    fn fixed_point_and_shift_agree_with_the_square_root() {
        for n in edges() {
            let wide = u128::from(n);
            let word = packed(wide) as u32;
            let expected = reference(wide);
            assert_eq!(finish_one(n, word), expected, "{n}");
            assert_eq!(finish_wide(wide, word), expected, "{n}");
            let (mut narrow, mut one) = ([0u64], [0u8]);
            finish(wide, &[word], &mut narrow);
            finish(wide, &[word], &mut one);
            assert_eq!((narrow[0], one[0]), (expected as u64, expected as u8), "{n}");
            for scale in [1, 1 << 40, 1 << 61] {
                let n = wide * scale;
                let mut one = [0u128];
                finish(n, &[packed(n) as u32], &mut one);
                assert_eq!(one[0], reference(n), "{n}");
            }
        }
    }

    #[test]
    fn both_fit_a_word_of_32_bits() {
        // The most terms below 2^128, and the largest sum of indices.
        let densest = (1..=crate::places::MAX_INDEX).rev().step_by(2).map(packed_weight);
        assert!(densest.sum::<u128>() < 1 << 32);
    }

    #[test]
    fn floating_point_would_be_wrong() {
        let phi = f64::midpoint(1.0, 5f64.sqrt());
        let wrong = |n: u64| {
            let p = packed(n.into());
            let (z, iz) = ((p & 0xff) as f64, (p >> 8) as f64);
            let bound = phi * phi * n as f64 - iz - phi * z;
            bound as u128 != reference(n.into())
        };
        assert!(!(1..100_000).any(wrong));
        assert!((45_000_000_000_000..).take(1_000_000).any(wrong));
    }
}
