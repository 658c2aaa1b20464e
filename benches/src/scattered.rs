//! Scattered inputs: random numbers, one thread, every level of instructions.
//!
//! The baseline is what anybody would write first: the greedy numeral of each number
//! from the largest place down, read as its definition says. Each quantity is compared
//! with it at many random numbers, at every edge and at numerals of few gaps before
//! anything is timed, and every timed result by its sum.

mod inputs;

use phinum_core::backend::{Backend, BackendError, ListTask};
use phinum_core::column::ColumnMut;
use phinum_core::function::Function;
use phinum_core::places::place;
use phinum_cpu::{Cpu, Level, Options};
use rayon::ThreadPoolBuilder;

use crate::column::function;
use crate::measure::{Bench, Error, assert, seconds, time};
use crate::naive::{BELOW_UPPER_BOUND, Naive};

/// Of the numbers that are timed the naive way takes one in so many.
const NAIVE_SHARE: usize = 8;

/// Measures the CPU backend at each level that is there, on the one thread of a pool,
/// so that no other thread's waking up is timed with the work.
///
/// # Errors
/// [`Error`]: a wrong result, or a listener that wants no more.
///
/// # Panics
/// If the operating system refuses the thread.
pub fn measure(bench: &mut Bench<'_>) -> Result<(), Error> {
    let levels = Level::ALL.into_iter().filter(|level| level.is_present() && *level != Level::Sse2);
    let backends: Vec<(&str, Box<dyn Backend>)> = levels
        .map(|level| {
            let options = Options { level, threads: None, ..Options::default() };
            let cpu = Cpu::new(options).expect("no threads to refuse");
            (level.name(), Box::new(cpu) as Box<dyn Backend>)
        })
        .collect();
    let pool = ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    pool.install(|| on(bench, &backends))
}

/// The same on backends, and what they are called.
fn on(bench: &mut Bench<'_>, backends: &[(&str, Box<dyn Backend>)]) -> Result<(), Error> {
    let effort = bench.effort();
    let compared = effort.of(1 << 9, 100_000, 10_000_000);
    // 1 MiB with their values: a millisecond or two, and many pairs, so that on a busy
    // machine most pairs are timed without another process in them.
    let timed: usize = effort.of(1 << 8, 1 << 16, 1 << 16);
    let pairs = effort.of(3, 21, 101);
    let inputs = inputs::draw(compared);
    bench.setting(&format!(
        "One thread, {compared} random numbers compared, {timed} timed, {pairs} pairs"
    ))?;
    let mut scattered = Scattered { bench, backends, naive: Naive::default(), timed, pairs };
    scattered.sums(&inputs)?;
    scattered.least_terms(&inputs)?;
    scattered.cold(&inputs)?;
    scattered.bounds(&inputs)
}

fn fill(
    backend: &dyn Backend,
    function: &Function,
    inputs: &[u64],
    out: &mut [u64],
) -> Result<(), BackendError> {
    backend.fill_list(ListTask::new(function, inputs, ColumnMut::U64(out))?)
}

fn total(values: &[u64]) -> u128 {
    values.iter().map(|v| u128::from(*v)).sum()
}

/// A function whose values are known, to be timed, and what the naive loop is called.
struct Timed<'a> {
    function: &'a Function,
    inputs: &'a [u64],
    expected: &'a [u64],
    baseline: &'a str,
}

struct Scattered<'a, 'b> {
    bench: &'a mut Bench<'b>,
    backends: &'a [(&'a str, Box<dyn Backend>)],
    naive: Naive,
    timed: usize,
    pairs: usize,
}

impl Scattered<'_, '_> {
    /// Additive functions.
    fn sums(&mut self, inputs: &[u64]) -> Result<(), Error> {
        self.compare(&function("terms"), inputs, |naive, n| naive.sum(n, |_| 1))?;
        self.compare(&function("index-sum"), inputs, |naive, n| naive.sum(n, |i| i as u64))?;
        for bits in self.bench.effort().of(&[20][..], &[20], &[20, 40]) {
            let weights: Vec<u64> =
                (1..=92).map(|i: u64| i.wrapping_mul(0x9E_3779_B97F) % (1 << bits)).collect();
            let wide: Vec<u128> = weights.iter().map(|w| u128::from(*w)).collect();
            let mine = Function::weighted(format!("weights of {bits} bits"), &wide);
            self.compare(&mine, inputs, |naive, n| naive.sum(n, |i| weights[i - 1]))?;
        }
        let below: Vec<u64> = (1..=92).map(|i| place(i - 1) as u64).collect();
        self.compare(&function("right-shift"), inputs, |naive, n| naive.sum(n, |i| below[i - 1]))
    }

    /// Functions of the greatest or the least term.
    fn least_terms(&mut self, inputs: &[u64]) -> Result<(), Error> {
        let zeros = function("trailing-zeros");
        let naive_zeros = |naive: &Naive, n| naive.least(n).saturating_sub(1) as u64;
        self.compare(&function("top-index"), inputs, |naive, n| naive.greatest(n) as u64)?;
        self.compare(&zeros, inputs, naive_zeros)?;
        let inputs_timed = &inputs[..self.timed];
        let expected: Vec<u64> =
            inputs_timed.iter().map(|n| naive_zeros(&self.naive, *n)).collect();
        let timed = Timed {
            function: &zeros,
            inputs: inputs_timed,
            expected: &expected,
            baseline: "naive greedy of terms",
        };
        self.measure(&timed, |naive, n| naive.sum(n, |_| 1))?;
        self.compare(&function("nim-take"), inputs, Naive::take)?;
        self.compare(&function("lower-wythoff"), inputs, |naive, n| naive.least(n) as u64 % 2)
    }

