//! The suite every backend is held to.

use std::ops::Deref;
use std::sync::MutexGuard;

use phinum_core::backend::Backend;
use phinum_core::conformance::{Effort, Section, check};
use phinum_gpu::{Gpu, Tuning};

use crate::support::{gpu, open, turn};

/// The shared device, while it is this test's turn.
struct Held(#[expect(dead_code, reason = "held, not read")] MutexGuard<'static, ()>);

impl Deref for Held {
    type Target = Gpu;

    fn deref(&self) -> &Gpu {
        gpu()
    }
}

phinum_core::conformance!(suite, turn().map(Held));

/// Small tables, slices of odd lengths and tiny workgroups; and all of it large.
#[test]
fn results_do_not_depend_on_the_tuning() {
    let Some(_turn) = turn() else { return };
    let small =
        Tuning { tile_index: 9, values_per_invocation: 5, reads_per_invocation: 3, workgroup: 4 };
    let large = Tuning {
        tile_index: 28,
        values_per_invocation: 1024,
        reads_per_invocation: 1024,
        workgroup: 256,
    };
    for tuning in [small, large] {
        let gpu = open(tuning.into());
        assert_eq!(gpu.tuning(), tuning, "every adapter can do it");
        for section in [
            Section::Ranges,
            Section::Cuts,
            Section::Summaries,
            Section::Conditions,
            Section::Lists,
        ] {
            match check(&gpu, section, Effort::Quick) {
                Ok(compared) => assert!(compared > 0, "nothing was compared"),
                Err(failure) => panic!("{tuning}, {}: {failure}", section.name()),
            }
        }
    }
}
