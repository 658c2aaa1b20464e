//! One heap: its positions, their number, and what the cap does.

use crate::census::workings::{LAST_HEAP, reachable};
use crate::census::{Finding, Stopped, Value, Workings};
use crate::fibonacci_nim::direct::{OwnCaps, Search};

type Result = core::result::Result<Finding, Stopped>;

/// The greatest heap whose positions are counted.
const LAST_COUNTED: u32 = 400;

pub(super) fn caps_tell_nines_apart(workings: &mut Workings<'_>) -> Result {
    let recursion = workings.recursion();
    Ok(Value::cases([("9", recursion.value(9, 2) != recursion.value(9, 8))]).into())
}

pub(super) fn three_under_two(_: &mut Workings<'_>) -> Result {
    let mut search = Search::new(OwnCaps, 1000);
    let cases = [((3, 2), false), ((2, 2), true), ((1, 4), true)].map(|(heap, wins)| {
        let found = search.wins(&OwnCaps::position([heap]));
        (format!("{} under {}", heap.0, heap.1), found == Ok(wins))
    });
    Ok(Value::cases(cases).into())
}

pub(super) fn values_are_at_most_the_options(workings: &mut Workings<'_>) -> Result {
    let recursion = workings.recursion();
    let positions = (0..=LAST_HEAP).flat_map(|heap| (0..=heap).map(move |cap| (heap, cap)));
    let cases = positions.map(|(heap, cap)| {
        (format!("{heap} under {cap}"), usize::from(recursion.value(heap, cap)) <= cap)
    });
    Ok(Value::cases(cases).into())
}

/// The mex over positions whose caps are not clamped.
pub(super) fn clamped(_: &mut Workings<'_>) -> Result {
    const CAPS: usize = 121;
    let mut values: Vec<[u8; CAPS]> = Vec::new();
    for heap in 0..=40usize {
        let row = core::array::from_fn(|cap| {
            // What a take leaves has a cap of at most 80.
            let has = |value| (1..=cap.min(heap)).any(|t| values[heap - t][2 * t] == value);
            (0..u8::MAX).find(|value| !has(*value)).unwrap_or(u8::MAX)
        });
        values.push(row);
    }
    let positions = (0..=40usize).flat_map(|heap| (heap..CAPS).map(move |cap| (heap, cap)));
    let cases = positions.map(|(heap, cap)| {
        (format!("{heap} under {cap}"), values[heap][cap] == values[heap][heap])
    });
    Ok(Value::cases(cases).into())
}

pub(super) fn states(_: &mut Workings<'_>) -> Result {
    Ok(Value::Numbers([5, 10, 20].map(|heap| reachable(heap).len() as u64).into()).into())
}

pub(super) fn states_a_counter(_: &mut Workings<'_>) -> Result {
    let over = reachable(20).len() as u128;
    Ok(Value::ratio(over, 20u8, 4).into())
}

/// From 5 to 320, doubled at each step.
pub(super) fn ratio_grows(_: &mut Workings<'_>) -> Result {
    let heaps: Vec<u64> = (0..=6).map(|doublings| 5 << doublings).collect();
    let states: Vec<u64> = heaps.iter().map(|heap| reachable(*heap as u32).len() as u64).collect();
    let grows = |i: &usize| states[i - 1] * heaps[*i] < states[*i] * heaps[i - 1];
    Ok(Value::cases((1..heaps.len()).map(|i| (heaps[i], grows(&i)))).into())
}

/// The positions of a heap, and the same counted rest by rest.
pub(super) fn states_a_counter_far_on(_: &mut Workings<'_>) -> Result {
    let ratio = |states: usize| Value::ratio(states as u128, LAST_COUNTED, 4);
    Ok(Finding::twice(ratio(reachable(LAST_COUNTED).len()), ratio(by_rests(LAST_COUNTED))))
}

/// How many positions: from the heap downwards, the caps each rest has.
fn by_rests(heap: u32) -> usize {
    let mut caps = vec![std::collections::BTreeSet::new(); heap as usize + 1];
    caps[heap as usize].insert(heap - 1);
    for rest in (1..=heap).rev() {
        // What the largest cap allows, every other one may.
        let most = caps[rest as usize].last().copied().unwrap_or(0);
        for take in 1..=most.min(rest) {
            let left = rest - take;
            caps[left as usize].insert((2 * take).min(left));
        }
    }
    caps[1..].iter().map(std::collections::BTreeSet::len).sum()
}
