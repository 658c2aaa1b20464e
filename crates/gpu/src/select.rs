//! Conditions: the values of functions are made, added up and asked on the device. A bit a
//! number comes back, and of each function two sums a workgroup.

use std::ops::Range;
use std::sync::Arc;

use phinum_core::backend::{BackendError, SelectTask, Selection};
use phinum_core::column::Totals;
use phinum_core::dashu::UBig;
use phinum_core::tile::Part;
use phinum_shaders::condition::{Params, Partial, SHADER, Task};

use crate::condition::Condition;
use crate::engine::Engine;
use crate::error::Trouble;
use crate::kernel::Variant;
use crate::session::Session;
use crate::slices::most_described;
use crate::tables::{Joined, Tables};
use crate::work::{Batch, Dispatch, Frame, Loaded, Work};

/// The most numbers of a dispatch: 16 MiB of bits.
const MOST: u64 = 1 << 27;
/// The most numbers of a slice: a place in it times a number of two words is of two words.
const LONGEST: u32 = 1 << 16;
/// Invocations that gather bits together, which a workgroup has at least.
const LANES: u32 = 32;
/// Words of a partial result.
const WORDS: usize = size_of::<Partial>() / 4;

#[derive(Debug)]
struct Select<'a> {
    condition: &'a Condition,
    tables: &'a [Arc<Tables>],
    joined: &'a Joined,
    start: u128,
    len: usize,
    /// Numbers of a workgroup.
    longest: u32,
    selection: Selection,
}

/// What the host knows of a slice.
#[derive(Clone, Copy, Debug)]
struct Known {
    at: u32,
    len: u32,
    /// Where its bits begin in the output, in words.
    out: u32,
}

impl Work for Select<'_> {
    type Note = Vec<Known>;

    const KIND: &'static str = "select";

    fn len(&self) -> u64 {
        self.len as u64
    }

    fn most(&self, frame: &Frame) -> u64 {
        // A slice begins at most at the borders of every function, and takes in the output
        // less than its description: half a binding for slices, half of one for bits.
        let bytes = (size_of::<Task>() * self.tables.len()) as u64;
        let described = self
            .tables
            .iter()
            .map(|tables| most_described(tables, self.longest, frame.binding / 2, bytes));
        described.min().unwrap_or(MOST).min(MOST).min(4 * frame.binding)
    }

    fn load(&self, session: &mut Session) -> Result<Loaded, Trouble> {
        let variant = Variant {
            constants: &["FUNCTIONS", "WIDE"],
            values: [self.tables.len() as u32, self.condition.is_wide.into()],
            body: Some(("holds", Arc::clone(&self.condition.body))),
            ..Variant::plain(&SHADER)
        };
        Ok(Loaded {
            kernel: session.kernel(variant)?,
            resident: vec![self.joined.buffer(session, self.tables)?],
        })
    }

    fn prepare(&self, chunk: Range<u64>, frame: &Frame, feed: &mut Vec<u32>) -> Batch<Vec<Known>> {
        let start = self.start + u128::from(chunk.start);
        let len = (chunk.end - chunk.start) as u32;
        let mut known: Vec<Known> = Vec::new();
        let mut out = 0;
        slices(self.tables, self.joined, start, len, self.longest, |at, mut task| {
            task.out = out;
            task.rests = self.condition.rests(start + u128::from(at));
            feed.extend_from_slice(bytemuck::cast_slice(&[task]));
            known.push(Known { at, len: task.len, out });
            out += task.len.div_ceil(32);
        });
        let grid = frame.grid(known.len() as u32);
        let tasks = known.len() as u32;
        let params = Params { tasks, width: grid.width, partials: out, pad: 0 };
        Batch {
            dispatches: vec![Dispatch::new(&params, grid)],
            words: out as usize + known.len() * self.tables.len() * WORDS,
            zeroed: 0..0,
            note: known,
        }
    }

    fn receive(&mut self, chunk: Range<u64>, known: Vec<Known>, words: &[u32]) {
        let start = self.start + u128::from(chunk.start);
        let partials = words.len() - known.len() * self.tables.len() * WORDS;
        let (bits, partials) = words.split_at(partials);
        let partials: &[Partial] = bytemuck::cast_slice(partials);
        let Selection { held, totals } = &mut self.selection;
        for (slice, partials) in known.iter().zip(partials.chunks(self.tables.len())) {
            let bits = &bits[slice.out as usize..][..slice.len.div_ceil(32) as usize];
            paste(held, chunk.start as usize + slice.at as usize, bits);
            let first = start + u128::from(slice.at);
            for (totals, partial) in totals.iter_mut().zip(partials) {
                totals.add(&of_partial(first, partial));
            }
        }
    }
}

