//! Play of the Zeckendorf game: what the literature says of the named strategies, and
//! the identity every record satisfies.

use std::convert::Infallible;

use phinum_core::dashu::UBig;
use phinum_core::function::Function;
use phinum_core::numeral::{lazy, zeckendorf, zeckendorf_big};
use phinum_core::quantity::by_name;
use phinum_core::zeckendorf_game::deficit;
use phinum_core::zeckendorf_game::play::{longest, longest_by_batched_play, play};
use phinum_core::zeckendorf_game::position::Position;
use phinum_core::zeckendorf_game::record::{Misrecorded, Record};
use phinum_core::zeckendorf_game::rules::{Move, MoveKind, Rules, TRIBONACCI, ZECKENDORF};
use phinum_core::zeckendorf_game::state::State;
use phinum_core::zeckendorf_game::strategy::{self, Priority, Random, Strategy, deterministic};
use proptest::prelude::*;

fn quantity(name: &str, n: &UBig) -> UBig {
    let function = Function::from(by_name(name).expect("a listed quantity"));
    function.value_of_any_size(n).expect("no table")
}

fn priority(name: &str) -> Priority {
    strategy::by_name(name).expect("a named strategy").priority
}

/// A game from a start, each player by a strategy.
fn game(rules: &Rules, start: &State<u64>, players: Vec<Box<dyn Strategy + '_>>) -> Record {
    let mut players = players;
    play(rules, start, &mut players, |_| Ok::<_, Infallible>(())).expect("a play")
}

fn of_one(rules: &Rules, n: u64, name: &str) -> Record {
    game(rules, &State::of_ones(n), vec![Box::new(priority(name)), Box::new(priority(name))])
}

#[test]
fn combine_largest_and_split_largest_are_shortest_and_split_smallest_is_longest() {
    for n in 1..=2000u64 {
        let shortest = UBig::from(n) - zeckendorf(n.into()).terms();
        for name in ["combine-largest", "split-largest", "shortest"] {
            assert_eq!(*of_one(&ZECKENDORF, n, name).length(), shortest, "{name} at {n}");
        }
        let expected = longest_by_batched_play(n).into();
        assert_eq!(*of_one(&ZECKENDORF, n, "split-smallest").length(), expected, "at {n}");
    }
}

#[test]
fn the_sixteen_games_and_random_ones_end_where_they_must() {
    for n in [1u64, 2, 3, 10, 17, 100, 377, 1000] {
        let (least, most) = (quantity("shortest", &n.into()), quantity("longest", &n.into()));
        let digits = zeckendorf(n.into());
        let check = |record: Record| {
            assert!((&least..=&most).contains(&record.length()), "{n}");
            assert_eq!(record.start(), &State::of_ones(n.into()));
            assert!((1..100).all(|i| record.end().count(i) == u64::from(digits.get(i)).into()));
            let odd = record.length() % 2u8 == 1;
            assert_eq!(record.winner(), if odd { 1 } else { 2 });
            let kinds: UBig = MoveKind::ALL.iter().map(|kind| record.of_kind(*kind)).sum();
            assert_eq!(kinds, *record.length());
        };
        for first in deterministic() {
            for second in deterministic() {
                let players: Vec<Box<dyn Strategy>> =
                    vec![Box::new(first.priority), Box::new(second.priority)];
                check(game(&ZECKENDORF, &State::of_ones(n), players));
            }
        }
        for seed in 0..20 {
            let players: Vec<Box<dyn Strategy>> = vec![Box::new(Random::new(seed))];
            let record = game(&ZECKENDORF, &State::of_ones(n), players);
            assert!((&least..=&most).contains(&record.length()));
        }
    }
}

#[test]
fn the_tribonacci_game_runs_through_the_same_play() {
    for n in 1..=300u64 {
        let mut lengths = Vec::new();
        for named in &strategy::NAMED {
            let record = of_one(&TRIBONACCI, n, named.name);
            let end = record.end();
            assert_eq!(end.value(&TRIBONACCI), n.into());
            assert!(end.is_final(&TRIBONACCI));
            lengths.push(record.length().clone());
        }
        let batched = longest(&TRIBONACCI, &State::of_ones(n), 2).expect("the identity");
        assert_eq!(*batched.length(), lengths[3], "split-smallest, batched, at {n}");
    }
}

#[test]
fn batched_play_of_any_size_is_the_length_by_both_forms() {
    let mut numbers: Vec<UBig> = [
        "1000000",
        "4294967295",
        "1000000000000000000",
        "18446744073709551615",
        "10000000000000000000000000000000000000000",
    ]
    .map(|text| text.parse().expect("digits"))
    .to_vec();
    numbers.push((UBig::ONE << 300) - UBig::ONE);
    for n in numbers {
        let record = longest(&ZECKENDORF, &State::of_ones(n.clone()), 2).expect("the identity");
        assert_eq!(*record.length(), quantity("longest", &n), "lazy form at {n}");
        let gap = deficit::gap(zeckendorf_big(&n).indices());
        assert_eq!(record.length() + gap, quantity("upper-bound", &n), "deficit form at {n}");
        let digits = zeckendorf_big(&n);
        let end = record.end();
        assert!(digits.indices().all(|i| end.count(i) == UBig::ONE));
        assert_eq!(end.terms(), digits.terms().into());
    }
}

