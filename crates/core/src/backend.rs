//! What every backend can do, and the tasks it is given.
//!
//! A task is checked when it is made, so a backend never meets a value that does
//! not fit its column, and nothing wraps.

use core::fmt;
use core::ops::Range;

use dashu_int::ops::BitTest;
use thiserror::Error;

use crate::column::{ColumnMut, Totals, Width};
use crate::for_width;
use crate::function::{Function, ValueError};
use crate::predicate::{Bound, ROWS, Workspace};

pub use crate::fibonacci_nim::sums::NimSums;
pub use crate::selection::Selection;
pub use crate::summary::{BINS, Summary};
pub use crate::wythoff::{GrundyTable, WythoffTable};
pub use crate::zeckendorf_game::lengths::LengthHistogram;
pub use crate::zeckendorf_game::random::RandomGames;

/// Which backend it is, as outputs name it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// `cpu` or `gpu`.
    pub name: &'static str,
    /// The adapter's name; for a CPU, its instruction set level.
    pub adapter: String,
    /// The driver and its version, or the threads of a CPU.
    pub driver: String,
    /// Whether it is a GPU adapter that runs on the CPU.
    pub software: bool,
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}, {}", self.name, self.adapter, self.driver)?;
        f.write_str(if self.software { ", software)" } else { ")" })
    }
}

/// Why a backend did not do a task.
#[derive(Debug, Error)]
pub enum BackendError {
    /// The task itself is impossible.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// The device is gone: reset, unplugged, or its watchdog struck.
    #[error("{adapter} was lost ({reason}): the driver reset it or it was removed")]
    DeviceLost {
        /// The adapter.
        adapter: String,
        /// What the driver said.
        reason: String,
    },
    /// The device has not enough memory even for the smallest block.
    #[error("{adapter} is out of memory: close what else uses it, or use --backend cpu")]
    OutOfMemory {
        /// The adapter.
        adapter: String,
    },
    /// The device or its driver broke a rule of its own.
    #[error("{adapter} failed: {reason}")]
    Device {
        /// The adapter.
        adapter: String,
        /// What it said.
        reason: String,
    },
}

/// Numbers that columns are filled of at a time to be looked through: a device has something
/// to do.
const FILLED: usize = 1 << 20;

/// The most numbers a block may have: what a `u32` counts.
pub const BLOCK_MAX: usize = u32::MAX as usize;

/// A contiguous range of n to be evaluated into a column.
#[derive(Debug)]
pub struct RangeTask<'a> {
    function: &'a Function,
    start: u128,
    out: ColumnMut<'a>,
}

impl<'a> RangeTask<'a> {
    /// `function` at `start`, `start` + 1, … for as many values as `out` has.
    ///
    /// # Errors
    /// [`ValueError`] if a value would not fit the column.
    ///
    /// # Panics
    /// If `out` is longer than [`BLOCK_MAX`], or the range ends past 2^128 − 1.
    pub fn new(
        function: &'a Function,
        start: u128,
        out: ColumnMut<'a>,
    ) -> Result<Self, ValueError> {
        assert!(out.len() <= BLOCK_MAX, "a block is at most 2^32 - 1 numbers");
        let end = start.checked_add(out.len() as u128).expect("a block ends by 2^128 - 1");
        function.fits(start..end, out.width())?;
        Ok(RangeTask { function, start, out })
    }

    /// The function.
    pub fn function(&self) -> &'a Function {
        self.function
    }

    /// The first n.
    pub fn start(&self) -> u128 {
        self.start
    }

    /// Where the values go.
    pub fn out(&mut self) -> &mut ColumnMut<'a> {
        &mut self.out
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.out.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.out.is_empty()
    }
}

/// A list of numbers to be evaluated into a column.
#[derive(Debug)]
pub struct ListTask<'a> {
    function: &'a Function,
    inputs: &'a [u64],
    out: ColumnMut<'a>,
}

