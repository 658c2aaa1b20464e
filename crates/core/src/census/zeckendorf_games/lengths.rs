//! How long games take and who wins them.

use core::convert::Infallible;
use std::collections::{HashMap, HashSet};

use crate::census::workings::{Game, allowed, combines, options};
use crate::census::{Finding, Stopped, Value, Workings};
use crate::zeckendorf_game::play::{longest_by_batched_play, play};
use crate::zeckendorf_game::rules::ZECKENDORF;
use crate::zeckendorf_game::state::State;
use crate::zeckendorf_game::strategy::{Priority, Strategy, by_name};

type Result = core::result::Result<Finding, Stopped>;

/// The greatest n from which a strategy plays.
const LAST_PLAYED: u64 = 1000;

/// A statement about every game searched.
pub(super) fn every_game(
    workings: &mut Workings<'_>,
    from: u64,
    holds: impl Fn(&Game) -> bool,
) -> Result {
    let games = workings.games()?;
    let cases = games.iter().filter(|game| game.n >= from).map(|game| (game.n, holds(game)));
    Ok(Value::cases(cases).into())
}

/// A statement about every position of every game searched, given as how many cases
/// it has there and whether it holds in all of them.
pub(super) fn every_position(
    workings: &mut Workings<'_>,
    holds: impl Fn(&Game, &State<u64>) -> (u64, bool),
) -> Result {
    let games = workings.games()?;
    let (mut checked, mut exception) = (0, None);
    for game in games.iter() {
        for (state, _) in &game.positions {
            let (cases, holds) = holds(game, state);
            checked += cases;
            if !holds && exception.is_none() {
                exception = Some(format!("n = {}", game.n));
            }
        }
    }
    Ok(Value::Cases { checked, exception }.into())
}

pub(super) fn either_can_win(workings: &mut Workings<'_>) -> Result {
    // The lengths a play can have, as odd and even.
    let both = |game: &Game| {
        let parities = game.fold(options, |of: Vec<(bool, bool)>| {
            let any = |f: fn(&(bool, bool)) -> bool| of.iter().any(f);
            (any(|of| of.1), of.is_empty() || any(|of| of.0))
        });
        parities[&game.start().0] == (true, true)
    };
    every_game(workings, 4, both)
}

pub(super) fn second_player_wins_from(workings: &mut Workings<'_>) -> Result {
    let games = workings.games()?;
    let lost = games.iter().filter(|game| game.start().1.grundy != 0);
    let last = lost.map(|game| game.n).last();
    Ok(Value::Number(last.unwrap_or(0) as u128 + 1).into())
}

pub(super) fn shortest_is_n_less_z(workings: &mut Workings<'_>) -> Result {
    let all = workings.decompositions();
    every_game(workings, 1, |game| {
        u64::from(game.start().1.shortest) == game.n - all.indices(game.n).count() as u64
    })
}

/// A strategy's play from every n against the length that the search gives, and
/// further on against `beyond`.
fn plays(
    workings: &mut Workings<'_>,
    name: &str,
    of: fn(&Game) -> u32,
    beyond: impl Fn(u64) -> u64,
) -> Result {
    let priority = by_name(name).expect("the strategy has that name").priority;
    let games = workings.games()?;
    let mut cases = Vec::new();
    for game in games.iter() {
        cases.push((game.n, moves(priority, game.n) == u64::from(of(game))));
    }
    for n in cases.len() as u64 + 1..=LAST_PLAYED {
        workings.go_on()?;
        cases.push((n, moves(priority, n) == beyond(n)));
    }
    Ok(Value::cases(cases).into())
}

/// How many moves the strategy makes from `n` ones.
fn moves(priority: Priority, n: u64) -> u64 {
    let mut players: [Box<dyn Strategy>; 1] = [Box::new(priority)];
    let mut moves = 0;
    let played = play(&ZECKENDORF, &State::of_ones(n), &mut players, |_| {
        moves += 1;
        Ok::<(), Infallible>(())
    });
    played.expect("a strategy of the literature plays to the end");
    moves
}

pub(super) fn combine_largest(workings: &mut Workings<'_>) -> Result {
    let all = workings.decompositions();
    let shortest = |n| n - all.indices(n).count() as u64;
    plays(workings, "combine-largest", |game| game.start().1.shortest, shortest)
}

pub(super) fn split_largest(workings: &mut Workings<'_>) -> Result {
    let all = workings.decompositions();
    let shortest = |n| n - all.indices(n).count() as u64;
    plays(workings, "split-largest", |game| game.start().1.shortest, shortest)
}

pub(super) fn split_smallest(workings: &mut Workings<'_>) -> Result {
    let longest = |n| longest_by_batched_play(n) as u64;
    plays(workings, "split-smallest", |game| game.start().1.longest, longest)
}

/// The shortest and the longest play from every position under Theorem 1.2.
fn by_any_order(game: &Game) -> HashMap<&State<u64>, (u32, u32)> {
    game.fold(
        |state| allowed(options(state)),
        |of: Vec<(u32, u32)>| {
            let least = of.iter().map(|of| of.0 + 1).min();
            let most = of.iter().map(|of| of.1 + 1).max();
            (least.unwrap_or(0), most.unwrap_or(0))
        },
    )
}

pub(super) fn any_order_is_longest(workings: &mut Workings<'_>) -> Result {
    every_game(workings, 1, |game| {
        let (start, outcome) = game.start();
        by_any_order(game)[start] == (outcome.longest, outcome.longest)
    })
}

pub(super) fn any_order_is_longest_from_anywhere(workings: &mut Workings<'_>) -> Result {
    let games = workings.games()?;
    let mut cases = Vec::new();
    for game in games.iter() {
        let lengths = by_any_order(game);
        cases.extend(game.positions.iter().map(|(state, outcome)| {
            let longest = (outcome.longest, outcome.longest);
            (format!("n = {}", game.n), lengths[state] == longest)
        }));
    }
    Ok(Value::cases(cases).into())
}

/// The n whose end splits and combine-ones alone can reach.
pub(super) fn splits_alone(workings: &mut Workings<'_>) -> Result {
    let games = workings.games()?;
    let ends = |game: &&Game| {
        let splits = |state: &State<u64>| {
            let mut options = options(state);
            options.retain(|(m, _)| !combines(*m));
            options
        };
        // A position with no split left is an end only if it is the game's.
        let end = &game.positions[0].0;
        let mut met = HashSet::from([game.start().0.clone()]);
        let mut next = vec![game.start().0.clone()];
        while let Some(state) = next.pop() {
            for (_, option) in splits(&state) {
                if met.insert(option.clone()) {
                    next.push(option);
                }
            }
        }
        met.contains(end)
    };
    Ok(Value::Numbers(games.iter().filter(ends).map(|game| game.n).collect()).into())
}
