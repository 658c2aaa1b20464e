//! Sums of games: values, outcomes and winning moves against a search of the whole
//! sum, which knows nothing of values, and what is said where values are unknown.

use std::collections::BTreeSet;

use phinum_core::dashu::UBig;
use phinum_core::fibonacci_nim::direct::{Rules, Search};
use phinum_core::fibonacci_nim::recursion::Recursion;
use phinum_core::fibonacci_nim::{Thresholds, rule};
use phinum_core::sum::{Component, Sum, Tables, Value};
use phinum_core::wythoff::table::plain;
use phinum_core::wythoff::{GrundyTable, WythoffTable};

fn nim(heap: u64, cap: u64) -> Component {
    Component::nim(heap.into(), Some(cap.into()))
}

fn opening(heap: u64) -> Component {
    Component::nim(heap.into(), None)
}

fn wythoff(a: u64, b: u64) -> Component {
    Component::Wythoff { a: a.into(), b: b.into() }
}

fn heap(n: u64) -> Component {
    Component::Heap(n.into())
}

struct Both(Thresholds, GrundyTable);

impl Both {
    fn new() -> Both {
        let nim = Thresholds::up_to(40, |_, _| true).expect("small").expect("nothing stops it");
        Both(nim, plain(WythoffTable::new(20, 1).expect("small")))
    }

    fn tables(&self) -> Tables<'_> {
        Tables { nim: Some(&self.0), wythoff: Some(&self.1), others: &[] }
    }
}

/// The sums as their rules are written, on small numbers.
struct Whole;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Part {
    Nim(u32, u32),
    Wythoff(u32, u32),
    Heap(u32),
}

impl Part {
    fn options(self) -> Vec<Part> {
        match self {
            Part::Nim(heap, cap) => {
                (1..=cap.min(heap)).map(|take| Part::Nim(heap - take, 2 * take)).collect()
            }
            Part::Heap(n) => (0..n).map(Part::Heap).collect(),
            Part::Wythoff(a, b) => {
                let one = (0..a).map(|x| (x, b)).chain((0..b).map(|y| (a, y)));
                let both = (1..=a.min(b)).map(|k| (a - k, b - k));
                one.chain(both).map(|(x, y)| Part::Wythoff(x, y)).collect()
            }
        }
    }

    fn component(self) -> Component {
        match self {
            Part::Nim(heap, cap) => nim(heap.into(), cap.into()),
            Part::Wythoff(a, b) => wythoff(a.into(), b.into()),
            Part::Heap(n) => heap(n.into()),
        }
    }
}

impl Rules for Whole {
    type Position = Vec<Part>;

    fn options(&self, position: &Vec<Part>, each: &mut dyn FnMut(Vec<Part>)) {
        for (i, part) in position.iter().enumerate() {
            for option in part.options() {
                let mut next = position.clone();
                next[i] = option;
                each(next);
            }
        }
    }
}

fn draws() -> impl FnMut(u32) -> u32 {
    let mut state = 7u64;
    move |bound| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % u64::from(bound)) as u32
    }
}

/// 300 sums of up to three components, small enough to be searched whole.
fn random_sums() -> Vec<Vec<Part>> {
    let mut below = draws();
    let mut part = || match below(3) {
        0 => Part::Nim(below(8), below(9)),
        1 => Part::Wythoff(below(4), below(5)),
        _ => Part::Heap(below(6)),
    };
    (0..300).map(|i| (0..=i % 3).map(|_| part()).collect()).collect()
}

#[test]
fn outcomes_and_winning_moves_by_direct_search() {
    let both = Both::new();
    let mut search = Search::new(Whole, 1 << 22);
    let (mut lost, mut moves) = (0, 0);
    for parts in random_sums() {
        let components: Vec<Component> = parts.iter().map(|part| part.component()).collect();
        let sum = Sum::new(components, both.tables());
        let wins = search.wins(&parts).expect("small");
        assert_eq!(sum.wins(), Some(wins), "{parts:?}");
        lost += u32::from(!wins);
        let mut expected = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            for option in part.options() {
                let mut next = parts.clone();
                next[i] = option;
                if !search.wins(&next).expect("small") {
                    expected.push((i, option.component().to_string()));
                }
            }
        }
        let ours = sum.winning_moves(usize::MAX);
        assert!(ours.unknown.is_empty());
        assert_eq!(ours.count, ours.listed.len() as u64);
        let listed: Vec<(usize, String)> =
            ours.listed.iter().map(|one| (one.component, one.leaves.to_string())).collect();
        moves += listed.len();
        let set = |moves: Vec<(usize, String)>| {
            let len = moves.len();
            let set: BTreeSet<_> = moves.into_iter().collect();
            assert_eq!(set.len(), len, "a move is listed twice");
            set
        };
        assert_eq!(set(listed), set(expected), "{parts:?}");
    }
    assert!(lost > 20 && moves > 300, "{lost} lost positions and {moves} moves say little");
}