impl<'a> ListTask<'a> {
    /// `function` at each of `inputs`.
    ///
    /// # Errors
    /// [`ValueError`] if a value could exceed the column.
    ///
    /// # Panics
    /// If `out` and `inputs` differ in length, or are longer than [`BLOCK_MAX`].
    pub fn new(
        function: &'a Function,
        inputs: &'a [u64],
        out: ColumnMut<'a>,
    ) -> Result<Self, ValueError> {
        assert_eq!(out.len(), inputs.len(), "a value for every input");
        assert!(out.len() <= BLOCK_MAX, "a block is at most 2^32 - 1 numbers");
        if let Some(&largest) = inputs.iter().max() {
            function.fits(0..u128::from(largest) + 1, out.width())?;
        }
        Ok(ListTask { function, inputs, out })
    }

    /// The function.
    pub fn function(&self) -> &'a Function {
        self.function
    }

    /// The numbers.
    pub fn inputs(&self) -> &'a [u64] {
        self.inputs
    }

    /// Where the values go.
    pub fn out(&mut self) -> &mut ColumnMut<'a> {
        &mut self.out
    }
}

/// A contiguous range of n to be summarised.
#[derive(Clone, Debug)]
pub struct SummaryTask<'a> {
    function: &'a Function,
    range: Range<u128>,
    histogram: bool,
}

impl<'a> SummaryTask<'a> {
    /// `function` over `range`; with a histogram of the values 0..[`BINS`] if asked.
    ///
    /// # Errors
    /// [`ValueError`] if a value would not fit 128 bits.
    ///
    /// # Panics
    /// If the range is longer than [`BLOCK_MAX`] or reversed.
    pub fn new(
        function: &'a Function,
        range: Range<u128>,
        histogram: bool,
    ) -> Result<Self, ValueError> {
        let len = range.end.checked_sub(range.start).expect("a range is not reversed");
        assert!(len <= BLOCK_MAX as u128, "a block is at most 2^32 - 1 numbers");
        function.fits(range.clone(), Width::U128)?;
        Ok(SummaryTask { function, range, histogram })
    }

    /// The function.
    pub fn function(&self) -> &'a Function {
        self.function
    }

    /// The numbers.
    pub fn range(&self) -> Range<u128> {
        self.range.clone()
    }

    /// Whether a histogram is wanted.
    pub fn histogram(&self) -> bool {
        self.histogram
    }
}

/// A contiguous range of n to be looked through.
#[derive(Clone, Debug)]
pub struct SelectTask<'a> {
    bound: &'a Bound,
    start: u128,
    len: usize,
}

impl<'a> SelectTask<'a> {
    /// Whether `bound` holds at `start`, `start` + 1, …, `len` of them, all within the range
    /// it was bound to, over which every value fits its column.
    ///
    /// # Panics
    /// If `len` is more than [`BLOCK_MAX`], or a number lies outside the range that the
    /// condition was bound to.
    pub fn new(bound: &'a Bound, start: u128, len: usize) -> Self {
        assert!(len <= BLOCK_MAX, "a block is at most 2^32 - 1 numbers");
        let end = start.checked_add(len as u128).expect("a block ends by 2^128 - 1");
        let within = bound.range();
        assert!(len == 0 || within.start <= start && end <= within.end, "bound to these numbers");
        SelectTask { bound, start, len }
    }

    /// The condition.
    pub fn bound(&self) -> &'a Bound {
        self.bound
    }

    /// The first n.
    pub fn start(&self) -> u128 {
        self.start
    }

    /// How many n there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// The operations of a backend. All of them are exact, and fill every element.
pub trait Backend: Send + Sync {
    /// Which backend it is.
    fn description(&self) -> &Description;

