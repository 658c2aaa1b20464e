//! A range summarised without a column: a pass over the table, once a part.

use phinum_core::backend::{Summary, SummaryTask};
use phinum_core::column::Word;
use phinum_core::tile::{Part, Table, Tile};
use rayon::prelude::*;

use crate::fill::fill_part;
use crate::kernel::Stores;
use crate::level::Level;

/// How many numbers a thread takes at a time.
const CHUNK: u64 = 1 << 22;
/// How many values are evaluated at a time where the table alone does not say.
const PIECE: usize = 1 << 9;

/// Summarises the range of `task` with the function of `tile`.
pub(crate) fn summarize(tile: &Tile, task: &SummaryTask<'_>) -> Summary {
    let range = task.range();
    let len = (range.end - range.start) as u64;
    // Merging is exact, so the order in which threads finish does not show.
    (0..len.div_ceil(CHUNK))
        .into_par_iter()
        .map(|i| {
            let len = CHUNK.min(len - i * CHUNK);
            chunk(tile, range.start + u128::from(i * CHUNK), len, task.histogram())
        })
        .reduce(
            || Summary::new(task.histogram()),
            |mut all, one| {
                all.merge(&one);
                all
            },
        )
}

fn chunk(tile: &Tile, start: u128, len: u64, histogram: bool) -> Summary {
    let mut summary = Summary::new(histogram);
    let mut at = start;
    for part in tile.parts(start, len) {
        let parted = (part.from, part.times, tile.table(), tile.needs_finish());
        match parted {
            (None, ..) => constant(part.add, at, part.len, &mut summary),
            (Some(from), 0, Table::U32(table), false) => {
                let entries = &table[from as usize..][..part.len as usize];
                from_table(entries, part.add, at, &mut summary);
            }
            _ => evaluated(tile, &part, at, &mut summary),
        }
        at += u128::from(part.len);
    }
    summary
}

fn constant(value: u128, at: u128, len: u32, summary: &mut Summary) {
    summary.count += u128::from(len);
    summary.sum += dashu_int::UBig::from(value) * len;
    summary.see(at, value);
    summary.tally(value, len.into());
}

/// The values are `entries` plus `add`, from the number `at` on.
fn from_table(entries: &[u32], add: u128, at: u128, summary: &mut Summary) {
    let (mut sum, mut least, mut greatest) = (0u64, u32::MAX, 0u32);
    for &entry in entries {
        sum += u64::from(entry);
        least = least.min(entry);
        greatest = greatest.max(entry);
    }
    summary.count += entries.len() as u128;
    summary.sum += dashu_int::UBig::from(add) * entries.len() + sum;
    // Where it stands is only looked for if it is better than what there is.
    let least = (u128::from(least), summary.min.is_none_or(|m| u128::from(least) + add < m.0));
    let greatest =
        (u128::from(greatest), summary.max.is_none_or(|m| u128::from(greatest) + add > m.0));
    for (entry, better) in [least, greatest] {
        if better && let Some(i) = entries.iter().position(|&e| u128::from(e) == entry) {
            summary.see(at + i as u128, entry + add);
        }
    }
    if !summary.histogram.is_empty() {
        for &entry in entries {
            summary.tally(u128::from(entry) + add, 1);
        }
    }
}

/// The values of `part`, from the number `at` on, a piece at a time.
fn evaluated(tile: &Tile, part: &Part, at: u128, summary: &mut Summary) {
    let mut values = [0u128; PIECE];
    let mut done = 0;
    while done < part.len {
        let len = (part.len - done).min(PIECE as u32);
        let piece = Part {
            len,
            from: part.from.map(|from| from + done),
            relief_from: part.relief_from + done,
            ..*part
        };
        let values = &mut values[..len as usize];
        fill_part(tile, &piece, values, Stores::new(Level::Portable, false));
        let start = at + u128::from(done);
        if tile.needs_finish() {
            Word::finish_closed_bound(start, values);
        }
        for (n, &value) in (start..=u128::MAX).zip(&*values) {
            summary.push(n, value);
        }
        done += len;
    }
}