/// What the values of a slice add up to, whose first number is `first`.
fn of_partial(first: u128, partial: &Partial) -> Totals {
    let Partial { sum_low, sum_high, placed_low, placed_high } = *partial;
    let sum = u128::from(sum_low) | u128::from(sum_high) << 32;
    let placed = u128::from(placed_low) | u128::from(placed_high) << 32;
    let weighted = first.wrapping_mul(sum).wrapping_add(placed);
    Totals { sum: UBig::from(sum), weighted }
}

/// Enters bits from bit `at` on, where there are none yet.
fn paste(held: &mut [u64], at: usize, bits: &[u32]) {
    for (at, &word) in (at..).step_by(32).zip(bits) {
        let (word, shift) = (u64::from(word), at % 64);
        held[at / 64] |= word << shift;
        if shift > 32 {
            let above = word >> (64 - shift);
            // The last word of a slice has zeros where the slice is over.
            if above != 0 {
                held[at / 64 + 1] |= above;
            }
        }
    }
}

/// Hands each slice of the `len` numbers from `start` on to `each`, with its place among
/// them: as many numbers as every function has in one part, at most `longest`.
fn slices(
    tables: &[Arc<Tables>],
    joined: &Joined,
    start: u128,
    len: u32,
    longest: u32,
    mut each: impl FnMut(u32, Task),
) {
    let parts: Vec<Vec<Part>> =
        tables.iter().map(|tables| tables.tile.parts(start, len.into())).collect();
    // Which part of each function is the present one, and how much of it is done.
    let mut present = vec![(0, 0); tables.len()];
    let mut at = 0;
    while at < len {
        let mut task = Task { len: longest.min(len - at), ..Task::default() };
        for (f, (tables, (part, done))) in tables.iter().zip(&present).enumerate() {
            let part: &Part = &parts[f][*part];
            task.len = task.len.min(part.len - done);
            task.table_from[f] =
                joined.tables[f] + part.from.map_or(tables.zeros_from(), |first| first + done);
            task.add[f] = part.add as u32;
            task.relief_from[f] = joined.reliefs[f] + part.relief_from + done;
            task.times[f] = part.times as u32;
        }
        for (parts, (part, done)) in parts.iter().zip(&mut present) {
            *done += task.len;
            if *done == parts[*part].len {
                (*part, *done) = (*part + 1, 0);
            }
        }
        each(at, task);
        at += task.len;
    }
}

/// Looks through the numbers of `task` on the device, `tables` being those of its condition's
/// functions; `None` if they are none for it.
pub(crate) fn select(
    engine: &mut Engine,
    condition: &Condition,
    tables: &[Arc<Tables>],
    task: &SelectTask<'_>,
) -> Result<Option<Selection>, BackendError> {
    let joined = Joined::of(tables);
    let fit = tables.iter().all(|tables| tables.is_narrow() && !tables.tile.needs_finish());
    if !fit || joined.bytes() > engine.binding || engine.tuning.workgroup < LANES {
        return Ok(None);
    }
    let held = vec![0; task.len().div_ceil(64)];
    let selection = Selection { held, totals: vec![Totals::NONE; tables.len()] };
    let (start, len) = (task.start(), task.len());
    let longest = engine.tuning.slice_read().min(LONGEST);
    let joined = &joined;
    let mut select = Select { condition, tables, joined, start, len, longest, selection };
    engine.run(&mut select)?;
    Ok(Some(select.selection))
}

