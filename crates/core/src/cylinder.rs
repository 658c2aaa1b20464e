//! Ranges cut into cylinders: all n that share their digits from some index up.
//!
//! The cylinder of P and i is P + r for every r below F_i. Any range is at most
//! a few hundred of them, and over each an additive function is a constant plus
//! the same function of r.

use core::ops::Range;

use crate::numeral::zeckendorf;
use crate::places::{place, top_index};

/// P + r for r below F_`free`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cylinder {
    /// P: no digits below index `free` + 1 (any at all where P is 0).
    pub prefix: u128,
    /// The digits below this index are free.
    pub free: u32,
}

/// The cylinders that make up `range`, ascending, each as large as it can be.
pub fn cylinders(range: Range<u128>) -> impl Iterator<Item = Cylinder> {
    let mut at = range.start;
    core::iter::from_fn(move || {
        let left = range.end.checked_sub(at).filter(|left| *left > 0)?;
        let lowest = zeckendorf(at).lowest();
        // r below F_i has digits below i, and digit i-1 must not touch P's lowest.
        let room = if lowest == 0 { u32::MAX } else { (lowest - 1).max(1) };
        let free = top_index(left).min(room);
        let cylinder = Cylinder { prefix: at, free };
        at += place(free);
        Some(cylinder)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_tile_every_small_range() {
        for end in 0..200 {
            for start in 0..=end {
                let mut at = start;
                for c in cylinders(start..end) {
                    assert_eq!(c.prefix, at);
                    let size = place(c.free);
                    for r in 0..size {
                        let whole = zeckendorf(c.prefix + r);
                        let parts = zeckendorf(c.prefix).terms() + zeckendorf(r).terms();
                        assert_eq!(whole.terms(), parts, "{c:?} at {r}");
                    }
                    at += size;
                }
                assert_eq!(at, end);
            }
        }
    }

    #[test]
    fn a_huge_range_is_a_few_hundred() {
        assert!(cylinders(1..u128::MAX).count() < 400);
        assert_eq!(cylinders(5..5).count(), 0);
    }
}
