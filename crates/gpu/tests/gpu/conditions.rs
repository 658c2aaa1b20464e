//! Conditions asked on the device, against their plain form at every number, and what the
//! values add up to against those of columns.

use std::sync::LazyLock;

use phinum_core::backend::{Backend, SelectTask, Selection};
use phinum_core::column::Totals;
use phinum_core::function::Function;
use phinum_core::predicate::{Bound, Operation, Predicate, Relation, Term};
use phinum_gpu::{Gpu, Options, Tuning};

use crate::support::{functions, gpu, open, turn};

const RELATIONS: [Relation; 6] = [
    Relation::Equal,
    Relation::Unequal,
    Relation::Less,
    Relation::AtMost,
    Relation::Greater,
    Relation::AtLeast,
];
const OPERATIONS: [Operation; 4] =
    [Operation::Add, Operation::Subtract, Operation::Multiply, Operation::Residue];

/// Where every condition below is asked: from 0 on, across a table's end, and far out.
const STARTS: [u128; 3] = [0, 46_368 - 1000, (1 << 30) - 77];
const LEN: usize = 2500;

/// The same function for the same name: one that is named twice is evaluated once.
fn value(name: &str) -> Term {
    static ALL: LazyLock<Vec<Function>> = LazyLock::new(Function::all);
    let function = ALL.iter().find(|function| function.name() == name);
    Term::Value(function.expect("listed").clone())
}

fn constant(number: i64) -> Term {
    Term::Constant(number.into())
}

fn of(operation: Operation, left: Term, right: Term) -> Term {
    Term::Operation(operation, Box::new(left), Box::new(right))
}

fn compare(relation: Relation, left: Term, right: Term) -> Predicate {
    Predicate::Compare(relation, left, right)
}

/// A number of either sign, about as often below 0 as above.
fn signed() -> Term {
    of(
        Operation::Subtract,
        of(Operation::Multiply, value("terms"), constant(3)),
        value("index-sum"),
    )
}

fn select(gpu: &Gpu, predicate: &Predicate, start: u128, len: usize) -> Selection {
    let bound = Bound::new(predicate, &(start..start + len as u128)).expect("it fits 128 bits");
    let task = SelectTask::new(&bound, start, len);
    gpu.select(&task).expect("the device works")
}

/// The plain form, and totals of the values by the scalar reference.
fn plainly(predicate: &Predicate, start: u128, len: usize) -> Selection {
    let n = || start..start + len as u128;
    let mut held = vec![0; len.div_ceil(64)];
    for (j, n) in n().enumerate() {
        held[j / 64] |= u64::from(predicate.holds(n).expect("no divisor is 0")) << (j % 64);
    }
    let totals = |function: &Function| {
        let values: Vec<u128> = n().map(|n| function.value_wrapped(n)).collect();
        Totals::of(start, &values)
    };
    Selection { held, totals: predicate.functions().iter().map(totals).collect() }
}

pub(crate) fn check(gpu: &Gpu, predicate: &Predicate, start: u128, len: usize) {
    let (got, expected) = (select(gpu, predicate, start, len), plainly(predicate, start, len));
    assert_eq!(got.totals, expected.totals, "{predicate} from {start}, {len}");
    let wrong = (0..len).find(|&j| got.holds(j) != expected.holds(j));
    assert_eq!(wrong.map(|j| start + j as u128), None, "{predicate} from {start}, {len}");
    assert_eq!(got, expected, "{predicate} from {start}, {len}: past the end");
}

/// A condition with operations on two functions, one of which has relief, and on n.
pub(crate) fn some() -> Predicate {
    let rest = of(Operation::Residue, Term::Number, constant(1000));
    let excess = of(Operation::Subtract, value("gap"), of(Operation::Residue, rest, constant(70)));
    Predicate::Or(
        Box::new(compare(Relation::Less, excess, constant(-30))),
        Box::new(compare(Relation::Equal, value("terms"), constant(6))),
    )
}

/// A device that has not been asked yet.
fn new() -> Gpu {
    open(Options::default())
}

/// Whether the device was asked, and not columns of the host.
fn was_asked(gpu: &Gpu) -> bool {
    gpu.pace("select").is_some() && gpu.pace("fill").is_none()
}

