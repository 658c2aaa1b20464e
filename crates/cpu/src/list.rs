//! Listed numbers, many at a time: the greedy numeral without branches.
//!
//! A batch goes through the places together, from the largest down: each number
//! takes the place or does not, by a mask, and adds what the place is worth. The
//! numbers may come in any order; a batch costs what its largest one does.

use phinum_core::closed_bound::finish_one;
use phinum_core::column::Word;
use phinum_core::places::{place, top_index};
use phinum_core::scatter::{Rule, Scatter};
use phinum_core::zeckendorf_game::deficit::Deficit;
use rayon::prelude::*;

/// Numbers that go through the places together: their state fits the first cache.
const BATCH: usize = 128;
/// Numbers a thread takes at a time.
const CHUNK: usize = 1 << 14;

/// Evaluates `scatter` at each of `inputs`.
pub(crate) fn fill<W: Word>(scatter: &Scatter, inputs: &[u64], out: &mut [W]) {
    let chunk = |(inputs, out): (&[u64], &mut [W])| {
        for (inputs, out) in inputs.chunks(BATCH).zip(out.chunks_mut(BATCH)) {
            batch(scatter, inputs, out);
        }
    };
    if inputs.len() <= CHUNK {
        chunk((inputs, out));
    } else {
        inputs.par_chunks(CHUNK).zip(out.par_chunks_mut(CHUNK)).for_each(chunk);
    }
}

/// Whether each pair is cold.
pub(crate) fn cold(pairs: &[[u64; 2]], out: &mut [u8]) {
    assert_eq!(pairs.len(), out.len(), "an answer for every pair");
    pairs.par_chunks(CHUNK).zip(out.par_chunks_mut(CHUNK)).for_each(|(pairs, out)| {
        for (pairs, out) in pairs.chunks(BATCH).zip(out.chunks_mut(BATCH)) {
            cold_batch(pairs, out);
        }
    });
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
            for ((slot, sum), n) in out.iter_mut().zip(sums).zip(inputs) {
                *slot = if scatter.needs_finish {
                    W::low(finish_one(*n, sum.wide() as u64))
                } else {
                    sum.plus(W::low(constant))
                };
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

fn cold_batch(pairs: &[[u64; 2]], out: &mut [u8]) {
    let mut smaller = [0u64; BATCH];
    for (slot, [a, b]) in smaller.iter_mut().zip(pairs) {
        *slot = *a.min(b);
    }
    let mut shifted = [0u64; BATCH];
    // A shift past 2^64 wraps to less than the number itself, so never to its partner.
    let batch = greedy(&smaller[..pairs.len()], |i| place(i + 1) as u64, &mut shifted);
    for (lane, (slot, [a, b])) in out.iter_mut().zip(pairs).enumerate() {
        let digits = batch.digits(lane);
        // Of no digits at all there are 128 zeros: an even number, as (0, 0) wants.
        let even = digits.trailing_zeros() % 2 == 0;
        *slot = u8::from(even && shifted[lane] == *a.max(b));
    }
}
