//! One word a value, from the base of its group: what a table that fits words gives, and
//! the closed bound, which the host finishes.

use std::ops::Range;

use phinum_core::closed_bound;
use phinum_core::column::Word;

use super::{Target, batch};
use crate::error::Trouble;
use crate::session::Session;
use crate::slices::{cut, groups};
use crate::work::{Batch, Frame, Loaded, Work};

/// Fewer values are no thread's work of their own: they take less than its start.
const LEAST_OF_A_THREAD: usize = 1 << 16;
/// Packed values that are finished at a time.
const PACKED: usize = 1 << 10;

/// A function of a narrow table into a column.
#[derive(Debug)]
pub(super) struct Based<'a, W>(pub(super) Target<'a, W>);

impl<W: Word> Work for Based<'_, W> {
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
                    self.0.push(feed, slice, add, part.times as u32);
                });
                at += part.len;
            }
            bases.push((group.base, at as usize));
            rest = after;
        }
        batch(at as usize, frame, feed, bases)
    }

    fn receive(&mut self, chunk: Range<u64>, note: Self::Note, words: &[u32]) {
        let (tables, start) = (self.0.tables, self.0.start + u128::from(chunk.start));
        self.0.share(&chunk, LEAST_OF_A_THREAD, |out, first| {
            let words = &words[first..first + out.len()];
            if tables.tile.needs_finish() {
                finished(out, words, &note, first, start);
            } else {
                widen(out, words, &note, first);
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
