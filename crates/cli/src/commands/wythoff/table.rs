//! `phinum wythoff table`: a square of Grundy values.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use dashu_int::UBig;
use phinum_bulk::engine::Engine;
use phinum_bulk::wythoff::table::{TableFormat, Totals, totals, write};
use phinum_core::wythoff::WythoffTable;
use phinum_core::wythoff::table::MAX_SIDE;
use phinum_core::zeckendorf_game::solver::bytes;
use serde_json::json;

use super::GameArgs;
use crate::args::{BackendArgs, ProgressArgs, number_argument};
use crate::memory::{DEFAULT_MEMORY, size};
use crate::note::note;
use crate::output::{is_stdout, open};
use crate::progress::Progress;
use crate::{backends, interrupt, report};

/// A table's format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum FormatChoice {
    /// Comma-separated values, with the heaps as headings
    #[default]
    Csv,
    /// NumPy's, a square of 16-bit integers
    Npy,
}

#[derive(Debug, Args)]
pub struct TableArgs {
    /// The side: heaps from 0 up to N − 1, at most 32768 of them
    #[arg(value_name = "N", value_parser = number_argument, allow_hyphen_values = true)]
    pub n: UBig,
    #[command(flatten)]
    pub game: GameArgs,
    /// The format
    #[arg(long, short, value_enum, default_value_t)]
    pub format: FormatChoice,
    /// Where the table goes, and a report to standard output; - is standard output,
    /// without a report
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The report as JSON
    #[arg(long, requires = "output")]
    pub json: bool,
    /// The most memory it may take, in bytes or with K, M, G or T
    #[arg(long, value_name = "SIZE", default_value = DEFAULT_MEMORY, value_parser = size,
          allow_hyphen_values = true)]
    pub memory: u64,
    #[command(flatten)]
    pub backend: BackendArgs,
    #[command(flatten)]
    pub progress: ProgressArgs,
}

/// Runs it.
///
/// # Errors
/// A table that is too large, or whatever stops it.
pub fn run(args: &TableArgs) -> Result<()> {
    let task = task(args)?;
    let hidden = args.output.as_deref().is_none_or(is_stdout);
    if hidden && args.json {
        bail!("--json is the report, and -o - puts the table in its place: use one of them");
    }
    // What cannot be written is known before the work, not after it.
    drop(open(args.output.as_deref())?);
    let engine = Engine::new(backends::preferred(&args.backend)?);
    let cells = (task.n() as u128).pow(2);
    let progress = Progress::new(args.progress.progress, Some(cells));
    progress.say("table");
    let table = engine.wythoff_table(&task, &|more| progress.advance(more))?;
    // So far nothing is begun that an interrupt would leave half done, and a backend
    // hears of none: it ends the command there and then.
    interrupt::listen()?;
    let (mut target, name) = open(args.output.as_deref())?;
    let format = match args.format {
        FormatChoice::Csv => TableFormat::Csv,
        FormatChoice::Npy => TableFormat::Npy,
    };
    write(&table, format, &mut target, &name, &|more| progress.advance(more))?;
    target.commit()?;
    progress.finish();
    if hidden {
        return Ok(());
    }
    let totals = totals(&table);
    if args.json {
        return report::print_json(&json!({
            "n": task.n(),
            "r": task.r(),
            "backend": engine.description().to_string(),
            "software": engine.description().software,
            "values": totals,
        }));
    }
    report::print(&text(task, totals.as_ref()))?;
    // What differs from run to run is no part of the result.
    note(format_args!("computed on {}", engine.description()));
    Ok(())
}

fn task(args: &TableArgs) -> Result<WythoffTable> {
    let n = &args.n;
    let side = usize::try_from(n).ok().filter(|&n| n <= MAX_SIDE).with_context(|| {
        // Two bytes for each cell with a <= b.
        let least = n * (n + UBig::ONE);
        format!(
            "a side of {n} is too long: a table has one of at most {MAX_SIDE}, and this one would \
             take {} and more",
            bytes(&least)
        )
    })?;
    let task = WythoffTable::new(side, args.game.r)?;
    if task.working_bytes() > args.memory {
        let (needed, allowed) = (bytes(&task.working_bytes().into()), bytes(&args.memory.into()));
        bail!(
            "a table of side {side} takes {needed} of memory, and at most {allowed} is allowed: \
             --memory SIZE allows more"
        );
    }
    Ok(task)
}

fn text(task: WythoffTable, totals: Option<&Totals>) -> String {
    let row = |name: &str, value: String| vec![name.to_owned(), value];
    let mut rows = vec![
        row("side", task.n().to_string()),
        row("r", task.r().to_string()),
        row("cells", format!("{}", task.n() * task.n())),
    ];
    if let Some(Totals { largest, at: [a, b], sum, zeros }) = totals {
        rows.push(row("largest value", format!("{largest}, first at ({a}, {b})")));
        rows.push(row("sum", sum.to_string()));
        rows.push(row(
            "zeros",
            format!("{zeros}: the cold positions, as Beatty's formula has them"),
        ));
        rows.push(row("checked", "every cell, against its row, column and diagonal".into()));
    }
    report::table(&[], rows, &[])
}
