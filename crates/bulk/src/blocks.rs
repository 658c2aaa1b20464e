//! Ranges cut into blocks.

use core::fmt;
use core::ops::Range;

/// Numbers a block: 32 MiB of a narrow column, enough to keep a GPU busy.
pub const BLOCK: usize = 1 << 22;

/// One block of a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its first number.
    pub start: u128,
    /// How many numbers it has.
    pub len: usize,
}

impl Block {
    /// Its numbers.
    pub fn range(&self) -> Range<u128> {
        self.start..self.start + self.len as u128
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let range = self.range();
        write!(f, "{}..{}", range.start, range.end)
    }
}

/// The blocks of `range`, each of `len` numbers but the last. The plan depends on
/// nothing else.
pub fn blocks(range: Range<u128>, len: usize) -> impl Iterator<Item = Block> {
    let mut start = range.start;
    core::iter::from_fn(move || {
        let left = range.end.saturating_sub(start);
        let len = left.min(len as u128) as usize;
        let block = Block { start, len };
        start += len as u128;
        (len > 0).then_some(block)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_tile_the_range() {
        for (range, len) in
            [(0..0, 3), (5..6, 3), (0..9, 3), (0..10, 3), (u128::MAX - 5..u128::MAX, 4)]
        {
            let mut at = range.start;
            for block in blocks(range.clone(), len) {
                assert_eq!(block.start, at);
                assert!(block.len > 0 && block.len <= len);
                at = block.range().end;
            }
            assert_eq!(at, range.end);
        }
    }
}
