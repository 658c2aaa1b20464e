//! Ranges against the scalar reference.

use phinum_core::backend::{Backend, RangeTask};
use phinum_core::column::{Column, Width};
use phinum_core::function::Function;
use phinum_core::places::place;
use phinum_core::quantity::by_name;

use crate::support::{check_range, functions, gpu, open, turn};
use phinum_gpu::{Faults, Options, Tuning};

#[test]
fn every_function_from_every_kind_of_start() {
    let Some(_turn) = turn() else { return };
    for function in functions() {
        for start in [0, 1, 1 << 32, 1 << 63, (1 << 64) - 5000, 1 << 64, 1 << 100] {
            check_range(gpu(), &function, start, 30_011);
        }
    }
}

#[test]
fn every_length_about_a_slice() {
    let Some(_turn) = turn() else { return };
    for function in functions() {
        for len in [0, 1, 2, 3, 255, 256, 257, 1023, 1025, 4095, 4096, 4097] {
            check_range(gpu(), &function, 987, len);
            check_range(gpu(), &function, (1 << 64) - 1, len);
        }
    }
}

#[test]
fn around_every_place() {
    let Some(_turn) = turn() else { return };
    for function in functions() {
        for k in 10..184 {
            check_range(gpu(), &function, place(k) - 20, 41);
        }
    }
}

#[test]
fn more_than_several_dispatches() {
    let Some(_turn) = turn() else { return };
    for function in functions() {
        check_narrowest(&function, (1 << 63) - 1_234_567, 2_500_001);
    }
}

/// Compares some of a range's values, and the last ones, in the narrowest words.
fn check_narrowest(function: &Function, start: u128, len: usize) {
    let width = function.width(start..start + len as u128).expect("it fits");
    let mut column = Column::unwritten(width, len);
    let task = RangeTask::new(function, start, column.as_mut()).expect("it fits");
    gpu().fill(task).expect("the device works");
    for i in (0..len).step_by(97).chain(len - 1000..len) {
        let n = start + i as u128;
        assert_eq!(column.get(i), function.value_wrapped(n), "{} at {n}", function.name());
    }
}

#[test]
fn every_tile_index_gives_the_same() {
    let Some(_turn) = turn() else { return };
    for tile_index in [6, 7, 13, 24, 27] {
        let gpu = open(Tuning { tile_index, workgroup: 64, ..Tuning::HARDWARE }.into());
        for function in functions() {
            for start in [0, (1 << 64) - 3000, place(90) - 3000] {
                check_range(&gpu, &function, start, 6001);
            }
        }
    }
}

/// Quantities whose values fit 8 bits from any start, and one, the gap, of 16, which takes
/// relief; the first three have parts of a single value.
fn narrow() -> impl Iterator<Item = Function> {
    ["trailing-zeros", "gap", "lower-wythoff", "terms", "top-index"]
        .map(|name| by_name(name).expect("listed").into())
        .into_iter()
}

#[test]
fn parts_begin_and_columns_end_anywhere_in_a_word() {
    let Some(_turn) = turn() else { return };
    let small =
        Tuning { tile_index: 6, values_per_invocation: 5, workgroup: 1, ..Tuning::HARDWARE };
    let odd = Tuning { tile_index: 9, values_per_invocation: 3, workgroup: 2, ..Tuning::HARDWARE };
    for tuning in [small, odd, Tuning::HARDWARE] {
        let gpu = open(tuning.into());
        for function in narrow().take(if tuning == small { 5 } else { 2 }) {
            for start in place(40) - 6..place(40) + 6 {
                for len in 0..=9 {
                    check_range(&gpu, &function, start, len);
                }
                check_range(&gpu, &function, start, 1001);
            }
        }
    }
}

#[test]
fn narrow_columns_of_many_runs_in_many_chunks() {
    let Some(_turn) = turn() else { return };
    for binding in [None, Some(1 << 15)] {
        let faults = Faults { binding, ..Faults::default() };
        let tuning = Some(Tuning { tile_index: 7, workgroup: 64, ..Tuning::HARDWARE });
        let gpu = open(Options { tuning, faults, ..Options::default() });
        for function in narrow() {
            check_range(&gpu, &function, (1 << 64) - 40_003, 100_007);
        }
    }
}

#[test]
fn a_table_wider_than_its_column() {
    let Some(_turn) = turn() else { return };
    // The least weights are small, and those of the places from F_8 on past 32 bits, or 64.
    for shift in [35, 70] {
        let weights: Vec<u128> =
            (1..=185).map(|i: u128| if i < 8 { 3 * i } else { i << shift }).collect();
        let function = Function::weighted("steep", &weights);
        for (start, len) in [(0, 34), (1, 32), (3, 29), (5, 10), (30, 200)] {
            check_range(gpu(), &function, start, len);
        }
    }
}

#[test]
fn several_host_threads_take_in_a_chunk() {
    let Some(_turn) = turn() else { return };
    let gpu = open(Options { host_threads: Some(3), ..Options::default() });
    for function in functions() {
        check_range(&gpu, &function, (1 << 32) - 100_000, 200_003);
    }
}

#[test]
fn a_value_too_wide_is_refused_before_the_device_sees_it() {
    let shift = &Function::all()[5];
    let mut column = Column::unwritten(Width::U64, 10);
    assert!(RangeTask::new(shift, u128::from(u64::MAX) - 20, column.as_mut()).is_err());
}
