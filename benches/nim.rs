//! Fibonacci Nim as ratios: the sweep against the recursion as it is written, and how
//! its time grows with the heaps.

use std::hint::black_box;

use phinum_benches::{ratio, time};
use phinum_core::fibonacci_nim::Sweep;
use phinum_core::fibonacci_nim::growth::Growth;
use phinum_core::fibonacci_nim::recursion::Recursion;

/// Heaps that the recursion takes seconds for.
const RECURSION: usize = 30_000;
const PAIRS: usize = 5;

fn sweep(last: usize) -> Growth {
    let mut growth = Growth::default();
    let mut sweep = Sweep::new(black_box(last) as u64).expect("a heap of a table");
    while let Some((heap, steps)) = sweep.next_heap() {
        growth.push(heap, steps);
    }
    growth
}

/// Seconds for all heaps up to `last`.
fn swept(last: usize, assert: impl FnOnce(&Growth)) -> f64 {
    let mut growth = Growth::default();
    let seconds = time(1, || growth = sweep(last));
    assert(&growth);
    seconds
}

fn main() {
    println!("One thread, {PAIRS} pairs:");
    ratio(&format!("sweep to {RECURSION}"), "the recursion as written", PAIRS, || {
        let mut recursion = Recursion::default();
        let old = time(1, || recursion = Recursion::up_to(black_box(RECURSION)));
        let values = (1..=RECURSION)
            .map(|heap| (0..=heap).map(|cap| u128::from(recursion.value(heap, cap))).sum::<u128>());
        let sum: u128 = values.sum();
        (swept(RECURSION, |growth| assert_eq!(growth.sum(), sum)), old)
    });
    ratio("sweep to 10^7", "the time of 10^6", PAIRS, || {
        let small = swept(1_000_000, |growth| assert_eq!(growth.first(52), Some(982_345)));
        let large = swept(10_000_000, |growth| assert_eq!(growth.first(62), Some(8_336_360)));
        (small, large)
    });
}
