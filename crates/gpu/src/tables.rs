//! What kernels read of a function: the tile of its ranges, the table of its lists.

use std::sync::Arc;

use phinum_core::column::{Width, Word};
use phinum_core::for_width;
use phinum_core::function::Function;
use phinum_core::places::{MAX_INDEX_U64, place, top_index};
use phinum_core::scatter::{Rule, Scatter};
use phinum_core::tile::Tile;
use phinum_shaders::list::{Entry, Place};

use crate::error::Trouble;
use crate::resident::Piece;
use crate::session::Session;

/// Functions whose tables are kept. More than the list has.
const KEPT: usize = 24;
/// The owner of tables that are no function's.
const NOBODY: u64 = 0;

/// The tables of one function.
#[derive(Debug)]
pub(crate) struct Tables {
    /// Whose tables they are on the device.
    id: u64,
    pub(crate) tile: Tile,
    pub(crate) scatter: Scatter,
    /// The greatest value of the tile's table and of its relief.
    pub(crate) greatest: u128,
    pub(crate) greatest_relief: u8,
    /// How many zeros follow a table, for parts that have none.
    zeros: u32,
}

/// The functions used last.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    kept: Vec<Arc<Tables>>,
    made: u64,
}

impl Shelf {
    /// The tables of `function`, for a tile of index `index` and slices of at most
    /// `zeros` values.
    pub(crate) fn get(&mut self, function: &Function, index: u32, zeros: u32) -> Arc<Tables> {
        let zeros = zeros.next_multiple_of(4);
        let are = |t: &Arc<Tables>| {
            t.tile.function().same(function) && t.tile.index() == index && t.zeros == zeros
        };
        let at = self.kept.iter().position(are);
        let tables = if let Some(at) = at {
            self.kept.remove(at)
        } else {
            self.made += 1;
            Arc::new(Tables::new(NOBODY + self.made, function, index, zeros))
        };
        self.kept.truncate(KEPT - 1);
        self.kept.insert(0, Arc::clone(&tables));
        tables
    }
}

impl Tables {
    pub(crate) fn new(id: u64, function: &Function, index: u32, zeros: u32) -> Tables {
        let tile = Tile::new(function, index);
        let greatest = for_width!(Column, tile.table(), values => {
            values.iter().max().map_or(0, |greatest| greatest.wide())
        });
        let greatest_relief = tile.relief().iter().max().copied().unwrap_or(0);
        let scatter = Scatter::from(function);
        // Where a slice ends in the middle of a word of four values, that has as many zeros.
        let zeros = zeros.next_multiple_of(4);
        Tables { id, tile, scatter, greatest, greatest_relief, zeros }
    }

    /// Whether a word holds every value of the table.
    pub(crate) fn is_narrow(&self) -> bool {
        self.tile.table().width() <= Width::U32
    }

    /// Where in the table on the device zeros begin.
    pub(crate) fn zeros_from(&self) -> u32 {
        self.tile.table().len() as u32
    }

    /// Word `plane` of each value of the tile's table, then zeros: as many as a slice has
    /// values, and where it ends in the middle of a word, as that has.
    pub(crate) fn plane(&self, session: &mut Session, plane: u32) -> Result<wgpu::Buffer, Trouble> {
        session.table(self.id, Piece::Plane(plane), || {
            let mut words = Vec::new();
            self.add_plane(plane, &mut words);
            words
        })
    }

    fn add_plane(&self, plane: u32, words: &mut Vec<u32>) {
        let shift = 32 * plane;
        for_width!(Column, self.tile.table(), values => {
            words.extend(values.iter().map(|value| (value.wide() >> shift) as u32));
        });
        words.resize(words.len() + self.zeros as usize, 0);
    }

    /// The tile's second table, four values a word, and a word of zeros: where a slice
    /// ends in the middle of a word, what else that has room for is read too.
    pub(crate) fn relief(&self, session: &mut Session) -> Result<wgpu::Buffer, Trouble> {
        session.table(self.id, Piece::Relief, || {
            four_a_word(self.tile.relief()).chain([0]).collect::<Vec<u32>>()
        })
    }

    /// The table over the indices, and its sums.
    pub(crate) fn entries(&self, session: &mut Session) -> Result<wgpu::Buffer, Trouble> {
        session.table(self.id, Piece::Entries, || {
            let mut sum = 0u128;
            let entry = |value: &u128| {
                sum = sum.wrapping_add(*value);
                Entry { value: limbs(*value), up_to: limbs(sum) }
            };
            let entries: Vec<Entry> = self.scatter.table.iter().map(entry).collect();
            bytemuck::cast_slice(&entries).to_vec()
        })
    }

