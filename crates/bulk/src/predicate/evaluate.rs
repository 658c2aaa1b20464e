//! A predicate over rows of columns, an operation after the other for many rows.

use core::fmt::Debug;
use core::ops::{Add, Mul, Range, Rem, Sub};

use dashu_int::IBig;
use phinum_core::column::{Column, Width};
use phinum_core::for_width;
use phinum_core::function::Function;

use super::{Operation, Predicate, Relation, Term};

/// A signed word wide enough for every number of a predicate.
pub(super) trait Word:
    Copy
    + Ord
    + Default
    + Debug
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Rem<Output = Self>
{
    /// A number that fits.
    fn of(wide: i128) -> Self;
    /// What is left of it by a divisor that is a power of two: its low bits, since
    /// negative numbers are two's complements. `None` for any other divisor.
    fn low_bits(self, divisor: Self) -> Option<Self>;
}

/// A term in words of one width.
#[derive(Debug)]
pub(super) enum Code<T> {
    Constant(T),
    Number,
    Column(usize),
    Operation(Operation, Box<Code<T>>, Box<Code<T>>),
}

/// A predicate in words of one width.
#[derive(Debug)]
pub(super) enum Test<T> {
    Compare(Relation, Code<T>, Code<T>),
    And(Box<Test<T>>, Box<Test<T>>),
    Or(Box<Test<T>>, Box<Test<T>>),
    Not(Box<Test<T>>),
}

/// Which of the columns is that of `function`.
pub(super) fn column_of(functions: &[(Function, Width)], function: &Function) -> usize {
    let at = functions.iter().position(|(known, _)| known.same(function));
    at.expect("every function has a column")
}

impl<T: Word> Code<T> {
    fn of(term: &Term, functions: &[(Function, Width)]) -> Code<T> {
        let word = |number: &IBig| T::of(i128::try_from(number).expect("surveyed"));
        match term {
            Term::Constant(number) => Code::Constant(word(number)),
            Term::Number => Code::Number,
            Term::Value(function) => Code::Column(column_of(functions, function)),
            Term::Operation(operation, left, right) => {
                let code = |term| Box::new(Code::of(term, functions));
                Code::Operation(*operation, code(left), code(right))
            }
        }
    }

    fn run(&self, start: u128, columns: &[Column], rows: Range<usize>) -> Vec<T> {
        match self {
            Code::Constant(constant) => vec![*constant; rows.len()],
            Code::Number => rows.map(|row| T::of((start + row as u128) as i128)).collect(),
            Code::Column(at) => for_width!(Column, &columns[*at], values => {
                values[rows].iter().map(|value| T::of(i128::from_value(*value))).collect()
            }),
            Code::Operation(operation, left, right) => {
                let mut numbers = left.run(start, columns, rows.clone());
                match &**right {
                    // Most often the right side is written as a number.
                    Code::Constant(constant) => {
                        operate(*operation, &mut numbers, core::iter::repeat(*constant));
                    }
                    right => operate(*operation, &mut numbers, right.run(start, columns, rows)),
                }
                numbers
            }
        }
    }
}

/// Applies an operation to all of some numbers. Each has a loop of its own, so that it is
/// one of plain lanes.
fn operate<T: Word>(operation: Operation, numbers: &mut [T], right: impl IntoIterator<Item = T>) {
    fn each<T: Word>(
        numbers: &mut [T],
        right: impl IntoIterator<Item = T>,
        apply: impl Fn(T, T) -> T,
    ) {
        for (number, right) in numbers.iter_mut().zip(right) {
            *number = apply(*number, right);
        }
    }
    match operation {
        Operation::Add => each(numbers, right, |a, b| a + b),
        Operation::Subtract => each(numbers, right, |a, b| a - b),
        Operation::Multiply => each(numbers, right, |a, b| a * b),
        Operation::Residue => each(numbers, right, residue),
    }
}

