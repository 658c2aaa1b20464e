//! What the benchmarks time: each workload with its result asserted, so that a
//! wrong kernel has no speed.

use std::time::Instant;

use phinum_core::backend::{Backend, RangeTask, SummaryTask};
use phinum_core::column::ColumnMut;
use phinum_core::function::Function;
use phinum_core::places::{place, top_index};
use phinum_core::prefix::Sums;
use phinum_core::quantity::by_name;
use phinum_cpu::{Cpu, Options};
use phinum_gpu::{Adapters, Gpu, baseline};

/// Seconds a value.
pub fn time(values: usize, work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() / values as f64
}

/// Times a workload and its baseline in turn, pair by pair, so that a machine whose
/// speed drifts changes both, and prints the median of the ratios.
pub fn ratio(what: &str, baseline: &str, pairs: usize, mut pair: impl FnMut() -> (f64, f64)) {
    pair();
    let mut ratios: Vec<f64> = (0..pairs).map(|_| pair()).map(|(new, old)| old / new).collect();
    ratios.sort_by(f64::total_cmp);
    let (median, least, most) = (ratios[pairs / 2], ratios[0], ratios[pairs - 1]);
    println!("{what:<32} {median:>8.2} times {baseline} ({least:.2} to {most:.2})");
}

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
    /// # Panics
    /// If the backend fails.
    pub fn fill(&mut self, backend: &dyn Backend) {
        let out = ColumnMut::U64(&mut self.values);
        let task = RangeTask::new(&self.function, START.into(), out).expect("values fit");
        backend.fill(task).expect("the backend works");
    }

    /// Fills it by what anybody would write first: the greedy numeral of each n
    /// from the largest place of the range down, its weights added up.
    pub fn naive(&mut self, naive: &Naive) {
        let last = START + self.values.len() as u64;
        let top = naive.places.iter().rposition(|&place| place <= last).unwrap_or(0);
        for (n, slot) in (START..).zip(&mut self.values) {
            *slot = naive.sum(n, top);
        }
    }

    /// Fills it on a GPU element by element.
    ///
    /// # Panics
    /// If the device fails.
    pub fn fill_greedily(&mut self, gpu: &Gpu) {
        baseline::fill(gpu, &self.function, START, &mut self.values).expect("the device works");
    }

    /// Summarises the same range on a backend, without a column.
    ///
    /// # Panics
    /// If the backend fails or the sum is wrong.
    pub fn summarize(&self, backend: &dyn Backend) {
        let range = u128::from(START)..u128::from(START) + self.values.len() as u128;
        let task = SummaryTask::new(&self.function, range, false).expect("values fit");
        let summary = backend.summarize(&task).expect("the backend works");
        assert_eq!(summary.sum, self.sum.into(), "{}", self.function.name());
    }

    /// Asserts that it holds the right values, by their exact sum.
    ///
    /// # Panics
    /// If it does not.
    pub fn assert(&self) {
        let sum = self.values.iter().map(|v| u128::from(*v)).sum::<u128>();
        assert_eq!(sum, self.sum, "{} over {} values", self.function.name(), self.values.len());
    }
}

/// The greedy numeral as anybody would write it first, with the weights of the
/// upper bound.
pub struct Naive {
    places: Vec<u64>,
    weights: Vec<u64>,
}

impl Default for Naive {
    fn default() -> Self {
        let indices = || 1..=90u32;
        Naive {
            places: indices().map(|i| place(i) as u64).collect(),
            weights: indices().map(|i| (place(i + 2) - u128::from(i) - 2) as u64).collect(),
        }
    }
}

impl Naive {
    /// Σ weights over the terms of `n`, whose largest index is at most `top` + 1.
    fn sum(&self, mut n: u64, top: usize) -> u64 {
        let mut sum = 0;
        for (place, weight) in self.places[..=top].iter().zip(&self.weights[..=top]).rev() {
            if *place <= n {
                n -= place;
                sum += weight;
            }
        }
        sum
    }
}

/// The adapter GPU benchmarks run on, `PHINUM_BENCH_ADAPTER` or the best; `None`
/// without any.
///
/// # Panics
/// If the adapter that is named is not there or does not open.
pub fn gpu() -> Option<(String, Gpu)> {
    let adapters = Adapters::list();
    let adapter = match std::env::var("PHINUM_BENCH_ADAPTER") {
        Ok(name) => adapters.find(&name).expect("the adapter"),
        Err(_) => adapters.best().ok()?,
    };
    Some((adapter.to_string(), Gpu::open(adapter).expect("the adapter opens")))
}
