//! What the essay says of numerals, and of the two sequences.

use crate::census::{Finding, Stopped, Value, Workings};
use crate::dashu::UBig;
use crate::numeral::zeckendorf;
use crate::places::place;
use crate::wythoff::beatty::pair;

type Result = core::result::Result<Finding, Stopped>;

pub(super) fn terms(workings: &mut Workings<'_>, n: u64) -> Result {
    Ok(Value::Numbers(workings.decompositions().terms(n).rev().collect()).into())
}

pub(super) fn word(workings: &mut Workings<'_>, n: u64) -> Result {
    Ok(Value::Word(workings.decompositions().word(n)).into())
}

pub(super) fn zeros_of_six_and_five(workings: &mut Workings<'_>) -> Result {
    let all = workings.decompositions();
    Ok(Value::Numbers([6, 5].map(|n| all.trailing_zeros(n).into()).into()).into())
}

/// (⌊nφ⌋, ⌊nφ²⌋) in exact integers.
fn beatty(n: u64) -> (u64, u64) {
    let (a, b) = pair(&UBig::from(n), 1);
    (a.try_into().unwrap_or(u64::MAX), b.try_into().unwrap_or(u64::MAX))
}

pub(super) fn shifted_pairs(workings: &mut Workings<'_>) -> Result {
    let all = workings.decompositions();
    let pairs = (1..=14).map(beatty);
    let shifted = pairs.clone().filter(|&(a, b)| all.shift(a) == b).count();
    Ok(Value::Share(shifted as u64, pairs.count() as u64).into())
}

/// The numbers to 14 whose smallest term is at an even place, or at an odd one; the
/// essay counts places from 0.
fn by_place(workings: &mut Workings<'_>, parity: u32) -> Result {
    let all = workings.decompositions();
    let such = (1..=14).filter(|n| all.trailing_zeros(*n) % 2 == parity);
    Ok(Value::Numbers(such.collect()).into())
}

pub(super) fn even_places(workings: &mut Workings<'_>) -> Result {
    by_place(workings, 0)
}

pub(super) fn odd_places(workings: &mut Workings<'_>) -> Result {
    by_place(workings, 1)
}

/// Every number is in the sequence that its smallest term says, and in it alone.
pub(super) fn even_places_are_the_lower_sequence(workings: &mut Workings<'_>) -> Result {
    let all = workings.decompositions();
    let end = all.end();
    // How often each number is in the lower, and in the upper one.
    let mut member = vec![(0u8, 0u8); end as usize];
    for (a, b) in (1..end).map(beatty).take_while(|(a, _)| *a < end) {
        member[a as usize].0 += 1;
        if let Some(member) = member.get_mut(b as usize) {
            member.1 += 1;
        }
    }
    let expected = |n| if all.trailing_zeros(n).is_multiple_of(2) { (1, 0) } else { (0, 1) };
    Ok(Value::cases((1..end).map(|n| (n, member[n as usize] == expected(n)))).into())
}

/// |s − nφ| < 1 with φ = (1 + √5)/2: |2s − n − √5 n| < 2, so 2s − n − 2 < √5 n < 2s − n + 2.
pub(super) fn shift_is_by_phi(workings: &mut Workings<'_>) -> Result {
    let all = workings.decompositions();
    let holds = |n| {
        let (twice, root) = (2 * all.shift(n) - n, 5 * n * n);
        twice.saturating_sub(2).pow(2) < root && root < (twice + 2).pow(2)
    };
    Ok(Value::cases((1..all.end()).map(|n| (n, holds(n)))).into())
}

/// The length of the numeral, which is one, and how many places are at most 10^12.
pub(super) fn digits_of_a_trillion(_: &mut Workings<'_>) -> Result {
    let n = 10u64.pow(12);
    let digits = zeckendorf(n.into());
    let (mut here, mut above, mut places) = (1u64, 2u64, 0u32);
    while here <= n {
        places += 1;
        (here, above) = (above, here + above);
    }
    let length = digits.to_string().len() as u128;
    let is_one =
        digits.indices().map(place).sum::<u128>() == n.into() && !digits.to_string().contains("11");
    Ok(Finding::twice(Value::Number(if is_one { length } else { 0 }), Value::Number(places.into())))
}

pub(super) fn cells_of_a_trillion(_: &mut Workings<'_>) -> Result {
    Ok(Value::Number(10u128.pow(12).pow(2)).into())
}
