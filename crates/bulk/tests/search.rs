//! Statistics, counts, searches and records: each against a loop that looks at
//! every number, and against closed forms.

use core::ops::Range;

use phinum_bulk::Error;
use phinum_bulk::engine::Engine;
use phinum_bulk::search::{closed_count, count, find, records};
use phinum_bulk::statistics::{closed, streamed};
use phinum_core::dashu::IBig;
use phinum_core::function::Function;
use phinum_core::places::place;
use phinum_core::predicate::{Operation, Predicate, Relation, Term};
use phinum_core::quantity::by_name;
use phinum_cpu::Cpu;

fn engine() -> Engine {
    Engine::new(vec![Box::new(Cpu::default())])
}

fn function(name: &str) -> Function {
    Function::from(by_name(name).expect("a listed quantity"))
}

fn value(function: &Function) -> Term {
    Term::Value(function.clone())
}

fn constant(n: i128) -> Term {
    Term::Constant(IBig::from(n))
}

fn operation(operation: Operation, left: Term, right: Term) -> Term {
    Term::Operation(operation, Box::new(left), Box::new(right))
}

fn compare(relation: Relation, left: Term, right: Term) -> Predicate {
    Predicate::Compare(relation, left, right)
}

type Rule = Box<dyn Fn(u128) -> bool>;

/// Predicates, and the same as closures over n.
fn predicates() -> Vec<(Predicate, Rule)> {
    let [terms, zeros, gap, upper, smallest] =
        ["terms", "trailing-zeros", "gap", "upper-bound", "smallest-term"].map(function);
    let at = |function: &Function| {
        let function = function.clone();
        move |n: u128| function.value_wrapped(n) as i128
    };
    let (of_terms, of_zeros, of_gap) = (at(&terms), at(&zeros), at(&gap));
    let (of_upper, of_smallest, of_terms_too) = (at(&upper), at(&smallest), at(&terms));
    let (of_terms_again, of_gap_too) = (at(&terms), at(&gap));
    let even = operation(Operation::Residue, value(&zeros), constant(2));
    let far = operation(
        Operation::Subtract,
        operation(Operation::Multiply, Term::Number, constant(3)),
        operation(Operation::Add, value(&upper), value(&smallest)),
    );
    let negative = operation(
        Operation::Residue,
        operation(Operation::Subtract, value(&terms), constant(40)),
        constant(-7),
    );
    vec![
        (compare(Relation::Equal, value(&gap), constant(0)), Box::new(move |n| of_gap(n) == 0)),
        (
            Predicate::And(
                Box::new(compare(Relation::Equal, value(&terms), constant(5))),
                Box::new(compare(Relation::Equal, even, constant(0))),
            ),
            Box::new(move |n| of_terms(n) == 5 && of_zeros(n) % 2 == 0),
        ),
        (
            Predicate::Or(
                Box::new(compare(Relation::Greater, far, Term::Number)),
                Box::new(Predicate::Not(Box::new(compare(
                    Relation::AtMost,
                    value(&terms),
                    constant(3),
                )))),
            ),
            Box::new(move |n| {
                3 * n as i128 - (of_upper(n) + of_smallest(n)) > n as i128 || of_terms_too(n) > 3
            }),
        ),
        (
            compare(Relation::Less, negative, constant(3)),
            Box::new(move |n| (of_terms_again(n) - 40).rem_euclid(7) < 3),
        ),
        (
            compare(Relation::AtLeast, value(&gap), constant(90)),
            Box::new(move |n| of_gap_too(n) >= 90),
        ),
        (compare(Relation::Unequal, Term::Number, constant(77)), Box::new(|n| n != 77)),
    ]
}

fn ranges() -> [Range<u128>; 6] {
    [
        0..5000,
        7..7,
        1..2,
        1_000_000..1_050_000,
        (1 << 63) - 3000..(1 << 63) + 3000,
        (1 << 90)..(1 << 90) + 2000,
    ]
}

#[test]
fn counts_and_finds_are_those_of_a_loop() {
    let engine = engine();
    for range in ranges() {
        for (predicate, holds) in predicates() {
            let expected: Vec<u128> = range.clone().filter(|n| holds(*n)).collect();
            let counted = count(&engine, &predicate, &range, &|_| Ok(())).expect("a count");
            assert_eq!(counted, expected.len() as u128, "{predicate:?} over {range:?}");
            if let Some(closed) = closed_count(&predicate, &range).expect("a count") {
                assert_eq!(closed, counted, "{predicate:?} over {range:?}");
            }
            for most in [u128::MAX, 3, 0] {
                let mut got = Vec::new();
                let found = find(
                    &engine,
                    &predicate,
                    &range,
                    most,
                    &mut |found| {
                        for (i, function) in predicate.functions().iter().enumerate() {
                            for at in 0..found.numbers.len() {
                                let n = found.numbers.get(at);
                                assert_eq!(found.values[i].get(at), function.value_wrapped(n));
                            }
                        }
                        got.extend((0..found.numbers.len()).map(|at| found.numbers.get(at)));
                        Ok(())
                    },
                    &|_| Ok(()),
                )
                .expect("a search");
                let wanted = &expected[..expected.len().min(most.min(1 << 40) as usize)];
                assert_eq!((&got[..], found), (wanted, wanted.len() as u128));
            }
        }
    }
}

