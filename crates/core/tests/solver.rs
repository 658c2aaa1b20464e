//! The positions of a game, their ranks and options, and the plain solver.

use std::collections::BTreeSet;

use phinum_core::dashu::UBig;
use phinum_core::zeckendorf_game::rules::{Pattern, Rules, TRIBONACCI, ZECKENDORF};
use phinum_core::zeckendorf_game::solver::alliance::Alliance;
use phinum_core::zeckendorf_game::solver::oracle::Oracle;
use phinum_core::zeckendorf_game::solver::{Cursor, Space, states};
use phinum_core::zeckendorf_game::state::State;

/// A row of the published search: longest, shortest, Grundy value, plays, states.
struct Row {
    n: u64,
    longest: u32,
    shortest: u32,
    grundy: u32,
    plays: f64,
    states: usize,
}

fn rows() -> Vec<Row> {
    let row = |line: &str| {
        let (n, fields) = line.split_once(':').expect("n:fields");
        let f: Vec<&str> = fields.split(',').collect();
        let states = f[4].strip_prefix("states=").expect("states");
        Row {
            n: n.parse().unwrap(),
            longest: f[0].parse().unwrap(),
            shortest: f[1].parse().unwrap(),
            grundy: f[2].parse().unwrap(),
            plays: f[3].parse().unwrap(),
            states: states.parse().unwrap(),
        }
    };
    let text = include_str!("vectors/zeckendorf_gametree_1_32.txt");
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).map(row).collect()
}

/// The first n where the plain solver and the published search disagree.
fn first_disagreement(rules: &Rules, upto: u64) -> Option<u64> {
    let agrees = |row: &Row| {
        let (mut oracle, start) = (Oracle::new(rules), State::of_ones(row.n));
        let outcome = oracle.outcome(&start);
        let plays: f64 = oracle.lengths(&start).total().to_string().parse().unwrap();
        (outcome.longest, outcome.shortest, outcome.grundy)
            == (row.longest, row.shortest, row.grundy)
            && oracle.states() == row.states
            // The search counted in doubles.
            && (plays - row.plays).abs() <= 1e-12 * row.plays
    };
    rows().into_iter().filter(|row| row.n <= upto).find(|row| !agrees(row)).map(|row| row.n)
}

#[test]
fn the_plain_solver_agrees_with_the_published_search() {
    assert_eq!(rows().len(), 32);
    assert_eq!(first_disagreement(&ZECKENDORF, 32), None);
}

#[test]
fn wrong_rules_are_caught() {
    static WITHOUT_A_SPLIT: [Pattern; 3] =
        [ZECKENDORF.patterns[0], ZECKENDORF.patterns[1], ZECKENDORF.patterns[3]];
    static WITHOUT_LARGER_SPLITS: [Pattern; 3] =
        [ZECKENDORF.patterns[0], ZECKENDORF.patterns[1], ZECKENDORF.patterns[2]];

    let wrong = Rules { patterns: &WITHOUT_A_SPLIT, ..ZECKENDORF };
    assert_eq!(first_disagreement(&wrong, 20), Some(4));
    let wrong = Rules { patterns: &WITHOUT_LARGER_SPLITS, ..ZECKENDORF };
    assert_eq!(first_disagreement(&wrong, 20), Some(6));
}

#[test]
fn the_numbers_of_plays_are_the_known_ones() {
    let known =
        [1u64, 1, 1, 2, 3, 8, 18, 52, 139, 856, 2710, 13184, 66144, 305_972].map(UBig::from);
    for (n, plays) in (1..).zip(known) {
        assert_eq!(Oracle::new(&ZECKENDORF).lengths(&State::of_ones(n)).total(), plays, "{n}");
    }
}

