//! The threaded solver against the plain one, and against the formulas.

use std::collections::HashSet;

use phinum_core::function::Function;
use phinum_core::quantity::by_name;
use phinum_core::zeckendorf_game::rules::{Pattern, Rules, TRIBONACCI, ZECKENDORF};
use phinum_core::zeckendorf_game::solver::alliance::Alliance;
use phinum_core::zeckendorf_game::solver::oracle::Oracle;
use phinum_core::zeckendorf_game::solver::{Cost, Space};
use phinum_core::zeckendorf_game::state::State;
use phinum_cpu::game;
use rayon::ThreadPoolBuilder;

fn space(rules: &Rules, n: u64) -> Space {
    Space::new(rules, n, 1 << 30).unwrap()
}

/// The first n at which the solver of `rules` and the plain one of `plain` differ.
fn first_difference(rules: &Rules, plain: &Rules, upto: u64) -> Option<u64> {
    (1..=upto).find(|&n| {
        let (mut oracle, start) = (Oracle::new(plain), State::of_ones(n));
        let space = space(rules, n);
        let outcome = game::outcome(&space, &mut |_| true).unwrap();
        outcome != oracle.outcome(&start) || space.states() != oracle.states() as u64
    })
}

#[test]
fn outcomes_are_the_plain_solvers() {
    assert_eq!(first_difference(&ZECKENDORF, &ZECKENDORF, 60), None);
    assert_eq!(first_difference(&TRIBONACCI, &TRIBONACCI, 60), None);
}

#[test]
fn a_wrong_rule_shows() {
    static WRONG: [Pattern; 3] =
        [ZECKENDORF.patterns[0], ZECKENDORF.patterns[1], ZECKENDORF.patterns[2]];
    let wrong = Rules { patterns: &WRONG, ..ZECKENDORF };
    assert_eq!(first_difference(&wrong, &ZECKENDORF, 20), Some(6));
    assert_eq!(first_difference(&TRIBONACCI, &ZECKENDORF, 20), Some(3));
}

#[test]
fn numbers_of_plays_are_the_plain_solvers() {
    for rules in [&ZECKENDORF, &TRIBONACCI] {
        for n in (1..=32).chain([45, 60]) {
            let space = space(rules, n);
            let by_length = game::lengths(&space, true, &mut |_| true).unwrap();
            let expected = Oracle::new(rules).lengths(&State::of_ones(n));
            assert_eq!(by_length, *expected, "{rules} {n}");
            let all = game::lengths(&space, false, &mut |_| true).unwrap();
            assert_eq!(all.total(), by_length.total(), "{rules} {n}");
        }
    }
}

#[test]
fn the_formulas_for_the_shortest_and_the_longest_game_hold() {
    let value = |name, n| Function::from(by_name(name).unwrap()).value(n).unwrap();
    for n in 1..=100u64 {
        let outcome = game::outcome(&space(&ZECKENDORF, n), &mut |_| true).unwrap();
        assert_eq!(u128::from(outcome.shortest), value("shortest", n.into()), "{n}");
        assert_eq!(u128::from(outcome.longest), value("longest", n.into()), "{n}");
        assert_eq!(outcome.winner(), if n == 2 { 1 } else { 2 }, "{n}");
        assert_eq!(outcome.grundy, u32::from(n == 2), "{n}");
    }
}

/// Every length between the shortest and the longest occurs.
#[test]
fn no_length_is_left_out() {
    for n in 1..=60 {
        let lengths = game::lengths(&space(&ZECKENDORF, n), true, &mut |_| true).unwrap();
        assert!(lengths.plays.iter().all(|plays| *plays != 0u8.into()), "{n}");
    }
}

#[test]
fn threads_change_nothing() {
    let space = space(&ZECKENDORF, 90);
    let on = |threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let (outcome, table) = game::outcome_and_table(&space, &mut |_| true).unwrap();
            let plays = game::lengths(&space, false, &mut |_| true).unwrap();
            (outcome, table.bits().to_vec(), plays)
        })
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn alliances_are_the_plain_solvers() {
    for players in 2..=4 {
        let all = Alliance::all(players);
        for n in 1..=13 {
            let oracle = Oracle::new(&ZECKENDORF);
            let start = State::of_ones(n);
            let expected: Vec<bool> =
                all.iter().map(|&ours| oracle.wins(&start, players, 1, ours)).collect();
            let won = game::alliances(&space(&ZECKENDORF, n), players, &all, &mut |_| true);
            assert_eq!(won, Some(expected), "{players} players, n = {n}");
        }
    }
}

