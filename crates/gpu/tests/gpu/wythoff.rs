//! Tables of Grundy values of r-Wythoff against the mex of all options and the
//! wavefront on the host, whatever the device does.

use std::time::Duration;

use phinum_core::backend::{Backend, BackendError, WythoffTable};
use phinum_core::wythoff::{table::plain, wavefront};
use phinum_gpu::{Faults, Gpu, Options, Tuning};

use crate::support::{gpu, open, turn};

fn task(n: usize, r: u32) -> WythoffTable {
    WythoffTable::new(n, r).expect("it is possible")
}

fn failing(faults: Faults) -> Gpu {
    open(Options { faults, ..Options::default() })
}

#[test]
fn every_side_about_a_word_of_a_set() {
    let Some(_turn) = turn() else { return };
    for n in [0, 1, 2, 3, 15, 16, 17, 31, 32, 33, 47, 48, 49, 64, 65, 97] {
        for r in [1, 2, 3, 5, 40, u32::MAX] {
            let task = task(n, r);
            assert!(
                gpu().wythoff_table(&task).expect("the device works") == plain(task),
                "{n}, {r}"
            );
        }
    }
}

#[test]
fn antidiagonals_of_several_workgroups() {
    let Some(_turn) = turn() else { return };
    // The longest have 257 cells.
    for (n, r) in [(512, 1), (513, 2), (514, 1), (514, 3), (300, 5), (300, 599)] {
        let task = task(n, r);
        let table = gpu().wythoff_table(&task).expect("the device works");
        assert!(table == wavefront::table(task), "{n}, {r}");
    }
    // And by definition.
    let task = task(200, 3);
    assert!(gpu().wythoff_table(&task).expect("the device works") == plain(task));
}

#[test]
fn faults_do_not_show() {
    let Some(_turn) = turn() else { return };
    // 399 antidiagonals, at first 64 a chunk.
    let task = task(200, 2);
    let expected = wavefront::table(task);
    let slow = Faults { slowness: Duration::from_micros(1), ..Faults::default() };
    let narrow = Faults { row: Some(1), ..Faults::default() };
    let short = [0, 1, 2, 4, 6].map(|i| Faults { no_memory: i..i + 3, ..Faults::default() });
    let lost = (0..5).map(|i| Faults { lost_after: vec![i], ..Faults::default() });
    for faults in lost.chain(short).chain([slow, narrow]) {
        let what = format!("{faults:?}");
        let tuning = Some(Tuning { workgroup: 64, ..Tuning::HARDWARE });
        let gpu = open(Options { faults, tuning, ..Options::default() });
        assert!(gpu.wythoff_table(&task).expect("it goes on") == expected, "{what}");
        // Nothing is left of it in the next.
        assert!(gpu.wythoff_table(&task).expect("it goes on") == expected, "{what}");
    }
}

#[test]
fn chunks_become_smaller_where_antidiagonals_take_long() {
    let Some(_turn) = turn() else { return };
    let gpu = failing(Faults { slowness: Duration::from_micros(1), ..Faults::default() });
    let task = task(300, 1);
    assert!(gpu.wythoff_table(&task).expect("the device works") == wavefront::table(task));
    let pace = gpu.pace("wythoff table").expect("it has made one");
    // 20 to 50 ms at 4096 microseconds an antidiagonal.
    assert!((1 << 14..1 << 16).contains(&pace), "{pace}");
}

#[test]
fn tables_the_device_has_no_room_for_and_a_device_lost_twice_are_errors() {
    let Some(_turn) = turn() else { return };
    let small = task(40, 1);
    let gpu = failing(Faults { no_memory: 0..1000, ..Faults::default() });
    let error = gpu.wythoff_table(&small).expect_err("there is no memory");
    assert!(matches!(error, BackendError::OutOfMemory { .. }), "{error}");
    let gpu = failing(Faults { lost_after: vec![0, 1], ..Faults::default() });
    let error = gpu.wythoff_table(&small).expect_err("it is lost twice");
    assert!(matches!(error, BackendError::DeviceLost { .. }), "{error}");
    let table = gpu.wythoff_table(&small).expect("the next operation opens it anew");
    assert!(table == plain(small));
    let tight = failing(Faults { binding: Some(2000), ..Faults::default() });
    assert!(tight.wythoff_table(&task(80, 1)).expect("it fits") == plain(task(80, 1)));
    let error = tight.wythoff_table(&task(81, 1)).expect_err("the sets are larger");
    assert!(matches!(error, BackendError::OutOfMemory { .. }), "{error}");
    assert!(error.to_string().contains("--backend cpu"), "{error}");
}
