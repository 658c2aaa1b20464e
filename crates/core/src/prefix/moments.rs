//! What is summed over a set of numbers.

use crate::ring::Ring;

/// Sums over a set of n, with f the function in question.
#[derive(Clone, PartialEq, Debug)]
pub struct Moments<R> {
    /// How many numbers there are.
    pub count: R,
    /// Σ n.
    pub n: R,
    /// Σ f(n).
    pub f: R,
    /// Σ n·f(n): it moves when two values change places, which Σ f does not.
    pub nf: R,
}

impl<R: Ring> Moments<R> {
    /// Those of the empty set.
    pub fn empty() -> Self {
        let zero = R::of_u128(0);
        Moments { count: zero.clone(), n: zero.clone(), f: zero.clone(), nf: zero }
    }

    /// Those of {0}, with f(0) = `value`.
    pub fn of_zero(value: R) -> Self {
        Moments { count: R::of_u128(1), f: value, ..Self::empty() }
    }

    /// Those of the set moved up by `n`, its values by `f`.
    #[must_use]
    pub fn shifted(&self, n: &R, f: &R) -> Self {
        let mut moved = self.clone();
        moved.n.add(&n.mul(&self.count));
        moved.f.add(&f.mul(&self.count));
        // Σ (m + n)(g + f) = Σ m·g + n Σ g + f Σ m + n·f·count
        moved.nf.add(&n.mul(&self.f));
        moved.nf.add(&f.mul(&moved.n));
        moved
    }

    /// Adds a set that is apart from this one.
    pub fn add(&mut self, other: &Self) {
        self.count.add(&other.count);
        self.n.add(&other.n);
        self.f.add(&other.f);
        self.nf.add(&other.nf);
    }

    /// Takes a subset away.
    pub fn sub(&mut self, other: &Self) {
        self.count.sub(&other.count);
        self.n.sub(&other.n);
        self.f.sub(&other.f);
        self.nf.sub(&other.nf);
    }

    /// Those of the set mirrored: each m becomes `at` − m and keeps its value.
    #[must_use]
    pub fn mirrored(&self, at: &R) -> Self {
        let mut n = at.mul(&self.count);
        n.sub(&self.n);
        let mut nf = at.mul(&self.f);
        nf.sub(&self.nf);
        Moments { count: self.count.clone(), n, f: self.f.clone(), nf }
    }
}
