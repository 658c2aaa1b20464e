//! Nim-sums of Fibonacci Nim against the recursion over options, whatever windows
//! the table goes by and whatever the device does.

use std::sync::OnceLock;
use std::time::Duration;

use phinum_core::backend::{Backend, BackendError};
use phinum_core::fibonacci_nim::recursion::Recursion;
use phinum_core::fibonacci_nim::sums::NimSums;
use phinum_core::fibonacci_nim::{Thresholds, opening_cap};
use phinum_gpu::{Faults, Gpu, Options};

use crate::support::{gpu, open, random, turn};

const LAST: u32 = 1200;

fn table(last: u32) -> Thresholds {
    Thresholds::up_to(last.into(), |_, _| true).ok().flatten().expect("a small table")
}

fn small() -> &'static (Thresholds, Recursion) {
    static SMALL: OnceLock<(Thresholds, Recursion)> = OnceLock::new();
    SMALL.get_or_init(|| (table(LAST), Recursion::up_to(LAST as usize)))
}

/// Positions of up to six heaps, some of none, with heaps up to `last`.
fn positions(count: usize, last: u32, seed: u64) -> (Vec<[u32; 2]>, Vec<u32>) {
    let (mut heaps, mut ends) = (Vec::new(), Vec::new());
    let words = random(13 * count, seed);
    let mut words = words.iter().map(|word| (word % (1 << 31)) as u32);
    let mut next = || words.next().expect("enough");
    for _ in 0..count {
        for _ in 0..next() % 7 {
            let heap = next() % (last + 1);
            let cap = match next() {
                cap if cap % 5 == 0 => opening_cap(heap),
                cap if cap % 97 == 0 => u32::MAX,
                cap => cap % (heap + 2),
            };
            heaps.push([heap, cap]);
        }
        ends.push(heaps.len() as u32);
    }
    (heaps, ends)
}

fn sums(gpu: &Gpu, table: &Thresholds, heaps: &[[u32; 2]], ends: &[u32]) -> Vec<u8> {
    let task = NimSums::new(table, heaps, ends).expect("within the table");
    let mut out = vec![0xff; ends.len()];
    gpu.nim_sums(&task, &mut out).expect("the device works");
    out
}

fn expected(heaps: &[[u32; 2]], ends: &[u32]) -> Vec<u8> {
    let recursion = &small().1;
    let value = |&[heap, cap]: &[u32; 2]| recursion.value(heap as usize, cap.min(heap) as usize);
    let starts = std::iter::once(&0).chain(ends);
    let position = |(start, end): (&u32, &u32)| {
        let heaps = &heaps[*start as usize..*end as usize];
        heaps.iter().map(value).fold(0, |sum, value| sum ^ value)
    };
    starts.zip(ends).map(position).collect()
}

fn check(gpu: &Gpu, heaps: &[[u32; 2]], ends: &[u32]) {
    let got = sums(gpu, &small().0, heaps, ends);
    assert_eq!(got, expected(heaps, ends));
}

#[test]
fn every_heap_and_cap() {
    let Some(_turn) = turn() else { return };
    let heaps: Vec<[u32; 2]> =
        (0..=LAST).flat_map(|heap| (0..=heap + 1).map(move |cap| [heap, cap])).collect();
    let ends: Vec<u32> = (1..=heaps.len() as u32).collect();
    check(gpu(), &heaps, &ends);
}

#[test]
fn windows_of_any_size() {
    let Some(_turn) = turn() else { return };
    let (heaps, ends) = positions(20_000, LAST, 1);
    for window in [4096, 4099, 10_000, 1 << 20] {
        let faults = Faults { window: Some(window), ..Faults::default() };
        let gpu = open(Options { faults, ..Options::default() });
        check(&gpu, &heaps, &ends);
        // The windows are there now, whole and in part.
        for last in [0, 1, 2, 100, 127, 128, 1024, LAST] {
            let (heaps, ends) = positions(500, last, 2);
            check(&gpu, &heaps, &ends);
        }
    }
}

#[test]
fn every_count_about_a_word_and_a_workgroup() {
    let Some(_turn) = turn() else { return };
    let (heaps, _) = positions(1000, LAST, 3);
    for len in [0, 1, 2, 3, 4, 5, 7, 8, 9, 1023, 1024, 1025, 1500] {
        let len = len as u32;
        check(gpu(), &heaps[..len as usize], &[0, len / 3, len / 3, len, len]);
    }
    check(gpu(), &[], &[]);
    check(gpu(), &[], &[0, 0, 0]);
}

