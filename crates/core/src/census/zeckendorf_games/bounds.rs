//! The bounds on the length of a game.

use super::lengths::every_game;
use super::moves::weight;
use crate::census::workings::{Decompositions, LAST_GAME};
use crate::census::{Finding, Stopped, Value, Workings};
use crate::zeckendorf_game::play::longest_by_batched_play;

type Result = core::result::Result<Finding, Stopped>;

/// The rows of the matrix A.
const ROWS: usize = 60;
/// The greatest n whose longest game is played.
const LAST_PLAYED: u64 = 5000;

/// Z and IZ, and the sum of the a_i.
struct Sums {
    terms: i64,
    index_sum: i64,
    bound: i64,
}

fn sums(all: &Decompositions, n: u64) -> Sums {
    let indices = all.indices(n);
    Sums {
        terms: indices.clone().count() as i64,
        index_sum: indices.clone().map(i64::from).sum(),
        bound: indices.map(weight).sum(),
    }
}

/// The older bound 3n − 3Z − IZ + 1.
fn older(n: u64, of: &Sums) -> i64 {
    3 * n as i64 - 3 * of.terms - of.index_sum + 1
}

pub(super) fn prior_bound(workings: &mut Workings<'_>) -> Result {
    let all = workings.decompositions();
    every_game(workings, 1, |game| {
        i64::from(game.start().1.longest) <= older(game.n, &sums(&all, game.n))
    })
}

pub(super) fn improves(workings: &mut Workings<'_>) -> Result {
    let all = workings.decompositions();
    let holds = |n| {
        let of = sums(&all, n);
        of.bound <= older(n, &of)
    };
    Ok(Value::cases((1..all.end()).map(|n| (n, holds(n)))).into())
}

pub(super) fn upper_bound(workings: &mut Workings<'_>) -> Result {
    let all = workings.decompositions();
    let games = workings.games()?;
    let mut cases = Vec::new();
    for game in games.iter() {
        let longest = i64::from(game.start().1.longest);
        cases.push((game.n, longest <= sums(&all, game.n).bound));
    }
    for n in LAST_GAME + 1..=LAST_PLAYED {
        workings.go_on()?;
        cases.push((n, longest_by_batched_play(n) as i64 <= sums(&all, n).bound));
    }
    Ok(Value::cases(cases).into())
}

pub(super) fn sharp(workings: &mut Workings<'_>) -> Result {
    let all = workings.decompositions();
    let games = workings.games()?;
    let sharp =
        games.iter().filter(|game| i64::from(game.start().1.longest) == sums(&all, game.n).bound);
    Ok(Value::Numbers(sharp.map(|game| game.n).collect()).into())
}

/// The inverse of A, by back substitution. A has ones on the diagonal, −2 above it
/// and ones on the third diagonal above, by (3.7).
fn inverse() -> Vec<Vec<i64>> {
    let mut inverse = vec![vec![0i64; ROWS]; ROWS];
    for column in 0..ROWS {
        for row in (0..=column).rev() {
            let at = |row: usize| inverse.get(row).map_or(0, |row: &Vec<i64>| row[column]);
            let unit = i64::from(row == column);
            inverse[row][column] = unit + 2 * at(row + 1) - at(row + 3);
        }
    }
    inverse
}

pub(super) fn first_row(_: &mut Workings<'_>) -> Result {
    // F_2, F_3, …
    let (mut here, mut above) = (2i64, 3);
    let mut cases = Vec::new();
    for (j, entry) in inverse()[0].iter().enumerate() {
        cases.push((j + 1, *entry == here - 1));
        (here, above) = (above, here + above);
    }
    Ok(Value::cases(cases).into())
}

pub(super) fn column_sums(_: &mut Workings<'_>) -> Result {
    let inverse = inverse();
    // The first column belongs to F_2; a_1 is 0, as a one takes no move.
    let sums = (0..ROWS).map(|j| inverse.iter().map(|row| row[j]).sum::<i64>());
    let all = core::iter::once(0).chain(sums);
    Ok(Value::cases((1..).zip(all).map(|(i, sum)| (i, sum == weight(i)))).into())
}

/// Whether x ≤ √5 m, m not negative.
fn at_most_root_5(x: i64, m: i64) -> bool {
    x <= 0 || i128::from(x) * i128::from(x) <= 5 * i128::from(m) * i128::from(m)
}

pub(super) fn each_weight(_: &mut Workings<'_>) -> Result {
    // 2a_i + 2i + 1 − 3F_i ≤ √5 (F_i − 1).
    let cases = (1..=60u32).map(|i| {
        let place = weight(i) + i64::from(i) + 2 - (weight(i - 1) + i64::from(i) + 1);
        let x = 2 * weight(i) + 2 * i64::from(i) + 1 - 3 * place;
        (i, at_most_root_5(x, place - 1))
    });
    Ok(Value::cases(cases).into())
}

pub(super) fn closed_bound(workings: &mut Workings<'_>) -> Result {
    let all = workings.decompositions();
    // 2UB + 2IZ + Z − 3n ≤ √5 (n − Z).
    let holds = |n| {
        let of = sums(&all, n);
        let x = 2 * of.bound + 2 * of.index_sum + of.terms - 3 * n as i64;
        at_most_root_5(x, n as i64 - of.terms)
    };
    Ok(Value::cases((1..all.end()).map(|n| (n, holds(n)))).into())
}

pub(super) fn growth(_: &mut Workings<'_>) -> Result {
    let n = 10u64.pow(18);
    let over = longest_by_batched_play(n);
    Ok(Value::ratio(over, n, 12).into())
}
