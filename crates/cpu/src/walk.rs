//! A tile walked through: consecutive values, as many at a time as one likes.

use phinum_core::closed_bound;
use phinum_core::for_width;
use phinum_core::tile::{Part, Tile};

use crate::kernel::{Add, AddRelief, Lane, Stores};

/// Values that are finished at a time: packed, they stay in the first cache.
const PACKED: usize = 1 << 10;

/// Where a walk through the values of a tile stands.
#[derive(Debug)]
pub(crate) struct Walk<'t> {
    tile: &'t Tile,
    /// The number whose value comes next.
    at: u128,
    /// What is left of the part it stands in.
    part: Part,
    parts: std::vec::IntoIter<Part>,
    stores: Stores,
}

impl<'t> Walk<'t> {
    /// From `start` on, for `len` values.
    pub(crate) fn new(tile: &'t Tile, start: u128, len: u64, stores: Stores) -> Self {
        Walk::of_parts(tile, start, tile.parts(start, len), stores)
    }

    /// Through some parts alone, the first of which begins at the number `at`.
    pub(crate) fn of_parts(tile: &'t Tile, at: u128, parts: Vec<Part>, stores: Stores) -> Self {
        // What is to be finished is read at once, and stays in the cache.
        let stores = Stores { past: stores.past && !tile.needs_finish(), ..stores };
        let none = Part { len: 0, from: None, relief_from: 0, times: 0, add: 0 };
        Walk { tile, at, part: none, parts: parts.into_iter(), stores }
    }

    /// Fills `out` with the next values.
    ///
    /// # Panics
    /// If there are not so many.
    pub(crate) fn next<W: Lane>(&mut self, out: &mut [W]) {
        if !self.tile.needs_finish() {
            self.step(out);
            self.at = self.at.wrapping_add(out.len() as u128);
            return;
        }
        let mut packed = [0u32; PACKED];
        for out in out.chunks_mut(PACKED) {
            let packed = &mut packed[..out.len()];
            self.step(packed);
            closed_bound::finish(self.at, packed, out);
            self.at = self.at.wrapping_add(out.len() as u128);
        }
    }

    fn step<W: Lane>(&mut self, mut out: &mut [W]) {
        while !out.is_empty() {
            if self.part.len == 0 {
                self.part = self.parts.next().expect("no more values than were asked for");
            }
            let len = out.len().min(self.part.len as usize);
            let (now, later) = out.split_at_mut(len);
            fill(self.tile, &self.part, now, self.stores);
            self.part.len -= len as u32;
            self.part.from = self.part.from.map(|from| from + len as u32);
            self.part.relief_from += len as u32;
            out = later;
        }
    }
}

/// Fills `out` with the first values of a part.
fn fill<W: Lane>(tile: &Tile, part: &Part, out: &mut [W], stores: Stores) {
    let constant = W::low(part.add);
    let Some(from) = part.from else {
        out.fill(constant);
        return;
    };
    let entries = from as usize..from as usize + out.len();
    if part.times == 0 {
        for_width!(Column, tile.table(), table => {
            stores.fill(Add { table: &table[entries], add: constant }, out);
        });
        return;
    }
    let first = part.relief_from as usize;
    let relief = &tile.relief()[first..first + out.len()];
    let times = W::low(i128::from(part.times) as u128);
    for_width!(Column, tile.table(), table => {
        stores.fill(AddRelief { table: &table[entries], relief, times, add: constant }, out);
    });
}
