//! Columns of 8, 16 and 32 bits: the device writes the column's own words, four, two or
//! one in a word of its own, and the host copies them.
//!
//! A column was chosen to hold every value, so all of it may be modulo its width: there
//! is no base, and of a table of wider values the low words do. An invocation owns each
//! word of the device's, so a part begins with a whole one; what is left over at its
//! end, up to three values, is nobody's.

use std::ops::Range;

use bytemuck::Pod;
use phinum_core::column::{Width, Word};

use super::{Target, batch};
use crate::error::Trouble;
use crate::session::Session;
use crate::slices::cut;
use crate::work::{Batch, Frame, Loaded, Work};

/// Fewer bytes are no thread's copying of their own: they take less than its start.
const LEAST_BYTES: usize = 1 << 20;

/// A function into a column of narrow words.
#[derive(Debug)]
pub(super) struct Packed<'a, W>(pub(super) Target<'a, W>);

/// Values of a chunk that stand side by side on the device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stretch {
    /// The number of the first on the device, where what is nobody's counts too.
    from: usize,
    /// Which of the chunk they are.
    at: Range<usize>,
}

impl<W: Word + Pod> Work for Packed<'_, W> {
    type Note = Vec<Stretch>;

    // Narrow values are quicker written, so that their dispatches become larger.
    const KIND: &'static str = match W::WIDTH {
        Width::U8 => "fill of 8 bits",
        Width::U16 => "fill of 16 bits",
        _ => "fill",
    };

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
        let Target { tables, longest, per_word, .. } = self.0;
        let mut stretches: Vec<Stretch> = Vec::new();
        let (mut from, mut at) = (0, 0);
        for part in self.0.parts(&chunk) {
            cut(tables, &part, from, longest, |slice| {
                self.0.push(feed, slice, part.add as u32, part.times as u32);
            });
            let end = at + part.len as usize;
            match stretches.last_mut() {
                Some(last) if last.from + last.at.len() == from as usize => last.at.end = end,
                _ => stretches.push(Stretch { from: from as usize, at: at..end }),
            }
            from = (from + part.len).next_multiple_of(per_word);
            at = end;
        }
        batch((from / per_word) as usize, frame, feed, stretches)
    }

    fn receive(&mut self, chunk: Range<u64>, stretches: Self::Note, words: &[u32]) {
        let values: &[W] = bytemuck::cast_slice(words);
        let least = LEAST_BYTES / W::WIDTH.bytes();
        self.0.share(&chunk, least, |out, first| copy(out, values, &stretches, first));
    }
}

/// Copies the values of a chunk from its value `first` on.
fn copy<W: Copy>(out: &mut [W], values: &[W], stretches: &[Stretch], first: usize) {
    let begun = stretches.partition_point(|stretch| stretch.at.end <= first);
    for Stretch { from, at } in &stretches[begun..] {
        let (start, end) = (at.start.max(first), at.end.min(first + out.len()));
        if start >= end {
            break;
        }
        let from = from + start - at.start;
        out[start - first..end - first].copy_from_slice(&values[from..from + end - start]);
    }
}
