//! Sums of openings: what two rules say of them, and what they are.

use super::openings::opening;
use crate::census::workings::{Sum, openings};
use crate::census::{Finding, Stopped, Value, Workings};
use crate::fibonacci_nim::direct::{Cap, OwnCaps, Rules, Search, Shared, SharedCap};
use crate::fibonacci_nim::recursion::Recursion;

type Result = core::result::Result<Finding, Stopped>;

/// The nim-sum of the values.
fn by_values(recursion: &Recursion, heaps: &[u32]) -> u64 {
    heaps.iter().fold(0, |sum, heap| sum ^ opening(recursion, *heap as usize))
}

/// What the size suggests: 0 for a Fibonacci number, 1 for another.
fn bit(heap: u32) -> u64 {
    let (mut here, mut above) = (1, 2);
    while here < heap {
        (here, above) = (above, here + above);
    }
    u64::from(here != heap)
}

fn by_bits(heaps: &[u32]) -> u64 {
    heaps.iter().fold(0, |sum, heap| sum ^ bit(*heap))
}

/// On how many of the sums a rule that is 0 for a loss is right.
fn right(sums: &[Sum], rule: impl Fn(&[u32]) -> u64) -> (u64, u64) {
    let right = sums.iter().filter(|sum| sum.wins == (rule(&sum.heaps) != 0)).count();
    (right as u64, sums.len() as u64)
}

pub(super) fn bit_on_pairs(workings: &mut Workings<'_>) -> Result {
    let (part, whole) = right(&workings.pairs()?, by_bits);
    Ok(Value::Share(part, whole).into())
}

pub(super) fn bit_on_triples(workings: &mut Workings<'_>) -> Result {
    let (part, whole) = right(&workings.triples()?, by_bits);
    Ok(Value::Share(part, whole).into())
}

pub(super) fn values_on_pairs(workings: &mut Workings<'_>) -> Result {
    let recursion = workings.recursion();
    let (part, whole) = right(&workings.pairs()?, |heaps| by_values(&recursion, heaps));
    Ok(Value::Share(part, whole).into())
}

pub(super) fn values_on_triples(workings: &mut Workings<'_>) -> Result {
    let recursion = workings.recursion();
    let (part, whole) = right(&workings.triples()?, |heaps| by_values(&recursion, heaps));
    Ok(Value::Share(part, whole).into())
}

pub(super) fn quarters_wrong(workings: &mut Workings<'_>) -> Result {
    let quarters = |(right, all): (u64, u64)| (8 * (all - right) + all) / (2 * all);
    let (pairs, triples) = (workings.pairs()?, workings.triples()?);
    let both = [right(&pairs, by_bits), right(&triples, by_bits)];
    Ok(Value::Numbers(both.map(quarters).into()).into())
}

/// The pairs on which the bits are wrong.
fn misses(workings: &mut Workings<'_>) -> core::result::Result<Vec<Vec<u32>>, Stopped> {
    let pairs = workings.pairs()?;
    let wrong = pairs.iter().filter(|sum| sum.wins != (by_bits(&sum.heaps) != 0));
    Ok(wrong.map(|sum| sum.heaps.clone()).collect())
}

pub(super) fn missed_pairs(workings: &mut Workings<'_>) -> Result {
    Ok(Value::Number(misses(workings)?.len() as u128).into())
}

/// The one with the fewest counters, and of those with the smallest heap.
pub(super) fn first_miss(workings: &mut Workings<'_>) -> Result {
    let mut misses = misses(workings)?;
    misses.sort_by_key(|heaps| (heaps.iter().sum::<u32>(), heaps[0]));
    let first = misses.first().map(|heaps| heaps.iter().map(|heap| u64::from(*heap)).collect());
    Ok(Value::Numbers(first.unwrap_or_default()).into())
}

pub(super) fn named_misses(workings: &mut Workings<'_>) -> Result {
    let misses = misses(workings)?;
    let named =
        [[4, 6], [5, 9], [7, 11]].into_iter().filter(|pair| misses.contains(&pair.to_vec()));
    Ok(Value::Number(named.count() as u128).into())
}

pub(super) fn shape_of_misses(workings: &mut Workings<'_>) -> Result {
    let recursion = workings.recursion();
    let cases = misses(workings)?.into_iter().map(|heaps| {
        let values: Vec<u64> =
            heaps.iter().map(|heap| opening(&recursion, *heap as usize)).collect();
        let holds = heaps.iter().all(|heap| bit(*heap) == 1) && values[0] != values[1];
        (format!("{heaps:?}"), holds)
    });
    Ok(Value::cases(cases).into())
}

pub(super) fn nine_and_four(workings: &mut Workings<'_>) -> Result {
    let recursion = workings.recursion();
    let [nine, four] = [9, 4].map(|heap| opening(&recursion, heap));
    Ok(Value::Numbers(vec![nine, four, by_values(&recursion, &[9, 4]), by_bits(&[9, 4])]).into())
}

pub(super) fn four_and_six(workings: &mut Workings<'_>) -> Result {
    let recursion = workings.recursion();
    let [four, six] = [4, 6].map(|heap| opening(&recursion, heap));
    Ok(Value::Numbers(vec![four, six, by_values(&recursion, &[4, 6])]).into())
}

pub(super) fn nine_and_four_win(_: &mut Workings<'_>) -> Result {
    let found = Search::new(OwnCaps, usize::MAX).wins(&openings(&[4, 9]));
    Ok(Value::cases([("9 and 4", found == Ok(true))]).into())
}

/// That the sum is won, that some move leaves nim-sum 0, and that each of those
/// leaves what the search says is lost.
pub(super) fn four_and_six_win(workings: &mut Workings<'_>) -> Result {
    let recursion = workings.recursion();
    let mut search = Search::new(OwnCaps, usize::MAX);
    let start = openings(&[4, 6]);
    let mut cases = vec![("4 and 6".to_owned(), search.wins(&start) == Ok(true))];
    let mut to_zero = 0;
    OwnCaps.options(&start, &mut |option| {
        let value = |&(heap, cap): &(u32, u32)| recursion.value(heap as usize, cap as usize);
        if option.iter().map(value).fold(0, |sum, value| sum ^ value) == 0 {
            to_zero += 1;
            cases.push((format!("{option:?}"), search.wins(&option) == Ok(false)));
        }
    });
    cases.push(("a move to 0".to_owned(), to_zero > 0));
    Ok(Value::cases(cases).into())
}

/// The pairs in which it matters to the winner that the heaps share one cap.
fn told_apart(workings: &mut Workings<'_>) -> core::result::Result<Vec<Vec<u32>>, Stopped> {
    let pairs = workings.pairs()?;
    let mut search = Search::new(SharedCap, usize::MAX);
    let mut shared = |sum: &&Sum| search.wins(&Shared::new(sum.heaps.clone(), Cap::Opening));
    let apart = pairs.iter().filter(|sum| shared(sum) != Ok(sum.wins));
    Ok(apart.map(|sum| sum.heaps.clone()).collect())
}

pub(super) fn shared_cap_is_another_game(workings: &mut Workings<'_>) -> Result {
    Ok(Value::cases([("any pair", !told_apart(workings)?.is_empty())]).into())
}

pub(super) fn shared_cap(workings: &mut Workings<'_>) -> Result {
    Ok(Value::Number(told_apart(workings)?.len() as u128).into())
}
