//! The choice of a tuning on a real adapter.

use std::time::Duration;

use phinum_gpu::{Gpu, Tuning, tune};

use crate::support::{adapter, check_range, functions, gpu, turn};

#[test]
fn what_is_built_in_is_in_force_unasked() {
    let Some(_turn) = turn() else { return };
    let built_in = Tuning::built_in(adapter().is_software());
    assert!(gpu().tuning().workgroup <= built_in.workgroup);
    assert_eq!(gpu().tuning(), Tuning { workgroup: gpu().tuning().workgroup, ..built_in });
}

#[test]
fn what_is_chosen_can_be_used_and_is_right() {
    let Some(_turn) = turn() else { return };
    let tuned = tune(adapter(), Duration::from_secs(2)).expect("the adapter works");
    let gpu = Gpu::with(adapter(), tuned.tuning.into()).expect("the adapter opens");
    assert_eq!(gpu.tuning(), tuned.tuning, "nothing was chosen that had to be moved inside");
    let built_in = self::gpu().tuning();
    if tuned.tuning == built_in {
        assert_eq!((tuned.fill, tuned.reduction), (1.0, 1.0));
    } else {
        assert!(tuned.fill.max(tuned.reduction) > 1.0, "{tuned:?}");
    }
    let none = tune(adapter(), Duration::ZERO).expect("the adapter works");
    assert_eq!(none.tuning, built_in, "without time nothing is tuned");
    for function in functions() {
        check_range(&gpu, &function, (1 << 64) - 5000, 30_011);
    }
}