#[test]
fn published_lengths() {
    for (n, length) in [
        (10u64, 13u128),
        (100, 223),
        (1_000_000, 2_617_743),
        ((1 << 32) - 1, 11_244_369_541),
        (1_000_000_000_000_000_000, 2_618_033_988_749_891_985),
        (u64::MAX, 48_294_202_966_742_298_586),
    ] {
        assert_eq!(longest_by_batched_play(n), length, "{n}");
    }
}

/// Splits and combine-ones alone, at random; checks the claim that the argument for
/// the lazy form rests on (docs/zeckendorf-game.md).
struct SplitsAlone {
    random: Random,
    holes: u64,
}

impl SplitsAlone {
    fn check(&mut self, position: &Position<'_>) {
        let top = position.state().top();
        for k in (1..top).filter(|k| position.count(*k) + position.count(k + 1) == 0) {
            assert!(k > 1, "neither F_1 nor F_2");
            let run = (1..k).rev().map(|i| position.count(i)).take_while(|count| *count > 0);
            assert!(run.max() >= Some(2), "a hole at {k} without a double below");
            self.holes += 1;
        }
    }
}

impl Strategy for SplitsAlone {
    fn choose(&mut self, position: &Position<'_>) -> Option<Move> {
        self.check(position);
        let kind = |m: Move| ZECKENDORF.patterns[m.pattern].kind;
        if position.legal().all(|m| kind(m) == MoveKind::Combine) {
            return None;
        }
        loop {
            let m = self.random.choose(position)?;
            if kind(m) != MoveKind::Combine {
                return Some(m);
            }
        }
    }
}

#[test]
fn splits_and_combine_ones_lead_to_the_lazy_representation() {
    let potential = ZECKENDORF.potential(30);
    let mut holes = 0;
    for n in 1..=600u64 {
        let mut alone = SplitsAlone { random: Random::new(n), holes: 0 };
        let mut position = Position::new(&ZECKENDORF, &State::of_ones(n)).expect("small");
        let mut moves = 0;
        while let Some(m) = alone.choose(&position) {
            position.make(m).expect("legal");
            moves += 1;
        }
        let ones: Vec<u32> = lazy(n.into()).indices().collect();
        let here: Vec<u32> = (1..=30).filter(|i| position.count(*i) > 0).collect();
        assert_eq!(here, ones, "{n}");
        assert!(here.iter().all(|i| position.count(*i) == 1));
        assert_eq!(moves, ones.iter().map(|i| potential[*i as usize]).sum::<u64>(), "{n}");
        holes += alone.holes;
    }
    assert!(holes > 0, "the claim was never put to the test");
}

#[test]
fn a_wrong_record_is_caught() {
    let record = of_one(&ZECKENDORF, 100, "combine-largest");
    let made: Vec<(Move, UBig)> = record.moves().map(|(m, times)| (m, times.clone())).collect();
    let again = |made: Vec<(Move, UBig)>, length: UBig, end: &State<UBig>| {
        Record::new(&ZECKENDORF, record.start().clone(), end.clone(), made, length, 2)
    };
    let length = record.length().clone();
    assert_eq!(again(made.clone(), length.clone(), record.end()).as_ref(), Ok(&record));
    // One move more than were made.
    let said = again(made.clone(), &length + 1u8, record.end()).unwrap_err();
    assert!(matches!(said, Misrecorded::Listed { .. }), "{said}");
    // One combine counted at the index above its own.
    let combine =
        |(m, _): &&mut (Move, UBig)| ZECKENDORF.patterns[m.pattern].kind == MoveKind::Combine;
    let mut moved = made.clone();
    moved.iter_mut().find(combine).expect("a combine").0.index += 20;
    let said = again(moved, length.clone(), record.end()).unwrap_err();
    assert!(matches!(said, Misrecorded::Identity { .. }), "{said}");
    // A split and a combine exchanged, a move lost from both, another end.
    let mut kinds = made.clone();
    kinds.iter_mut().find(combine).expect("a combine").0.pattern = 3;
    assert!(again(kinds, length.clone(), record.end()).is_err());
    let mut lost = made.clone();
    lost[0].1 -= 1u8;
    assert!(again(lost, &length - 1u8, record.end()).is_err());
    assert!(again(made, length, &State::of_ones(100u8.into())).is_err());
}

proptest! {
    /// Theorem 1.2 holds from any position: no play is longer than the batched one.
    #[test]
    fn from_any_position(counts in prop::collection::vec(0u64..6, 1..9), seed: u64) {
        let start = State::new(counts);
        let most = longest(&ZECKENDORF, &start, 2).expect("the identity");
        let random: Vec<Box<dyn Strategy>> = vec![Box::new(Random::new(seed))];
        let record = game(&ZECKENDORF, &start, random);
        prop_assert!(record.length() <= most.length());
        prop_assert_eq!(record.end(), most.end());
        let by_one = vec![Box::new(priority("split-smallest")) as Box<dyn Strategy>];
        let by_one = game(&ZECKENDORF, &start, by_one);
        prop_assert_eq!(by_one.length(), most.length());
        prop_assert!(by_one.moves().eq(most.moves()));
    }

    #[test]
    fn batched_play_counts_in_any_word(n: u64) {
        let wide = longest(&ZECKENDORF, &State::of_ones(u128::from(n)), 2).expect("the identity");
        prop_assert_eq!(&longest(&ZECKENDORF, &State::of_ones(n), 2).expect("the identity"), &wide);
    }
}
