//! `phinum wythoff row`: one row of Grundy values and the proof that it is periodic.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use dashu_int::UBig;
use phinum_bulk::json::Integer;
use phinum_bulk::output::{Kind, Schema, Values};
use phinum_core::backend::Backend;
use phinum_core::column::Column;
use phinum_core::wythoff::WythoffTable;
use phinum_core::wythoff::rows::{self, Row, RowCertificate, RowError, last_row};
use phinum_core::zeckendorf_game::solver::bytes;
use phinum_cpu::Cpu;
use serde_json::{Value, json};

use super::GameArgs;
use super::grundy::{certificate_json, proof, search, statement};
use crate::args::{FormatChoice, ProgressArgs, number_argument};
use crate::exit::CheckFailed;
use crate::memory::{DEFAULT_MEMORY, size};
use crate::note;
use crate::output::{is_stdout, open_table};
use crate::progress::Progress;
use crate::{interrupt, report};

/// The most columns that are computed: two bytes of each are kept.
const MOST: u64 = 1 << 30;
/// Values shown in a report.
const SHOWN: u64 = 20;
/// The side of the table that the beginning of a row is held against.
const TABLE: u64 = 1024;
/// Values written at a time.
const ROWS: u64 = 1 << 20;

#[derive(Debug, Args)]
pub struct RowArgs {
    /// The heap whose row it is
    #[arg(value_name = "A", value_parser = number_argument, allow_hyphen_values = true)]
    pub a: UBig,
    /// How many columns are looked at, from 0 on
    #[arg(long, value_name = "B", value_parser = number_argument, default_value = "1e6",
          allow_hyphen_values = true)]
    pub upto: UBig,
    #[command(flatten)]
    pub game: GameArgs,
    /// Write the values below B as a table too; - is standard output, instead of the report
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The table's format; without it that of the file's name (.csv, .jsonl, .npy, .parquet), or csv
    #[arg(long, short, value_enum)]
    pub format: Option<FormatChoice>,
    /// The report as JSON
    #[arg(long)]
    pub json: bool,
    /// The most memory it may take, in bytes or with K, M, G or T
    #[arg(long, value_name = "SIZE", default_value = DEFAULT_MEMORY, value_parser = size,
          allow_hyphen_values = true)]
    pub memory: u64,
    #[command(flatten)]
    pub progress: ProgressArgs,
}

/// Runs it.
///
/// # Errors
/// A row too far up, or whatever stops it; [`CheckFailed`] if the row is not what the
/// table has.
pub fn run(args: &RowArgs) -> Result<()> {
    interrupt::listen()?;
    let r = args.game.r;
    let a = u32::try_from(&args.a)
        .ok()
        .filter(|&a| a <= last_row(r))
        .ok_or_else(|| RowError::TooWide { row: args.a.clone(), r })?;
    let upto = u64::try_from(&args.upto).ok().filter(|&upto| upto <= MOST).with_context(|| {
        format!("--upto {} is too far: a row is computed up to column {MOST}", args.upto)
    })?;
    // Two bytes a column, and twice that while they grow.
    let needed = 4 * upto;
    if needed > args.memory {
        let [needed, allowed] = [needed, args.memory].map(|size| bytes(&size.into()));
        bail!(
            "a row of {upto} columns may take {needed} of memory, and at most {allowed} is allowed: \
             --memory SIZE allows more"
        );
    }
    let report_hidden = args.output.as_deref().is_some_and(is_stdout);
    if report_hidden && args.json {
        bail!("--json is the report, and -o - puts the values in its place: use one of them");
    }
    let schema = Schema::new([("b", Kind::U64), ("grundy", Kind::U64)].map(Into::into), Some(upto));
    let out = args.output.as_deref().map(|path| open_table(Some(path), args.format, schema));
    let out = out.transpose()?;
    // What a certificate needs is computed twice.
    let progress =
        Progress::new(args.progress.progress, Some(u128::from(upto) * (u128::from(a) + 1)));
    progress.say("cells");
    let row = search(a, r, upto, &progress)?;
    let checked = checked(a, r, &row)?;
    if let Some(certificate) = row.certificate() {
        verify(certificate, &progress)?;
    }
    if let Some(mut out) = out {
        for from in (0..upto).step_by(ROWS as usize) {
            let upto = upto.min(from + ROWS);
            let values = (from..upto).map(|b| known(&row, b)).collect();
            let values = Column::U64(values);
            let columns = [Values::Counted(from.into()), Values::Column(&values)];
            out.rows((upto - from) as usize, &columns)?;
            progress.advance(0)?;
        }
        out.finish()?.commit()?;
    }
    progress.finish();
    match (report_hidden, args.json) {
        (true, _) => Ok(()),
        (_, true) => report::print_json(&object(a, r, upto, &row, checked)),
        _ => Ok(report::print(&text(a, r, upto, &row, checked))?),
    }
}

