//! Fibonacci Nim: the sweep against the mex recursion, the digits against brute
//! force, nim-sums against direct search, and the figures published of it.

use phinum_core::dashu::UBig;
use phinum_core::fibonacci_nim::direct::{HeapAndCap, OwnCaps, Search, TooMany};
use phinum_core::fibonacci_nim::growth::Growth;
use phinum_core::fibonacci_nim::recursion::Recursion;
use phinum_core::fibonacci_nim::rule::{is_lost, small_value, terms, winning_takes};
use phinum_core::fibonacci_nim::sums::NimSums;
use phinum_core::fibonacci_nim::{Step, Sweep, Thresholds, TooLarge, opening_cap};

fn table(last: u64) -> Thresholds {
    Thresholds::up_to(last, |_, _| true).expect("small").expect("nothing stops it")
}

fn growth(last: u64) -> Growth {
    let mut growth = Growth::default();
    let mut sweep = Sweep::new(last).expect("small");
    while let Some((heap, steps)) = sweep.next_heap() {
        growth.push(heap, steps);
    }
    growth
}

fn big(n: impl Into<UBig>) -> UBig {
    n.into()
}

#[test]
fn every_value_equals_the_recursion() {
    let (table, recursion) = (table(3000), Recursion::up_to(3000));
    for heap in 0..=3000 {
        for cap in 0..=heap + 2 {
            let expected = recursion.value(heap as usize, cap as usize);
            assert_eq!(table.value(heap, cap), expected, "({heap}, {cap})");
        }
    }
}

#[test]
fn published_thresholds() {
    let table = table(300);
    let lines = include_str!("vectors/fibonacci_nim_thresholds_1_300.txt").lines().skip(1);
    let mut heaps = 0;
    for line in lines {
        let (heap, list) = line.split_once(": ").expect("a heap and its thresholds");
        let list: Vec<u32> = list.split(' ').map(|t| t.parse().expect("a number")).collect();
        let mut ours = Vec::new();
        for Step { cap, value } in table.steps_of(heap.parse().expect("a heap")) {
            ours.resize(value as usize, cap);
        }
        assert_eq!(ours, list, "heap {heap}");
        heaps += 1;
    }
    assert_eq!(heaps, 300);
}

#[test]
fn known_sums_and_openings() {
    for (last, sum) in [(100, 29_304), (1000, 6_929_802), (10_000, 1_168_412_840)] {
        assert_eq!(growth(last).sum(), sum);
    }
    let table = table(24);
    let openings: Vec<u8> = (2..=24).map(|heap| table.opening(heap)).collect();
    let published = [0, 0, 3, 0, 4, 4, 0, 5, 5, 5, 6, 0, 6, 6, 7, 7, 7, 7, 7, 0, 8, 8, 8];
    assert_eq!(openings, published);
}

#[test]
fn first_openings_to_ten_million() {
    let growth = growth(10_000_000);
    for (value, heap) in [
        (9, 33),
        (10, 42),
        (20, 606),
        (30, 5459),
        (38, 28_439),
        (40, 43_202),
        (50, 627_378),
        (52, 982_345),
        (56, 2_018_419),
        (60, 4_622_797),
        (62, 8_336_360),
    ] {
        assert_eq!(growth.first(value), Some(heap), "value {value}");
    }
    assert_eq!((growth.first(1), growth.first(2), growth.first(63)), (None, None, None));
    assert_eq!((growth.largest(), growth.falls()), (62, 0));
    // 1, and the Fibonacci numbers 2, 3, 5, … 9227465 = F_34.
    assert_eq!(growth.zeros(), 34);
}

/// A table is right if every heap is the mex of its options: a second proof of a
/// sweep, far past where the recursion goes.
#[test]
fn a_large_table_is_the_mex_of_its_options() {
    let table = table(60_000);
    assert!((0..3000).chain((3000..=60_000).step_by(479)).all(|heap| table.is_mex_at(heap)));
}

