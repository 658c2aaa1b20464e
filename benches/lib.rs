//! What the benchmarks time: each workload with its result asserted, so that a
//! wrong kernel has no speed.

use phinum_core::backend::{Backend, RangeTask};
use phinum_core::column::ColumnMut;
use phinum_core::function::Function;
use phinum_core::places::{place, top_index};
use phinum_core::prefix::Sums;
use phinum_core::quantity::by_name;
use phinum_cpu::{Cpu, Options};

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

    /// Fills it by what anybody would write first: the greedy numeral of each n,
    /// its weights added up.
    pub fn naive(&mut self, weights: &[u64]) {
        for (n, slot) in (START..).zip(&mut self.values) {
            *slot = naive(n, weights);
        }
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

/// a_i of Theorem 1.3 by index.
pub fn upper_bound_weights() -> Vec<u64> {
    (0..=90).map(|i| if i == 0 { 0 } else { (place(i + 2) - u128::from(i) - 2) as u64 }).collect()
}

/// Σ weights over the Zeckendorf terms of `n`, the largest place first.
pub fn naive(mut n: u64, weights: &[u64]) -> u64 {
    let mut sum = 0;
    let mut i = 90;
    while n > 0 {
        while place(i) > u128::from(n) {
            i -= 1;
        }
        n -= place(i) as u64;
        sum += weights[i as usize];
    }
    sum
}
