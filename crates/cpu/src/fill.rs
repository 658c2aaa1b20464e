//! A range into a column.

use phinum_core::tile::{Part, Table, Tile};
use rayon::prelude::*;

use crate::Options;
use crate::kernel::{Lane, Stores, add_portable, add_relief_portable};

/// How many values a thread takes at a time: some ten runs, a few hundred
/// microseconds. The plan depends on nothing but the column's length.
pub(crate) const CHUNK: usize = 1 << 18;

/// Fills `out` with the function of `tile` at `start`, `start` + 1, …
pub(crate) fn fill<W: Lane>(tile: &Tile, start: u128, out: &mut [W], options: &Options) {
    let stream = size_of_val(out) >= options.stream_from && !tile.needs_finish();
    let stores = Stores::new(options.level, stream);
    let chunk = |(i, out): (usize, &mut [W])| {
        fill_chunk(tile, start + (i * CHUNK) as u128, out, stores);
    };
    if out.len() <= CHUNK {
        chunk((0, out));
    } else {
        out.par_chunks_mut(CHUNK).enumerate().for_each(chunk);
    }
}

/// As [`fill`], on this thread.
pub(crate) fn fill_chunk<W: Lane>(tile: &Tile, start: u128, out: &mut [W], stores: Stores) {
    let mut rest = &mut *out;
    for part in tile.parts(start, rest.len() as u64) {
        let (now, later) = rest.split_at_mut(part.len as usize);
        fill_part(tile, &part, now, stores);
        rest = later;
    }
    if tile.needs_finish() {
        W::finish_closed_bound(start, out);
    }
}

/// Fills the values of one part, or of its first `out.len()` numbers.
pub(crate) fn fill_part<W: Lane>(tile: &Tile, part: &Part, out: &mut [W], stores: Stores) {
    let add = W::low(part.add);
    let Some(from) = part.from else {
        out.fill(add);
        return;
    };
    let entries = from as usize..from as usize + out.len();
    if part.times == 0 {
        match tile.table() {
            Table::U32(table) => W::add(&table[entries], add, out, stores),
            Table::U64(table) => add_portable(&table[entries], add, out),
            Table::U128(table) => add_portable(&table[entries], add, out),
        }
        return;
    }
    let first = part.relief_from as usize;
    let relief = &tile.relief()[first..first + out.len()];
    match tile.table() {
        Table::U32(table) => W::add_relief(&table[entries], relief, part.times, add, out, stores),
        Table::U64(table) => add_relief_portable(&table[entries], relief, part.times, add, out),
        Table::U128(table) => add_relief_portable(&table[entries], relief, part.times, add, out),
    }
}
