//! The table of Grundy values, antidiagonal by antidiagonal.
//!
//! Three sets of values give a cell (a, b), a ≤ b, its mex: those used so far in
//! row a, in row b (by symmetry row and column x are one set), and on the way down
//! its diagonal. The last is carried along: from (a, b) to (a + 1, b + 1) the
//! options by moves from both heaps gain G(a, b) and, for r > 1, G(a, b − j) and
//! G(a − j, b) for 0 < j < r. So a cell costs a few words of three sets and O(r).
//!
//! The cells of one antidiagonal touch disjoint sets: row a for the lower half of
//! the rows, row b for the upper, the diagonals b − a of one parity. A [`Strip`] is
//! a run of such cells with their sets, and splits into two that can be computed at
//! once. Everything else they read lies on earlier antidiagonals. A device computes
//! an antidiagonal in one dispatch, an invocation a cell, with the same sets.

use super::table::{GrundyTable, WythoffTable, at};

/// A set of values, in words.
#[derive(Clone, Debug)]
struct Used {
    words: Box<[u64]>,
    /// The first word that is not full.
    first: usize,
}

impl Used {
    fn new(bits: usize) -> Self {
        Used { words: vec![0; bits.div_ceil(64)].into(), first: 0 }
    }

    #[inline]
    fn insert(&mut self, value: u16) {
        let word = usize::from(value) / 64;
        self.words[word] |= 1 << (value % 64);
        while self.words.get(self.first) == Some(&u64::MAX) {
            self.first += 1;
        }
    }
}

/// The least value in none of the three.
#[inline]
fn mex(a: &Used, b: &Used, c: &Used) -> u16 {
    let from = a.first.max(b.first).max(c.first);
    let words = a.words[from..].iter().zip(&b.words[from..]).zip(&c.words[from..]);
    for (i, ((a, b), c)) in words.enumerate() {
        let used = a | b | c;
        if used != u64::MAX {
            return ((from + i) as u32 * 64 + used.trailing_ones()) as u16;
        }
    }
    unreachable!("a value is at most a + b, which the sets have room for")
}

/// A table under way.
#[derive(Clone, Debug)]
pub struct Wavefront {
    task: WythoffTable,
    values: Vec<u16>,
    /// The next antidiagonal.
    s: usize,
    rows: Vec<Used>,
    /// The diagonals b − a, even ones and odd ones.
    diagonals: [Vec<Used>; 2],
}

impl Wavefront {
    /// Before the first antidiagonal.
    pub fn new(task: WythoffTable) -> Self {
        let n = task.n();
        let sets = |count| vec![Used::new(2 * n); count];
        Wavefront {
            task,
            values: vec![0; task.offset(task.antidiagonals())],
            s: 0,
            rows: sets(n),
            diagonals: [sets(n.div_ceil(2)), sets(n / 2)],
        }
    }

    /// The bytes of all sets.
    pub(super) fn set_bytes(task: WythoffTable) -> u64 {
        let set = (2 * task.n()).div_ceil(64) * size_of::<u64>() + size_of::<Used>();
        (2 * task.n() * set) as u64
    }

    /// The next antidiagonal, to be computed with [`Strip::run`], whole or in
    /// parts; none after the last.
    #[expect(clippy::should_implement_trait, reason = "it lends what it holds")]
    pub fn next(&mut self) -> Option<Strip<'_>> {
        let (task, s) = (self.task, self.s);
        if s == task.antidiagonals() {
            return None;
        }
        self.s += 1;
        let first = task.first(s);
        let (earlier, rest) = self.values.split_at_mut(task.offset(s));
        let (low, high) = self.rows.split_at_mut(s / 2 + 1);
        // For even s the middle cell has one row twice.
        let high = &mut high[..s - first - s / 2];
        // Cell a lies on the diagonal s − 2a.
        let diagonals = &mut self.diagonals[s % 2];
        let greatest = (s - 2 * first) / 2;
        Some(Strip {
            task,
            s,
            first,
            earlier,
            out: &mut rest[..task.cells(s)],
            low: &mut low[first..],
            high,
            diagonals: &mut diagonals[..=greatest],
        })
    }

    /// The table, after the last antidiagonal.
    ///
    /// # Panics
    /// If antidiagonals are missing.
    pub fn finish(self) -> GrundyTable {
        assert_eq!(self.s, self.task.antidiagonals(), "every antidiagonal is computed");
        GrundyTable::from_antidiagonals(self.task, self.values)
    }
}

