//! The largest value a function can take, known before any work starts: what
//! decides the width of a column.

use core::ops::Range;

use dashu_int::{IBig, UBig};

use crate::cylinder::{Cylinder, cylinders};
use crate::function::{Form, Function, IndexTable, ValueError};
use crate::numeral::zeckendorf;
use crate::places::{MAX_INDEX, place, place_exact, top_index};
use crate::quantity::LazyRuns;
use crate::ring::natural;

/// At i ≤ 186: the largest sum of weights, by index, over the n below F_i.
pub(crate) fn best_below(weights: &[IBig]) -> Vec<IBig> {
    let mut best = vec![IBig::ZERO; MAX_INDEX as usize + 2];
    for i in 2..best.len() {
        let with = weights.get(i - 1).map(|weight| &best[i - 2] + weight);
        best[i] = with.unwrap_or_default().max(best[i - 1].clone());
    }
    best
}

/// The largest sum of weights over the n of `range`, which is not empty.
fn largest_sum(weights: &IndexTable, range: Range<u128>) -> IBig {
    let of_cylinder = |c: Cylinder| {
        let terms = zeckendorf(c.prefix);
        terms.indices().map(|i| weights.exact(i)).sum::<IBig>() + weights.best_below(c.free)
    };
    cylinders(range).map(of_cylinder).max().unwrap_or_default()
}

impl Function {
    /// A value that no n of `range` exceeds; for additive functions the largest
    /// one itself. 0 for an empty range.
    ///
    /// # Errors
    /// [`ValueError::TableEnds`] if a weight table ends below a numeral's length.
    pub fn largest(&self, range: Range<u128>) -> Result<UBig, ValueError> {
        if range.is_empty() {
            return Ok(UBig::ZERO);
        }
        let top = top_index(range.end - 1);
        self.reaches(top)?;
        Ok(match self.form() {
            Form::Weighted { weights, constant } => {
                natural(largest_sum(weights, range) + IBig::from(*constant))
            }
            // L(n) <= UB(n) (Theorem 1.3).
            Form::LazyRuns { which: LazyRuns::Longest, upper_bound } => {
                natural(largest_sum(upper_bound, range))
            }
            // It is at most φ²n, which rises with n: ⌊φ²n⌋ = 2n + ⌊n/φ⌋, and ⌊n/φ⌋ = R(n - 1).
            Form::ClosedBound => {
                let last = range.end - 1;
                let shifted = zeckendorf(last.saturating_sub(1)).indices().map(|i| place(i - 1));
                UBig::from(last) * 2u8 + shifted.map(UBig::from).sum::<UBig>()
            }
            _ => self.bound_of_length(top),
        })
    }

    /// A value that no n whose numeral has at most `top` digits exceeds.
    pub(crate) fn bound_of_length(&self, top: u32) -> UBig {
        let top = top.min(MAX_INDEX);
        natural(match self.form() {
            Form::Weighted { weights, constant } => {
                weights.best_below(top + 1) + IBig::from(*constant)
            }
            Form::Lowest { values, .. } | Form::Highest { values } => {
                (0..=top).map(|i| values.exact(i).clone()).max().unwrap_or_default()
            }
            // gap(n) is largest in its block at F_k, where it is ⌊(k−1)²/4⌋.
            Form::LazyRuns { which: LazyRuns::Gap, .. } => IBig::from(top) * top / 4,
            Form::LazyRuns { which: LazyRuns::Longest, upper_bound } => {
                upper_bound.best_below(top + 1).clone()
            }
            // φ²n, over n below F_{top+1}: φ²F_{top+1} < F_{top+3} + 1.
            Form::ClosedBound => place_exact(top + 3) + IBig::ONE,
        })
    }
}
