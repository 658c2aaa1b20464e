//! Backends in order of preference, with what happens when one fails.

use std::fmt::Display;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use phinum_core::backend::{
    Backend, BackendError, Description, GrundyTable, LengthHistogram, ListTask, RandomGames,
    RangeTask, SelectTask, Selection, WythoffTable,
};
use phinum_core::column::{Column, Totals, Width};
use phinum_core::fibonacci_nim::rule::small_value;
use phinum_core::fibonacci_nim::sums::NimSums;
use phinum_core::function::Function;
use phinum_core::predicate::{Bound, ROWS, Workspace};
use phinum_core::wythoff::is_cold_by_beatty;
use phinum_core::zeckendorf_game::random::random_games;
use rayon::prelude::*;

use crate::Progress;
use crate::blocks::Block;
use crate::certificate::{Certifier, SAMPLE};
use crate::error::{Error, Wrong};
use crate::unwritten::unwritten;
use crate::wythoff::recheck::{self, WrongCell};

/// What messages call the block of listed inputs.
const LIST: &str = "a list";

/// Backends, the preferred one first. One that loses its device is not tried
/// again: the blocks it did not finish go to the next.
pub struct Engine {
    backends: Vec<Box<dyn Backend>>,
    current: AtomicUsize,
    /// What was said when a backend was left.
    left: Mutex<Vec<String>>,
}

impl Engine {
    /// An engine on `backends`.
    ///
    /// # Panics
    /// If there are none.
    pub fn new(backends: Vec<Box<dyn Backend>>) -> Engine {
        assert!(!backends.is_empty(), "an engine needs a backend");
        Engine { backends, current: AtomicUsize::new(0), left: Mutex::default() }
    }

    /// Which backend is in use.
    pub fn description(&self) -> &Description {
        self.backends[self.current.load(Ordering::Relaxed)].description()
    }

    /// What the backend in use got wrong.
    fn wrong(
        &self,
        function: impl Display,
        block: impl Display,
        at: impl Display,
        got: impl Display,
        expected: impl Display,
    ) -> Box<Wrong> {
        Wrong::new(self.description(), function, block, at, got, expected)
    }

    /// Does `work` on the backend in use, and again on the next one as often as
    /// a device fails.
    fn with_failover<T>(
        &self,
        mut work: impl FnMut(&dyn Backend) -> Result<T, BackendError>,
    ) -> Result<T, BackendError> {
        loop {
            let current = self.current.load(Ordering::Relaxed);
            let error = match work(&*self.backends[current]) {
                Ok(value) => return Ok(value),
                Err(BackendError::Value(error)) => return Err(error.into()),
                Err(error) => error,
            };
            if !self.leave(current, &error.to_string()) {
                return Err(error);
            }
        }
    }

    /// Goes on with the backend after `current`, for a reason; false if there is none.
    fn leave(&self, current: usize, why: &str) -> bool {
        if current + 1 >= self.backends.len() {
            return false;
        }
        // Two callers may see one backend fail: it is left once.
        if self.current.fetch_max(current + 1, Ordering::Relaxed) == current {
            let said = format!("{why}; going on with {}", self.description());
            tracing::warn!("{said}");
            self.left.lock().expect("nobody panics with it").push(said);
        }
        true
    }

    /// Goes on with the next backend, for a reason; false if there is none.
    pub(crate) fn leave_this(&self, why: &str) -> bool {
        self.leave(self.current.load(Ordering::Relaxed), why)
    }

    /// What was said when backends were left, since this was last asked.
    pub(crate) fn said(&self) -> Vec<String> {
        core::mem::take(&mut self.left.lock().expect("nobody panics with it"))
    }

    /// Evaluates one block into `column`, unchecked.
    ///
    /// # Errors
    /// [`Error::Backend`] if no backend is left.
    pub(crate) fn fill(
        &self,
        function: &Function,
        block: Block,
        width: Width,
        column: &mut Column,
    ) -> Result<(), BackendError> {
        self.with_failover(|backend| fill(backend, function, block, width, column))
    }

    /// Evaluates and certifies one block into `column`. A block that fails its
    /// check is done once more.
    ///
    /// # Errors
    /// [`Error::Wrong`] if it is wrong both times, [`Error::Backend`] if no backend
    /// is left.
    pub fn block(
        &self,
        function: &Function,
        block: Block,
        width: Width,
        certifier: &mut Certifier,
        column: &mut Column,
    ) -> Result<Totals, Error> {
        twice(|| {
            self.fill(function, block, width, column)?;
            let (totals, verdict) = certifier.check(block.start, column);
            Ok(verdict.map(|()| totals).map_err(|refused| {
                Wrong::refused(self.description(), function, block, column, refused)
            }))
        })
    }

