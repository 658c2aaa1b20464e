//! Summaries: each workgroup leaves the sum, the least and the greatest of its
//! slice; the host adds what the device cannot count to.

use std::ops::Range;

use bytemuck::Pod;
use phinum_core::backend::{BINS, BackendError, Summary, SummaryTask};
use phinum_core::column::{Width, Word};
use phinum_core::dashu::UBig;
use phinum_shaders::tile_reduce::{Params, Partial, SHADER, Task};

use crate::engine::Engine;
use crate::error::Trouble;
use crate::fill::fill;
use crate::kernel::Variant;
use crate::session::Session;
use crate::slices::{cut, most_described, span};
use crate::tables::Tables;
use crate::work::{Batch, Dispatch, Frame, Loaded, Work};

/// The most values of a dispatch. Nothing but partial results comes back.
const MOST: u64 = 1 << 28;
/// Values filled at a time where the host summarises.
const PIECE: usize = 1 << 20;
/// Words of a partial result.
const WORDS: usize = size_of::<Partial>() / 4;

#[derive(Debug)]
struct Reduce<'a> {
    tables: &'a Tables,
    range: Range<u128>,
    histogram: bool,
    /// Values of a workgroup.
    longest: u32,
    summary: Summary,
}

/// What the host knows of a slice.
#[derive(Clone, Copy, Debug)]
struct Known {
    at: u32,
    len: u32,
    /// What each value has on top of the device's word.
    base: u128,
    /// A value that all of them reach, where the host does the tally.
    untallied: Option<u128>,
}

impl Work for Reduce<'_> {
    type Note = Vec<Known>;

    const KIND: &'static str = "reduce";

    fn len(&self) -> u64 {
        (self.range.end - self.range.start) as u64
    }

    fn most(&self, frame: &Frame) -> u64 {
        let size = size_of::<Task>() as u64;
        MOST.min(most_described(self.tables, self.longest, frame.binding / 2, size))
    }

    fn load(&self, session: &mut Session) -> Result<Loaded, Trouble> {
        Ok(Loaded {
            kernel: session.kernel(Variant::plain(&SHADER))?,
            resident: vec![self.tables.plane(session, 0)?, self.tables.relief(session)?],
        })
    }

    fn prepare(&self, chunk: Range<u64>, frame: &Frame, feed: &mut Vec<u32>) -> Batch<Vec<Known>> {
        let start = self.range.start + u128::from(chunk.start);
        let mut known = Vec::new();
        let mut at = 0;
        for part in self.tables.tile.parts(start, chunk.end - chunk.start) {
            let (low, high) = span(self.tables, &part);
            // Values that a word holds stay whole: the histogram needs them so.
            let base = if high < 1 << 32 { 0 } else { low };
            let add = part.add.wrapping_sub(base) as u32;
            // Where all lie above the bins there is nothing to tell apart.
            let untallied = (base > 0 || low >= BINS as u128).then_some(low);
            let tally = u32::from(self.histogram && untallied.is_none());
            cut(self.tables, &part, at, self.longest, |slice| {
                known.push(Known { at: slice.at, len: slice.len, base, untallied });
                let task = Task {
                    len: slice.len,
                    table_from: slice.table_from,
                    add,
                    relief_from: slice.relief_from,
                    times: part.times as u32,
                    tally,
                    pad: [0; 2],
                };
                feed.extend_from_slice(bytemuck::cast_slice(&[task]));
            });
            at += part.len;
        }
        let grid = frame.grid(known.len() as u32);
        let histogram = known.len() * WORDS;
        let words = histogram + if self.histogram { BINS + 1 } else { 0 };
        let params = Params {
            tasks: known.len() as u32,
            width: grid.width,
            histogram: histogram as u32,
            bins: BINS as u32,
        };
        Batch {
            dispatches: vec![Dispatch::new(&params, grid)],
            words,
            zeroed: histogram..words,
            note: known,
        }
    }

    fn receive(&mut self, chunk: Range<u64>, known: Vec<Known>, words: &[u32]) {
        let start = self.range.start + u128::from(chunk.start);
        let (partials, bins) = words.split_at(known.len() * WORDS);
        let partials: &[Partial] = bytemuck::cast_slice(partials);
        let summary = &mut self.summary;
        let mut sum = 0u128;
        for (slice, partial) in known.iter().zip(partials) {
            sum += u128::from(partial.sum_low) | u128::from(partial.sum_high) << 32;
            let n = |at: u32| start + u128::from(slice.at) + u128::from(at);
            let value = |word: u32| slice.base + u128::from(word);
            summary.see(n(partial.least_at), value(partial.least));
            summary.see(n(partial.greatest_at), value(partial.greatest));
            if slice.base > 0 {
                summary.sum += UBig::from(slice.base) * slice.len;
            }
            if let Some(low) = slice.untallied {
                summary.tally(low, slice.len.into());
            }
        }
        summary.sum += sum;
        summary.count += u128::from(chunk.end - chunk.start);
        for (value, &times) in bins.iter().enumerate() {
            summary.tally(value as u128, times.into());
        }
    }
}

/// Summarises the function of `tables` over a range.
pub(crate) fn summarize(
    engine: &mut Engine,
    tables: &Tables,
    task: &SummaryTask<'_>,
) -> Result<Summary, BackendError> {
    let (range, histogram) = (task.range(), task.histogram());
    // A part whose values a word does not hold lies above the bins as a whole.
    let bins_are_whole = tables.greatest < (1 << 32) - 2 * BINS as u128;
    let on_device = tables.is_narrow() && !tables.tile.needs_finish();
    if on_device && (bins_are_whole || !histogram) {
        let longest = engine.tuning.slice_read();
        let summary = Summary::new(histogram);
        let mut reduce = Reduce { tables, range, histogram, longest, summary };
        engine.run(&mut reduce)?;
        return Ok(reduce.summary);
    }
    if task.function().width(range.clone())? <= Width::U64 {
        by_filling::<u64>(engine, tables, range, histogram)
    } else {
        by_filling::<u128>(engine, tables, range, histogram)
    }
}

/// Fills a piece after another and summarises it on the host.
fn by_filling<W: Word + Pod>(
    engine: &mut Engine,
    tables: &Tables,
    range: Range<u128>,
    histogram: bool,
) -> Result<Summary, BackendError> {
    let mut summary = Summary::new(histogram);
    let mut values = vec![W::ZERO; PIECE.min((range.end - range.start) as usize)];
    let mut start = range.start;
    while start < range.end {
        let len = values.len().min((range.end - start) as usize);
        let piece = &mut values[..len];
        fill(engine, tables, start, piece)?;
        let mut sum = 0u128;
        for (n, value) in (start..=u128::MAX).zip(piece.iter().map(|value| value.wide())) {
            let (next, full) = sum.overflowing_add(value);
            if full {
                summary.sum += UBig::ONE << 128;
            }
            sum = next;
            summary.see(n, value);
            summary.tally(value, 1);
        }
        summary.sum += sum;
        summary.count += len as u128;
        start += len as u128;
    }
    Ok(summary)
}
