//! How the values of openings grow: what is kept of a sweep that keeps no steps.

use super::opening_cap;
use super::sweep::{Step, value};

/// What the openings of the heaps from 1 up have come to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Growth {
    heaps: u32,
    /// The first heap whose opening has each value, `None` for a value none has.
    first: Vec<Option<u32>>,
    largest: u8,
    zeros: u32,
    steps: u64,
    most_steps: u32,
    fell: u32,
    last_nonzero: u8,
    sum: u128,
}

impl Growth {
    /// Takes in the next heap.
    #[inline]
    pub fn push(&mut self, heap: u32, steps: &[Step]) {
        let opening = value(steps, opening_cap(heap));
        self.heaps += 1;
        if self.first.len() <= opening as usize {
            self.first.resize(opening as usize + 1, None);
        }
        self.first[opening as usize].get_or_insert(heap);
        self.largest = self.largest.max(opening);
        if opening == 0 {
            self.zeros += 1;
        } else {
            self.fell += u32::from(opening < self.last_nonzero);
            self.last_nonzero = opening;
        }
        self.steps += steps.len() as u64;
        self.most_steps = self.most_steps.max(steps.len() as u32);
        let (mut before, mut sum) = (0, 0);
        for step in steps {
            sum += u64::from(step.value - before) * u64::from(heap - step.cap + 1);
            before = step.value;
        }
        self.sum += u128::from(sum);
    }

    /// How many heaps were taken in.
    pub fn heaps(&self) -> u32 {
        self.heaps
    }

    /// The first heap whose opening has the value `value`.
    pub fn first(&self, value: u8) -> Option<u32> {
        self.first.get(value as usize).copied().flatten()
    }

    /// The largest value of an opening.
    pub fn largest(&self) -> u8 {
        self.largest
    }

    /// How many openings are lost: those of 1, which has no move, and of the
    /// Fibonacci numbers.
    pub fn zeros(&self) -> u32 {
        self.zeros
    }

    /// How often the value of an opening is less than that of the last one before
    /// it that is not lost. No such heap is known.
    pub fn falls(&self) -> u32 {
        self.fell
    }

    /// The distinct thresholds of all heaps together.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The most distinct thresholds of a heap.
    pub fn most_steps(&self) -> u32 {
        self.most_steps
    }

    /// The sum of the values of all positions: heaps n taken in, caps 0 to n.
    pub fn sum(&self) -> u128 {
        self.sum
    }
}
