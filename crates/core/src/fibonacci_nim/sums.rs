//! Many sums of heaps at once, each heap with its own cap: a sum is worth the
//! nim-sum of its heaps' values, and is lost exactly if that is 0
//! (Sprague 1935, Grundy 1939).

use thiserror::Error;

use super::Thresholds;

/// Sums to be evaluated from a table. Checked when made, so no heap is past the
/// table and every position lies within the heaps.
#[derive(Clone, Copy, Debug)]
pub struct NimSums<'a> {
    table: &'a Thresholds,
    heaps: &'a [[u32; 2]],
    ends: &'a [u32],
}

/// Why a task is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the table of Fibonacci Nim ends at {last}, and a heap of {heap} is above that")]
pub struct PastTheTable {
    /// The heap, the largest there is.
    pub heap: u32,
    /// The table's last.
    pub last: u32,
}

impl<'a> NimSums<'a> {
    /// The position i is the sum of the heaps, each \[heap, cap\], from where the one
    /// before it ended to `ends[i]`.
    ///
    /// # Errors
    /// [`PastTheTable`] for a heap that is not in `table`.
    ///
    /// # Panics
    /// If `ends` falls, or does not end with the heaps.
    pub fn new(
        table: &'a Thresholds,
        heaps: &'a [[u32; 2]],
        ends: &'a [u32],
    ) -> Result<NimSums<'a>, PastTheTable> {
        assert!(ends.is_sorted(), "positions follow one another");
        assert_eq!(ends.last().map_or(0, |end| *end as usize), heaps.len(), "no heap is left over");
        let largest = heaps.iter().map(|[heap, _]| *heap).max().unwrap_or(0);
        if largest > table.last() {
            return Err(PastTheTable { heap: largest, last: table.last() });
        }
        Ok(NimSums { table, heaps, ends })
    }

    /// The table.
    pub fn table(&self) -> &'a Thresholds {
        self.table
    }

    /// The heaps of all positions, each \[heap, cap\].
    pub fn heaps(&self) -> &'a [[u32; 2]] {
        self.heaps
    }

    /// Where the heaps of each position end.
    pub fn ends(&self) -> &'a [u32] {
        self.ends
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The heaps of the position `i`.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn position(&self, i: usize) -> &'a [[u32; 2]] {
        let from = i.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.heaps[from as usize..self.ends[i] as usize]
    }

    /// The nim-sum of the position `i`.
    ///
    /// # Panics
    /// If there is no such position.
    #[inline]
    pub fn nim_sum(&self, i: usize) -> u8 {
        let values = self.position(i).iter().map(|&[heap, cap]| self.table.value(heap, cap));
        values.fold(0, |sum, value| sum ^ value)
    }
}