/// Every relation between numbers of either sign and between values as they stand, every
/// operation on either sign, every connective. Each group by itself.
fn groups() -> Vec<Vec<Predicate>> {
    let relations = RELATIONS.map(|relation| compare(relation, signed(), constant(-9))).to_vec();
    let values = RELATIONS.map(|relation| compare(relation, value("terms"), constant(4))).to_vec();
    let mut groups = vec![relations, values];
    for right in [constant(-7), constant(5), constant(-8), constant(8)] {
        let operations = OPERATIONS.map(|operation| {
            compare(Relation::AtLeast, of(operation, signed(), right.clone()), constant(3))
        });
        groups.push(operations.to_vec());
    }
    // Divisors that vary, and whose signs do.
    let divisor = of(Operation::Subtract, of(Operation::Residue, Term::Number, constant(2)), {
        of(Operation::Residue, of(Operation::Add, Term::Number, constant(1)), constant(2))
    });
    let divisor = of(Operation::Multiply, of(Operation::Add, divisor, constant(2)), constant(-3));
    groups.push(vec![
        compare(Relation::Greater, of(Operation::Residue, signed(), divisor), constant(2)),
        compare(Relation::Greater, of(Operation::Residue, signed(), constant(9)), constant(2)),
    ]);
    let pair = || {
        let even = of(Operation::Residue, value("trailing-zeros"), constant(2));
        [
            compare(Relation::Less, value("terms"), constant(5)),
            compare(Relation::Equal, even, constant(0)),
        ]
        .map(Box::new)
    };
    let ([a, b], [c, d], [e, _]) = (pair(), pair(), pair());
    groups.push(vec![Predicate::And(a, b), Predicate::Or(c, d), Predicate::Not(e)]);
    let rest = |d| of(Operation::Residue, Term::Number, constant(d));
    groups.push(
        [
            of(Operation::Add, rest(7), rest(1000)),
            of(Operation::Subtract, Term::Number, rest(64)),
            of(Operation::Subtract, rest(7), rest(1000)),
        ]
        .map(|left| compare(Relation::AtMost, left, value("index-sum")))
        .to_vec(),
    );
    groups
}

#[test]
fn every_operation_relation_and_connective_on_the_device() {
    let Some(_turn) = turn() else { return };
    let gpu = new();
    for predicate in groups().concat() {
        for start in STARTS {
            check(&gpu, &predicate, start, LEN);
        }
    }
    assert!(was_asked(&gpu));
}

/// A device that takes any relation, operation or connective for another of its group is
/// seen there.
#[test]
fn one_taken_for_another_is_seen() {
    let Some(_turn) = turn() else { return };
    for group in groups() {
        for (i, right) in group.iter().enumerate() {
            let expected = STARTS.map(|start| plainly(right, start, LEN));
            for wrong in group.iter().skip(i + 1) {
                let got = STARTS.map(|start| select(gpu(), wrong, start, LEN));
                let differ = got.iter().zip(&expected).any(|(got, expected)| got != expected);
                assert!(differ, "{wrong} passes for {right}");
            }
        }
    }
}

#[test]
fn values_of_every_width_and_of_up_to_four_functions_add_up() {
    let Some(_turn) = turn() else { return };
    let gpu = new();
    let mut asked = 0;
    for function in functions() {
        if function.name() == "closed-bound" {
            continue;
        }
        // Not as a number on the way, so that values may have 32 bits.
        let half = Term::Constant((u32::MAX / 2).into());
        let predicate = compare(Relation::AtMost, Term::Value(function.clone()), half);
        for start in [0, 1 << 31, (1 << 32) - 1500, 3_000_000_000 - 46_368, 1 << 100] {
            let range = start..start + LEN as u128;
            // The numeral of a long n is wider than 128 bits, and some values than 32.
            let Ok(bound) = Bound::new(&predicate, &range) else { continue };
            if bound.functions()[0].1.bits() <= 32 {
                check(&gpu, &predicate, start, LEN);
                asked += 1;
            }
        }
    }
    assert!(asked > 30, "{asked} ranges");
    let sum = |names: &[&str]| {
        let add = |sum, name: &&str| of(Operation::Add, sum, value(name));
        compare(Relation::Greater, names.iter().fold(constant(-100), add), constant(0))
    };
    let names = ["gap", "trailing-zeros", "terms", "top-index"];
    for count in 1..=4 {
        for start in [0, 1 << 40] {
            check(&gpu, &sum(&names[..count]), start, 50_000);
        }
    }
    assert!(was_asked(&gpu));
}

