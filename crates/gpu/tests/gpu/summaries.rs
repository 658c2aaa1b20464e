//! Summaries against one value after another on the host.

use phinum_core::backend::{BINS, Backend, Summary, SummaryTask};
use phinum_core::function::Function;
use phinum_core::places::place;
use phinum_gpu::{Gpu, Tuning};

use crate::support::{functions, gpu, open, turn};

fn check(gpu: &Gpu, function: &Function, start: u128, len: u128) {
    for histogram in [false, true] {
        let mut expected = Summary::new(histogram);
        for n in start..start + len {
            expected.push(n, function.value_wrapped(n));
        }
        // The numeral of a long n is wider than 128 bits.
        let Ok(task) = SummaryTask::new(function, start..start + len, histogram) else { return };
        let summary = gpu.summarize(&task).expect("the device works");
        let name = function.name();
        assert_eq!(summary.count, expected.count, "{name} from {start}");
        assert_eq!(summary.sum, expected.sum, "sum of {name} from {start}");
        assert_eq!(summary.min, expected.min, "least {name} from {start}");
        assert_eq!(summary.max, expected.max, "greatest {name} from {start}");
        assert!(summary == expected, "histogram of {name} from {start}");
    }
}

#[test]
fn every_function_from_every_kind_of_start() {
    let Some(_turn) = turn() else { return };
    for function in functions() {
        for start in [0, 1, 1 << 32, (1 << 64) - 5000, 1 << 100] {
            check(gpu(), &function, start, 20_011);
        }
    }
}

#[test]
fn every_length_about_a_slice() {
    let Some(_turn) = turn() else { return };
    for function in functions() {
        for len in [0, 1, 2, 255, 256, 257, 1025, 32_767, 32_768, 32_769] {
            check(gpu(), &function, 610, len);
        }
    }
}

#[test]
fn around_places() {
    let Some(_turn) = turn() else { return };
    for function in functions() {
        for k in [21, 22, 23, 24, 32, 45, 46, 47, 92, 93, 140] {
            check(gpu(), &function, place(k) - 100, 201);
        }
    }
}

#[test]
fn values_about_the_last_bin() {
    let Some(_turn) = turn() else { return };
    // The shift passes every bin, and the numeral leaps over most.
    for name in ["shift", "smallest-term", "numeral", "shortest"] {
        let quantity = phinum_core::quantity::by_name(name).expect("listed");
        check(gpu(), &quantity.into(), 0, 3 * BINS as u128);
    }
}

#[test]
fn a_table_that_leaves_no_room_below_2_to_the_32() {
    let Some(_turn) = turn() else { return };
    // Some values are small and some just below 2^32: bins need whole values.
    let weights: Vec<u128> = (1..60).map(|i| if i == 3 { (1 << 32) - 60 } else { i }).collect();
    check(gpu(), &Function::weighted("steep", &weights), 0, 100_000);
}

#[test]
fn more_than_several_dispatches_agree_with_the_exact_sums() {
    let Some(_turn) = turn() else { return };
    let gpu = open(Tuning { reads_per_invocation: 8, ..Tuning::HARDWARE }.into());
    for function in Function::all() {
        let range = (1u128 << 62)..(1 << 62) + 6_000_000;
        let task = SummaryTask::new(&function, range.clone(), true).expect("it fits");
        let summary = gpu.summarize(&task).expect("the device works");
        let halves = [range.start..range.start + 2_222_222, range.start + 2_222_222..range.end];
        let mut sum = Summary::new(true);
        for half in halves {
            let task = SummaryTask::new(&function, half, true).expect("it fits");
            sum.merge(&gpu.summarize(&task).expect("the device works"));
        }
        assert!(summary == sum, "{}", function.name());
        let counted = summary.histogram.iter().sum::<u64>() + summary.above;
        assert_eq!(u128::from(counted), summary.count, "{}", function.name());
    }
}
