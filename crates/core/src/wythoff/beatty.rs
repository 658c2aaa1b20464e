//! The cold pairs of r-Wythoff by Beatty's formula, in exact integers.
//!
//! The k-th pair is (⌊kα⌋, ⌊kα⌋ + rk) with α = (2 − r + √(r² + 4))/2, the positive
//! root of x² + (r − 2)x − r (Fraenkel 1982). Since √(r² + 4) is
//! irrational, ⌊kα⌋ = ⌊(k(2 − r) + ⌊√(k²(r² + 4))⌋)/2⌋.

use dashu_int::ops::{DivRemEuclid, SquareRoot};
use dashu_int::{IBig, UBig};

/// The `k`-th cold pair (A, B), A ≤ B, of r-Wythoff.
///
/// ```
/// use phinum_core::{dashu::UBig, wythoff::beatty::pair};
/// assert_eq!(pair(&UBig::from(4u8), 1), (6u8.into(), 10u8.into()));
/// ```
///
/// # Panics
/// If `r` is 0.
pub fn pair(k: &UBig, r: u32) -> (UBig, UBig) {
    assert!(r >= 1, "r-Wythoff needs an r of at least 1");
    let root = (k * k * discriminant(r)).sqrt();
    let twice = IBig::from(2 - i64::from(r)) * IBig::from(k.clone()) + IBig::from(root);
    let a = UBig::try_from(twice >> 1).expect("α is positive");
    let b = &a + k * r;
    (a, b)
}

/// r² + 4.
fn discriminant(r: u32) -> u128 {
    u128::from(r) * u128::from(r) + 4
}

/// Whether the position (a, b) of r-Wythoff is cold, by the pair of its difference.
///
/// # Panics
/// If `r` is 0.
pub fn is_cold_big(a: &UBig, b: &UBig, r: u32) -> bool {
    assert!(r >= 1, "r-Wythoff needs an r of at least 1");
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    let (k, rest) = (b - a).div_rem_euclid(UBig::from(r));
    rest == UBig::ZERO && pair(&k, r).0 == *a
}

/// The greatest k whose pair fits 128 bits.
///
/// # Panics
/// If `r` is 0.
pub fn last_k(r: u32) -> u128 {
    assert!(r >= 1, "r-Wythoff needs an r of at least 1");
    // kβ < 2^128 for β = α + r, and 1/β = (r + 2 − √(r² + 4))/2r.
    let end = UBig::ONE << 128;
    let root = (&end * &end * discriminant(r)).sqrt() + UBig::ONE;
    let k = (end * (u64::from(r) + 2) - root) / (UBig::from(r) << 1);
    k.try_into().expect("β is above 1")
}

/// The cold pairs (k, A, B) from some k on, as far as B fits 128 bits.
///
/// A step takes no square root. With f(x, k) = x² + (r − 2)xk − rk², x ≤ kα exactly
/// if f(x, k) ≤ 0; −f(A, k) is carried along, and decides whether A grows by 1 or
/// by 2 (as 1 < α < 2). It is less than k√(r² + 4) < kβ, as is what a growth by 2
/// takes from it, so both fit where B does, and arithmetic modulo 2^128 is exact.
#[derive(Clone, Debug)]
pub struct Pairs {
    r: u128,
    /// The next pair, and −f of it.
    next: Option<(u128, u128, u128)>,
    below: u128,
}

impl Pairs {
    /// From the pair of `start` on; nothing if that exceeds [`last_k`].
    ///
    /// # Panics
    /// If `r` is 0.
    pub fn from(start: u128, r: u32) -> Self {
        assert!(r >= 1, "r-Wythoff needs an r of at least 1");
        let next = exact(start, r);
        let r = u128::from(r);
        let below = next.map_or(0, |(k, a, _)| {
            let b_part = r.wrapping_mul(k).wrapping_mul(k);
            let cross = r.wrapping_sub(2).wrapping_mul(a).wrapping_mul(k);
            b_part.wrapping_sub(cross).wrapping_sub(a.wrapping_mul(a))
        });
        Pairs { r, next, below }
    }

    fn step(&mut self, (k, a, b): (u128, u128, u128)) {
        let r = self.r;
        if b.checked_add(r + 2).is_none() {
            // One more pair at most, on the edge of what fits.
            self.next = k.checked_add(1).and_then(|k| exact(k, r as u32));
            self.below = 0;
            return;
        }
        // What a step to (A + 2, k + 1) takes from −f, and one to (A + 1, k + 1) adds.
        let two = (r + 2).wrapping_mul(a).wrapping_sub(k.wrapping_mul(4)).wrapping_add(r);
        let one = (r + 2).wrapping_mul(k).wrapping_sub(r.wrapping_mul(a)).wrapping_add(1);
        let grow = if self.below >= two {
            self.below -= two;
            2
        } else {
            self.below = self.below.wrapping_add(one);
            1
        };
        self.next = Some((k + 1, a + grow, b + grow + r));
    }
}

/// The pair of `k` where it fits, by [`pair`].
fn exact(k: u128, r: u32) -> Option<(u128, u128, u128)> {
    let (a, b) = pair(&UBig::from(k), r);
    Some((k, a.try_into().ok()?, b.try_into().ok()?))
}

impl Iterator for Pairs {
    type Item = (u128, u128, u128);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let pair = self.next?;
        self.step(pair);
        Some(pair)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeral::zeckendorf;
    use crate::places::place;

    #[test]
    fn a_stream_is_the_formula_from_anywhere_to_the_last_pair() {
        for r in [1, 2, 3, 4, 5, 17, 1 << 16, u32::MAX] {
            let last = last_k(r);
            assert!(exact(last, r).is_some() && exact(last + 1, r).is_none());
            let starts = [0, 1, 1 << 32, 1 << 63, 1 << 64, last / 2, last - 300];
            for start in starts {
                let mut k = start;
                for found in Pairs::from(start, r).take(2000) {
                    assert_eq!(Some(found), exact(k, r), "r = {r}");
                    k += 1;
                }
                assert_eq!(k, (start + 2000).min(last + 1));
            }
            assert_eq!(Pairs::from(last + 1, r).next(), None);
            assert_eq!(Pairs::from(u128::MAX, r).next(), None);
        }
    }

    #[test]
    fn lower_is_one_more_than_a_shift() {
        for (k, a, _) in Pairs::from(1, 1).take(5000) {
            let shift: u128 = zeckendorf(k - 1).indices().map(|i| place(i + 1)).sum();
            assert_eq!(a, shift + 1);
        }
    }

    #[test]
    fn the_stream_is_exact_where_the_margin_is_narrowest() {
        // kφ is nearest to an integer at the F_i.
        for i in 2..184 {
            let start = place(i).saturating_sub(2);
            for (k, a, b) in Pairs::from(start, 1).take(5) {
                assert_eq!(exact(k, 1), Some((k, a, b)), "F_{i}");
            }
        }
    }
}
