//! The key kernels, each as one piece of work whose instructions are counted under
//! callgrind (`scripts/guard`, docs/guard.md).
//!
//! What is counted is the same wherever it runs: one thread, fixed inputs, and the
//! level of instructions by name instead of the best the machine has. Each kernel has
//! run once before, so that its tables are made, and its result is asserted afterwards.

use phinum_core::backend::{Backend, ListTask, RangeTask, SelectTask, SummaryTask};
use phinum_core::column::ColumnMut;
use phinum_core::dashu::IBig;
use phinum_core::fibonacci_nim::Sweep;
use phinum_core::fibonacci_nim::growth::Growth;
use phinum_core::function::Function;
use phinum_core::places::top_index;
use phinum_core::predicate::{Bound, Operation, Predicate, Relation, Term};
use phinum_core::prefix::{Exact, Moments, Sums};
use phinum_core::quantity::by_name;
use phinum_cpu::{Cpu, Level, Options};

/// The first n of ranges: no special place.
const START: u64 = 1_000_000_007;
/// Values of a column: what one thread takes at a time.
const FILLED: usize = 1 << 18;
/// Numbers of a summary.
const SUMMARIZED: u64 = 1 << 22;
/// Listed numbers.
const LISTED: usize = 1 << 14;
const SEED: u64 = 6;
/// Heaps of Fibonacci Nim.
const HEAPS: u64 = 100_000;
/// The end of the prefix sum.
const END: u128 = 10u128.pow(30);

