//! A function of one number, ready to be evaluated: a quantity of the list, or a
//! user's own table of weights.
//!
//! The scalar evaluation here is the definition, and every backend is compared
//! with it. It goes through the greedy numeral and, for the longest game, the
//! lazy one.

use std::borrow::Cow;
use std::sync::Arc;

use dashu_int::{IBig, UBig};
use thiserror::Error;

use crate::bound::best_below;
use crate::closed_bound::by_square_root;
use crate::numeral::{BigNumeral, Digits, lazy, zeckendorf};
use crate::places::{MAX_INDEX, Window};
use crate::quantity::{IndexRule, Kind, LazyRuns, QUANTITIES, Quantity, UPPER_BOUND_WEIGHT};
use crate::ring::{natural, wrap};
use crate::zeckendorf_game::run_moves;

/// Why a function has no value where it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ValueError {
    /// A value needs more bits than its column or word has.
    #[error(
        "{function} may reach {largest} here, which does not fit {bits} bits; for one number of any size use 'phinum show'"
    )]
    TooWide {
        /// The function's name.
        function: String,
        /// The value that does not fit, or a bound no value exceeds.
        largest: Box<UBig>,
        /// The width it was to fit.
        bits: u32,
    },
    /// A weight table ends before the numeral does.
    #[error(
        "the table of {function} ends at index {length}, but a numeral here reaches index {needed}: add the missing weights"
    )]
    TableEnds {
        /// The function's name.
        function: String,
        /// The table's last index.
        length: u32,
        /// The index that was needed.
        needed: u32,
    },
}

/// Integers over the indices 1..: by rule without end, or a table that ends.
#[derive(Clone, Debug)]
pub(crate) struct IndexTable {
    rule: Option<IndexRule>,
    /// Index 0 holds 0. A rule's values go to index [`MAX_INDEX`] + 1.
    exact: Vec<IBig>,
    wrapped: Vec<u128>,
    /// See [`IndexTable::best_below`]: asked for before every block.
    best: Vec<IBig>,
}

impl IndexTable {
    fn of_rule(rule: IndexRule) -> Self {
        let mut window = Window::first();
        let mut exact = vec![IBig::ZERO];
        for _ in 1..=MAX_INDEX + 1 {
            exact.push(rule(&window));
            window.advance();
        }
        IndexTable { rule: Some(rule), ..Self::of_values(exact) }
    }

    fn of_values(exact: Vec<IBig>) -> Self {
        let wrapped = exact.iter().map(wrap).collect();
        IndexTable { rule: None, best: best_below(&exact), exact, wrapped }
    }

    /// The largest sum over the n below F_`i`, for i ≤ 186.
    pub(crate) fn best_below(&self, i: u32) -> &IBig {
        &self.best[i as usize]
    }

    /// The value at index `i`, exact; 0 past a table's end.
    pub(crate) fn exact(&self, i: u32) -> &IBig {
        static ZERO: IBig = IBig::ZERO;
        self.exact.get(i as usize).unwrap_or(&ZERO)
    }

    /// The value at index `i` modulo 2^128; 0 past a table's end.
    #[inline]
    pub(crate) fn wrapped(&self, i: u32) -> u128 {
        self.wrapped.get(i as usize).copied().unwrap_or(0)
    }

    /// The values at `indices`, ascending and however large, added up.
    fn weigh_big(&self, indices: impl Iterator<Item = u32>) -> IBig {
        let Some(rule) = self.rule else {
            return indices.map(|i| self.exact(i)).sum();
        };
        let mut window = Window::first();
        let mut sum = IBig::ZERO;
        for i in indices {
            while window.index() < i {
                window.advance();
            }
            sum += rule(&window);
        }
        sum
    }

    fn weigh(&self, indices: impl Iterator<Item = u32>) -> u128 {
        indices.fold(0, |sum, i| sum.wrapping_add(self.wrapped(i)))
    }
}

/// [`Kind`] with its rules made into tables.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    Weighted { weights: IndexTable, constant: i8 },
    Lowest { values: IndexTable, lone_is_zero: bool },
    Highest { values: IndexTable },
    LazyRuns { which: LazyRuns, upper_bound: IndexTable },
    ClosedBound,
}

#[derive(Debug)]
struct Inner {
    name: Cow<'static, str>,
    form: Form,
    /// The last index with a weight, where a table ends.
    ends_at: Option<u32>,
}

/// A function of one number. Cloning is cheap and keeps its identity.
#[derive(Clone, Debug)]
pub struct Function(Arc<Inner>);

impl From<&Quantity> for Function {
    fn from(quantity: &Quantity) -> Self {
        let form = match quantity.kind {
            Kind::Weighted { weight, constant } => {
                Form::Weighted { weights: IndexTable::of_rule(weight), constant }
            }
            Kind::Lowest { value, lone_is_zero } => {
                Form::Lowest { values: IndexTable::of_rule(value), lone_is_zero }
            }
            Kind::Highest { value } => Form::Highest { values: IndexTable::of_rule(value) },
            Kind::LazyRuns(which) => {
                Form::LazyRuns { which, upper_bound: IndexTable::of_rule(UPPER_BOUND_WEIGHT) }
            }
            Kind::ClosedBound => Form::ClosedBound,
        };
        Function(Arc::new(Inner { name: quantity.name.into(), form, ends_at: None }))
    }
}

impl Function {
    /// Every quantity of the list, in its order.
    pub fn all() -> Vec<Function> {
        QUANTITIES.iter().map(Function::from).collect()
    }

