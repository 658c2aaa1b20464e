//! Conditions on the numbers of a range: the tiles of its functions walked through
//! together, a piece in the first cache at a time.

use std::sync::Arc;

use phinum_core::backend::{SelectTask, Selection};
use phinum_core::column::{Column, Totals, Word};
use phinum_core::for_width;
use phinum_core::predicate::{Bound, ROWS, Workspace};
use phinum_core::tile::Tile;
use rayon::prelude::*;

use crate::fill::CHUNK;
use crate::kernel::Stores;
use crate::level::{Compiled, Instructions};
use crate::walk::Walk;

/// Which numbers of `task` fulfil its condition; `tiles` are those of its functions.
pub(crate) fn select(tiles: &[Arc<Tile>], task: &SelectTask<'_>, with: Instructions) -> Selection {
    let none = || vec![Totals::NONE; tiles.len()];
    let mut held = vec![0; task.len().div_ceil(64)];
    let chunk = |(i, held): (usize, &mut [u64])| {
        let done = i * CHUNK;
        let (start, len) = (task.start() + done as u128, CHUNK.min(task.len() - done));
        let mut totals = none();
        look_through(tiles, task.bound(), start, len, with, held, &mut totals);
        totals
    };
    let chunks = held.par_chunks_mut(CHUNK / 64).enumerate().map(chunk);
    let totals = chunks.reduce(none, |mut all, one| {
        all.iter_mut().zip(&one).for_each(|(all, one)| all.add(one));
        all
    });
    Selection { held, totals }
}

fn look_through(
    tiles: &[Arc<Tile>],
    bound: &Bound,
    start: u128,
    len: usize,
    with: Instructions,
    held: &mut [u64],
    totals: &mut [Totals],
) {
    let stores = Stores { with, past: false };
    let mut walks: Vec<Walk<'_>> =
        tiles.iter().map(|tile| Walk::new(tile, start, len as u64, stores)).collect();
    let mut columns = bound.columns();
    let mut space = Workspace::default();
    for (piece, held) in held.chunks_mut(ROWS / 64).enumerate() {
        let (start, rows) = (start + (piece * ROWS) as u128, ROWS.min(len - piece * ROWS));
        for ((walk, column), totals) in walks.iter_mut().zip(&mut columns).zip(&mut *totals) {
            for_width!(Column, column, values => {
                let values = &mut values[..rows];
                walk.next(values);
                totals.add(&with.run(AddUp { start, values }));
            });
        }
        with.run(Ask { bound, start, columns: &columns, rows, space: &mut space, held });
    }
}

struct AddUp<'a, W> {
    start: u128,
    values: &'a [W],
}

impl<W: Word> Compiled for AddUp<'_, W> {
    type Out = Totals;

    #[inline(always)]
    fn run(self) -> Totals {
        Totals::of(self.start, self.values)
    }
}

struct Ask<'a> {
    bound: &'a Bound,
    start: u128,
    columns: &'a [Column],
    rows: usize,
    space: &'a mut Workspace,
    held: &'a mut [u64],
}

impl Compiled for Ask<'_> {
    type Out = ();

    #[inline(always)]
    fn run(self) {
        self.bound.hold(self.start, self.columns, 0..self.rows, self.space, self.held);
    }
}
