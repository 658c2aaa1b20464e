//! Certificates: what shows that a block is right.
//!
//! The column that was received is summed in two functionals, Σ f(n) exactly and
//! Σ n·f(n) modulo 2^128, and compared with sums that come from digits alone
//! ([`phinum_core::prefix`]). One wrong value moves the first sum, whatever it is;
//! values that changed places move the second. Besides, a random sample of each
//! block is evaluated one by one by the scalar reference: the only evidence where
//! a function has no closed sum.

mod symptom;

use core::ops::Range;

use phinum_core::column::{Column, Totals};
use phinum_core::for_width;
use phinum_core::function::Function;
use phinum_core::places::top_index;
use phinum_core::prefix::{Moments, Sums};
use phinum_core::ring::Ring;
use rayon::prelude::*;

pub use symptom::Symptom;

/// Values of a block that are evaluated a second time, one by one.
pub const SAMPLE: usize = 256;

/// Values a thread sums at a time.
const PIECE: usize = 1 << 16;

/// The totals of the values of `start`, `start` + 1, …
pub fn totals(start: u128, column: &Column) -> Totals {
    for_width!(Column, column, values => {
        values
            .par_chunks(PIECE)
            .enumerate()
            .map(|(i, piece)| Totals::of(start.wrapping_add((i * PIECE) as u128), piece))
            .reduce(|| Totals::NONE, |mut all, one| {
                all.add(&one);
                all
            })
    })
}

/// Certifies the blocks of one function.
#[derive(Debug)]
pub struct Certifier {
    function: Function,
    sums: Option<Sums<u128>>,
    /// The sums up to where the last block ended.
    reached: Option<(u128, Moments<u128>)>,
}

/// A block is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// A value is wrong.
    Value {
        /// The smallest n whose value it is.
        n: u128,
        /// What is right there.
        expected: u128,
        /// What the block looks like.
        symptom: Symptom,
    },
    /// The sums are wrong though every value is what the scalar reference gives:
    /// one of them, or the memory, is at fault.
    Sums,
}

impl Certifier {
    /// For blocks of `function` within `range`.
    pub fn new(function: &Function, range: &Range<u128>) -> Certifier {
        let sums = Sums::new(function, top_index(range.end));
        Certifier { function: function.clone(), sums, reached: None }
    }

    /// Whether there are exact sums to compare with, and not a sample alone.
    pub fn is_exact(&self) -> bool {
        self.sums.is_some()
    }

    /// Checks the column of the numbers from `start` on: its totals, and whether
    /// they and a sample are right.
    pub fn check(&mut self, start: u128, column: &Column) -> (Totals, Result<(), Refused>) {
        let totals = totals(start, column);
        let right =
            self.sums_agree(start, column.len(), &totals) && self.sample_agrees(start, column);
        let verdict = if right { Ok(()) } else { Err(self.refused(start, column)) };
        (totals, verdict)
    }

    /// Whether the totals of the values of `start`, `start` + 1, …, `len` of them, are those
    /// of exact sums; true where there are none to compare with.
    pub fn sums_agree(&mut self, start: u128, len: usize, totals: &Totals) -> bool {
        let Some(sums) = &self.sums else { return true };
        let end = start + len as u128;
        let before = match self.reached.take() {
            Some((n, moments)) if n == start => moments,
            _ => sums.below(start),
        };
        let upto = sums.below(end);
        let mut expected = upto.clone();
        expected.sub(&before);
        self.reached = Some((end, upto));
        (u128::of(&totals.sum.clone().into()), totals.weighted) == (expected.f, expected.nf)
    }

    fn is_right(&self, start: u128, column: &Column, i: usize) -> bool {
        column.get(i) == self.function.value_wrapped(start + i as u128)
    }

    fn sample_agrees(&self, start: u128, column: &Column) -> bool {
        let len = column.len();
        if len <= SAMPLE {
            return (0..len).all(|i| self.is_right(start, column, i));
        }
        // The same block has the same sample every time.
        let mut random = fastrand::Rng::with_seed(start as u64 ^ (start >> 64) as u64);
        (0..SAMPLE).all(|_| self.is_right(start, column, random.usize(..len)))
    }

    fn refused(&self, start: u128, column: &Column) -> Refused {
        let is_wrong = |i: &usize| !self.is_right(start, column, *i);
        let Some(first) = (0..column.len()).into_par_iter().find_first(is_wrong) else {
            return Refused::Sums;
        };
        let wrong = (first..column.len()).into_par_iter().filter(is_wrong).count();
        let n = start + first as u128;
        Refused::Value {
            n,
            expected: self.function.value_wrapped(n),
            symptom: Symptom::of(&self.function, start, column, wrong),
        }
    }
}

/// What the sums over `range` must be, each modulo 2^128: Σ f and Σ n·f; `None` for a
/// function without closed sums.
pub fn exact(function: &Function, range: &Range<u128>) -> Option<(u128, u128)> {
    let sums = Sums::<u128>::new(function, top_index(range.end))?;
    let mut moments = sums.below(range.end);
    moments.sub(&sums.below(range.start));
    Some((moments.f, moments.nf))
}