    /// Which rule the kernels for lists follow, by its number in the shader.
    pub(crate) fn rule(&self) -> u32 {
        use phinum_shaders::list;
        match self.scatter.rule {
            Rule::Sum { .. } => list::SUM,
            Rule::Lowest { lone_is_zero: false } => list::LOWEST,
            Rule::Lowest { lone_is_zero: true } => list::LOWEST_OF_SEVERAL,
            Rule::Highest => list::HIGHEST,
            Rule::Longest => list::LONGEST,
            Rule::Gap => list::GAP,
        }
    }

    /// What the rule of sums begins with.
    pub(crate) fn constant(&self) -> [u32; 4] {
        match self.scatter.rule {
            Rule::Sum { constant } => limbs(constant),
            _ => [0; 4],
        }
    }
}

/// The tables of several functions one after the other, as one buffer has them: of each the
/// first plane, then the relief.
#[derive(Debug)]
pub(crate) struct Joined {
    /// Where the table of each begins, in words.
    pub(crate) tables: Vec<u32>,
    /// Where the relief of each begins, in bytes.
    pub(crate) reliefs: Vec<u32>,
    words: u32,
}

impl Joined {
    pub(crate) fn of(tables: &[Arc<Tables>]) -> Joined {
        let mut joined = Joined { tables: Vec::new(), reliefs: Vec::new(), words: 0 };
        for one in tables {
            joined.tables.push(joined.words);
            joined.words += one.zeros_from() + one.zeros;
            joined.reliefs.push(4 * joined.words);
            joined.words += one.tile.relief().len().div_ceil(4) as u32;
        }
        joined
    }

    pub(crate) fn bytes(&self) -> u64 {
        4 * u64::from(self.words)
    }

    /// The words of `tables`, which it was made of.
    pub(crate) fn words(&self, tables: &[Arc<Tables>]) -> Vec<u32> {
        let mut words = Vec::with_capacity(self.words as usize);
        for one in tables {
            one.add_plane(0, &mut words);
            words.extend(four_a_word(one.tile.relief()));
        }
        words
    }

    /// The same on the device.
    ///
    /// # Panics
    /// If there are more than four.
    pub(crate) fn buffer(
        &self,
        session: &mut Session,
        tables: &[Arc<Tables>],
    ) -> Result<wgpu::Buffer, Trouble> {
        let mut ids = [NOBODY; 4];
        for (id, one) in ids[..tables.len()].iter_mut().zip(tables) {
            *id = one.id;
        }
        session.table(NOBODY, Piece::Joined(ids), || self.words(tables))
    }
}

/// The table of places. The mirror image of a number of 92 digits looks two places
/// further, and has room below 2^64.
pub(crate) fn places(session: &mut Session) -> Result<wgpu::Buffer, Trouble> {
    session.table(NOBODY, Piece::Places, || {
        let row = |i: u32| Place {
            value: if i == 0 { [0; 2] } else { [place(i) as u32, (place(i) >> 32) as u32] },
            top_of_length: if i <= u64::BITS { top_index((1u128 << i) - 1) } else { 0 },
            pad: 0,
        };
        let rows: Vec<Place> = (0..=MAX_INDEX_U64 + 2).map(row).collect();
        bytemuck::cast_slice(&rows).to_vec()
    })
}

/// Bytes, four a word, the last word filled with zeros.
pub(crate) fn four_a_word(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes.chunks(4).map(|bytes| {
        let mut four = [0; 4];
        four[..bytes.len()].copy_from_slice(bytes);
        u32::from_le_bytes(four)
    })
}

/// The words of a value, the low one first.
pub(crate) fn limbs(value: u128) -> [u32; 4] {
    [value as u32, (value >> 32) as u32, (value >> 64) as u32, (value >> 96) as u32]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shelf_knows_functions_again_and_forgets_the_oldest() {
        let mut shelf = Shelf::default();
        let first = Function::weighted("first", &[1, 2, 3]);
        let id = shelf.get(&first, 6, 16).id;
        assert_eq!(shelf.get(&first.clone(), 6, 16).id, id);
        assert_ne!(shelf.get(&first, 7, 16).id, id, "another tile");
        assert_ne!(shelf.get(&first, 6, 17).id, id, "longer slices");
        for _ in 0..KEPT {
            shelf.get(&Function::weighted("other", &[1]), 6, 16);
        }
        assert_eq!(shelf.kept.len(), KEPT);
        assert_ne!(shelf.get(&first, 6, 16).id, id);
    }
}