#[test]
fn a_wrong_step_is_found() {
    let (starts, caps, values) = {
        let table = table(500);
        let (starts, caps, values) = table.arrays();
        (starts.to_vec(), caps.to_vec(), values.to_vec())
    };
    let right = Thresholds::from_arrays(starts.clone(), caps.clone(), values.clone());
    assert_eq!(right, Ok(table(500)));
    let right = right.expect("just compared");
    let again = table(500);
    let most = starts.windows(2).map(|ends| ends[1] - ends[0]).max();
    assert_eq!((Some(right.longest()), Some(again.longest())), (most, most));
    assert_ne!(right.id(), again.id());
    assert_eq!(right.id(), right.clone().id());
    for at in (0..caps.len()).step_by(7) {
        for by in [1, u32::MAX] {
            let mut wrong = caps.clone();
            wrong[at] = wrong[at].wrapping_add(by);
            let table = Thresholds::from_arrays(starts.clone(), wrong, values.clone());
            assert!(!table.is_ok_and(|table| (0..=500).all(|heap| table.is_mex_at(heap))), "{at}");
            let mut wrong = values.clone();
            wrong[at] = wrong[at].wrapping_add(by as u8);
            let table = Thresholds::from_arrays(starts.clone(), caps.clone(), wrong);
            assert!(!table.is_ok_and(|table| (0..=500).all(|heap| table.is_mex_at(heap))), "{at}");
        }
    }
    for at in 0..starts.len() {
        let mut wrong = starts.clone();
        wrong[at] += 1;
        let table = Thresholds::from_arrays(wrong, caps.clone(), values.clone());
        assert!(!table.is_ok_and(|table| (0..=500).all(|heap| table.is_mex_at(heap))), "{at}");
    }
}

#[test]
fn winning_takes_equal_brute_force() {
    let recursion = Recursion::up_to(400);
    for heap in 0..=400usize {
        for cap in 0..=heap {
            let brute: Vec<UBig> = (1..=cap)
                .filter(|take| recursion.value(heap - take, 2 * take) == 0)
                .map(UBig::from)
                .collect();
            assert_eq!(winning_takes(&big(heap), &big(cap)), brute, "({heap}, {cap})");
            assert_eq!(is_lost(&big(heap), &big(cap)), brute.is_empty());
        }
    }
}

#[test]
fn published_winning_openings() {
    for line in include_str!("vectors/fibonacci_nim_winning_openings_2_122.txt").lines().skip(1) {
        let (heap, takes) = line.split_once(':').expect("a heap and its takes");
        let heap: u32 = heap.parse().expect("a heap");
        let ours = winning_takes(&big(heap), &big(opening_cap(heap)));
        let ours: Vec<String> = ours.iter().map(ToString::to_string).collect();
        assert_eq!(ours.join(" "), takes.trim(), "heap {heap}");
    }
    // The smallest term alone is not the whole answer: 17 has another, 72 two.
    let smallest_only = |heap: u32| vec![terms(&big(heap))[0].clone()];
    let wrong = |heap: &u32| {
        let takes = winning_takes(&big(*heap), &big(opening_cap(*heap)));
        !takes.is_empty() && takes != smallest_only(*heap)
    };
    assert_eq!((2..400).find(wrong), Some(17));
    assert_eq!(winning_takes(&big(72u8), &big(71u8)), [1u8, 4, 17].map(UBig::from));
}

#[test]
fn small_values_are_read_off_the_terms() {
    let recursion = Recursion::up_to(600);
    for heap in 0..=600usize {
        for cap in 0..=heap + 1 {
            let value = recursion.value(heap, cap);
            let expected = (value <= 3).then_some(value);
            assert_eq!(small_value(&big(heap), &big(cap)), expected, "({heap}, {cap})");
        }
    }
}

#[test]
fn heaps_of_any_size() {
    // 10^30 opens with a win; a Fibonacci number does not, its neighbours do.
    let huge = UBig::from(10u8).pow(30);
    let takes = winning_takes(&huge, &(&huge - 1u8));
    assert!(!takes.is_empty());
    for take in &takes {
        assert!(is_lost(&(&huge - take), &(take * 2u8)), "{take}");
        assert!(!is_lost(&(&huge - take - 1u8), &(take * 2u8 + 2u8)), "{take} + 1");
    }
    let mut place = (big(2u8), big(3u8));
    for _ in 0..300 {
        place = (place.1.clone(), place.0 + &place.1);
        assert!(is_lost(&place.0, &(&place.0 - 1u8)));
        assert!(!is_lost(&(&place.0 + 1u8), &place.0));
    }
}

/// The game of taking a Fibonacci number (A014588) is another one.
#[test]
fn a014588_is_told_apart() {
    let other = include_str!("vectors/oeis/A014588.txt").lines().nth(3).expect("terms");
    let table = table(60);
    let wrong =
        other.split(',').zip(0..=60).find(|(term, heap)| table.opening(*heap).to_string() != *term);
    assert_eq!(wrong.map(|(_, heap)| heap), Some(1));
    // And not by the convention of what a heap of 1 is worth alone.
    let opening = |heap: u32| table.opening(heap).to_string();
    let wrong =
        other.split(',').zip(0..=60).find(|(term, heap)| *heap >= 2 && opening(*heap) != *term);
    assert_eq!(wrong.map(|(_, heap)| heap), Some(2));
    let agree = other.split(',').zip(0..=60);
    let agree = agree.filter(|(term, heap)| table.opening(*heap).to_string() == *term).count();
    assert!(agree < 10, "{agree} of 61 agree");
}

