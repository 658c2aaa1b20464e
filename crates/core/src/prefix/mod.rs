//! Exact sums over ranges, in closed form: O(log N) steps for additive
//! functions, O(log² N) for the rest, whatever the range.
//!
//! A kernel walks tables of values, this walks digits: they share the weights of
//! the indices, the places, and the numeral of a range's end, and nothing else. So
//! a block whose sums agree with these was computed right.
//!
//! - Additive functions go by the recursion of [`Additive`]: the n below F_k are
//!   those below F_{k-1}, and F_{k-1} plus those below F_{k-2}.
//! - Everything else but the closed bound is a *walk* ([`Walk`]) over the
//!   indices of a numeral, each step adding a value that depends on two
//!   neighbouring indices and a small state. Any additive function is one too, so
//!   there are two routes to each of its sums.

mod additive;
mod longest;
mod moments;
mod walk;

use core::ops::Range;

use dashu_int::IBig;

pub use additive::Additive;
pub use longest::Longest;
pub use moments::Moments;
pub use walk::{Walk, WalkSums};

use crate::function::{Form, Function, IndexTable};
use crate::quantity::LazyRuns;
use crate::ring::Ring;

/// The sums of one function over any range below a limit, in the ring `R`.
#[derive(Debug)]
pub struct Sums<R>(Route<R>);

#[derive(Debug)]
enum Route<R> {
    Additive(Additive<R>),
    Lowest(WalkSums<R, LowestWalk<R>>),
    Highest(WalkSums<R, HighestWalk<R>>),
    Longest(Longest<R>),
    Gap { upper_bound: Additive<R>, longest: Longest<R> },
}

impl<R: Ring> Sums<R> {
    /// Sums of `function` over ranges of n whose numerals have at most `top`
    /// digits; `None` where it has no closed sum (the closed bound).
    ///
    /// A weight table that ends below `top` counts as 0 from there on.
    pub fn new(function: &Function, top: u32) -> Option<Self> {
        Some(Sums(match function.form() {
            Form::Weighted { weights, constant } => Route::Additive(Additive::new(
                |i| R::of(weights.exact(i)),
                &IBig::from(*constant),
                top,
            )),
            Form::Lowest { values, lone_is_zero } => {
                let walk = LowestWalk { values: image(values, top), lone_is_zero: *lone_is_zero };
                Route::Lowest(WalkSums::new(walk, top))
            }
            Form::Highest { values } => {
                Route::Highest(WalkSums::new(HighestWalk { values: image(values, top) }, top))
            }
            Form::LazyRuns { which, upper_bound } => {
                let longest = Longest::new(|i| R::of(upper_bound.exact(i)), top);
                match which {
                    LazyRuns::Longest => Route::Longest(longest),
                    LazyRuns::Gap => {
                        let weight = |i| R::of(upper_bound.exact(i));
                        Route::Gap { upper_bound: Additive::new(weight, &IBig::ZERO, top), longest }
                    }
                }
            }
            Form::ClosedBound => return None,
        }))
    }

    /// The sums over all n below `end`.
    pub fn below(&self, end: u128) -> Moments<R> {
        match &self.0 {
            Route::Additive(sums) => sums.below(end),
            Route::Lowest(sums) => sums.below(end),
            Route::Highest(sums) => sums.below(end),
            Route::Longest(sums) => sums.below(end),
            Route::Gap { upper_bound, longest } => {
                let mut moments = upper_bound.below(end);
                let longest = longest.below(end);
                moments.f.sub(&longest.f);
                moments.nf.sub(&longest.nf);
                moments
            }
        }
    }

    /// The sums over `range`, which is half-open and not reversed.
    ///
    /// ```
    /// use phinum_core::{dashu::IBig, function::Function, prefix::Sums, quantity::by_name};
    /// let terms = Function::from(by_name("terms").unwrap());
    /// let sums = Sums::<IBig>::new(&terms, 92).unwrap();
    /// assert_eq!(sums.over(1..1_000_000).f, IBig::from(7_894_453)); // Project Euler 297
    /// ```
    pub fn over(&self, range: Range<u128>) -> Moments<R> {
        let mut moments = self.below(range.end);
        moments.sub(&self.below(range.start));
        moments
    }
}

fn image<R: Ring>(values: &IndexTable, top: u32) -> Vec<R> {
    (0..=top).map(|i| R::of(values.exact(i))).collect()
}

/// The least index decides.
#[derive(Debug)]
struct LowestWalk<R> {
    values: Vec<R>,
    lone_is_zero: bool,
}

impl<R: Ring> Walk<R> for LowestWalk<R> {
    // Whether a second term has been seen.
    const STATES: usize = 2;

    fn step(&self, state: usize, from: u32, to: u32) -> (usize, R) {
        let value = |i: u32| self.values[i as usize].clone();
        match (from, state, self.lone_is_zero) {
            (0, _, false) => (0, value(to)),
            (1.., 0, true) => (1, value(from)),
            (_, state, _) => (state, R::of_u128(0)),
        }
    }

    fn finish(&self, _: usize, _: u32) -> R {
        R::of_u128(0)
    }
}

/// The greatest index decides.
#[derive(Debug)]
struct HighestWalk<R> {
    values: Vec<R>,
}

impl<R: Ring> Walk<R> for HighestWalk<R> {
    const STATES: usize = 1;

    fn step(&self, _: usize, _: u32, _: u32) -> (usize, R) {
        (0, R::of_u128(0))
    }

    fn finish(&self, _: usize, last: u32) -> R {
        self.values[last as usize].clone()
    }
}
