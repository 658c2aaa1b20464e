//! A predicate bound to a range: where each part of it stays, and so in how many
//! bits it is evaluated.

use core::ops::Range;

use dashu_int::IBig;
use phinum_core::column::{Column, Width};
use phinum_core::function::{Function, ValueError};
use phinum_core::places::top_index;
use phinum_core::prefix::{Exact, Extremes};
use rayon::prelude::*;
use thiserror::Error;

use super::evaluate::{Test, Word};
use super::{Operation, Predicate, Term};

/// Why a predicate cannot be evaluated over a range.
#[derive(Debug, Error)]
pub enum BoundError {
    /// A function has no value somewhere.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// A number on the way may leave 128 bits.
    #[error(
        "a number in the condition may reach {0} here, and conditions are evaluated in 128 bits \
         with a sign: take a range of smaller numbers"
    )]
    TooWide(Box<IBig>),
    /// A divisor may be 0.
    #[error(
        "a divisor in the condition may be 0 here, and n % 0 is no number: leave out of the range \
         the n where it is"
    )]
    Division,
}

/// Rows a thread takes at a time.
const PIECE: usize = 1 << 14;

/// A predicate over a range, ready to be evaluated.
#[derive(Debug)]
pub struct Bound {
    functions: Vec<(Function, Width)>,
    program: Program,
}

#[derive(Debug)]
enum Program {
    Narrow(Test<i64>),
    Wide(Test<i128>),
}

/// The least and the greatest a number may be.
type Interval = (IBig, IBig);

impl Bound {
    /// `predicate` over the n of `range`.
    ///
    /// # Errors
    /// [`BoundError`] if a part of it has no value, or one that leaves 128 bits.
    pub fn new(predicate: &Predicate, range: &Range<u128>) -> Result<Bound, BoundError> {
        let mut functions = Vec::new();
        let mut values = Vec::new();
        for function in predicate.functions() {
            let width = function.width(range.clone())?;
            values.push(interval(&function, range)?);
            functions.push((function, width));
        }
        let numbers = (range.start.into(), range.end.saturating_sub(1).max(range.start).into());
        let survey =
            Survey { functions: &functions, values: &values, numbers, greatest: IBig::ZERO };
        let greatest = survey.greatest_of(predicate)?;
        let program = if greatest <= IBig::from(i64::MAX) {
            Program::Narrow(Test::of(predicate, &functions))
        } else if greatest <= IBig::from(i128::MAX) {
            Program::Wide(Test::of(predicate, &functions))
        } else {
            return Err(BoundError::TooWide(Box::new(greatest)));
        };
        Ok(Bound { functions, program })
    }

    /// The functions asked for, in the order in which their columns are wanted, and
    /// how wide those are.
    pub fn functions(&self) -> &[(Function, Width)] {
        &self.functions
    }

    /// How many of the numbers `start`, `start` + 1, …, `len` of them, fulfil it,
    /// given the columns of its functions.
    pub fn count(&self, start: u128, len: usize, columns: &[Column]) -> u64 {
        self.pieces(start, len, columns, |_, held| held.iter().filter(|held| **held).count() as u64)
            .sum()
    }

    /// The places, from 0 up, of those numbers that fulfil it, ascending.
    pub fn select(&self, start: u128, len: usize, columns: &[Column]) -> Vec<usize> {
        let pieces: Vec<Vec<usize>> = self
            .pieces(start, len, columns, |from, held| {
                let places = (from..).zip(held);
                places.filter(|(_, held)| **held).map(|(place, _)| place).collect()
            })
            .collect();
        pieces.concat()
    }

    fn pieces<T: Send>(
        &self,
        start: u128,
        len: usize,
        columns: &[Column],
        of: impl Fn(usize, &[bool]) -> T + Send + Sync,
    ) -> impl IndexedParallelIterator<Item = T> {
        (0..len.div_ceil(PIECE)).into_par_iter().map(move |piece| {
            let from = piece * PIECE;
            let rows = from..len.min(from + PIECE);
            let held = match &self.program {
                Program::Narrow(test) => test.run(start, columns, rows),
                Program::Wide(test) => test.run(start, columns, rows),
            };
            of(from, &held)
        })
    }
}

