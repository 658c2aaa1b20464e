//! Ranges: the device adds table, relief and constant modulo 2^32, the host widens.

use std::ops::Range;

use phinum_core::backend::BackendError;
use phinum_core::closed_bound;
use phinum_core::column::Word;
use phinum_core::tile::Part;
use phinum_shaders::tile_fill::{Params, SHADER, Task};

use crate::engine::Engine;
use crate::error::Trouble;
use crate::kernel::Variant;
use crate::session::Session;
use crate::slices::{Slice, cut, groups, most_described};
use crate::tables::Tables;
use crate::work::{Batch, Dispatch, Frame, Loaded, Work};

/// The most values of a dispatch: 16 MiB of them, a small part of any memory.
const MOST: u64 = 1 << 22;
/// Fewer values are no thread's work of their own: they take less than its start.
const LEAST_OF_A_THREAD: usize = 1 << 16;
/// Packed values that are finished at a time.
const PACKED: usize = 1 << 10;

/// Consecutive values into a slice.
#[derive(Debug)]
struct Target<'a, W> {
    tables: &'a Tables,
    start: u128,
    out: &'a mut [W],
    /// Values of a workgroup.
    longest: u32,
    /// Threads that take in a chunk.
    threads: usize,
}

impl<W> Target<'_, W> {
    fn most(&self, frame: &Frame) -> u64 {
        let described =
            most_described(self.tables, self.longest, frame.binding, size_of::<Task>() as u64);
        MOST.min(frame.binding / 4).min(described)
    }

    fn load(&self, session: &mut Session, plane: u32) -> Result<Loaded, Trouble> {
        Ok(Loaded {
            kernel: session.kernel(Variant::plain(&SHADER))?,
            resident: vec![self.tables.plane(session, plane)?, self.tables.relief(session)?],
        })
    }

    fn parts(&self, chunk: &Range<u64>) -> Vec<Part> {
        self.tables.tile.parts(self.start + u128::from(chunk.start), chunk.end - chunk.start)
    }
}

/// A batch of the tasks in `feed`.
fn batch<N>(chunk: &Range<u64>, frame: &Frame, feed: &[u32], note: N) -> Batch<N> {
    let tasks = (4 * feed.len() / size_of::<Task>()) as u32;
    let grid = frame.grid(tasks);
    let params = Params { tasks, width: grid.width, pad: [0; 2] };
    Batch {
        dispatches: vec![Dispatch::new(&params, grid)],
        words: (chunk.end - chunk.start) as usize,
        zeroed: 0..0,
        note,
    }
}

fn push(feed: &mut Vec<u32>, slice: Slice, add: u32, times: u32) {
    let Slice { at: out, len, table_from, relief_from } = slice;
    let task = Task { out, len, table_from, add, relief_from, times, pad: [0; 2] };
    feed.extend_from_slice(bytemuck::cast_slice(&[task]));
}

/// A function whose table fits words: every value is one word from its group's base.
#[derive(Debug)]
pub(crate) struct Fill<'a, W>(Target<'a, W>);

impl<W: Word> Work for Fill<'_, W> {
    /// The base of each group, and where in the chunk it ends.
    type Note = Vec<(u128, usize)>;

    const KIND: &'static str = "fill";

    fn len(&self) -> u64 {
        self.0.out.len() as u64
    }

    fn most(&self, frame: &Frame) -> u64 {
        self.0.most(frame)
    }

    fn load(&self, session: &mut Session) -> Result<Loaded, Trouble> {
        self.0.load(session, 0)
    }

    fn prepare(&self, chunk: Range<u64>, frame: &Frame, feed: &mut Vec<u32>) -> Batch<Self::Note> {
        let parts = self.0.parts(&chunk);
        let mut bases = Vec::new();
        let mut rest = parts.as_slice();
        let mut at = 0;
        for group in groups(self.0.tables, &parts) {
            let (these, after) = rest.split_at(group.parts);
            for part in these {
                let add = part.add.wrapping_sub(group.base) as u32;
                cut(self.0.tables, part, at, self.0.longest, |slice| {
                    push(feed, slice, add, part.times as u32);
                });
                at += part.len;
            }
            bases.push((group.base, at as usize));
            rest = after;
        }
        batch(&chunk, frame, feed, bases)
    }

    fn receive(&mut self, chunk: Range<u64>, note: Self::Note, words: &[u32]) {
        let out = &mut self.0.out[chunk.start as usize..chunk.end as usize];
        let piece = out.len().div_ceil(self.0.threads).max(LEAST_OF_A_THREAD);
        // The closed bound is assembled from what the device gives and the numbers.
        let finish = self.0.tables.tile.needs_finish();
        let start = finish.then(|| self.0.start + u128::from(chunk.start));
        let widen = |out: &mut [W], words: &[u32], first| match start {
            Some(start) => finished(out, words, &note, first, start),
            None => widen(out, words, &note, first),
        };
        if piece >= out.len() {
            return widen(out, words, 0);
        }
        // Not a pool: its threads, waiting here, would take up other work of the
        // caller's, and might wait in it for the device that is held here.
        std::thread::scope(|scope| {
            let pieces = out.chunks_mut(piece).zip(words.chunks(piece)).enumerate();
            for (i, (out, words)) in pieces {
                let widen = &widen;
                scope.spawn(move || widen(out, words, i * piece));
            }
        });
    }
}

