//! What holds of every move, and of every position.

use core::convert::Infallible;
use core::ops::RangeInclusive;
use std::collections::HashSet;

use super::lengths::every_position;
use crate::census::workings::{Game, LAST_GAME, combines, options};
use crate::census::{Finding, Stopped, Value, Workings};
use crate::dashu::UBig;
use crate::zeckendorf_game::play::play;
use crate::zeckendorf_game::record::Record;
use crate::zeckendorf_game::rules::{Move, ZECKENDORF};
use crate::zeckendorf_game::state::State;
use crate::zeckendorf_game::strategy::{Random, Strategy};

type Result = core::result::Result<Finding, Stopped>;

/// The pattern of C_1, C_i, S_2 and S_i.
const ONES: usize = 0;
const COMBINE: usize = 1;
const SPLIT_TWOS: usize = 2;
const SPLIT: usize = 3;

pub(super) fn ends_at_the_decomposition(workings: &mut Workings<'_>) -> Result {
    let all = workings.decompositions();
    every_position(workings, |game, state| {
        let is_it = state.present().map(|(i, _)| i).eq(all.indices(game.n))
            && state.present().all(|(_, count)| *count == 1);
        (1, options(state).is_empty() == is_it)
    })
}

/// a_i = F_{i+2} − i − 2.
pub(super) fn weight(i: u32) -> i64 {
    let (mut here, mut above) = (1i64, 2);
    for _ in 1..i + 2 {
        (here, above) = (above, here + above);
    }
    here - i64::from(i) - 2
}

/// Σ a_i h_i.
fn potential(state: &State<u64>) -> i64 {
    state.present().map(|(i, count)| weight(i) * *count as i64).sum()
}

/// A move is 1 of the length: Σ a_i h_i rises by it, and by i − 1 more for C_i. What
/// holds of every move of every position holds of every play.
pub(super) fn length_identity(workings: &mut Workings<'_>) -> Result {
    every_position(workings, |_, state| {
        let options = options(state);
        let holds = options.iter().all(|(m, option)| {
            let more = if combines(*m) { i64::from(m.index) - 1 } else { 0 };
            potential(option) - potential(state) == 1 + more
        });
        (options.len() as u64, holds)
    })
}

/// Plays of all sorts from all sorts of starts: from ones, if `ones`.
fn random_plays(
    workings: &mut Workings<'_>,
    ones: bool,
) -> core::result::Result<Vec<Record>, Stopped> {
    let mut records = Vec::new();
    for seed in 0..300u64 {
        workings.go_on()?;
        let start = if ones {
            State::of_ones(3 * seed + 1)
        } else {
            State::new((0..8).map(|i| (seed >> i) % (i + 2)))
        };
        let mut players: [Box<dyn Strategy>; 1] = [Box::new(Random::new(seed))];
        let record = play(&ZECKENDORF, &start, &mut players, |_| Ok::<(), Infallible>(()));
        records.push(record.expect("a random play comes to its end"));
    }
    Ok(records)
}

fn small(n: &UBig) -> i64 {
    i64::try_from(n).expect("a small play")
}

/// What the play made of each place less what it took is what it gained.
pub(super) fn balance(workings: &mut Workings<'_>) -> Result {
    let balances = |record: &Record| {
        let mc = |i: u32| {
            let pattern = if i == 1 { ONES } else { COMBINE };
            small(&record.times(Move { pattern, index: i }))
        };
        let ms = |i: u32| match i {
            // The paper has no split at 1: two ones combine.
            0 | 1 => 0,
            2 => small(&record.times(Move { pattern: SPLIT_TWOS, index: 2 })),
            _ => small(&record.times(Move { pattern: SPLIT, index: i })),
        };
        let gain = |i| small(&record.end().count(i)) - small(&record.start().count(i));
        let second = mc(1) - 2 * ms(2) + ms(4) - mc(2) - mc(3);
        second == gain(2)
            && (3..=record.end().top()).all(|i| {
                let made = ms(i - 1) + ms(i + 2) + mc(i - 1);
                made - 2 * ms(i) - mc(i) - mc(i + 1) == gain(i)
            })
    };
    let records = random_plays(workings, true)?;
    Ok(Value::cases(records.iter().map(|record| (record.start().terms(), balances(record)))).into())
}

