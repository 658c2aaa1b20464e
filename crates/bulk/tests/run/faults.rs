//! Backends that give wrong values, or none: each fault is caught by a certificate, and
//! named.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use phinum_bulk::Wrong;
use phinum_bulk::certificate::Symptom;
use phinum_bulk::run::verify;
use phinum_core::backend::{
    BackendError, Description, GrundyTable, LengthHistogram, ListTask, NimSums, RandomGames,
    RangeTask, Summary, SummaryTask, WythoffTable,
};
use phinum_core::column::ColumnMut;

use super::*;

/// What is done to a column: which call it is, the first number, the values.
type Fault = dyn Fn(u32, u128, &mut Vec<u64>) -> Result<(), BackendError> + Send + Sync;

/// The CPU, with a fault in what it fills.
struct Faulty {
    cpu: Cpu,
    description: Description,
    calls: AtomicU32,
    fault: Box<Fault>,
}

fn faulty(
    fault: impl Fn(u32, u128, &mut Vec<u64>) -> Result<(), BackendError> + Send + Sync + 'static,
) -> Faulty {
    let cpu = Cpu::default();
    let description = Description { adapter: "a faulty one".into(), ..cpu.description().clone() };
    Faulty { cpu, description, calls: AtomicU32::new(0), fault: Box::new(fault) }
}

impl Backend for Faulty {
    fn description(&self) -> &Description {
        &self.description
    }