/// Calls `each` for every stretch of values, from value `first` of a chunk on, that have
/// one base.
fn stretches(
    bases: &[(u128, usize)],
    first: usize,
    len: usize,
    mut each: impl FnMut(u128, Range<usize>),
) {
    let mut at = 0;
    for &(base, end) in bases {
        let end = end.saturating_sub(first).min(len);
        if end > at {
            each(base, at..end);
            at = end;
        }
    }
}

/// Adds the bases to the words of a chunk from its value `first` on.
fn widen<W: Word>(out: &mut [W], words: &[u32], bases: &[(u128, usize)], first: usize) {
    stretches(bases, first, words.len(), |base, at| {
        let base = W::low(base);
        for (value, word) in out[at.clone()].iter_mut().zip(&words[at]) {
            *value = base.plus(W::low((*word).into()));
        }
    });
}

/// As [`widen`], of packed values, which are finished; the chunk begins at `start`.
fn finished<W: Word>(
    out: &mut [W],
    words: &[u32],
    bases: &[(u128, usize)],
    first: usize,
    start: u128,
) {
    let mut packed = [0; PACKED];
    stretches(bases, first, words.len(), |base, at| {
        let mut n = start + (first + at.start) as u128;
        let pieces = out[at.clone()].chunks_mut(PACKED).zip(words[at].chunks(PACKED));
        for (out, words) in pieces {
            let packed = &mut packed[..words.len()];
            for (packed, word) in packed.iter_mut().zip(words) {
                *packed = word.wrapping_add(base as u32);
            }
            closed_bound::finish(n, packed, out);
            n += words.len() as u128;
        }
    });
}

/// A function with a wider table: one pass for each word of its values, which the
/// host puts together, and adds the rest to.
#[derive(Debug)]
pub(crate) struct FillPlane<'a, W> {
    target: Target<'a, W>,
    plane: u32,
}

impl<W: Word> Work for FillPlane<'_, W> {
    type Note = Vec<Part>;

    const KIND: &'static str = "fill";

    fn len(&self) -> u64 {
        self.target.out.len() as u64
    }

    fn most(&self, frame: &Frame) -> u64 {
        self.target.most(frame)
    }

    fn load(&self, session: &mut Session) -> Result<Loaded, Trouble> {
        self.target.load(session, self.plane)
    }

    fn prepare(&self, chunk: Range<u64>, frame: &Frame, feed: &mut Vec<u32>) -> Batch<Self::Note> {
        let parts = self.target.parts(&chunk);
        let mut at = 0;
        for part in &parts {
            cut(self.target.tables, part, at, self.target.longest, |slice| push(feed, slice, 0, 0));
            at += part.len;
        }
        batch(&chunk, frame, feed, parts)
    }

    fn receive(&mut self, chunk: Range<u64>, parts: Self::Note, words: &[u32]) {
        let out = &mut self.target.out[chunk.start as usize..chunk.end as usize];
        let mut at = 0;
        for part in parts {
            // Only the longest game has relief, and its tables are narrow.
            debug_assert_eq!(part.times, 0);
            let end = at + part.len as usize;
            let base = W::low(part.add);
            for (value, word) in out[at..end].iter_mut().zip(&words[at..end]) {
                let below = if self.plane == 0 { base } else { *value };
                *value = below.plus(W::low(u128::from(*word) << (32 * self.plane)));
            }
            at = end;
        }
    }
}

/// Fills `out` with the values of the function of `tables` from `start` on.
pub(crate) fn fill<W: Word>(
    engine: &mut Engine,
    tables: &Tables,
    start: u128,
    out: &mut [W],
) -> Result<(), BackendError> {
    let (longest, threads) = (engine.tuning.slice(), engine.threads);
    if tables.is_narrow() {
        engine.run(&mut Fill(Target { tables, start, out: &mut *out, longest, threads }))?;
    } else {
        for plane in 0..W::WIDTH.bits().div_ceil(32) {
            let target = Target { tables, start, out: &mut *out, longest, threads };
            engine.run(&mut FillPlane { target, plane })?;
        }
    }
    Ok(())
}
