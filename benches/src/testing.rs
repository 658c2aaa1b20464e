//! What the groups' tests share: a listener that keeps what it hears, and a backend
//! that is wrong.

use phinum_bulk::Error as JobError;
use phinum_core::backend::{
    Backend, BackendError, Description, GrundyTable, LengthHistogram, ListTask, NimSums,
    RandomGames, RangeTask, Summary, SummaryTask, WythoffTable,
};
use phinum_core::column::ColumnMut;

use crate::measure::{Bench, Effort, Error, Listener, Ratio};

#[derive(Default)]
struct Heard(Vec<Ratio>);

impl Listener for Heard {
    fn setting(&mut self, _: &'static str, setting: &str) -> Result<(), JobError> {
        assert!(!setting.is_empty());
        Ok(())
    }

    fn ratio(&mut self, ratio: Ratio) -> Result<(), JobError> {
        self.0.push(ratio);
        Ok(())
    }
}

/// The ratios of a group with the least effort, each of which must be one.
pub(crate) fn heard(
    group: &'static str,
    measure: impl FnOnce(&mut Bench<'_>) -> Result<(), Error>,
) -> Result<Vec<Ratio>, Error> {
    let mut heard = Heard::default();
    measure(&mut Bench::new(group, Effort::Least, &mut heard))?;
    for Ratio { group: of, what, baseline, median, least, most, pairs } in &heard.0 {
        assert_eq!(*of, group);
        assert!(!what.is_empty() && !baseline.is_empty() && *pairs > 0, "{what}: {baseline}");
        assert!(median.is_finite() && *least > 0.0 && least <= median && median <= most, "{what}");
    }
    Ok(heard.0)
}

/// A backend with one more in the last value of what it fills, and a game too many.
#[derive(Debug)]
pub(crate) struct Altered<B>(pub(crate) B);

fn alter(out: &mut ColumnMut<'_>) {
    if let Some(last) = out.len().checked_sub(1) {
        out.set(last, out.get(last).wrapping_add(1));
    }
}

impl<B: Backend> Backend for Altered<B> {
    fn description(&self) -> &Description {
        self.0.description()
    }

    fn fill(&self, mut task: RangeTask<'_>) -> Result<(), BackendError> {
        let (function, start) = (task.function(), task.start());
        self.0.fill(RangeTask::new(function, start, task.out().reborrow())?)?;
        alter(task.out());
        Ok(())
    }

    fn fill_list(&self, mut task: ListTask<'_>) -> Result<(), BackendError> {
        let (function, inputs) = (task.function(), task.inputs());
        self.0.fill_list(ListTask::new(function, inputs, task.out().reborrow())?)?;
        alter(task.out());
        Ok(())
    }

    fn summarize(&self, task: &SummaryTask<'_>) -> Result<Summary, BackendError> {
        let mut summary = self.0.summarize(task)?;
        summary.sum += 1u8;
        Ok(summary)
    }

    fn cold(&self, pairs: &[[u64; 2]], out: &mut [u8]) -> Result<(), BackendError> {
        self.0.cold(pairs, out)
    }

    fn random_games(&self, task: &RandomGames) -> Result<LengthHistogram, BackendError> {
        let mut lengths = self.0.random_games(task)?;
        lengths.add(1, 1);
        Ok(lengths)
    }

    fn nim_sums(&self, task: &NimSums<'_>, out: &mut [u8]) -> Result<(), BackendError> {
        self.0.nim_sums(task, out)
    }

    fn wythoff_table(&self, task: &WythoffTable) -> Result<GrundyTable, BackendError> {
        self.0.wythoff_table(task)
    }
}

#[test]
fn every_group_has_ratios_with_the_least_effort() {
    type Measure = fn(&mut Bench<'_>) -> Result<(), Error>;
    let groups: [(&'static str, Measure); 4] = [
        ("range", crate::range::measure),
        ("scattered", crate::scattered::measure),
        ("nim", crate::nim::measure),
        ("game", crate::game::measure),
    ];
    for (group, measure) in groups {
        let ratios = heard(group, measure).unwrap();
        assert!(ratios.len() >= 2, "{group} has {} ratios", ratios.len());
    }
}