    /// Evaluates a function over a contiguous range.
    ///
    /// # Errors
    /// [`BackendError`] if the device failed; the column then holds nothing of use.
    fn fill(&self, task: RangeTask<'_>) -> Result<(), BackendError>;

    /// Evaluates a function at listed numbers, in any order and repeated or not.
    ///
    /// # Errors
    /// As [`Backend::fill`].
    fn fill_list(&self, task: ListTask<'_>) -> Result<(), BackendError>;

    /// Summarises a range without materialising it.
    ///
    /// # Errors
    /// As [`Backend::fill`].
    fn summarize(&self, task: &SummaryTask<'_>) -> Result<Summary, BackendError>;

    /// Finds the numbers of a range that fulfil a condition, without materialising what it
    /// is on.
    ///
    /// By default [`select_by_columns`], the plain form.
    ///
    /// # Errors
    /// As [`Backend::fill`].
    fn select(&self, task: &SelectTask<'_>) -> Result<Selection, BackendError> {
        select_by_columns(self, task)
    }

    /// For each pair of heaps, whether it is a cold position of Wythoff's game
    /// (see [`crate::wythoff`]): 1 or 0. The heaps stand in any order.
    ///
    /// # Errors
    /// As [`Backend::fill`].
    ///
    /// # Panics
    /// If `out` and `pairs` differ in length.
    fn cold(&self, pairs: &[[u64; 2]], out: &mut [u8]) -> Result<(), BackendError>;

    /// Plays games at random, and counts them by their length: the same, bit for
    /// bit, as the plain form ([`crate::zeckendorf_game::random`]).
    ///
    /// # Errors
    /// As [`Backend::fill`].
    fn random_games(&self, task: &RandomGames) -> Result<LengthHistogram, BackendError>;

    /// The nim-sum of each position of a task, a sum of heaps of Fibonacci Nim.
    ///
    /// # Errors
    /// As [`Backend::fill`].
    ///
    /// # Panics
    /// If `out` and the positions differ in length.
    fn nim_sums(&self, task: &NimSums<'_>, out: &mut [u8]) -> Result<(), BackendError>;

    /// The Grundy values of a square of r-Wythoff's positions
    /// (see [`crate::wythoff::table`]).
    ///
    /// # Errors
    /// As [`Backend::fill`].
    fn wythoff_table(&self, task: &WythoffTable) -> Result<GrundyTable, BackendError>;
}

/// The plain form of [`Backend::select`]: the columns are filled a piece at a time, and the
/// condition is evaluated here.
///
/// # Errors
/// As [`Backend::fill`].
pub fn select_by_columns<B: Backend + ?Sized>(
    backend: &B,
    task: &SelectTask<'_>,
) -> Result<Selection, BackendError> {
    let bound = task.bound();
    let mut columns = bound.columns();
    let mut space = Workspace::default();
    let mut selection = Selection {
        held: vec![0; task.len().div_ceil(64)],
        totals: vec![Totals::NONE; columns.len()],
    };
    for (block, held) in (0..).zip(selection.held.chunks_mut(FILLED / 64)) {
        let start = task.start() + (block * FILLED) as u128;
        let len = FILLED.min(task.len() - block * FILLED);
        let functions = bound.functions().iter().zip(&mut columns).zip(&mut selection.totals);
        for (((function, width), column), totals) in functions {
            column.reset(*width, len);
            backend.fill(RangeTask::new(function, start, column.as_mut())?)?;
            totals.add(&for_width!(Column, &*column, values => Totals::of(start, values)));
        }
        for (from, held) in (0..len).step_by(ROWS).zip(held.chunks_mut(ROWS / 64)) {
            let rows = from..len.min(from + ROWS);
            bound.hold(start + from as u128, &columns, rows, &mut space, held);
        }
    }
    Ok(selection)
}

impl Function {
    /// The narrowest column that holds every value over `range`.
    ///
    /// # Errors
    /// [`ValueError`] if 128 bits are too few.
    pub fn width(&self, range: Range<u128>) -> Result<Width, ValueError> {
        let largest = self.largest(range)?;
        Width::of_bits(largest.bit_len()).ok_or_else(|| self.too_wide(largest, 128))
    }

    /// The narrowest column that holds every value at n ≤ `largest`.
    ///
    /// # Errors
    /// [`ValueError`] if 128 bits are too few.
    pub fn width_up_to(&self, largest: u64) -> Result<Width, ValueError> {
        self.width(0..u128::from(largest) + 1)
    }

    fn fits(&self, range: Range<u128>, width: Width) -> Result<(), ValueError> {
        let largest = self.largest(range)?;
        if largest.bit_len() > width.bits() as usize {
            return Err(self.too_wide(largest, width.bits()));
        }
        Ok(())
    }
}
