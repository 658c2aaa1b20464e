//! `phinum wythoff value`: one Grundy value, however far out.

use anyhow::{Context, Result, anyhow};
use clap::Args;
use dashu_int::UBig;
use phinum_core::wythoff::rows::RowError;
use serde_json::{Map, Value, json};

use super::GameArgs;
use super::grundy::{By, find, integer, proof};
use crate::args::{ProgressArgs, number_argument};
use crate::progress::Progress;
use crate::{interrupt, report};

#[derive(Debug, Args)]
pub struct ValueArgs {
    /// A heap: the value is found in the row of the smaller one
    #[arg(value_name = "A", value_parser = number_argument, allow_hyphen_values = true)]
    pub a: UBig,
    /// The other heap, of any size
    #[arg(value_name = "B", value_parser = number_argument, allow_hyphen_values = true)]
    pub b: UBig,
    #[command(flatten)]
    pub game: GameArgs,
    /// The most cells that are computed
    #[arg(long, value_name = "CELLS", value_parser = number_argument, default_value = "1e9")]
    pub cells: UBig,
    /// The value as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub progress: ProgressArgs,
}

/// Runs it.
///
/// # Errors
/// A value out of reach, or whatever stops it.
pub fn run(args: &ValueArgs) -> Result<()> {
    interrupt::listen()?;
    let ValueArgs { a, b, game, .. } = args;
    let cells = u64::try_from(&args.cells)
        .with_context(|| format!("--cells {} is too many: it is below 2^64", args.cells))?;
    let progress = Progress::new(args.progress.progress, None);
    progress.say("cells");
    let found = find(a, b, game.r, cells, &progress).map_err(|error| explained(error, cells))?;
    progress.finish();
    if args.json {
        let mut object = Map::new();
        let mut insert = |name: &str, value: Value| object.insert(name.into(), value);
        insert("a", integer(a));
        insert("b", integer(b));
        insert("r", json!(game.r));
        insert("value", integer(&found.value));
        for (name, value) in found.by.json() {
            insert(name, value);
        }
        return report::print_json(&Value::Object(object));
    }
    let mut rows = [
        ["heaps", &format!("{a}, {b}")],
        ["r", &game.r.to_string()],
        ["Grundy value", &found.value.to_string()],
        ["by", &found.by.text()],
    ]
    .map(|row| row.map(ToString::to_string).to_vec())
    .to_vec();
    if let By::Certificate(certificate) = &found.by {
        rows.push(vec!["proof".into(), proof(certificate)]);
    }
    Ok(report::print(&report::table(&[], rows, &[]))?)
}

fn explained(error: anyhow::Error, cells: u64) -> anyhow::Error {
    match error.downcast_ref() {
        Some(RowError::OutOfReach { row, column, columns: 0 }) => anyhow!(
            "G({row}, {column}) was not reached: it takes a table of more than {cells} cells; \
             --cells allows more"
        ),
        Some(RowError::OutOfReach { row, column, columns }) => anyhow!(
            "G({row}, {column}) was not reached: row {row} showed no period in its first {columns} \
             columns; --cells allows more than {cells}"
        ),
        _ => error,
    }
}
