//! Every rule for Wythoff's cold positions against the game itself, over a square.
//!
//! What is right the game's own recursion says: a position is cold if no move from it
//! leads to a cold one. Going through the positions row by row it is enough to mark
//! the rows, columns and diagonals that have a cold position already. The digit rule
//! on each backend, Beatty's formula in exact integers and the zeros of a table of
//! Grundy values must agree with it everywhere; each half of the digit rule alone is
//! wrong, and it is said how often.

use core::ops::Range;
use std::time::Instant;

use dashu_int::UBig;
use phinum_core::backend::{Backend, WythoffTable};
use phinum_core::function::Function;
use phinum_core::quantity::by_name;
use phinum_core::wythoff::beatty::pair;
use phinum_core::wythoff::conditions;
use rayon::prelude::*;
use serde::Serialize;

use crate::blocks::BLOCK;
use crate::compare::Timing;
use crate::{Error, Progress};

/// The largest end of a range whose square is gone through.
pub const LARGEST: usize = 1 << 16;
/// Up to here the table of Grundy values is computed too.
pub const LARGEST_TABLE: usize = 4096;

/// How the rules fared.
#[derive(Clone, Debug, Serialize)]
pub struct Square {
    /// `cold`.
    pub quantity: &'static str,
    /// The heaps, `A..B`: the positions are all ordered pairs.
    pub range: String,
    /// How many positions there are.
    pub positions: u64,
    /// How many of them are cold.
    pub cold: u64,
    /// Whether every whole rule is right everywhere.
    pub agree: bool,
    /// The smallest position at which a whole rule is wrong.
    pub smallest_mismatch: Option<[usize; 2]>,
    /// Each rule, the halves of the digit rule last.
    pub rules: Vec<Rule>,
}

/// How one rule fared.
#[derive(Clone, Debug, Serialize)]
pub struct Rule {
    /// `digits`, `beatty`, `table`, `shift only` or `parity only`.
    pub rule: &'static str,
    /// Whether it is a rule, and not half of one.
    pub whole: bool,
    /// How many positions it is right about.
    pub right: u64,
    /// Hot positions that it calls cold.
    pub false_cold: u64,
    /// Cold positions that it calls hot.
    pub false_hot: u64,
    /// The smallest position it is wrong about.
    pub smallest_mismatch: Option<[usize; 2]>,
    /// Which backend answered, and how fast; none for plain arithmetic.
    pub backend: Option<Timing>,
}