    fn fill(&self, mut task: RangeTask<'_>) -> Result<(), BackendError> {
        let (function, start) = (task.function(), task.start());
        let mut values = vec![0; task.len()];
        self.cpu.fill(RangeTask::new(function, start, ColumnMut::from(&mut values[..]))?)?;
        (self.fault)(self.calls.fetch_add(1, Ordering::Relaxed), start, &mut values)?;
        for (i, value) in values.into_iter().enumerate() {
            task.out().set(i, value.into());
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

    fn nim_sums(&self, task: &NimSums<'_>, out: &mut [u8]) -> Result<(), BackendError> {
        self.cpu.nim_sums(task, out)
    }

    fn random_games(&self, task: &RandomGames) -> Result<LengthHistogram, BackendError> {
        self.cpu.random_games(task)
    }

    fn wythoff_table(&self, task: &WythoffTable) -> Result<GrundyTable, BackendError> {
        self.cpu.wythoff_table(task)
    }
}

const BLOCK: u64 = 4_000;

fn job() -> Plan {
    plan(&["upper-bound"], 0..5 * u128::from(BLOCK), BLOCK, Format::Npy)
}

/// What stops the run.
fn stopped_by(engine: &Engine) -> (tempfile::TempDir, Box<Wrong>) {
    let folder = tempfile::tempdir().unwrap();
    let Err(Error::Wrong(wrong)) = begun(folder.path(), &job(), None, engine) else {
        panic!("a wrong value")
    };
    // Whatever counts is right, and the right backend finishes it.
    let found = verify(folder.path(), &|_| Ok(())).unwrap();
    assert!(found.is_sound() && !found.is_complete());
    resumed(folder.path(), &self::engine()).unwrap();
    let found = verify(folder.path(), &|_| Ok(())).unwrap();
    assert!(found.is_sound() && found.is_complete());
    (folder, wrong)
}

fn value(n: u128) -> u64 {
    functions(&["upper-bound"])[0].value(n).unwrap() as u64
}

#[test]
fn one_wrong_value_is_named() {
    for bit in [0, 7, 15] {
        let engine = alone(faulty(move |_, start, values| {
            if start == 8_000 {
                values[123] ^= 1 << bit;
            }
            Ok(())
        }));
        let (_, wrong) = stopped_by(&engine);
        assert_eq!((&*wrong.at, wrong.got.parse()), ("8123", Ok(value(8123) ^ 1 << bit)));
        assert_eq!(wrong.symptom, Some(Symptom::Wrong { values: 1, of: 4_000 }));
        let said = wrong.to_string();
        assert!(said.contains("a faulty one") && said.contains("8000..12000"), "{said}");
    }
}

#[test]
fn blocks_that_change_places_are_named() {
    let other = |start: u128| match start {
        4_000 => 8_000,
        8_000 => 4_000,
        start => start,
    };
    let engine = alone(faulty(move |_, start, values| {
        for (n, value) in (other(start)..).zip(values) {
            *value = self::value(n);
        }
        Ok(())
    }));
    let (_, wrong) = stopped_by(&engine);
    assert_eq!(wrong.symptom, Some(Symptom::Of(8_000..12_000)));
    assert_eq!(wrong.at, "4000");
}

#[test]
fn stale_values_are_named() {
    let last = Mutex::new(None::<Vec<u64>>);
    let engine = alone(faulty(move |_, start, values| {
        let mut last = last.lock().unwrap();
        match &*last {
            Some(stale) if start >= 8_000 => values.copy_from_slice(stale),
            _ => *last = Some(values.clone()),
        }
        Ok(())
    }));
    let (_, wrong) = stopped_by(&engine);
    assert_eq!(wrong.symptom, Some(Symptom::Of(4_000..8_000)));
    assert!(wrong.to_string().contains("the values are those of 4000..8000"), "{wrong}");
}

#[test]
fn zeros_and_what_was_never_written_are_named() {
    for (filler, symptom) in [(0, Symptom::Zeros), (u64::MAX, Symptom::Unwritten)] {
        let engine = alone(faulty(move |_, start, values| {
            if start == 16_000 {
                values.fill(filler);
            }
            Ok(())
        }));
        let (_, wrong) = stopped_by(&engine);
        assert_eq!(wrong.symptom, Some(symptom));
        assert_eq!(wrong.at, "16000");
    }
}

#[test]
fn a_fault_that_passes_is_on_record() {
    let engine = alone(faulty(|call, _, values| {
        if call == 2 {
            values.swap(5, 6);
        }
        Ok(())
    }));
    let folder = tempfile::tempdir().unwrap();
    let report = begun(folder.path(), &job(), None, &engine).unwrap();
    let [failure] = &report.failures[..] else { panic!("one failure: {:?}", report.failures) };
    assert_eq!(failure.block, 2);
    assert!(failure.what.contains("at 8005"), "{}", failure.what);
    assert!(verify(folder.path(), &|_| Ok(())).unwrap().is_sound());
}

#[test]
fn a_block_that_is_wrong_in_two_ways_goes_to_the_next_backend() {
    let flaky = faulty(|call, start, values| {
        if start == 4_000 {
            values[call as usize] ^= 1;
        }
        Ok(())
    });
    let engine = Engine::new(vec![Box::new(flaky), Box::new(Cpu::default())]);
    let folder = tempfile::tempdir().unwrap();
    let report = begun(folder.path(), &job(), None, &engine).unwrap();
    let blocks: Vec<u64> = report.made_by.iter().map(|share| share.blocks).collect();
    assert_eq!(blocks, [1, 4]);
    assert_eq!(report.made_by[0].backend.adapter, "a faulty one");
    assert!(report.failures.iter().any(|failure| failure.what.contains("going on with cpu")));
    // The same wrong value twice is no matter of chance: it stops the run.
    let broken = faulty(|_, start, values| {
        if start == 4_000 {
            values[9] ^= 1;
        }
        Ok(())
    });
    let engine = Engine::new(vec![Box::new(broken), Box::new(Cpu::default())]);
    let (_, wrong) = stopped_by(&engine);
    assert_eq!(wrong.at, "4009");
}

#[test]
fn a_dispatch_that_fails_is_done_by_the_next_backend() {
    let failing = || {
        faulty(|call, _, _| match call {
            3 => Err(BackendError::DeviceLost { adapter: "it".into(), reason: "a test".into() }),
            _ => Ok(()),
        })
    };
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::new(vec![Box::new(failing()), Box::new(Cpu::default())]);
    let report = begun(folder.path(), &job(), None, &engine).unwrap();
    let blocks: Vec<u64> = report.made_by.iter().map(|share| share.blocks).collect();
    assert_eq!(blocks, [3, 2]);
    assert_eq!(report.failures.len(), 1);
    assert!(report.failures[0].what.contains("it was lost (a test)"), "{:?}", report.failures);
    // Without another the run stops, and can be gone on with.
    let folder = tempfile::tempdir().unwrap();
    let stopped = begun(folder.path(), &job(), None, &alone(failing()));
    assert!(matches!(stopped, Err(Error::Backend(BackendError::DeviceLost { .. }))));
    assert!(resumed(folder.path(), &engine).unwrap().is_complete());
}

#[test]
fn a_second_backend_sees_what_a_sample_does_not() {
    // The closed bound has no exact sum: 256 values of 20000 are looked at.
    let functions = functions(&["closed-bound"]);
    let plan = |double| Plan::new(&functions, 0..20_000, 20_000, Format::Npy, double).unwrap();
    let run = |first: Box<dyn Backend>, second: Box<dyn Backend>, double: bool| {
        let folder = tempfile::tempdir().unwrap();
        let engine = Engine::new(vec![first]);
        let workers = Workers { engine: &engine, seconds: &[second] };
        begin(folder.path(), plan(double), None, workers, &|_| Ok(()))
    };
    let wrong = || -> Box<dyn Backend> {
        Box::new(faulty(|_, _, values| {
            values[7] += 1;
            Ok(())
        }))
    };
    let cpu = || -> Box<dyn Backend> { Box::new(Cpu::default()) };
    // Which values the sample has depends on the block alone.
    assert!(run(wrong(), cpu(), false).is_ok(), "if this sample has 7, take another number");
    for (first, second) in [(wrong(), cpu()), (cpu(), wrong())] {
        let Err(Error::Wrong(wrong)) = run(first, second, true) else { panic!("it is seen") };
        assert_eq!((&*wrong.at, &*wrong.backend.adapter), ("7", "a faulty one"));
    }
    let right = faulty(|_, _, _| Ok(()));
    let report = run(cpu(), Box::new(right), true).unwrap();
    assert_eq!(report.checked_by[0].backend.adapter, "a faulty one");
    // One backend is no check of itself.
    assert!(matches!(run(cpu(), cpu(), true), Err(Error::NoSecond(_))));
}

/// Makes a run on the CPU, every block of it checked by other backends.
fn double_checked(seconds: &[Box<dyn Backend>]) -> Result<Report, Error> {
    let folder = tempfile::tempdir().unwrap();
    let functions = functions(&["upper-bound"]);
    let range = 0..5 * u128::from(BLOCK);
    let plan = Plan::new(&functions, range, BLOCK, Format::Npy, true).unwrap();
    let engine = engine();
    let workers = Workers { engine: &engine, seconds };
    begin(folder.path(), plan, None, workers, &|_| Ok(()))
}

/// The CPU under another name.
fn named(name: &str) -> Faulty {
    let mut backend = faulty(|_, _, _| Ok(()));
    backend.description.adapter = name.into();
    backend
}

#[test]
fn a_second_backend_that_fails_is_left_for_another() {
    let flaky = || {
        faulty(|call, _, values| {
            values[call as usize] ^= 1;
            Ok(())
        })
    };
    let lost = || {
        faulty(|_, _, _| {
            Err(BackendError::DeviceLost { adapter: "it".into(), reason: "a test".into() })
        })
    };
    for second in [flaky as fn() -> Faulty, lost] {
        let report = double_checked(&[Box::new(second()), Box::new(named("a sound one"))]).unwrap();
        assert_eq!(report.made_by.len(), 1, "the first is not to blame");
        assert_eq!(report.checked_by[0].backend.adapter, "a sound one");
        assert_eq!(report.checked_by[0].blocks, 5);
        assert!(report.failures.iter().all(|failure| failure.block == 0));
        assert!(report.failures.last().unwrap().what.contains("checking with cpu (a sound one"));
        assert!(double_checked(&[Box::new(second())]).is_err());
    }
}