    /// The bounds and the longest game.
    fn bounds(&mut self, inputs: &[u64]) -> Result<(), Error> {
        let small: Vec<u64> = inputs.iter().map(|n| n % BELOW_UPPER_BOUND).collect();
        self.compare(&function("upper-bound"), &small, Naive::upper_bound)?;
        self.compare_wide(&function("upper-bound"), inputs, |naive, n| {
            let mut sum = 0;
            naive.terms(n, |i| sum += place(i as u32 + 2) - i as u128 - 2);
            sum
        })?;
        self.compare(&function("closed-bound"), &small, Naive::closed_bound)?;
        self.compare(&function("longest"), &small, Naive::longest)?;
        self.compare(&function("gap"), &small, |naive, n| naive.upper_bound(n) - naive.longest(n))
    }

    /// Compares a function on every backend with its naive reading, and times both.
    fn compare(
        &mut self,
        function: &Function,
        inputs: &[u64],
        naive: impl Fn(&Naive, u64) -> u64,
    ) -> Result<(), Error> {
        let expected: Vec<u64> = inputs.iter().map(|n| naive(&self.naive, *n)).collect();
        let mut out = vec![u64::MAX; inputs.len()];
        for (level, backend) in self.backends {
            out.fill(u64::MAX);
            fill(&**backend, function, inputs, &mut out)?;
            assert(out == expected, format_args!("{}, {level},", function.name()))?;
        }
        let (inputs, expected) = (&inputs[..self.timed], &expected[..self.timed]);
        self.measure(&Timed { function, inputs, expected, baseline: "naive greedy" }, naive)
    }

    /// Times a function with known values against a naive loop over the same inputs.
    fn measure(
        &mut self,
        &Timed { function, inputs, expected, baseline }: &Timed<'_>,
        naive: impl Fn(&Naive, u64) -> u64,
    ) -> Result<(), Error> {
        let name = function.name();
        let few = &inputs[..inputs.len() / NAIVE_SHARE];
        let (mut out, sum) = (vec![0; inputs.len()], total(expected));
        let mut slow: Vec<u64> = few.iter().map(|n| naive(&self.naive, *n)).collect();
        let naive_sum = total(&slow);
        for (level, backend) in self.backends {
            let what = format!("{name}, {level}");
            self.bench.ratio(&what, baseline, self.pairs, || {
                let old = seconds(few.len(), || {
                    for (slot, n) in slow.iter_mut().zip(few) {
                        *slot = naive(&self.naive, *n);
                    }
                });
                assert(total(&slow) == naive_sum, format_args!("the naive {name}"))?;
                let new = time(inputs.len(), || fill(&**backend, function, inputs, &mut out))?;
                assert(total(&out) == sum, format_args!("{what},"))?;
                Ok((new, old))
            })?;
        }
        Ok(())
    }

    /// Values of 128 bits: compared, not timed.
    fn compare_wide(
        &self,
        function: &Function,
        inputs: &[u64],
        naive: impl Fn(&Naive, u64) -> u128,
    ) -> Result<(), Error> {
        let expected: Vec<u128> = inputs.iter().map(|n| naive(&self.naive, *n)).collect();
        for (level, backend) in self.backends {
            let mut out = vec![u128::MAX; inputs.len()];
            let column = ColumnMut::U128(&mut out);
            let task = ListTask::new(function, inputs, column).map_err(BackendError::from)?;
            backend.fill_list(task)?;
            assert(out == expected, format_args!("{} of 128 bits, {level},", function.name()))?;
        }
        Ok(())
    }

    /// Cold pairs of heaps.
    fn cold(&mut self, inputs: &[u64]) -> Result<(), Error> {
        let naive = &self.naive;
        let pairs = inputs::pairs(inputs, naive);
        let expected: Vec<u8> = pairs.iter().map(|pair| naive.cold(*pair)).collect();
        let mut out = vec![u8::MAX; pairs.len()];
        for (level, backend) in self.backends {
            out.fill(u8::MAX);
            backend.cold(&pairs, &mut out)?;
            assert(out == expected, format_args!("cold pairs, {level},"))?;
        }
        let pairs = &pairs[..self.timed];
        let (expected, out) = (&expected[..self.timed], &mut out[..self.timed]);
        let mut slow = vec![0; pairs.len() / NAIVE_SHARE];
        for (level, backend) in self.backends {
            let what = format!("cold pairs, {level}");
            self.bench.ratio(&what, "naive greedy", self.pairs, || {
                let old = seconds(slow.len(), || {
                    for (slot, pair) in slow.iter_mut().zip(pairs) {
                        *slot = naive.cold(*pair);
                    }
                });
                assert(slow == expected[..slow.len()], "naive cold pairs")?;
                let new = time(pairs.len(), || backend.cold(pairs, out))?;
                assert(out == expected, format_args!("{what},"))?;
                Ok((new, old))
            })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column::one_thread;
    use crate::testing::{Altered, heard};

    #[test]
    fn a_wrong_value_has_no_speed() {
        let wrong: [(&str, Box<dyn Backend>); 1] = [("altered", Box::new(Altered(one_thread())))];
        let wrong = heard("scattered", |bench| on(bench, &wrong));
        assert!(matches!(wrong, Err(Error::Wrong { what }) if what == "terms, altered,"));
    }
}
