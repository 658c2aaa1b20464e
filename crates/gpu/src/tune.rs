//! A tuning chosen by measuring, on the adapter it is for: one thing after another is
//! changed, and a change is kept that makes the kernels faster by a clear margin.
//!
//! What is measured is the kernels' time, by the device's own clock where it has one,
//! in rounds: each round times all rivals in turn, so that a machine whose speed drifts
//! changes all of them. Every result is held against exact sums, and a tuning that gave
//! a wrong one is out, however fast.

mod probe;
mod race;

use std::time::{Duration, Instant};

use phinum_core::backend::BackendError;
use thiserror::Error;

use crate::adapters::Adapter;
use crate::error::OpenError;
use crate::gpu::Gpu;
use crate::options::Options;
use crate::tuning::Tuning;

use self::probe::Probe;
use self::race::{Ended, Operation, race};

/// How much faster something else must be to be taken: more than noise makes of it.
const MARGIN: f64 = 1.05;
/// How much slower whole operations may seem to be with faster kernels.
const TOLERANCE: f64 = 0.97;
/// Rounds that count, for each thing that is tuned.
const ROUNDS: usize = 5;
/// And for the choice against what is built in.
const LAST_ROUNDS: usize = 7;

/// Something that is tuned.
struct Knob {
    set: fn(Tuning, u32) -> Tuning,
    to: &'static [u32],
    /// The operations it matters to.
    of: &'static [Operation],
}

/// In the order in which they are turned: the ones that matter most on what was measured
/// come first.
const KNOBS: [Knob; 4] = [
    Knob {
        set: |tuning, values_per_invocation| Tuning { values_per_invocation, ..tuning },
        to: &[4, 8, 16, 32, 64],
        of: &[Operation::Fill],
    },
    Knob {
        set: |tuning, reads_per_invocation| Tuning { reads_per_invocation, ..tuning },
        to: &[32, 64, 128, 256, 512],
        of: &[Operation::Reduction],
    },
    Knob {
        set: |tuning, workgroup| Tuning { workgroup, ..tuning },
        to: &[64, 128, 256],
        of: &Operation::ALL,
    },
    Knob {
        set: |tuning, tile_index| Tuning { tile_index, ..tuning },
        to: &[18, 20, 22, 24, 26],
        of: &Operation::ALL,
    },
];

/// What was chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tuned {
    /// The tuning; the built-in one unless another was clearly faster.
    pub tuning: Tuning,
    /// How many times as fast as with the built-in tuning the kernels of fills are.
    pub fill: f64,
    /// And those of summaries.
    pub reduction: f64,
}

/// Why nothing was chosen.
#[derive(Debug, Error)]
pub enum TuneError {
    /// The adapter could not be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// It failed with the built-in tuning.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// It gives wrong results with the built-in tuning.
    #[error("{adapter} gives wrong results, and so has no speed; 'phinum selftest' says more")]
    Wrong {
        /// The adapter.
        adapter: String,
    },
}

/// Measures which tuning suits an adapter. When `patience` is over, which is counted from
/// when the kernels are there, what is left to be tuned stays as is built in.
///
/// # Errors
/// [`TuneError`] if the adapter does not work with the built-in tuning. One with which
/// it does not is no error, and not chosen.
pub fn tune(adapter: &Adapter, patience: Duration) -> Result<Tuned, TuneError> {
    let gpu = Gpu::with(adapter, Options { timed: true, ..Options::default() })?;
    let mut probe = Probe::new(&gpu, adapter.is_software());
    // Until the dispatches have their size.
    let first = gpu.tuning();
    for operation in Operation::ALL.repeat(2) {
        probe.measure(first, operation);
    }
    let begun = Instant::now();
    let tuned = search(
        first,
        |tuning| adapter.possible(tuning),
        |tuning, operation| probe.measure(tuning, operation),
        || begun.elapsed() < patience,
    );
    tuned.ok_or_else(|| match probe.failure.take() {
        Some(error) => error.into(),
        None => TuneError::Wrong { adapter: adapter.to_string() },
    })
}

/// What an operation took: its kernels, and all of it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Times {
    kernels: Duration,
    whole: Duration,
}

