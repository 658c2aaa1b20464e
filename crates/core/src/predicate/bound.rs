//! A predicate bound to a range: where each part of it stays, and so in how many
//! bits it is evaluated.

use core::ops::Range;

use dashu_int::IBig;
use thiserror::Error;

use super::program::{Memory, Program, ROWS, counted, direct};
use super::{Operation, Predicate, Term};
use crate::column::{Column, Width};
use crate::function::{Function, ValueError};
use crate::places::top_index;
use crate::prefix::{Exact, Extremes};

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

/// A predicate over a range, ready to be evaluated.
#[derive(Debug)]
pub struct Bound {
    predicate: Predicate,
    range: Range<u128>,
    functions: Vec<(Function, Width)>,
    program: Size,
}

/// A program in the narrowest words that hold every number on the way.
#[derive(Debug)]
enum Size {
    Small(Program<i32>),
    Narrow(Program<i64>),
    Wide(Program<i128>),
}

/// What evaluating works in, kept between pieces.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    small: Memory<i32>,
    narrow: Memory<i64>,
    wide: Memory<i128>,
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
        let mut survey =
            Survey { functions: &functions, values: &values, numbers, greatest: IBig::ZERO };
        survey.look_at(predicate)?;
        let program = if survey.greatest <= IBig::from(i32::MAX) {
            Size::Small(Program::of(predicate, &survey))
        } else if survey.greatest <= IBig::from(i64::MAX) {
            Size::Narrow(Program::of(predicate, &survey))
        } else if survey.greatest <= IBig::from(i128::MAX) {
            Size::Wide(Program::of(predicate, &survey))
        } else {
            return Err(BoundError::TooWide(Box::new(survey.greatest)));
        };
        Ok(Bound { predicate: predicate.clone(), range: range.clone(), functions, program })
    }

    /// The predicate.
    pub fn predicate(&self) -> &Predicate {
        &self.predicate
    }

    /// The range, outside which nothing is known of how large numbers get.
    pub fn range(&self) -> Range<u128> {
        self.range.clone()
    }

    /// The functions asked for, in the order in which their columns are wanted, and
    /// how wide those are.
    pub fn functions(&self) -> &[(Function, Width)] {
        &self.functions
    }

    /// Whether every number on the way to an answer has at most 31 bits and a sign. The
    /// values of functions that only [`direct`] comparisons ask for may have more, and so
    /// may n where its residues are [`counted`].
    pub fn is_small(&self) -> bool {
        matches!(self.program, Size::Small(_))
    }

    /// Columns for a piece.
    pub fn columns(&self) -> Vec<Column> {
        self.functions.iter().map(|(_, width)| Column::unwritten(*width, ROWS)).collect()
    }

    /// Whether it holds at each of some rows of the columns of its functions, which are those
    /// of the numbers `start`, `start` + 1, …: bit i % 64 of word i / 64 of `held`. Bits past
    /// them are 0. Always inlined, so that it is made of its caller's instructions.
    ///
    /// # Panics
    /// If there are more than [`ROWS`], or not as many values, or other words than it takes.
    #[inline(always)]
    pub fn hold(
        &self,
        start: u128,
        columns: &[Column],
        rows: Range<usize>,
        space: &mut Workspace,
        held: &mut [u64],
    ) {
        assert_eq!(held.len(), rows.len().div_ceil(64), "a bit for every row");
        let bytes = match &self.program {
            Size::Small(program) => program.run(start, columns, rows, &mut space.small),
            Size::Narrow(program) => program.run(start, columns, rows, &mut space.narrow),
            Size::Wide(program) => program.run(start, columns, rows, &mut space.wide),
        };
        for (word, bytes) in held.iter_mut().zip(bytes.chunks(64)) {
            *word = 0;
            let (eights, rest) = bytes.as_chunks::<8>();
            for (i, eight) in eights.iter().enumerate() {
                // The product puts bit 8j of the factor at bit 56 + j.
                let gathered = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                *word |= gathered << (8 * i);
            }
            for (i, byte) in rest.iter().enumerate() {
                *word |= u64::from(*byte) << (8 * eights.len() + i);
            }
        }
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
pub(super) struct Survey<'a> {
    functions: &'a [(Function, Width)],
    values: &'a [Interval],
    numbers: Interval,
    /// The size of the largest number on the way to an answer.
    greatest: IBig,
}

impl Survey<'_> {
    fn look_at(&mut self, predicate: &Predicate) -> Result<(), BoundError> {
        let mut result = Ok(());
        predicate.comparisons(&mut |left, right| {
            if direct(left, right).is_some() {
                return;
            }
            for term in [left, right] {
                if result.is_ok() {
                    result = self.term(term).map(|_| ());
                }
            }
        });
        result
    }

    /// Which column is that of a function, and how wide.
    pub(super) fn column_of(&self, function: &Function) -> (usize, Width) {
        let at = self.functions.iter().position(|(known, _)| known.same(function));
        let at = at.expect("every function has a column");
        (at, self.functions[at].1)
    }

    fn term(&mut self, term: &Term) -> Result<Interval, BoundError> {
        let interval = match term {
            Term::Constant(constant) => (constant.clone(), constant.clone()),
            Term::Number => self.numbers.clone(),
            Term::Value(function) => {
                let (at, _) = self.column_of(function);
                self.values[at].clone()
            }
            Term::Operation(operation, left, right) => {
                let left = match counted(*operation, left, right) {
                    Some(_) => (IBig::ZERO, IBig::ZERO),
                    None => self.term(left)?,
                };
                let right = self.term(right)?;
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
