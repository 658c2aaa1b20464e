//! What can be known of a set of numbers from its parts.

use core::fmt::Debug;

use crate::ring::Ring;

/// Something kept of a set of n and their values f(n) that follows when the set is
/// put together from parts, moved, or mirrored. The recursions over digits ask for
/// no more, so they serve sums, extremes and distributions alike.
pub trait Statistic: Clone + Debug {
    /// What n and values are counted in.
    type Ring: Ring;

    /// Of the empty set.
    fn empty() -> Self;

    /// Of {0}, with f(0) = `value`.
    fn of_zero(value: Self::Ring) -> Self;

    /// Of the set moved up by `n`, its values by `f`.
    #[must_use]
    fn shifted(&self, n: &Self::Ring, f: &Self::Ring) -> Self;

    /// Adds a set that is apart from this one.
    fn add(&mut self, other: &Self);

    /// Of the set mirrored: each m becomes `at` − m and keeps its value.
    #[must_use]
    fn mirrored(&self, at: &Self::Ring) -> Self;
}
