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
                let right = right.run(start, columns, rows);
                let apply: fn(T, T) -> T = match operation {
                    Operation::Add => |a, b| a + b,
                    Operation::Subtract => |a, b| a - b,
                    Operation::Multiply => |a, b| a * b,
                    Operation::Residue => residue,
                };
                for (number, right) in numbers.iter_mut().zip(right) {
                    *number = apply(*number, right);
                }
                numbers
            }
        }
    }
}

/// From 0 up to the size of the divisor, which is not 0.
fn residue<T: Word>(a: T, b: T) -> T {
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
        let both = |left: &Test<T>, right: &Test<T>, join: fn(bool, bool) -> bool| {
            let mut held = left.run(start, columns, rows.clone());
            for (held, right) in held.iter_mut().zip(right.run(start, columns, rows.clone())) {
                *held = join(*held, right);
            }
            held
        };
        match self {
            Test::Compare(relation, left, right) => {
                let left = left.run(start, columns, rows.clone());
                let right = right.run(start, columns, rows);
                let compare: fn(&T, &T) -> bool = match relation {
                    Relation::Equal => T::eq,
                    Relation::Unequal => T::ne,
                    Relation::Less => T::lt,
                    Relation::AtMost => T::le,
                    Relation::Greater => T::gt,
                    Relation::AtLeast => T::ge,
                };
                left.iter().zip(&right).map(|(left, right)| compare(left, right)).collect()
            }
            Test::And(left, right) => both(left, right, |a, b| a & b),
            Test::Or(left, right) => both(left, right, |a, b| a | b),
            Test::Not(inner) => inner.run(start, columns, rows).iter().map(|held| !held).collect(),
        }
    }
}
