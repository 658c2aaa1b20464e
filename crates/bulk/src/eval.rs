//! Functions evaluated over a range or a list, certified, and written as a table.
//! Positions of Fibonacci Nim are in [`nim`].

pub mod nim;

use core::ops::Range;

use dashu_int::UBig;
use phinum_core::column::{Column, Width};
use phinum_core::fibonacci_nim::Thresholds;
use phinum_core::function::{Function, ValueError};

use crate::Progress;
use crate::blocks::blocks;
use crate::certificate::Certifier;
use crate::engine::Engine;
use crate::error::Error;
use crate::input::{Lines, number, pair};
use crate::output::{Field, Kind, Sink, Values, Writer};

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

/// The columns of `functions` over `range`: n, then a column for each.
///
/// # Errors
/// [`ValueError`] if a value may fit no column.
pub fn range_fields(functions: &[Function], range: &Range<u128>) -> Result<Vec<Field>, ValueError> {
    let last = range.clone().next_back().unwrap_or(0);
    let mut fields = vec![Field::from(("n", Kind::of_numbers(last)))];
    for function in functions {
        // The width is checked first, since its error says what did not fit.
        let kind = match function.width(range.clone())? {
            Width::U128 => kind_up_to(&function.largest(range.clone())?),
            narrower => narrower.into(),
        };
        fields.push((function.name(), kind).into());
    }
    Ok(fields)
}

/// The columns of `functions` at listed numbers, which may be any below 2^64.
pub fn list_fields(functions: &[Function]) -> Vec<Field> {
    let kind = |function: &Function| {
        // A table of weights that ends may have any.
        function.largest(0..1 << 64).map_or(Kind::U128, |largest| kind_up_to(&largest))
    };
    let columns = functions.iter().map(|function| (function.name(), kind(function)).into());
    core::iter::once(("n", Kind::U64).into()).chain(columns).collect()
}

fn kind_up_to(largest: &UBig) -> Kind {
    u128::try_from(largest).map_or(Kind::U128, Kind::up_to)
}

/// Evaluates `functions` over `range`, and the openings of the heaps if asked for,
/// and writes a row a number: n and the values.
///
/// # Errors
/// [`Error`]; nothing has been written if a value fits no column.
///
/// # Panics
/// If a heap is past 2^32, which the table is too.
pub fn range<W: Sink>(
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
pub fn list<W: Sink>(
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
pub fn cold<W: Sink>(
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
