//! Additive functions by chunks of digits: a look-up for each chunk.
//!
//! The tables are of the narrowest words that hold their sums, so that those of
//! small weights stay in the first cache; the widest are a part of any second one.

use phinum_core::column::Word;
use phinum_core::places::place;
use phinum_core::scatter::Scatter;

use super::Kernel;
use super::split::{BATCH, CHUNKS, Chunks, DIGITS, Splits};
use crate::kernel::Lane;

/// Entries of a chunk's table: the numerals of its digits.
const ROOM: usize = place(DIGITS + 1) as usize;

/// For each chunk, the sum of the weights of the digits it holds.
pub(super) struct Sums<E>(Box<Tables<E>>);

type Tables<E> = [[E; ROOM]; CHUNKS];

/// The tables as wide as they come.
pub(super) fn tables<W: Lane>(scatter: &Scatter) -> Sums<W> {
    let mut sums = Sums::<W>::of_zeros();
    for (table, chunk) in sums.0.iter_mut().zip(0..) {
        for i in 1..=DIGITS {
            let weight = scatter.table.get((chunk * DIGITS + i) as usize);
            let weight = W::low(weight.copied().unwrap_or(0));
            let (lower, upper) = table.split_at_mut(place(i) as usize);
            // Below F_i stand the sums without digit i; those below F_{i−1} go with it.
            let without = &lower[..place(i - 1) as usize];
            for (slot, sum) in upper.iter_mut().zip(without) {
                *slot = sum.plus(weight);
            }
        }
    }
    sums
}

impl<E: Word> Sums<E> {
    fn of_zeros() -> Self {
        // A vector first: the tables are larger than some stacks.
        let tables = vec![[E::ZERO; ROOM]; CHUNKS].into_boxed_slice();
        Sums(tables.try_into().unwrap_or_else(|_| unreachable!("a table for each chunk")))
    }

    /// The largest entry.
    pub(super) fn largest(&self) -> u128 {
        self.0.as_flattened().iter().map(|entry| entry.wide()).max().unwrap_or(0)
    }

    /// The same tables of narrower words, which hold every entry.
    pub(super) fn narrowed<N: Word>(&self) -> Sums<N> {
        let mut narrowed = Sums::of_zeros();
        for (to, from) in narrowed.0.as_flattened_mut().iter_mut().zip(self.0.as_flattened()) {
            *to = N::low(from.wide());
        }
        narrowed
    }

    /// The sum over the chunks in `lane`.
    #[inline(always)]
    pub(super) fn at<W: Word>(&self, chunks: &Chunks, lane: usize) -> W {
        let mut sum = W::ZERO;
        for (table, chunk) in self.0.iter().zip(chunks) {
            sum = sum.plus(W::low(table[usize::from(chunk[lane])].wide()));
        }
        sum
    }
}

/// An additive function.
pub(super) struct Additive<E, W> {
    sums: Sums<E>,
    constant: W,
}

impl<E: Word, W> Additive<E, W> {
    pub(super) fn new(sums: Sums<E>, constant: W) -> Self {
        Additive { sums, constant }
    }
}

impl<E: Word, W: Word> Kernel for Additive<E, W> {
    type In = u64;
    type Out = W;

    #[inline(always)]
    fn evaluate(&self, inputs: &[u64], out: &mut [W]) {
        let mut splits = Splits::new();
        for (inputs, out) in inputs.chunks(BATCH).zip(out.chunks_mut(BATCH)) {
            let chunks = splits.of(inputs);
            for (lane, slot) in out.iter_mut().enumerate() {
                *slot = self.sums.at::<W>(chunks, lane).plus(self.constant);
            }
        }
    }
}
