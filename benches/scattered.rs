//! The speed of scattered inputs as ratios: random numbers, one thread, every level.
//!
//! The baseline is what anybody would write first: the greedy numeral of each number
//! from the largest place down, read as its definition says. Each quantity is compared
//! with it at 10^7 random numbers, at every edge and at numerals of few gaps before
//! anything is timed, and every timed result by its sum.

use phinum_benches::{function, ratio, time};
use phinum_core::backend::{Backend, ListTask};
use phinum_core::column::ColumnMut;
use phinum_core::conformance::{Effort, edges};
use phinum_core::function::Function;
use phinum_core::places::{MAX_INDEX_U64, place};
use phinum_cpu::{Cpu, Level, Options};
use rayon::ThreadPoolBuilder;

/// Numbers that are compared.
const COMPARED: usize = 10_000_000;
/// Numbers that are timed, 1 MiB with their values, and how many of them naively: a
/// millisecond or two each, and many pairs, so that on a busy machine most pairs are
/// timed without another process in them.
const LEN: usize = 1 << 16;
const NAIVE_LEN: usize = LEN / 8;
const PAIRS: usize = 101;
/// The last n whose upper bound fits 64 bits is above this.
const BELOW_UPPER_BOUND: u64 = 7_000_000_000_000_000_000;

/// The places and the weights of the upper bound, by index from 1.
struct Naive {
    places: Vec<u64>,
    weights: Vec<u64>,
}

impl Naive {
    fn new() -> Naive {
        let weight = |i: u32| (place(i + 2) - u128::from(i) - 2) as u64;
        Naive {
            places: (1..=MAX_INDEX_U64).map(|i| place(i) as u64).collect(),
            weights: (1..=MAX_INDEX_U64).map(weight).collect(),
        }
    }

    /// Calls `term` with the index of each term of `n`, the greatest first.
    #[inline(always)]
    fn terms(&self, mut n: u64, mut term: impl FnMut(usize)) {
        for (i, place) in self.places.iter().enumerate().rev() {
            if *place <= n {
                n -= place;
                term(i + 1);
            }
        }
    }

    fn least(&self, n: u64) -> usize {
        let mut least = 0;
        self.terms(n, |i| least = i);
        least
    }

    fn greatest(&self, n: u64) -> usize {
        self.places.iter().rposition(|place| *place <= n).map_or(0, |i| i + 1)
    }

    fn sum(&self, n: u64, weight: impl Fn(usize) -> u64) -> u64 {
        let mut sum = 0;
        self.terms(n, |i| sum += weight(i));
        sum
    }

    /// The longest game by the runs of the lazy numeral, whose zeros are the terms of
    /// F_{k+2} − 2 − n for the least k for which that is not negative.
    fn longest(&self, n: u64) -> u64 {
        let wide = u128::from(n) + 2;
        let mut length = 0;
        while place(length + 2) < wide {
            length += 1;
        }
        let length = length as usize;
        let mut lazy = [true; MAX_INDEX_U64 as usize + 2];
        self.terms((place(length as u32 + 2) - wide) as u64, |i| lazy[i - 1] = false);
        let (mut moves, mut run, mut carried) = (0, 0u64, false);
        let mut end = |run: &mut u64| {
            if *run > 0 {
                *run += u64::from(carried);
                carried = *run >= 2;
            }
            let extra = *run * *run / 4;
            *run = 0;
            extra
        };
        for (one, weight) in lazy[..length].iter().zip(&self.weights) {
            if *one {
                moves += weight;
                run += 1;
            } else {
                moves += end(&mut run);
            }
        }
        moves + end(&mut run)
    }

    /// The smallest term of a number of several, else 0.
    fn take(&self, n: u64) -> u64 {
        let (mut terms, mut least) = (0, 0);
        self.terms(n, |i| (terms, least) = (terms + 1, i));
        if terms < 2 { 0 } else { self.places[least - 1] }
    }

    /// ⌊φ²n − IZ − φZ⌋ by an integer square root, for the n below [`BELOW_UPPER_BOUND`].
    fn closed_bound(&self, n: u64) -> u64 {
        let (mut terms, mut indices) = (0, 0);
        self.terms(n, |i| (terms, indices) = (terms + 1, indices + i as i128));
        let rest = u128::from(n) - terms as u128;
        let whole = 3 * i128::from(n) - 2 * indices - terms;
        ((whole + (5 * rest * rest).isqrt() as i128) >> 1) as u64
    }

