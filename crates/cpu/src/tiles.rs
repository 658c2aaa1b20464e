//! The tables of the functions in use, made once each.

use std::sync::{Arc, Mutex, PoisonError};

use phinum_core::column::Width;
use phinum_core::function::Function;
use phinum_core::tile::Tile;

/// More than there are quantities, so that a whole comparison keeps them all.
const KEPT: usize = 24;
const _: () = assert!(KEPT > phinum_core::quantity::QUANTITIES.len());

/// A small cache of tiles, the latest used last, all for tables of one size.
#[derive(Debug)]
pub(crate) struct Tiles {
    /// K for words of 32 bits.
    index: u32,
    kept: Mutex<Vec<Arc<Tile>>>,
}

impl Tiles {
    /// None yet. Tables shall have about as many bytes as F_`index` words of 32 bits.
    pub(crate) fn new(index: u32) -> Tiles {
        Tiles { index, kept: Mutex::default() }
    }

    /// The tile of `function`.
    pub(crate) fn of(&self, function: &Function) -> Arc<Tile> {
        // A tile is whole or not there: a panic elsewhere leaves the list sound.
        let mut tiles = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let tile = match tiles.iter().position(|tile| tile.function().same(function)) {
            Some(i) => tiles.remove(i),
            None => Arc::new(self.make(function)),
        };
        if tiles.len() == KEPT {
            tiles.remove(0);
        }
        tiles.push(Arc::clone(&tile));
        tile
    }

    /// Narrower words leave room for longer runs, of which there are fewer.
    fn make(&self, function: &Function) -> Tile {
        let tile = Tile::new(function, self.index);
        let width = tile.table().width();
        let index = match width {
            // φ and φ² times as many.
            Width::U16 => self.index + 1,
            Width::U8 => self.index + 2,
            Width::U32 | Width::U64 | Width::U128 => return tile,
        };
        let longer = Tile::new(function, index.min(Tile::MAX_INDEX));
        if longer.table().width() == width { longer } else { tile }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use phinum_core::quantity::by_name;

    #[test]
    fn narrow_tables_are_longer_and_none_is_larger_than_that_of_words() {
        let tiles = Tiles::new(22);
        for function in Function::all() {
            let tile = tiles.of(&function);
            let bytes = tile.table().len() * tile.table().width().bytes();
            let words = 4 * Tile::new(&function, 22).table().len();
            assert!(bytes <= words, "{}", function.name());
        }
        let terms = tiles.of(&Function::from(by_name("terms").unwrap()));
        assert_eq!((terms.index(), terms.table().width()), (24, Width::U8));
        let index_sum = tiles.of(&Function::from(by_name("index-sum").unwrap()));
        assert_eq!((index_sum.index(), index_sum.table().width()), (24, Width::U8));
        let upper_bound = tiles.of(&Function::from(by_name("upper-bound").unwrap()));
        assert_eq!((upper_bound.index(), upper_bound.table().width()), (22, Width::U32));
        assert_eq!(Tiles::new(Tile::MAX_INDEX).of(terms.function()).index(), Tile::MAX_INDEX);
    }
}
