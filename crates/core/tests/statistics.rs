//! Exact statistics of ranges: against streaming where ranges are short, and one
//! recursion against another where they are not.

use core::fmt::Debug;
use core::ops::Range;

use phinum_core::dashu::IBig;
use phinum_core::function::Function;
use phinum_core::places::{MAX_INDEX, place, top_index};
use phinum_core::prefix::{
    DeficitWalk, Distribution, Exact, Extremes, Powers, Statistic, Walk, WalkSums,
};
use phinum_core::quantity::by_name;

/// The set {n} with its value, by evaluation.
fn single<S: Statistic<Ring = IBig>>(function: &Function, n: u128) -> S {
    S::of_zero(function.value_wrapped(n).into()).shifted(&n.into(), &IBig::ZERO)
}

fn streamed<S: Statistic<Ring = IBig>>(function: &Function, range: Range<u128>) -> S {
    let mut all = S::empty();
    range.for_each(|n| all.add(&single(function, n)));
    all
}

fn functions() -> impl Iterator<Item = Function> {
    Function::all().into_iter().chain([Function::weighted("mine", &[7, 0, 3, 900, 1, 1, 50])])
}

/// Every cut of the first numbers, both sides of it.
fn all_cuts<S: Statistic<Ring = IBig> + PartialEq + Debug>(last: u128, fits: fn(&str) -> bool) {
    let mut checked = 0;
    for function in functions().filter(|f| fits(f.name())) {
        let end = if function.name() == "mine" { last.min(34) } else { last };
        let Some(exact) = Exact::<S>::new(&function, 20) else {
            assert_eq!(function.name(), "closed-bound");
            continue;
        };
        let mut above = vec![S::empty()];
        for n in (0..end).rev() {
            let mut more = single::<S>(&function, n);
            more.add(&above[above.len() - 1]);
            above.push(more);
        }
        let mut below = S::empty();
        for cut in 0..=end {
            let name = function.name();
            assert_eq!(exact.over(0..cut), below, "{name} over 0..{cut}");
            assert_eq!(
                exact.over(cut..end),
                above[(end - cut) as usize],
                "{name} over {cut}..{end}"
            );
            below.add(&single(&function, cut));
        }
        checked += 1;
    }
    assert!(checked >= 4);
}

/// Short ranges anywhere below 2^`most_bits`.
fn random_ranges<S: Statistic<Ring = IBig> + PartialEq + Debug>(
    most_bits: u128,
    fits: fn(&str) -> bool,
) {
    let top = top_index(1 << most_bits);
    let all: Vec<(Function, Exact<S>)> = functions()
        .filter(|function| fits(function.name()))
        .filter_map(|function| Some((function.clone(), Exact::new(&function, top)?)))
        .collect();
    let mut state = 7u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u128::from(state >> 32)
    };
    for _ in 0..200 {
        let bits = next() % (most_bits - 1);
        let word = next() << 96 | next() << 64 | next() << 32 | next();
        let start = (word >> 2) % (1 << bits);
        let range = start..start + next() % 300;
        for (function, exact) in &all {
            // Values past 2^128, and those past the end of a table, are no u128.
            if function.width(range.clone()).is_ok() {
                let expected = streamed::<S>(function, range.clone());
                assert_eq!(
                    exact.over(range.clone()),
                    expected,
                    "{} over {range:?}",
                    function.name()
                );
            }
        }
    }
}

fn any(_: &str) -> bool {
    true
}

fn is_small(name: &str) -> bool {
    ["terms", "index-sum", "top-index", "trailing-zeros", "lower-wythoff", "gap", "mine"]
        .contains(&name)
}

#[test]
fn powers() {
    all_cuts::<Powers>(5000, any);
    random_ranges::<Powers>(126, any);
}

#[test]
fn extremes() {
    all_cuts::<Extremes>(5000, any);
    random_ranges::<Extremes>(126, any);
}

#[test]
fn distributions() {
    all_cuts::<Distribution>(2000, is_small);
    random_ranges::<Distribution>(64, is_small);
}

/// The longest game as the upper bound less the gap, in one walk over the
/// Zeckendorf digits: another recursion than the one over lazy digits.
struct LongestByDeficit;

impl Walk<IBig> for LongestByDeficit {
    const STATES: usize = DeficitWalk::STATES;

    fn step(&self, state: usize, from: u32, to: u32) -> (usize, IBig) {
        let (state, gap) = DeficitWalk.step(state, from, to);
        let above = if to < MAX_INDEX { place(to + 1) } else { unreachable!("shorter") };
        (state, IBig::from(place(to)) + IBig::from(above) - (to + 2) - gap)
    }

    fn finish(&self, _: usize, _: u32) -> IBig {
        IBig::ZERO
    }
}

#[test]
fn two_recursions_agree_on_the_longest_game_at_any_scale() {
    let longest = Function::from(by_name("longest").unwrap());
    let lazy = (
        Exact::<Powers>::new(&longest, 121).unwrap(),
        Exact::<Extremes>::new(&longest, 121).unwrap(),
    );
    let powers = WalkSums::<Powers, _>::new(LongestByDeficit, 121);
    let extremes = WalkSums::<Extremes, _>::new(LongestByDeficit, 121);
    let mut n = 1u128;
    for step in 1..50u128 {
        n = (n * 3 + step * step) % place(120);
        assert_eq!(lazy.0.over(0..n), powers.below(n), "below {n}");
        assert_eq!(lazy.1.over(0..n), extremes.below(n), "below {n}");
    }
}

#[test]
fn figures_known_otherwise() {
    let exact = |name: &str| Function::from(by_name(name).unwrap());
    // gap(F_k) = ⌊(k − 1)²/4⌋ is the greatest of its block; 0 at the F_k − 1.
    let gaps = Exact::<Extremes>::new(&exact("gap"), 185).unwrap();
    for k in [10u32, 50, 100, 180] {
        let block = gaps.over(place(k)..place(k + 1));
        let greatest = block.greatest().unwrap();
        assert_eq!(greatest.value, IBig::from((k - 1) * (k - 1) / 4));
        assert_eq!(greatest.first, IBig::from(place(k)));
        let least = block.least().unwrap();
        assert_eq!((least.value.clone(), &least.first), (IBig::ZERO, &least.last));
        assert_eq!(least.first, IBig::from(place(k + 1) - 1));
    }
    // As many numbers below F_k have z terms as there are ways to choose z of k − 1
    // indices, no two of them neighbours: the binomial coefficient of k − z over z.
    let terms = Exact::<Distribution>::new(&exact("terms"), 120).unwrap().over(0..place(100));
    let choose = |n: u128, k: u128| (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1));
    for z in 0..=50u128 {
        assert_eq!(terms.of(z), choose(100 - z, z), "{z} terms");
    }
    assert_eq!(terms.count(), place(100));
    // Lower Wythoff numbers up to 10^6: ⌊(10^6 + 1)/φ⌋.
    let lower = Exact::<Distribution>::new(&exact("lower-wythoff"), 92).unwrap();
    assert_eq!(lower.over(1..1_000_001).of(1), 618_034);
    // A wrong value shows in each of the statistics.
    let shifted = single::<Powers>(&exact("terms"), 5).shifted(&IBig::ZERO, &IBig::ONE);
    assert_ne!(shifted, single::<Powers>(&exact("terms"), 5));
}