/// Two moves that lead to the same position would make "different plays"
/// ambiguous.
#[test]
fn different_moves_lead_to_different_positions() {
    for rules in [&ZECKENDORF, &TRIBONACCI] {
        let plenty = State::new([9u64; 12]);
        let options: Vec<_> = plenty
            .legal(rules)
            .map(|m| {
                let mut next = plenty.clone();
                next.make(rules, m, &1).unwrap();
                (1..14).map(|i| next.count(i)).collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(options.iter().collect::<BTreeSet<_>>().len(), options.len());
    }
}

#[test]
fn the_reachable_positions_are_the_partitions_into_places() {
    for (rules, upto) in [(&ZECKENDORF, 60), (&TRIBONACCI, 60)] {
        for n in 1..=upto {
            let space = Space::new(rules, n, 1 << 20).unwrap();
            assert_eq!(UBig::from(space.states()), states(rules, n), "{rules} {n}");
            if n <= 40 {
                let mut oracle = Oracle::new(rules);
                oracle.outcome(&State::of_ones(n));
                assert_eq!(oracle.states() as u64, space.states(), "{rules} {n}");
            }
        }
    }
    assert_eq!(states(&ZECKENDORF, 200), UBig::from(5_192_004u32));
    assert_eq!(states(&ZECKENDORF, 300), UBig::from(75_209_095u32));
}

#[test]
fn a_layer_is_walked_in_the_order_of_ranks() {
    for rules in [&ZECKENDORF, &TRIBONACCI] {
        for n in (1..=40).chain([89, 100]) {
            let space = Space::new(rules, n, 1 << 22).unwrap();
            for (potential, &size) in space.layers().iter().enumerate() {
                let ranks = (size > 0).then(|| Cursor::new(&space, potential, 0));
                let Some(mut cursor) = ranks else { continue };
                for rank in 0..size {
                    let state = cursor.state();
                    assert_eq!(space.rank(&state), Some((potential, rank as usize)), "{rules} {n}");
                    let there = Cursor::new(&space, potential, rank);
                    assert_eq!((there.state(), there.rank()), (state, rank));
                    assert_eq!(cursor.advance(), rank + 1 < size);
                }
            }
            assert_eq!(space.rank(&State::of_ones(n)), Some((0, 0)));
            assert_eq!(space.rank(&State::of_ones(n + 1)), None);
        }
    }
}

#[test]
fn a_cursors_options_are_those_of_the_rules() {
    for rules in [&ZECKENDORF, &TRIBONACCI] {
        for n in [1, 2, 3, 4, 5, 8, 13, 30, 31, 55, 60] {
            let space = Space::new(rules, n, 1 << 22).unwrap();
            for (potential, &size) in space.layers().iter().enumerate() {
                for rank in 0..size {
                    let cursor = Cursor::new(&space, potential, rank);
                    let state = cursor.state();
                    let mut found = BTreeSet::new();
                    cursor.options(|raise, rank| {
                        assert!(raise <= space.reach());
                        found.insert((potential + raise as usize, rank as usize));
                    });
                    let expected = state.legal(rules).map(|m| {
                        let mut next = state.clone();
                        next.make(rules, m, &1).unwrap();
                        space.rank(&next).unwrap()
                    });
                    assert_eq!(found, expected.collect(), "{rules} {n} {state:?}");
                }
            }
        }
    }
}

#[test]
fn a_blocks_runs_are_the_options_of_its_positions() {
    for rules in [&ZECKENDORF, &TRIBONACCI] {
        let mut longest = 0;
        for n in (1..=34).chain([55, 60]) {
            let space = Space::new(rules, n, 1 << 22).unwrap();
            for (potential, &size) in space.layers().iter().enumerate().filter(|layer| *layer.1 > 0)
            {
                // From the first rank, and from within a block.
                for first in [0, size / 2] {
                    let mut cursor = Cursor::new(&space, potential, first);
                    loop {
                        let many = cursor.left();
                        longest = longest.max(many);
                        let mut found = vec![BTreeSet::new(); many];
                        cursor.runs(many, |run| {
                            for (at, rank) in run.from.zip(run.to as usize..) {
                                assert!(found[at].insert((potential + run.raise as usize, rank)));
                            }
                        });
                        for (rank, found) in (cursor.rank()..).zip(found) {
                            let state = Cursor::new(&space, potential, rank).state();
                            let expected = state.legal(rules).map(|m| {
                                let mut next = state.clone();
                                next.make(rules, m, &1).unwrap();
                                space.rank(&next).unwrap()
                            });
                            assert_eq!(found, expected.collect(), "{rules} {n} {state:?}");
                        }
                        if !cursor.next_block() {
                            break;
                        }
                    }
                }
            }
        }
        assert!(longest > 8, "{rules}: {longest}");
    }
}

#[test]
fn a_blocks_positions_share_their_look_ups() {
    // As docs/performance.md has it.
    let space = Space::new(&ZECKENDORF, 220, 1 << 24).unwrap();
    let (mut blocks, mut runs, mut options) = (0, 0, 0);
    for (potential, _) in space.layers().iter().enumerate().filter(|layer| *layer.1 > 0) {
        let mut cursor = Cursor::new(&space, potential, 0);
        loop {
            blocks += 1;
            cursor.runs(cursor.left(), |run| {
                runs += 1;
                options += run.from.len();
            });
            if !cursor.next_block() {
                break;
            }
        }
    }
    assert_eq!((space.states(), blocks), (9_508_221, 1_542_450));
    assert_eq!((options, runs), (87_541_583, 14_859_384));
    assert_eq!(space.bytes() >> 20, 5);
}

#[test]
fn two_players_are_an_alliance_each() {
    for n in 1..=18 {
        let start = State::of_ones(n);
        let mut oracle = Oracle::new(&ZECKENDORF);
        let winner = oracle.outcome(&start).winner();
        for player in [1, 2] {
            let wins = oracle.wins(&start, 2, 1, Alliance::new([player]));
            assert_eq!(wins, winner == player, "{n}");
        }
    }
}

#[test]
fn too_large_a_game_is_told_before_it_starts() {
    let said = |n| Space::new(&ZECKENDORF, n, 1 << 30).unwrap_err().to_string();
    assert!(said(1_000_000_000_000).contains("over "), "{}", said(1_000_000_000_000));
    assert!(said(5000).contains("positions"), "{}", said(5000));
    assert!(Space::new(&ZECKENDORF, 300, 1 << 20).is_err());
}
