//! Ranges as a table and a few constants: the form every range kernel takes.
//!
//! Write n = P + r, where P keeps the digits from index K up and r < F_K the
//! rest. Consecutive n with one P are a *run*; there are F_K of them, or F_{K-1}
//! where P has digit K. Over a run every quantity is a table over r and a
//! constant; the longest game's also takes a small multiple of a second table.
//! So a kernel knows one operation,
//!
//! > value = table\[from + j\] + times · relief\[r + j\] + add,  j = 0, 1, …
//!
//! and a list of [`Part`]s says where it applies. That is all a backend sees of a
//! function: the kinds end here.
//!
//! The tables of the longest game come from the deficit form, while exact sums
//! and the scalar reference go by the lazy form, so that each checks the other.

mod longest;

use crate::closed_bound::packed_weight;
use crate::column::Column;
use crate::function::{Form, Function};
use crate::numeral::{Digits, zeckendorf};
use crate::places::place;

/// A stretch of consecutive n evaluated by one table, one multiple and one constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// How many n.
    pub len: u32,
    /// Where in the table the first of them stands; `None`: the value is `add` alone.
    pub from: Option<u32>,
    /// Where in [`Tile::relief`] the first of them stands.
    pub relief_from: u32,
    /// How many times the relief is added; negative only in [`Part`]s of `gap`.
    pub times: i32,
    /// Added to each, modulo 2^128. Never negative as an integer.
    pub add: u128,
}

impl Part {
    fn constant(len: u32, add: u128) -> Part {
        Part { len, from: None, relief_from: 0, times: 0, add }
    }

    /// One table and one constant.
    fn plain(len: u32, from: u32, add: u128) -> Part {
        Part { len, from: Some(from), relief_from: 0, times: 0, add }
    }
}

/// The tables of one function for one K.
#[derive(Debug)]
pub struct Tile {
    function: Function,
    index: u32,
    table: Column,
    relief: Vec<u8>,
}

/// The digits of a run's P.
#[derive(Clone, Copy, Debug)]
struct Prefix {
    value: u128,
    digits: Digits,
}

impl Tile {
    /// The smallest K.
    pub const MIN_INDEX: u32 = 6;
    /// The largest K: a table of F_30 = 1346269 values.
    pub const MAX_INDEX: u32 = 30;

    /// The tables of `function` with r below F_`index`.
    ///
    /// # Panics
    /// If `index` is not in [`Self::MIN_INDEX`]..=[`Self::MAX_INDEX`].
    pub fn new(function: &Function, index: u32) -> Tile {
        assert!((Self::MIN_INDEX..=Self::MAX_INDEX).contains(&index), "K is in 6..=30");
        let mut relief = Vec::new();
        let table = match function.form() {
            Form::Weighted { weights, constant } => {
                additive(index, *constant as u128, |i| weights.wrapped(i))
            }
            Form::ClosedBound => additive(index, 0, packed_weight),
            Form::Highest { values } => by_top(index, |i, _, _| values.wrapped(i)),
            Form::Lowest { values, lone_is_zero } => {
                let lowest = by_top(index, |i, r, below| match r {
                    0 => values.wrapped(i),
                    _ => below[r],
                });
                if *lone_is_zero {
                    // Under a P that is not 0, one term is no exception.
                    let alone = by_top(index, |_, r, _| lowest[r]);
                    alone.into_iter().chain(lowest).collect()
                } else {
                    lowest
                }
            }
            Form::LazyRuns { which, upper_bound } => {
                let tables = longest::tables(*which, |i| upper_bound.wrapped(i), index);
                relief = tables.relief;
                tables.values
            }
        };
        Tile { function: function.clone(), index, table: Column::narrowest(&table), relief }
    }

    /// The function.
    pub fn function(&self) -> &Function {
        &self.function
    }

    /// K.
    pub fn index(&self) -> u32 {
        self.index
    }

