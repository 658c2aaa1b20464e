//! The n of a range that fulfil a predicate: counted, listed, and the records of a
//! function.
//!
//! Blocks are evaluated, certified and looked through, on any backend. Where a
//! closed form tells that a stretch holds nothing it is passed over, however long
//! it is; where one tells how many there are, counting evaluates nothing at all.

use core::ops::Range;

use dashu_int::IBig;
use phinum_core::backend::Selection;
use phinum_core::column::{Column, Word};
use phinum_core::cylinder::{Cylinder, cylinders};
use phinum_core::for_width;
use phinum_core::function::Function;
use phinum_core::places::{place, top_index};
use phinum_core::predicate::{Bound, Predicate};
use phinum_core::prefix::{Distribution, Exact, Extremes};
use rayon::prelude::*;

use crate::Progress;
use crate::blocks::{BLOCK, Block, blocks};
use crate::certificate::Certifier;
use crate::engine::Engine;
use crate::error::Error;
use crate::statistics::is_small;

/// One number in so many is evaluated sooner with all others than alone.
const MANY: usize = 32;

/// How many n fulfil a predicate, from the distribution of its one function;
/// `None` where it is no condition on one small-valued function alone.
///
/// # Errors
/// [`Error`] if the predicate makes no sense over the range.
pub fn closed_count(predicate: &Predicate, range: &Range<u128>) -> Result<Option<u128>, Error> {
    Ok(match Sieve::of(predicate, range)? {
        Some(sieve) => Some(sieve.count(range.clone())?),
        None => None,
    })
}

/// How many n fulfil a predicate, by looking at each.
///
/// # Errors
/// [`Error`].
pub fn count(
    engine: &Engine,
    predicate: &Predicate,
    range: &Range<u128>,
    progress: Progress<'_>,
) -> Result<u128, Error> {
    let mut looking = Looking::new(predicate, range)?;
    let mut count = 0;
    for block in blocks(range.clone(), BLOCK) {
        count += u128::from(looking.through(engine, block)?.count());
        progress(block.len as u128)?;
    }
    Ok(count)
}

/// Some of the n that fulfil a predicate, and the values of its functions there.
#[derive(Debug)]
pub struct Found<'a> {
    /// The numbers, ascending.
    pub numbers: &'a Column,
    /// The values of each function of the predicate ([`Predicate::functions`]).
    pub values: &'a [Column],
}

/// Hands over the n that fulfil a predicate, at most `most` of them, in order; gives
/// how many there were.
///
/// # Errors
/// [`Error`], also what `each` says.
pub fn find(
    engine: &Engine,
    predicate: &Predicate,
    range: &Range<u128>,
    most: u128,
    each: &mut dyn FnMut(&Found<'_>) -> Result<(), Error>,
    progress: Progress<'_>,
) -> Result<u128, Error> {
    let mut looking = Looking::new(predicate, range)?;
    let sieve = Sieve::of(predicate, range)?;
    let (mut found, mut at) = (0, range.start);
    while found < most && at < range.end {
        let rest = at..range.end;
        let block = match &sieve {
            Some(sieve) => seek(rest, |cylinder| sieve.may_hold(cylinder))?,
            None => blocks(rest, BLOCK).next().map(|block| block.range()),
        };
        let Some(block) = block else {
            progress(range.end - at)?;
            break;
        };
        let len = (block.end - block.start) as usize;
        let these = Block { start: block.start, len };
        let room = usize::try_from(most - found).unwrap_or(usize::MAX);
        let places: Vec<usize> = looking.through(engine, these)?.places().take(room).collect();
        if !places.is_empty() {
            let numbers = places.iter().map(|place| block.start + *place as u128).collect();
            let values = looking.values(engine, these, &places)?;
            each(&Found { numbers: &Column::U128(numbers), values: &values })?;
            found += places.len() as u128;
        }
        progress(block.end - at)?;
        at = block.end;
    }
    Ok(found)
}

/// Hands over the records of a function: the n at which it exceeds all values
/// before, from the first number of the range on, at most `most` of them; gives how
/// many there were.
///
/// # Errors
/// [`Error`], also what `each` says.
pub fn records(
    engine: &Engine,
    function: &Function,
    range: &Range<u128>,
    most: u128,
    each: &mut dyn FnMut(u128, u128) -> Result<(), Error>,
    progress: Progress<'_>,
) -> Result<u128, Error> {
    let width = function.width(range.clone())?;
    let mut certifier = Certifier::new(function, range);
    let mut column = Column::unwritten(width, 0);
    let extremes = Exact::<Extremes>::new(function, top_index(range.end));
    let (mut found, mut at, mut record) = (0, range.start, None::<u128>);
    while found < most && at < range.end {
        let rest = at..range.end;
        let block = match (&extremes, record) {
            (Some(extremes), Some(record)) => {
                let record = IBig::from(record);
                seek(rest, |cylinder| {
                    let extremes = extremes.over_cylinder(cylinder);
                    Ok(extremes.greatest().is_some_and(|greatest| greatest.value > record))
                })?
            }
            _ => blocks(rest, BLOCK).next().map(|block| block.range()),
        };
        let Some(block) = block else {
            progress(range.end - at)?;
            break;
        };
        let len = (block.end - block.start) as usize;
        engine.block(
            function,
            Block { start: block.start, len },
            width,
            &mut certifier,
            &mut column,
        )?;
        for place in 0..len {
            let value = column.get(place);
            if record.is_none_or(|record| value > record) && found < most {
                record = Some(value);
                found += 1;
                each(block.start + place as u128, value)?;
            }
        }
        progress(block.end - at)?;
        at = block.end;
    }
    Ok(found)
}

/// The first block of `range` that may hold something: it begins with a cylinder
/// that may, and no number before it does.
fn seek(
    range: Range<u128>,
    may: impl Fn(Cylinder) -> Result<bool, Error>,
) -> Result<Option<Range<u128>>, Error> {
    for mut cylinder in cylinders(range.clone()) {
        if !may(cylinder)? {
            continue;
        }
        while place(cylinder.free) > BLOCK as u128
            && let Some([low, high]) = cylinder.parts()
        {
            cylinder = if may(low)? { low } else { high };
        }
        let start = cylinder.prefix;
        return Ok(Some(start..start.saturating_add(BLOCK as u128).min(range.end)));
    }
    Ok(None)
}

/// A condition on one function with few values, by its distribution.
struct Sieve<'p> {
    predicate: &'p Predicate,
    distribution: Exact<Distribution>,
}

