//! What is timed to choose a tuning, and the exact sums it is held against.

use std::ops::Range;
use std::time::Instant;

use phinum_core::backend::{Backend, BackendError, RangeTask, Summary, SummaryTask};
use phinum_core::column::ColumnMut;
use phinum_core::function::Function;
use phinum_core::places::top_index;
use phinum_core::prefix::{Moments, Sums};
use phinum_core::quantity::by_name;

use super::Times;
use super::race::Operation;
use crate::baseline::kernels;
use crate::gpu::Gpu;
use crate::tuning::Tuning;

/// A table of no special values; a tile does the same for every additive function.
const QUANTITY: &str = "upper-bound";
/// The first n: no special place.
const START: u128 = (1 << 50) + 12_345;

/// The operations that are timed, on one device.
pub(super) struct Probe<'a> {
    gpu: &'a Gpu,
    function: Function,
    sums: Sums<u128>,
    column: Vec<u64>,
    /// The range that is summarised.
    read: Range<u128>,
    /// What the backend said last when it failed.
    pub(super) failure: Option<BackendError>,
}

impl<'a> Probe<'a> {
    /// On a GPU that is opened to be timed.
    pub(super) fn new(gpu: &'a Gpu, software: bool) -> Self {
        // The largest dispatch of a fill, and of summaries what takes as long; software
        // takes milliseconds for less.
        let (filled, read) = if software { (1 << 20, 1 << 21) } else { (1 << 22, 1 << 26) };
        let function = Function::from(by_name(QUANTITY).expect("a listed quantity"));
        let read = START..START + read;
        let sums = Sums::new(&function, top_index(read.end)).expect("it has exact sums");
        Probe { gpu, function, sums, column: vec![0; filled], read, failure: None }
    }

    /// What an operation takes with a tuning; `None` if it fails or is wrong.
    pub(super) fn measure(&mut self, tuning: Tuning, operation: Operation) -> Option<Times> {
        self.gpu.set_tuning(tuning);
        // What is told of in the end is what happened last.
        self.failure = None;
        let times = match operation {
            Operation::Fill => self.fill(),
            Operation::Reduction => self.summarize(),
        };
        times.unwrap_or_else(|error| {
            self.failure = Some(error);
            None
        })
    }

    fn fill(&mut self) -> Result<Option<Times>, BackendError> {
        // What is not written is seen.
        self.column.fill(u64::MAX);
        let gpu = self.gpu;
        let task = RangeTask::new(&self.function, START, ColumnMut::U64(&mut self.column))?;
        let begun = Instant::now();
        let kernels = kernels(gpu, || gpu.fill(task))?;
        let times = Times { kernels, whole: begun.elapsed() };
        let range = START..START + self.column.len() as u128;
        Ok(is_filled(&self.column, &self.sums.over(range)).then_some(times))
    }

    fn summarize(&self) -> Result<Option<Times>, BackendError> {
        let task = SummaryTask::new(&self.function, self.read.clone(), false)?;
        let mut summary = Summary::new(false);
        let begun = Instant::now();
        let kernels = kernels(self.gpu, || {
            summary = self.gpu.summarize(&task)?;
            Ok::<_, BackendError>(())
        })?;
        let times = Times { kernels, whole: begun.elapsed() };
        let right = self.sums.over(self.read.clone());
        Ok((summary.count == right.count && summary.sum == right.f.into()).then_some(times))
    }
}

/// Whether values from [`START`] on have these exact sums, modulo 2^128.
fn is_filled(values: &[u64], sums: &Moments<u128>) -> bool {
    let (mut f, mut nf) = (0u128, 0u128);
    for (n, &value) in (START..).zip(values) {
        f = f.wrapping_add(value.into());
        nf = nf.wrapping_add(n.wrapping_mul(value.into()));
    }
    (f, nf) == (sums.f, sums.nf)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_planted_error_is_seen() {
        let function = Function::from(by_name(QUANTITY).unwrap());
        let range = START..START + 1000;
        let sums = Sums::<u128>::new(&function, top_index(range.end)).unwrap().over(range.clone());
        let right: Vec<u64> = range.map(|n| function.value_wrapped(n) as u64).collect();
        assert!(is_filled(&right, &sums));
        for at in [0, 1, 500, 999] {
            let mut wrong = right.clone();
            wrong[at] ^= 1;
            assert!(!is_filled(&wrong, &sums), "{at}");
            wrong[at] = u64::MAX;
            assert!(!is_filled(&wrong, &sums), "{at} unwritten");
        }
        // Two values in each other's place have the same sum.
        let at = right.windows(2).position(|pair| pair[0] != pair[1]).unwrap();
        let mut swapped = right;
        swapped.swap(at, at + 1);
        assert!(!is_filled(&swapped, &sums));
    }
}
