//! Rivals timed in turn beside one that they are to beat.

use super::Times;
use crate::tuning::Tuning;

/// Fewer rounds say nothing.
const FEWEST: usize = 3;

/// What is timed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    /// A range fill.
    Fill,
    /// A summary.
    Reduction,
}

impl Operation {
    /// Both.
    pub(super) const ALL: [Operation; 2] = [Operation::Fill, Operation::Reduction];
}

/// How many times as fast a rival is: medians over the rounds, of the operations that
/// were timed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Outcome {
    pub(super) of_kernels: [Option<f64>; 2],
    of_the_whole: [Option<f64>; 2],
}

impl Outcome {
    /// The kernels of all operations together.
    pub(super) fn kernels(&self) -> f64 {
        together(self.of_kernels)
    }

    /// All that was done.
    pub(super) fn whole(&self) -> f64 {
        together(self.of_the_whole)
    }
}

/// Why there is no outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ended {
    /// There was no time for enough rounds.
    NoTime,
    /// What the rivals were to beat failed or was wrong.
    Failed,
}

/// The geometric mean.
fn together(ratios: [Option<f64>; 2]) -> f64 {
    let timed = ratios.iter().flatten().count();
    ratios.iter().flatten().product::<f64>().powf(1.0 / timed as f64)
}

/// Ratios to the incumbent, a round each.
#[derive(Clone, Default)]
struct Ratios {
    kernels: [Vec<f64>; 2],
    whole: [Vec<f64>; 2],
}

/// Times the operations with `incumbent` and each of `rivals`, in rounds of which the
/// first, in which drivers compile, does not count. A rival that fails once, or is wrong,
/// has no outcome.
pub(super) fn race(
    incumbent: Tuning,
    rivals: &[Tuning],
    operations: &[Operation],
    rounds: usize,
    measure: &mut impl FnMut(Tuning, Operation) -> Option<Times>,
    in_time: impl Fn() -> bool,
) -> Result<Vec<Option<Outcome>>, Ended> {
    let mut all: Vec<Option<Ratios>> = vec![Some(Ratios::default()); rivals.len()];
    let mut counted = 0;
    for round in 0..=rounds {
        if !in_time() {
            break;
        }
        for &operation in operations {
            let old = measure(incumbent, operation).ok_or(Ended::Failed)?;
            for (rival, ratios) in rivals.iter().zip(&mut all) {
                let Some(kept) = ratios else { continue };
                let Some(new) = measure(*rival, operation) else {
                    *ratios = None;
                    continue;
                };
                if round > 0 {
                    let at = operation as usize;
                    kept.kernels[at]
                        .push(ratio(old.kernels.as_secs_f64(), new.kernels.as_secs_f64()));
                    kept.whole[at].push(ratio(old.whole.as_secs_f64(), new.whole.as_secs_f64()));
                }
            }
        }
        counted = round;
    }
    if counted < FEWEST {
        return Err(Ended::NoTime);
    }
    let outcome = |ratios: Ratios| Outcome {
        of_kernels: ratios.kernels.map(median),
        of_the_whole: ratios.whole.map(median),
    };
    Ok(all.into_iter().map(|ratios| ratios.map(outcome)).collect())
}

/// A clock too coarse for so little work says 0.
fn ratio(old: f64, new: f64) -> f64 {
    old.max(1e-9) / new.max(1e-9)
}

/// `None` of nothing.
fn median(mut ratios: Vec<f64>) -> Option<f64> {
    ratios.sort_by(f64::total_cmp);
    ratios.get(ratios.len() / 2).copied()
}