/// Turns one knob after another while there is time. `None` if `first` fails or is wrong.
fn search(
    first: Tuning,
    possible: impl Fn(Tuning) -> Tuning,
    mut measure: impl FnMut(Tuning, Operation) -> Option<Times>,
    in_time: impl Fn() -> bool,
) -> Option<Tuned> {
    let mut best = first;
    for knob in &KNOBS {
        let mut rivals: Vec<Tuning> = Vec::new();
        for rival in knob.to.iter().map(|&to| possible((knob.set)(best, to))) {
            if rival != best && !rivals.contains(&rival) {
                rivals.push(rival);
            }
        }
        let outcomes = match race(best, &rivals, knob.of, ROUNDS, &mut measure, &in_time) {
            Ok(outcomes) => outcomes,
            Err(Ended::NoTime) => break,
            Err(Ended::Failed) => return None,
        };
        let clear = rivals.into_iter().zip(outcomes).filter_map(|(rival, outcome)| {
            let times = outcome?.kernels();
            (times > MARGIN).then_some((rival, times))
        });
        best = clear.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(best, |(rival, _)| rival);
    }
    let built_in = Tuned { tuning: first, fill: 1.0, reduction: 1.0 };
    if best == first {
        return Some(built_in);
    }
    // Several choices, each by a little luck, are to be better together as well.
    let outcomes = race(first, &[best], &Operation::ALL, LAST_ROUNDS, &mut measure, || true);
    let Some(outcome) = outcomes.ok()?[0] else { return Some(built_in) };
    let [Some(fill), Some(reduction)] = outcome.of_kernels else { return Some(built_in) };
    let worth_it = outcome.kernels() > MARGIN
        && fill.min(reduction) > TOLERANCE
        && outcome.whole() > TOLERANCE;
    Some(if worth_it { Tuned { tuning: best, fill, reduction } } else { built_in })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    const FIRST: Tuning = Tuning::HARDWARE;

    /// Times that both clocks agree on.
    fn took(seconds: f64) -> Times {
        let time = Duration::from_secs_f64(seconds);
        Times { kernels: time, whole: time }
    }

    fn found(measure: impl FnMut(Tuning, Operation) -> Option<Times>) -> Option<Tuned> {
        search(FIRST, |tuning| tuning, measure, || true)
    }

    #[test]
    fn each_knob_goes_where_it_is_fastest() {
        let tuned = found(|t, operation| {
            let each = match operation {
                Operation::Fill => t.values_per_invocation.abs_diff(8),
                Operation::Reduction => t.reads_per_invocation.abs_diff(64),
            };
            let off = t.workgroup.abs_diff(128) + t.tile_index.abs_diff(20) + each;
            Some(took(1.0 + f64::from(off)))
        });
        let tuned = tuned.unwrap();
        assert_eq!(tuned.tuning.to_string(), "K=20,values=8,reads=64,workgroup=128");
        // From 128 + 4 + 8 and from 128 + 4 + 64 away.
        assert_eq!((tuned.fill, tuned.reduction), (141.0, 197.0));
    }

    #[test]
    fn a_little_faster_is_not_enough() {
        let tuned = found(|t, _| Some(took(if t == FIRST { 1.04 } else { 1.0 }))).unwrap();
        assert_eq!(tuned, Tuned { tuning: FIRST, fill: 1.0, reduction: 1.0 });
    }

    #[test]
    fn noise_flips_nothing() {
        // One measurement in seven takes twice as long.
        let count = Cell::new(0u32);
        let tuned = found(|_, _| {
            count.set(count.get() + 1);
            Some(took(if count.get().is_multiple_of(7) { 2.0 } else { 1.0 }))
        });
        assert_eq!(tuned.unwrap().tuning, FIRST);
    }

    #[test]
    fn a_wrong_one_never_wins_however_fast() {
        let fast = |t: Tuning| Some(took(if t.workgroup == 64 { 0.1 } else { 1.0 }));
        assert_eq!(found(|t, _| fast(t)).unwrap().tuning.workgroup, 64);
        let wrong = |t: Tuning| t.workgroup == 64;
        let tuned = found(|t, _| if wrong(t) { None } else { fast(t) });
        assert_eq!(tuned.unwrap().tuning, FIRST);
        // Nor one that is wrong now and then.
        let count = Cell::new(0);
        let tuned = found(|t, _| {
            count.set(count.get() + u32::from(wrong(t)));
            if wrong(t) && count.get() == 5 { None } else { fast(t) }
        });
        assert_eq!(tuned.unwrap().tuning, FIRST);
    }

    #[test]
    fn what_is_built_in_and_wrong_is_an_error() {
        assert_eq!(found(|t, _| (t != FIRST).then(|| took(1.0))), None);
    }

    #[test]
    fn faster_kernels_that_make_the_whole_slower_are_not_taken() {
        let tuned = found(|t, _| {
            let small = t.values_per_invocation == 4;
            let [kernels, whole] = if small { [0.5, 1.2] } else { [1.0, 1.0] };
            let [kernels, whole] = [kernels, whole].map(Duration::from_secs_f64);
            Some(Times { kernels, whole })
        });
        assert_eq!(tuned.unwrap().tuning, FIRST);
    }

    #[test]
    fn when_the_time_is_over_what_is_left_stays() {
        let count = Cell::new(0);
        let better = |t: Tuning| {
            count.set(count.get() + 1);
            Some(took(1.0 / f64::from(t.values_per_invocation + t.workgroup.abs_diff(256))))
        };
        // Enough for the first knob alone.
        let tuned = search(FIRST, |t| t, |t, _| better(t), || count.get() < 40).unwrap();
        assert_eq!(tuned.tuning, Tuning { values_per_invocation: 64, ..FIRST });
        count.set(0);
        let tuned = search(FIRST, |t| t, |t, _| better(t), || count.get() < 10).unwrap();
        assert_eq!(tuned.tuning, FIRST);
    }

    #[test]
    fn what_the_adapter_cannot_do_is_not_tried() {
        let limits = wgpu::Limits { max_compute_workgroup_size_x: 128, ..Default::default() };
        let first = FIRST.within(&limits);
        let tuned = search(
            first,
            |t| t.within(&limits),
            |t, _| {
                assert!(t.workgroup <= 128, "{t}");
                Some(took(1.0 / f64::from(t.workgroup)))
            },
            || true,
        );
        assert_eq!(tuned.unwrap().tuning, first);
    }
}
