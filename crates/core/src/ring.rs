//! The two rings sums are taken in: all integers, and the integers modulo 2^128.
//!
//! A certificate compares a block's sums modulo 2^128, at machine speed; a figure
//! shown to a person is exact. One recursion serves both.

use core::fmt::Debug;
use dashu_int::{IBig, Sign, UBig};

/// A commutative ring the integers map into.
pub trait Ring: Clone + PartialEq + Debug + Send + Sync {
    /// The image of an integer.
    fn of(n: &IBig) -> Self;
    /// The image of a small non-negative integer.
    fn of_u128(n: u128) -> Self;
    /// Adds `other`.
    fn add(&mut self, other: &Self);
    /// Takes `other` away.
    fn sub(&mut self, other: &Self);
    /// The product.
    #[must_use]
    fn mul(&self, other: &Self) -> Self;
}

impl Ring for IBig {
    fn of(n: &IBig) -> Self {
        n.clone()
    }

    fn of_u128(n: u128) -> Self {
        IBig::from(n)
    }

    fn add(&mut self, other: &Self) {
        *self += other;
    }

    fn sub(&mut self, other: &Self) {
        *self -= other;
    }

    fn mul(&self, other: &Self) -> Self {
        self * other
    }
}

impl Ring for u128 {
    fn of(n: &IBig) -> Self {
        wrap(n)
    }

    fn of_u128(n: u128) -> Self {
        n
    }

    fn add(&mut self, other: &Self) {
        *self = self.wrapping_add(*other);
    }

    fn sub(&mut self, other: &Self) {
        *self = self.wrapping_sub(*other);
    }

    fn mul(&self, other: &Self) -> Self {
        self.wrapping_mul(*other)
    }
}

/// An integer modulo 2^128.
pub(crate) fn wrap(n: &IBig) -> u128 {
    let (sign, magnitude) = n.clone().into_parts();
    let low = u128::try_from(magnitude & UBig::ones(128)).unwrap_or_default();
    match sign {
        Sign::Positive => low,
        Sign::Negative => low.wrapping_neg(),
    }
}

/// A non-negative integer that has been taken through signed arithmetic.
pub(crate) fn natural(n: IBig) -> UBig {
    debug_assert!(n >= IBig::ZERO, "a quantity is never negative");
    n.into_parts().1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapping_is_twos_complement() {
        assert_eq!(wrap(&IBig::from(-1)), u128::MAX);
        assert_eq!(wrap(&(IBig::ONE << 128)), 0);
        assert_eq!(wrap(&((IBig::ONE << 128) + 5)), 5);
        assert_eq!(u128::of(&IBig::from(-2)), u128::MAX - 1);
    }
}