/// Where the values of a function stay: from the exact extremes where those have a
/// closed form.
fn interval(function: &Function, range: &Range<u128>) -> Result<Interval, ValueError> {
    let exact = Exact::<Extremes>::new(function, top_index(range.end));
    if let Some(Extremes(Some((least, greatest)))) = exact.map(|exact| exact.over(range.clone())) {
        return Ok((least.value, greatest.value));
    }
    Ok((IBig::ZERO, function.largest(range.clone())?.into()))
}

/// A walk over the terms that notes how large numbers get.
struct Survey<'a> {
    functions: &'a [(Function, Width)],
    values: &'a [Interval],
    numbers: Interval,
    greatest: IBig,
}

impl Survey<'_> {
    /// The size of the largest number on the way to an answer.
    fn greatest_of(mut self, predicate: &Predicate) -> Result<IBig, BoundError> {
        let mut result = Ok(());
        predicate.comparisons(&mut |left, right| {
            for term in [left, right] {
                if result.is_ok() {
                    result = self.term(term).map(|_| ());
                }
            }
        });
        result.map(|()| self.greatest)
    }

    fn term(&mut self, term: &Term) -> Result<Interval, BoundError> {
        let interval = match term {
            Term::Constant(constant) => (constant.clone(), constant.clone()),
            Term::Number => self.numbers.clone(),
            Term::Value(function) => {
                let at = super::evaluate::column_of(self.functions, function);
                self.values[at].clone()
            }
            Term::Operation(operation, left, right) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                match operation {
                    Operation::Add => (left.0 + right.0, left.1 + right.1),
                    Operation::Subtract => (left.0 - right.1, left.1 - right.0),
                    Operation::Multiply => {
                        let corners = [
                            &left.0 * &right.0,
                            &left.0 * &right.1,
                            &left.1 * &right.0,
                            &left.1 * &right.1,
                        ];
                        let least = corners.iter().min().cloned().unwrap_or_default();
                        (least, corners.into_iter().max().unwrap_or_default())
                    }
                    Operation::Residue => {
                        if right.0 <= IBig::ZERO && right.1 >= IBig::ZERO {
                            return Err(BoundError::Division);
                        }
                        let size = size(&right.0).max(size(&right.1));
                        (IBig::ZERO, size - 1)
                    }
                }
            }
        };
        for end in [&interval.0, &interval.1] {
            let size = size(end);
            if size > self.greatest {
                self.greatest = size;
            }
        }
        Ok(interval)
    }
}

fn size(number: &IBig) -> IBig {
    number.clone().into_parts().1.into()
}

impl Predicate {
    /// Whether it holds where its only function has the value `value`.
    ///
    /// # Errors
    /// As [`Bound::new`], for numbers that make no sense there.
    ///
    /// # Panics
    /// If it is no condition on a single function ([`Predicate::only_function`]).
    pub fn holds_at(&self, value: u128) -> Result<bool, BoundError> {
        let function = self.only_function().expect("a condition on one function");
        let functions = [(function, Width::U128)];
        let survey = Survey {
            functions: &functions,
            values: &[(value.into(), value.into())],
            numbers: (IBig::ZERO, IBig::ZERO),
            greatest: IBig::ZERO,
        };
        let greatest = survey.greatest_of(self)?;
        if greatest > IBig::from(i128::MAX) {
            return Err(BoundError::TooWide(Box::new(greatest)));
        }
        let column = Column::U128(vec![value]);
        Ok(Test::<i128>::of(self, &functions).run(0, &[column], 0..1)[0])
    }
}

impl Word for i64 {
    fn of(wide: i128) -> i64 {
        wide as i64
    }

    #[inline(always)]
    fn low_bits(self, divisor: i64) -> Option<i64> {
        (divisor > 0 && divisor & (divisor - 1) == 0).then(|| self & (divisor - 1))
    }
}

impl Word for i128 {
    fn of(wide: i128) -> i128 {
        wide
    }

    #[inline(always)]
    fn low_bits(self, divisor: i128) -> Option<i128> {
        (divisor > 0 && divisor & (divisor - 1) == 0).then(|| self & (divisor - 1))
    }
}
