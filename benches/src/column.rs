//! A range of a quantity, filled and summarised in every way that is timed.

use core::ops::Range;

use phinum_core::backend::{Backend, BackendError, RangeTask, SummaryTask};
use phinum_core::column::{self, Width, Word};
use phinum_core::for_width;
use phinum_core::function::Function;
use phinum_core::places::top_index;
use phinum_core::prefix::Sums;
use phinum_core::quantity::by_name;
use phinum_cpu::{Cpu, Options};
use phinum_gpu::{Gpu, baseline};

use crate::measure::{self, Error};
use crate::naive::Naive;

/// The first n of every range: no special place.
pub const START: u64 = 1_000_000_007;

/// The listed quantity of that name.
///
/// # Panics
/// If there is none.
pub fn function(name: &str) -> Function {
    Function::from(by_name(name).expect("a listed quantity"))
}

/// The CPU backend on one thread.
///
/// # Panics
/// If the operating system refuses the thread.
pub fn one_thread() -> Cpu {
    Cpu::new(Options { threads: Some(1), ..Options::default() }).expect("a thread")
}

/// A column whose every page has been touched, and what it must hold afterwards.
#[derive(Debug)]
pub struct Column {
    /// The function.
    pub function: Function,
    values: column::Column,
    sum: u128,
}

impl Column {
    /// Of `len` values of the quantity called `name`, from [`START`] on, of 64 bits each.
    ///
    /// # Panics
    /// If the quantity has no closed sum to assert.
    pub fn new(name: &str, len: usize) -> Column {
        Column::of_width(name, len, Width::U64)
    }

    /// As many values as `bytes` hold, of the narrowest words that hold each.
    ///
    /// # Panics
    /// As [`Column::new`].
    pub fn narrowest(name: &str, bytes: usize) -> Column {
        let start = u128::from(START);
        let width = function(name).width(start..start + bytes as u128).expect("values fit");
        Column::of_width(name, bytes / width.bytes(), width)
    }

    fn of_width(name: &str, len: usize, width: Width) -> Column {
        let function = function(name);
        let range = u128::from(START)..u128::from(START) + len as u128;
        let sums = Sums::<u128>::new(&function, top_index(range.end)).expect("a closed sum");
        let sum = sums.over(range).f;
        Column { function, values: column::Column::unwritten(width, len), sum }
    }

    /// How many values there are.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// Bits of each.
    pub(crate) fn bits(&self) -> u32 {
        self.values.width().bits()
    }

    /// Sets every byte: the fastest anything can fill it.
    pub fn memset(&mut self) {
        let len = self.len();
        self.memset_rows(0..len);
    }

    /// Sets every byte of some rows.
    pub fn memset_rows(&mut self, rows: Range<usize>) {
        for_width!(Column, &mut self.values, values => {
            values[rows].fill(std::hint::black_box(Word::ZERO));
        });
    }

    /// Fills it on a backend.
    ///
    /// # Errors
    /// If the backend fails.
    pub fn fill(&mut self, backend: &dyn Backend) -> Result<(), BackendError> {
        let len = self.len();
        self.fill_rows(backend, 0..len)
    }

    /// Fills some rows of it on a backend.
    ///
    /// # Errors
    /// If the backend fails.
    pub fn fill_rows(
        &mut self,
        backend: &dyn Backend,
        rows: Range<usize>,
    ) -> Result<(), BackendError> {
        let start = u128::from(START) + rows.start as u128;
        let (_, from) = self.values.as_mut().split_at(rows.start);
        let (out, _) = from.split_at(rows.len());
        backend.fill(RangeTask::new(&self.function, start, out)?)
    }

    /// Fills it by what anybody would write first: the greedy numeral of each n
    /// from the largest place of the range down, the upper bound's weights added up.
    pub fn naive(&mut self, naive: &Naive) {
        naive.upper_bounds(START, self.words());
    }

    /// Fills it on a GPU element by element.
    ///
    /// # Errors
    /// If the device fails.
    pub fn fill_greedily(&mut self, gpu: &Gpu) -> Result<(), BackendError> {
        baseline::fill(gpu, &self.function.clone(), START, self.words())
    }

    /// Summarises the same range on a backend, without a column.
    ///
    /// # Errors
    /// [`Error`] if the backend fails or the sum is wrong.
    pub fn summarize(&self, backend: &dyn Backend) -> Result<(), Error> {
        let range = u128::from(START)..u128::from(START) + self.values.len() as u128;
        let task = SummaryTask::new(&self.function, range, false).map_err(BackendError::from)?;
        let summary = backend.summarize(&task)?;
        let what = format_args!("the summary of {} on {}", self.name(), backend.description());
        measure::assert(summary.sum == self.sum.into(), what)
    }

    /// Asserts that it holds the right values, by their exact sum.
    ///
    /// # Errors
    /// [`Error::Wrong`] if it does not.
    pub fn assert(&self) -> Result<(), Error> {
        let sum: u128 =
            for_width!(Column, &self.values, values => values.iter().map(|v| v.wide()).sum());
        measure::assert(sum == self.sum, format_args!("{} over a range", self.name()))
    }

    /// The words of 64 bits that a baseline knows.
    fn words(&mut self) -> &mut [u64] {
        match &mut self.values {
            column::Column::U64(values) => values,
            _ => panic!("a baseline fills words of 64 bits"),
        }
    }

    fn name(&self) -> &str {
        self.function.name()
    }
}
