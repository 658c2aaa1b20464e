//! Statistics of a function over a range: in closed form where there is one, else
//! from every value, certified and streamed.

use core::ops::Range;

use dashu_int::{IBig, UBig};
use phinum_core::column::{Column, Word};
use phinum_core::for_width;
use phinum_core::function::{Function, ValueError};
use phinum_core::places::top_index;
use phinum_core::prefix::{Distribution, Exact, Extreme, Extremes, Powers, Statistic};
use rayon::prelude::*;

use crate::Progress;
use crate::blocks::{BLOCK, blocks};
use crate::certificate::Certifier;
use crate::engine::Engine;
use crate::error::Error;

/// A distribution is made where no value is above this.
pub const MOST_VALUES: u64 = 1 << 13;

/// What is known of the values of a function over a range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// Count, sum and sum of squares.
    pub powers: Powers,
    /// The least and the greatest value, and where they first and last are.
    pub extremes: Extremes,
    /// How many n have each value, where values are small.
    pub distribution: Option<Distribution>,
}

/// Whether the values over `range` are small enough for a distribution.
///
/// # Errors
/// [`ValueError`] if a weight table ends too soon.
pub fn is_small(function: &Function, range: &Range<u128>) -> Result<bool, ValueError> {
    Ok(function.largest(range.clone())? <= UBig::from(MOST_VALUES))
}

/// From the digits alone, whatever the length of the range; `None` where no closed
/// form is known (the closed bound).
///
/// # Errors
/// As [`is_small`].
pub fn closed(function: &Function, range: &Range<u128>) -> Result<Option<Statistics>, ValueError> {
    let small = is_small(function, range)?;
    let top = top_index(range.end);
    let powers = Exact::<Powers>::new(function, top);
    let (Some(powers), Some(extremes)) = (powers, Exact::<Extremes>::new(function, top)) else {
        return Ok(None);
    };
    let distribution = small.then(|| Exact::<Distribution>::new(function, top)).flatten();
    Ok(Some(Statistics {
        powers: powers.over(range.clone()),
        extremes: extremes.over(range.clone()),
        distribution: distribution.map(|exact| exact.over(range.clone())),
    }))
}

/// From every value, a block at a time.
///
/// # Errors
/// [`Error`].
pub fn streamed(
    engine: &Engine,
    function: &Function,
    range: &Range<u128>,
    progress: Progress<'_>,
) -> Result<Statistics, Error> {
    let width = function.width(range.clone())?;
    let mut certifier = Certifier::new(function, range);
    let mut column = Column::unwritten(width, 0);
    let small = is_small(function, range)?;
    let mut all = Statistics {
        powers: Powers::empty(),
        extremes: Extremes::empty(),
        distribution: small.then(Distribution::empty),
    };
    for block in blocks(range.clone(), BLOCK) {
        engine.block(function, block, width, &mut certifier, &mut column)?;
        let block = for_width!(Column, &column, values => of_block(block.start, values, small));
        all.add(&block);
        progress(column.len() as u128)?;
    }
    Ok(all)
}

impl Statistics {
    /// Adds those of other numbers.
    fn add(&mut self, other: &Statistics) {
        self.powers.add(&other.powers);
        self.extremes.add(&other.extremes);
        if let (Some(all), Some(more)) = (&mut self.distribution, &other.distribution) {
            all.add(more);
        }
    }
}

/// Values a thread takes at a time.
const PIECE: usize = 1 << 16;

fn of_block<W: Word>(start: u128, values: &[W], small: bool) -> Statistics {
    let empty = || Statistics {
        powers: Powers::empty(),
        extremes: Extremes::empty(),
        distribution: small.then(Distribution::empty),
    };
    let piece = |(i, values): (usize, &[W])| of_piece(start + (i * PIECE) as u128, values, small);
    values.par_chunks(PIECE).enumerate().map(piece).reduce(empty, |mut all, more| {
        all.add(&more);
        all
    })
}

fn of_piece<W: Word>(start: u128, values: &[W], small: bool) -> Statistics {
    let mut sums = [0u128; 2];
    let mut squares = UBig::ZERO;
    let mut narrow_squares = [0u128; 3];
    let mut least: Option<(u128, usize, usize)> = None;
    let mut greatest: Option<(u128, usize, usize)> = None;
    for (i, value) in values.iter().enumerate() {
        let value = value.wide();
        let (high, low) = (value >> 64, value & u128::from(u64::MAX));
        sums[0] += low;
        sums[1] += high;
        if high == 0 {
            // In halves, so that many squares fit their sums.
            let (high, low) = (low >> 32, low & u128::from(u32::MAX));
            narrow_squares[0] += low * low;
            narrow_squares[1] += high * low;
            narrow_squares[2] += high * high;
        } else {
            squares += UBig::from(value).sqr();
        }
        meet(&mut least, value, i, |value, best| value < best);
        meet(&mut greatest, value, i, |value, best| value > best);
    }
    let [low, middle, high] = narrow_squares.map(UBig::from);
    squares += low + (middle << 33) + (high << 64);
    let extreme = |(value, first, last): (u128, usize, usize)| Extreme {
        value: value.into(),
        first: IBig::from(start) + first,
        last: IBig::from(start) + last,
    };
    let mut distribution = small.then(Distribution::empty);
    if let Some(distribution) = &mut distribution {
        for value in values {
            distribution.tally(value.wide(), 1);
        }
    }
    Statistics {
        powers: Powers {
            count: values.len().into(),
            f: (UBig::from(sums[0]) + (UBig::from(sums[1]) << 64)).into(),
            squares: squares.into(),
        },
        extremes: Extremes(least.zip(greatest).map(|(l, g)| (extreme(l), extreme(g)))),
        distribution,
    }
}

fn meet(
    best: &mut Option<(u128, usize, usize)>,
    value: u128,
    at: usize,
    better: fn(u128, u128) -> bool,
) {
    match best {
        Some((known, _, last)) if value == *known => *last = at,
        Some((known, ..)) if !better(value, *known) => {}
        _ => *best = Some((value, at, at)),
    }
}