impl Rule {
    fn new(rule: &'static str, whole: bool, score: Score) -> Rule {
        Rule {
            rule,
            whole,
            right: score.right,
            false_cold: score.false_cold,
            false_hot: score.false_hot,
            smallest_mismatch: score.smallest.map(|(a, b)| [a, b]),
            backend: None,
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Score {
    right: u64,
    false_cold: u64,
    false_hot: u64,
    smallest: Option<(usize, usize)>,
}

impl Score {
    fn and(self, other: Score) -> Score {
        Score {
            right: self.right + other.right,
            false_cold: self.false_cold + other.false_cold,
            false_hot: self.false_hot + other.false_hot,
            smallest: self.smallest.into_iter().chain(other.smallest).min(),
        }
    }
}

/// The column of the cold position of each row below `end`, where it is below `end`
/// too: the game's recursion.
fn recursion(end: usize, progress: Progress<'_>) -> Result<Vec<Option<usize>>, Error> {
    let mut columns = vec![false; end];
    // b − a + end.
    let mut diagonals = vec![false; 2 * end];
    let mut cold = Vec::with_capacity(end);
    for a in 0..end {
        let diagonals = &mut diagonals[end - a..][..end];
        let free =
            columns.iter().zip(&*diagonals).position(|(column, diagonal)| !(*column || *diagonal));
        // Every position of the row after it can be moved to it.
        if let Some(b) = free {
            (columns[b], diagonals[b]) = (true, true);
        }
        cold.push(free);
        if a % 1024 == 0 {
            progress(0)?;
        }
    }
    Ok(cold)
}

/// What the rules need of each heap and each difference.
struct Rules {
    even_zeros: Vec<bool>,
    shift: Vec<u128>,
    /// ⌊kφ⌋.
    lower: Vec<UBig>,
    heaps: Vec<UBig>,
}

impl Rules {
    fn new(end: usize) -> Rules {
        let shift = Function::from(by_name("shift").expect("a listed quantity"));
        Rules {
            even_zeros: (0..end as u64).map(|a| conditions(a, a).even_zeros).collect(),
            shift: (0..end as u128).map(|a| shift.value_wrapped(a)).collect(),
            lower: (0..end).map(|k| pair(&k.into(), 1).0).collect(),
            heaps: (0..end).map(UBig::from).collect(),
        }
    }

    fn shifted(&self, a: usize, b: usize) -> bool {
        let (a, b) = (a.min(b), a.max(b));
        if a == 0 { b == 0 } else { self.shift[a] == b as u128 }
    }

    fn even(&self, a: usize, b: usize) -> bool {
        let (a, b) = (a.min(b), a.max(b));
        if a == 0 { b == 0 } else { self.even_zeros[a] }
    }

    fn beatty(&self, a: usize, b: usize) -> bool {
        self.lower[a.abs_diff(b)] == self.heaps[a.min(b)]
    }
}

/// Whether a position is cold.
type Answer<'a> = dyn Fn(usize, usize) -> bool + Sync + 'a;

/// The square over `range`, by every rule.
struct Judge {
    range: Range<usize>,
    cold: Vec<Option<usize>>,
}

impl Judge {
    /// The score over some rows of what `answer` says of a position: 1 or 0.
    fn score(&self, rows: Range<usize>, answer: impl Fn(usize, usize) -> u8 + Sync) -> Score {
        let of_row = |a: usize| {
            let mut score = Score::default();
            for b in self.range.clone() {
                let cold = self.cold[a] == Some(b);
                if answer(a, b) == u8::from(cold) {
                    score.right += 1;
                    continue;
                }
                score.smallest = score.smallest.or(Some((a, b)));
                if cold {
                    score.false_hot += 1;
                } else {
                    score.false_cold += 1;
                }
            }
            score
        };
        rows.into_par_iter().map(of_row).reduce(Score::default, Score::and)
    }
}

/// Judges every rule over the square `range` × `range`, by arithmetic on the host and
/// on each of `backends`, the first of them setting the pace.
///
/// # Errors
/// [`Error`] if a device fails, and what `progress` says.
///
/// # Panics
/// If the range ends past [`LARGEST`], is reversed, or there are no backends.
pub fn compare(
    range: Range<usize>,
    backends: &[Box<dyn Backend>],
    progress: Progress<'_>,
) -> Result<Square, Error> {
    assert!(range.start <= range.end && range.end <= LARGEST, "a square within {LARGEST}");
    let judge = Judge { cold: recursion(range.end, progress)?, range: range.clone() };
    let rules = Rules::new(range.end);
    let side = range.len();
    let positions = (side * side) as u64;

    let mut scores = vec![(Score::default(), 0.0); backends.len()];
    let plain: [(&str, bool, &Answer<'_>); 4] = [
        ("digits", true, &|a, b| rules.even(a, b) && rules.shifted(a, b)),
        ("beatty", true, &|a, b| rules.beatty(a, b)),
        ("shift only", false, &|a, b| rules.shifted(a, b)),
        ("parity only", false, &|a, b| rules.even(a, b)),
    ];
    let mut plain_scores = [Score::default(); 4];
    let (mut pairs, mut answers) = (Vec::new(), Vec::new());
    let mut warm = false;
    let rows_a_block = (BLOCK / side.max(1)).max(1);
    for first in range.clone().step_by(rows_a_block) {
        let rows = first..range.end.min(first + rows_a_block);
        pairs.clear();
        let row = |a: usize| range.clone().into_par_iter().map(move |b| [a as u64, b as u64]);
        pairs.par_extend(rows.clone().into_par_iter().flat_map(row));
        for (backend, (score, seconds)) in backends.iter().zip(&mut scores) {
            // Shaders are compiled and pages touched at first use.
            for counts in if warm { &[true][..] } else { &[false, true] } {
                answers.clear();
                answers.resize(pairs.len(), u8::MAX);
                let start = Instant::now();
                backend.cold(&pairs, &mut answers)?;
                *seconds += if *counts { start.elapsed().as_secs_f64() } else { 0.0 };
            }
            let at = |a: usize, b: usize| answers[(a - first) * side + (b - range.start)];
            *score = score.and(judge.score(rows.clone(), at));
        }
        warm = true;
        for ((_, _, rule), score) in plain.iter().zip(&mut plain_scores) {
            *score = score.and(judge.score(rows.clone(), |a, b| u8::from(rule(a, b))));
        }
        progress((rows.len() * side) as u128)?;
    }

    let mut report: Vec<Rule> = Vec::new();
    let mut timed = |rule: &'static str, scores: &[(Score, f64)]| {
        let pace = scores[0].1;
        for (backend, &(score, seconds)) in backends.iter().zip(scores) {
            let mut rule = Rule::new(rule, true, score);
            let agree = rule.right == positions;
            let timing = Timing::new(backend.description(), agree, seconds, positions as f64, pace);
            rule.backend = Some(timing);
            report.push(rule);
        }
    };
    timed("digits", &scores);
    if range.end <= LARGEST_TABLE {
        timed("table", &tables(&judge, backends, progress)?);
    }
    let plain = plain.iter().zip(plain_scores);
    report.extend(plain.map(|((rule, whole, _), score)| Rule::new(rule, *whole, score)));

    let whole = || report.iter().filter(|rule| rule.whole);
    Ok(Square {
        quantity: "cold",
        range: format!("{}..{}", range.start, range.end),
        positions,
        cold: judge.cold[range.clone()].iter().flatten().filter(|b| range.contains(b)).count()
            as u64,
        agree: whole().all(|rule| rule.right == positions),
        smallest_mismatch: whole().filter_map(|rule| rule.smallest_mismatch).min(),
        rules: report,
    })
}

/// The zeros of each backend's table of Grundy values.
fn tables(
    judge: &Judge,
    backends: &[Box<dyn Backend>],
    progress: Progress<'_>,
) -> Result<Vec<(Score, f64)>, Error> {
    let task = WythoffTable::new(judge.range.end, 1).expect("a side within bounds");
    let mut scores = Vec::with_capacity(backends.len());
    let small = WythoffTable::new(2, 1).expect("a side within bounds");
    for backend in backends {
        backend.wythoff_table(&small)?;
        let start = Instant::now();
        let table = backend.wythoff_table(&task)?;
        let seconds = start.elapsed().as_secs_f64();
        let score = judge.score(judge.range.clone(), |a, b| u8::from(table.get(a, b) == 0));
        scores.push((score, seconds));
        progress(0)?;
    }
    Ok(scores)
}

#[cfg(test)]
mod tests {
    use phinum_core::wythoff::is_cold_by_beatty;

    use super::*;

    #[test]
    fn the_recursion_is_the_game() {
        // Every option of every position, as the rules have them.
        let end = 60;
        let mut cold = vec![vec![false; end]; end];
        for a in 0..end {
            for b in 0..end {
                cold[a][b] = !(0..a).any(|x| cold[x][b])
                    && !(0..b).any(|y| cold[a][y])
                    && !(1..=a.min(b)).any(|k| cold[a - k][b - k]);
            }
        }
        let marked = recursion(end, &|_| Ok(())).unwrap();
        for a in 0..end {
            let columns: Vec<usize> = (0..end).filter(|&b| cold[a][b]).collect();
            assert_eq!(marked[a].into_iter().collect::<Vec<_>>(), columns, "row {a}");
        }
    }

    #[test]
    fn rules_by_heap_are_the_rules_by_position() {
        let rules = Rules::new(200);
        for a in 0..200 {
            for b in 0..200 {
                let halves = conditions(a as u64, b as u64);
                assert_eq!(
                    (rules.even(a, b), rules.shifted(a, b), rules.beatty(a, b)),
                    (halves.even_zeros, halves.shifted, is_cold_by_beatty(a as u64, b as u64)),
                    "({a}, {b})"
                );
            }
        }
    }
}
