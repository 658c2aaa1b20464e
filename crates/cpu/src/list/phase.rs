//! What the fraction of n/φ tells without a numeral, by one product with C = ⌊2^128/φ⌋.
//!
//! F_j/φ is F_{j−1} + (−1)^j·φ^−(j+1), so the terms of n, the least of index i, put
//! n/φ above an integer for even i and below one for odd i, by a *magnitude* between
//! φ^−(i+2) and φ^−i, which numerals without end would reach; one of at most 92 digits
//! stays φ^−95 > 2^−66 away from either. The fraction of C·n/2^128 falls short of n/φ's
//! by less than 2^−67.9 for n < 2^64, so it lies on the same side of every bound.

use core::hint::select_unpredictable;

use phinum_core::closed_bound::INVERSE_PHI;
use phinum_core::column::Word;

use super::Kernel;

/// 2^128/φ²: a fraction from there on is that of an odd least index.
const ODD_FROM: u128 = INVERSE_PHI.wrapping_neg();
/// It cut to a unit, which is 0.05 less, and so serves as well.
pub(super) const ODD_FROM_UNIT: u64 = (ODD_FROM >> 64) as u64;

/// ⌊C·n/2^128⌋ and C·n mod 2^128.
#[inline(always)]
fn product(n: u64) -> (u64, u128) {
    let (high, low) = ((INVERSE_PHI >> 64) as u64, INVERSE_PHI as u64);
    let bottom = u128::from(n) * u128::from(low);
    let top = u128::from(n) * u128::from(high) + (bottom >> 64);
    ((top >> 64) as u64, top << 64 | u128::from(bottom as u64))
}

/// C·n mod 2^128 cut to units.
#[inline(always)]
pub(super) fn fraction(n: u64) -> u64 {
    let (high, low) = ((INVERSE_PHI >> 64) as u64, INVERSE_PHI as u64);
    let carried = (u128::from(n) * u128::from(low)) >> 64;
    n.wrapping_mul(high).wrapping_add(carried as u64)
}

/// R(n) = ⌊(n+1)/φ⌋, the right shift, and whether the least index is odd: whether
/// the fractions of n/φ and 1/φ make up a whole.
#[inline(always)]
fn right_shift(n: u64) -> (u64, bool) {
    let (whole, fraction) = product(n);
    let odd = fraction >= ODD_FROM;
    (whole + u64::from(odd), odd)
}

/// α n + β R(n) + a constant: the additive functions whose weights follow the
/// recurrence of the places.
pub(super) struct Linear<W> {
    whole: W,
    shifted: W,
    constant: W,
}

impl<W: Word> Linear<W> {
    /// With α and β.
    pub(super) fn new([whole, shifted]: [u128; 2], constant: u128) -> Self {
        Linear { whole: W::low(whole), shifted: W::low(shifted), constant: W::low(constant) }
    }
}

impl<W: Word> Kernel for Linear<W> {
    type In = u64;
    type Out = W;

    #[inline(always)]
    fn evaluate(&self, inputs: &[u64], out: &mut [W]) {
        for (slot, n) in out.iter_mut().zip(inputs) {
            let word = |n: u64| W::low(n.into());
            let sum = word(*n).times(self.whole).plus(word(right_shift(*n).0).times(self.shifted));
            *slot = sum.plus(self.constant);
        }
    }
}

/// A function of the least index's parity alone, 0 at n = 0.
pub(super) struct Parity<W> {
    even: W,
    odd: W,
}

impl<W: Word> Parity<W> {
    /// With the values of even and of odd least indices.
    pub(super) fn new([even, odd]: [u128; 2]) -> Self {
        Parity { even: W::low(even), odd: W::low(odd) }
    }
}

impl<W: Word> Kernel for Parity<W> {
    type In = u64;
    type Out = W;

    #[inline(always)]
    fn evaluate(&self, inputs: &[u64], out: &mut [W]) {
        // Values: of a choice between fields the compiler makes a look-up.
        let (even, odd) = (self.even, self.odd);
        for (slot, n) in out.iter_mut().zip(inputs) {
            let value = select_unpredictable(fraction(*n) >= ODD_FROM_UNIT, odd, even);
            *slot = if *n == 0 { W::ZERO } else { value };
        }
    }
}

/// Whether the pair is cold: both heaps empty, or the least index of the smaller odd
/// and the larger heap the smaller shifted up, a + R(a).
pub(super) struct Cold;

impl Kernel for Cold {
    type In = [u64; 2];
    type Out = u8;

    #[inline(always)]
    fn evaluate(&self, pairs: &[[u64; 2]], out: &mut [u8]) {
        for (slot, [a, b]) in out.iter_mut().zip(pairs) {
            let (less, more) = (*a.min(b), *a.max(b));
            let (shift, odd) = right_shift(less);
            // Without branches: any of these may hold of any pair.
            *slot = u8::from(odd) & u8::from(more - less == shift) | u8::from(more == 0);
        }
    }
}
