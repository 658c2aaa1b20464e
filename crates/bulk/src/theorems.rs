//! What the source paper says of game lengths, checked at every n of a range.
//!
//! The backend evaluates columns, each block of them certified; the checks read
//! the columns, and the lazy form of the longest game is evaluated once more for
//! every single n, beside the deficit form that the backends go by.

use core::ops::Range;

use phinum_core::column::{Column, Width};
use phinum_core::function::Function;
use phinum_core::places::{MAX_INDEX, place, top_index};
use phinum_core::quantity::by_name;
use phinum_core::zeckendorf_game::lazy_form::LazyForm;
use phinum_core::zeckendorf_game::play::longest_by_batched_play;
use rayon::prelude::*;
use serde::Serialize;

use crate::blocks::blocks;
use crate::certificate::Certifier;
use crate::engine::Engine;
use crate::eval::ROWS;
use crate::json::Integer;
use crate::{Error, Progress};

/// Numbers a thread takes at a time.
const PIECE: usize = 1 << 15;
/// Numbers of each block whose longest game is played.
const PLAYED: usize = 32;

/// How one statement fared.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// Which theorem it is.
    pub theorem: &'static str,
    /// What it says.
    pub statement: &'static str,
    /// At how many n it was checked.
    pub checked: Integer,
    /// At how many of them equality holds, where the statement speaks of it.
    pub sharp: Option<Integer>,
    /// The smallest n where it fails.
    pub exception: Option<Integer>,
}

/// One row of the columns.
struct Row {
    n: u128,
    /// k with F_k ≤ n < F_{k+1}; 0 for n = 0.
    top: u32,
    shortest: u128,
    longest: u128,
    upper_bound: u128,
    closed_bound: u128,
    gap: u128,
    /// L(n) by the lazy form.
    lazy: u128,
}

impl Row {
    /// ⌊(k−1)²/4⌋.
    fn most_gap(&self) -> u128 {
        u128::from(self.top.saturating_sub(1)).pow(2) / 4
    }
}

/// A statement about every n.
struct Statement {
    theorem: &'static str,
    says: &'static str,
    holds: fn(&Row) -> bool,
    /// Where equality is spoken of.
    is_sharp: Option<fn(&Row) -> bool>,
}

const QUANTITIES: [&str; 5] = ["shortest", "longest", "upper-bound", "closed-bound", "gap"];

const STATEMENTS: [Statement; 6] = [
    Statement {
        theorem: "Theorem 1.2, two forms",
        says: "L(n) by the lazy form is L(n) by the deficit form",
        holds: |row| row.lazy == row.longest,
        is_sharp: None,
    },
    Statement {
        theorem: "lower bound",
        says: "n - Z(n) <= L(n)",
        holds: |row| row.shortest <= row.longest,
        is_sharp: None,
    },
    Statement {
        theorem: "Theorem 1.3, sum",
        says: "L(n) <= UB(n), and gap(n) is the difference",
        holds: |row| row.longest.checked_add(row.gap) == Some(row.upper_bound),
        is_sharp: None,
    },
    Statement {
        theorem: "Theorem 1.3, closed form",
        says: "UB(n) <= phi^2 n - IZ(n) - phi Z(n)",
        holds: |row| row.upper_bound <= row.closed_bound,
        is_sharp: None,
    },
    Statement {
        theorem: "Theorem 1.4",
        says: "L(n) = UB(n) exactly at n = F_k - 1",
        holds: |row| (row.gap == 0) == (row.n + 1 == place(row.top + 1)),
        is_sharp: Some(|row| row.gap == 0),
    },
    Statement {
        theorem: "largest gap",
        says: "gap(n) <= floor((k-1)^2/4) for F_k <= n < F_(k+1), with equality at F_k",
        holds: |row| {
            let most = row.most_gap();
            row.gap <= most && (row.gap == most || row.n != place(row.top))
        },
        is_sharp: Some(|row| row.gap == row.most_gap()),
    },
];

/// What is kept of a statement while blocks go by.
#[derive(Clone, Copy, Default)]
struct Tally {
    checked: u128,
    sharp: u128,
    exception: Option<u128>,
}

impl Tally {
    fn see(&mut self, n: u128, holds: bool, sharp: bool) {
        self.checked += 1;
        self.sharp += u128::from(sharp);
        if !holds && self.exception.is_none() {
            self.exception = Some(n);
        }
    }

    fn merge(&mut self, other: Tally) {
        self.checked += other.checked;
        self.sharp += other.sharp;
        // Blocks come in ascending order.
        self.exception = self.exception.or(other.exception);
    }
}

/// Checks every statement over `range`.
///
/// # Errors
/// [`Error`], as of any evaluation; an exception to a theorem is no error.
///
/// # Panics
/// Never: the quantities it names are listed.
pub fn check(
    engine: &Engine,
    range: &Range<u128>,
    progress: Progress<'_>,
) -> Result<Vec<Verdict>, Error> {
    let functions: [Function; 5] =
        QUANTITIES.map(|name| Function::from(by_name(name).expect("a listed quantity")));
    let mut columns = Vec::with_capacity(functions.len());
    for function in &functions {
        let width = function.width(range.clone())?;
        columns.push((width, Certifier::new(function, range), Column::unwritten(Width::U64, 0)));
    }
    let lazy_form = LazyForm::default();
    let mut lazy = vec![0; ROWS];
    let mut played = Tally::default();
    let mut tallies = [Tally::default(); STATEMENTS.len()];
    for block in blocks(range.clone(), ROWS) {
        for (function, (width, certifier, column)) in functions.iter().zip(&mut columns) {
            engine.block(function, block, *width, certifier, column)?;
        }
        let lazy = &mut lazy[..block.len];
        lazy.par_chunks_mut(PIECE).enumerate().for_each(|(i, piece)| {
            lazy_form.fill(block.start + (i * PIECE) as u128, piece);
        });
        let row = |i: usize, top: u32| Row {
            n: block.start + i as u128,
            top,
            shortest: columns[0].2.get(i),
            longest: columns[1].2.get(i),
            upper_bound: columns[2].2.get(i),
            closed_bound: columns[3].2.get(i),
            gap: columns[4].2.get(i),
            lazy: lazy[i],
        };
        for (tally, more) in tallies.iter_mut().zip(of_block(block.start, block.len, row)) {
            tally.merge(more);
        }
        played.merge(of_plays(block.start, block.len, |i| columns[1].2.get(i)));
        progress(block.len as u128)?;
    }
    Ok(verdicts(played, &tallies))
}

