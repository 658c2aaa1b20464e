//! For each value the largest r from which it is left, and those that come after
//! when its interval ends.

use super::{NEVER, Step};

/// One more than the largest value there can be: values grow like the logarithm
/// of the heap, to 62 at ten million, 75 at a hundred million.
pub(super) const VALUES: usize = 256;

#[derive(Debug)]
pub(super) struct Best {
    /// The largest r that covers the heap at hand, by value.
    rest: [u32; VALUES],
    /// Where its interval ends; 0 where nothing covers.
    end: [u32; VALUES],
    /// Smaller r that end later, by value: r ascending, ends descending.
    below: Vec<Vec<(u32, u32)>>,
}

impl Best {
    /// From nothing left the value is 0, whatever was taken.
    pub(super) fn new() -> Best {
        let mut end = [0; VALUES];
        end[0] = NEVER;
        Best { rest: [0; VALUES], end, below: vec![Vec::new(); VALUES] }
    }

    /// The interval of `rest` for `value` has begun.
    #[inline]
    pub(super) fn cover(&mut self, value: u8, rest: u32, end: u32) {
        let value = value as usize;
        let (best, its_end) = (self.rest[value], self.end[value]);
        if rest > best || its_end == 0 {
            let below = &mut self.below[value];
            if end < its_end {
                below.push((best, its_end));
            } else {
                // Whoever is further and does not last longer is never wanted again.
                while below.pop_if(|(_, its_end)| *its_end <= end).is_some() {}
            }
            (self.rest[value], self.end[value]) = (rest, end);
        } else if end > its_end {
            insert(&mut self.below[value], rest, end);
        }
    }

    /// Writes the steps of the heap `heap`, the prefix maximum of the least takes, and says
    /// how many they are.
    #[inline]
    pub(super) fn steps(&mut self, heap: u32, steps: &mut [Step; VALUES]) -> usize {
        let (mut least, mut len) = (u32::MAX, 0);
        for value in 0..VALUES - 1 {
            if self.end[value] < heap && !self.follow(value, heap) {
                return len;
            }
            // Whether there is a step is hard to predict, so there is no branch: a cap is
            // written over unless it counts.
            let rest = self.rest[value];
            steps[len % VALUES].cap = heap - rest;
            len += usize::from(rest < least);
            least = least.min(rest);
            // Having all values up to this one within reach is worth one more.
            steps[(len - 1) % VALUES].value = value as u8 + 1;
        }
        unreachable!("values grow like a logarithm");
    }

    /// The best interval of `value` has ended: puts the next one in its place;
    /// false if there is none.
    fn follow(&mut self, value: usize, heap: u32) -> bool {
        while let Some((rest, end)) = self.below[value].pop() {
            if end >= heap {
                (self.rest[value], self.end[value]) = (rest, end);
                return true;
            }
        }
        self.end[value] = 0;
        false
    }
}

/// Puts an interval that begins late in its place, if it will ever be wanted.
fn insert(below: &mut Vec<(u32, u32)>, rest: u32, end: u32) {
    let at = below.partition_point(|(its_rest, _)| *its_rest < rest);
    if below.get(at).is_some_and(|(_, its_end)| *its_end >= end) {
        return;
    }
    let kept = below[..at].partition_point(|(_, its_end)| *its_end > end);
    below.splice(kept..at, [(rest, end)]);
}
