//! Conditions on a number: comparisons of quantities and whole numbers, put
//! together with and, or and not. This is how a counterexample is hunted.
//!
//! A predicate is bound to a range before anything is evaluated: every part of it
//! gets an interval it stays in, so that it is known to fit 32, 64 or 128 bits, and a
//! piece of numbers at a time goes through it, a step after the other. Its plain form
//! takes one number, and integers of any size.

mod bound;
mod plain;
mod program;

use core::fmt;

use dashu_int::IBig;

use crate::function::Function;

pub use bound::{Bound, BoundError, Workspace};
pub use program::{ROWS, counted, direct};

/// A number made of quantities, n itself and constants.
#[derive(Clone, Debug)]
pub enum Term {
    /// A whole number of any size and sign.
    Constant(IBig),
    /// n.
    Number,
    /// The value of a function at n.
    Value(Function),
    /// Two numbers added, and so on.
    Operation(Operation, Box<Term>, Box<Term>),
}

/// What makes a number of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// Their sum.
    Add,
    /// The first less the second.
    Subtract,
    /// Their product.
    Multiply,
    /// The residue of the first modulo the second, from 0 up to the second's size,
    /// whatever their signs. The second is never 0.
    Residue,
}

/// How two numbers are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// =
    Equal,
    /// ≠
    Unequal,
    /// <
    Less,
    /// ≤
    AtMost,
    /// >
    Greater,
    /// ≥
    AtLeast,
}

/// A condition on n.
#[derive(Clone, Debug)]
pub enum Predicate {
    /// A comparison.
    Compare(Relation, Term, Term),
    /// Both hold.
    And(Box<Predicate>, Box<Predicate>),
    /// One of them holds, or both.
    Or(Box<Predicate>, Box<Predicate>),
    /// It does not hold.
    Not(Box<Predicate>),
}

impl Term {
    /// Calls `each` for every function in it.
    fn functions<'a>(&'a self, each: &mut impl FnMut(&'a Function)) {
        match self {
            Term::Constant(_) | Term::Number => {}
            Term::Value(function) => each(function),
            Term::Operation(_, left, right) => {
                left.functions(each);
                right.functions(each);
            }
        }
    }

    /// Whether n itself is in it.
    fn names_the_number(&self) -> bool {
        match self {
            Term::Constant(_) | Term::Value(_) => false,
            Term::Number => true,
            Term::Operation(_, left, right) => left.names_the_number() || right.names_the_number(),
        }
    }
}

impl Predicate {
    /// Its comparisons, from left to right.
    fn comparisons<'a>(&'a self, each: &mut impl FnMut(&'a Term, &'a Term)) {
        match self {
            Predicate::Compare(_, left, right) => each(left, right),
            Predicate::And(left, right) | Predicate::Or(left, right) => {
                left.comparisons(each);
                right.comparisons(each);
            }
            Predicate::Not(inner) => inner.comparisons(each),
        }
    }

    /// The functions it asks for, each once.
    pub fn functions(&self) -> Vec<Function> {
        let mut all: Vec<Function> = Vec::new();
        self.comparisons(&mut |left, right| {
            let mut each = |function: &Function| {
                if !all.iter().any(|known| known.same(function)) {
                    all.push(function.clone());
                }
            };
            left.functions(&mut each);
            right.functions(&mut each);
        });
        all
    }

    /// The function it is a condition on, if it is one on the value of a single
    /// function and nothing else.
    pub fn only_function(&self) -> Option<Function> {
        let mut number = false;
        self.comparisons(&mut |left, right| {
            number |= left.names_the_number() || right.names_the_number();
        });
        let [function] = &self.functions()[..] else { return None };
        (!number).then(|| function.clone())
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Constant(number) => number.fmt(f),
            Term::Number => f.write_str("n"),
            Term::Value(function) => f.write_str(function.name()),
            Term::Operation(operation, left, right) => {
                let sign = match operation {
                    Operation::Add => '+',
                    Operation::Subtract => '-',
                    Operation::Multiply => '*',
                    Operation::Residue => '%',
                };
                write!(f, "({left} {sign} {right})")
            }
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Equal => "=",
            Relation::Unequal => "!=",
            Relation::Less => "<",
            Relation::AtMost => "<=",
            Relation::Greater => ">",
            Relation::AtLeast => ">=",
        })
    }
}

impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Predicate::Compare(relation, left, right) => write!(f, "{left} {relation} {right}"),
            Predicate::And(left, right) => write!(f, "({left} and {right})"),
            Predicate::Or(left, right) => write!(f, "({left} or {right})"),
            Predicate::Not(inner) => write!(f, "not {inner}"),
        }
    }
}
