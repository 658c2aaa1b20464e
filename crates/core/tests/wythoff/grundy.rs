//! Tables of Grundy values, against terms from elsewhere and planted errors.

use phinum_core::backend::{Backend, BackendError, Description, WythoffTable};
use phinum_core::backend::{GrundyTable, SummaryTask};
use phinum_core::backend::{LengthHistogram, ListTask, NimSums, RandomGames, RangeTask, Summary};
use phinum_core::conformance::{Effort, Failure, Section, check};
use phinum_core::reference::Reference;
use phinum_core::wythoff::wavefront;

use crate::{oeis, plain};

#[test]
fn rows_diagonal_antidiagonals_and_triangle_are_their_sequences() {
    for table in [plain(80, 1), wavefront::table(WythoffTable::new(80, 1).expect("small"))] {
        let rows = [
            oeis!("A004482"),
            oeis!("A004483"),
            oeis!("A004484"),
            oeis!("A004485"),
            oeis!("A004486"),
            oeis!("A004487"),
        ];
        for (a, terms) in (1..).zip(rows) {
            assert!(table.row(a).map(u64::from).zip(&terms).all(|(g, t)| g == *t), "row {a}");
        }
        for (a, term) in oeis!("A047708").into_iter().enumerate() {
            assert_eq!(u64::from(table.get(a, a)), term, "({a}, {a})");
        }
        let cells = (0..80).flat_map(|s| (0..=s).map(move |a| (a, s - a)));
        for ((a, b), term) in cells.zip(oeis!("A004481")) {
            assert_eq!(u64::from(table.get(a, b)), term, "({a}, {b})");
        }
        let cells = (0..80).flat_map(|a| (0..=a).map(move |b| (a, b)));
        for ((a, b), term) in cells.zip(oeis!("A317205")) {
            assert_eq!(u64::from(table.get(a, b)), term, "({a}, {b})");
        }
    }
}

#[test]
fn a_table_is_symmetric_and_no_row_repeats_a_value() {
    let table = wavefront::table(WythoffTable::new(500, 2).expect("small"));
    for a in 0..500 {
        let mut row: Vec<u16> = table.row(a).collect();
        assert!(row.iter().zip(0..).all(|(&g, b)| g == table.get(b, a)));
        row.sort_unstable();
        assert!(row.windows(2).all(|w| w[0] < w[1]), "row {a}");
    }
}

/// A backend of which one thing about tables is wrong.
struct Planted(Reference, fn(WythoffTable) -> GrundyTable);

impl Backend for Planted {
    fn description(&self) -> &Description {
        self.0.description()
    }

    fn fill(&self, task: RangeTask<'_>) -> Result<(), BackendError> {
        self.0.fill(task)
    }

    fn fill_list(&self, task: ListTask<'_>) -> Result<(), BackendError> {
        self.0.fill_list(task)
    }

    fn summarize(&self, task: &SummaryTask<'_>) -> Result<Summary, BackendError> {
        self.0.summarize(task)
    }

    fn cold(&self, pairs: &[[u64; 2]], out: &mut [u8]) -> Result<(), BackendError> {
        self.0.cold(pairs, out)
    }

    fn random_games(&self, task: &RandomGames) -> Result<LengthHistogram, BackendError> {
        self.0.random_games(task)
    }

    fn nim_sums(&self, task: &NimSums<'_>, out: &mut [u8]) -> Result<(), BackendError> {
        self.0.nim_sums(task, out)
    }

    fn wythoff_table(&self, task: &WythoffTable) -> Result<GrundyTable, BackendError> {
        Ok((self.1)(*task))
    }
}

/// The last cell is one too large, from some side on.
fn one_wrong_cell(task: WythoffTable) -> GrundyTable {
    let mut values = wavefront::table(task).values().to_vec();
    if let Some(value) = values.last_mut().filter(|_| task.n() >= 64) {
        *value += 1;
    }
    GrundyTable::from_antidiagonals(task, values)
}

/// Wythoff's own game, whatever r.
fn only_one_game(task: WythoffTable) -> GrundyTable {
    let own = wavefront::table(WythoffTable::new(task.n(), 1).expect("as long"));
    GrundyTable::from_antidiagonals(task, own.values().to_vec())
}

/// Nim: the moves from both heaps are forgotten.
fn nim(task: WythoffTable) -> GrundyTable {
    let lines = 0..task.antidiagonals();
    let cells = lines.flat_map(|s| (task.first(s)..=s / 2).map(move |a| (a ^ (s - a)) as u16));
    GrundyTable::from_antidiagonals(task, cells.collect())
}

/// A smaller square than was asked for.
fn too_small(task: WythoffTable) -> GrundyTable {
    wavefront::table(WythoffTable::new(task.n().saturating_sub(1), task.r()).expect("as long"))
}

#[test]
fn wrong_tables_are_caught() {
    let right = Planted(Reference::default(), wavefront::table);
    assert!(check(&right, Section::Grundy, Effort::Quick).expect("right") > 10_000);
    for wrong in [one_wrong_cell, only_one_game, nim, too_small] {
        let failure = check(&Planted(Reference::default(), wrong), Section::Grundy, Effort::Quick);
        assert!(matches!(failure, Err(Failure::Wrong { .. })));
    }
}