/// Values that are wrong by one are seen by the search.
#[test]
fn a_wrong_value_is_found() {
    let both = Both::new();
    let (starts, caps, values) = both.0.arrays();
    let mut values = values.to_vec();
    values[starts[5] as usize - 1] += 1;
    let wrong = Thresholds::from_arrays(starts.to_vec(), caps.to_vec(), values).expect("in order");
    let tables = Tables { nim: Some(&wrong), ..both.tables() };
    let mut search = Search::new(Whole, 1 << 22);
    let disagree = random_sums().into_iter().any(|parts| {
        let components = parts.iter().map(|part| part.component()).collect();
        Sum::new(components, tables).wins() != Some(search.wins(&parts).expect("small"))
    });
    assert!(disagree);
}

#[test]
fn without_a_table_what_is_said_is_true() {
    let both = Both::new();
    let mut unknown = 0;
    for parts in random_sums() {
        let components: Vec<Component> = parts.iter().map(|part| part.component()).collect();
        let known = Sum::new(components.clone(), both.tables());
        let sum = Sum::new(components, Tables::default());
        for (value, right) in sum.values().iter().zip(known.values()) {
            let Value::Exactly(right) = right else { panic!("the tables have it") };
            match value {
                Value::Exactly(value) => assert_eq!(value, right, "{parts:?}"),
                Value::AtLeast(least) => assert!(*right >= UBig::from(*least), "{parts:?}"),
            }
        }
        assert!(sum.nim_sum().is_none_or(|nim_sum| Some(nim_sum) == known.nim_sum()));
        assert!(sum.wins().is_none_or(|wins| Some(wins) == known.wins()), "{parts:?}");
        unknown += u32::from(sum.wins().is_none());
        let (all, some) = (known.winning_moves(usize::MAX), sum.winning_moves(usize::MAX));
        assert!(some.listed.iter().all(|one| all.listed.contains(one)), "{parts:?}");
        let complete = |one: &&phinum_core::sum::Move| !some.unknown.contains(&one.component);
        assert!(all.listed.iter().filter(complete).all(|one| some.listed.contains(one)));
    }
    assert!((10..200).contains(&unknown), "{unknown} sums are not known");
}

#[test]
fn one_heap_of_any_size_is_known() {
    let huge = UBig::from(10u8).pow(40);
    let sum = Sum::new(vec![Component::nim(huge.clone(), None)], Tables::default());
    assert_eq!((sum.wins(), sum.nim_sum()), (Some(true), None));
    let moves = sum.winning_moves(usize::MAX);
    let takes: Vec<UBig> = moves.listed.iter().map(|one| one.take[0].clone()).collect();
    assert_eq!(takes, rule::winning_takes(&huge, &(&huge - 1u8)));
    assert!(moves.unknown.is_empty() && !takes.is_empty());
}

#[test]
fn equal_components_cancel_whatever_they_are_worth() {
    let huge = || Component::nim(UBig::from(10u8).pow(40), None);
    let sum = |components| Sum::new(components, Tables::default());
    assert_eq!(sum(vec![huge(), huge()]).wins(), Some(false));
    assert_eq!(sum(vec![huge(), huge(), heap(3)]).nim_sum(), Some(3u8.into()));
    assert_eq!(sum(vec![wythoff(9000, 70_000), wythoff(70_000, 9000)]).wins(), Some(false));
    // 4 or more against 3 and against 4.
    assert_eq!(sum(vec![huge(), heap(3)]).wins(), Some(true));
    assert_eq!(sum(vec![huge(), heap(4)]).wins(), None);
    assert_eq!(sum(vec![huge(), opening(10_001)]).wins(), None);
    // No heap of 4 balances what is worth 4 or more, a heap of 5 may.
    assert_eq!(sum(vec![huge(), opening(4)]).winning_moves(9).unknown, []);
    assert_eq!(sum(vec![huge(), heap(5)]).winning_moves(9).unknown, [0, 1]);
    // In one of three equal ones the moves are those of one alone.
    let moves = sum(vec![huge(), huge(), huge()]).winning_moves(9);
    assert!(moves.count > 0 && moves.unknown.is_empty());
}