#[test]
fn a_search_passes_over_what_holds_nothing() {
    // gap(n) = 0 exactly at n = F_k − 1: found below 10^19 without looking at all
    // that lies between.
    let zero = compare(Relation::Equal, value(&function("gap")), constant(0));
    let mut found = Vec::new();
    let mut each = |these: &phinum_bulk::search::Found<'_>| {
        found.extend((0..these.numbers.len()).map(|at| these.numbers.get(at)));
        Ok(())
    };
    let range = 1..place(92);
    find(&engine(), &zero, &range, u128::MAX, &mut each, &|_| Ok(())).expect("a search");
    let expected: Vec<u128> =
        (2..=92).map(|k| place(k) - 1).filter(|n| range.contains(n)).collect();
    assert_eq!(found, expected);
    assert_eq!(closed_count(&zero, &range).expect("a count"), Some(expected.len() as u128));
}

#[test]
fn statistics_by_either_way() {
    let engine = engine();
    for range in ranges() {
        for function in Function::all() {
            if function.width(range.clone()).is_err() {
                continue;
            }
            let streamed = streamed(&engine, &function, &range, &|_| Ok(())).expect("statistics");
            assert_eq!(streamed.powers.count, IBig::from(range.end - range.start));
            match closed(&function, &range).expect("statistics") {
                Some(closed) => assert_eq!(streamed, closed, "{} over {range:?}", function.name()),
                None => assert_eq!(function.name(), "closed-bound"),
            }
        }
    }
}

#[test]
fn records_are_those_of_a_loop() {
    let engine = engine();
    for range in ranges() {
        for name in ["terms", "gap", "smallest-term", "closed-bound", "nim-take"] {
            let function = function(name);
            let mut expected: Vec<(u128, u128)> = Vec::new();
            for n in range.clone() {
                let value = function.value_wrapped(n);
                if expected.last().is_none_or(|(_, record)| value > *record) {
                    expected.push((n, value));
                }
            }
            for most in [u128::MAX, 2, 0] {
                let mut got = Vec::new();
                let mut each = |n, value| {
                    got.push((n, value));
                    Ok(())
                };
                records(&engine, &function, &range, most, &mut each, &|_| Ok(())).expect("records");
                let wanted = &expected[..expected.len().min(most.min(1 << 40) as usize)];
                assert_eq!(got, wanted, "{name} over {range:?}");
            }
        }
    }
    // The first n with z terms are F_{2z} − 1, those past 10^17 among them.
    let mut got = Vec::new();
    let mut each = |n, value| {
        got.push((n, value));
        Ok(())
    };
    records(&engine, &function("terms"), &(1..place(92)), u128::MAX, &mut each, &|_| Ok(()))
        .expect("records");
    let expected: Vec<(u128, u128)> = (1..=46).map(|z| (place(2 * z) - 1, z.into())).collect();
    assert_eq!(got, expected);
}

#[test]
fn what_makes_no_sense_is_said() {
    let said = |predicate: &Predicate, range: Range<u128>| {
        count(&engine(), predicate, &range, &|_| Ok(())).unwrap_err().to_string()
    };
    let by_terms = operation(Operation::Residue, Term::Number, value(&function("terms")));
    let divisible = compare(Relation::Equal, by_terms, constant(0));
    assert!(said(&divisible, 0..10).contains("a divisor in the condition may be 0"));
    assert!(count(&engine(), &divisible, &(1..10), &|_| Ok(())).is_ok());
    let large = operation(Operation::Multiply, Term::Number, Term::Number);
    let large = operation(Operation::Multiply, large.clone(), large);
    let large = compare(Relation::Equal, large, constant(0));
    assert!(said(&large, 1 << 40..1 << 41).contains("evaluated in 128 bits"));
    assert_eq!(count(&engine(), &large, &(0..1 << 20), &|_| Ok(())).expect("it fits"), 1);
    let stopped = count(&engine(), &large, &(0..100), &|_| Err(Error::Interrupted));
    assert!(matches!(stopped, Err(Error::Interrupted)));
}
