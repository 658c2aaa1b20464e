//! Grundy values of r-Wythoff by mex: the least value that no option has.
//!
//! No formula is known for them; they come from a table. A play from (a, b) makes
//! at most a + b moves, so G(a, b) ≤ a + b, and 16 bits hold every value of a
//! square of side up to [`MAX_SIDE`]. The table is symmetric and keeps a ≤ b alone,
//! one antidiagonal a + b = s after another: the cells of one do not depend on each
//! other. [`plain`] looks at every option and is the oracle; [`super::wavefront`]
//! is the fast form.

use thiserror::Error;

use super::wavefront::Wavefront;

/// The greatest side of a square whose values fit 16 bits: a + b ≤ 65534.
pub const MAX_SIDE: usize = 1 << 15;

/// Why there is no such table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TableError {
    /// Values could leave 16 bits.
    #[error("a side of {n} is too long: a table of Grundy values has at most {MAX_SIDE}")]
    TooLarge {
        /// The side asked for.
        n: usize,
    },
    /// There is no such game.
    #[error("r = 0 is no game: r-Wythoff needs an r of at least 1")]
    NoGame,
}

/// The square 0 ≤ a, b < n of Grundy values of r-Wythoff, to be computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WythoffTable {
    n: usize,
    r: u32,
}

impl WythoffTable {
    /// The square of side `n`.
    ///
    /// # Errors
    /// [`TableError`] if `n` is above [`MAX_SIDE`] or `r` is 0.
    pub fn new(n: usize, r: u32) -> Result<Self, TableError> {
        match (n, r) {
            (_, 0) => Err(TableError::NoGame),
            (0..=MAX_SIDE, _) => Ok(WythoffTable { n, r }),
            _ => Err(TableError::TooLarge { n }),
        }
    }

    /// The side.
    pub fn n(self) -> usize {
        self.n
    }

    /// r.
    pub fn r(self) -> u32 {
        self.r
    }

    /// How many antidiagonals there are.
    pub fn antidiagonals(self) -> usize {
        (2 * self.n).saturating_sub(1)
    }

    /// The cells to be computed, each as often as the values it takes in: r of them,
    /// or as many as there are.
    pub fn work(self) -> u64 {
        let cells = self.offset(self.antidiagonals()) as u64;
        cells.saturating_mul(u64::from(self.r).min(self.n as u64))
    }

    /// The least a on antidiagonal `s`; the cells of it are (a, s − a) for a from
    /// there to s/2.
    pub fn first(self, s: usize) -> usize {
        (s + 1).saturating_sub(self.n)
    }

    /// How many cells antidiagonal `s` keeps.
    pub fn cells(self, s: usize) -> usize {
        (s / 2 + 1) - self.first(s)
    }

    /// How many cells the antidiagonals before `s` keep; for `s` =
    /// [`WythoffTable::antidiagonals`], how many there are.
    pub fn offset(self, s: usize) -> usize {
        let before = |s: usize| (s + 1) * (s + 1) / 4;
        if s <= self.n { before(s) } else { self.n * (self.n + 1) / 2 - before(2 * self.n - 1 - s) }
    }

    /// The bytes the table takes.
    pub fn bytes(self) -> u64 {
        (self.offset(self.antidiagonals()) * size_of::<u16>()) as u64
    }

    /// The bytes taken while it is computed: the table, and two sets a row.
    pub fn working_bytes(self) -> u64 {
        self.bytes() + Wavefront::set_bytes(self)
    }
}

/// A table of Grundy values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GrundyTable {
    task: WythoffTable,
    values: Vec<u16>,
}

impl GrundyTable {
    /// From the values of every antidiagonal, one after another, each from its
    /// least a up to s/2 (see [`WythoffTable::first`]).
    ///
    /// # Panics
    /// If they are not as many as the square keeps.
    pub fn from_antidiagonals(task: WythoffTable, values: Vec<u16>) -> Self {
        let cells = task.offset(task.antidiagonals());
        assert_eq!(values.len(), cells, "a value for every cell with a <= b");
        GrundyTable { task, values }
    }

    /// What it is a table of.
    pub fn task(&self) -> WythoffTable {
        self.task
    }

    /// G(a, b), the heaps in either order.
    ///
    /// # Panics
    /// If a heap is not below the side.
    #[inline]
    pub fn get(&self, a: usize, b: usize) -> u16 {
        let n = self.task.n;
        assert!(a < n && b < n, "({a}, {b}) is not within {n} x {n}");
        at(self.task, &self.values, a, b)
    }

