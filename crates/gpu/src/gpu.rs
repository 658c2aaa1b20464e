//! The backend: an engine behind a lock.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use phinum_core::backend::{
    Backend, BackendError, Description, GrundyTable, LengthHistogram, ListTask, RandomGames,
    RangeTask, SelectTask, Selection, Summary, SummaryTask, WythoffTable, select_by_columns,
};
use phinum_core::fibonacci_nim::sums::NimSums;
use phinum_core::for_width;
use phinum_core::function::Function;

use crate::adapters::Adapter;
use crate::cold::cold;
use crate::condition::Condition;
use crate::engine::Engine;
use crate::error::OpenError;
use crate::fill::fill;
use crate::list::list;
use crate::nim::nim_sums;
use crate::options::Options;
use crate::random::random_games;
use crate::reduce::summarize;
use crate::select::select;
use crate::tables::{Shelf, Tables};
use crate::tuning::Tuning;
use crate::wythoff::wythoff_table;

/// A GPU as a backend. Callers on several threads take turns.
///
/// Ranges are evaluated by tiles ([`phinum_core::tile`]): the device adds modulo
/// 2^32, the host widens; columns of up to 32 bits come from the device as they are,
/// but for the closed bound, which the host finishes. Tables with values above 2^32,
/// which only users' weights have, take a pass for each word of a wider column.
/// Summaries stay on the device, except of such tables and of the closed bound, which
/// are filled in pieces and summarised on the host. So do conditions
/// ([`Backend::select`]) on up to four functions whose values have 32 bits, if all numbers
/// on the way have 31; others are asked of columns on the host.
///
/// A lost device is replaced once an operation, which then goes on where it was;
/// where memory is short the chunks become smaller. So an error means that the
/// device is of no use at present, and the caller may turn to another backend.
#[derive(Debug)]
pub struct Gpu {
    description: Description,
    inner: Mutex<Inner>,
}

#[derive(Debug)]
pub(crate) struct Inner {
    pub(crate) engine: Engine,
    shelf: Shelf,
}

impl Inner {
    pub(crate) fn tables(&mut self, function: &Function) -> Arc<Tables> {
        let tuning = &self.engine.tuning;
        let longest = tuning.slice().max(tuning.slice_read());
        self.shelf.get(function, tuning.tile_index, longest)
    }
}

impl Gpu {
    /// Opens an adapter with the options that suit most.
    ///
    /// # Errors
    /// [`OpenError`] if it cannot be used, or its driver gives no device.
    pub fn open(adapter: &Adapter) -> Result<Gpu, OpenError> {
        Gpu::with(adapter, Options::default())
    }

    /// Opens an adapter; options beyond its limits are moved within them.
    ///
    /// # Errors
    /// As [`Gpu::open`].
    pub fn with(adapter: &Adapter, options: Options) -> Result<Gpu, OpenError> {
        let engine = Engine::open(adapter, options)?;
        let description = Description {
            name: "gpu",
            adapter: adapter.name().to_owned(),
            driver: adapter.driver(),
            software: adapter.is_software(),
        };
        Ok(Gpu { description, inner: Mutex::new(Inner { engine, shelf: Shelf::default() }) })
    }

    /// How ranges are cut.
    pub fn tuning(&self) -> Tuning {
        self.inner().engine.tuning
    }

    /// Cuts ranges so from now on. It must be possible on the adapter.
    pub(crate) fn set_tuning(&self, tuning: Tuning) {
        self.inner().engine.set_tuning(tuning);
    }

    /// Whether dispatches are timed ([`Options::timed`]).
    pub fn is_timed(&self) -> bool {
        self.inner().engine.is_timed()
    }

    /// How many items a dispatch of `kind` does at present, for tests.
    #[doc(hidden)]
    pub fn pace(&self, kind: &str) -> Option<u64> {
        self.inner().engine.pace_of(kind)
    }

    /// Whoever panicked left no more than chunks under way, which are forgotten.
    pub(crate) fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Backend for Gpu {
    fn description(&self) -> &Description {
        &self.description
    }

    fn fill(&self, mut task: RangeTask<'_>) -> Result<(), BackendError> {
        let mut inner = self.inner();
        let tables = inner.tables(task.function());
        let start = task.start();
        for_width!(ColumnMut, task.out(), out => fill(&mut inner.engine, &tables, start, out))
    }

    fn fill_list(&self, mut task: ListTask<'_>) -> Result<(), BackendError> {
        let mut inner = self.inner();
        let tables = inner.tables(task.function());
        let inputs = task.inputs();
        for_width!(ColumnMut, task.out(), out => list(&mut inner.engine, &tables, inputs, out))
    }

    fn summarize(&self, task: &SummaryTask<'_>) -> Result<Summary, BackendError> {
        let mut inner = self.inner();
        let tables = inner.tables(task.function());
        summarize(&mut inner.engine, &tables, task)
    }

    fn select(&self, task: &SelectTask<'_>) -> Result<Selection, BackendError> {
        if let Some(condition) = Condition::of(task.bound()) {
            let mut inner = self.inner();
            let functions = task.bound().functions().iter();
            let tables: Vec<_> = functions.map(|(function, _)| inner.tables(function)).collect();
            if let Some(selection) = select(&mut inner.engine, &condition, &tables, task)? {
                return Ok(selection);
            }
        }
        select_by_columns(self, task)
    }

    fn cold(&self, pairs: &[[u64; 2]], out: &mut [u8]) -> Result<(), BackendError> {
        assert_eq!(pairs.len(), out.len(), "an answer for every pair");
        cold(&mut self.inner().engine, pairs, out)
    }

    fn random_games(&self, task: &RandomGames) -> Result<LengthHistogram, BackendError> {
        random_games(&mut self.inner().engine, task)
    }

    fn nim_sums(&self, task: &NimSums<'_>, out: &mut [u8]) -> Result<(), BackendError> {
        assert_eq!(task.len(), out.len(), "a nim-sum for every position");
        nim_sums(&mut self.inner().engine, task, out)
    }

    fn wythoff_table(&self, task: &WythoffTable) -> Result<GrundyTable, BackendError> {
        wythoff_table(&mut self.inner().engine, *task)
    }
}