/// The value at a column that was looked at.
fn known(row: &Row, b: u64) -> u64 {
    let value = row.value(&b.into()).expect("every column is known");
    value.try_into().expect("a value is at most a + b")
}

/// Holds the beginning of a row against a table, which goes by antidiagonals: how many
/// columns that was.
fn checked(a: u32, r: u32, row: &Row) -> Result<u64> {
    let side = row.columns().min(TABLE).max(u64::from(a) + 1);
    let table = Cpu::default().wythoff_table(&WythoffTable::new(side as usize, r)?)?;
    let columns = row.columns().min(side);
    for b in 0..columns {
        let (got, expected) = (known(row, b), table.get(a as usize, b as usize));
        if got != u64::from(expected) {
            note::error(format_args!(
                "row {a} has {got} at column {b}, and a table has {expected} there"
            ));
            return Err(CheckFailed.into());
        }
    }
    Ok(columns)
}

/// Computes what a certificate says a second time.
fn verify(certificate: &RowCertificate, progress: &Progress) -> Result<()> {
    let mut stopped = None;
    let mut watch = |_: rows::Progress| {
        stopped = progress.advance(0).err();
        stopped.is_none()
    };
    let verdict = certificate.verify(&mut watch);
    if let Some(error) = stopped {
        return Err(error.into());
    }
    verdict.map_err(|error| {
        note::error(format_args!("row {}: {error}", certificate.row));
        CheckFailed.into()
    })
}

fn object(a: u32, r: u32, upto: u64, row: &Row, checked: u64) -> Value {
    let first: Vec<u64> = (0..SHOWN.min(row_length(row, upto))).map(|b| known(row, b)).collect();
    let integer = |n: u64| Integer::from(u128::from(n));
    json!({
        "row": a,
        "r": r,
        "upto": integer(upto),
        "columns": integer(row.columns()),
        "certificate": row.certificate().map(certificate_json),
        "checked_by_table": checked,
        "first_values": first,
    })
}

/// How many columns have a value to be shown.
fn row_length(row: &Row, upto: u64) -> u64 {
    if row.certificate().is_some() { upto } else { row.columns() }
}

fn text(a: u32, r: u32, upto: u64, row: &Row, checked: u64) -> String {
    let first: Vec<String> =
        (0..SHOWN.min(row_length(row, upto))).map(|b| known(row, b).to_string()).collect();
    let mut lines = vec![
        ("row", a.to_string()),
        ("r", r.to_string()),
        ("first values", if first.is_empty() { "none".into() } else { first.join(" ") }),
        ("computed", format!("{} columns", row.columns())),
        ("checked", format!("{checked} columns against a table by antidiagonals")),
    ];
    match row.certificate() {
        Some(certificate) => lines.extend([
            ("preperiod", certificate.preperiod.to_string()),
            ("period", certificate.period.to_string()),
            ("certificate", statement(certificate)),
            ("proof", proof(certificate)),
            ("verified", format!("by computing all {} columns again", row.columns())),
        ]),
        None => {
            lines.push(("certificate", format!("none: no period was found below column {upto}")));
        }
    }
    let rows = lines.into_iter().map(|(name, value)| vec![name.to_owned(), value]).collect();
    report::table(&[], rows, &[])
}
