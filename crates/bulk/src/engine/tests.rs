//! Planted errors: each is caught, and only a second one stops the job.

use std::sync::atomic::AtomicU32;

use phinum_core::backend::{
    GrundyTable, LengthHistogram, NimSums, RandomGames, Summary, SummaryTask, WythoffTable,
};
use phinum_core::fibonacci_nim::Thresholds;
use phinum_core::predicate::{Predicate, Relation, Term};
use phinum_core::quantity::by_name;
use phinum_core::reference::Reference;
use phinum_core::zeckendorf_game::rules::ZECKENDORF;

use super::*;
use crate::certificate::{Refused, Symptom};

/// The reference that flips one bit in its first `faults` answers.
struct Faulty {
    reference: Reference,
    faults: u32,
    answers: AtomicU32,
    lost: bool,
}

impl Faulty {
    fn new(faults: u32) -> Faulty {
        Faulty { reference: Reference::default(), faults, answers: AtomicU32::new(0), lost: false }
    }

    fn fails_now(&self) -> bool {
        self.answers.fetch_add(1, Ordering::Relaxed) < self.faults
    }
}

impl Backend for Faulty {
    fn description(&self) -> &Description {
        self.reference.description()
    }

    fn fill(&self, mut task: RangeTask<'_>) -> Result<(), BackendError> {
        if self.lost {
            return Err(BackendError::DeviceLost { adapter: "gone".into(), reason: "test".into() });
        }
        let (function, start) = (task.function(), task.start());
        let out = task.out();
        self.reference.fill(RangeTask::new(function, start, out.reborrow())?)?;
        if self.fails_now() {
            out.set(700, out.get(700) ^ 1 << 20);
        }
        Ok(())
    }

    fn fill_list(&self, mut task: ListTask<'_>) -> Result<(), BackendError> {
        let (function, inputs) = (task.function(), task.inputs());
        let fails = self.fails_now();
        for (i, n) in inputs.iter().enumerate() {
            task.out().set(i, function.value_wrapped(u128::from(*n)) ^ u128::from(fails));
        }
        Ok(())
    }

    fn summarize(&self, task: &SummaryTask<'_>) -> Result<Summary, BackendError> {
        self.reference.summarize(task)
    }

    fn select(&self, task: &SelectTask<'_>) -> Result<Selection, BackendError> {
        let mut selection = self.reference.select(task)?;
        if self.fails_now() {
            // As if a device had words of bits the wrong way round.
            selection.held.iter_mut().for_each(|word| *word = word.reverse_bits());
        }
        Ok(selection)
    }

    fn cold(&self, pairs: &[[u64; 2]], out: &mut [u8]) -> Result<(), BackendError> {
        self.reference.cold(pairs, out)?;
        if self.fails_now() {
            out.fill(1);
        }
        Ok(())
    }

    fn nim_sums(&self, task: &NimSums<'_>, out: &mut [u8]) -> Result<(), BackendError> {
        self.reference.nim_sums(task, out)?;
        if self.fails_now() {
            out[0] ^= 1;
        }
        Ok(())
    }

    fn random_games(&self, task: &RandomGames) -> Result<LengthHistogram, BackendError> {
        let mut lengths = self.reference.random_games(task)?;
        if self.fails_now() {
            lengths.add(9, 1);
        }
        Ok(lengths)
    }

    fn wythoff_table(&self, task: &WythoffTable) -> Result<GrundyTable, BackendError> {
        let table = self.reference.wythoff_table(task)?;
        let mut values = table.values().to_vec();
        if self.fails_now() {
            // (3, 9): neither is cold.
            values[task.offset(12) + 3] += 1;
        }
        Ok(GrundyTable::from_antidiagonals(*task, values))
    }
}

fn engine(faults: u32) -> Engine {
    Engine::new(vec![Box::new(Faulty::new(faults))])
}

fn run(backends: Vec<Box<dyn Backend>>) -> Result<Totals, Error> {
    let function = Function::from(by_name("longest").unwrap());
    let block = Block { start: 5000, len: 1000 };
    let mut certifier = Certifier::new(&function, &block.range());
    let mut column = Column::unwritten(Width::U64, 0);
    Engine::new(backends).block(&function, block, Width::U64, &mut certifier, &mut column)
}

#[test]
fn one_flipped_bit_is_caught_and_the_block_done_again() {
    assert!(run(vec![Box::new(Faulty::new(1))]).is_ok());
}

#[test]
fn the_same_twice_stops_and_names_the_smallest_n() {
    let Err(Error::Wrong(wrong)) = run(vec![Box::new(Faulty::new(2))]) else {
        panic!("accepted a wrong block")
    };
    assert_eq!(wrong.at, "5700");
    let value = |text: &str| text.parse::<u64>().unwrap();
    assert_eq!(value(&wrong.got) ^ value(&wrong.expected), 1 << 20);
    assert!(wrong.to_string().contains("longest on 5000..6000"), "{wrong}");
}