    fn cold(&self, [a, b]: [u64; 2]) -> u8 {
        let (a, b) = (a.min(b), a.max(b));
        let (mut least, mut shift) = (0, 0u128);
        self.terms(a, |i| (least, shift) = (i, shift + place(i as u32 + 1)));
        u8::from((a == 0 || least % 2 == 1) && shift == b.into())
    }
}

/// A generator of numbers (splitmix64).
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below 2^64 whose terms keep few places apart.
    fn dense(&mut self) -> u64 {
        let (mut n, mut i) = (0, 1 + self.next() % 4);
        let spread = 1 + self.next() % 4;
        while i <= MAX_INDEX_U64.into() {
            let Some(more) = u64::checked_add(n, place(i as u32) as u64) else { break };
            n = more;
            i += 2 + self.next() % spread;
        }
        n
    }
}

/// Random numbers, then every edge and its neighbours, then numerals of few gaps.
fn inputs() -> Vec<u64> {
    let mut draw = Draw(7);
    let mut inputs: Vec<u64> = (0..COMPARED).map(|_| draw.next()).collect();
    for edge in edges(Effort::Full) {
        let around = [edge.saturating_sub(1), edge, edge.saturating_add(1)];
        inputs.extend(around.into_iter().filter_map(|n| u64::try_from(n).ok()));
    }
    inputs.extend((0..100_000).map(|_| draw.dense()));
    inputs
}

fn fill(cpu: &Cpu, function: &Function, inputs: &[u64], out: &mut [u64]) {
    let task = ListTask::new(function, inputs, ColumnMut::U64(out)).expect("values fit");
    cpu.fill_list(task).expect("the backend works");
}

fn total(values: &[u64]) -> u128 {
    values.iter().map(|v| u128::from(*v)).sum()
}

/// Compares a function at every level with its naive reading, and times both.
fn compare(cpus: &[(Level, Cpu)], function: &Function, inputs: &[u64], naive: impl Fn(u64) -> u64) {
    let name = function.name();
    let expected: Vec<u64> = inputs.iter().map(|n| naive(*n)).collect();
    let mut out = vec![u64::MAX; inputs.len()];
    for (level, cpu) in cpus {
        out.fill(u64::MAX);
        fill(cpu, function, inputs, &mut out);
        let wrong = (0..inputs.len()).find(|i| out[*i] != expected[*i]).map(|i| inputs[i]);
        assert_eq!(wrong, None, "{name}, {}", level.name());
    }
    let inputs = &inputs[..LEN];
    measure(cpus, function, (inputs, &expected[..LEN]), "naive greedy", naive);
}

/// Times a function with known values against a naive loop over the same inputs.
fn measure(
    cpus: &[(Level, Cpu)],
    function: &Function,
    (inputs, expected): (&[u64], &[u64]),
    baseline: &str,
    naive: impl Fn(u64) -> u64,
) {
    let name = function.name();
    let (mut out, sum) = (vec![0; LEN], total(expected));
    let mut slow: Vec<u64> = inputs[..NAIVE_LEN].iter().map(|n| naive(*n)).collect();
    let naive_sum = total(&slow);
    for (level, cpu) in cpus {
        ratio(&format!("{name}, {}", level.name()), baseline, PAIRS, || {
            let old = time(NAIVE_LEN, || {
                for (slot, n) in slow.iter_mut().zip(inputs) {
                    *slot = naive(*n);
                }
            });
            assert_eq!(total(&slow), naive_sum, "{name}");
            let new = time(LEN, || fill(cpu, function, inputs, &mut out));
            assert_eq!(total(&out), sum, "{name}, {}", level.name());
            (new, old)
        });
    }
}

/// Values of 128 bits: compared, not timed.
fn compare_wide(
    cpus: &[(Level, Cpu)],
    function: &Function,
    inputs: &[u64],
    naive: impl Fn(u64) -> u128,
) {
    let expected: Vec<u128> = inputs.iter().map(|n| naive(*n)).collect();
    for (level, cpu) in cpus {
        let mut out = vec![u128::MAX; inputs.len()];
        let column = ColumnMut::U128(&mut out);
        let task = ListTask::new(function, inputs, column).expect("values fit");
        cpu.fill_list(task).expect("the backend works");
        assert!(out == expected, "{} of 128 bits, {}", function.name(), level.name());
    }
}

