//! Columns made ready to be filled: all ones, so that an element nobody writes shows.

use phinum_core::column::{Column, Width, Word};
use phinum_core::for_width;
use rayon::prelude::*;

/// Values a thread sets at a time, as many as the CPU backend fills.
const PIECE: usize = 1 << 18;

/// Makes a column `len` ones of that width, in the same memory where it can.
///
/// New memory is touched here for the first time, and by all threads: where it belongs to
/// the node of whoever touches it first, it is spread over the nodes.
pub(crate) fn unwritten(column: &mut Column, width: Width, len: usize) {
    if column.width() == width && column.len() >= len {
        column.resize(width, len);
    } else {
        *column = Column::zeroed(width, len);
    }
    for_width!(Column, column, values => {
        values.par_chunks_mut(PIECE).for_each(|values| values.fill(Word::ONES));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_ones_whatever_was_there() {
        let mut column = Column::unwritten(Width::U64, 0);
        for width in Width::ALL {
            for len in [0, 1, PIECE - 1, 2 * PIECE + 5, 7, PIECE] {
                unwritten(&mut column, width, len);
                assert!(column == Column::unwritten(width, len), "{width:?} {len}");
                // What a block leaves.
                for_width!(Column, &mut column, values => values.fill(Word::ZERO));
            }
        }
    }
}
