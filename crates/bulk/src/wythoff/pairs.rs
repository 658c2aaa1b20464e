//! The cold pairs of r-Wythoff, streamed as a table and checked on the way.
//!
//! The stream takes a step from each pair to the next
//! ([`phinum_core::wythoff::beatty::Pairs`]). Each block of it is held against what
//! takes no steps: a sample against Beatty's formula, every B against A + rk, and for
//! r = 1, where ⌊kφ⌋ = s(k − 1) + 1 with s the shift, Σ A and Σ (k − 1)·A against
//! exact sums from digits.

use core::ops::Range;

use dashu_int::UBig;
use phinum_core::backend::Description;
use phinum_core::column::{Column, Width, Word};
use phinum_core::function::Function;
use phinum_core::places::top_index;
use phinum_core::prefix::{Statistic, Sums};
use phinum_core::quantity::by_name;
use phinum_core::ring::Ring;
use phinum_core::wythoff::beatty::{Pairs, last_k, pair};
use rayon::prelude::*;

use crate::Progress;
use crate::blocks::{Block, blocks};
use crate::certificate::{SAMPLE, totals};
use crate::engine::twice;
use crate::error::{Error, Wrong};
use crate::output::{Kind, Schema, Sink, Values, Writer};

/// Rows a block.
pub const ROWS: usize = 1 << 19;
/// Pairs a thread streams at a time, from a start of its own.
const PIECE: usize = 1 << 14;

/// The table of the pairs of `range`.
///
/// # Panics
/// As [`write()`].
pub fn schema(range: &Range<u128>, r: u32) -> Schema {
    let last = range.clone().next_back().unwrap_or(0);
    let kind = Kind::of_numbers(greatest(last, r));
    let fields = [("k", Kind::of_numbers(last)), ("a", kind), ("b", kind)].map(Into::into);
    let rows = range.end.saturating_sub(range.start);
    Schema::new(fields, u64::try_from(rows).ok())
}

/// The B of the pair of `k`.
fn greatest(k: u128, r: u32) -> u128 {
    assert!(k <= last_k(r), "the pair of k = {k} leaves 128 bits");
    pair(&k.into(), r).1.try_into().expect("a pair up to the last that fits")
}

/// Writes the pairs (k, A, B) for each k of `range`, a row each.
///
/// # Errors
/// [`Error::Wrong`] if a block fails its check, and what `progress` and the writer
/// say.
///
/// # Panics
/// If `r` is 0, or a pair does not fit 128 bits (see [`last_k`]).
pub fn write<W: Sink>(
    range: &Range<u128>,
    r: u32,
    out: &mut Writer<W>,
    progress: Progress<'_>,
) -> Result<(), Error> {
    if range.is_empty() {
        return Ok(());
    }
    let greatest = greatest(range.end - 1, r);
    let width = if u64::try_from(greatest).is_ok() { Width::U64 } else { Width::U128 };
    let checker = Checker::new(range, r);
    let mut rows = [Column::unwritten(width, 0), Column::unwritten(width, 0)];
    for block in blocks(range.clone(), ROWS) {
        let [a, b] = &mut rows;
        twice(|| {
            fill(block, r, width, a, b);
            Ok(checker.check(block, a, b))
        })?;
        out.rows(block.len, &[Values::Counted(block.start), Values::Column(a), Values::Column(b)])?;
        progress(block.len as u128)?;
    }
    Ok(())
}

fn fill(block: Block, r: u32, width: Width, a: &mut Column, b: &mut Column) {
    a.reset(width, block.len);
    b.reset(width, block.len);
    match (a, b) {
        (Column::U64(a), Column::U64(b)) => fill_words(block.start, r, a, b),
        (Column::U128(a), Column::U128(b)) => fill_words(block.start, r, a, b),
        _ => unreachable!("both columns have the width asked for"),
    }
}

fn fill_words<W: Word>(start: u128, r: u32, a: &mut [W], b: &mut [W]) {
    let pieces = a.par_chunks_mut(PIECE).zip(b.par_chunks_mut(PIECE)).enumerate();
    pieces.for_each(|(i, (a, b))| {
        let pairs = Pairs::from(start + (i * PIECE) as u128, r);
        for ((a, b), (_, lower, upper)) in a.iter_mut().zip(b).zip(pairs) {
            (*a, *b) = (W::low(lower), W::low(upper));
        }
    });
}

/// Checks blocks of one range.
struct Checker {
    r: u32,
    /// The exact sums of the shift, where A is one.
    sums: Option<Sums<u128>>,
}

impl Checker {
    fn new(range: &Range<u128>, r: u32) -> Checker {
        let shift = Function::from(by_name("shift").expect("a listed quantity"));
        let sums = (r == 1).then(|| Sums::new(&shift, top_index(range.end))).flatten();
        Checker { r, sums }
    }

    fn check(&self, block: Block, a: &Column, b: &Column) -> Result<(), Box<Wrong>> {
        if self.sums_agree(block, a) && self.differences_agree(block, a, b) {
            let mut random = fastrand::Rng::with_seed(block.start as u64);
            let mut sample = (0..SAMPLE).map(|_| random.usize(..block.len));
            if sample.all(|i| self.expected(block, i) == (a.get(i), b.get(i))) {
                return Ok(());
            }
        }
        Err(self.wrong(block, a, b))
    }

    /// Σ A and Σ (k − 1)·A, modulo 2^128; the pair (0, 0) adds to neither.
    fn sums_agree(&self, block: Block, a: &Column) -> bool {
        let Some(sums) = &self.sums else { return true };
        let got = totals(block.start.wrapping_sub(1), a);
        let shifts = block.start.saturating_sub(1)..block.range().end - 1;
        let expected = sums.over(shifts).shifted(&0, &1);
        (u128::of(&got.sum.into()), got.weighted) == (expected.f, expected.nf)
    }

