//! A pass for each word of a value, where the table is wider than a word: the host puts
//! the words together, and adds what the table lacks.

use std::ops::Range;

use phinum_core::column::Word;
use phinum_core::tile::Part;

use super::{Target, batch};
use crate::error::Trouble;
use crate::session::Session;
use crate::slices::cut;
use crate::work::{Batch, Frame, Loaded, Work};

/// One of the words of a function's values into a column.
#[derive(Debug)]
pub(super) struct Plane<'a, W> {
    pub(super) target: Target<'a, W>,
    pub(super) plane: u32,
}

impl<W: Word> Work for Plane<'_, W> {
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
            cut(self.target.tables, part, at, self.target.longest, |slice| {
                self.target.push(feed, slice, 0, 0);
            });
            at += part.len;
        }
        batch(at as usize, frame, feed, parts)
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
