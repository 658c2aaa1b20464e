//! What the source paper says of game lengths, checked at every n of a range.
//!
//! The backend evaluates columns, each block of them certified; the checks read
//! the columns, and the lazy form of the longest game is evaluated once more for
//! every single n, beside the deficit form that the backends go by.

use core::ops::Range;

use phinum_core::column::{Column, Width};
use phinum_core::function::Function;
use phinum_core::places::{place, top_index};
use phinum_core::quantity::by_name;
use phinum_core::zeckendorf_game::play::longest_by_batched_play;
use rayon::prelude::*;
use serde::Serialize;

use crate::blocks::blocks;
use crate::certificate::Certifier;
use crate::engine::Engine;
use crate::eval::ROWS;
use crate::json::Integer;
use crate::{Error, Progress};

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
    shortest: u128,
    longest: u128,
    upper_bound: u128,
    closed_bound: u128,
    gap: u128,
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

const STATEMENTS: [Statement; 5] = [
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
        holds: |row| (row.gap == 0) == is_below_a_place(row.n),
        is_sharp: Some(|row| row.gap == 0),
    },
    Statement {
        theorem: "largest gap",
        says: "gap(n) <= floor((k-1)^2/4) for F_k <= n < F_(k+1), with equality at F_k",
        holds: |row| {
            let k = top_index(row.n);
            let most = u128::from(k.saturating_sub(1)).pow(2) / 4;
            row.gap <= most && (row.gap == most || row.n != place(k))
        },
        is_sharp: Some(|row| row.gap == u128::from(top_index(row.n).saturating_sub(1)).pow(2) / 4),
    },
];

fn is_below_a_place(n: u128) -> bool {
    n.checked_add(1).is_some_and(|above| place(top_index(above)) == above)
}

/// What is kept of a statement while blocks go by.
#[derive(Clone, Copy, Default)]
struct Tally {
    checked: u128,
    sharp: u128,
    exception: Option<u128>,
}

impl Tally {
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
    let longest = &functions[1];
    let (mut forms, mut played) = (Tally::default(), Tally::default());
    let mut tallies = [Tally::default(); STATEMENTS.len()];
    for block in blocks(range.clone(), ROWS) {
        for (function, (width, certifier, column)) in functions.iter().zip(&mut columns) {
            engine.block(function, block, *width, certifier, column)?;
        }
        let row = |i: usize| Row {
            n: block.start + i as u128,
            shortest: columns[0].2.get(i),
            longest: columns[1].2.get(i),
            upper_bound: columns[2].2.get(i),
            closed_bound: columns[3].2.get(i),
            gap: columns[4].2.get(i),
        };
        for (tally, statement) in tallies.iter_mut().zip(&STATEMENTS) {
            tally.merge(of_block(block.start, block.len, |i| {
                let row = row(i);
                ((statement.holds)(&row), statement.is_sharp.is_some_and(|sharp| sharp(&row)))
            }));
        }
        let deficit = |i: usize| columns[1].2.get(i);
        forms.merge(of_block(block.start, block.len, |i| {
            (longest.value_wrapped(block.start + i as u128) == deficit(i), false)
        }));
        played.merge(of_plays(block.start, block.len, deficit));
        progress(block.len as u128)?;
    }
    Ok(verdicts(forms, played, &tallies))
}

/// Tallies what `look` finds at each number of a block: whether the statement
/// holds, and whether sharply.
fn of_block(start: u128, len: usize, look: impl Fn(usize) -> (bool, bool) + Sync) -> Tally {
    let (sharp, exception) = (0..len)
        .into_par_iter()
        .with_min_len(1 << 12)
        .map(|i| {
            let (holds, sharp) = look(i);
            (usize::from(sharp), if holds { usize::MAX } else { i })
        })
        .reduce(|| (0, usize::MAX), |a, b| (a.0 + b.0, a.1.min(b.1)));
    Tally {
        checked: len as u128,
        sharp: sharp as u128,
        exception: (exception < len).then(|| start + exception as u128),
    }
}

/// Plays the longest game from a few numbers spread over a block, where they are
/// small enough to be played in words.
fn of_plays(start: u128, len: usize, longest: impl Fn(usize) -> u128) -> Tally {
    let mut tally = Tally::default();
    for i in (0..len).step_by(len.div_ceil(PLAYED).max(1)) {
        let n = start + i as u128;
        let Ok(ones) = u64::try_from(n) else { break };
        let agrees = longest_by_batched_play(ones) == longest(i);
        tally.merge(Tally { checked: 1, sharp: 0, exception: (!agrees).then_some(n) });
    }
    tally
}

fn verdicts(forms: Tally, played: Tally, tallies: &[Tally]) -> Vec<Verdict> {
    let verdict = |theorem, statement, tally: Tally, speaks_of_sharpness: bool| Verdict {
        theorem,
        statement,
        checked: tally.checked.into(),
        sharp: speaks_of_sharpness.then(|| tally.sharp.into()),
        exception: tally.exception.map(Integer::from),
    };
    let mut verdicts = vec![
        verdict(
            "Theorem 1.2, two forms",
            "L(n) by the lazy form is L(n) by the deficit form",
            forms,
            false,
        ),
        verdict(
            "Theorem 1.2, played",
            "L(n) is the length of the game it describes, on a sample",
            played,
            false,
        ),
    ];
    verdicts.extend(STATEMENTS.iter().zip(tallies).map(|(statement, tally)| {
        verdict(statement.theorem, statement.says, *tally, statement.is_sharp.is_some())
    }));
    verdicts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(n: u128, longest: u128, gap: u128) -> Row {
        let upper_bound = longest + gap;
        Row { n, shortest: 0, longest, upper_bound, closed_bound: upper_bound, gap }
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
        let tally = of_block(100, 50, |i| (i != 7 && i != 30, i == 3));
        assert_eq!((tally.checked, tally.sharp, tally.exception), (50, 1, Some(107)));
        let wrong =
            of_plays(100, 64, |i| longest_by_batched_play(100 + i as u64) + u128::from(i == 4));
        assert_eq!((wrong.checked, wrong.exception), (32, Some(104)));
    }
}