    fn differences_agree(&self, block: Block, a: &Column, b: &Column) -> bool {
        match (a, b) {
            (Column::U64(a), Column::U64(b)) => differences(block.start, self.r, a, b),
            (Column::U128(a), Column::U128(b)) => differences(block.start, self.r, a, b),
            _ => false,
        }
    }

    fn expected(&self, block: Block, i: usize) -> (u128, u128) {
        let (a, b) = pair(&UBig::from(block.start + i as u128), self.r);
        let word = |n: UBig| n.try_into().expect("a pair up to the last that fits");
        (word(a), word(b))
    }

    /// Names the first pair that is wrong.
    fn wrong(&self, block: Block, a: &Column, b: &Column) -> Box<Wrong> {
        let at = (0..block.len)
            .into_par_iter()
            .find_first(|&i| self.expected(block, i) != (a.get(i), b.get(i)));
        let shown = |(a, b): (u128, u128)| format!("({a}, {b})");
        let (at, got, expected) = match at {
            Some(i) => {
                let k = block.start + i as u128;
                (format!("k = {k}"), shown((a.get(i), b.get(i))), shown(self.expected(block, i)))
            }
            None => ("no single k".into(), "wrong sums".into(), "the exact sums".into()),
        };
        let backend = Description {
            name: "cpu",
            adapter: "the stream of pairs".into(),
            driver: "exact integers".into(),
            software: false,
        };
        let function = format!("cold pairs of r = {}", self.r);
        Wrong::new(&backend, function, block, at, got, expected)
    }
}

fn differences<W: Word>(start: u128, r: u32, a: &[W], b: &[W]) -> bool {
    let differs = |(i, (a, b)): (usize, (&W, &W))| {
        let k = start + i as u128;
        a.wide() + u128::from(r) * k == b.wide()
    };
    a.par_iter().zip(b).enumerate().all(differs)
}

#[cfg(test)]
mod tests {
    use phinum_core::for_width;

    use super::*;
    use crate::output::Format;

    fn text(range: Range<u128>, r: u32) -> String {
        let mut out = Writer::new(Vec::new(), "memory", Format::Csv, schema(&range, r)).unwrap();
        write(&range, r, &mut out, &|_| Ok(())).unwrap();
        String::from_utf8(out.finish().unwrap()).unwrap()
    }

    #[test]
    fn pairs_from_any_start() {
        assert_eq!(text(0..5, 1), "k,a,b\n0,0,0\n1,1,2\n2,3,5\n3,4,7\n4,6,10\n");
        assert_eq!(text(1..4, 2), "k,a,b\n1,1,3\n2,2,6\n3,4,10\n");
        assert_eq!(text(7..7, 1), "k,a,b\n");
        for r in [1, 2, 9, u32::MAX] {
            let last = last_k(r);
            for start in [(1 << 62) - 3, last - 3] {
                for (line, k) in text(start..start + 4, r).lines().skip(1).zip(start..) {
                    let (a, b) = pair(&k.into(), r);
                    assert_eq!(line, format!("{k},{a},{b}"));
                }
            }
        }
    }

    #[test]
    fn blocks_and_pieces_do_not_show() {
        let start = (1 << 61) - ROWS as u128;
        let len = ROWS + 2 * PIECE + 5;
        let text = text(start..start + len as u128, 1);
        assert_eq!(text.lines().count(), len + 1);
        for (line, pair) in text.lines().skip(1).zip(Pairs::from(start, 1)) {
            assert_eq!(line, format!("{},{},{}", pair.0, pair.1, pair.2));
        }
    }

    /// What a check says of a block with one bit flipped.
    fn planted(start: u128, r: u32, column: usize, at: usize, bit: u32) -> String {
        let block = Block { start, len: 5000 };
        let range = block.range();
        let mut rows = [Column::unwritten(Width::U128, 0), Column::unwritten(Width::U128, 0)];
        let [a, b] = &mut rows;
        fill(block, r, Width::U128, a, b);
        let checker = Checker::new(&range, r);
        checker.check(block, a, b).unwrap();
        let Column::U128(values) = &mut rows[column] else { unreachable!() };
        values[at] ^= 1 << bit;
        checker.check(block, &rows[0], &rows[1]).unwrap_err().to_string()
    }

    #[test]
    fn one_flipped_bit_is_caught_and_named() {
        for start in [0, 1, 1 << 40, 1 << 100] {
            for (at, bit) in [(3, 0), (4999, 60), (2500, 120)] {
                let k = start + at as u128;
                assert!(planted(start, 1, 0, at, bit).contains(&format!("at k = {k} it gives")));
                assert!(planted(start, 3, 1, at, bit).contains(&format!("at k = {k} it gives")));
            }
        }
    }

    #[test]
    fn lower_numbers_that_change_places_are_caught() {
        let block = Block { start: 9000, len: 3000 };
        let mut rows = [Column::unwritten(Width::U64, 0), Column::unwritten(Width::U64, 0)];
        let [a, b] = &mut rows;
        fill(block, 1, Width::U64, a, b);
        for column in &mut rows {
            for_width!(Column, column, values => values.swap(100, 101));
        }
        let checker = Checker::new(&block.range(), 1);
        assert!(!checker.sums_agree(block, &rows[0]));
        let said = checker.check(block, &rows[0], &rows[1]).unwrap_err().to_string();
        assert!(said.contains("at k = 9100 it gives (14725, 23826), and (14724, 23824)"), "{said}");
    }
}
