//! Failures of the device, made to happen.

use std::time::{Duration, Instant};

use phinum_core::backend::{Backend, BackendError, RangeTask, SummaryTask};
use phinum_core::column::Column;
use phinum_core::function::Function;
use phinum_gpu::{Faults, Gpu, Options, Tuning};

use crate::conditions::{check, some};
use crate::support::{check_list, check_range, open, random, turn};

fn failing(faults: Faults) -> Gpu {
    open(Options { faults, ..Options::default() })
}

fn longest() -> Function {
    phinum_core::quantity::by_name("longest").expect("listed").into()
}

/// A column of 8 bits, with short parts.
fn trailing_zeros() -> Function {
    phinum_core::quantity::by_name("trailing-zeros").expect("listed").into()
}

/// Several dispatches' worth of values, in the narrowest words, compared at every so many.
fn fill(gpu: &Gpu, function: &Function, len: usize) -> Result<(), BackendError> {
    let start = 1 << 60;
    let width = function.width(start..start + len as u128).expect("it fits");
    let mut column = Column::unwritten(width, len);
    gpu.fill(RangeTask::new(function, start, column.as_mut()).expect("it fits"))?;
    for i in (0..len).step_by(101) {
        assert_eq!(column.get(i), function.value_wrapped(start + i as u128), "number {i}");
    }
    Ok(())
}

const SEVERAL: usize = 2_000_000;

#[test]
fn a_device_lost_once_is_replaced_wherever_it_happens() {
    let Some(_turn) = turn() else { return };
    for lost_after in [0, 1, 2, 3, 4] {
        let gpu = failing(Faults { lost_after: vec![lost_after], ..Faults::default() });
        fill(&gpu, &longest(), SEVERAL).expect("a new device does the rest");
        let gpu = failing(Faults { lost_after: vec![lost_after], ..Faults::default() });
        fill(&gpu, &trailing_zeros(), SEVERAL).expect("a new device does the rest");
        // And the new one serves on.
        check_range(&gpu, &longest(), 1 << 64, 5000);
    }
}

#[test]
fn every_operation_survives_a_loss() {
    let Some(_turn) = turn() else { return };
    let lost = || failing(Faults { lost_after: vec![0], ..Faults::default() });
    check_list(&lost(), &longest(), &random(10_000, 1));
    let function = longest();
    let task = SummaryTask::new(&function, 0..1_000_000, true).expect("it fits");
    assert_eq!(
        lost().summarize(&task).unwrap(),
        failing(Faults::default()).summarize(&task).unwrap()
    );
    let mut out = [0xff; 3];
    lost().cold(&[[3, 5], [5, 8], [0, 0]], &mut out).expect("a new device does it");
    assert_eq!(out, [1, 0, 1]);
}

#[test]
fn a_summary_counts_no_chunk_twice() {
    let Some(_turn) = turn() else { return };
    let function = longest();
    let task = SummaryTask::new(&function, 77..3_000_000, true).expect("it fits");
    let expected = failing(Faults::default()).summarize(&task).unwrap();
    for lost_after in [0, 1, 2, 3] {
        let gpu = failing(Faults { lost_after: vec![lost_after], ..Faults::default() });
        assert_eq!(gpu.summarize(&task).unwrap(), expected);
    }
}

#[test]
fn a_condition_is_asked_of_each_number_once() {
    let Some(_turn) = turn() else { return };
    for lost_after in [0, 1, 2, 3] {
        let gpu = failing(Faults { lost_after: vec![lost_after], ..Faults::default() });
        check(&gpu, &some(), 77, SEVERAL);
    }
    for first in [0, 1, 2, 3, 5, 8] {
        let gpu = failing(Faults { no_memory: first..first + 3, ..Faults::default() });
        check(&gpu, &some(), 1 << 60, SEVERAL / 4);
    }
    // Bindings that hold the slices of few numbers, and bindings that hold no tables.
    for (binding, is_asked) in [(1 << 18, true), (1 << 16, false)] {
        let faults = Faults { binding: Some(binding), ..Faults::default() };
        let tuning = Tuning { tile_index: 12, ..Tuning::SOFTWARE };
        let gpu = open(Options { faults, ..Options::from(tuning) });
        check(&gpu, &some(), 1 << 40, 50_000);
        let pace = gpu.pace("select");
        assert_eq!(pace.is_some(), is_asked, "{binding} bytes");
        assert!(pace.is_none_or(|pace| pace < 50_000), "{pace:?} numbers a dispatch");
    }
}

#[test]
fn a_device_lost_again_and_again_is_an_error_and_the_next_operation_starts_anew() {
    let Some(_turn) = turn() else { return };
    let gpu = failing(Faults { lost_after: vec![1, 3, 5], ..Faults::default() });
    let error = fill(&gpu, &longest(), SEVERAL).expect_err("it is lost twice");
    assert!(matches!(error, BackendError::DeviceLost { .. }), "{error}");
    fill(&gpu, &longest(), SEVERAL).expect("the next operation opens it anew");
}

#[test]
fn short_memory_makes_chunks_smaller_and_values_stay_exact() {
    let Some(_turn) = turn() else { return };
    for first in [0, 1, 2, 3, 5, 8] {
        let gpu = failing(Faults { no_memory: first..first + 3, ..Faults::default() });
        fill(&gpu, &longest(), SEVERAL).expect("smaller chunks fit");
        let gpu = failing(Faults { no_memory: first..first + 3, ..Faults::default() });
        fill(&gpu, &trailing_zeros(), SEVERAL).expect("smaller chunks fit");
        check_list(&gpu, &longest(), &random(5000, 2));
    }
}

#[test]
fn no_memory_at_all_is_an_error() {
    let Some(_turn) = turn() else { return };
    let gpu = failing(Faults { no_memory: 0..1000, ..Faults::default() });
    let error = fill(&gpu, &longest(), SEVERAL).expect_err("there is no memory");
    assert!(matches!(error, BackendError::OutOfMemory { .. }), "{error}");
    assert!(error.to_string().contains("--backend cpu"), "{error}");
}

#[test]
fn dispatches_that_look_slow_become_small_and_values_stay_exact() {
    let Some(_turn) = turn() else { return };
    // As if 2^18 values took a quarter of a second.
    let gpu = failing(Faults { slowness: Duration::from_micros(1), ..Faults::default() });
    fill(&gpu, &longest(), SEVERAL).expect("the device works");
    let pace = gpu.pace("fill").expect("it has filled");
    // 20 to 50 ms at a microsecond each.
    assert!((1 << 14..1 << 16).contains(&pace), "{pace} values a dispatch");
}

#[test]
fn two_threads_take_turns() {
    let Some(_turn) = turn() else { return };
    let gpu = failing(Faults::default());
    let begin = Instant::now();
    std::thread::scope(|scope| {
        for start in [0u128, 1 << 64] {
            let gpu = &gpu;
            scope.spawn(move || {
                while begin.elapsed() < Duration::from_millis(500) {
                    check_range(gpu, &longest(), start, 20_000);
                }
            });
        }
    });
}