    /// The additive function with these weights, the first at index 1.
    ///
    /// ```
    /// use phinum_core::function::Function;
    /// let f = Function::weighted("mine", &[10, 20, 30]);
    /// assert_eq!(f.value(4), Ok(40)); // 4 = F_3 + F_1
    /// assert!(f.value(5).is_err());
    /// ```
    pub fn weighted(name: impl Into<String>, weights: &[u128]) -> Function {
        let exact = core::iter::once(IBig::ZERO).chain(weights.iter().map(|w| IBig::from(*w)));
        Function(Arc::new(Inner {
            name: Cow::Owned(name.into()),
            form: Form::Weighted { weights: IndexTable::of_values(exact.collect()), constant: 0 },
            ends_at: Some(weights.len() as u32),
        }))
    }

    /// The name shown for it.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The weights of a user's own table, the first for F_1, as far as a numeral below
    /// 2^128 reaches; `None` of a listed quantity.
    pub fn own_weights(&self) -> Option<Vec<u128>> {
        match (&self.0.form, self.0.ends_at) {
            (Form::Weighted { weights, .. }, Some(end)) => {
                Some((1..=end.min(MAX_INDEX)).map(|i| weights.wrapped(i)).collect())
            }
            _ => None,
        }
    }

    pub(crate) fn form(&self) -> &Form {
        &self.0.form
    }

    /// Whether `other` is this same function (a clone of it).
    pub fn same(&self, other: &Function) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Whether numerals up to index `top` have a value.
    ///
    /// # Errors
    /// [`ValueError::TableEnds`] if the weight table is shorter.
    pub fn reaches(&self, top: u32) -> Result<(), ValueError> {
        match self.0.ends_at {
            Some(length) if length < top => {
                Err(ValueError::TableEnds { function: self.name().into(), length, needed: top })
            }
            _ => Ok(()),
        }
    }

    /// The value at `n`.
    ///
    /// # Errors
    /// [`ValueError::TooWide`] if it is 2^128 or more, [`ValueError::TableEnds`]
    /// if the weight table ends below the numeral's length.
    pub fn value(&self, n: u128) -> Result<u128, ValueError> {
        let digits = zeckendorf(n);
        self.reaches(digits.highest())?;
        if self.bound_of_length(digits.highest()) >> 128 == UBig::ZERO {
            return Ok(self.value_wrapped(n));
        }
        let exact = self.value_of_any_size(&UBig::from(n))?;
        u128::try_from(&exact).map_err(|_| self.too_wide(exact, 128))
    }

    pub(crate) fn too_wide(&self, largest: UBig, bits: u32) -> ValueError {
        ValueError::TooWide { function: self.name().into(), largest: Box::new(largest), bits }
    }

    /// The value at `n` modulo 2^128: the scalar reference of every kernel.
    pub fn value_wrapped(&self, n: u128) -> u128 {
        let digits = zeckendorf(n);
        match self.form() {
            Form::Weighted { weights, constant } => {
                weights.weigh(digits.indices()).wrapping_add(*constant as u128)
            }
            Form::Lowest { lone_is_zero: true, .. } if digits.terms() == 1 => 0,
            Form::Lowest { values, .. } => values.wrapped(digits.lowest()),
            Form::Highest { values } => values.wrapped(digits.highest()),
            Form::LazyRuns { which, upper_bound } => {
                let ones: Digits = lazy(n);
                let longest =
                    upper_bound.weigh(ones.indices()).wrapping_add(run_moves(ones.indices()));
                match which {
                    LazyRuns::Longest => longest,
                    LazyRuns::Gap => upper_bound.weigh(digits.indices()).wrapping_sub(longest),
                }
            }
            Form::ClosedBound => {
                let index_sum = digits.indices().map(u64::from).sum();
                wrap(&by_square_root(&UBig::from(n), digits.terms().into(), index_sum))
            }
        }
    }

    /// The value at `n` of any size.
    ///
    /// # Errors
    /// [`ValueError::TableEnds`] if the weight table ends below the numeral's length.
    pub fn value_of_any_size(&self, n: &UBig) -> Result<UBig, ValueError> {
        self.value_at(&BigNumeral::of(n))
    }

    /// As [`Function::value_of_any_size`], for one number and many functions.
    ///
    /// # Errors
    /// As there.
    pub fn value_at(&self, n: &BigNumeral) -> Result<UBig, ValueError> {
        let digits = &n.zeckendorf;
        let top = digits.highest();
        self.reaches(top)?;
        Ok(natural(match self.form() {
            Form::Weighted { weights, constant } => {
                weights.weigh_big(digits.indices()) + IBig::from(*constant)
            }
            Form::Lowest { lone_is_zero: true, .. } if digits.terms() == 1 => IBig::ZERO,
            Form::Lowest { values, .. } => values.weigh_big(digits.indices().take(1)),
            Form::Highest { values } => values.weigh_big((top > 0).then_some(top).into_iter()),
            Form::LazyRuns { which, upper_bound } => {
                let ones = || n.lazy.indices();
                let longest = upper_bound.weigh_big(ones()) + run_moves(ones());
                match which {
                    LazyRuns::Longest => longest,
                    LazyRuns::Gap => upper_bound.weigh_big(digits.indices()) - longest,
                }
            }
            Form::ClosedBound => {
                let index_sum: u64 = digits.indices().map(u64::from).sum();
                by_square_root(&n.value, digits.terms().into(), index_sum)
            }
        }))
    }
}