/// A kernel whose instructions are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kernel {
    /// A quantity over a range, into a column written past the cache where the level can.
    Range(&'static str, Level),
    /// A quantity over a range, reduced.
    Summary(&'static str),
    /// A condition on two quantities over a range.
    Condition,
    /// A quantity at listed numbers.
    List(&'static str),
    /// All heaps of Fibonacci Nim.
    NimSweep,
    /// The exact sum of a quantity below 10^30.
    PrefixSum(&'static str),
}

/// Every kernel that this machine, or valgrind in its place, has the instructions for.
/// AVX-512 is left out: valgrind does not know it.
pub fn kernels() -> Vec<Kernel> {
    let levels = [Level::Portable, Level::Sse2, Level::Avx2];
    let ranges = ["upper-bound", "longest", "terms"].into_iter().flat_map(|name| {
        let present = levels.into_iter().filter(|level| level.is_present());
        present.map(move |level| Kernel::Range(name, level))
    });
    let others = [
        Kernel::Summary("upper-bound"),
        Kernel::Summary("longest"),
        Kernel::Condition,
        Kernel::List("terms"),
        Kernel::NimSweep,
        Kernel::PrefixSum("longest"),
    ];
    ranges.chain(others).collect()
}

impl Kernel {
    /// Its name, of words and slashes.
    pub fn name(self) -> String {
        match self {
            Kernel::Range(name, level) => format!("range/{name}/{}", level.name()),
            Kernel::Summary(name) => format!("summary/{name}"),
            Kernel::Condition => "condition".into(),
            Kernel::List(name) => format!("list/{name}"),
            Kernel::NimSweep => "nim/sweep".into(),
            Kernel::PrefixSum(name) => format!("prefix-sum/{name}"),
        }
    }

    /// Does the work once with its instructions counted.
    ///
    /// # Panics
    /// If the result is wrong, or the machine lacks the instructions.
    pub fn run(self) {
        match self {
            Kernel::Range(name, level) => range(&function(name), level),
            Kernel::Summary(name) => summary(&function(name)),
            Kernel::Condition => condition(),
            Kernel::List(name) => list(&function(name)),
            Kernel::NimSweep => nim_sweep(),
            Kernel::PrefixSum(name) => prefix_sum(&function(name)),
        }
    }
}

/// The one function whose instructions are counted, with all that it calls:
/// `scripts/guard` has its name.
#[inline(never)]
fn counted<T>(work: impl FnOnce() -> T) -> T {
    work()
}

fn function(name: &str) -> Function {
    Function::from(by_name(name).expect("a listed quantity"))
}

fn cpu(level: Level) -> Cpu {
    assert!(level.is_present(), "this machine has no {}", level.name());
    // No threads of its own: rayon's one thread is the one that counts (main.rs).
    let options = Options { level, threads: None, stream_from: 0, ..Options::default() };
    Cpu::new(options).expect("no thread is started")
}

/// Σ f over the `len` numbers from [`START`] on, from no kernel.
fn sum(function: &Function, len: u64) -> u128 {
    let range = u128::from(START)..u128::from(START + len);
    let sums = Sums::<u128>::new(function, top_index(range.end)).expect("a closed sum");
    sums.over(range).f
}

fn range(function: &Function, level: Level) {
    let cpu = cpu(level);
    let mut values = vec![u64::MAX; FILLED];
    let mut fill = |count: bool| {
        let out = ColumnMut::U64(&mut values);
        let task = RangeTask::new(function, START.into(), out).expect("values fit");
        let done = if count { counted(|| cpu.fill(task)) } else { cpu.fill(task) };
        done.expect("the CPU works");
    };
    fill(false);
    fill(true);
    let filled: u128 = values.iter().map(|value| u128::from(*value)).sum();
    assert_eq!(filled, sum(function, FILLED as u64), "{}", function.name());
}

fn summary(function: &Function) {
    let cpu = cpu(Level::Portable);
    let range = u128::from(START)..u128::from(START + SUMMARIZED);
    let task = SummaryTask::new(function, range, false).expect("values fit");
    cpu.summarize(&task).expect("the CPU works");
    let summary = counted(|| cpu.summarize(&task)).expect("the CPU works");
    assert_eq!(summary.sum, sum(function, SUMMARIZED).into(), "{}", function.name());
}

/// terms % 3 = 1 and longest > 2n: a residue, n itself, and columns of two widths.
fn condition() {
    let term = |name| Term::Value(function(name));
    let constant = |number: u8| Term::Constant(number.into());
    let of = |operation, left, right| Term::Operation(operation, Box::new(left), Box::new(right));
    let third = of(Operation::Residue, term("terms"), constant(3));
    let double = of(Operation::Multiply, Term::Number, constant(2));
    let predicate = Predicate::And(
        Box::new(Predicate::Compare(Relation::Equal, third, constant(1))),
        Box::new(Predicate::Compare(Relation::Greater, term("longest"), double)),
    );
    let start = u128::from(START);
    let bound = Bound::new(&predicate, &(start..start + FILLED as u128)).expect("it fits");
    let task = SelectTask::new(&bound, start, FILLED);
    let cpu = cpu(Level::Portable);
    cpu.select(&task).expect("the CPU works");
    let selection = counted(|| cpu.select(&task)).expect("the CPU works");
    for (j, n) in (0..FILLED).zip(start..).step_by(101) {
        assert_eq!(Some(selection.holds(j)), predicate.holds(n).ok(), "the condition at {n}");
    }
}

fn list(function: &Function) {
    let cpu = cpu(Level::Portable);
    let mut random = fastrand::Rng::with_seed(SEED);
    let inputs: Vec<u64> = (0..LISTED).map(|_| random.u64(..)).collect();
    let mut values = vec![u64::MAX; LISTED];
    let mut fill = |count: bool| {
        let out = ColumnMut::U64(&mut values);
        let task = ListTask::new(function, &inputs, out).expect("values fit");
        let done = if count { counted(|| cpu.fill_list(task)) } else { cpu.fill_list(task) };
        done.expect("the CPU works");
    };
    fill(false);
    fill(true);
    for (n, value) in inputs.iter().zip(&values) {
        assert_eq!(function.value((*n).into()), Ok((*value).into()), "{} at {n}", function.name());
    }
}

fn nim_sweep() {
    let mut growth = Growth::default();
    counted(|| {
        let mut sweep = Sweep::new(std::hint::black_box(HEAPS)).expect("a heap of a table");
        while let Some((heap, steps)) = sweep.next_heap() {
            growth.push(heap, steps);
        }
    });
    assert_eq!(u64::from(growth.heaps()), HEAPS);
    // The first opening of that value, as docs/fibonacci-nim.md has it.
    assert_eq!(growth.first(40), Some(43_202));
}

fn prefix_sum(function: &Function) {
    let top = top_index(END);
    let sums = |function: &Function| Sums::<IBig>::new(function, top).expect("a closed sum");
    let longest = counted(|| sums(function).below(std::hint::black_box(END))).f;
    // The other way: the bound less the gap, and the gap by its deficit form.
    let bound = sums(&self::function("upper-bound")).below(END).f;
    let gap = Exact::<Moments<IBig>>::new(&self::function("gap"), top).expect("a closed sum");
    assert_eq!(longest, bound - gap.over(0..END).f, "{}", function.name());
}
