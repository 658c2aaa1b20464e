//! Every backend against every other, the exact sums and the scalar reference,
//! over a range.

use core::ops::Range;
use std::time::{Duration, Instant};

use dashu_int::{IBig, UBig};
use phinum_core::backend::{Backend, BackendError, Description, RangeTask};
use phinum_core::column::{Column, Width, Word};
use phinum_core::for_width;
use phinum_core::function::{Function, ValueError};
use phinum_core::places::top_index;
use phinum_core::prefix::Sums;
use rayon::prelude::*;
use serde::Serialize;

use crate::Error;
use crate::Progress;
use crate::blocks::{Block, blocks};
use crate::certificate::{Certifier, Refused};
use crate::json::Integer;
use crate::unwritten::unwritten;

/// How one function fared.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The function's name.
    pub quantity: String,
    /// The range, `A..B`.
    pub range: String,
    /// Whether every value of every backend is right.
    pub agree: bool,
    /// How many values differ between the first backend and another.
    pub mismatches: u64,
    /// The smallest n whose value is wrong or differs.
    pub smallest_mismatch: Option<Integer>,
    /// The sum of the values the first backend gave.
    pub sum: Integer,
    /// The sum from the digits alone; `None` where there is no closed form.
    pub closed_sum: Option<Integer>,
    /// Each backend, the first one first.
    pub backends: Vec<Timing>,
}

/// How long one backend took.
#[derive(Clone, Debug, Serialize)]
pub struct Timing {
    /// `cpu` or `gpu`.
    pub name: String,
    /// The adapter; of a CPU its instruction set level.
    pub adapter: String,
    /// The driver; of a CPU its threads.
    pub driver: String,
    /// Whether it is a GPU adapter that runs on the CPU.
    pub software: bool,
    /// Whether every value it gave is right.
    pub agree: bool,
    /// Seconds spent filling columns.
    pub seconds: f64,
    /// Values a second.
    pub values_per_second: f64,
    /// Its rate by the first backend's.
    pub ratio_to_cpu: f64,
}

/// What is kept of a backend while a function is compared.
struct Entrant<'b> {
    backend: &'b dyn Backend,
    certifier: Certifier,
    column: Column,
    spent: Duration,
    agree: bool,
}

/// Compares `backends` over `range`, the first of them setting the pace.
///
/// Every value is compared between backends, every block of each with the exact
/// sums, and a sample of each block with the scalar reference.
///
/// # Errors
/// [`Error`] if the function has no value somewhere or a device fails.
///
/// # Panics
/// If there are no backends.
pub fn compare(
    function: &Function,
    range: &Range<u128>,
    backends: &[Box<dyn Backend>],
    block_len: usize,
    progress: Progress<'_>,
) -> Result<Comparison, Error> {
    let width = function.width(range.clone())?;
    let mut entrants: Vec<Entrant<'_>> = backends
        .iter()
        .map(|backend| Entrant {
            backend: &**backend,
            certifier: Certifier::new(function, range),
            column: Column::unwritten(width, 0),
            spent: Duration::ZERO,
            agree: true,
        })
        .collect();
    warm_up(function, range, block_len, width, &mut entrants)?;

    let (mut sum, mut mismatches, mut smallest) = (UBig::ZERO, 0, None::<u128>);
    let mut note = |n: u128| smallest = Some(smallest.map_or(n, |s: u128| s.min(n)));
    for block in blocks(range.clone(), block_len) {
        for (i, entrant) in entrants.iter_mut().enumerate() {
            entrant.fill(function, block, width)?;
            let (totals, verdict) = entrant.certifier.check(block.start, &entrant.column);
            if let Err(refused) = verdict {
                entrant.agree = false;
                if let Refused::Value { n, .. } = refused {
                    note(n);
                }
            }
            if i == 0 {
                sum += totals.sum;
            }
        }
        let (first, others) = entrants.split_first_mut().expect("a backend");
        for other in others {
            let (count, at) = differences(&first.column, &other.column);
            if let Some(at) = at {
                mismatches += count;
                // Which of the two it is the reference says.
                let n = block.start + at as u128;
                let right = function.value_wrapped(n);
                first.agree &= first.column.get(at) == right;
                other.agree &= other.column.get(at) == right;
                note(n);
            }
        }
        progress(block.len as u128)?;
    }

    let closed_sum = closed_sum(function, range);
    let sums_agree = closed_sum.as_ref().is_none_or(|closed| *closed == sum);
    let agree = sums_agree && mismatches == 0 && entrants.iter().all(|e| e.agree);
    let count = (range.end - range.start) as f64;
    let pace = entrants[0].spent.as_secs_f64();
    Ok(Comparison {
        quantity: function.name().into(),
        range: format!("{}..{}", range.start, range.end),
        agree,
        mismatches,
        smallest_mismatch: smallest.map(Integer::from),
        sum: Integer::from(&sum),
        closed_sum: closed_sum.as_ref().map(Integer::from),
        backends: entrants.iter().map(|entrant| entrant.timing(count, pace)).collect(),
    })
}

