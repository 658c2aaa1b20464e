//! Exact statistics over ranges, in closed form: sums, extremes, distributions;
//! O(log N) steps for additive functions, O(log² N) for the rest, whatever the
//! range.
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
mod distribution;
mod extremes;
mod gap;
mod longest;
mod moments;
mod statistic;
mod walk;

use core::ops::Range;

use dashu_int::IBig;

pub use additive::Additive;
pub use distribution::Distribution;
pub use extremes::{Extreme, Extremes};
pub use gap::DeficitWalk;
pub use longest::Longest;
pub use moments::{Moments, Powers};
pub use statistic::Statistic;
pub use walk::{Walk, WalkSums};

use crate::cylinder::{Cylinder, cylinders};
use crate::function::{Form, Function, IndexTable};
use crate::quantity::LazyRuns;
use crate::ring::Ring;

/// The recursion for each kind of function, but for the gap.
#[derive(Debug)]
enum Route<S: Statistic> {
    Additive(Additive<S>),
    Lowest(WalkSums<S, LowestWalk<S::Ring>>),
    Highest(WalkSums<S, HighestWalk<S::Ring>>),
    Longest(Longest<S>),
}

impl<S: Statistic> Route<S> {
    fn upper_bound(upper_bound: &IndexTable, top: u32) -> Self {
        let weight = |i| S::Ring::of(upper_bound.exact(i));
        Route::Additive(Additive::new(weight, &IBig::ZERO, top))
    }

    fn longest(upper_bound: &IndexTable, top: u32) -> Self {
        Route::Longest(Longest::new(|i| S::Ring::of(upper_bound.exact(i)), top))
    }

    /// `None` for the gap, which has more routes than one, and for what has none.
    fn new(form: &Form, top: u32) -> Option<Self> {
        Some(match form {
            Form::Weighted { weights, constant } => Route::Additive(Additive::new(
                |i| S::Ring::of(weights.exact(i)),
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
            Form::LazyRuns { which: LazyRuns::Longest, upper_bound } => {
                Route::longest(upper_bound, top)
            }
            Form::LazyRuns { which: LazyRuns::Gap, .. } | Form::ClosedBound => return None,
        })
    }

    fn below(&self, end: u128) -> S {
        match self {
            Route::Additive(all) => all.below(end),
            Route::Lowest(all) => all.below(end),
            Route::Highest(all) => all.below(end),
            Route::Longest(all) => all.below(end),
        }
    }

    fn over(&self, range: Range<u128>) -> S {
        match self {
            Route::Additive(all) => joined(range, |cylinder| all.over(cylinder)),
            Route::Lowest(all) => joined(range, |cylinder| all.over(cylinder)),
            Route::Highest(all) => joined(range, |cylinder| all.over(cylinder)),
            Route::Longest(all) => all.over(range),
        }
    }

    fn over_cylinder(&self, cylinder: Cylinder) -> S {
        match self {
            Route::Additive(all) => all.over(cylinder),
            Route::Lowest(all) => all.over(cylinder),
            Route::Highest(all) => all.over(cylinder),
            Route::Longest(all) => all.over(cylinder.range()),
        }
    }
}

/// Over the cylinders of `range` together.
fn joined<S: Statistic>(range: Range<u128>, of: impl Fn(Cylinder) -> S) -> S {
    let mut all = S::empty();
    for cylinder in cylinders(range) {
        all.add(&of(cylinder));
    }
    all
}

/// The sums of one function over any range below a limit, in the ring `R`.
///
/// The gap is the upper bound less the longest game's length in its lazy form, so
/// that it shares nothing with kernels, which have the deficit form.
#[derive(Debug)]
pub struct Sums<R: Ring> {
    route: Route<Moments<R>>,
    less: Option<Route<Moments<R>>>,
}

impl<R: Ring> Sums<R> {
    /// Sums of `function` over ranges of n whose numerals have at most `top`
    /// digits; `None` where it has no closed sum (the closed bound).
    ///
    /// A weight table that ends below `top` counts as 0 from there on.
    pub fn new(function: &Function, top: u32) -> Option<Self> {
        if let Form::LazyRuns { which: LazyRuns::Gap, upper_bound } = function.form() {
            let less = Some(Route::longest(upper_bound, top));
            return Some(Sums { route: Route::upper_bound(upper_bound, top), less });
        }
        Some(Sums { route: Route::new(function.form(), top)?, less: None })
    }

    /// The sums over all n below `end`.
    pub fn below(&self, end: u128) -> Moments<R> {
        let mut moments = self.route.below(end);
        if let Some(less) = &self.less {
            let less = less.below(end);
            moments.f.sub(&less.f);
            moments.nf.sub(&less.nf);
        }
        moments
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

/// Any statistic of one function over any range below a limit, exact and without
/// evaluating a number. The gap goes by its deficit form here.
///
/// ```
/// use phinum_core::{function::Function, prefix::{Exact, Extremes}, quantity::by_name};
/// let gap = Function::from(by_name("gap").unwrap());
/// let extremes = Exact::<Extremes>::new(&gap, 150).unwrap().over(1..10u128.pow(30));
/// // The last number below 10^30 at which the upper bound is sharp: F_144 − 1.
/// assert_eq!(extremes.least().unwrap().last, (phinum_core::places::place(144) - 1).into());
/// ```
#[derive(Debug)]
pub struct Exact<S: Statistic<Ring = IBig>>(ExactRoute<S>);

#[derive(Debug)]
enum ExactRoute<S: Statistic<Ring = IBig>> {
    Plain(Route<S>),
    Gap(WalkSums<S, DeficitWalk>),
}

impl<S: Statistic<Ring = IBig>> Exact<S> {
    /// Of `function` over ranges of n whose numerals have at most `top` digits;
    /// `None` where there is no closed form (the closed bound).
    ///
    /// A weight table that ends below `top` counts as 0 from there on.
    pub fn new(function: &Function, top: u32) -> Option<Self> {
        Some(Exact(match function.form() {
            Form::LazyRuns { which: LazyRuns::Gap, .. } => {
                ExactRoute::Gap(WalkSums::new(DeficitWalk, top))
            }
            form => ExactRoute::Plain(Route::new(form, top)?),
        }))
    }

    /// Over `range`, which is half-open and not reversed.
    pub fn over(&self, range: Range<u128>) -> S {
        match &self.0 {
            ExactRoute::Plain(route) => route.over(range),
            ExactRoute::Gap(all) => joined(range, |cylinder| all.over(cylinder)),
        }
    }

    /// Over the numbers of one cylinder, which is much less work than a range is.
    pub fn over_cylinder(&self, cylinder: Cylinder) -> S {
        match &self.0 {
            ExactRoute::Plain(route) => route.over_cylinder(cylinder),
            ExactRoute::Gap(all) => all.over(cylinder),
        }
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
