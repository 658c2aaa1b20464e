//! What giving up decomposition costs: the positions of sums, searched whole, over
//! the positions of their parts.
//!
//! Both are counted over all sums of so many openings from a pool of heaps, without
//! positions that have no move; the order of heaps makes no position another.

use core::ops::RangeInclusive;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use crate::census::workings::{Sum, choices, openings, reachable};
use crate::census::{Finding, Stopped, Value, Workings};
use crate::fibonacci_nim::direct::{HeapAndCap, OwnCaps, Rules};

type Result = core::result::Result<Finding, Stopped>;

/// A fraction as it is shown.
fn ratio((whole, parts): (u64, u64)) -> Value {
    Value::ratio(whole, parts, 4)
}

/// The positions of the sums as they were searched, and those of their parts.
fn searched(sums: &[Sum]) -> (u64, u64) {
    let whole = sums.iter().map(|sum| sum.positions).sum();
    let heaps = sums.iter().flat_map(|sum| &sum.heaps);
    (whole, heaps.map(|heap| reachable(*heap).len() as u64).sum())
}

pub(super) fn of_pairs(workings: &mut Workings<'_>) -> Result {
    let again = ratio(counted(2, 2..=14, workings)?);
    Ok(Finding::twice(ratio(searched(&workings.pairs()?)), again))
}

pub(super) fn of_triples(workings: &mut Workings<'_>) -> Result {
    let again = ratio(counted(3, 2..=10, workings)?);
    Ok(Finding::twice(ratio(searched(&workings.triples()?)), again))
}

/// The heaps over which the curve is taken.
const POOL: RangeInclusive<u32> = 2..=10;

/// The positions of all sums of two to six heaps, and those of their parts.
fn curve(workings: &mut Workings<'_>) -> core::result::Result<Rc<Vec<(u64, u64)>>, Stopped> {
    workings.curve(|workings| (2..=6).map(|count| counted(count, POOL, workings)).collect())
}

/// Four heaps, and the same reached move by move.
pub(super) fn of_four(workings: &mut Workings<'_>) -> Result {
    let (whole, parts) = curve(workings)?[2];
    let again = reached(4, POOL, workings)?;
    Ok(Finding::twice(ratio((whole, parts)), ratio((again, parts))))
}

pub(super) fn of_five(workings: &mut Workings<'_>) -> Result {
    Ok(ratio(curve(workings)?[3]).into())
}

pub(super) fn of_six(workings: &mut Workings<'_>) -> Result {
    Ok(ratio(curve(workings)?[4]).into())
}

/// The costs of two to six heaps, each over the one before it.
pub(super) fn steps(workings: &mut Workings<'_>) -> Result {
    let step = |pair: &[(u64, u64)]| {
        let ((whole, parts), (more, more_parts)) = (pair[0], pair[1]);
        (u128::from(more) * u128::from(parts), u128::from(more_parts) * u128::from(whole))
    };
    let ratios = curve(workings)?.windows(2).map(step).collect();
    Ok(Value::Ratios { ratios, places: 2 }.into())
}

/// The positions of five and of six heaps from a smaller pool, by both counts.
pub(super) fn counts_agree(workings: &mut Workings<'_>) -> Result {
    let (mut by_dealing, mut by_moves) = (Vec::new(), Vec::new());
    for count in [5, 6] {
        by_dealing.push(counted(count, 2..=6, workings)?.0);
        by_moves.push(reached(count, 2..=6, workings)?);
    }
    Ok(Finding::twice(Value::Numbers(by_dealing), Value::Numbers(by_moves)))
}

/// The same without a search: a position is one of the sum if its heaps can be dealt
/// out to the parts, each to one that reaches it.
fn counted(
    count: usize,
    pool: RangeInclusive<u32>,
    workings: &mut Workings<'_>,
) -> core::result::Result<(u64, u64), Stopped> {
    let reached: HashMap<u32, HashSet<HeapAndCap>> =
        pool.clone().map(|heap| (heap, reachable(heap))).collect();
    let (mut whole, mut parts) = (0, 0);
    for heaps in choices(count, pool) {
        workings.go_on()?;
        whole += dealt(&heaps.iter().map(|heap| &reached[heap]).collect::<Vec<_>>());
        parts += heaps.iter().map(|heap| reached[heap].len() as u64).sum::<u64>();
    }
    Ok((whole, parts))
}

/// How many choices of positions, with repetition, can be dealt out to different
/// parts that reach them; the empty choice is not counted.
///
/// Positions are taken one after another. What matters of those taken so far is
/// which sets of parts they can be dealt out to, a bit a set.
fn dealt(parts: &[&HashSet<HeapAndCap>]) -> u64 {
    let all: BTreeSet<HeapAndCap> = parts.iter().flat_map(|part| part.iter().copied()).collect();
    let mut ways: HashMap<u64, u64> = HashMap::from([(1, 1)]);
    for position in all {
        let mut next = HashMap::new();
        for (mut sets, count) in ways {
            // Once more and once more, as long as there is a part for it.
            while sets != 0 {
                *next.entry(sets).or_insert(0) += count;
                sets = with_one_more(sets, position, parts);
            }
        }
        ways = next;
    }
    ways.values().sum::<u64>() - 1
}

/// The sets of parts that one more position can be dealt out to with those of `sets`.
fn with_one_more(sets: u64, position: HeapAndCap, parts: &[&HashSet<HeapAndCap>]) -> u64 {
    let reaching = parts.iter().enumerate().filter(|(_, part)| part.contains(&position));
    reaching.fold(0, |more, (part, _)| more | (sets & without(part)) << (1 << part))
}

/// The sets, as bits, that do not have that part.
fn without(part: usize) -> u64 {
    // Set s is bit s; the sets without part p come in runs of 2^p.
    (0..64).filter(|set| set >> part & 1 == 0).fold(0, |bits, set: u32| bits | 1 << set)
}

/// The positions of the sums reached one move after another, outcomes left out.
fn reached(
    count: usize,
    pool: RangeInclusive<u32>,
    workings: &mut Workings<'_>,
) -> core::result::Result<u64, Stopped> {
    let mut whole = 0;
    for heaps in choices(count, pool) {
        workings.go_on()?;
        let start = openings(&heaps);
        let mut met = HashSet::from([start.clone()]);
        let mut next = vec![start];
        while let Some(position) = next.pop() {
            OwnCaps.options(&position, &mut |option| {
                if !option.is_empty() && met.insert(option.clone()) {
                    next.push(option);
                }
            });
        }
        whole += met.len() as u64;
    }
    Ok(whole)
}