#[test]
fn of_three_players_and_more_none_wins_alone() {
    for players in 3..=6 {
        let alone: Vec<_> = (1..=players).map(|player| Alliance::new([player])).collect();
        let others: Vec<_> =
            alone.iter().map(|one| Alliance::new((1..=players).filter(|p| !one.has(*p)))).collect();
        for n in 5..=60 {
            let space = space(&ZECKENDORF, n);
            let won = game::alliances(&space, players, &alone, &mut |_| true).unwrap();
            assert!(won.iter().all(|won| !won), "{players} players, n = {n}");
            let won = game::alliances(&space, players, &others, &mut |_| true).unwrap();
            assert!(won.iter().all(|won| *won), "{players} players, n = {n}");
        }
    }
}

#[test]
fn two_players_are_an_alliance_each() {
    let both = [1, 2].map(|player| Alliance::new([player]));
    for n in 1..=60 {
        let space = space(&ZECKENDORF, n);
        let winner = game::outcome(&space, &mut |_| true).unwrap().winner();
        let won = game::alliances(&space, 2, &both, &mut |_| true).unwrap();
        assert_eq!(won, [winner == 1, winner == 2], "{n}");
    }
}

#[test]
fn the_table_has_the_cold_positions_and_beats_every_reply() {
    for rules in [&ZECKENDORF, &TRIBONACCI] {
        for n in 1..=30 {
            let (outcome, table) =
                game::outcome_and_table(&space(rules, n), &mut |_| true).unwrap();
            let mut oracle = Oracle::new(rules);
            oracle.outcome(&State::of_ones(n));
            let mut cold = 0;
            for (state, outcome) in oracle.outcomes() {
                assert_eq!(table.is_cold(state), Some(outcome.grundy == 0), "{rules} {state:?}");
                assert_eq!(table.winning_move(state).is_some(), outcome.grundy != 0);
                cold += u64::from(outcome.grundy == 0);
            }
            assert_eq!(table.cold(), cold);
            assert_eq!(table.is_cold(&State::of_ones(n + 1)), None);

            // The winner follows the table, the other one tries everything.
            let mut open = vec![(State::of_ones(n), 1)];
            let mut seen = HashSet::new();
            while let Some((state, turn)) = open.pop() {
                if !seen.insert(state.clone()) {
                    continue;
                }
                let ours = turn == outcome.winner();
                assert!(!ours || !state.is_final(rules), "{rules} {n}: the table lost");
                let moves: Vec<_> = if ours {
                    table.choose(&state).into_iter().collect()
                } else {
                    state.legal(rules).collect()
                };
                for m in moves {
                    let mut next = state.clone();
                    next.make(rules, m, &1).unwrap();
                    open.push((next, 3 - turn));
                }
            }
        }
    }
}

#[test]
fn the_cost_said_is_the_cost() {
    for n in [1, 2, 10, 60, 100] {
        let space = space(&ZECKENDORF, n);
        let (mut done, mut most) = (0, 0);
        game::outcome(&space, &mut |progress| {
            done += progress.done;
            most = most.max(progress.bytes);
            true
        });
        let cost = Cost::new(&space, |_| 4);
        assert_eq!((done, most + space.bytes()), (cost.states, cost.memory), "{n}");
        assert!(cost.within(&space, cost.memory).is_ok());
        assert!(cost.within(&space, cost.memory - 1).is_err());
    }
}

#[test]
fn it_stops_when_told() {
    let space = space(&ZECKENDORF, 60);
    let mut layers = 0;
    let stopped = game::outcome(&space, &mut |_| {
        layers += 1;
        layers < 5
    });
    assert_eq!((stopped, layers), (None, 5));
}
