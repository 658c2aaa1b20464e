//! `phinum sum-of`: a sum of different games.

use anyhow::Result;
use clap::Args;
use dashu_int::UBig;
use phinum_core::backend::Backend;
use phinum_core::sum::{Component, Sum, Tables};
use phinum_core::wythoff::rows::{self, RowError};
use phinum_core::wythoff::{GrundyTable, WythoffTable};
use phinum_cpu::Cpu;

use super::nim::{print, table_for};
use crate::args::TableArgs;
use crate::component::{Given, argument};

/// The largest heap of Wythoff's game for which a table is made.
const WYTHOFF_AT_HAND: usize = 4095;

/// The cells of rows that are computed in search of a period: about a second's worth.
const ROW_CELLS: u64 = 1 << 24;

#[derive(Debug, Args)]
pub struct SumOfArgs {
    /// The components: nim:HEAP or nim:HEAP:CAP for Fibonacci Nim, wythoff:A,B for
    /// Wythoff's game, heap:N for a heap of plain Nim
    #[arg(value_name = "GAME:POSITION", value_parser = argument, required = true)]
    components: Vec<Given>,
    /// Print all winning moves, however many there are
    #[arg(long)]
    all: bool,
    /// As JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    table: TableArgs,
}

/// Runs it.
///
/// # Errors
/// Whatever stops it, as a sentence.
pub fn run(args: &SumOfArgs) -> Result<()> {
    args.components.iter().for_each(Given::say_clamped);
    let components: Vec<Component> =
        args.components.iter().map(|given| given.component.clone()).collect();
    let nim = table_for(&components, &args.table)?;
    let wythoff = wythoff_table(&components)?;
    let others = wythoff_rows(&components)?;
    let tables = Tables { nim: nim.as_ref(), wythoff: wythoff.as_ref(), others: &others };
    let sum = Sum::new(components, tables);
    print(&sum, args.all, args.json, false)
}

/// The values of positions of Wythoff's game past the table, where their rows have a
/// proved period that is found soon enough.
fn wythoff_rows(components: &[Component]) -> Result<Vec<(Component, UBig)>> {
    let mut known = Vec::new();
    for component in components {
        let Component::Wythoff { a, b } = component else { continue };
        if a.max(b) <= &UBig::from(WYTHOFF_AT_HAND) {
            continue;
        }
        match rows::value(a, b, 1, ROW_CELLS, &mut |_| true) {
            Ok(value) => known.push((component.clone(), value)),
            Err(RowError::TooWide { .. } | RowError::OutOfReach { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(known)
}

/// The table for the positions of Wythoff's game that are not too large.
fn wythoff_table(components: &[Component]) -> Result<Option<GrundyTable>> {
    let largest = components.iter().filter_map(|component| match component {
        Component::Wythoff { a, b } if *a > UBig::ZERO && *b > UBig::ZERO => {
            usize::try_from(a.max(b)).ok().filter(|largest| *largest <= WYTHOFF_AT_HAND)
        }
        _ => None,
    });
    let Some(largest) = largest.max() else { return Ok(None) };
    let task = WythoffTable::new(largest + 1, 1)?;
    Ok(Some(Cpu::default().wythoff_table(&task)?))
}
