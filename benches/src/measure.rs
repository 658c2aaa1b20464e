//! What a measurement is: a ratio of speeds between two pieces of work done in turn.

use std::fmt;
use std::time::Instant;

use phinum_bulk::Error as JobError;
use phinum_core::backend::BackendError;
use phinum_gpu::OpenError;
use thiserror::Error;

/// How much is measured: the lengths and the pairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// What takes no time and says nothing of speed: for tests.
    Least,
    /// A minute for everything.
    Quick,
    /// As the tables of docs/performance.md were made.
    Full,
}

impl Effort {
    /// The one of three that is for this effort: for the least, the quick, the full.
    pub fn of<T>(self, least: T, quick: T, full: T) -> T {
        match self {
            Effort::Least => least,
            Effort::Quick => quick,
            Effort::Full => full,
        }
    }
}

/// Why a measurement ended early.
#[derive(Debug, Error)]
pub enum Error {
    /// What was timed gave a wrong result, and so has no speed.
    #[error("{what} gives a wrong result, and so has no speed; 'phinum selftest' says more")]
    Wrong {
        /// What was timed.
        what: String,
    },
    /// There is no such GPU.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The backend did not do it.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The listener wants no more.
    #[error(transparent)]
    Listener(#[from] JobError),
}

/// Asserts a result.
///
/// # Errors
/// [`Error::Wrong`] with `what` if it is not `right`.
pub(crate) fn assert(right: bool, what: impl fmt::Display) -> Result<(), Error> {
    if right { Ok(()) } else { Err(Error::Wrong { what: what.to_string() }) }
}

/// How many times as fast something is as its baseline, pair by pair.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratio {
    /// The group it belongs to.
    pub group: &'static str,
    /// What was timed.
    pub what: String,
    /// What it was timed beside.
    pub baseline: String,
    /// The median over all pairs.
    pub median: f64,
    /// The smallest.
    pub least: f64,
    /// The largest.
    pub most: f64,
    /// How many pairs.
    pub pairs: usize,
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ratio { what, baseline, median, least, most, .. } = self;
        write!(f, "{what:<32} {median:>8.2} times {baseline} ({least:.2} to {most:.2})")
    }
}

/// Who a group tells of what it finds.
pub trait Listener: Send {
    /// What the ratios that follow were measured on and with.
    ///
    /// # Errors
    /// To measure no more.
    fn setting(&mut self, group: &'static str, setting: &str) -> Result<(), JobError>;

    /// A ratio.
    ///
    /// # Errors
    /// To measure no more.
    fn ratio(&mut self, ratio: Ratio) -> Result<(), JobError>;

    /// Asked before every pair.
    ///
    /// # Errors
    /// To measure no more.
    fn go_on(&mut self) -> Result<(), JobError> {
        Ok(())
    }
}

/// Prints lines: what the benchmarks of this package do.
#[derive(Debug, Default)]
pub struct Lines {
    begun: bool,
}

impl Listener for Lines {
    fn setting(&mut self, _: &'static str, setting: &str) -> Result<(), JobError> {
        if std::mem::replace(&mut self.begun, true) {
            println!();
        }
        println!("{setting}:");
        Ok(())
    }

    fn ratio(&mut self, ratio: Ratio) -> Result<(), JobError> {
        println!("{ratio}");
        Ok(())
    }
}

/// A group under way.
pub struct Bench<'a> {
    group: &'static str,
    effort: Effort,
    listener: &'a mut dyn Listener,
}

impl<'a> Bench<'a> {
    /// The group of that name.
    pub fn new(group: &'static str, effort: Effort, listener: &'a mut dyn Listener) -> Self {
        Bench { group, effort, listener }
    }

    /// How much is measured.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// Says what the ratios that follow are measured on and with.
    ///
    /// # Errors
    /// [`Error::Listener`].
    pub fn setting(&mut self, setting: &str) -> Result<(), Error> {
        Ok(self.listener.setting(self.group, setting)?)
    }

    /// Times a workload and its baseline in turn, pair by pair, so that a machine whose
    /// speed drifts changes both. `pair` gives the seconds of both, the workload's first;
    /// the first pair is not counted.
    ///
    /// # Errors
    /// [`enum@Error`]; what `pair` says.
    pub fn ratio(
        &mut self,
        what: &str,
        baseline: &str,
        pairs: usize,
        mut pair: impl FnMut() -> Result<(f64, f64), Error>,
    ) -> Result<(), Error> {
        pair()?;
        let mut ratios = Vec::with_capacity(pairs);
        for _ in 0..pairs {
            self.listener.go_on()?;
            let (new, old) = pair()?;
            // A clock too coarse for so little work says 0.
            ratios.push(old.max(LEAST_TIME) / new.max(LEAST_TIME));
        }
        ratios.sort_by(f64::total_cmp);
        Ok(self.listener.ratio(Ratio {
            group: self.group,
            what: what.into(),
            baseline: baseline.into(),
            median: ratios[pairs / 2],
            least: ratios[0],
            most: ratios[pairs - 1],
            pairs,
        })?)
    }
}

/// Seconds below any clock's step.
const LEAST_TIME: f64 = 1e-12;

/// Seconds a value.
///
/// # Errors
/// What `work` says.
pub(crate) fn time<E: Into<Error>>(
    values: usize,
    work: impl FnOnce() -> Result<(), E>,
) -> Result<f64, Error> {
    let start = Instant::now();
    work().map_err(Into::into)?;
    Ok(start.elapsed().as_secs_f64() / values as f64)
}

/// Seconds a value, of work that cannot fail.
pub(crate) fn seconds(values: usize, work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() / values as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Heard(Vec<Ratio>, usize);

    impl Listener for Heard {
        fn setting(&mut self, _: &'static str, _: &str) -> Result<(), JobError> {
            Ok(())
        }

        fn ratio(&mut self, ratio: Ratio) -> Result<(), JobError> {
            self.0.push(ratio);
            Ok(())
        }

        fn go_on(&mut self) -> Result<(), JobError> {
            self.1 = self.1.checked_sub(1).ok_or(JobError::Interrupted)?;
            Ok(())
        }
    }

    /// Ratios of 2, 3, 1, … after one of 100 that warms up.
    fn measured(listener: &mut Heard) -> Result<(), Error> {
        let mut times = [100.0, 2.0, 3.0, 1.0].into_iter();
        let mut bench = Bench::new("a group", Effort::Least, listener);
        bench.ratio("this", "that", 3, || Ok((1.0, times.next().expect("so many pairs"))))
    }

    #[test]
    fn the_median_is_of_all_pairs_but_the_first() {
        let mut heard = Heard(Vec::new(), 3);
        measured(&mut heard).unwrap();
        let [ratio] = &heard.0[..] else { panic!("one ratio") };
        assert_eq!((ratio.least, ratio.median, ratio.most, ratio.pairs), (1.0, 2.0, 3.0, 3));
        let line = "this                                 2.00 times that (1.00 to 3.00)";
        assert_eq!(ratio.to_string(), line);
    }

    #[test]
    fn a_listener_that_wants_no_more_ends_it() {
        let mut heard = Heard(Vec::new(), 2);
        let ended = measured(&mut heard);
        assert!(matches!(ended, Err(Error::Listener(JobError::Interrupted))));
        assert!(heard.0.is_empty());
    }
}
