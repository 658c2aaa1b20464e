//! A range into a column.

use phinum_core::tile::Tile;
use rayon::prelude::*;

use crate::Options;
use crate::kernel::{Lane, Stores};
use crate::level::Instructions;
use crate::walk::Walk;

/// How many values a thread takes at a time: some ten runs, a few hundred
/// microseconds. The plan depends on nothing but the column's length.
pub(crate) const CHUNK: usize = 1 << 18;

/// Fills `out` with the function of `tile` at `start`, `start` + 1, …
pub(crate) fn fill<W: Lane>(tile: &Tile, start: u128, out: &mut [W], options: &Options) {
    let with = Instructions::of(options.level);
    let past = size_of_val(out) >= options.stream_from && with.can_stream();
    let stores = Stores { with, past };
    let chunk = |(i, out): (usize, &mut [W])| {
        Walk::new(tile, start + (i * CHUNK) as u128, out.len() as u64, stores).next(out);
    };
    if out.len() <= CHUNK {
        chunk((0, out));
    } else {
        out.par_chunks_mut(CHUNK).enumerate().for_each(chunk);
    }
}
