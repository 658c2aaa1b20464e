//! A table of Grundy values checked, every cell of it.
//!
//! Three checks. The first two share nothing with the wavefront but the rules of the
//! game; the third has its recurrence too, in another order and on sets of its own:
//!
//! - *zeros*: its zeros are the cold pairs of Beatty's formula, no more and no fewer;
//! - *sample*: cells at random against the least value none of their options has,
//!   every option listed by the rules;
//! - *rows*: each cell against what the table itself has in its row, its column and
//!   its diagonals before it. Rows are walked from the first to the last, so the first
//!   cell that is wrong follows only right ones, and is named.
//!
//! The last leaves nothing out. It costs about what the table costs on the CPU.

use dashu_int::UBig;
use phinum_core::wythoff::GrundyTable;
use phinum_core::wythoff::beatty::pair;
use phinum_core::wythoff::table::options;
use rayon::prelude::*;

use crate::certificate::SAMPLE;
use crate::{Error, Progress};

/// A cell that is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongCell {
    /// The smaller heap.
    pub a: usize,
    /// The larger heap.
    pub b: usize,
    /// What the table has there.
    pub got: u16,
    /// What is right.
    pub expected: usize,
}

/// The first wrong cell in the order of rows, a ≤ b.
///
/// # Errors
/// What `progress` says, which is called with 0 now and then.
pub fn wrong_cell(table: &GrundyTable, progress: Progress<'_>) -> Result<Option<WrongCell>, Error> {
    // The walk over rows alone would find it; the others say that the walk is right.
    let wrong = by_rows(table, progress)?;
    Ok(wrong.or_else(|| by_zeros(table)).or_else(|| by_options(table)))
}

fn by_zeros(table: &GrundyTable) -> Option<WrongCell> {
    let task = table.task();
    let mut lower = vec![None; task.n()];
    for k in 0u32.. {
        let (a, b) = pair(&UBig::from(k), task.r());
        let (Ok(a), Ok(b)) = (usize::try_from(&a), usize::try_from(&b)) else { break };
        if b >= task.n() {
            break;
        }
        lower[b] = Some(a);
    }
    (0..task.n()).into_par_iter().find_map_first(|a| {
        (a..task.n()).find_map(|b| {
            let (got, cold) = (table.get(a, b), lower[b] == Some(a));
            ((got == 0) != cold).then(|| {
                let expected = if cold { 0 } else { mex(table, a, b) };
                WrongCell { a, b, got, expected }
            })
        })
    })
}

/// By definition.
fn mex(table: &GrundyTable, a: usize, b: usize) -> usize {
    let mut seen = vec![false; a + b + 2];
    for (x, y) in options(a, b, table.task().r()) {
        if let Some(seen) = seen.get_mut(usize::from(table.get(x, y))) {
            *seen = true;
        }
    }
    seen.iter().position(|seen| !seen).expect("a value out of reach stays unseen")
}

/// The most options the sample looks at.
const OPTIONS: usize = 1 << 26;

fn by_options(table: &GrundyTable) -> Option<WrongCell> {
    let task = table.task();
    let cells = task.offset(task.antidiagonals());
    let wrong = |(a, b): (usize, usize)| {
        let (got, expected) = (table.get(a, b), mex(table, a, b));
        (usize::from(got) != expected).then_some(WrongCell { a, b, got, expected })
    };
    if cells <= SAMPLE {
        return (0..task.n()).flat_map(|a| (a..task.n()).map(move |b| (a, b))).find_map(wrong);
    }
    let mut random = fastrand::Rng::with_seed(task.n() as u64);
    // Every cell of a large r has nearly all others as options: then a smaller square.
    let reach = (2 * task.r() as usize - 1).min(task.n());
    let too_many = |side: usize| side * (2 + reach.min(side)) * SAMPLE > OPTIONS;
    let mut within = task.n();
    while too_many(within) {
        within /= 2;
    }
    let sample: Vec<_> = (0..SAMPLE)
        .map(|_| {
            let (a, b) = (random.usize(..within), random.usize(..within));
            (a.min(b), a.max(b))
        })
        .collect();
    sample.into_par_iter().find_map_any(wrong)
}

/// A set of values.
#[derive(Clone)]
struct Set {
    words: Box<[u64]>,
    /// How many words at the beginning are full.
    full: usize,
}

impl Set {
    fn new(words: usize) -> Set {
        Set { words: vec![0; words].into(), full: 0 }
    }

    #[inline]
    fn insert(&mut self, value: u16) {
        // A value past the end is one no cell may have, and no mex comes near it.
        if let Some(word) = self.words.get_mut(usize::from(value) / 64) {
            *word |= 1 << (value % 64);
        }
        while self.words.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
    }
}

/// The least value in none of three sets.
#[inline]
fn least(a: &Set, b: &Set, c: &Set) -> usize {
    let full = a.full.max(b.full).max(c.full);
    let words = a.words[full..].iter().zip(&b.words[full..]).zip(&c.words[full..]);
    for (i, ((a, b), c)) in words.enumerate() {
        let word = a | b | c;
        if word != u64::MAX {
            return 64 * (full + i) + word.trailing_ones() as usize;
        }
    }
    64 * a.words.len()
}

/// Cells of a row a thread checks at a time, at least.
const CELLS: usize = 1 << 10;