#[cfg(test)]
mod tests {
    use super::*;
    use phinum_core::function::Function;

    #[test]
    fn bits_stand_where_their_numbers_do() {
        for at in [0usize, 1, 31, 32, 33, 63, 64, 65, 100] {
            for bits in [&[u32::MAX][..], &[1, 0x8000_0001], &[0xdead_beef, 7, 0, 1 << 31]] {
                let mut held = vec![0u64; (at + 32 * bits.len()).div_ceil(64)];
                paste(&mut held, at, bits);
                for j in 0..64 * held.len() {
                    let mine = j.checked_sub(at).filter(|i| i / 32 < bits.len());
                    let expected = mine.is_some_and(|i| bits[i / 32] >> (i % 32) & 1 == 1);
                    assert_eq!(held[j / 64] >> (j % 64) & 1 == 1, expected, "{at}: bit {j}");
                }
            }
        }
    }

    #[test]
    fn slices_cover_the_numbers_and_have_the_values_of_every_function() {
        let all = Function::all();
        for functions in all.chunks(3) {
            let tables: Vec<Arc<Tables>> = (1..)
                .zip(functions)
                .map(|(id, function)| Arc::new(Tables::new(id, function, 9, 16)))
                .filter(|tables| tables.is_narrow() && !tables.tile.needs_finish())
                .collect();
            let joined = Joined::of(&tables);
            let words = joined.words(&tables);
            assert_eq!(4 * words.len() as u64, joined.bytes());
            for start in [0u128, 1000, 1 << 64] {
                let mut next = 0;
                slices(&tables, &joined, start, 2500, 16, |at, task| {
                    assert_eq!(at, next);
                    assert!((1..=16).contains(&task.len));
                    for (f, tables) in tables.iter().enumerate() {
                        for j in 0..task.len {
                            let r = task.relief_from[f] + j;
                            let relief = match task.times[f] {
                                0 => 0,
                                times => times
                                    .wrapping_mul(words[r as usize / 4] >> (8 * (r % 4)) & 0xff),
                            };
                            let value = words[(task.table_from[f] + j) as usize]
                                .wrapping_add(task.add[f])
                                .wrapping_add(relief);
                            let function = tables.tile.function();
                            let n = start + u128::from(at + j);
                            let expected = function.value_wrapped(n) as u32;
                            assert_eq!(value, expected, "{} at {n}", function.name());
                        }
                    }
                    next += task.len;
                });
                assert_eq!(next, 2500);
            }
        }
    }

    #[test]
    fn descriptions_and_bits_fit() {
        let tables: Vec<Arc<Tables>> = (1..)
            .zip(Function::all())
            .take(4)
            .map(|(id, function)| Arc::new(Tables::new(id, &function, 8, 64)))
            .collect();
        let joined = Joined::of(&tables);
        let frame = Frame { workgroup: 64, row: 65535, binding: 1 << 16 };
        let condition = Condition { body: "".into(), divisors: vec![Some(3)], is_wide: true };
        let selection = Selection { held: Vec::new(), totals: Vec::new() };
        let select = Select {
            condition: &condition,
            tables: &tables,
            joined: &joined,
            start: 123_456,
            len: 1 << 30,
            longest: 16,
            selection,
        };
        let most = select.most(&frame);
        assert!(most > 1);
        let mut feed = Vec::new();
        let batch = select.prepare(77..77 + most, &frame, &mut feed);
        assert!(4 * feed.len() as u64 <= frame.binding, "{} words", feed.len());
        assert!(4 * batch.words as u64 <= frame.binding, "{} words", batch.words);
    }
}
