//! Exact sums against streaming, and two recursions against each other.

use core::ops::Range;

use phinum_core::dashu::IBig;
use phinum_core::function::Function;
use phinum_core::places::{MAX_INDEX, place, top_index};
use phinum_core::prefix::{Additive, DeficitWalk, Moments, Statistic, Sums, Walk, WalkSums};
use phinum_core::quantity::{QUANTITIES, by_name};
use phinum_core::ring::Ring;

fn streamed(function: &Function, range: Range<u128>) -> Moments<IBig> {
    let mut sums = Moments::empty();
    for n in range {
        let value = IBig::from(function.value_wrapped(n));
        sums.add(&Moments::of_zero(value).shifted(&IBig::from(n), &IBig::ZERO));
    }
    sums
}

#[test]
fn every_prefix_of_the_first_5000() {
    for function in Function::all() {
        let Some(sums) = Sums::<IBig>::new(&function, 20) else {
            assert_eq!(function.name(), "closed-bound");
            continue;
        };
        let wrapped = Sums::<u128>::new(&function, 20).expect("the same kinds in either ring");
        let mut streaming = Moments::empty();
        for n in 0..=5000u128 {
            let exact = sums.below(n);
            assert_eq!(exact, streaming, "{} below {n}", function.name());
            let low = wrapped.below(n);
            assert_eq!(
                (low.f, low.nf),
                (u128::of(&exact.f), u128::of(&exact.nf)),
                "{}",
                function.name()
            );
            streaming.add(&streamed(&function, n..n + 1));
        }
    }
}

#[test]
fn ranges_around_places_and_words() {
    let starts = (11..MAX_INDEX - 1).step_by(7).map(|k| place(k) - 60).chain([
        (1 << 32) - 50,
        (1 << 63) - 50,
        (1 << 64) - 50,
        1 << 100,
    ]);
    for start in starts {
        let range = start..start + 120;
        for function in Function::all() {
            // Values past 2^128 are no u128 to compare with.
            if function.width(range.clone()).is_err() {
                continue;
            }
            let top = top_index(range.end);
            if let Some(sums) = Sums::<IBig>::new(&function, top) {
                let expected = streamed(&function, range.clone());
                assert_eq!(sums.over(range.clone()), expected, "{} from {start}", function.name());
            }
        }
    }
}

#[test]
fn lazy_and_deficit_sums_of_the_gap_agree_at_any_scale() {
    let lazy = Sums::<IBig>::new(&Function::from(by_name("gap").unwrap()), 120).unwrap();
    let deficit = WalkSums::<Moments<IBig>, _>::new(DeficitWalk, 120);
    let mut n: u128 = 1;
    for step in 1..80u128 {
        n += n / 2 + step;
        let n = n % place(119);
        assert_eq!(lazy.below(n), deficit.below(n), "below {n}");
    }
}

/// An additive function by the general recursion.
struct AdditiveWalk(fn(u32) -> IBig);

impl Walk<IBig> for AdditiveWalk {
    const STATES: usize = 1;

    fn step(&self, _: usize, _: u32, to: u32) -> (usize, IBig) {
        (0, self.0(to))
    }

    fn finish(&self, _: usize, _: u32) -> IBig {
        IBig::ZERO
    }
}

#[test]
fn both_recursions_sum_an_additive_function_alike() {
    let weight = |i: u32| IBig::from(i) * i - 7;
    let additive = Additive::<Moments<IBig>>::new(weight, &IBig::ZERO, MAX_INDEX);
    let walk = WalkSums::<Moments<IBig>, _>::new(AdditiveWalk(weight), MAX_INDEX);
    for n in [0, 1, 2, 1 << 32, 1 << 63, 1 << 64, 1 << 100, u128::MAX] {
        assert_eq!(additive.below(n), walk.below(n), "below {n}");
    }
}

#[test]
fn published_and_tabulated_sums() {
    let sum = |name: &str, range: Range<u128>| {
        let function = Function::from(by_name(name).unwrap());
        Sums::<IBig>::new(&function, 130).unwrap().over(range).f.to_string()
    };
    // Project Euler 297, and its extension.
    assert_eq!(sum("terms", 0..10u128.pow(17)), "2252639041804718029");
    assert_eq!(sum("terms", 0..10u128.pow(18)), "23797777008892266952");
    // The sum of UB below 2^64 leaves 128 bits.
    assert!(sum("upper-bound", 0..1 << 64).len() >= 39);
    assert_eq!(sum("longest", 1..100_000_001), "13090121472159217");
    assert_eq!(sum("upper-bound", 1..100_000_001), "13090147335984464");
    assert_eq!(sum("lower-wythoff", 1..1_000_001), "618034");
    assert_eq!(sum("smallest-term", 1..1_000_001), "13255150");
}

#[test]
fn a_bound_is_never_below_and_for_additive_functions_is_the_largest_value() {
    for q in &QUANTITIES {
        let function = Function::from(q);
        for (start, end) in [(0, 1), (0, 2000), (1000, 1001), (6000, 9000)] {
            let largest = (start..end).map(|n| function.value_wrapped(n)).max().unwrap();
            let bound = function.largest(start..end).unwrap();
            assert!(bound >= largest.into(), "{}: {bound} < {largest}", q.name);
            if matches!(q.kind, phinum_core::quantity::Kind::Weighted { .. }) {
                assert_eq!(bound, largest.into(), "{}", q.name);
            }
        }
    }
}
