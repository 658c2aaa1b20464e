//! Squares of positions: the zeros of the table of Grundy values against the rules.

use crate::census::{Finding, Stopped, Value, Workings};
use crate::dashu::UBig;
use crate::wythoff::beatty::pair;
use crate::wythoff::table::options;
use crate::wythoff::{GrundyTable, conditions, is_cold, is_cold_by_beatty, winning_moves};

type Result = core::result::Result<Finding, Stopped>;

/// A rule that says which positions are cold.
type Rule = fn(u64, u64) -> bool;

fn shift(a: u64, b: u64) -> bool {
    conditions(a, b).shifted
}

fn parity(a: u64, b: u64) -> bool {
    conditions(a, b).even_zeros
}

fn cells(side: u64) -> impl Iterator<Item = (u64, u64)> + Clone {
    (0..side).flat_map(move |a| (0..side).map(move |b| (a, b)))
}

fn is_zero(table: &GrundyTable, (a, b): (u64, u64)) -> bool {
    table.get(a as usize, b as usize) == 0
}

/// On how many cells of the square the rule says what the table does.
fn right(workings: &mut Workings<'_>, side: u64, rule: Rule) -> Value {
    let table = workings.square();
    let right = cells(side).filter(|&(a, b)| rule(a, b) == is_zero(&table, (a, b)));
    Value::Share(right.count() as u64, side * side)
}

pub(super) fn digit_rule(workings: &mut Workings<'_>) -> Result {
    Ok(right(workings, 80, is_cold).into())
}

pub(super) fn beatty(workings: &mut Workings<'_>) -> Result {
    Ok(right(workings, 80, is_cold_by_beatty).into())
}

pub(super) fn shift_alone(workings: &mut Workings<'_>) -> Result {
    Ok(right(workings, 60, shift).into())
}

/// The cells that the rule takes for cold, or for hot, and the table does not.
fn mistaken(workings: &mut Workings<'_>, rule: Rule, cold: bool) -> Vec<(u64, u64)> {
    let table = workings.square();
    let wrong = |&(a, b): &(u64, u64)| rule(a, b) == cold && is_zero(&table, (a, b)) != cold;
    cells(60).filter(wrong).collect()
}

fn count(cells: &[(u64, u64)]) -> Value {
    Value::Number(cells.len() as u128)
}

pub(super) fn false_positives_of_the_shift(workings: &mut Workings<'_>) -> Result {
    Ok(count(&mistaken(workings, shift, true)).into())
}

pub(super) fn false_negatives_of_the_shift(workings: &mut Workings<'_>) -> Result {
    Ok(count(&mistaken(workings, shift, false)).into())
}

pub(super) fn false_positives_of_the_parity(workings: &mut Workings<'_>) -> Result {
    let value = count(&mistaken(workings, parity, true));
    Ok(Finding::twice(value, Value::Number(2121)))
}

pub(super) fn false_negatives_of_the_parity(workings: &mut Workings<'_>) -> Result {
    let value = count(&mistaken(workings, parity, false));
    Ok(Finding::twice(value, Value::Number(0)))
}

/// Of the cells that the shift takes for cold: wrongly if and only if the smaller
/// half ends in an odd number of zeros.
pub(super) fn where_the_shift_fails(workings: &mut Workings<'_>) -> Result {
    let (table, all) = (workings.square(), workings.decompositions());
    let taken = cells(60).filter(|&(a, b)| shift(a, b) && (a, b) != (0, 0));
    let cases = taken.map(|(a, b)| {
        let odd = all.trailing_zeros(a.min(b)) % 2 == 1;
        (format!("({a}, {b})"), is_zero(&table, (a, b)) != odd)
    });
    Ok(Value::cases(cases).into())
}

pub(super) fn smallest_failure(workings: &mut Workings<'_>) -> Result {
    let mut wrong = mistaken(workings, shift, true);
    wrong.sort_by_key(|(a, b)| (a + b, *a));
    let first = wrong.first().copied().unwrap_or_default();
    let all = workings.decompositions();
    let index = |n| {
        let mut indices = all.indices(n);
        indices.next().filter(|_| indices.next().is_none())
    };
    let consecutive = index(first.0).is_some_and(|i| index(first.1) == Some(i + 1));
    Ok(Value::cases([(format!("{first:?}"), consecutive)]).into())
}

/// The zeros with the smaller half first, by it; the first is (0, 0).
pub(super) fn fourth_pair(workings: &mut Workings<'_>) -> Result {
    let table = workings.square();
    let mut zeros = cells(80).filter(|&(a, b)| a <= b && is_zero(&table, (a, b)));
    let (a, b) = zeros.nth(4).unwrap_or_default();
    Ok(Value::Numbers(vec![a, b]).into())
}