    /// The table, of the narrowest words that hold it.
    pub fn table(&self) -> &Column {
        &self.table
    }

    /// The second table, of F_K small values; empty where no part uses it.
    pub fn relief(&self) -> &[u8] {
        &self.relief
    }

    /// Whether what the parts give is packed (Z, IZ), to be finished by
    /// [`crate::closed_bound`].
    pub fn needs_finish(&self) -> bool {
        matches!(self.function.form(), Form::ClosedBound)
    }

    /// The parts that make up the `len` numbers from `start` on, in order.
    ///
    /// # Panics
    /// If they go past 2^128 − 1.
    pub fn parts(&self, start: u128, len: u64) -> Vec<Part> {
        let mut parts = Vec::new();
        let end = start.checked_add(u128::from(len)).expect("a range ends by 2^128 - 1");
        let digits = zeckendorf(start).from_index(self.index);
        let mut prefix = Prefix { value: digits.value(), digits };
        let mut at = start;
        while at < end {
            let run = if prefix.digits.get(self.index) { self.index - 1 } else { self.index };
            let first = (at - prefix.value) as u32;
            // The last run below 2^128 would end past it, and the range does not.
            let next = prefix.value.saturating_add(place(run)).min(end);
            self.run(&prefix, first, (next - prefix.value) as u32, &mut parts);
            at = next;
            if at < end {
                prefix = Prefix { value: at, digits: prefix.digits.successor(self.index) };
            }
        }
        parts
    }

    /// The parts of the n = P + r for r in `first..end`.
    fn run(&self, prefix: &Prefix, first: u32, end: u32, parts: &mut Vec<Part>) {
        let len = end - first;
        let size = place(self.index) as u32;
        let terms = || prefix.digits.indices();
        match self.function.form() {
            Form::Weighted { weights, .. } => {
                let add = terms().fold(0, |sum: u128, i| sum.wrapping_add(weights.wrapped(i)));
                parts.push(Part::plain(len, first, add));
            }
            Form::ClosedBound => {
                parts.push(Part::plain(len, first, terms().map(packed_weight).sum()));
            }
            // Below F_K the table is the function itself.
            _ if prefix.value == 0 => parts.push(Part::plain(len, first, 0)),
            Form::Highest { values } => {
                parts.push(Part::constant(len, values.wrapped(prefix.digits.highest())));
            }
            Form::Lowest { values, lone_is_zero } => {
                let (mut first, table) = (first, if *lone_is_zero { size } else { 0 });
                if first == 0 {
                    let zero = *lone_is_zero && prefix.digits.terms() == 1;
                    let value = if zero { 0 } else { values.wrapped(prefix.digits.lowest()) };
                    parts.push(Part::constant(1, value));
                    first = 1;
                }
                if first < end {
                    parts.push(Part::plain(end - first, table + first, 0));
                }
            }
            Form::LazyRuns { which, upper_bound } => {
                let run = longest::Run::new(*which, prefix.digits, self.index);
                let value = |r| run.value(prefix.digits, r, |i| upper_bound.wrapped(i));
                run.parts(self, first, end, value, parts);
            }
        }
    }
}

/// The table of a function below F_`index`, 0 at 0, by recursion: `value(i, r,
/// table)` is that of F_i + r, for r below F_{i-1}.
fn by_top(index: u32, value: impl Fn(u32, usize, &[u128]) -> u128) -> Vec<u128> {
    let mut table = vec![0];
    for i in 1..index {
        for r in 0..(place(i + 1) - place(i)) as usize {
            table.push(value(i, r, &table));
        }
    }
    table
}

/// An additive function below F_`index`.
fn additive(index: u32, constant: u128, weight: impl Fn(u32) -> u128) -> Vec<u128> {
    let mut table = by_top(index, |i, r, below| below[r].wrapping_add(weight(i)));
    for value in &mut table {
        *value = value.wrapping_add(constant);
    }
    table
}

#[cfg(test)]
mod tests;