#[test]
fn every_length_about_a_word_and_a_slice() {
    let Some(_turn) = turn() else { return };
    let predicate = some();
    for len in [0, 1, 31, 32, 33, 63, 64, 65, 1023, 1024, 1025, 2047, 2049, 8191, 8192, 8193] {
        for start in [0, 1, 46_368 - 33, 75_025 - 32] {
            check(gpu(), &predicate, start, len);
        }
    }
}

#[test]
fn workgroups_of_every_size() {
    let Some(_turn) = turn() else { return };
    let predicate = some();
    for (workgroup, reads) in [(32, 1), (32, 40), (64, 3), (128, 32), (256, 128), (256, 1024)] {
        let tuning =
            Tuning { workgroup, reads_per_invocation: reads, tile_index: 25, ..Tuning::HARDWARE };
        let gpu = open(tuning.into());
        check(&gpu, &predicate, 77, 300_001);
        assert!(was_asked(&gpu));
    }
    // Too few invocations for a word of bits.
    let gpu = open(Tuning { workgroup: 16, ..Tuning::HARDWARE }.into());
    check(&gpu, &predicate, 77, 3000);
    assert!(gpu.pace("select").is_none());
}

#[test]
fn what_is_too_wide_for_the_device_goes_by_columns() {
    let Some(_turn) = turn() else { return };
    let wide = Term::Constant((1u64 << 40).into());
    for (predicate, start) in [
        (compare(Relation::Greater, value("closed-bound"), constant(40)), 1000),
        (compare(Relation::Greater, value("upper-bound"), wide.clone()), 1 << 39),
        (compare(Relation::Less, of(Operation::Multiply, value("terms"), wide), Term::Number), 50),
        (compare(Relation::Greater, Term::Number, value("terms")), (1 << 31) - 100),
    ] {
        let gpu = new();
        check(&gpu, &predicate, start, LEN);
        assert!(!was_asked(&gpu), "{predicate}");
        assert!(gpu.pace("select").is_none(), "{predicate}");
    }
}

#[test]
fn more_conditions_than_are_kept() {
    let Some(_turn) = turn() else { return };
    let of_size = |size| compare(Relation::Equal, value("terms"), constant(size));
    for round in 0..2 {
        for size in 0..40 {
            check(gpu(), &of_size(size), round * 1000, 500);
        }
    }
}

#[test]
fn a_long_condition() {
    let Some(_turn) = turn() else { return };
    let gpu = new();
    let one = |d| {
        let rest = of(Operation::Residue, signed(), constant(d));
        Box::new(Predicate::Not(Box::new(compare(Relation::Equal, rest, constant(2)))))
    };
    let long = (3..50).fold(*one(2), |all, d| Predicate::And(Box::new(all), one(d)));
    check(&gpu, &long, 1000, LEN);
    assert!(was_asked(&gpu));
}

#[test]
fn many_dispatches() {
    let Some(_turn) = turn() else { return };
    let gpu = new();
    let even = of(Operation::Residue, value("trailing-zeros"), constant(2));
    let predicate = Predicate::And(
        Box::new(compare(Relation::Equal, value("terms"), constant(24))),
        Box::new(compare(Relation::Equal, even, constant(0))),
    );
    let (start, len) = ((1 << 60) + 12_345, 5_000_001);
    let got = select(&gpu, &predicate, start, len);
    let bound = Bound::new(&predicate, &(start..start + len as u128)).expect("it fits");
    let task = SelectTask::new(&bound, start, len);
    let columns = phinum_core::backend::select_by_columns(&gpu, &task).expect("the device works");
    assert!(got == columns);
    assert!(got.count() > 0);
}
