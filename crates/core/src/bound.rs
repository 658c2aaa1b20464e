//! The largest value a function can take, known before any work starts: what
//! decides the width of a column.

use core::ops::Range;

use dashu_int::{IBig, UBig};

use crate::cylinder::cylinders;
use crate::function::{Form, Function, IndexTable, ValueError};
use crate::numeral::zeckendorf;
use crate::places::{MAX_INDEX, place_exact, top_index};
use crate::quantity::LazyRuns;
use crate::ring::natural;

/// `best[i]`: the largest sum of weights over the n below F_i.
fn best_below(weights: &IndexTable, top: u32) -> Vec<IBig> {
    let mut best = vec![IBig::ZERO; top as usize + 2];
    for i in 2..=top + 1 {
        let with = &best[i as usize - 2] + weights.exact(i - 1);
        best[i as usize] = with.max(best[i as usize - 1].clone());
    }
    best
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
                let best = best_below(weights, top);
                let of_cylinder = |prefix, free: u32| {
                    let terms = zeckendorf(prefix);
                    terms.indices().map(|i| weights.exact(i)).sum::<IBig>() + &best[free as usize]
                };
                let largest = cylinders(range).map(|c| of_cylinder(c.prefix, c.free)).max();
                natural(largest.unwrap_or_default() + IBig::from(*constant))
            }
            _ => self.bound_of_length(top),
        })
    }

    /// A value that no n whose numeral has at most `top` digits exceeds.
    pub(crate) fn bound_of_length(&self, top: u32) -> UBig {
        let top = top.min(MAX_INDEX);
        natural(match self.form() {
            Form::Weighted { weights, constant } => {
                &best_below(weights, top)[top as usize + 1] + IBig::from(*constant)
            }
            Form::Lowest { values, .. } | Form::Highest { values } => {
                (0..=top).map(|i| values.exact(i).clone()).max().unwrap_or_default()
            }
            // gap(n) is largest in its block at F_k, where it is ⌊(k−1)²/4⌋.
            Form::LazyRuns { which: LazyRuns::Gap, .. } => IBig::from(top) * top / 4,
            Form::LazyRuns { which: LazyRuns::Longest, upper_bound } => {
                best_below(upper_bound, top)[top as usize + 1].clone()
            }
            // φ²n, over n below F_{top+1}: φ²F_{top+1} < F_{top+3} + 1.
            Form::ClosedBound => place_exact(top + 3) + IBig::ONE,
        })
    }
}
