//! The tables of the functions in use, made once each.

use std::sync::{Arc, Mutex, PoisonError};

use phinum_core::function::Function;
use phinum_core::tile::Tile;

/// More than there are quantities, so that a whole comparison keeps them all.
const KEPT: usize = 24;
const _: () = assert!(KEPT > phinum_core::quantity::QUANTITIES.len());

/// A small cache of tiles, the latest used last.
#[derive(Debug, Default)]
pub(crate) struct Tiles(Mutex<Vec<Arc<Tile>>>);

impl Tiles {
    /// The tile of `function` for the tables of K = `index`.
    pub(crate) fn of(&self, function: &Function, index: u32) -> Arc<Tile> {
        // A tile is whole or not there: a panic elsewhere leaves the list sound.
        let mut tiles = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = tiles.iter().position(|t| t.index() == index && t.function().same(function));
        let tile = match found {
            Some(i) => tiles.remove(i),
            None => Arc::new(Tile::new(function, index)),
        };
        if tiles.len() == KEPT {
            tiles.remove(0);
        }
        tiles.push(Arc::clone(&tile));
        tile
    }
}