/// The sum from the digits alone.
fn closed_sum(function: &Function, range: &Range<u128>) -> Option<UBig> {
    let sums = Sums::<IBig>::new(function, top_index(range.end))?;
    sums.over(range.clone()).f.try_into().ok()
}

/// Tables are made, shaders compiled, and pages touched at first use: none of it is
/// a backend's pace.
fn warm_up(
    function: &Function,
    range: &Range<u128>,
    block_len: usize,
    width: Width,
    entrants: &mut [Entrant<'_>],
) -> Result<(), BackendError> {
    let Some(first) = blocks(range.clone(), block_len).next() else { return Ok(()) };
    for entrant in entrants {
        entrant.fill(function, first, width)?;
        entrant.spent = Duration::ZERO;
    }
    Ok(())
}

impl Entrant<'_> {
    fn fill(
        &mut self,
        function: &Function,
        block: Block,
        width: Width,
    ) -> Result<(), BackendError> {
        unwritten(&mut self.column, width, block.len);
        let task = RangeTask::new(function, block.start, self.column.as_mut())?;
        let start = Instant::now();
        self.backend.fill(task)?;
        self.spent += start.elapsed();
        Ok(())
    }

    fn timing(&self, count: f64, pace: f64) -> Timing {
        let seconds = self.spent.as_secs_f64();
        Timing::new(self.backend.description(), self.agree, seconds, count, pace)
    }
}

impl Timing {
    /// Of `count` values in `seconds`, where the first backend took `pace` seconds.
    pub(crate) fn new(
        backend: &Description,
        agree: bool,
        seconds: f64,
        count: f64,
        pace: f64,
    ) -> Timing {
        let Description { name, adapter, driver, software } = backend.clone();
        // An empty range takes no time, and has no rate.
        let over = |a: f64, b: f64| if b > 0.0 { a / b } else { 0.0 };
        Timing {
            name: name.into(),
            adapter,
            driver,
            software,
            agree,
            seconds,
            values_per_second: over(count, seconds),
            ratio_to_cpu: over(pace, seconds),
        }
    }
}

/// How many values differ, and where the first one does.
fn differences(a: &Column, b: &Column) -> (u64, Option<usize>) {
    for_width!(Column, a, a => {
        of_words(a, Word::values(b).expect("columns of one comparison have one width"))
    })
}

fn of_words<W: Word>(a: &[W], b: &[W]) -> (u64, Option<usize>) {
    if a == b {
        return (0, None);
    }
    let count = a.par_iter().zip(b).filter(|(a, b)| a != b).count();
    (count as u64, a.iter().zip(b).position(|(a, b)| a != b))
}

/// The functions of `all` that have values over the whole range, or need none by
/// `must`, and what the others would need.
pub fn possible(
    all: Vec<Function>,
    range: &Range<u128>,
    must: impl Fn(&Function) -> bool,
) -> (Vec<Function>, Vec<ValueError>) {
    let mut impossible = Vec::new();
    let possible = all
        .into_iter()
        .filter(|function| match function.width(range.clone()) {
            Err(error) if must(function) => {
                impossible.push(error);
                false
            }
            _ => true,
        })
        .collect();
    (possible, impossible)
}