#[test]
fn a_lost_device_is_left_for_the_next_backend() {
    let lost = || Box::new(Faulty { lost: true, ..Faulty::new(0) });
    assert!(run(vec![lost(), Box::new(Faulty::new(0))]).is_ok());
    assert!(matches!(run(vec![lost()]), Err(Error::Backend(BackendError::DeviceLost { .. }))));
}

#[test]
fn lists_and_pairs_are_sampled() {
    let function = Function::from(by_name("terms").unwrap());
    let mut column = Column::unwritten(Width::U64, 0);
    let mut list = |faults| {
        let engine = Engine::new(vec![Box::new(Faulty::new(faults))]);
        engine.list(&function, &[9, 100, 5], Width::U64, &mut column)
    };
    assert!(list(1).is_ok());
    assert!(matches!(list(2), Err(Error::Wrong(_))));
    let cold = |faults| {
        let engine = Engine::new(vec![Box::new(Faulty::new(faults))]);
        engine.cold(&[[1, 2], [5, 8]], &mut Vec::new())
    };
    assert!(cold(1).is_ok());
    assert!(matches!(cold(2), Err(Error::Wrong(_))));
}

#[test]
fn conditions_are_sampled() {
    let function = Function::from(by_name("terms").unwrap());
    let (term, three) = (Term::Value(function.clone()), Term::Constant(3.into()));
    let predicate = Predicate::Compare(Relation::AtMost, term, three);
    let block = Block { start: 600, len: 640 };
    let bound = Bound::new(&predicate, &block.range()).unwrap();
    let select = |faults| {
        let mut certifiers = [Certifier::new(&function, &block.range())];
        engine(faults).select(&bound, block, &mut certifiers, &mut bound.columns())
    };
    let right = select(0).unwrap();
    assert_eq!(select(1).unwrap(), right, "it is done once more");
    let Err(Error::Wrong(wrong)) = select(2) else { panic!("accepted wrong bits") };
    let held = right.held.iter().map(|word| word.reverse_bits());
    let turned = Selection { held: held.collect(), totals: Vec::new() };
    let first = (0..block.len).find(|&j| turned.holds(j) != right.holds(j)).unwrap();
    assert_eq!(wrong.at, (block.start + first as u128).to_string());
}

#[test]
fn what_a_condition_is_asked_of_is_certified_without_exact_sums_too() {
    let function = Function::from(by_name("closed-bound").unwrap());
    // One that a wrong value changes nothing of.
    let (term, none) = (Term::Value(function.clone()), Term::Constant(0.into()));
    let predicate = Predicate::Compare(Relation::Less, term, none);
    let select = |start, faults| {
        let block = Block { start, len: 1000 };
        let bound = Bound::new(&predicate, &block.range()).unwrap();
        let mut certifiers = [Certifier::new(&function, &block.range())];
        engine(faults).select(&bound, block, &mut certifiers, &mut bound.columns())
    };
    assert_eq!(select(7, 0).unwrap().held, vec![0; 16]);
    // The wrong one of 1000 values is among the 256 that are looked at, or is not.
    let caught = |start: u128| match select(start, 2) {
        Err(Error::Wrong(wrong)) => {
            assert_eq!(wrong.at, (start + 700).to_string());
            assert!(wrong.to_string().contains("closed-bound on"), "{wrong}");
            true
        }
        other => other.map(|_| false).unwrap(),
    };
    let caught = (0..40).filter(|block| caught(1000 * block)).count();
    assert!((4..30).contains(&caught), "{caught} of 40");
}

#[test]
fn a_first_column_that_fails_is_told_of_though_there_is_no_second_yet() {
    let value = |name| Term::Value(Function::from(by_name(name).unwrap()));
    let predicate = Predicate::Compare(Relation::Less, value("closed-bound"), value("longest"));
    let block = Block { start: 7, len: 5000 };
    let bound = Bound::new(&predicate, &block.range()).unwrap();
    let lost = Engine::new(vec![Box::new(Faulty { lost: true, ..Faulty::new(0) })]);
    let mut certifiers: Vec<Certifier> = bound
        .functions()
        .iter()
        .map(|(function, _)| Certifier::new(function, &block.range()))
        .collect();
    let selected = lost.select(&bound, block, &mut certifiers, &mut bound.columns());
    assert!(matches!(selected, Err(Error::Backend(BackendError::DeviceLost { .. }))));
}

#[test]
fn a_number_that_was_said_to_fulfil_a_condition_is_asked_again() {
    let term = Term::Value(Function::from(by_name("terms").unwrap()));
    let predicate = Predicate::Compare(Relation::Equal, term, Term::Constant(1.into()));
    let block = Block { start: 50, len: 100 };
    let bound = Bound::new(&predicate, &block.range()).unwrap();
    let recheck = |places: &[usize]| engine(0).recheck(&bound, block, places);
    assert!(recheck(&[5, 39, 94]).is_ok(), "55, 89 and 144");
    assert!(recheck(&[]).is_ok());
    let Err(Error::Wrong(wrong)) = recheck(&[5, 40, 94]) else { panic!("90 = 89 + 1") };
    assert_eq!((&*wrong.at, &*wrong.got), ("90", "fulfilled"));
}

