//! What the paper says of numerals.

use crate::census::workings::each_word;
use crate::census::{Finding, Stopped, Value, Workings};

type Result = core::result::Result<Finding, Stopped>;

/// Also what the other sources begin with.
pub(in crate::census) fn exactly_one_way(workings: &mut Workings<'_>) -> Result {
    let all = workings.decompositions();
    Ok(Value::cases((0..all.end()).map(|n| (n, all.count(n) == 1))).into())
}

pub(super) fn not_one_way_from_two_ones(_: &mut Workings<'_>) -> Result {
    let places = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144];
    let mut ways = [0; 100];
    each_word(&places, &mut |sum, _| {
        if let Some(ways) = ways.get_mut(sum as usize) {
            *ways += 1;
        }
    });
    Ok(Value::cases([("any", ways.iter().any(|ways| *ways > 1))]).into())
}

pub(super) fn terms_are_at_most_the_top(workings: &mut Workings<'_>) -> Result {
    let all = workings.decompositions();
    let holds = |n| all.indices(n).count() as u32 <= all.indices(n).next_back().unwrap_or(0);
    Ok(Value::cases((1..all.end()).map(|n| (n, holds(n)))).into())
}

/// F_k − 1 is the sum of all places below F_k of the other parity.
pub(super) fn below_a_place(workings: &mut Workings<'_>) -> Result {
    let all = workings.decompositions();
    let (mut here, mut above) = (2, 3);
    let mut cases = Vec::new();
    for k in 2.. {
        if here > all.end() {
            break;
        }
        let every_other = (1..k).rev().step_by(2);
        cases.push((format!("k = {k}"), all.indices(here - 1).rev().eq(every_other)));
        (here, above) = (above, here + above);
    }
    Ok(Value::cases(cases).into())
}
