//! The baseline is as exact as what is measured against it.

use std::time::{Duration, Instant};

use phinum_core::backend::BackendError;
use phinum_core::function::Function;
use phinum_gpu::baseline::{Copying, kernels};
use phinum_gpu::{Faults, Options, baseline};

use crate::support::{check_range, functions, gpu, open, turn};

#[test]
fn element_by_element_gives_the_same() {
    let Some(_turn) = turn() else { return };
    for function in functions() {
        if function.name() == "closed-bound" {
            continue;
        }
        for start in [0, (1 << 32) - 3000, 1 << 50, u64::MAX - 10_000] {
            let mut out = vec![u64::MAX; 10_001];
            if baseline::fill(gpu(), &function, start, &mut out).is_err() {
                continue;
            }
            for (n, value) in (start..=u64::MAX).zip(out) {
                assert_eq!(
                    u128::from(value),
                    function.value_wrapped(n.into()),
                    "{} {n}",
                    function.name()
                );
            }
        }
    }
}

#[test]
fn past_64_bits_is_refused() {
    let Some(_turn) = turn() else { return };
    let shift = &Function::all()[5];
    assert!(baseline::fill(gpu(), shift, u64::MAX - 3, &mut [0; 3]).is_err());
}

#[test]
fn copies_arrive_and_kernels_are_timed() {
    let Some(_turn) = turn() else { return };
    let gpu = open(Options { timed: true, ..Options::default() });
    let mut copying = Copying::new(&gpu, 1 << 20).unwrap();
    assert!(!copying.is_right(), "nothing has come yet");
    copying.fetch().unwrap();
    assert!(!copying.is_right(), "nothing is copied yet");
    let copied = copying.copy().unwrap();
    let fetched = copying.fetch().unwrap();
    assert!(copying.is_right());
    assert!(fetched > Duration::ZERO && copied < Duration::from_mins(1), "{copied:?}");
    // What is timed is as right as what is not, and no longer than all of it.
    for function in functions() {
        let start = Instant::now();
        let kernels = kernels(&gpu, || -> Result<(), BackendError> {
            check_range(&gpu, &function, 1 << 40, 10_001);
            Ok(())
        });
        assert!(kernels.unwrap() <= start.elapsed(), "{}", function.name());
    }
}

#[test]
fn what_is_timed_survives_a_lost_device() {
    let Some(_turn) = turn() else { return };
    let faults = Faults { lost_after: vec![1], ..Faults::default() };
    let gpu = open(Options { timed: true, faults, ..Options::default() });
    let function = &Function::all()[0];
    let kernels = kernels(&gpu, || -> Result<(), BackendError> {
        check_range(&gpu, function, 1 << 40, 10_001);
        Ok(())
    });
    assert!(kernels.is_ok());
}
