//! Predicates one number at a time, in integers of any size: the plain form, which
//! programs are compared with.

use dashu_int::IBig;
use dashu_int::ops::RemEuclid;

use super::{BoundError, Operation, Predicate, Relation, Term};
use crate::function::Function;

impl Predicate {
    /// Whether it holds at `n`, where every function has a value below 2^128.
    ///
    /// # Errors
    /// [`BoundError::Division`] if a divisor is 0.
    pub fn holds(&self, n: u128) -> Result<bool, BoundError> {
        self.holds_with(&n.into(), &|function| function.value_wrapped(n).into())
    }

    /// Whether it holds where its only function has the value `value`.
    ///
    /// # Errors
    /// As [`Predicate::holds`].
    ///
    /// # Panics
    /// If it is no condition on a single function ([`Predicate::only_function`]).
    pub fn holds_at(&self, value: u128) -> Result<bool, BoundError> {
        assert!(self.only_function().is_some(), "a condition on one function");
        self.holds_with(&IBig::ZERO, &|_| value.into())
    }

    fn holds_with(&self, n: &IBig, value: &dyn Fn(&Function) -> IBig) -> Result<bool, BoundError> {
        Ok(match self {
            Predicate::Compare(relation, left, right) => {
                let (left, right) = (left.at(n, value)?, right.at(n, value)?);
                relation.holds(left.cmp(&right))
            }
            // Both sides are looked at, so that what makes no sense is said.
            Predicate::And(left, right) => {
                left.holds_with(n, value)? & right.holds_with(n, value)?
            }
            Predicate::Or(left, right) => {
                left.holds_with(n, value)? | right.holds_with(n, value)?
            }
            Predicate::Not(inner) => !inner.holds_with(n, value)?,
        })
    }
}

impl Term {
    fn at(&self, n: &IBig, value: &dyn Fn(&Function) -> IBig) -> Result<IBig, BoundError> {
        Ok(match self {
            Term::Constant(constant) => constant.clone(),
            Term::Number => n.clone(),
            Term::Value(function) => value(function),
            Term::Operation(operation, left, right) => {
                let (left, right) = (left.at(n, value)?, right.at(n, value)?);
                match operation {
                    Operation::Add => left + right,
                    Operation::Subtract => left - right,
                    Operation::Multiply => left * right,
                    Operation::Residue if right == IBig::ZERO => return Err(BoundError::Division),
                    Operation::Residue => left.rem_euclid(right).into(),
                }
            }
        })
    }
}

impl Relation {
    /// Whether it holds between two numbers in that order.
    pub fn holds(self, order: core::cmp::Ordering) -> bool {
        match self {
            Relation::Equal => order.is_eq(),
            Relation::Unequal => order.is_ne(),
            Relation::Less => order.is_lt(),
            Relation::AtMost => order.is_le(),
            Relation::Greater => order.is_gt(),
            Relation::AtLeast => order.is_ge(),
        }
    }
}
