//! What a wrong column looks like, for whoever has to find the fault.

use core::fmt;
use core::ops::Range;

use phinum_core::column::{Column, Word};
use phinum_core::for_width;
use phinum_core::function::Function;
use rayon::prelude::*;

/// Values that are looked at to tell whose they are.
const LOOKS: usize = 64;

/// What is wrong with a column as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Symptom {
    /// Nothing was written.
    Unwritten,
    /// Every value is 0.
    Zeros,
    /// It holds the values of other numbers: of another block, or of the one before.
    Of(Range<u128>),
    /// Some values are wrong.
    Wrong {
        /// How many.
        values: usize,
        /// Of so many.
        of: usize,
    },
}

impl Symptom {
    /// That of the column of the numbers from `start` on, of which `wrong` values are
    /// wrong. A column of one number shows no more than that.
    pub(super) fn of(function: &Function, start: u128, column: &Column, wrong: usize) -> Symptom {
        let len = column.len();
        let ones = u128::MAX >> (u128::BITS - column.width().bits());
        let all = |value: u128| {
            len > 1
                && for_width!(Column, column, values => {
                    values.par_iter().all(|other| other.wide() == value)
                })
        };
        if all(ones) {
            return Symptom::Unwritten;
        }
        if all(0) {
            return Symptom::Zeros;
        }
        let others = [start.checked_sub(len as u128), start.checked_add(len as u128)];
        let of = others.into_iter().flatten().find(|&other| is_of(function, other, column));
        of.map_or(Symptom::Wrong { values: wrong, of: len }, |other| {
            Symptom::Of(other..other + len as u128)
        })
    }
}

/// Whether a column has the values of the numbers from `start` on.
fn is_of(function: &Function, start: u128, column: &Column) -> bool {
    let len = column.len();
    let Some(end) = start.checked_add(len as u128) else { return false };
    len >= LOOKS
        // Values that do not fit were never computed.
        && function.width(start..end).is_ok()
        && (0..LOOKS)
            .map(|look| look * (len - 1) / (LOOKS - 1))
            .all(|i| column.get(i) == function.value_wrapped(start + i as u128))
}

impl fmt::Display for Symptom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symptom::Unwritten => f.write_str("nothing was written at all"),
            Symptom::Zeros => f.write_str("every value is 0"),
            Symptom::Of(numbers) => {
                write!(f, "the values are those of {}..{}", numbers.start, numbers.end)
            }
            Symptom::Wrong { values, of } => write!(f, "of {of} values, {values} wrong"),
        }
    }
}
