//! Functions of the greatest index: its bit length leaves at most three to choose from.

use phinum_core::column::Word;
use phinum_core::places::{MAX_INDEX_U64, place, top_index};
use phinum_core::scatter::Scatter;

use super::Kernel;

/// The numbers of one bit length.
#[derive(Clone, Copy)]
struct Length<W> {
    /// The numbers below the next two places, which may have this length.
    last: [u64; 2],
    /// The values up to these and past them.
    values: [W; 3],
}

/// A table over the greatest index, 0 at n = 0, by bit length.
pub(super) struct Highest<W>(Vec<Length<W>>);

impl<W: Word> Highest<W> {
    /// By the table of `scatter`.
    pub(super) fn new(scatter: &Scatter) -> Self {
        let length = |bits: u32| {
            let first = bits.checked_sub(1).map_or(0, |shift| top_index(1 << shift));
            let value = |above| scatter.table[MAX_INDEX_U64.min(first + above) as usize];
            Length {
                last: [1, 2]
                    .map(|above| u64::try_from(place(first + above) - 1).unwrap_or(u64::MAX)),
                values: [0, 1, 2].map(|above| W::low(value(above))),
            }
        };
        Highest((0..=64).map(length).collect())
    }
}

impl<W: Word> Kernel for Highest<W> {
    type In = u64;
    type Out = W;

    #[inline(always)]
    fn evaluate(&self, inputs: &[u64], out: &mut [W]) {
        for (slot, n) in out.iter_mut().zip(inputs) {
            let length = &self.0[64 - n.leading_zeros() as usize];
            let past = usize::from(*n > length.last[0]) + usize::from(*n > length.last[1]);
            *slot = length.values[past];
        }
    }
}
