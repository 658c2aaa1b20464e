//! What is summed over a set of numbers.

use dashu_int::IBig;

use super::Statistic;
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

impl<R: Ring> Statistic for Moments<R> {
    type Ring = R;

    fn empty() -> Self {
        let zero = R::of_u128(0);
        Moments { count: zero.clone(), n: zero.clone(), f: zero.clone(), nf: zero }
    }

    fn of_zero(value: R) -> Self {
        Moments { count: R::of_u128(1), f: value, ..Self::empty() }
    }

    fn shifted(&self, n: &R, f: &R) -> Self {
        let mut moved = self.clone();
        moved.n.add(&n.mul(&self.count));
        moved.f.add(&f.mul(&self.count));
        // Σ (m + n)(g + f) = Σ m·g + n Σ g + f Σ m + n·f·count
        moved.nf.add(&n.mul(&self.f));
        moved.nf.add(&f.mul(&moved.n));
        moved
    }

    fn add(&mut self, other: &Self) {
        self.count.add(&other.count);
        self.n.add(&other.n);
        self.f.add(&other.f);
        self.nf.add(&other.nf);
    }

    fn mirrored(&self, at: &R) -> Self {
        let mut n = at.mul(&self.count);
        n.sub(&self.n);
        let mut nf = at.mul(&self.f);
        nf.sub(&self.nf);
        Moments { count: self.count.clone(), n, f: self.f.clone(), nf }
    }
}

impl<R: Ring> Moments<R> {
    /// Takes a subset away.
    pub fn sub(&mut self, other: &Self) {
        self.count.sub(&other.count);
        self.n.sub(&other.n);
        self.f.sub(&other.f);
        self.nf.sub(&other.nf);
    }
}

/// Powers of the values of a set, summed: mean and variance follow from them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Powers {
    /// How many numbers there are.
    pub count: IBig,
    /// Σ f(n).
    pub f: IBig,
    /// Σ f(n)².
    pub squares: IBig,
}

impl Statistic for Powers {
    type Ring = IBig;

    fn empty() -> Self {
        Powers { count: IBig::ZERO, f: IBig::ZERO, squares: IBig::ZERO }
    }

    fn of_zero(value: IBig) -> Self {
        Powers { count: IBig::ONE, squares: &value * &value, f: value }
    }

    fn shifted(&self, _: &IBig, f: &IBig) -> Self {
        let more = f * &self.count;
        // Σ (g + f)² = Σ g² + f·(2 Σ g + f·count)
        let squares = &self.squares + f * (&self.f * 2 + &more);
        Powers { count: self.count.clone(), f: &self.f + more, squares }
    }

    fn add(&mut self, other: &Self) {
        self.count += &other.count;
        self.f += &other.f;
        self.squares += &other.squares;
    }

    fn mirrored(&self, _: &IBig) -> Self {
        self.clone()
    }
}
