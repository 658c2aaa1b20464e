//! Tables of Grundy values of r-Wythoff: a dispatch an antidiagonal, an invocation
//! a cell, by the sets of [`phinum_core::wythoff::wavefront`].
//!
//! The sets stay on the device from one antidiagonal to the next, and what was added
//! to them is not taken out again: whatever fails, the table is begun anew.

use std::ops::Range;

use phinum_core::backend::{BackendError, GrundyTable, WythoffTable};
use phinum_shaders::wythoff_table::{Params, SHADER};

use crate::engine::Engine;
use crate::error::Trouble;
use crate::kernel::Variant;
use crate::session::Session;
use crate::work::{Batch, Dispatch, Frame, Loaded, Work};

/// What an antidiagonal counts for: what no pace goes below, so that a chunk is a
/// whole number of them.
const STEP: u64 = 1 << 12;
/// The most antidiagonals of a chunk: with the longest there are, 32 MiB of values.
const MOST: u64 = 1 << 9;

/// A table under way.
#[derive(Debug)]
struct Table {
    task: WythoffTable,
    /// Of the antidiagonals done, each from its least a up.
    values: Vec<u16>,
}

/// The words of the buffers that stay from one antidiagonal to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sizes {
    /// Words of a set.
    set: u64,
    /// How many antidiagonals are looked back at, and the one under way.
    depth: u64,
    /// The sets of all rows, and as many diagonals.
    sets: u64,
    /// The values looked back at.
    kept: u64,
}

impl Sizes {
    fn of(task: WythoffTable) -> Sizes {
        let n = task.n() as u64;
        let set = (2 * n).div_ceil(32);
        // The j below r, as far as there are antidiagonals.
        let depth = u64::from(task.r()).min(2 * n);
        Sizes { set, depth, sets: n * (set + 1), kept: depth * n.div_ceil(2) }
    }
}

impl Table {
    fn antidiagonals(chunk: &Range<u64>) -> Range<usize> {
        (chunk.start / STEP) as usize..(chunk.end / STEP) as usize
    }
}

impl Work for Table {
    type Note = ();

    const KIND: &'static str = "wythoff table";

    fn len(&self) -> u64 {
        self.task.antidiagonals() as u64 * STEP
    }

    fn most(&self, _: &Frame) -> u64 {
        MOST * STEP
    }

    fn load(&self, session: &mut Session) -> Result<Loaded, Trouble> {
        let Sizes { sets, kept, .. } = Sizes::of(self.task);
        let kernel = session.kernel(Variant::plain(&SHADER))?;
        let resident = [sets, sets, kept].map(|words| session.zeros(words));
        Ok(Loaded { kernel, resident: resident.into_iter().collect::<Result<_, _>>()? })
    }

    fn resume(&mut self, _: u64) -> u64 {
        self.values.clear();
        0
    }

    fn prepare(&self, chunk: Range<u64>, frame: &Frame, _: &mut Vec<u32>) -> Batch<()> {
        let task = self.task;
        let sizes = Sizes::of(task);
        let mut words = 0;
        let dispatch = |s: usize| {
            let cells = task.cells(s);
            let grid = frame.grid_for(cells as u32);
            let params = Params {
                s: s as u32,
                n: task.n() as u32,
                r: task.r(),
                cells: cells as u32,
                width: grid.width,
                words: sizes.set as u32,
                depth: sizes.depth as u32,
                at: words as u32,
            };
            words += cells;
            Dispatch::new(&params, grid)
        };
        let dispatches = Self::antidiagonals(&chunk).map(dispatch).collect();
        Batch { dispatches, words, zeroed: 0..0, note: () }
    }

    fn receive(&mut self, _: Range<u64>, (): (), words: &[u32]) {
        // No play is longer than a + b, which 16 bits hold.
        self.values.extend(words.iter().map(|word| *word as u16));
    }
}

/// The table of `task`.
pub(crate) fn wythoff_table(
    engine: &mut Engine,
    task: WythoffTable,
) -> Result<GrundyTable, BackendError> {
    let Sizes { sets, kept, .. } = Sizes::of(task);
    if 4 * sets.max(kept) > engine.binding {
        return Err(engine.too_much());
    }
    let values = Vec::with_capacity(task.offset(task.antidiagonals()));
    let mut table = Table { task, values };
    engine.run(&mut table)?;
    Ok(GrundyTable::from_antidiagonals(task, table.values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_the_longest_side_has_numbers_of_32_bits() {
        for r in [1, 2, 100, u32::MAX] {
            let task = WythoffTable::new(1 << 15, r).expect("the longest");
            let Sizes { set, depth, sets, kept } = Sizes::of(task);
            assert_eq!((set, depth), (2048, u64::from(r).min(1 << 16)));
            assert!(sets.max(kept) <= u32::MAX.into());
        }
    }
}