    /// Looks through one block, and checks it: the totals of each function's values against
    /// exact sums, and a sample of the numbers by the plain form of the condition. A block
    /// that fails is done once more. There is a certifier and a column for each of the
    /// functions; where one of them has no exact sums, the columns are filled and certified as
    /// any block, and the condition is asked of them here.
    ///
    /// # Errors
    /// As [`Engine::block`].
    pub fn select(
        &self,
        bound: &Bound,
        block: Block,
        certifiers: &mut [Certifier],
        columns: &mut [Column],
    ) -> Result<Selection, Error> {
        if !certifiers.iter().all(Certifier::is_exact) {
            return self.select_of_columns(bound, block, certifiers, columns);
        }
        twice(|| {
            let selection = self.with_failover(|backend| {
                backend.select(&SelectTask::new(bound, block.start, block.len))
            })?;
            let sums = certifiers.iter_mut().zip(&selection.totals);
            let mut sums = sums
                .map(|(certifier, totals)| certifier.sums_agree(block.start, block.len, totals));
            let bad_sum = sums.position(|agrees| !agrees);
            let is_wrong = |j: &usize| selection.holds(*j) != holds(bound, block, *j);
            if bad_sum.is_none() && !sample(block.len).any(|j| is_wrong(&j)) {
                return Ok(Ok(selection));
            }
            Ok(Err(match ((0..block.len).into_par_iter().find_first(is_wrong), bad_sum) {
                (Some(j), _) => self.wrong_condition(bound, block, j),
                (None, at) => {
                    let name = at.map_or("", |at| bound.functions()[at].0.name());
                    self.wrong(name, block, "no single n", "wrong sums", "the exact sums")
                }
            }))
        })
    }

    fn select_of_columns(
        &self,
        bound: &Bound,
        block: Block,
        certifiers: &mut [Certifier],
        columns: &mut [Column],
    ) -> Result<Selection, Error> {
        let functions = bound.functions().iter().zip(certifiers).zip(&mut *columns);
        let totals = functions
            .map(|(((function, width), certifier), column)| {
                self.block(function, block, *width, certifier, column)
            })
            .collect::<Result<_, Error>>()?;
        let mut held = vec![0; block.len.div_ceil(64)];
        let columns = &*columns;
        held.par_chunks_mut(ROWS / 64).enumerate().for_each_init(
            Workspace::default,
            |space, (piece, held)| {
                let from = piece * ROWS;
                let rows = from..block.len.min(from + ROWS);
                bound.hold(block.start + from as u128, columns, rows, space, held);
            },
        );
        Ok(Selection { held, totals })
    }

    /// Whether each of some numbers of a block, which fulfil a condition, do so by its plain
    /// form too.
    ///
    /// # Errors
    /// [`Error::Wrong`] with the first that does not.
    pub fn recheck(&self, bound: &Bound, block: Block, places: &[usize]) -> Result<(), Error> {
        let wrong = places.par_iter().find_first(|j| !holds(bound, block, **j));
        wrong.map_or(Ok(()), |j| Err(Error::Wrong(self.wrong_condition(bound, block, *j))))
    }

    /// A number of a block of which a condition was said to hold though it does not, or the
    /// other way round.
    fn wrong_condition(&self, bound: &Bound, block: Block, j: usize) -> Box<Wrong> {
        let expected = holds(bound, block, j);
        let word = |held: bool| if held { "fulfilled" } else { "not fulfilled" };
        let condition = format!("the condition {}", bound.predicate());
        let n = block.start + j as u128;
        self.wrong(condition, block, n, word(!expected), word(expected))
    }

    /// Evaluates listed numbers into `column`, and a sample of them a second time
    /// by the scalar reference.
    ///
    /// # Errors
    /// As [`Engine::block`].
    pub fn list(
        &self,
        function: &Function,
        inputs: &[u64],
        width: Width,
        column: &mut Column,
    ) -> Result<(), Error> {
        twice(|| {
            self.with_failover(|backend| {
                unwritten(column, width, inputs.len());
                backend.fill_list(ListTask::new(function, inputs, column.as_mut())?)
            })?;
            let expected = |i: usize| function.value_wrapped(inputs[i].into());
            let wrong = sample(inputs.len()).find(|&i| column.get(i) != expected(i));
            Ok(wrong.map_or(Ok(()), |i| {
                Err(self.wrong(function.name(), LIST, inputs[i], column.get(i), expected(i)))
            }))
        })
    }

    /// Whether each pair of heaps is cold in Wythoff's game, and a sample of them
    /// a second time by Beatty's formula.
    ///
    /// # Errors
    /// As [`Engine::block`].
    pub fn cold(&self, pairs: &[[u64; 2]], out: &mut Vec<u8>) -> Result<(), Error> {
        twice(|| {
            self.with_failover(|backend| {
                out.clear();
                out.resize(pairs.len(), u8::MAX);
                backend.cold(pairs, out)
            })?;
            let expected = |i: usize| u8::from(is_cold_by_beatty(pairs[i][0], pairs[i][1]));
            let wrong = sample(pairs.len()).find(|&i| out[i] != expected(i));
            Ok(wrong.map_or(Ok(()), |i| {
                let [a, b] = pairs[i];
                Err(self.wrong("cold", LIST, format!("({a}, {b})"), out[i], expected(i)))
            }))
        })
    }

