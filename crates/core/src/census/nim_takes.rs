//! A Chinese lecture on Fibonacci Nim and Zeckendorf's theorem, fourth of a series
//! on games in programming contests. It counts places from f_2 = 1, f_3 = 2.

use super::workings::LAST_HEAP;
use super::{Claim, Figure, Finding, Source, Stopped, Value, Workings};
use super::{nim_sums, zeckendorf_games};
use Figure::{Always, Number, Numbers};

type Result = core::result::Result<Finding, Stopped>;

const LECTURE: Source = Source::NimTakes;

const SUMS: &str = "every such sum, n below 121393";
const RECURSION: &str = "mex recursion, heaps to 1000";

/// What it claims.
pub(super) const CLAIMS: &[Claim] = &[
    LECTURE.says(
        "rules",
        "the lost openings to 1000: the Fibonacci numbers",
        Numbers(&[2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987]),
        RECURSION,
        nim_sums::lost_openings,
    ),
    LECTURE.says(
        "1",
        "n is a sum of non-neighbours in exactly one way",
        Always,
        SUMS,
        zeckendorf_games::exactly_one_way,
    ),
    LECTURE.says(
        "1",
        "the places begin",
        Numbers(&[1, 2, 3, 5, 8, 13, 21, 34, 55, 89]),
        "numbers whose one sum is themselves",
        places,
    ),
    LECTURE.says("1", "10 is the sum of", Numbers(&[8, 2]), SUMS, |w| terms(w, 10)),
    LECTURE.says("1", "indices of the terms of 10 (f_2 = 1)", Numbers(&[6, 3]), SUMS, |w| {
        indices(w, 10)
    }),
    LECTURE.says("1", "19 is the sum of", Numbers(&[13, 5, 1]), SUMS, |w| terms(w, 19)),
    LECTURE.says("1", "indices of the terms of 19", Numbers(&[7, 5, 2]), SUMS, |w| indices(w, 19)),
    LECTURE.says("1", "50 is the sum of", Numbers(&[34, 13, 3]), SUMS, |w| terms(w, 50)),
    LECTURE.says("1", "indices of the terms of 50", Numbers(&[9, 7, 4]), SUMS, |w| indices(w, 50)),
    LECTURE.says(
        "1",
        "what 34, and then 13, leave of 50",
        Numbers(&[16, 3]),
        SUMS,
        remainders_of_50,
    ),
    LECTURE.says(
        "2",
        "F_(i+2) = 2 F_i + F_(i-1), which is above 2 F_i",
        Always,
        "the recurrence, i to 90",
        twice_a_place,
    ),
    LECTURE.says(
        "2",
        "a term is more than twice the next smaller one",
        Always,
        SUMS,
        more_than_twice,
    ),
    LECTURE.says(
        "3",
        "else taking the smallest term wins",
        Always,
        RECURSION,
        nim_sums::smallest_term_wins,
    ),
    LECTURE.says("3", "then the next term cannot be taken whole", Always, SUMS, next_term_stands),
    LECTURE.says(
        "program",
        "the program names the lost heaps, else a win",
        Always,
        RECURSION,
        program_is_right,
    ),
    LECTURE.errs(
        "program",
        "signed 64-bit Fibonacci numbers its list lacks",
        (
            Number(0),
            Number(3),
            "the list ends at 2*10^18: of the lost openings from 2880067194370816120 on it \
             says that they are won",
        ),
        "the program as it is printed",
        places_lacking,
    ),
];

/// What every place is: its own only sum.
fn places(workings: &mut Workings<'_>) -> Result {
    let all = workings.decompositions();
    let single = (1..=89).filter(|n| all.terms(*n).count() == 1);
    Ok(Value::Numbers(single.collect()).into())
}

fn terms(workings: &mut Workings<'_>, n: u64) -> Result {
    let all = workings.decompositions();
    Ok(Value::Numbers(all.terms(n).rev().collect()).into())
}

fn indices(workings: &mut Workings<'_>, n: u64) -> Result {
    let all = workings.decompositions();
    Ok(Value::Numbers(all.indices(n).rev().map(|i| u64::from(i) + 1).collect()).into())
}

fn remainders_of_50(workings: &mut Workings<'_>) -> Result {
    let all = workings.decompositions();
    let left = all.terms(50).rev().scan(50, |left, term| {
        *left -= term;
        Some(*left)
    });
    Ok(Value::Numbers(left.take(2).collect()).into())
}

fn twice_a_place(_: &mut Workings<'_>) -> Result {
    // F_{i−1}, F_i and F_{i+1}.
    let (mut below, mut here, mut above) = (1u64, 2u64, 3u64);
    let mut cases = Vec::new();
    for i in 2..=90 {
        let second_above = here + above;
        cases.push((i, second_above == 2 * here + below && second_above > 2 * here));
        (below, here, above) = (here, above, second_above);
    }
    Ok(Value::cases(cases).into())
}

fn more_than_twice(workings: &mut Workings<'_>) -> Result {
    let all = workings.decompositions();
    let holds = |n| all.terms(n).zip(all.terms(n).skip(1)).all(|(term, next)| next > 2 * term);
    Ok(Value::cases((1..all.end()).map(|n| (n, holds(n)))).into())
}

/// After the smallest term is taken the cap is twice it.
fn next_term_stands(workings: &mut Workings<'_>) -> Result {
    let all = workings.decompositions();
    let cases = (1..all.end()).filter_map(|n| {
        let mut terms = all.terms(n);
        let cap = 2 * terms.next()?;
        Some((n, cap < terms.next()?))
    });
    Ok(Value::cases(cases).into())
}

/// The program's list: it ends where a number is past 2·10^18.
fn program_list() -> Vec<u64> {
    let mut list = vec![1, 2];
    loop {
        let next = list[list.len() - 1] + list[list.len() - 2];
        if next > 2_000_000_000_000_000_000 {
            return list;
        }
        list.push(next);
    }
}

/// The program's first move: −1 in it is `None` here.
fn program_take(list: &[u64], n: u64) -> Option<u64> {
    if list.contains(&n) {
        return None;
    }
    let (mut rest, mut smallest) = (n, 0);
    while rest > 0 {
        smallest = list.iter().rev().find(|place| **place <= rest).copied().unwrap_or(1);
        rest -= smallest;
    }
    Some(smallest)
}

fn program_is_right(workings: &mut Workings<'_>) -> Result {
    let recursion = workings.recursion();
    let list = program_list();
    let cases = (2..=LAST_HEAP).map(|heap| {
        let holds = match program_take(&list, heap as u64) {
            None => recursion.value(heap, heap - 1) == 0,
            Some(take) => {
                let take = take as usize;
                take < heap && recursion.value(heap - take, 2 * take) == 0
            }
        };
        (heap, holds)
    });
    Ok(Value::cases(cases).into())
}

/// The Fibonacci numbers up to 2^63 − 1 that are not in the list.
fn places_lacking(_: &mut Workings<'_>) -> Result {
    let list = program_list();
    let (mut here, mut above) = (1u64, 2u64);
    let mut lacking = 0;
    while i64::try_from(here).is_ok() {
        lacking += u128::from(!list.contains(&here));
        (here, above) = (above, here.saturating_add(above));
    }
    Ok(Value::Number(lacking).into())
}
