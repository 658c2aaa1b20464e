//! The scalar reference as a backend: every value by its definition, one at a
//! time. Slow, and what the others are compared with.

use crate::backend::{
    Backend, BackendError, Description, GrundyTable, LengthHistogram, ListTask, NimSums,
    RandomGames, RangeTask, Summary, SummaryTask, WythoffTable,
};
use crate::column::Word;
use crate::for_width;
use crate::wythoff::{is_cold, table};
use crate::zeckendorf_game::random::random_games;

/// The reference backend.
#[derive(Debug)]
pub struct Reference(Description);

impl Default for Reference {
    fn default() -> Self {
        Reference(Description {
            name: "reference",
            adapter: "scalar".into(),
            driver: "one number at a time".into(),
            software: false,
        })
    }
}

fn write<W: Word>(out: &mut [W], values: impl Iterator<Item = u128>) {
    for (slot, value) in out.iter_mut().zip(values) {
        *slot = W::low(value);
    }
}

impl Backend for Reference {
    fn description(&self) -> &Description {
        &self.0
    }

    fn fill(&self, mut task: RangeTask<'_>) -> Result<(), BackendError> {
        let (function, start) = (task.function(), task.start());
        let values = (start..=u128::MAX).map(|n| function.value_wrapped(n));
        for_width!(ColumnMut, task.out(), out => write(out, values));
        Ok(())
    }

    fn fill_list(&self, mut task: ListTask<'_>) -> Result<(), BackendError> {
        let (function, inputs) = (task.function(), task.inputs());
        let values = inputs.iter().map(|&n| function.value_wrapped(n.into()));
        for_width!(ColumnMut, task.out(), out => write(out, values));
        Ok(())
    }

    fn summarize(&self, task: &SummaryTask<'_>) -> Result<Summary, BackendError> {
        let mut summary = Summary::new(task.histogram());
        task.range().for_each(|n| summary.push(n, task.function().value_wrapped(n)));
        Ok(summary)
    }

    fn cold(&self, pairs: &[[u64; 2]], out: &mut [u8]) -> Result<(), BackendError> {
        assert_eq!(pairs.len(), out.len(), "an answer for every pair");
        for (slot, [a, b]) in out.iter_mut().zip(pairs) {
            *slot = is_cold(*a, *b).into();
        }
        Ok(())
    }

    fn random_games(&self, task: &RandomGames) -> Result<LengthHistogram, BackendError> {
        Ok(random_games(task))
    }

    fn nim_sums(&self, task: &NimSums<'_>, out: &mut [u8]) -> Result<(), BackendError> {
        assert_eq!(task.len(), out.len(), "a nim-sum for every position");
        for (i, slot) in out.iter_mut().enumerate() {
            *slot = task.nim_sum(i);
        }
        Ok(())
    }

    fn wythoff_table(&self, task: &WythoffTable) -> Result<GrundyTable, BackendError> {
        Ok(table::plain(*task))
    }
}
