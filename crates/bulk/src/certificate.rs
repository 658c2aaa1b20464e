//! Certificates: what shows that a block is right.
//!
//! The column that was received is summed in two functionals, Σ f(n) and
//! Σ n·f(n) modulo 2^64, and compared with sums that come from digits alone
//! ([`phinum_core::prefix`]). A value that is wrong by anything moves the first
//! sum, unless others make up for it; two that changed places move the second.
//! Besides, a random sample of each block is evaluated one by one by the scalar
//! reference: the only evidence where a function has no closed sum.

use core::ops::Range;

use dashu_int::UBig;
use phinum_core::backend::BLOCK_MAX;
use phinum_core::column::{Column, Word};
use phinum_core::for_width;
use phinum_core::function::Function;
use phinum_core::places::top_index;
use phinum_core::prefix::{Moments, Sums};
use phinum_core::ring::Ring;
use rayon::prelude::*;

/// Values of a block that are evaluated a second time, one by one.
pub const SAMPLE: usize = 256;

/// The sums of a column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Totals {
    /// Σ f(n).
    pub sum: UBig,
    /// Σ n·f(n) modulo 2^64.
    pub weighted: u64,
}

impl Totals {
    /// Of the values of `start`, `start` + 1, …
    pub fn of(start: u128, column: &Column) -> Totals {
        for_width!(Column, column, values => of_words(start, values))
    }
}

/// Values summed without a carry to look after.
const PIECE: usize = 1 << 16;

fn of_words<W: Word>(start: u128, values: &[W]) -> Totals {
    assert!(values.len() <= BLOCK_MAX, "a block is at most 2^32 - 1 numbers");
    let piece = |(i, values): (usize, &[W])| {
        // Halves of at most 64 bits, 2^16 of them.
        let (mut low, mut high, mut weighted) = (0u128, 0u128, 0u64);
        let mut n = (start as u64).wrapping_add((i * PIECE) as u64);
        for value in values {
            low += u128::from(value.wide() as u64);
            high += value.wide() >> 64;
            weighted = weighted.wrapping_add(n.wrapping_mul(value.wide() as u64));
            n = n.wrapping_add(1);
        }
        Totals { sum: UBig::from(low) + (UBig::from(high) << 64), weighted }
    };
    let none = || Totals { sum: UBig::ZERO, weighted: 0 };
    values.par_chunks(PIECE).enumerate().map(piece).reduce(none, |a, b| Totals {
        sum: a.sum + b.sum,
        weighted: a.weighted.wrapping_add(b.weighted),
    })
}

/// Certifies the blocks of one function.
#[derive(Debug)]
pub struct Certifier {
    function: Function,
    sums: Option<Sums<u64>>,
    /// The sums up to where the last block ended.
    reached: Option<(u128, Moments<u64>)>,
}

/// A block is not what it should be; the smallest n whose value is wrong, if the
/// scalar reference finds one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The n.
    pub n: u128,
    /// What is right there.
    pub expected: u128,
}

impl Certifier {
    /// For blocks of `function` within `range`.
    pub fn new(function: &Function, range: &Range<u128>) -> Certifier {
        let sums = Sums::new(function, top_index(range.end));
        Certifier { function: function.clone(), sums, reached: None }
    }

    /// Whether there are exact sums to compare with, or the sample alone.
    pub fn is_exact(&self) -> bool {
        self.sums.is_some()
    }

    /// Checks the column of the numbers from `start` on, with its totals.
    ///
    /// # Errors
    /// [`Refused`] with the smallest wrong n.
    pub fn check(&mut self, start: u128, column: &Column, totals: &Totals) -> Result<(), Refused> {
        let end = start + column.len() as u128;
        let sums_agree = match &self.sums {
            None => true,
            Some(sums) => {
                let before = match self.reached.take() {
                    Some((n, moments)) if n == start => moments,
                    _ => sums.below(start),
                };
                let upto = sums.below(end);
                let mut expected = upto.clone();
                expected.sub(&before);
                self.reached = Some((end, upto));
                let got = (u64::of(&totals.sum.clone().into()), totals.weighted);
                got == (expected.f, expected.nf)
            }
        };
        if sums_agree && self.sample_agrees(start, column) {
            return Ok(());
        }
        Err(self.smallest_wrong(start, column))
    }

    fn is_right(&self, start: u128, column: &Column, i: usize) -> bool {
        column.get(i) == self.function.value_wrapped(start + i as u128)
    }

    fn sample_agrees(&self, start: u128, column: &Column) -> bool {
        // The same block has the same sample every time.
        let mut random = fastrand::Rng::with_seed(start as u64 ^ (start >> 64) as u64);
        let len = column.len();
        (0..SAMPLE.min(len)).all(|_| self.is_right(start, column, random.usize(..len)))
    }

    fn smallest_wrong(&self, start: u128, column: &Column) -> Refused {
        let wrong = (0..column.len())
            .into_par_iter()
            .find_first(|&i| !self.is_right(start, column, i))
            // Every value is right and the sums are not: then the sums are wrong.
            .expect("the exact sums contradict the scalar reference");
        let n = start + wrong as u128;
        Refused { n, expected: self.function.value_wrapped(n) }
    }
}
