//! Comparisons: agreement is found where it is, and errors where they are.

use phinum_bulk::compare::{compare, possible};
use phinum_core::backend::{
    Backend, BackendError, Description, GrundyTable, LengthHistogram, ListTask, NimSums,
    RandomGames, RangeTask, Summary, SummaryTask, WythoffTable,
};
use phinum_core::function::Function;
use phinum_core::quantity::by_name;
use phinum_core::reference::Reference;
use phinum_cpu::Cpu;

/// The CPU, wrong at every n that `wrong` picks.
struct Planted {
    cpu: Cpu,
    wrong: fn(u128) -> bool,
}

impl Backend for Planted {
    fn description(&self) -> &Description {
        self.cpu.description()
    }

    fn fill(&self, mut task: RangeTask<'_>) -> Result<(), BackendError> {
        let (function, start) = (task.function(), task.start());
        let out = task.out();
        self.cpu.fill(RangeTask::new(function, start, out.reborrow())?)?;
        for (i, n) in (0..out.len()).zip(start..) {
            out.set(i, out.get(i) ^ u128::from((self.wrong)(n)));
        }
        Ok(())
    }

    fn fill_list(&self, task: ListTask<'_>) -> Result<(), BackendError> {
        self.cpu.fill_list(task)
    }

    fn summarize(&self, task: &SummaryTask<'_>) -> Result<Summary, BackendError> {
        self.cpu.summarize(task)
    }

    fn cold(&self, pairs: &[[u64; 2]], out: &mut [u8]) -> Result<(), BackendError> {
        self.cpu.cold(pairs, out)
    }

    fn random_games(&self, task: &RandomGames) -> Result<LengthHistogram, BackendError> {
        self.cpu.random_games(task)
    }

    fn nim_sums(&self, task: &NimSums<'_>, out: &mut [u8]) -> Result<(), BackendError> {
        self.cpu.nim_sums(task, out)
    }

    fn wythoff_table(&self, task: &WythoffTable) -> Result<GrundyTable, BackendError> {
        self.cpu.wythoff_table(task)
    }
}

fn planted(wrong: fn(u128) -> bool) -> Box<dyn Backend> {
    Box::new(Planted { cpu: Cpu::default(), wrong })
}

fn function(name: &str) -> Function {
    Function::from(by_name(name).unwrap())
}

#[test]
fn every_quantity_agrees_with_the_reference() {
    let backends: [Box<dyn Backend>; 2] =
        [Box::new(Cpu::default()), Box::new(Reference::default())];
    for start in [0, (1 << 32) - 5_000, (1 << 64) - 5_000, 1 << 100] {
        let range = start..start + 10_000;
        let (functions, impossible) = possible(Function::all(), &range, |_| true);
        assert_eq!(impossible.len(), usize::from(start == 1 << 100), "{impossible:?}");
        for function in functions {
            let report = compare(&function, &range, &backends, 3_000, &|_| Ok(())).unwrap();
            assert!(report.agree, "{report:?}");
            assert_eq!(report.smallest_mismatch, None);
            assert_eq!(report.closed_sum.is_some(), function.name() != "closed-bound");
            assert_eq!(*report.closed_sum.as_ref().unwrap_or(&report.sum), report.sum);
        }
    }
}

#[test]
fn a_wrong_backend_is_found_out_at_the_smallest_n() {
    for (wrong, right) in [(1, 0), (0, 1)] {
        let mut backends = [planted(|_| false), planted(|_| false)];
        backends[wrong] = planted(|n| n % 7_000 == 6_999);
        let report =
            compare(&function("terms"), &(0..20_000), &backends, 4_000, &|_| Ok(())).unwrap();
        assert!(!report.agree);
        assert_eq!(report.mismatches, 2);
        assert_eq!(report.smallest_mismatch, Some(6_999u128.into()));
        assert!(!report.backends[wrong].agree && report.backends[right].agree);
    }
}

#[test]
fn two_backends_wrong_alike_are_found_out_by_the_sums() {
    let backends = [planted(|n| n == 12_345), planted(|n| n == 12_345)];
    let report =
        compare(&function("longest"), &(0..20_000), &backends, 4_000, &|_| Ok(())).unwrap();
    assert!(!report.agree);
    assert_eq!((report.mismatches, report.smallest_mismatch), (0, Some(12_345u128.into())));
    assert!(!report.backends[0].agree && !report.backends[1].agree);
}

#[test]
fn an_empty_range_agrees() {
    let report = compare(&function("gap"), &(7..7), &[planted(|_| true)], 10, &|_| Ok(())).unwrap();
    assert!(report.agree);
    assert_eq!(report.sum, 0u128.into());
}
