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

impl Scatter {
    /// α and β, modulo 2^128, of an additive function α n + β R(n), R the right shift,
    /// before its constant: where the weights follow the recurrence of the places.
    ///
    /// ```
    /// use phinum_core::{function::Function, quantity::by_name, scatter::Scatter};
    /// let shift = Function::from(by_name("shift").expect("listed"));
    /// assert_eq!(Scatter::from(&shift).linear(), Some([1, 1]));
    /// ```
    pub fn linear(&self) -> Option<[u128; 2]> {
        let table = &self.table[1..];
        let follows = |w: &[u128]| w[2] == w[1].wrapping_add(w[0]);
        let additive = matches!(self.rule, Rule::Sum { .. }) && !self.needs_finish;
        // F_0 = F_1 = 1 and F_2 = 2: w_1 = α + β, w_2 = 2 α + β.
        let whole = table[1].wrapping_sub(table[0]);
        (additive && table.windows(3).all(follows)).then(|| [whole, table[0].wrapping_sub(whole)])
    }

    /// The values at even and at odd least indices, of a function that depends on the
    /// least index through its parity alone, but for being 0 at n = 0.
    pub fn by_parity(&self) -> Option<[u128; 2]> {
        let table = &self.table[1..];
        let alternates = table.windows(3).all(|v| v[0] == v[2]);
        (self.rule == Rule::Lowest { lone_is_zero: false } && alternates)
            .then(|| [table[1], table[0]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places::place;
    use crate::quantity::by_name;

    fn scatter(name: &str) -> Scatter {
        Scatter::from(&Function::from(by_name(name).expect("listed")))
    }

    /// Names of the listed quantities that have such a form.
    fn with<T>(form: impl Fn(&Scatter) -> Option<T>) -> Vec<String> {
        let all = Function::all();
        let having = all.iter().filter(|f| form(&Scatter::from(*f)).is_some());
        having.map(|f| f.name().to_owned()).collect()
    }

    #[test]
    fn shifts_are_linear_and_so_are_tables_like_them() {
        assert_eq!(with(Scatter::linear), ["shift", "right-shift"]);
        assert_eq!(scatter("shift").linear(), Some([1, 1]));
        assert_eq!(scatter("right-shift").linear(), Some([0, 1]));
        let table: Vec<u128> = (1..=100).map(|i| 7 * place(i) + 3 * place(i - 1)).collect();
        let mine = Function::weighted("mine", &table);
        assert_eq!(Scatter::from(&mine).linear(), Some([7, 3]));
        let right_shift = Function::from(by_name("right-shift").expect("listed"));
        for n in (0..1000).chain([1 << 40, u128::from(u64::MAX)]) {
            assert_eq!(mine.value(n), Ok(7 * n + 3 * right_shift.value(n).expect("small")));
        }
        // One weight amiss, and it is a table like any other.
        let mut amiss = table.clone();
        amiss[91] += 1;
        assert_eq!(Scatter::from(&Function::weighted("amiss", &amiss)).linear(), None);
    }

    #[test]
    fn one_quantity_depends_on_a_parity() {
        assert_eq!(with(Scatter::by_parity), ["lower-wythoff"]);
        assert_eq!(scatter("lower-wythoff").by_parity(), Some([0, 1]));
    }
}
