//! Listed numbers by the greedy numeral without branches: what a few numbers take,
//! for which tables of chunks do not pay.
//!
//! A batch goes through the places together, from the largest down: each number
//! takes the place or does not, by a mask, and adds what the place is worth. The
//! numbers may come in any order; a batch costs what its largest one does.

use core::marker::PhantomData;

use phinum_core::column::Word;
use phinum_core::places::{place, top_index};
use phinum_core::scatter::{Rule, Scatter};
use phinum_core::zeckendorf_game::deficit::Deficit;

use super::Kernel;

/// Numbers that go through the places together: their state fits the first cache.
const BATCH: usize = 128;

/// A function that is evaluated so.
pub(super) struct Greedy<'a, W> {
    scatter: &'a Scatter,
    word: PhantomData<W>,
}

impl<'a, W> Greedy<'a, W> {
    pub(super) fn new(scatter: &'a Scatter) -> Self {
        Greedy { scatter, word: PhantomData }
    }
}

impl<W: Word> Kernel for Greedy<'_, W> {
    type In = u64;
    type Out = W;

    #[inline(always)]
    fn evaluate(&self, inputs: &[u64], out: &mut [W]) {
        for (inputs, out) in inputs.chunks(BATCH).zip(out.chunks_mut(BATCH)) {
            batch(self.scatter, inputs, out);
        }
    }
}

/// The digits of a batch: bit i − 1 of (high, low) is digit i.
struct Batch {
    low: [u64; BATCH],
    high: [u64; BATCH],
}

impl Batch {
    fn digits(&self, lane: usize) -> u128 {
        u128::from(self.high[lane]) << 64 | u128::from(self.low[lane])
    }
}

/// The digits of each input and the sum of `table` over its terms.
fn greedy<W: Word>(inputs: &[u64], table: impl Fn(u32) -> W, sums: &mut [W; BATCH]) -> Batch {
    let mut rest = [0u64; BATCH];
    rest[..inputs.len()].copy_from_slice(inputs);
    let mut batch = Batch { low: [0; BATCH], high: [0; BATCH] };
    let largest = inputs.iter().copied().max().unwrap_or(0);
    for i in (1..=top_index(largest.into())).rev() {
        let (place, worth) = (place(i) as u64, table(i));
        let bit = 1u64 << ((i - 1) % 64);
        let words = if i > 64 { &mut batch.high } else { &mut batch.low };
        for ((rest, word), sum) in rest.iter_mut().zip(words.iter_mut()).zip(sums.iter_mut()) {
            let takes = u64::from(*rest >= place);
            *rest -= place * takes;
            *word |= bit * takes;
            *sum = sum.plus(worth.times(W::low(takes.into())));
        }
    }
    batch
}

fn batch<W: Word>(scatter: &Scatter, inputs: &[u64], out: &mut [W]) {
    let mut sums = [W::ZERO; BATCH];
    let entry = |i: u32| W::low(scatter.table[i as usize]);
    match scatter.rule {
        Rule::Sum { constant } => {
            greedy(inputs, entry, &mut sums);
            for (slot, sum) in out.iter_mut().zip(sums) {
                *slot = sum.plus(W::low(constant));
            }
        }
        Rule::Lowest { lone_is_zero } => {
            let batch = greedy(inputs, |_| W::ZERO, &mut sums);
            for (lane, slot) in out.iter_mut().enumerate() {
                let digits = batch.digits(lane);
                let lone = lone_is_zero && digits.is_power_of_two();
                *slot =
                    if digits == 0 || lone { W::ZERO } else { entry(digits.trailing_zeros() + 1) };
            }
        }
        Rule::Highest => {
            for (slot, n) in out.iter_mut().zip(inputs) {
                *slot = entry(top_index(u128::from(*n)));
            }
        }
        Rule::Longest => {
            let batch = greedy(inputs, entry, &mut sums);
            for (lane, slot) in out.iter_mut().enumerate() {
                *slot = W::low(sums[lane].wide().wrapping_sub(gap(batch.digits(lane)).into()));
            }
        }
        Rule::Gap => {
            let batch = greedy(inputs, |_| W::ZERO, &mut sums);
            for (lane, slot) in out.iter_mut().enumerate() {
                *slot = W::low(gap(batch.digits(lane)).into());
            }
        }
    }
}

/// The deficit form over the ones of a word.
fn gap(mut digits: u128) -> u64 {
    let mut deficit = Deficit::EMPTY;
    while digits != 0 {
        deficit = deficit.with(digits.trailing_zeros() + 1);
        digits &= digits - 1;
    }
    deficit.gap
}