#[test]
fn edges() {
    let table = table(1);
    assert_eq!((table.last(), table.opening(0), table.opening(1)), (1, 0, 0));
    // A heap of 1 under a cap of 1 is taken, and so is one under any cap.
    assert_eq!((table.value(1, 1), table.value(1, u32::MAX), table.value(0, 9)), (1, 1, 0));
    assert_eq!(Sweep::new(1 << 40).map(|_| ()), Err(TooLarge(1 << 40)));
    assert!(Thresholds::up_to(5_000_000_000, |_, _| true).is_err());
    assert_eq!(Thresholds::up_to(100, |heap, _| heap < 50), Ok(None));
    assert_eq!(self::table(0).last(), 0);
    assert!(Thresholds::from_arrays(vec![0], vec![], vec![]).is_err());
    assert_eq!((Thresholds::bytes(u64::MAX), Sweep::bytes(u64::MAX)), (u64::MAX, u64::MAX));
    assert!(Thresholds::can_reach(200_000_000) && !Thresholds::can_reach(300_000_000));
    assert!(winning_takes(&big(0u8), &big(0u8)).is_empty() && is_lost(&big(0u8), &big(5u8)));
    assert_eq!(self::table(9).takes_to(9, 8, 0).collect::<Vec<_>>(), [1]);
}

fn nim_sum(table: &Thresholds, heaps: &[HeapAndCap]) -> u8 {
    heaps.iter().fold(0, |sum, &(heap, cap)| sum ^ table.value(heap, cap))
}

/// The openings of all multisets of `count` heaps from `smallest` to `largest`.
fn openings(count: usize, smallest: u32, largest: u32) -> Vec<Vec<HeapAndCap>> {
    let mut all: Vec<Vec<HeapAndCap>> = vec![Vec::new()];
    for _ in 0..count {
        let longer = |some: Vec<HeapAndCap>| {
            let from = some.last().map_or(smallest, |last| last.0);
            (from..=largest).map(move |heap| [&some[..], &[(heap, opening_cap(heap))]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

#[test]
fn sums_by_direct_search() {
    let table = table(14);
    for (sums, by_bit) in [(openings(2, 2, 14), 68), (openings(3, 2, 10), 133)] {
        let mut search = Search::new(OwnCaps, 1 << 22);
        let (mut right, mut bits) = (0, 0);
        for sum in &sums {
            let wins = search.wins(&OwnCaps::position(sum.clone())).expect("small");
            right += usize::from(wins == (nim_sum(&table, sum) != 0));
            let bit = sum.iter().fold(0, |bits, &(heap, cap)| bits ^ table.value(heap, cap).min(1));
            bits += usize::from(wins == (bit != 0));
        }
        assert_eq!((right, bits), (sums.len(), by_bit));
    }
}

#[test]
fn random_sums_by_direct_search() {
    let table = table(12);
    let mut state = 1u64;
    let mut below = |bound: u32| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % u64::from(bound)) as u32
    };
    let mut search = Search::new(OwnCaps, 1 << 24);
    let mut lost = 0;
    for _ in 0..1000 {
        let heaps: Vec<HeapAndCap> = (0..=below(4))
            .map(|_| {
                let heap = below(13);
                (heap, below(heap + 1))
            })
            .collect();
        let wins = search.wins(&OwnCaps::position(heaps.clone())).expect("small");
        assert_eq!(wins, nim_sum(&table, &heaps) != 0, "{heaps:?}");
        lost += u32::from(!wins);
    }
    assert!(lost > 50, "{lost} lost positions say little");
}

#[test]
fn a_search_keeps_to_its_limit() {
    let sum = OwnCaps::position([(14, 13), (14, 13)]);
    assert_eq!(Search::new(OwnCaps, 50).wins(&sum), Err(TooMany(50)));
}

#[test]
fn many_sums_at_once() {
    let table = table(100);
    let heaps = [[9, 8], [4, 3], [6, 5], [0, 0], [100, 3]];
    let ends = [1, 1, 3, 5];
    let task = NimSums::new(&table, &heaps, &ends).expect("within the table");
    let sums: Vec<u8> = (0..task.len()).map(|i| task.nim_sum(i)).collect();
    assert_eq!(sums, [5, 0, 3 ^ 4, table.value(100, 3)]);
    let past = NimSums::new(&table, &[[101, 1]], &[1]).map(|_| ());
    assert!(past.unwrap_err().to_string().contains("ends at 100"), "{past:?}");
}
