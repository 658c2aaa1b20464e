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

impl Cylinder {
    /// Its numbers.
    pub fn range(self) -> Range<u128> {
        self.prefix..self.prefix + place(self.free)
    }

    /// The two it is made of, in order: the digit below `free` is 0 or 1. A cylinder
    /// of one number has no parts.
    pub fn parts(self) -> Option<[Cylinder; 2]> {
        let Cylinder { prefix, free } = self;
        // F_free = F_{free−1} + F_{free−2}, and below F_0 = 1 as below F_1 there is 0.
        let below = free.checked_sub(1).filter(|below| *below > 0)?;
        let with = Cylinder { prefix: prefix + place(below), free: (below - 1).max(1) };
        Some([Cylinder { prefix, free: below }, with])
    }
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
    fn parts_make_the_whole() {
        for whole in cylinders(0..3000).chain(cylinders(77..2000)) {
            let size = place(whole.free);
            match whole.parts() {
                None => assert_eq!(size, 1),
                Some([low, high]) => {
                    assert_eq!(low.range().start, whole.prefix);
                    assert_eq!(low.range().end, high.range().start);
                    assert_eq!(high.range().end, whole.range().end);
                    // Each is a cylinder: free digits do not touch fixed ones.
                    let lowest = zeckendorf(high.prefix).lowest();
                    assert!(high.free == 1 || high.free < lowest);
                }
            }
        }
    }

    #[test]
    fn a_huge_range_is_a_few_hundred() {
        assert!(cylinders(1..u128::MAX).count() < 400);
        assert_eq!(cylinders(5..5).count(), 0);
    }
}
