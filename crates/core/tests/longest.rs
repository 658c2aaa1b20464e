//! The longest game by three routes, and what the paper proves of it.

use phinum_core::function::Function;
use phinum_core::numeral::zeckendorf;
use phinum_core::places::place;
use phinum_core::quantity::by_name;
use phinum_core::zeckendorf_game::{deficit, play::longest_by_batched_play};
use proptest::prelude::*;

fn function(name: &str) -> Function {
    Function::from(by_name(name).expect("a listed quantity"))
}

fn by_deficit(n: u64) -> u128 {
    let gap = deficit::gap(zeckendorf(n.into()).indices());
    function("upper-bound").value_wrapped(n.into()) - u128::from(gap)
}

#[test]
fn three_routes_agree_up_to_100_000() {
    let (lazy, upper_bound) = (function("longest"), function("upper-bound"));
    for n in 0..=100_000u64 {
        let expected = longest_by_batched_play(n);
        assert_eq!(lazy.value_wrapped(n.into()), expected, "lazy form at {n}");
        let gap = deficit::gap(zeckendorf(n.into()).indices());
        let by_deficit = upper_bound.value_wrapped(n.into()) - u128::from(gap);
        assert_eq!(by_deficit, expected, "deficit form at {n}");
    }
}

proptest! {
    #[test]
    fn three_routes_agree_on_any_u64(n: u64) {
        let expected = longest_by_batched_play(n);
        prop_assert_eq!(function("longest").value_wrapped(n.into()), expected);
        prop_assert_eq!(by_deficit(n), expected);
    }
}

#[test]
fn the_gap_is_zero_just_below_a_place_and_largest_at_one() {
    let gap = function("gap");
    for k in 1..60u128 {
        let n = place(k as u32);
        assert_eq!(gap.value_wrapped(n - 1), 0, "F_{k} - 1");
        assert_eq!(gap.value_wrapped(n), (k - 1) * (k - 1) / 4, "F_{k}");
    }
    let zeros: Vec<u128> = (0..100_000).filter(|&n| gap.value_wrapped(n) == 0).collect();
    let expected: Vec<u128> = (1..100).map(|k| place(k) - 1).take_while(|&n| n < 100_000).collect();
    assert_eq!(zeros, expected);
}

#[test]
fn full_game_tree_search_up_to_32() {
    let text = include_str!("vectors/zeckendorf_gametree_1_32.txt");
    let mut rows = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (n, values) = line.split_once(':').expect("n:longest,shortest,…");
        let n: u128 = n.parse().expect("n");
        let mut values = values.split(',').map(|v| v.parse::<u128>().unwrap_or_default());
        assert_eq!(Some(function("longest").value_wrapped(n)), values.next(), "{n}");
        assert_eq!(Some(function("shortest").value_wrapped(n)), values.next(), "{n}");
        rows += 1;
    }
    assert_eq!(rows, 32);
}

#[test]
fn the_table_up_to_200() {
    let names = ["longest", "upper-bound", "shortest", "terms", "index-sum"];
    let text = include_str!("vectors/zeckendorf_longest_1_200.txt");
    let mut rows = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace().map(|w| w.parse::<u128>().expect("a number"));
        let n = words.next().expect("n");
        for name in names {
            assert_eq!(Some(function(name).value_wrapped(n)), words.next(), "{name} at {n}");
        }
        rows += 1;
    }
    assert_eq!(rows, 200);
}