#[test]
fn one_wrong_cell_of_a_table_is_caught() {
    let task = WythoffTable::new(50, 1).unwrap();
    let table = |faults| engine(faults).wythoff_table(&task, &|_| Ok(()));
    assert_eq!(table(1).unwrap().get(3, 9), 12);
    let Err(Error::Wrong(wrong)) = table(2) else { panic!("accepted a wrong table") };
    assert_eq!((&*wrong.at, &*wrong.got, &*wrong.expected), ("(3, 9)", "13", "12"));
    assert!(wrong.to_string().contains("Grundy values on the 50 x 50 table of r = 1"), "{wrong}");
}

#[test]
fn nim_sums_are_sampled() {
    let right = Thresholds::up_to(50, |_, _| true).unwrap().unwrap();
    let sums = |table: &Thresholds, faults| {
        let task = NimSums::new(table, &[[9, 8], [4, 3], [50, 49]], &[2, 2, 3]).unwrap();
        let mut out = Vec::new();
        engine(faults).nim_sums(&task, &mut out).map(|()| out)
    };
    assert_eq!(sums(&right, 0).unwrap(), [6, 0, right.opening(50)]);
    assert!(sums(&right, 1).is_ok());
    let Err(Error::Wrong(wrong)) = sums(&right, 2) else { panic!("a wrong sum is accepted") };
    assert_eq!((&*wrong.at, &*wrong.got, &*wrong.expected), ("9:8 4:3", "7", "6"));
    // A table that is wrong of small values: the backend agrees, the digits do not.
    let (starts, caps, values) = right.arrays();
    let mut values = values.to_vec();
    values[starts[5] as usize - 1] = 4;
    let table = Thresholds::from_arrays(starts.to_vec(), caps.to_vec(), values).unwrap();
    assert!(matches!(sums(&table, 0), Err(Error::Wrong(_))));
}

#[test]
fn random_games_are_counted_and_sampled() {
    let task = RandomGames::new(&ZECKENDORF, 9, 1, 0..50).unwrap();
    let play = |faults| crate::random_games::play(&engine(faults), &task, &|_| Ok(()));
    let right = play(0).unwrap();
    assert_eq!((right.checked, right.lengths.games()), (50, 50));
    assert_eq!(play(1).unwrap(), right);
    assert!(matches!(play(2), Err(Error::Wrong(_))));
    // Without a sample the number of games alone is looked at.
    assert!(engine(1).games(&task).is_ok());
    let Err(Error::Wrong(wrong)) = engine(2).games(&task) else { panic!("51 games of 50") };
    assert_eq!((&*wrong.got, &*wrong.expected), ("51", "50"));
    assert!(wrong.to_string().contains("games 0..50 from 9"), "{wrong}");
}

#[test]
fn blocks_of_random_games_do_not_show() {
    let task = RandomGames::new(&ZECKENDORF, 60_000, 1, 5..45).unwrap();
    let played = crate::random_games::play(&engine(0), &task, &|_| Ok(())).unwrap();
    assert_eq!(played.lengths, random_games(&task));
    assert!((1..40).contains(&played.checked), "{}", played.checked);
}

#[test]
fn values_that_change_places_are_caught() {
    let function = Function::from(by_name("upper-bound").unwrap());
    let block = Block { start: 1 << 40, len: 100_000 };
    let values = block.range().map(|n| function.value_wrapped(n) as u64);
    let mut column = Column::U64(values.collect());
    let check =
        |column: &Column| Certifier::new(&function, &block.range()).check(block.start, column).1;
    assert_eq!(check(&column), Ok(()));
    let Column::U64(values) = &mut column else { unreachable!() };
    values.swap(40_000, 40_001);
    let n = block.start + 40_000;
    let symptom = Symptom::Wrong { values: 2, of: 100_000 };
    let expected = function.value_wrapped(n);
    assert_eq!(check(&column), Err(Refused::Value { n, expected, symptom }));
}

#[test]
fn flips_that_cancel_modulo_2_to_the_64_are_caught() {
    let function = Function::from(by_name("upper-bound").unwrap());
    let block = Block { start: 1 << 63, len: 100_000 };
    let values: Vec<u128> = block.range().map(|n| function.value_wrapped(n)).collect();
    let check = |values: &[u128]| {
        Certifier::new(&function, &block.range())
            .check(block.start, &Column::U128(values.to_vec()))
            .1
    };
    assert_eq!(check(&values), Ok(()));
    // A carry that did not reach the high word.
    let mut carry = values.clone();
    carry[70_001] ^= 1 << 64;
    assert!(check(&carry).is_err());
    // The top bit of two low words at the same parity.
    let mut pair = values.clone();
    pair[60_000] ^= 1 << 63;
    pair[60_002] ^= 1 << 63;
    assert!(check(&pair).is_err());
}
