//! The one device, and what every test compares with.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use phinum_core::backend::{Backend, ListTask, RangeTask};
use phinum_core::column::{Column, Width};
use phinum_core::function::Function;
use phinum_core::places::place;
use phinum_gpu::{Adapter, Adapters, Gpu, Options};

/// Whether the tests that need an adapter are switched off, in so many words.
fn skipped() -> bool {
    std::env::var_os("PHINUM_SKIP_GPU_TESTS").is_some_and(|value| value == "1")
}

/// The right to use the device.
pub(crate) fn turn() -> Option<MutexGuard<'static, ()>> {
    static TURN: Mutex<()> = Mutex::new(());
    if skipped() {
        return None;
    }
    Some(TURN.lock().unwrap_or_else(PoisonError::into_inner))
}

/// The adapter under test.
pub(crate) fn adapter() -> &'static Adapter {
    static ADAPTER: OnceLock<Adapter> = OnceLock::new();
    ADAPTER.get_or_init(|| {
        let adapters = Adapters::list();
        let found = match std::env::var("PHINUM_TEST_ADAPTER") {
            Ok(name) => adapters.find(&name),
            Err(_) => adapters.best(),
        };
        found.unwrap_or_else(|error| panic!("{error}; PHINUM_SKIP_GPU_TESTS=1 skips")).clone()
    })
}

/// The shared device.
pub(crate) fn gpu() -> &'static Gpu {
    static GPU: OnceLock<Gpu> = OnceLock::new();
    GPU.get_or_init(|| open(Options::default()))
}

/// A device of its own, for a test that spoils it.
pub(crate) fn open(options: Options) -> Gpu {
    Gpu::with(adapter(), options).expect("the adapter opens")
}

/// Every quantity, and weights as wide as columns.
pub(crate) fn functions() -> Vec<Function> {
    let mut functions = Function::all();
    functions.extend(user_weights());
    functions
}

/// Weights of a user: small, past 32 bits, past 64 bits.
pub(crate) fn user_weights() -> [Function; 3] {
    [("small", 3), ("past 32 bits", (1 << 40) + 7), ("past 64 bits", (1 << 90) + (7 << 31) + 1)]
        .map(|(name, step): (_, u128)| {
            let weights: Vec<u128> = (1..=185).map(|i| (i * i % 97) * step).collect();
            Function::weighted(name, &weights)
        })
}

/// The values at `inputs` modulo 2^128, by the scalar reference.
pub(crate) fn reference(function: &Function, inputs: impl Iterator<Item = u128>) -> Vec<u128> {
    inputs.map(|n| function.value_wrapped(n)).collect()
}

/// Compares a range with the reference, in each width that holds it.
pub(crate) fn check_range(gpu: &Gpu, function: &Function, start: u128, len: usize) {
    let expected = reference(function, (0..len as u128).map(|i| start + i));
    for width in Width::ALL {
        let mut column = Column::unwritten(width, len);
        let Ok(task) = RangeTask::new(function, start, column.as_mut()) else { continue };
        gpu.fill(task).expect("the device works");
        compare(function, &column, &expected, |i| start + i as u128);
    }
}

/// Compares a list with the reference, in each width that holds it.
pub(crate) fn check_list(gpu: &Gpu, function: &Function, inputs: &[u64]) {
    let expected = reference(function, inputs.iter().map(|&n| n.into()));
    for width in Width::ALL {
        let mut column = Column::unwritten(width, inputs.len());
        let Ok(task) = ListTask::new(function, inputs, column.as_mut()) else { continue };
        gpu.fill_list(task).expect("the device works");
        compare(function, &column, &expected, |i| inputs[i].into());
    }
}

fn compare(function: &Function, column: &Column, expected: &[u128], n: impl Fn(usize) -> u128) {
    for (i, &value) in expected.iter().enumerate() {
        assert_eq!(column.get(i), value, "{} at {} (number {i})", function.name(), n(i));
    }
}

/// Numbers of every size: a generator that is the same everywhere.
pub(crate) fn random(count: usize, seed: u64) -> Vec<u64> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    };
    (0..count).map(|_| next() >> (next() % 64)).collect()
}

/// F_i − 1, F_i, F_i + 1 for every place below 2^64.
pub(crate) fn around_places() -> Vec<u64> {
    (1..=92).flat_map(|i| [place(i) - 1, place(i), place(i) + 1]).map(|n| n as u64).collect()
}
