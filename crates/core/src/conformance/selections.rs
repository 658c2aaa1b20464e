//! Conditions: every window around an edge against the plain form, a number at a time,
//! and the totals of what was evaluated against exact sums.

use dashu_int::IBig;

use super::cases::{edges, functions};
use super::{Compared, Effort, Failure};
use crate::backend::{Backend, SelectTask};
use crate::function::Function;
use crate::places::top_index;
use crate::predicate::{Bound, Operation, Predicate, Relation, Term};
use crate::prefix::Sums;
use crate::quantity::by_name;

/// Numbers on each side of an edge: more than a piece, and no whole number of words.
const REACH: u128 = 1500;

fn value(name: &str) -> Term {
    Term::Value(by_name(name).expect("listed").into())
}

fn constant(number: i64) -> Term {
    Term::Constant(number.into())
}

fn of(operation: Operation, left: Term, right: Term) -> Term {
    Term::Operation(operation, Box::new(left), Box::new(right))
}

fn both(left: Predicate, right: Predicate) -> Predicate {
    Predicate::And(Box::new(left), Box::new(right))
}

/// Conditions that together have every operation, relation and connective, on values
/// of every width, on n, and on neither.
fn predicates() -> Vec<Predicate> {
    use Operation::{Add, Multiply, Residue, Subtract};
    use Predicate::{Compare, Not, Or};
    let even = of(Residue, value("trailing-zeros"), constant(2));
    let excess = of(Subtract, value("closed-bound"), value("longest"));
    let mixed = of(
        Add,
        of(Multiply, value("terms"), constant(-3)),
        of(Residue, of(Subtract, value("gap"), Term::Number), constant(-7)),
    );
    vec![
        Compare(Relation::Equal, value("terms"), constant(5)),
        Compare(Relation::Unequal, value("index-sum"), constant(-1)),
        Compare(Relation::Less, value("terms"), Term::Constant(IBig::ONE << 200)),
        Compare(Relation::AtLeast, of(Residue, Term::Number, constant(1000)), constant(998)),
        Compare(Relation::Greater, of(Residue, Term::Number, value("smallest-term")), constant(3)),
        both(
            Compare(Relation::AtMost, value("terms"), constant(6)),
            Compare(Relation::Equal, even, constant(0)),
        ),
        both(
            Compare(Relation::Greater, constant(1), value("terms")),
            Compare(Relation::Equal, value("top-index"), value("trailing-zeros")),
        ),
        Not(Box::new(Or(
            Box::new(Compare(Relation::Greater, excess, value("terms"))),
            Box::new(Compare(Relation::Less, mixed, constant(-9))),
        ))),
        Compare(Relation::AtMost, of(Multiply, Term::Number, constant(2)), value("upper-bound")),
        Compare(Relation::Equal, constant(2), of(Subtract, constant(5), constant(3))),
    ]
}

pub(super) fn check(
    backend: &dyn Backend,
    effort: Effort,
    compared: &mut Compared,
) -> Result<(), Failure> {
    let step = match effort {
        Effort::Quick => 2,
        Effort::Full => 6,
    };
    let every = edges(effort).into_iter().step_by(step);
    let windows = every
        .chain([1 << 8, 1 << 31, 1 << 32, 1 << 64])
        .map(|edge| edge.saturating_sub(REACH)..edge.saturating_add(REACH));
    for range in windows.chain([7..7, 7..8]) {
        for predicate in predicates() {
            // Some leave 128 bits.
            let Ok(bound) = Bound::new(&predicate, &range) else { continue };
            let len = (range.end - range.start) as usize;
            let selection = backend.select(&SelectTask::new(&bound, range.start, len))?;
            let function = Function::weighted(predicate.to_string(), &[]);
            compared.equal(
                &function,
                "words",
                range.start,
                &selection.held.len(),
                &len.div_ceil(64),
            )?;
            for (j, n) in range.clone().enumerate() {
                let expected = predicate.holds(n).expect("bound to the range");
                compared.equal(&function, "condition", n, &selection.holds(j), &expected)?;
            }
            let places =
                range.clone().zip(0..).filter(|(n, _)| predicate.holds(*n).unwrap_or(false));
            let (got, expected) = (selection.count(), places.count() as u64);
            compared.equal(&function, "count", format!("{range:?}"), &got, &expected)?;
            for ((function, _), totals) in bound.functions().iter().zip(&selection.totals) {
                let Some(sums) = Sums::<u128>::new(function, top_index(range.end)) else {
                    continue;
                };
                let exact = sums.over(range.clone());
                let at = format!("{range:?}");
                let sum = IBig::from(totals.sum.clone()) & IBig::from(u128::MAX);
                compared.equal(
                    function,
                    "sum of a condition's values",
                    &at,
                    &sum,
                    &exact.f.into(),
                )?;
                let (got, expected) = (&totals.weighted, &exact.nf);
                compared.equal(
                    function,
                    "sum of n f(n) of a condition's values",
                    &at,
                    got,
                    expected,
                )?;
            }
        }
    }
    users_tables(backend, compared)
}

/// Values wider than a word of 32 or 64 bits.
fn users_tables(backend: &dyn Backend, compared: &mut Compared) -> Result<(), Failure> {
    let range = 100_000..103_000;
    for function in functions().into_iter().rev().take(3) {
        let bits = function.largest(range.clone())?;
        let half = Term::Constant(IBig::from(bits) / 2);
        let term = Term::Value(function.clone());
        let twice = of(Operation::Add, term.clone(), term.clone());
        let predicate = Predicate::Or(
            Box::new(Predicate::Compare(Relation::Greater, term, half)),
            Box::new(Predicate::Compare(
                Relation::Equal,
                of(Operation::Residue, twice, constant(3)),
                constant(1),
            )),
        );
        let bound = Bound::new(&predicate, &range).expect("it fits 128 bits");
        let task = SelectTask::new(&bound, range.start, (range.end - range.start) as usize);
        let selection = backend.select(&task)?;
        for (j, n) in range.clone().enumerate() {
            let expected = predicate.holds(n).expect("bound to the range");
            compared.equal(&function, "condition", n, &selection.holds(j), &expected)?;
        }
    }
    Ok(())
}