/// Compares all of some numbers, as [`operate`].
fn compare<T: Word>(
    relation: Relation,
    left: impl Iterator<Item = T>,
    right: impl Iterator<Item = T>,
) -> Vec<bool> {
    let pairs = left.zip(right);
    match relation {
        Relation::Equal => pairs.map(|(a, b)| a == b).collect(),
        Relation::Unequal => pairs.map(|(a, b)| a != b).collect(),
        Relation::Less => pairs.map(|(a, b)| a < b).collect(),
        Relation::AtMost => pairs.map(|(a, b)| a <= b).collect(),
        Relation::Greater => pairs.map(|(a, b)| a > b).collect(),
        Relation::AtLeast => pairs.map(|(a, b)| a >= b).collect(),
    }
}

/// From 0 up to the size of the divisor, which is not 0.
#[inline(always)]
fn residue<T: Word>(a: T, b: T) -> T {
    if let Some(rest) = a.low_bits(b) {
        return rest;
    }
    let rest = a % b;
    let zero = T::default();
    match (rest < zero, b < zero) {
        (false, _) => rest,
        (true, false) => rest + b,
        (true, true) => rest - b,
    }
}

/// A column's word in 128 bits with a sign: surveyed to fit.
trait FromValue<V> {
    fn from_value(value: V) -> i128;
}

impl FromValue<u64> for i128 {
    fn from_value(value: u64) -> i128 {
        value.into()
    }
}

impl FromValue<u128> for i128 {
    fn from_value(value: u128) -> i128 {
        value as i128
    }
}

impl<T: Word> Test<T> {
    /// `predicate` over columns of `functions`, in their order.
    pub(super) fn of(predicate: &Predicate, functions: &[(Function, Width)]) -> Test<T> {
        let test = |inner: &Predicate| Box::new(Test::of(inner, functions));
        match predicate {
            Predicate::Compare(relation, left, right) => {
                Test::Compare(*relation, Code::of(left, functions), Code::of(right, functions))
            }
            Predicate::And(left, right) => Test::And(test(left), test(right)),
            Predicate::Or(left, right) => Test::Or(test(left), test(right)),
            Predicate::Not(inner) => Test::Not(test(inner)),
        }
    }

    /// Whether it holds at each of `rows`, those of the numbers from `start` on.
    pub(super) fn run(&self, start: u128, columns: &[Column], rows: Range<usize>) -> Vec<bool> {
        match self {
            Test::Compare(relation, Code::Column(at), Code::Constant(constant)) => {
                for_width!(Column, &columns[*at], values => {
                    let values = values[rows].iter().map(|value| T::of(i128::from_value(*value)));
                    compare(*relation, values, core::iter::repeat(*constant))
                })
            }
            Test::Compare(relation, left, Code::Constant(constant)) => {
                let left = left.run(start, columns, rows);
                compare(*relation, left.into_iter(), core::iter::repeat(*constant))
            }
            Test::Compare(relation, left, right) => {
                let left = left.run(start, columns, rows.clone());
                let right = right.run(start, columns, rows);
                compare(*relation, left.into_iter(), right.into_iter())
            }
            Test::And(left, right) => {
                let mut held = left.run(start, columns, rows.clone());
                // Where nothing is left there is nothing to look at.
                if held.contains(&true) {
                    let right = right.run(start, columns, rows);
                    held.iter_mut().zip(right).for_each(|(held, right)| *held &= right);
                }
                held
            }
            Test::Or(left, right) => {
                let mut held = left.run(start, columns, rows.clone());
                let right = right.run(start, columns, rows);
                held.iter_mut().zip(right).for_each(|(held, right)| *held |= right);
                held
            }
            Test::Not(inner) => {
                let mut held = inner.run(start, columns, rows);
                for held in &mut held {
                    *held = !*held;
                }
                held
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residues_are_never_negative() {
        let edges = [i64::MIN + 1, -(1 << 40), -9, -8, -1, 0, 1, 7, 8, 9, 1 << 40, i64::MAX];
        for a in edges {
            for b in [1, 2, 3, 4, 7, 8, 1 << 40, i64::MAX, -1, -2, -3, -8, i64::MIN + 1] {
                assert_eq!(residue(a, b), a.rem_euclid(b), "{a} % {b}");
                let (a, b) = (i128::from(a) << 60, i128::from(b));
                assert_eq!(residue(a, b), a.rem_euclid(b), "{a} % {b}");
            }
        }
    }
}