pub(super) fn length_identity_from_anywhere(workings: &mut Workings<'_>) -> Result {
    let holds = |record: &Record| {
        let of = |state: &State<UBig>| state.narrowed().map_or(0, |state| potential(&state));
        let combines: i64 = record
            .moves()
            .filter(|(m, _)| combines(*m))
            .map(|(m, times)| (i64::from(m.index) - 1) * small(times))
            .sum();
        small(record.length()) == of(record.end()) - of(record.start()) - combines
    };
    let records = random_plays(workings, false)?;
    Ok(Value::cases((0..).zip(&records).map(|(seed, record)| (seed, holds(record)))).into())
}

/// An exchange: how many F_i, F_{i−1} and F_{i−2} it needs, at which i, and the moves
/// instead of the combine at i.
type Exchange = ([u64; 3], RangeInclusive<u32>, fn(u32) -> Vec<Move>);

fn combine(i: u32) -> Move {
    Move { pattern: COMBINE, index: i }
}

/// The paper's S_i; S_1 combines ones.
fn split(i: u32) -> Move {
    let pattern = match i {
        1 => ONES,
        2 => SPLIT_TWOS,
        _ => SPLIT,
    };
    Move { pattern, index: i }
}

const EXCHANGES: [Exchange; 6] = [
    ([1, 1, 1], 3..=20, |j| vec![combine(j - 1), split(j)]),
    ([1, 2, 0], 2..=2, |_| vec![split(1), split(2)]),
    ([1, 2, 0], 3..=3, |_| vec![split(2), split(3), split(1)]),
    ([1, 2, 0], 4..=20, |i| vec![split(i - 1), split(i), combine(i - 2)]),
    ([2, 1, 0], 2..=2, |_| vec![split(2), split(1)]),
    ([2, 1, 0], 3..=20, |i| vec![split(i), combine(i - 1)]),
];

/// How many moves an exchange gains at i, if it leads where the combine does.
fn gained((needs, _, instead): &Exchange, i: u32) -> Option<u64> {
    let counts = (1..=i).map(|index| needs.get((i - index) as usize).copied().unwrap_or(0));
    let start = State::new(counts);
    let made = |moves: &[Move]| {
        let mut state = start.clone();
        moves.iter().try_for_each(|m| state.make(&ZECKENDORF, *m, &1)).ok().map(|()| state)
    };
    let longer = instead(i);
    let end = made(&longer)?;
    (Some(end) == made(&[combine(i)])).then_some(longer.len() as u64 - 1)
}

/// What each exchange of Lemma 2.3 gains, which is the same at every i.
pub(super) fn exchanges(_: &mut Workings<'_>) -> Result {
    let gains = EXCHANGES.iter().flat_map(|exchange| {
        let mut gains: Vec<u64> =
            exchange.1.clone().map(|i| gained(exchange, i).unwrap_or(0)).collect();
        gains.dedup();
        gains
    });
    Ok(Value::Numbers(gains.collect()).into())
}

pub(super) fn two_of_a_place(workings: &mut Workings<'_>) -> Result {
    let mut below = vec![1u64, 2];
    while below[below.len() - 1] < LAST_GAME {
        below.push(below[below.len() - 1] + below[below.len() - 2] + 1);
    }
    every_position(workings, |game, state| {
        if !below.contains(&game.n) || options(state).is_empty() {
            return (0, true);
        }
        (1, state.present().any(|(_, count)| *count >= 2))
    })
}

/// The largest difference of neighbouring indices that are present.
pub(super) fn widest_gap(workings: &mut Workings<'_>) -> Result {
    let gap = |state: &State<u64>| {
        let present: Vec<u32> = state.present().map(|(i, _)| i).collect();
        present.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0)
    };
    let games = workings.games()?;
    let widest = |game: &Game| {
        let mut met = HashSet::from([game.start().0.clone()]);
        let mut next: Vec<State<u64>> = met.iter().cloned().collect();
        while let Some(state) = next.pop() {
            for (m, option) in options(&state) {
                if !combines(m) && met.insert(option.clone()) {
                    next.push(option);
                }
            }
        }
        met.iter().map(gap).max().unwrap_or(0)
    };
    Ok(Value::Number(games.iter().map(widest).max().unwrap_or(0).into()).into())
}
