//! A range of a quantity, filled and summarised in every way that is timed.

use phinum_core::backend::{Backend, BackendError, RangeTask, SummaryTask};
use phinum_core::column::ColumnMut;
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
    values: Vec<u64>,
    sum: u128,
}

impl Column {
    /// Of `len` values of the quantity called `name`, from [`START`] on.
    ///
    /// # Panics
    /// If the quantity has no closed sum to assert.
    pub fn new(name: &str, len: usize) -> Column {
        let function = function(name);
        let range = u128::from(START)..u128::from(START) + len as u128;
        let sums = Sums::<u128>::new(&function, top_index(range.end)).expect("a closed sum");
        let sum = sums.over(range).f;
        Column { function, values: vec![1; len], sum }
    }

    /// Sets every byte: the fastest anything can fill it.
    pub fn memset(&mut self) {
        self.values.fill(std::hint::black_box(0));
    }

    /// Fills it on a backend.
    ///
    /// # Errors
    /// If the backend fails.
    pub fn fill(&mut self, backend: &dyn Backend) -> Result<(), BackendError> {
        let out = ColumnMut::U64(&mut self.values);
        backend.fill(RangeTask::new(&self.function, START.into(), out)?)
    }

    /// Fills it by what anybody would write first: the greedy numeral of each n
    /// from the largest place of the range down, the upper bound's weights added up.
    pub fn naive(&mut self, naive: &Naive) {
        naive.upper_bounds(START, &mut self.values);
    }

    /// Fills it on a GPU element by element.
    ///
    /// # Errors
    /// If the device fails.
    pub fn fill_greedily(&mut self, gpu: &Gpu) -> Result<(), BackendError> {
        baseline::fill(gpu, &self.function, START, &mut self.values)
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
        let sum = self.values.iter().map(|v| u128::from(*v)).sum::<u128>();
        measure::assert(sum == self.sum, format_args!("{} over a range", self.name()))
    }

    fn name(&self) -> &str {
        self.function.name()
    }
}