/// Tallies every statement over the rows of a block.
fn of_block(
    start: u128,
    len: usize,
    row: impl Fn(usize, u32) -> Row + Sync,
) -> [Tally; STATEMENTS.len()] {
    let piece = |piece: usize| {
        let first = piece * PIECE;
        let mut tallies = [Tally::default(); STATEMENTS.len()];
        let mut top = top_index(start + first as u128);
        for i in first..len.min(first + PIECE) {
            while top < MAX_INDEX && place(top + 1) <= start + i as u128 {
                top += 1;
            }
            let row = row(i, top);
            for (tally, statement) in tallies.iter_mut().zip(&STATEMENTS) {
                let sharp = statement.is_sharp.is_some_and(|is_sharp| is_sharp(&row));
                tally.see(row.n, (statement.holds)(&row), sharp);
            }
        }
        tallies
    };
    let pieces: Vec<_> = (0..len.div_ceil(PIECE)).into_par_iter().map(piece).collect();
    let mut all = [Tally::default(); STATEMENTS.len()];
    for tallies in pieces {
        for (tally, more) in all.iter_mut().zip(tallies) {
            tally.merge(more);
        }
    }
    all
}

/// Plays the longest game from a few numbers spread over a block, where they are
/// small enough to be played in words.
fn of_plays(start: u128, len: usize, longest: impl Fn(usize) -> u128) -> Tally {
    let mut tally = Tally::default();
    for i in (0..len).step_by(len.div_ceil(PLAYED).max(1)) {
        let n = start + i as u128;
        let Ok(ones) = u64::try_from(n) else { break };
        tally.see(n, longest_by_batched_play(ones) == longest(i), false);
    }
    tally
}

fn verdicts(played: Tally, tallies: &[Tally]) -> Vec<Verdict> {
    let verdict = |theorem, statement, tally: Tally, speaks_of_sharpness: bool| Verdict {
        theorem,
        statement,
        checked: tally.checked.into(),
        sharp: speaks_of_sharpness.then(|| tally.sharp.into()),
        exception: tally.exception.map(Integer::from),
    };
    let says = "L(n) is the length of the game it describes, on a sample";
    let mut verdicts = vec![verdict("Theorem 1.2, played", says, played, false)];
    verdicts.extend(STATEMENTS.iter().zip(tallies).map(|(statement, tally)| {
        verdict(statement.theorem, statement.says, *tally, statement.is_sharp.is_some())
    }));
    verdicts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(n: u128, longest: u128, gap: u128) -> Row {
        let (top, lazy, upper_bound) = (top_index(n), longest, longest + gap);
        Row { n, top, shortest: 0, longest, upper_bound, closed_bound: upper_bound, gap, lazy }
    }

    #[test]
    fn planted_exceptions_are_found() {
        let holds = |theorem: &str, row: &Row| {
            let statement = STATEMENTS.iter().find(|s| s.theorem == theorem).unwrap();
            (statement.holds)(row)
        };
        // F_6 - 1 = 12 has no gap, and 13 the greatest of its block, 6.
        assert!(holds("Theorem 1.4", &row(12, 20, 0)) && !holds("Theorem 1.4", &row(12, 20, 1)));
        assert!(holds("Theorem 1.4", &row(14, 20, 5)) && !holds("Theorem 1.4", &row(14, 20, 0)));
        assert!(holds("largest gap", &row(13, 20, 6)) && !holds("largest gap", &row(13, 20, 5)));
        assert!(holds("largest gap", &row(14, 20, 5)) && !holds("largest gap", &row(14, 20, 7)));
        assert!(!holds("lower bound", &Row { shortest: 21, ..row(13, 20, 6) }));
        assert!(!holds("Theorem 1.3, sum", &Row { upper_bound: 25, ..row(13, 20, 6) }));
        assert!(!holds("Theorem 1.3, closed form", &Row { closed_bound: 25, ..row(13, 20, 6) }));
        assert!(!holds("Theorem 1.2, two forms", &Row { lazy: 21, ..row(13, 20, 6) }));
    }

    #[test]
    fn the_smallest_exception_is_reported() {
        // 143 = F_11 - 1 is sharp; at 107 and 130 the gap is taken for 0.
        let tallies = of_block(100, 50, |i, top| {
            let n = 100 + i as u128;
            Row { top, ..row(n, 20, u128::from(![107, 130, 143].contains(&n))) }
        });
        let at = STATEMENTS.iter().position(|s| s.theorem == "Theorem 1.4").unwrap();
        let tally = tallies[at];
        assert_eq!((tally.checked, tally.sharp, tally.exception), (50, 3, Some(107)));
        let longest = |i: usize| longest_by_batched_play(100 + i as u64) + u128::from(i == 4);
        let wrong = of_plays(100, 64, longest);
        assert_eq!((wrong.checked, wrong.exception), (32, Some(104)));
    }
}