pub(super) fn five_and_eight(workings: &mut Workings<'_>) -> Result {
    let (table, all) = (workings.square(), workings.decompositions());
    let cases = [("the shift", all.shift(5) == 8), ("the table", !is_zero(&table, (5, 8)))];
    Ok(Value::cases(cases).into())
}

pub(super) fn squares_drawn(workings: &mut Workings<'_>) -> Result {
    let table = workings.square();
    let cases = [24, 34]
        .into_iter()
        .flat_map(cells)
        .map(|(a, b)| (format!("({a}, {b})"), is_cold(a, b) == is_zero(&table, (a, b))));
    Ok(Value::cases(cases).into())
}

/// From a hot position there is a move, and it leads to a zero by a move of the
/// game; from a cold one there is none. And none is missing.
pub(super) fn moves(workings: &mut Workings<'_>) -> Result {
    let table = workings.square();
    let mut cases = Vec::new();
    for (a, b) in cells(80) {
        let small = |n: UBig| usize::try_from(n).unwrap_or(usize::MAX);
        let mut found: Vec<_> = winning_moves(&a.into(), &b.into(), 1)
            .into_iter()
            .map(|m| (small(m.to.0), small(m.to.1)))
            .collect();
        let mut all: Vec<_> =
            options(a as usize, b as usize, 1).filter(|&(a, b)| table.get(a, b) == 0).collect();
        found.sort_unstable();
        all.sort_unstable();
        let holds = found == all && found.is_empty() == is_zero(&table, (a, b));
        cases.push((format!("({a}, {b})"), holds));
    }
    Ok(Value::cases(cases).into())
}

/// Who cannot move wins. The positions lost then, against the cold ones: some are
/// others, and all of those have no heap above 2.
pub(super) fn misere(workings: &mut Workings<'_>) -> Result {
    let table = workings.square();
    let mut wins = vec![[false; 80]; 80];
    for (a, b) in cells(80) {
        let (a, b) = (a as usize, b as usize);
        let mut any = false;
        let mut lost = false;
        for (x, y) in options(a, b, 1) {
            any = true;
            lost |= !wins[x][y];
        }
        wins[a][b] = lost || !any;
    }
    let differs = |&(a, b): &(u64, u64)| wins[a as usize][b as usize] == is_zero(&table, (a, b));
    let mut cases = vec![("any cell".to_owned(), cells(80).any(|cell| differs(&cell)))];
    cases.extend(
        cells(80).map(|(a, b)| (format!("({a}, {b})"), a.max(b) <= 2 || !differs(&(a, b)))),
    );
    Ok(Value::cases(cases).into())
}

/// The last zero of the large table, its larger half over its smaller one.
pub(super) fn slope(workings: &mut Workings<'_>) -> Result {
    let table = workings.large_square()?;
    let side = table.task().n();
    let zero = |a: usize| (a..side).find(|b| table.get(a, *b) == 0).map(|b| (a, b));
    let (a, b) = (1..side).rev().find_map(zero).unwrap_or_default();
    Ok(Value::ratio(b as u128, a as u128, 4).into())
}

/// On how many cells of the large square the digits, and Beatty's pairs, say what
/// the table does. Each row has one cold cell at or right of the diagonal at most:
/// the rules name it, and every cell is looked at.
pub(super) fn digit_rule_far_on(workings: &mut Workings<'_>) -> Result {
    let table = workings.large_square()?;
    let side = table.task().n();
    let mut beatty = vec![usize::MAX; side];
    for k in 0..side {
        let (a, b) = pair(&UBig::from(k), 1);
        if let Some(row) = usize::try_from(a).ok().and_then(|a| beatty.get_mut(a)) {
            *row = usize::try_from(b).unwrap_or(usize::MAX);
        }
    }
    let (mut by_digits, mut by_beatty) = (0, 0);
    for (a, partner) in beatty.into_iter().enumerate() {
        workings.go_on()?;
        for b in a..side {
            let zero = table.get(a, b) == 0;
            // A cell off the diagonal is two of the square.
            let cells = if a == b { 1 } else { 2 };
            by_digits += if is_cold(a as u64, b as u64) == zero { cells } else { 0 };
            by_beatty += if (partner == b) == zero { cells } else { 0 };
        }
    }
    let of = |right| Value::Share(right, (side * side) as u64);
    Ok(Finding::twice(of(by_digits), of(by_beatty)))
}