/// Neighbouring cells of one antidiagonal, with the sets they touch.
#[derive(Debug)]
pub struct Strip<'a> {
    task: WythoffTable,
    s: usize,
    /// The least a.
    first: usize,
    earlier: &'a [u16],
    out: &'a mut [u16],
    /// The rows a, ascending.
    low: &'a mut [Used],
    /// The rows b > a, ascending: the last belongs to the first cell.
    high: &'a mut [Used],
    /// The diagonals, ascending: the last belongs to the first cell.
    diagonals: &'a mut [Used],
}

impl<'a> Strip<'a> {
    /// How many cells it has.
    pub fn len(&self) -> usize {
        self.out.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    /// The first `cells` of them, and the others.
    ///
    /// # Panics
    /// If there are not as many.
    #[must_use]
    pub fn split(self, cells: usize) -> (Strip<'a>, Strip<'a>) {
        let Strip { task, s, first, earlier, out, low, high, diagonals } = self;
        let (out, out_rest) = out.split_at_mut(cells);
        let (low, low_rest) = low.split_at_mut(cells);
        // The middle cell has no row of its own among the high ones.
        let (high_rest, high) = high.split_at_mut(high.len().saturating_sub(cells));
        let (diagonals_rest, diagonals) = diagonals.split_at_mut(diagonals.len() - cells);
        (
            Strip { task, s, first, earlier, out, low, high, diagonals },
            Strip {
                task,
                s,
                first: first + cells,
                earlier,
                out: out_rest,
                low: low_rest,
                high: high_rest,
                diagonals: diagonals_rest,
            },
        )
    }

    /// Computes its cells.
    pub fn run(self) {
        let Strip { task, s, first, earlier, out, low, high, diagonals } = self;
        let mut high = high.iter_mut().rev();
        let sets = low.iter_mut().zip(diagonals.iter_mut().rev());
        for ((a, value), (low, diagonal)) in (first..).zip(out).zip(sets) {
            let b = s - a;
            // The middle cell, a = b, has none.
            let high = high.next();
            *value = mex(low, high.as_deref().unwrap_or(low), diagonal);
            low.insert(*value);
            if let Some(high) = high {
                high.insert(*value);
            }
            diagonal.insert(*value);
            for j in 1..(task.r() as usize).min(b + 1) {
                diagonal.insert(at(task, earlier, a, b - j));
                if j <= a {
                    diagonal.insert(at(task, earlier, a - j, b));
                }
            }
        }
    }
}

/// The table on one thread.
pub fn table(task: WythoffTable) -> GrundyTable {
    let mut wavefront = Wavefront::new(task);
    while let Some(strip) = wavefront.next() {
        strip.run();
    }
    wavefront.finish()
}

/// As [`table`]; `None` if `watch`, told of every antidiagonal's cells, stopped it.
pub(super) fn watched(
    task: WythoffTable,
    watch: &mut dyn FnMut(u64) -> bool,
) -> Option<GrundyTable> {
    let mut wavefront = Wavefront::new(task);
    while let Some(strip) = wavefront.next() {
        let cells = strip.len() as u64;
        strip.run();
        if !watch(cells) {
            return None;
        }
    }
    Some(wavefront.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wythoff::table::plain;

    #[test]
    fn strips_in_any_parts_give_the_plain_table() {
        for r in [1, 2, 3, 5, 7, u32::MAX] {
            for n in [0, 1, 2, 3, 31, 32, 33, 70] {
                let task = WythoffTable::new(n, r).expect("small");
                let expected = plain(task);
                assert_eq!(table(task), expected, "{n}, {r}");
                let mut wavefront = Wavefront::new(task);
                while let Some(strip) = wavefront.next() {
                    let len = strip.len();
                    let (left, right) = strip.split(len / 3);
                    assert_eq!((left.len(), right.len()), (len / 3, len - len / 3));
                    // The later part first: they do not depend on each other.
                    let (middle, end) = right.split(len / 2);
                    end.run();
                    left.run();
                    middle.run();
                }
                assert_eq!(wavefront.finish(), expected, "{n}, {r} in parts");
            }
        }
    }
}
