//! Fibonacci Nim: the sweep against the recursion as it is written, and how its time
//! grows with the heaps.

use std::hint::black_box;

use phinum_core::fibonacci_nim::Sweep;
use phinum_core::fibonacci_nim::growth::Growth;
use phinum_core::fibonacci_nim::recursion::Recursion;

use crate::measure::{Bench, Error, assert, seconds};

/// All heaps up to `last`.
fn sweep(last: usize) -> Growth {
    let mut growth = Growth::default();
    let mut sweep = Sweep::new(black_box(last) as u64).expect("a heap of a table");
    while let Some((heap, steps)) = sweep.next_heap() {
        growth.push(heap, steps);
    }
    growth
}

/// Seconds for all heaps up to `last`.
fn swept(last: usize, right: impl FnOnce(&Growth) -> bool) -> Result<f64, Error> {
    let mut growth = Growth::default();
    let seconds = seconds(1, || growth = sweep(last));
    assert(right(&growth), format_args!("the sweep to {last}"))?;
    Ok(seconds)
}

/// Measures the sweep against the recursion, on one thread.
///
/// # Errors
/// [`Error`]: a wrong result, or a listener that wants no more.
pub fn measure(bench: &mut Bench<'_>) -> Result<(), Error> {
    let pairs = bench.effort().of(3, 5, 5);
    // In full one that the recursion takes seconds for.
    let heaps = bench.effort().of(&[100, 200][..], &[3000, 10_000], &[30_000]);
    bench.setting(&format!("One thread, {pairs} pairs"))?;
    for &last in heaps {
        bench.ratio(&format!("sweep to {last}"), "the recursion as written", pairs, || {
            let mut recursion = Recursion::default();
            let old = seconds(1, || recursion = Recursion::up_to(black_box(last)));
            let value = |heap, cap| u128::from(recursion.value(heap, cap));
            let caps = (1..=last).flat_map(|heap| (0..=heap).map(move |cap| (heap, cap)));
            let sum: u128 = caps.map(|(heap, cap)| value(heap, cap)).sum();
            Ok((swept(last, |growth| growth.sum() == sum)?, old))
        })?;
    }
    Ok(())
}

/// Measures how many times as long ten times the heaps take. No ratio of speeds, and so
/// no part of the group.
///
/// # Errors
/// As [`measure`].
pub fn growth(bench: &mut Bench<'_>) -> Result<(), Error> {
    bench.ratio("sweep to 10^7", "the time of 10^6", 5, || {
        let small = swept(1_000_000, |growth| growth.first(52) == Some(982_345))?;
        let large = swept(10_000_000, |growth| growth.first(62) == Some(8_336_360))?;
        Ok((small, large))
    })
}
