//! More workgroups than a dispatch counts in one dimension, by the
//! smallest workgroups and by short rows.

use std::ops::Range;

use phinum_core::backend::{Backend, Summary, SummaryTask};
use phinum_core::function::Function;
use phinum_core::wythoff::is_cold;
use phinum_gpu::{Faults, Gpu, Options, Tuning, baseline};

use crate::support::{check_list, check_range, open, random, turn};

fn tiny() -> (Gpu, Function) {
    let tuning = Tuning {
        workgroup: 1,
        values_per_invocation: 1,
        reads_per_invocation: 2,
        ..Tuning::HARDWARE
    };
    (open(tuning.into()), phinum_core::quantity::by_name("longest").expect("listed").into())
}

#[test]
fn ranges_and_lists() {
    let Some(_turn) = turn() else { return };
    let (gpu, longest) = tiny();
    check_range(&gpu, &longest, 1 << 40, 200_001);
    check_list(&gpu, &longest, &random(200_001, 8));
}

fn summary(gpu: &Gpu, function: &Function, range: Range<u128>) {
    let mut expected = Summary::new(true);
    for n in range.clone() {
        expected.push(n, function.value_wrapped(n));
    }
    let task = SummaryTask::new(function, range, true).expect("it fits");
    assert!(gpu.summarize(&task).expect("the device works") == expected);
}

#[test]
fn summaries() {
    let Some(_turn) = turn() else { return };
    let (gpu, longest) = tiny();
    summary(&gpu, &longest, 1000..300_001);
}

#[test]
fn every_kernel_in_short_rows() {
    let Some(_turn) = turn() else { return };
    let faults = Faults { row: Some(3), ..Faults::default() };
    let gpu = open(Options { faults, ..Options::default() });
    let (_, longest) = tiny();
    check_range(&gpu, &longest, 1 << 64, 100_003);
    check_list(&gpu, &longest, &random(10_007, 8));
    summary(&gpu, &longest, 1000..200_001);
    crate::conditions::check(&gpu, &crate::conditions::some(), 1000, 200_001);
    let pairs: Vec<[u64; 2]> = random(100_003, 4).iter().map(|n| [n % 97, n >> 57]).collect();
    let mut cold = vec![0xff; pairs.len()];
    gpu.cold(&pairs, &mut cold).expect("the device works");
    for (&[a, b], cold) in pairs.iter().zip(cold) {
        assert_eq!(cold, u8::from(is_cold(a, b)), "({a}, {b})");
    }
    let mut values = vec![0; 10_007];
    baseline::fill(&gpu, &longest, 1 << 62, &mut values).expect("it fits");
    for (n, value) in (1 << 62..).zip(values) {
        assert_eq!(u128::from(value), longest.value_wrapped(n), "{n}");
    }
}