impl<'p> Sieve<'p> {
    fn of(predicate: &'p Predicate, range: &Range<u128>) -> Result<Option<Sieve<'p>>, Error> {
        // What makes no sense over the range is said, whichever way is taken.
        Bound::new(predicate, range)?;
        let Some(function) = predicate.only_function() else { return Ok(None) };
        if !is_small(&function, range)? {
            return Ok(None);
        }
        let distribution = Exact::<Distribution>::new(&function, top_index(range.end));
        Ok(distribution.map(|distribution| Sieve { predicate, distribution }))
    }

    fn count(&self, range: Range<u128>) -> Result<u128, Error> {
        self.held(&self.distribution.over(range))
    }

    fn may_hold(&self, cylinder: Cylinder) -> Result<bool, Error> {
        Ok(self.held(&self.distribution.over_cylinder(cylinder))? > 0)
    }

    /// How many of the numbers fulfil the predicate.
    fn held(&self, distribution: &Distribution) -> Result<u128, Error> {
        let mut count = 0;
        for (value, times) in distribution.iter() {
            if self.predicate.holds_at(value)? {
                count += times;
            }
        }
        Ok(count)
    }
}

/// A predicate over a range, a block at a time.
struct Looking {
    bound: Bound,
    certifiers: Vec<Certifier>,
    columns: Vec<Column>,
}

impl Looking {
    fn new(predicate: &Predicate, range: &Range<u128>) -> Result<Looking, Error> {
        let bound = Bound::new(predicate, range)?;
        let functions = bound.functions().iter();
        let certifiers = functions.map(|(function, _)| Certifier::new(function, range)).collect();
        let columns = bound.columns();
        Ok(Looking { bound, certifiers, columns })
    }

    fn through(&mut self, engine: &Engine, block: Block) -> Result<Selection, Error> {
        engine.select(&self.bound, block, &mut self.certifiers, &mut self.columns)
    }

    /// The values of each function at some places of a block. Few are evaluated one by one,
    /// and the condition asked of them again; many, with all others.
    fn values(
        &mut self,
        engine: &Engine,
        block: Block,
        places: &[usize],
    ) -> Result<Vec<Column>, Error> {
        let many = places.len() * MANY > block.len;
        if !many {
            engine.recheck(&self.bound, block, places)?;
        }
        let functions = self.bound.functions().iter();
        let functions = functions.zip(&mut self.certifiers).zip(&mut self.columns);
        functions
            .map(|(((function, width), certifier), column)| {
                if many {
                    engine.block(function, block, *width, certifier, column)?;
                    return Ok(column.at(places));
                }
                let mut column = Column::zeroed(*width, places.len());
                for_width!(Column, &mut column, values => {
                    values.par_iter_mut().zip(places).for_each(|(value, place)| {
                        *value = Word::low(function.value_wrapped(block.start + *place as u128));
                    });
                });
                Ok(column)
            })
            .collect()
    }
}