fn by_rows(table: &GrundyTable, progress: Progress<'_>) -> Result<Option<WrongCell>, Error> {
    let task = table.task();
    let n = task.n();
    let empty = Set::new((2 * n).div_ceil(64));
    // For the row at hand: what each column has above it, and each diagonal b − a
    // (and, for r > 1, those around it) before it.
    let mut columns = vec![empty.clone(); n];
    let mut diagonals = vec![empty.clone(); n];
    let mut row = Vec::with_capacity(n);
    for a in 0..n {
        // A row lies across the table's memory: it is gathered once.
        row.clear();
        row.extend(table.row(a));
        let cells = CELLS.max((n - a).div_ceil(rayon::current_num_threads()));
        // The cell b = a + d lies in column a + d and on diagonal d.
        let columns = columns[a..].par_chunks_mut(cells);
        let diagonals = diagonals[..n - a].par_chunks_mut(cells);
        let pieces = columns.zip(diagonals).enumerate();
        let wrong = pieces.find_map_first(|(i, (columns, diagonals))| {
            row_piece(table, a, &row, a + i * cells, empty.clone(), columns, diagonals)
        });
        if wrong.is_some() {
            return Ok(wrong);
        }
        if a % 64 == 0 {
            progress(0)?;
        }
    }
    Ok(None)
}

/// The cells of row `a` from column `from` on.
fn row_piece(
    table: &GrundyTable,
    a: usize,
    row: &[u16],
    from: usize,
    mut used: Set,
    columns: &mut [Set],
    diagonals: &mut [Set],
) -> Option<WrongCell> {
    let r = table.task().r() as usize;
    // Row and column are one by symmetry, so left of the middle it is column a.
    for &value in &row[..from] {
        used.insert(value);
    }
    for ((b, column), diagonal) in (from..).zip(columns).zip(diagonals) {
        let got = row[b];
        let expected = least(&used, column, diagonal);
        if usize::from(got) != expected {
            return Some(WrongCell { a, b, got, expected });
        }
        used.insert(got);
        column.insert(got);
        diagonal.insert(got);
        for j in 1..r.min(b + 1) {
            diagonal.insert(row[b - j]);
            if j <= a {
                diagonal.insert(table.get(a - j, b));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use phinum_core::wythoff::{WythoffTable, wavefront};

    use super::*;

    fn wrong_cell(table: &GrundyTable) -> Option<WrongCell> {
        super::wrong_cell(table, &|_| Ok(())).unwrap()
    }

    fn table(n: usize, r: u32) -> GrundyTable {
        wavefront::table(WythoffTable::new(n, r).unwrap())
    }

    fn planted(right: &GrundyTable, a: usize, b: usize, value: u16) -> GrundyTable {
        let task = right.task();
        let mut values = right.values().to_vec();
        values[task.offset(a + b) + a - task.first(a + b)] = value;
        GrundyTable::from_antidiagonals(task, values)
    }

    #[test]
    fn right_tables_pass_every_check() {
        for r in [1, 2, 3, 7, u32::MAX] {
            for n in [0, 1, 2, 3, 33, 70] {
                assert_eq!(wrong_cell(&table(n, r)), None, "{n}, {r}");
            }
        }
        // Rows of several pieces.
        assert_eq!(wrong_cell(&table(2 * CELLS + 3, 1)), None);
    }

    #[test]
    fn it_stops_when_told() {
        let stopped = super::wrong_cell(&table(3, 1), &|_| Err(Error::Interrupted));
        assert!(matches!(stopped, Err(Error::Interrupted)));
    }

    #[test]
    fn any_wrong_cell_is_found_and_named() {
        for r in [1, 3] {
            let right = table(30, r);
            for a in 0..30 {
                for b in a..30 {
                    let is = right.get(a, b);
                    for value in [0, is + 1, is ^ 1, 59, u16::MAX] {
                        let table = planted(&right, a, b, value);
                        let wrong = WrongCell { a, b, got: value, expected: is.into() };
                        let expected = (value != is).then_some(wrong);
                        assert_eq!(wrong_cell(&table), expected, "({a}, {b}), {value}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_other_checks_find_what_is_theirs() {
        let right = table(22, 1);
        for (a, b) in [(1, 2), (6, 10), (12, 20)] {
            let wrong = by_zeros(&planted(&right, a, b, 5)).unwrap();
            assert_eq!((wrong.a, wrong.b, wrong.expected), (a, b, 0));
            assert_eq!(by_options(&planted(&right, a, b, 5)).map(|w| (w.a, w.b)), Some((a, b)));
        }
        let hot = by_zeros(&planted(&right, 5, 8, 0)).unwrap();
        assert_eq!((hot.a, hot.b, hot.got, hot.expected), (5, 8, 0, right.get(5, 8).into()));
        // A sample of a table too large to be looked at whole.
        let large = table(100, 1);
        let values = large.values().iter().map(|v| v ^ 1).collect();
        let shifted = GrundyTable::from_antidiagonals(large.task(), values);
        assert!(by_options(&shifted).is_some());
    }

    #[test]
    fn the_table_of_one_r_is_no_table_of_another() {
        let two = table(40, 2);
        let task = WythoffTable::new(40, 1).unwrap();
        let table = GrundyTable::from_antidiagonals(task, two.values().to_vec());
        assert!(wrong_cell(&table).is_some());
        assert!(by_zeros(&table).is_some() && by_options(&table).is_some());
    }
}
