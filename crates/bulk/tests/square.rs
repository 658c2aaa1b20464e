//! Rules over squares: the whole ones agree, half a rule is wrong as often as it was
//! found to be, and a planted error is named.

use phinum_bulk::wythoff::square::{Rule, Square, compare};
use phinum_core::backend::{
    Backend, BackendError, Description, GrundyTable, LengthHistogram, ListTask, RandomGames,
    RangeTask, Summary, SummaryTask, WythoffTable,
};
use phinum_core::fibonacci_nim::sums::NimSums;
use phinum_core::reference::Reference;
use phinum_cpu::Cpu;

/// The CPU, wrong about one position and about one cell of the table.
struct Planted {
    cpu: Cpu,
    pair: Option<[u64; 2]>,
    cell: Option<[usize; 2]>,
}

impl Backend for Planted {
    fn description(&self) -> &Description {
        self.cpu.description()
    }

    fn fill(&self, task: RangeTask<'_>) -> Result<(), BackendError> {
        self.cpu.fill(task)
    }

    fn fill_list(&self, task: ListTask<'_>) -> Result<(), BackendError> {
        self.cpu.fill_list(task)
    }

    fn summarize(&self, task: &SummaryTask<'_>) -> Result<Summary, BackendError> {
        self.cpu.summarize(task)
    }

    fn cold(&self, pairs: &[[u64; 2]], out: &mut [u8]) -> Result<(), BackendError> {
        self.cpu.cold(pairs, out)?;
        for (pair, out) in pairs.iter().zip(out) {
            *out ^= u8::from(Some(*pair) == self.pair);
        }
        Ok(())
    }

    fn random_games(&self, task: &RandomGames) -> Result<LengthHistogram, BackendError> {
        self.cpu.random_games(task)
    }

    fn nim_sums(&self, task: &NimSums<'_>, out: &mut [u8]) -> Result<(), BackendError> {
        self.cpu.nim_sums(task, out)
    }

    fn wythoff_table(&self, task: &WythoffTable) -> Result<GrundyTable, BackendError> {
        let table = self.cpu.wythoff_table(task)?;
        let mut values = table.values().to_vec();
        if let Some([a, b]) = self.cell.filter(|[_, b]| *b < task.n()) {
            values[task.offset(a + b) + a - task.first(a + b)] ^= 1;
        }
        Ok(GrundyTable::from_antidiagonals(*task, values))
    }
}

fn planted(pair: Option<[u64; 2]>, cell: Option<[usize; 2]>) -> Box<dyn Backend> {
    Box::new(Planted { cpu: Cpu::default(), pair, cell })
}

fn rule<'s>(square: &'s Square, name: &str) -> &'s Rule {
    square.rules.iter().find(|rule| rule.rule == name).expect("a rule")
}

#[test]
fn whole_rules_agree_and_half_rules_do_not() {
    let backends: [Box<dyn Backend>; 2] =
        [Box::new(Cpu::default()), Box::new(Reference::default())];
    let square = compare(0..60, &backends, &|_| Ok(())).unwrap();
    assert!(square.agree && square.smallest_mismatch.is_none(), "{square:?}");
    assert_eq!(square.positions, 3600);
    let whole = square.rules.iter().filter(|rule| rule.whole);
    assert_eq!(whole.map(|rule| rule.right).collect::<Vec<_>>(), [3600; 6]);
    let shift = rule(&square, "shift only");
    assert_eq!((shift.right, shift.false_cold, shift.false_hot), (3572, 28, 0));
    assert_eq!(shift.smallest_mismatch, Some([2, 3]));
    let parity = rule(&square, "parity only");
    assert_eq!((parity.right, parity.false_cold, parity.false_hot), (3600 - 2121, 2121, 0));
}

#[test]
fn squares_off_the_corner_and_empty_ones() {
    let backends = [planted(None, None)];
    for range in [0..0, 0..1, 7..7, 5..40, 3000..3100, 5000..5003] {
        let square = compare(range.clone(), &backends, &|_| Ok(())).unwrap();
        assert!(square.agree, "{square:?}");
        assert_eq!(square.positions, (range.len() * range.len()) as u64);
        let table = square.rules.iter().any(|rule| rule.rule == "table");
        assert_eq!(table, range.end <= 4096);
    }
}

#[test]
fn one_wrong_answer_is_named() {
    for (pair, cold) in [([6, 10], true), ([10, 7], false)] {
        let backends = [planted(None, None), planted(Some(pair), None)];
        let square = compare(0..300, &backends, &|_| Ok(())).unwrap();
        assert!(!square.agree);
        let at = Some(pair.map(|heap| heap as usize));
        assert_eq!(square.smallest_mismatch, at);
        let digits: Vec<&Rule> = square
            .rules
            .iter()
            .filter(|rule| rule.rule == "digits" && rule.backend.is_some())
            .collect();
        assert_eq!((digits[0].right, digits[1].right), (90_000, 89_999));
        assert_eq!(
            (digits[1].false_hot, digits[1].false_cold),
            (u64::from(cold), u64::from(!cold))
        );
        assert!(!digits[1].backend.as_ref().unwrap().agree);
    }
}

#[test]
fn one_wrong_zero_of_a_table_is_named_in_both_orders() {
    let backends = [planted(None, Some([3, 5]))];
    let square = compare(0..100, &backends, &|_| Ok(())).unwrap();
    assert!(!square.agree);
    let table = rule(&square, "table");
    assert_eq!((table.right, table.false_hot), (9998, 2));
    assert_eq!(square.smallest_mismatch, Some([3, 5]));
}