#[test]
fn wythoff_past_the_table() {
    let sum = |components| Sum::new(components, Tables::default());
    // Cold, warm, and one heap alone.
    assert_eq!(sum(vec![wythoff(1_836_311_903, 2_971_215_073)]).wins(), Some(false));
    let warm = sum(vec![wythoff(1_836_311_903, 2_971_215_074)]);
    assert_eq!((warm.wins(), warm.values()[0].clone()), (Some(true), Value::AtLeast(1)));
    assert!(warm.winning_moves(9).count > 0);
    assert_eq!(sum(vec![wythoff(0, 7), heap(7)]).wins(), Some(false));
    let moves = sum(vec![wythoff(9, 0), heap(7)]).winning_moves(9);
    assert_eq!(moves.listed[0].leaves, wythoff(7, 0));
    assert_eq!(moves.count, 1);
}

#[test]
fn a_value_from_elsewhere_is_used() {
    let others = [(wythoff(2, 1000), UBig::from(1002u16))];
    let tables = Tables { others: &others, ..Tables::default() };
    let sum = Sum::new(vec![wythoff(1000, 2), heap(2000)], tables);
    assert_eq!(sum.nim_sum(), Some(1082u16.into()));
    // The heap is lowered to it; the other cannot be raised to 2000.
    let moves = sum.winning_moves(9);
    assert_eq!((moves.listed[0].leaves.clone(), moves.unknown), (heap(1002), vec![]));
    // Which of its moves leave 900 is not known, and no move of the heap leaves 1002.
    let moves = Sum::new(vec![wythoff(1000, 2), heap(900)], tables).winning_moves(9);
    assert_eq!((moves.count, moves.unknown), (0, vec![0]));
}

#[test]
fn what_counters_cannot_reach_is_known() {
    // 3000000 counters are worth 22 bits at most, whatever they are worth.
    let large = UBig::from(10u8).pow(30);
    let parts = |n: UBig| vec![opening(3_000_000), opening(2_999_999), Component::Heap(n)];
    let sum = Sum::new(parts(large), Tables::default());
    let moves = sum.winning_moves(9);
    assert_eq!((sum.wins(), sum.nim_sum()), (Some(true), None));
    assert_eq!((moves.count, moves.unknown), (0, vec![2]));
    let near = Sum::new(parts(UBig::from(1u32 << 21)), Tables::default());
    assert_eq!((near.wins(), near.winning_moves(9).unknown), (None, vec![0, 1, 2]));
}

#[test]
fn a_list_that_is_cut_counts_all() {
    let both = Both::new();
    let sum = Sum::new(vec![opening(40), heap(7)], both.tables());
    let all = sum.winning_moves(usize::MAX);
    let cut = sum.winning_moves(1);
    assert_eq!((cut.listed.len(), cut.count), (1, all.count));
    assert!(all.count > 2, "{}", all.count);
}

#[test]
fn takes_to_small_values_are_those_of_the_recursion() {
    let recursion = Recursion::up_to(700);
    let value = |heap: u32, take: u32| recursion.value((heap - take) as usize, 2 * take as usize);
    for heap in 0..=700u32 {
        let caps = if heap <= 120 { 0..=heap } else { heap.saturating_sub(1)..=heap };
        for cap in caps {
            for wanted in 0..=3 {
                let ours = rule::takes_to(&heap.into(), &cap.into(), wanted);
                let right: Vec<UBig> =
                    (1..=cap).filter(|take| value(heap, *take) == wanted).map(UBig::from).collect();
                assert_eq!(ours, right, "({heap}, {cap}) to {wanted}");
            }
        }
    }
}

#[test]
fn takes_to_small_values_are_those_of_a_table() {
    let table = Thresholds::up_to(60_000, |_, _| true).expect("small").expect("whole");
    let mut below = draws();
    for _ in 0..300 {
        let heap = below(60_001);
        for wanted in 0..=3 {
            let ours = rule::takes_to(&heap.into(), &heap.into(), wanted);
            let right: Vec<UBig> = table.takes_to(heap, heap, wanted).map(UBig::from).collect();
            assert_eq!(ours, right, "{heap} to {wanted}");
        }
    }
}