    /// The values of antidiagonal `s` with a ≤ b, from the least a up.
    pub fn antidiagonal(&self, s: usize) -> &[u16] {
        &self.values[self.task.offset(s)..][..self.task.cells(s)]
    }

    /// Row `a`: G(a, 0), G(a, 1), … to the side.
    ///
    /// # Panics
    /// If `a` is not below the side.
    pub fn row(&self, a: usize) -> impl ExactSizeIterator<Item = u16> + Clone + '_ {
        assert!(a < self.task.n, "row {a} is not among {}", self.task.n);
        (0..self.task.n).map(move |b| self.get(a, b))
    }

    /// All values with a ≤ b, antidiagonal after antidiagonal.
    pub fn values(&self) -> &[u16] {
        &self.values
    }
}

/// G(a, b) among the values of whole antidiagonals.
#[inline]
pub(super) fn at(task: WythoffTable, values: &[u16], a: usize, b: usize) -> u16 {
    let s = a + b;
    values[task.offset(s) + a.min(b) - task.first(s)]
}

/// The table by definition: for each cell the least value among none of its
/// options, every one of which is looked at.
#[expect(clippy::missing_panics_doc, reason = "no play is longer than a + b")]
pub fn plain(task: WythoffTable) -> GrundyTable {
    let mut table = GrundyTable { task, values: Vec::new() };
    let mut seen = Vec::new();
    for s in 0..task.antidiagonals() {
        for a in task.first(s)..=s / 2 {
            seen.clear();
            seen.resize(s + 1, false);
            for (x, y) in options(a, s - a, task.r) {
                seen[usize::from(at(task, &table.values, x, y))] = true;
            }
            // There are at most a + b other values below the mex.
            let mex = seen.iter().position(|seen| !seen).expect("no play is longer than s");
            table.values.push(mex as u16);
        }
    }
    table
}

/// Every option of (a, b), by the rules.
///
/// ```
/// use phinum_core::wythoff::table::options;
/// assert_eq!(options(1, 2, 1).collect::<Vec<_>>(), [(0, 2), (1, 1), (1, 0), (0, 1)]);
/// assert!(options(1, 2, 2).any(|to| to == (0, 0)));
/// ```
pub fn options(a: usize, b: usize, r: u32) -> impl Iterator<Item = (usize, usize)> {
    let r = r as usize;
    let one = (1..=a).map(move |k| (a - k, b)).chain((1..=b).map(move |l| (a, b - l)));
    let both = (1..=a).flat_map(move |k| {
        // |k − l| < r.
        let from = (k + 1).saturating_sub(r).max(1);
        let to = (k + r - 1).min(b);
        (from..=to).map(move |l| (a - k, b - l))
    });
    one.chain(both)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_numbered_without_gap() {
        for n in 0..20 {
            let task = WythoffTable::new(n, 1).expect("small");
            let mut offset = 0;
            for s in 0..task.antidiagonals() {
                assert_eq!(task.offset(s), offset, "{n}, {s}");
                assert_eq!(
                    task.cells(s),
                    (0..n).filter(|&a| a <= s - a.min(s) && a <= s && s - a < n).count()
                );
                offset += task.cells(s);
            }
            assert_eq!(task.offset(task.antidiagonals()), offset);
            assert_eq!(offset, n * (n + 1) / 2);
        }
    }

    #[test]
    fn impossible_tables_are_named() {
        assert_eq!(WythoffTable::new(MAX_SIDE + 1, 1), Err(TableError::TooLarge { n: 32769 }));
        assert_eq!(WythoffTable::new(5, 0), Err(TableError::NoGame));
        assert!(WythoffTable::new(MAX_SIDE, u32::MAX).is_ok());
        let bytes = WythoffTable::new(4096, 1).expect("small").bytes();
        assert_eq!(bytes, 4096 * 4097);
    }

    #[test]
    fn row_10_and_the_sum_of_64_by_64() {
        let table = plain(WythoffTable::new(64, 1).expect("small"));
        let row: Vec<u16> = table.row(10).take(20).collect();
        let start = [10, 11, 9, 8, 13, 12, 0, 15, 16, 17, 14, 18, 7, 6, 2, 3, 1, 4, 5, 23];
        assert_eq!(row, start);
        let all: Vec<u64> = (0..64).flat_map(|a| table.row(a).map(u64::from)).collect();
        assert_eq!((all.iter().sum::<u64>(), all.iter().max()), (160_262, Some(&95)));
    }
}