    /// The nim-sum of each position of a task. A sample is evaluated a second time, by
    /// the table itself and by what the digits say: which heaps are worth 0, 1, 2, 3
    /// or more.
    ///
    /// # Errors
    /// As [`Engine::block`].
    pub fn nim_sums(&self, task: &NimSums<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
        twice(|| {
            self.with_failover(|backend| {
                out.clear();
                out.resize(task.len(), u8::MAX);
                backend.nim_sums(task, out)
            })?;
            let expected = |i: usize| -> u8 {
                let values = task.position(i).iter().map(|&[heap, cap]| by_digits(task, heap, cap));
                values.fold(0, |sum, value| sum ^ value)
            };
            let wrong = sample(task.len()).find(|&i| out[i] != expected(i));
            Ok(wrong.map_or(Ok(()), |i| {
                let heaps = task.position(i).iter().map(|[heap, cap]| format!("{heap}:{cap}"));
                let at = heaps.collect::<Vec<_>>().join(" ");
                Err(self.wrong("nim-sum", LIST, at, out[i], expected(i)))
            }))
        })
    }

    /// Plays random games, each of which must have ended.
    ///
    /// # Errors
    /// As [`Engine::block`].
    pub fn games(&self, task: &RandomGames) -> Result<LengthHistogram, Error> {
        twice(|| {
            let got = self.with_failover(|backend| backend.random_games(task))?;
            let (games, expected) = (got.games(), task.games().end - task.games().start);
            Ok(if games == expected {
                Ok(got)
            } else {
                Err(self.wrong_games(task, "all lengths".into(), games, expected))
            })
        })
    }

    /// Plays random games, and all of them a second time by the plain form.
    ///
    /// # Errors
    /// As [`Engine::block`].
    pub fn checked_games(&self, task: &RandomGames) -> Result<LengthHistogram, Error> {
        let expected = random_games(task);
        twice(|| {
            let got = self.with_failover(|backend| backend.random_games(task))?;
            let lengths = || expected.iter().chain(got.iter()).map(|(length, _)| length);
            let differs = |length: &u32| got.count(*length) != expected.count(*length);
            let wrong = lengths().filter(differs).min();
            Ok(wrong.map_or(Ok(got.clone()), |length| {
                let at = format!("length {length}");
                Err(self.wrong_games(task, at, got.count(length), expected.count(length)))
            }))
        })
    }

    /// The Grundy values of a square of r-Wythoff's positions, every one of them
    /// checked ([`recheck`]). While they are, `progress` is called with 0.
    ///
    /// # Errors
    /// As [`Engine::block`], and what `progress` says.
    ///
    /// # Panics
    /// If a backend does another task than the one it is given.
    pub fn wythoff_table(
        &self,
        task: &WythoffTable,
        progress: Progress<'_>,
    ) -> Result<GrundyTable, Error> {
        twice(|| {
            let table = self.with_failover(|backend| backend.wythoff_table(task))?;
            assert_eq!(table.task(), *task, "the task that was given");
            Ok(match recheck::wrong_cell(&table, progress)? {
                None => Ok(table),
                Some(WrongCell { a, b, got, expected }) => {
                    let (n, r) = (task.n(), task.r());
                    let block = format!("the {n} x {n} table of r = {r}");
                    Err(self.wrong("Grundy values", block, format!("({a}, {b})"), got, expected))
                }
            })
        })
    }

    fn wrong_games(&self, task: &RandomGames, at: String, got: u64, expected: u64) -> Box<Wrong> {
        let games = task.games();
        let block = format!("games {}..{} from {}", games.start, games.end, task.n());
        self.wrong("the number of random games", block, at, got, expected)
    }
}

/// Evaluates one block on a backend into `column`, which is filled with ones before.
pub(crate) fn fill(
    backend: &dyn Backend,
    function: &Function,
    block: Block,
    width: Width,
    column: &mut Column,
) -> Result<(), BackendError> {
    unwritten(column, width, block.len);
    backend.fill(RangeTask::new(function, block.start, column.as_mut())?)
}

/// Whether number `j` of a block fulfils a condition, by its plain form.
fn holds(bound: &Bound, block: Block, j: usize) -> bool {
    // It was bound to the range, so no divisor is 0.
    bound.predicate().holds(block.start + j as u128).unwrap_or(false)
}

/// The value of a heap by its digits up to 3, and by the table above.
fn by_digits(task: &NimSums<'_>, heap: u32, cap: u32) -> u8 {
    small_value(&heap.into(), &cap.into()).unwrap_or_else(|| task.table().value(heap, cap).max(4))
}

/// Positions of a list to be looked at a second time, spread over all of it.
fn sample(len: usize) -> impl Iterator<Item = usize> {
    let step = len.div_ceil(SAMPLE).max(1);
    (fastrand::usize(..step)..len).step_by(step)
}

/// Makes an attempt, and if its result is wrong one more.
pub(crate) fn twice<T>(
    mut attempt: impl FnMut() -> Result<Result<T, Box<Wrong>>, Error>,
) -> Result<T, Error> {
    match attempt()? {
        Ok(value) => Ok(value),
        Err(wrong) => {
            tracing::warn!("{wrong}; doing it once more");
            attempt()?.map_err(Error::Wrong)
        }
    }
}

#[cfg(test)]
mod tests;