#[test]
fn positions_longer_than_a_dispatch() {
    let Some(_turn) = turn() else { return };
    let (some, _) = positions(400, LAST, 4);
    let heaps: Vec<[u32; 2]> = some.iter().copied().cycle().take(700_001).collect();
    check(gpu(), &heaps, &[1, 1, 300_000, 699_999, 700_001, 700_001]);
}

#[test]
fn a_table_that_is_uploaded_in_several_goes() {
    let Some(_turn) = turn() else { return };
    let last = 1_000_000;
    let table = table(last);
    assert!(size_of_val(table.arrays().1) > 40 << 20);
    let (mut heaps, mut ends) = positions(30_000, last, 6);
    for heap in (0..=last).step_by(777).chain(last - 10..=last) {
        heaps.extend([[heap, opening_cap(heap)], [heap, u32::MAX]]);
        ends.push(heaps.len() as u32);
    }
    let task = NimSums::new(&table, &heaps, &ends).expect("within the table");
    for (i, sum) in sums(gpu(), &table, &heaps, &ends).into_iter().enumerate() {
        assert_eq!(sum, task.nim_sum(i), "{:?}", task.position(i));
    }
}

#[test]
fn tables_are_told_apart() {
    let Some(_turn) = turn() else { return };
    let right = table(300);
    let (starts, caps, values) = right.arrays();
    let mut wrong = values.to_vec();
    let last = *wrong.last().expect("it has steps");
    *wrong.last_mut().expect("it has steps") = last + 1;
    let wrong = Thresholds::from_arrays(starts.to_vec(), caps.to_vec(), wrong).expect("in order");
    let heaps = [[300, 300], [299, 299]];
    let value = right.value(299, 299);
    for _ in 0..2 {
        assert_eq!(sums(gpu(), &right, &heaps, &[1, 2]), [last, value]);
        assert_eq!(sums(gpu(), &wrong, &heaps, &[1, 2]), [last + 1, value]);
        assert_eq!(sums(gpu(), &right.clone(), &heaps, &[1, 2]), [last, value]);
    }
}

#[test]
fn faults_do_not_show() {
    let Some(_turn) = turn() else { return };
    // Several dispatches of several windows.
    let (some, _) = positions(2000, LAST, 5);
    let heaps: Vec<[u32; 2]> = some.iter().copied().cycle().take(600_000).collect();
    let ends: Vec<u32> = (0..=600_000).step_by(3).collect();
    let expected = expected(&heaps, &ends);
    let slow = Faults { slowness: Duration::from_micros(1), ..Faults::default() };
    let narrow = Faults { row: Some(2), ..Faults::default() };
    let short = [0, 1, 2, 5].map(|i| Faults { no_memory: i..i + 3, ..Faults::default() });
    let lost = (0..4).map(|i| Faults { lost_after: vec![i], ..Faults::default() });
    for faults in lost.chain(short).chain([slow, narrow]) {
        let faults = Faults { window: Some(20_000), ..faults };
        let gpu = open(Options { faults, ..Options::default() });
        assert_eq!(sums(&gpu, &small().0, &heaps, &ends), expected);
    }
}

#[test]
fn no_memory_at_all_and_a_device_lost_twice_are_errors() {
    let Some(_turn) = turn() else { return };
    let task = NimSums::new(&small().0, &[[7, 7]], &[1]).expect("within the table");
    let mut out = [0];
    let none = Faults { no_memory: 0..1000, ..Faults::default() };
    let gpu = open(Options { faults: none, ..Options::default() });
    let error = gpu.nim_sums(&task, &mut out).expect_err("there is no memory");
    assert!(matches!(error, BackendError::OutOfMemory { .. }), "{error}");
    let twice = Faults { lost_after: vec![0, 1], ..Faults::default() };
    let gpu = open(Options { faults: twice, ..Options::default() });
    let error = gpu.nim_sums(&task, &mut out).expect_err("it is lost twice");
    assert!(matches!(error, BackendError::DeviceLost { .. }), "{error}");
    gpu.nim_sums(&task, &mut out).expect("the next operation opens it anew");
    assert_eq!(out, [small().0.value(7, 7)]);
}
