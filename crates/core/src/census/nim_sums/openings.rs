//! The values of openings.

use crate::census::workings::{LAST_HEAP, LAST_OPENING};
use crate::census::{Finding, Stopped, Value, Workings};
use crate::fibonacci_nim::Sweep;
use crate::fibonacci_nim::growth::Growth;
use crate::fibonacci_nim::recursion::Recursion;

type Result = core::result::Result<Finding, Stopped>;

/// The value of the opening of `heap`.
pub(super) fn opening(recursion: &Recursion, heap: usize) -> u64 {
    recursion.value(heap, heap - 1).into()
}

pub(in crate::census) fn lost(workings: &mut Workings<'_>) -> Result {
    let recursion = workings.recursion();
    let lost = (2..=LAST_HEAP).filter(|heap| opening(&recursion, *heap) == 0);
    Ok(Value::Numbers(lost.map(|heap| heap as u64).collect()).into())
}

fn first(workings: &mut Workings<'_>) -> Vec<u64> {
    let recursion = workings.recursion();
    (2..=24).map(|heap| opening(&recursion, heap)).collect()
}

pub(super) fn values(workings: &mut Workings<'_>) -> Result {
    Ok(Value::Numbers(first(workings)).into())
}

pub(super) fn largest(workings: &mut Workings<'_>) -> Result {
    Ok(Value::Number(first(workings).into_iter().max().unwrap_or(0).into()).into())
}

/// The values that are not 0.
pub(super) fn staircase(workings: &mut Workings<'_>) -> Result {
    let values = first(workings).into_iter().filter(|value| *value != 0);
    Ok(Value::Numbers(values.take(7).collect()).into())
}

pub(super) fn neighbours_of_12(workings: &mut Workings<'_>) -> Result {
    let recursion = workings.recursion();
    Ok(Value::Numbers([11, 13].map(|heap| opening(&recursion, heap)).into()).into())
}

pub(super) fn nine(workings: &mut Workings<'_>) -> Result {
    let recursion = workings.recursion();
    Ok(Value::Number(opening(&recursion, 9).into()).into())
}

/// At every heap that is not lost.
pub(in crate::census) fn smallest_term_wins(workings: &mut Workings<'_>) -> Result {
    let (recursion, all) = (workings.recursion(), workings.decompositions());
    let won = (2..=LAST_HEAP).filter(|heap| opening(&recursion, *heap) != 0);
    let cases = won.map(|heap| {
        let take = all.terms(heap as u64).next().expect("the heap is not empty") as usize;
        (heap, take < heap && recursion.value(heap - take, 2 * take) == 0)
    });
    Ok(Value::cases(cases).into())
}

/// The largest value of an opening as far as they are followed, and what an
/// independent program found.
pub(super) fn largest_far_on(workings: &mut Workings<'_>) -> Result {
    let growth = workings.growth()?;
    Ok(Finding::twice(Value::Number(growth.largest().into()), Value::Number(62)))
}

/// The first heaps whose openings are worth 10, 20, …, and what an independent
/// program found.
pub(super) fn first_with(workings: &mut Workings<'_>) -> Result {
    let growth = workings.growth()?;
    let first = (10..=60).step_by(10).map(|value| growth.first(value).unwrap_or(0).into());
    let found = vec![42, 606, 5459, 43_202, 627_378, 4_622_797];
    Ok(Finding::twice(Value::Numbers(first.collect()), Value::Numbers(found)))
}

/// How often an opening that is not lost is worth less than the last one that is not,
/// and what an independent program found.
pub(super) fn falls(workings: &mut Workings<'_>) -> Result {
    let growth = workings.growth()?;
    Ok(Finding::twice(Value::Number(growth.falls().into()), Value::Number(0)))
}

/// How many openings from 2 up are lost, and how many Fibonacci numbers there are.
pub(super) fn lost_far_on(workings: &mut Workings<'_>) -> Result {
    let growth = workings.growth()?;
    let (mut here, mut above, mut places) = (2, 3, 0);
    while here <= LAST_OPENING {
        places += 1;
        (here, above) = (above, here + above);
    }
    // The heap of 1 has no move.
    Ok(Finding::twice(Value::Number((growth.zeros() - 1).into()), Value::Number(places)))
}

/// The sum of the values at every heap and cap, by the sweep and by the recursion.
pub(super) fn all_values(workings: &mut Workings<'_>) -> Result {
    let mut growth = Growth::default();
    let mut sweep = Sweep::new(LAST_HEAP as u64).expect("within a sweep's reach");
    while let Some((heap, steps)) = sweep.next_heap() {
        growth.push(heap, steps);
    }
    let recursion = workings.recursion();
    let positions = (1..=LAST_HEAP).flat_map(|heap| (0..=heap).map(move |cap| (heap, cap)));
    let sum: u128 = positions.map(|(heap, cap)| u128::from(recursion.value(heap, cap))).sum();
    Ok(Finding::twice(Value::Number(growth.sum()), Value::Number(sum)))
}
