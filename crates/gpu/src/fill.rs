//! Ranges: the device adds table, relief and constant, the host widens.
//!
//! A column of at most 32 bits comes from the device as it is ([`packed`]), whatever the
//! table. A wider one is put together on the host: of one word a value and a base
//! ([`based`]), or, where the table is wider than a word, of several ([`planes`]).

mod based;
mod packed;
mod planes;
#[cfg(test)]
mod tests;

use std::ops::Range;

use bytemuck::Pod;
use phinum_core::backend::BackendError;
use phinum_core::column::{Width, Word};
use phinum_core::tile::Part;
use phinum_shaders::tile_fill::{Params, SHADER, Task};

use self::based::Based;
use self::packed::Packed;
use self::planes::Plane;
use crate::engine::Engine;
use crate::error::Trouble;
use crate::kernel::Variant;
use crate::session::Session;
use crate::slices::{Slice, most_described, most_packed};
use crate::tables::Tables;
use crate::work::{Batch, Dispatch, Frame, Loaded};

/// The most words of a dispatch: 16 MiB of them, a small part of any memory.
const MOST: u64 = 1 << 22;

/// Consecutive values into a slice.
#[derive(Debug)]
struct Target<'a, W> {
    tables: &'a Tables,
    start: u128,
    out: &'a mut [W],
    /// Values of a workgroup: as many as whole words hold.
    longest: u32,
    /// Values of a word on the device.
    per_word: u32,
    /// Threads that take in a chunk.
    threads: usize,
}

impl<W: Word> Target<'_, W> {
    fn most(&self, frame: &Frame) -> u64 {
        let described =
            most_described(self.tables, self.longest, frame.binding, size_of::<Task>() as u64);
        most_packed(self.tables, self.per_word, MOST.min(frame.binding / 4)).min(described)
    }

    fn load(&self, session: &mut Session, plane: u32) -> Result<Loaded, Trouble> {
        let (constants, values) = (&["PER_WORD"], [self.per_word, 0, 0]);
        Ok(Loaded {
            kernel: session.kernel(Variant { shader: &SHADER, constants, values, body: None })?,
            resident: vec![self.tables.plane(session, plane)?, self.tables.relief(session)?],
        })
    }

    fn parts(&self, chunk: &Range<u64>) -> Vec<Part> {
        self.tables.tile.parts(self.start + u128::from(chunk.start), chunk.end - chunk.start)
    }

    /// A chunk's task for `slice`; its words begin with value `slice.at`.
    fn push(&self, feed: &mut Vec<u32>, slice: Slice, add: u32, times: u32) {
        let Slice { at, len, table_from, relief_from } = slice;
        debug_assert!(at.is_multiple_of(self.per_word), "a slice begins with a whole word");
        let (out, words) = (at / self.per_word, len.div_ceil(self.per_word));
        let task = Task { out, words, table_from, add, relief_from, times, pad: [0; 2] };
        feed.extend_from_slice(bytemuck::cast_slice(&[task]));
    }

    /// Calls `take` for pieces of a chunk of at least `least` values, with the number of
    /// each one's first value, on as many threads as there are.
    fn share(
        &mut self,
        chunk: &Range<u64>,
        least: usize,
        take: impl Fn(&mut [W], usize) + Send + Sync,
    ) {
        let out = &mut self.out[chunk.start as usize..chunk.end as usize];
        let piece = out.len().div_ceil(self.threads).max(least);
        if piece >= out.len() {
            return take(out, 0);
        }
        // Not a pool: its threads, waiting here, would take up other work of the
        // caller's, and might wait in it for the device that is held here.
        std::thread::scope(|scope| {
            for (i, out) in out.chunks_mut(piece).enumerate() {
                let take = &take;
                scope.spawn(move || take(out, i * piece));
            }
        });
    }
}

/// A batch of the tasks in `feed`, which write so many words.
fn batch<N>(words: usize, frame: &Frame, feed: &[u32], note: N) -> Batch<N> {
    let tasks = (4 * feed.len() / size_of::<Task>()) as u32;
    let grid = frame.grid(tasks);
    let params = Params { tasks, width: grid.width, pad: [0; 2] };
    Batch { dispatches: vec![Dispatch::new(&params, grid)], words, zeroed: 0..0, note }
}

/// Fills `out` with the values of the function of `tables` from `start` on.
pub(crate) fn fill<W: Word + Pod>(
    engine: &mut Engine,
    tables: &Tables,
    start: u128,
    out: &mut [W],
) -> Result<(), BackendError> {
    // The closed bound's words are packed otherwise, to be finished on the host.
    let packed = W::WIDTH <= Width::U32 && !tables.tile.needs_finish();
    let per_word = if packed { 32 / W::WIDTH.bits() } else { 1 };
    let longest = engine.tuning.slice().next_multiple_of(per_word);
    let threads = engine.threads;
    if !packed && !tables.is_narrow() {
        for plane in 0..W::WIDTH.bits().div_ceil(32) {
            let target = Target { tables, start, out: &mut *out, longest, per_word, threads };
            engine.run(&mut Plane { target, plane })?;
        }
        return Ok(());
    }
    let target = Target { tables, start, out, longest, per_word, threads };
    if packed { engine.run(&mut Packed(target)) } else { engine.run(&mut Based(target)) }
}
