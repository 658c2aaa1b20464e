//! A range summarised without a column: a pass over the table, once a part, or over
//! pieces of values that stay in the first cache.

use phinum_core::backend::{BINS, Summary, SummaryTask};
use phinum_core::column::{Width, Word, sum_of};
use phinum_core::dashu::UBig;
use phinum_core::for_width;
use phinum_core::tile::{Part, Tile};
use rayon::prelude::*;

use crate::kernel::{Lane, Stores};
use crate::level::{Compiled, Instructions};
use crate::walk::Walk;

/// How many numbers a thread takes at a time.
const CHUNK: u64 = 1 << 22;
/// How many values are evaluated at a time where the table alone does not say.
const PIECE: usize = 1 << 10;
/// How many words are looked at by one loop before the next: they stay in the first cache.
const WORDS: usize = 1 << 11;
/// Values near each other are tallied in tables of this many bins.
const NEAR: usize = 1 << 8;
/// Tables by turns: neighbouring values are often the same, and a bin that was just
/// written is slow to be read again.
const TURNS: usize = 4;

/// Summarises the range of `task` with the function of `tile`.
pub(crate) fn summarize(tile: &Tile, task: &SummaryTask<'_>, with: Instructions) -> Summary {
    let range = task.range();
    let len = (range.end - range.start) as u64;
    // What a task asks for fits 128 bits.
    let width = tile.function().width(range.clone()).unwrap_or(Width::U128);
    // Merging is exact, so the order in which threads finish does not show.
    (0..len.div_ceil(CHUNK))
        .into_par_iter()
        .map(|i| {
            let (at, len) = (range.start + u128::from(i * CHUNK), CHUNK.min(len - i * CHUNK));
            let mut taken = Taking { tile, width, with, summary: Summary::new(task.histogram()) };
            taken.chunk(at, len);
            taken.summary
        })
        .reduce(
            || Summary::new(task.histogram()),
            |mut all, one| {
                all.merge(&one);
                all
            },
        )
}

/// A summary in the making.
struct Taking<'t> {
    tile: &'t Tile,
    /// What holds every value.
    width: Width,
    with: Instructions,
    summary: Summary,
}

impl Taking<'_> {
    fn chunk(&mut self, start: u128, len: u64) {
        if self.tile.needs_finish() {
            self.walk(Walk::new(self.tile, start, len, self.stores()), start, len);
            return;
        }
        let mut at = start;
        for part in self.tile.parts(start, len) {
            match part.from {
                None => self.constant(part.add, at, part.len),
                Some(from) if part.times == 0 => {
                    let entries = from as usize..(from + part.len) as usize;
                    for_width!(Column, self.tile.table(), table => {
                        self.words(&table[entries], part.add, at);
                    });
                }
                Some(_) => self.part(part, at),
            }
            at += u128::from(part.len);
        }
    }

    /// How pieces are written, which are read at once.
    fn stores(&self) -> Stores {
        Stores { with: self.with, past: false }
    }

    fn constant(&mut self, value: u128, at: u128, len: u32) {
        self.summary.count += u128::from(len);
        self.summary.sum += UBig::from(value) * len;
        self.summary.see(at, value);
        self.summary.tally(value, len.into());
    }

    fn part(&mut self, part: Part, at: u128) {
        self.walk(Walk::of_parts(self.tile, at, vec![part], self.stores()), at, part.len.into());
    }

    /// Evaluates what a walk has, a piece at a time.
    fn walk(&mut self, walk: Walk<'_>, at: u128, len: u64) {
        if self.width <= Width::U64 {
            self.values::<u64>(walk, at, len);
        } else {
            self.values::<u128>(walk, at, len);
        }
    }

    fn values<W: Lane>(&mut self, mut walk: Walk<'_>, at: u128, len: u64) {
        let mut values = [W::ZERO; PIECE];
        let mut done = 0;
        while done < len {
            let piece = &mut values[..PIECE.min((len - done) as usize)];
            walk.next(piece);
            self.words(piece, 0, at + u128::from(done));
            done += piece.len() as u64;
        }
    }

    /// The values are `words` plus `add`, from the number `at` on.
    fn words<W: Word>(&mut self, words: &[W], add: u128, at: u128) {
        let Some(Bounds { sum, least, greatest }) = self.with.run(Survey(words)) else { return };
        self.summary.count += words.len() as u128;
        self.summary.sum += UBig::from(add) * words.len() + sum;
        let (low, high) = (least.word.wide() + add, greatest.word.wide() + add);
        // Where it stands is only looked for if it is better than what there is.
        let lower = self.summary.min.is_none_or(|min| low < min.0);
        let higher = self.summary.max.is_none_or(|max| high > max.0);
        for (Extreme { word, within }, better) in [(least, lower), (greatest, higher)] {
            if better && let Some(i) = words[within..].iter().position(|&other| other == word) {
                self.summary.see(at + (within + i) as u128, word.wide() + add);
            }
        }
        if !self.summary.histogram.is_empty() {
            self.tally(words, add, least.word.wide(), greatest.word.wide());
        }
    }

    fn tally<W: Word>(&mut self, words: &[W], add: u128, least: u128, greatest: u128) {
        if least + add >= BINS as u128 {
            self.summary.tally(least + add, words.len() as u64);
            return;
        }
        if greatest - least >= NEAR as u128 {
            for word in words {
                self.summary.tally(word.wide() + add, 1);
            }
            return;
        }
        let mut bins = [[0u32; NEAR]; TURNS];
        let near = W::low(least.wrapping_neg());
        let (turns, rest) = words.as_chunks::<TURNS>();
        for words in turns {
            for (word, bins) in words.iter().zip(&mut bins) {
                bins[word.plus(near).wide() as usize % NEAR] += 1;
            }
        }
        for word in rest {
            bins[0][word.plus(near).wide() as usize % NEAR] += 1;
        }
        for value in least..=greatest {
            let times = bins.iter().map(|bins| u64::from(bins[(value - least) as usize])).sum();
            self.summary.tally(value + add, times);
        }
    }
}

/// What a pass over words tells.
struct Bounds<W> {
    sum: UBig,
    least: Extreme<W>,
    greatest: Extreme<W>,
}

/// A word, and where those begin that were looked at together when it was first seen.
#[derive(Clone, Copy)]
struct Extreme<W> {
    word: W,
    within: usize,
}

struct Survey<'a, W>(&'a [W]);

impl<W: Word> Compiled for Survey<'_, W> {
    /// `None` of no words.
    type Out = Option<Bounds<W>>;

    #[inline(always)]
    fn run(self) -> Self::Out {
        let first = *self.0.first()?;
        let extreme = Extreme { word: first, within: 0 };
        let mut bounds = Bounds { sum: UBig::ZERO, least: extreme, greatest: extreme };
        for (i, words) in self.0.chunks(WORDS).enumerate() {
            bounds.sum += sum_of(words);
            let (mut least, mut greatest) = (first, first);
            for &word in words {
                least = least.min(word);
                greatest = greatest.max(word);
            }
            let within = i * WORDS;
            if least < bounds.least.word {
                bounds.least = Extreme { word: least, within };
            }
            if greatest > bounds.greatest.word {
                bounds.greatest = Extreme { word: greatest, within };
            }
        }
        Some(bounds)
    }
}
