//! Positions of Fibonacci Nim, from a range of openings or a file.

use phinum_core::column::{Column, Width};
use phinum_core::fibonacci_nim::sums::NimSums;
use phinum_core::fibonacci_nim::{LARGEST_HEAP, Thresholds, opening_cap};
use phinum_core::function::Function;

use super::ROWS;
use crate::blocks::Block;
use crate::engine::Engine;
use crate::error::Error;
use crate::input::{Lines, heap_and_cap, heaps_and_caps};
use crate::output::{Sink, Values, Writer};
use crate::{Progress, nim_table};

/// Lines of sums read at a time: a line may have thousands of heaps.
const LINES: usize = 1 << 12;

/// Where values come from: a table that was saved, or one that is made as far as the
/// heaps ask for.
#[derive(Debug)]
pub struct Table {
    thresholds: Option<Thresholds>,
    saved: bool,
    memory: u64,
}

impl Table {
    /// A saved one.
    pub fn saved(table: Thresholds) -> Table {
        Table { thresholds: Some(table), saved: true, memory: 0 }
    }

    /// One that is made, with at most `memory` bytes.
    pub fn made(memory: u64) -> Table {
        Table { thresholds: None, saved: false, memory }
    }

    /// The table, which reaches `heap`. One that is made anew is twice as long as the
    /// one before where there is room, so that growing heaps cost little.
    ///
    /// # Errors
    /// [`NoTable`](nim_table::NoTable); for a saved one
    /// [`PastTheTable`](phinum_core::fibonacci_nim::sums::PastTheTable).
    pub fn reaching(&mut self, heap: u32, progress: Progress<'_>) -> Result<&Thresholds, Error> {
        let table = match self.thresholds.take() {
            Some(table) if self.saved || table.last() >= heap => table,
            before => {
                let ample = before.as_ref().map_or(0, |before| 2 * u64::from(before.last()));
                let ample = ample.max(heap.into());
                // The old one goes before the new one comes.
                drop(before);
                let fits = nim_table::possible(ample, self.memory).is_ok();
                let last = if fits { ample } else { heap.into() };
                nim_table::made(last, self.memory, progress)?
            }
        };
        let table = self.thresholds.insert(table);
        // What a saved table lacks is an error that says so.
        NimSums::new(table, &[[heap, 0]], &[1])?;
        Ok(table)
    }
}

/// The values of the openings of a block of heaps.
pub(super) fn openings(
    engine: &Engine,
    table: &Thresholds,
    block: Block,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let heap = |n: u128| u32::try_from(n).expect("a table ends before 2^32");
    let heaps: Vec<[u32; 2]> = block.range().map(|n| [heap(n), opening_cap(heap(n))]).collect();
    let ends: Vec<u32> = (1..=heaps.len() as u32).collect();
    engine.nim_sums(&NimSums::new(table, &heaps, &ends)?, out)
}

/// Which columns a file of heaps and caps is evaluated to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// The Grundy value.
    Grundy,
    /// The smallest winning take, 0 where there is none.
    Take,
}

/// Evaluates the heaps and caps of a file and writes a row for each: heap, cap, and
/// what is wanted.
///
/// # Errors
/// [`Error`]; rows before a bad line have been written.
#[expect(clippy::missing_panics_doc, reason = "the smallest term is a listed quantity")]
pub fn positions<W: Sink>(
    engine: &Engine,
    table: &mut Table,
    wanted: &[Wanted],
    lines: &mut Lines,
    out: &mut Writer<W>,
    progress: Progress<'_>,
) -> Result<(), Error> {
    // A take needs no table, and so has heaps of any size that a list has.
    let grundy = wanted.contains(&Wanted::Grundy);
    let largest = if grundy { LARGEST_HEAP.into() } else { u64::MAX };
    let smallest_term = phinum_core::quantity::by_name("smallest-term").map(Function::from);
    let smallest_term = smallest_term.expect("a listed quantity");
    let mut takes = Column::unwritten(Width::U64, 0);
    loop {
        let positions = lines.batch(ROWS, progress, |text| heap_and_cap(text, largest))?;
        if positions.is_empty() {
            return Ok(());
        }
        let side = |i: usize| positions.iter().map(|pair| pair[i]).collect::<Vec<u64>>();
        let (heaps, caps) = (side(0), side(1));
        let mut values = Vec::new();
        if grundy {
            let pairs: Vec<[u32; 2]> =
                positions.iter().map(|pair| pair.map(|n| n as u32)).collect();
            let ends: Vec<u32> = (1..=pairs.len() as u32).collect();
            let most = heaps.iter().max().map_or(0, |heap| *heap as u32);
            let table = table.reaching(most, progress)?;
            engine.nim_sums(&NimSums::new(table, &pairs, &ends)?, &mut values)?;
        }
        let mut winning: Vec<u64> = Vec::new();
        if wanted.contains(&Wanted::Take) {
            // The smallest term wins if it may be taken, and no smaller take does.
            engine.list(&smallest_term, &heaps, Width::U64, &mut takes)?;
            let terms = (0..heaps.len()).map(|i| takes.get(i) as u64);
            winning =
                terms.zip(&caps).map(|(term, cap)| if term <= *cap { term } else { 0 }).collect();
        }
        let mut row = vec![Values::Listed(&heaps), Values::Listed(&caps)];
        row.extend(wanted.iter().map(|wanted| match wanted {
            Wanted::Grundy => Values::Answers(&values),
            Wanted::Take => Values::Listed(&winning),
        }));
        out.rows(positions.len(), &row)?;
        progress(positions.len() as u128)?;
    }
}

/// Evaluates the sums of heaps of a file and writes a row for each: the position, its
/// nim-sum, and 1 where the player to move wins, else 0.
///
/// # Errors
/// As [`positions`].
pub fn sums<W: Sink>(
    engine: &Engine,
    table: &mut Table,
    lines: &mut Lines,
    out: &mut Writer<W>,
    progress: Progress<'_>,
) -> Result<(), Error> {
    let mut more = true;
    while more {
        let (mut heaps, mut ends, mut texts) = (Vec::new(), Vec::new(), Vec::new());
        while more && heaps.len().max(texts.len()) < ROWS {
            let parse = |text: &str| heaps_and_caps(text, LARGEST_HEAP.into());
            let batch = lines.batch(LINES, progress, parse)?;
            more = batch.len() == LINES;
            for position in batch {
                let said = position.iter().map(|[heap, cap]| format!("{heap}:{cap}"));
                texts.push(said.collect::<Vec<_>>().join(" "));
                heaps.extend(position.iter().map(|pair| pair.map(|n| n as u32)));
                ends.push(heaps.len() as u32);
            }
        }
        if ends.is_empty() {
            return Ok(());
        }
        let most = heaps.iter().map(|[heap, _]| *heap).max().unwrap_or(0);
        let table = table.reaching(most, progress)?;
        let mut sums = Vec::new();
        engine.nim_sums(&NimSums::new(table, &heaps, &ends)?, &mut sums)?;
        let wins: Vec<u8> = sums.iter().map(|sum| u8::from(*sum != 0)).collect();
        out.rows(
            texts.len(),
            &[Values::Text(&texts), Values::Answers(&sums), Values::Answers(&wins)],
        )?;
        progress(texts.len() as u128)?;
    }
    Ok(())
}
