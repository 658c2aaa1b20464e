//! The Grundy value of every heap at every cap, in one sweep upwards.
//!
//! G(n, ·) never falls as the cap rises, so a heap is a list of thresholds:
//! T_v(n) is the least cap at which the value exceeds v, the greatest over u ≤ v
//! of the least take t that leaves the value u. A take t leaves (r, 2t), r = n − t,
//! and for one r and u the takes that leave u are an interval, by the thresholds
//! of r. So the pair (r, u) covers an interval of heaps n = r + t, and the least
//! take from n to the value u is the one to the largest r that covers n. The
//! sweep knows that r for every u (`best`) and when intervals begin
//! (`agenda`). Each heap costs about as many operations as there are values:
//! near linear in all.

mod agenda;
mod best;

use thiserror::Error;

use agenda::{Agenda, Interval};
use best::{Best, VALUES};

/// The largest heap a sweep reaches: intervals end at most half as far again, and
/// must fit 32 bits.
pub const LARGEST_HEAP: u32 = 1 << 31;

/// An end that is never reached.
const NEVER: u32 = u32::MAX;

/// A heap too large for a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a table of Fibonacci Nim reaches heaps up to 2^31, and {0} is above that")]
pub struct TooLarge(pub u64);

/// Where the value of a heap changes: from the cap `cap` up it is `value`, until
/// the next step. Below the first step it is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The least cap with this value.
    pub cap: u32,
    /// The Grundy value.
    pub value: u8,
}

/// The value at a cap, from the steps of the heap.
#[inline]
pub fn value(steps: &[Step], cap: u32) -> u8 {
    steps.iter().rfind(|step| step.cap <= cap).map_or(0, |step| step.value)
}

/// The steps of the heaps 1, 2, 3, … in turn.
///
/// ```
/// use phinum_core::fibonacci_nim::{Step, Sweep};
/// let mut sweep = Sweep::new(4)?;
/// let mut last = Vec::new();
/// while let Some((_, steps)) = sweep.next_heap() {
///     last = steps.to_vec();
/// }
/// // A heap of 4 is worth 1 if one counter may be taken, and 3 if three.
/// assert_eq!(last, [Step { cap: 1, value: 1 }, Step { cap: 3, value: 3 }]);
/// # Ok::<(), phinum_core::fibonacci_nim::TooLarge>(())
/// ```
#[derive(Debug)]
pub struct Sweep {
    heap: u32,
    last: u32,
    best: Best,
    agenda: Agenda,
    /// The steps of the heap at hand, and how many they are; what is after them is left
    /// of other heaps.
    steps: [Step; VALUES],
    len: usize,
}

impl Sweep {
    /// Of the heaps 1 to `last`.
    ///
    /// # Errors
    /// [`TooLarge`] past [`LARGEST_HEAP`].
    pub fn new(last: u64) -> Result<Sweep, TooLarge> {
        let last =
            u32::try_from(last).ok().filter(|last| *last <= LARGEST_HEAP).ok_or(TooLarge(last))?;
        let steps = [Step { cap: 0, value: 0 }; VALUES];
        Ok(Sweep { heap: 0, last, best: Best::new(), agenda: Agenda::new(last), steps, len: 0 })
    }

    /// About the most bytes a sweep to `last` holds: the intervals that have yet to
    /// begin, some 3 for every 8 heaps.
    pub fn bytes(last: u64) -> u64 {
        last.saturating_mul(10).saturating_add(1 << 20)
    }

    /// The next heap and its steps, by ascending caps; `None` past the last.
    pub fn next_heap(&mut self) -> Option<(u32, &[Step])> {
        if self.heap == self.last {
            return None;
        }
        self.heap += 1;
        let best = &mut self.best;
        self.agenda.begin(self.heap, |begun| best.cover(begun.value, begun.rest, begun.end));
        self.len = self.best.steps(self.heap, &mut self.steps);
        self.plan();
        Some((self.heap, &self.steps[..self.len]))
    }

    /// Enters the heaps from which this one is reached, with each value it has: by
    /// a take t, 2t of which is the cap it is left with.
    fn plan(&mut self) {
        let rest = self.heap;
        let mut enter = |take: u32, end: u32, value: u8| {
            if take == 1 {
                // It begins with the next heap, which no other interval is nearer to.
                self.best.cover(value, rest, end);
            } else {
                self.agenda.enter(rest + take, Interval { rest, end, value });
            }
        };
        let (mut value, mut from) = (0, 1);
        for step in &self.steps[..self.len] {
            let until = step.cap.div_ceil(2);
            // Caps come two at a time: there may be no take between two steps.
            if from < until {
                enter(from, rest + until - 1, value);
                from = until;
            }
            value = step.value;
        }
        enter(from, NEVER, value);
    }
}