fn compare_cold(cpus: &[(Level, Cpu)], naive: &Naive, inputs: &[u64]) {
    // Every fourth a cold position or one of the right shift and the wrong parity.
    let pair = |(i, n): (usize, &u64)| {
        let partner = naive.sum(*n / 2, |i| place(i as u32 + 1) as u64);
        if i % 4 == 0 { [*n / 2, partner] } else { [*n, n.rotate_left(i as u32)] }
    };
    let pairs: Vec<[u64; 2]> = inputs.iter().enumerate().map(pair).collect();
    let expected: Vec<u8> = pairs.iter().map(|pair| naive.cold(*pair)).collect();
    let mut out = vec![u8::MAX; pairs.len()];
    for (level, cpu) in cpus {
        out.fill(u8::MAX);
        cpu.cold(&pairs, &mut out).expect("the backend works");
        assert!(out == expected, "cold pairs, {}", level.name());
    }
    let mut slow = vec![0; NAIVE_LEN];
    for (level, cpu) in cpus {
        ratio(&format!("cold pairs, {}", level.name()), "naive greedy", PAIRS, || {
            let old = time(NAIVE_LEN, || {
                for (slot, pair) in slow.iter_mut().zip(&pairs) {
                    *slot = naive.cold(*pair);
                }
            });
            assert!(slow == expected[..NAIVE_LEN]);
            let new =
                time(LEN, || cpu.cold(&pairs[..LEN], &mut out[..LEN]).expect("the backend works"));
            assert!(out[..LEN] == expected[..LEN]);
            (new, old)
        });
    }
}

fn main() {
    // This thread itself: another one's waking up would be timed with the work.
    let here = ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    here.build_global().expect("no pool yet");
    let levels = Level::ALL.into_iter().filter(|level| level.is_present() && *level != Level::Sse2);
    let cpus: Vec<(Level, Cpu)> = levels
        .map(|level| {
            let options = Options { level, threads: None, ..Options::default() };
            (level, Cpu::new(options).expect("no threads to refuse"))
        })
        .collect();
    let (naive, inputs) = (Naive::new(), inputs());
    println!("One thread, {COMPARED} random numbers compared, {LEN} timed, {PAIRS} pairs:");
    compare(&cpus, &function("terms"), &inputs, |n| naive.sum(n, |_| 1));
    compare(&cpus, &function("index-sum"), &inputs, |n| naive.sum(n, |i| i as u64));
    for bits in [20, 40] {
        let weights: Vec<u64> =
            (1..=92).map(|i: u64| i.wrapping_mul(0x9E_3779_B97F) % (1 << bits)).collect();
        let wide: Vec<u128> = weights.iter().map(|w| u128::from(*w)).collect();
        let mine = Function::weighted(format!("weights of {bits} bits"), &wide);
        compare(&cpus, &mine, &inputs, |n| naive.sum(n, |i| weights[i - 1]));
    }
    let below: Vec<u64> = (1..=92).map(|i| place(i - 1) as u64).collect();
    compare(&cpus, &function("right-shift"), &inputs, |n| naive.sum(n, |i| below[i - 1]));
    compare(&cpus, &function("top-index"), &inputs, |n| naive.greatest(n) as u64);
    compare(&cpus, &function("trailing-zeros"), &inputs, |n| {
        naive.least(n).saturating_sub(1) as u64
    });
    let zeros: Vec<u64> =
        inputs[..LEN].iter().map(|n| naive.least(*n).saturating_sub(1) as u64).collect();
    let timed = (&inputs[..LEN], &zeros[..]);
    measure(&cpus, &function("trailing-zeros"), timed, "naive greedy of terms", |n| {
        naive.sum(n, |_| 1)
    });
    compare(&cpus, &function("nim-take"), &inputs, |n| naive.take(n));
    compare(&cpus, &function("lower-wythoff"), &inputs, |n| naive.least(n) as u64 % 2);
    compare_cold(&cpus, &naive, &inputs);
    let small: Vec<u64> = inputs.iter().map(|n| n % BELOW_UPPER_BOUND).collect();
    let upper_bound = |n| naive.sum(n, |i| naive.weights[i - 1]);
    compare(&cpus, &function("upper-bound"), &small, upper_bound);
    compare_wide(&cpus, &function("upper-bound"), &inputs, |n| {
        let mut sum = 0;
        naive.terms(n, |i| sum += place(i as u32 + 2) - i as u128 - 2);
        sum
    });
    compare(&cpus, &function("closed-bound"), &small, |n| naive.closed_bound(n));
    compare(&cpus, &function("longest"), &small, |n| naive.longest(n));
    compare(&cpus, &function("gap"), &small, |n| upper_bound(n) - naive.longest(n));
}
