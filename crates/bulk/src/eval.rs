//! Functions evaluated over a range or a list, certified, and written as a table.
//! Positions of Fibonacci Nim are in [`nim`].

pub mod nim;

use core::ops::Range;
use std::io::Write;

use phinum_core::column::{Column, Width};
use phinum_core::fibonacci_nim::Thresholds;
use phinum_core::function::Function;

use crate::Progress;
use crate::blocks::blocks;
use crate::certificate::Certifier;
use crate::engine::Engine;
use crate::error::Error;
use crate::input::{Lines, number, pair};
use crate::output::{Values, Writer};

/// Rows a block: smaller than a comparison's, since several columns are held.
pub const ROWS: usize = 1 << 20;

/// The values of the openings of Fibonacci Nim as a column of a table.
#[derive(Clone, Copy, Debug)]
pub struct Openings<'a> {
    /// Where they come from.
    pub table: &'a Thresholds,
    /// Before which of the functions the column stands.
    pub at: usize,
}

/// Evaluates `functions` over `range`, and the openings of the heaps if asked for,
/// and writes a row a number: n and the values.
///
/// # Errors
/// [`Error`]; nothing has been written if a value fits no column.
///
/// # Panics
/// If a heap is past 2^32, which the table is too.
pub fn range<W: Write>(
    engine: &Engine,
    functions: &[Function],
    openings: Option<Openings<'_>>,
    range: &Range<u128>,
    out: &mut Writer<W>,
    progress: Progress<'_>,
) -> Result<(), Error> {
    let mut columns = Vec::with_capacity(functions.len());
    for function in functions {
        let width = function.width(range.clone())?;
        columns.push((width, Certifier::new(function, range), Column::unwritten(width, 0)));
    }
    for block in blocks(range.clone(), ROWS) {
        for (function, (width, certifier, column)) in functions.iter().zip(&mut columns) {
            engine.block(function, block, *width, certifier, column)?;
        }
        let mut values = Vec::new();
        if let Some(Openings { table, .. }) = openings {
            nim::openings(engine, table, block, &mut values)?;
        }
        let mut row = vec![Values::Counted(block.start)];
        row.extend(columns.iter().map(|(_, _, column)| Values::Column(column)));
        if let Some(Openings { at, .. }) = openings {
            row.insert(1 + at, Values::Answers(&values));
        }
        out.rows(block.len, &row)?;
        progress(block.len as u128)?;
    }
    Ok(())
}

/// Evaluates `functions` at the numbers of a file and writes a row for each, in
/// their order.
///
/// # Errors
/// [`Error`]; rows before a bad line have been written.
pub fn list<W: Write>(
    engine: &Engine,
    functions: &[Function],
    lines: &mut Lines,
    out: &mut Writer<W>,
    progress: Progress<'_>,
) -> Result<(), Error> {
    let mut columns = vec![Column::unwritten(Width::U64, 0); functions.len()];
    loop {
        let inputs = lines.batch(ROWS, progress, number)?;
        let Some(&largest) = inputs.iter().max() else { return Ok(()) };
        for (function, column) in functions.iter().zip(&mut columns) {
            let width = function.width_up_to(largest)?;
            engine.list(function, &inputs, width, column)?;
        }
        let row: Vec<Values<'_>> = core::iter::once(Values::Listed(&inputs))
            .chain(columns.iter().map(Values::Column))
            .collect();
        out.rows(inputs.len(), &row)?;
        progress(inputs.len() as u128)?;
    }
}

/// Decides for each pair of heaps of a file whether it is cold, and writes a row
/// for each: the two heaps, and 1 or 0.
///
/// # Errors
/// As [`list`].
pub fn cold<W: Write>(
    engine: &Engine,
    lines: &mut Lines,
    out: &mut Writer<W>,
    progress: Progress<'_>,
) -> Result<(), Error> {
    let mut answers = Vec::new();
    loop {
        let pairs = lines.batch(ROWS, progress, pair)?;
        if pairs.is_empty() {
            return Ok(());
        }
        engine.cold(&pairs, &mut answers)?;
        let heaps = |i: usize| pairs.iter().map(|pair| pair[i]).collect::<Vec<u64>>();
        let (a, b) = (heaps(0), heaps(1));
        out.rows(
            pairs.len(),
            &[Values::Listed(&a), Values::Listed(&b), Values::Answers(&answers)],
        )?;
        progress(pairs.len() as u128)?;
    }
}
