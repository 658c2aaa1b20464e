//! Listed numbers: the form every kernel for scattered inputs takes.
//!
//! Inputs are below 2^64, so numerals have at most 92 digits, and a function is a
//! table over the indices and a rule for reading a numeral with it.

use crate::closed_bound::packed_weight;
use crate::function::{Form, Function};
use crate::places::MAX_INDEX_U64;
use crate::quantity::LazyRuns;

/// How a numeral is read with the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// The sum over the terms, plus a constant.
    Sum {
        /// The constant, modulo 2^128.
        constant: u128,
    },
    /// The entry of the least index; 0 where that is the only one and
    /// `lone_is_zero`.
    Lowest {
        /// See there.
        lone_is_zero: bool,
    },
    /// The entry of the greatest index.
    Highest,
    /// The sum over the lazy numeral's ones, plus Σ ⌊e²/4⌋ over its runs (see
    /// [`crate::zeckendorf_game::run_moves`]).
    Longest,
    /// The sum over the Zeckendorf terms, less what [`Rule::Longest`] gives.
    Gap,
}

/// A function as kernels for listed inputs see it.
#[derive(Clone, Debug)]
pub struct Scatter {
    /// The rule.
    pub rule: Rule,
    /// The table, modulo 2^128; entry i belongs to index i, entry 0 is 0.
    pub table: [u128; MAX_INDEX_U64 as usize + 1],
    /// Whether the values are packed (Z, IZ), to be finished by
    /// [`crate::closed_bound::finish_one`].
    pub needs_finish: bool,
}

impl From<&Function> for Scatter {
    fn from(function: &Function) -> Self {
        let (rule, needs_finish) = match function.form() {
            Form::Weighted { constant, .. } => (Rule::Sum { constant: *constant as u128 }, false),
            Form::ClosedBound => (Rule::Sum { constant: 0 }, true),
            Form::Lowest { lone_is_zero, .. } => {
                (Rule::Lowest { lone_is_zero: *lone_is_zero }, false)
            }
            Form::Highest { .. } => (Rule::Highest, false),
            Form::LazyRuns { which: LazyRuns::Longest, .. } => (Rule::Longest, false),
            Form::LazyRuns { which: LazyRuns::Gap, .. } => (Rule::Gap, false),
        };
        let entry = |i: u32| match function.form() {
            Form::Weighted { weights: t, .. }
            | Form::Lowest { values: t, .. }
            | Form::Highest { values: t }
            | Form::LazyRuns { upper_bound: t, .. } => t.wrapped(i),
            Form::ClosedBound if i == 0 => 0,
            Form::ClosedBound => packed_weight(i),
        };
        Scatter { rule, table: core::array::from_fn(|i| entry(i as u32)), needs_finish }
    }
}
