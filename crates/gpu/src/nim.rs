//! Nim-sums of Fibonacci Nim: the device looks up heaps, the host adds them up.
//!
//! A table may be larger than a binding, so it goes by windows of heaps: each has
//! all heaps of the task before it and answers 0 for those that are not its own.
//! A chunk is so many heaps, wherever positions end, so that one of a million heaps
//! is no longer work than a million of one.

use std::ops::Range;

use phinum_core::backend::BackendError;
use phinum_core::fibonacci_nim::Thresholds;
use phinum_core::fibonacci_nim::sums::NimSums;
use phinum_shaders::nim_sums::{Params, SHADER};

use crate::engine::Engine;
use crate::error::Trouble;
use crate::kernel::Variant;
use crate::resident::Piece;
use crate::session::Session;
use crate::tables::four_a_word;
use crate::work::{Batch, Dispatch, Frame, Loaded, Work};

/// The most heaps of a dispatch, each of 9 bytes to and fro.
const MOST: u64 = 1 << 20;

/// Heaps of the table, and where their steps lie in it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Window {
    heaps: Range<u32>,
    steps: Range<u32>,
}

impl Window {
    /// From `heaps.start` on as many of `heaps` as have at most `bytes` in an array.
    fn of(table: &Thresholds, heaps: Range<u32>, bytes: u64) -> Window {
        let (starts, _, _) = table.arrays();
        let base = starts[heaps.start as usize];
        let until = |end: u32| starts[end as usize];
        let fits = |end: u32| {
            let (heaps, steps) = (u64::from(end - heaps.start), u64::from(until(end) - base));
            (4 * steps).max(4 * (heaps + 1) + steps.next_multiple_of(4)) <= bytes
        };
        // No heap has more than 256 steps.
        let (mut end, mut above) = (heaps.start + 1, heaps.end);
        while end < above {
            let middle = end + (above - end).div_ceil(2);
            if fits(middle) { end = middle } else { above = middle - 1 }
        }
        Window { heaps: heaps.start..end, steps: base..until(end) }
    }
}

/// The nim-sums of a task, as far as one window goes.
#[derive(Debug)]
struct Sums<'a> {
    task: &'a NimSums<'a>,
    window: Window,
    /// The position whose heaps are taken in next, unless it has none.
    position: usize,
    out: &'a mut [u8],
}

impl Work for Sums<'_> {
    type Note = ();

    const KIND: &'static str = "nim-sums";

    fn len(&self) -> u64 {
        self.task.heaps().len() as u64
    }

    fn most(&self, frame: &Frame) -> u64 {
        MOST.min(frame.binding / 8)
    }

    fn load(&self, session: &mut Session) -> Result<Loaded, Trouble> {
        let table = self.task.table();
        let (starts, caps, values) = table.arrays();
        let Window { heaps, steps } = &self.window;
        let within = steps.start as usize..steps.end as usize;
        // Functions are numbered too, but have other pieces.
        let (owner, key) = (table.id(), (heaps.start, heaps.end));
        let caps = session.table(owner, Piece::Caps(key), || &caps[within.clone()])?;
        let starts = session.table(owner, Piece::Starts(key), || {
            let mut words = starts[heaps.start as usize..=heaps.end as usize].to_vec();
            words.extend(four_a_word(&values[within]));
            words
        })?;
        let kernel = session.kernel(Variant::plain(&SHADER))?;
        Ok(Loaded { kernel, resident: vec![caps, starts] })
    }

    fn prepare(&self, chunk: Range<u64>, frame: &Frame, feed: &mut Vec<u32>) -> Batch<()> {
        let heaps = &self.task.heaps()[chunk.start as usize..chunk.end as usize];
        let words = heaps.len().div_ceil(4);
        feed.extend_from_slice(heaps.as_flattened());
        // Heaps of nothing, to the end of a word.
        feed.resize(8 * words, 0);
        let grid = frame.grid_for(words as u32);
        let Window { heaps, steps } = &self.window;
        let count = heaps.end - heaps.start;
        let params = Params {
            count: words as u32,
            width: grid.width,
            first: heaps.start,
            heaps: count,
            base: steps.start,
            // The heap 0 alone has none.
            last: (steps.end - steps.start).saturating_sub(1),
            values: count + 1,
            half: self.task.table().longest().checked_ilog2().map_or(0, |log| 1 << log),
        };
        Batch { dispatches: vec![Dispatch::new(&params, grid)], words, zeroed: 0..0, note: () }
    }

    fn receive(&mut self, chunk: Range<u64>, (): (), words: &[u32]) {
        let values: &[u8] = bytemuck::cast_slice(words);
        let ends = self.task.ends();
        let (start, end) = (chunk.start as usize, chunk.end as usize);
        let mut at = start;
        while at < end {
            while ends[self.position] as usize <= at {
                self.position += 1;
            }
            let until = end.min(ends[self.position] as usize);
            let sum = values[at - start..until - start].iter().fold(0, |sum, value| sum ^ value);
            self.out[self.position] ^= sum;
            at = until;
        }
    }
}

/// The nim-sum of each position of `task`.
pub(crate) fn nim_sums(
    engine: &mut Engine,
    task: &NimSums<'_>,
    out: &mut [u8],
) -> Result<(), BackendError> {
    out.fill(0);
    let table = task.table();
    let Some(largest) = task.heaps().iter().map(|[heap, _]| *heap).max() else { return Ok(()) };
    // Up to a power of two, so that few tables are made of one as tasks grow.
    let end = (u64::from(largest) + 1).next_power_of_two().min(u64::from(table.last()) + 1) as u32;
    let bytes = engine.window();
    let mut first = 0;
    while first < end {
        let window = Window::of(table, first..end, bytes);
        first = window.heaps.end;
        engine.run(&mut Sums { task, window, position: 0, out: &mut *out })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_follow_one_another_and_fit() {
        let table = Thresholds::up_to(3000, |_, _| true).ok().flatten().expect("a small table");
        let (starts, caps, _) = table.arrays();
        for bytes in [1 << 10, 1500, 1 << 12, 1 << 14, 1 << 20] {
            let (mut first, mut base, mut windows) = (0, 0, 0);
            while first <= table.last() {
                let window = Window::of(&table, first..table.last() + 1, bytes);
                assert_eq!((window.heaps.start, window.steps.start), (first, base));
                assert!(window.heaps.end > first);
                (first, base) = (window.heaps.end, window.steps.end);
                assert_eq!(base, starts[first as usize]);
                assert!(4 * u64::from(base - window.steps.start) <= bytes);
                windows += 1;
            }
            assert_eq!((first, base as usize), (table.last() + 1, caps.len()));
            assert!(windows >= 4 * caps.len() as u64 / bytes);
            assert!(windows <= 1 + 12 * caps.len() as u64 / bytes, "{windows} of {bytes}");
        }
    }
}
