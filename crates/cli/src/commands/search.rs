//! `phinum count`, `phinum find` and `phinum records`: the n of a range that fulfil
//! a condition, and those at which a quantity exceeds all values before.

use core::ops::Range;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use dashu_int::UBig;
use phinum_bulk::Error;
use phinum_bulk::engine::Engine;
use phinum_bulk::eval::range_fields;
use phinum_bulk::json::Integer;
use phinum_bulk::output::{Schema, Target, Values, Writer};
use phinum_bulk::search;
use phinum_core::column::Column;
use phinum_core::function::Function;
use phinum_core::predicate::{Bound, Predicate};
use serde_json::json;

use super::statistics::CLOSED;
use crate::args::{
    BackendArgs, FormatChoice, ProgressArgs, WeightsArgs, number_argument, range_argument,
};
use crate::note::note;
use crate::output::open_table;
use crate::progress::Progress;
use crate::quantities::functions;
use crate::range::Interval;
use crate::{backends, condition, interrupt, report};

#[derive(Debug, Args)]
pub struct ConditionArgs {
    /// The numbers
    #[arg(value_parser = range_argument, allow_hyphen_values = true)]
    pub range: Interval,
    /// A condition on quantities, n and whole numbers: = != < <= > >=, + - * %, and,
    /// or, not, such as 'terms = 5 and trailing-zeros % 2 = 0'
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true)]
    pub condition: String,
    #[command(flatten)]
    pub weights: WeightsArgs,
    #[command(flatten)]
    pub backend: BackendArgs,
    #[command(flatten)]
    pub progress: ProgressArgs,
}

#[derive(Debug, Args)]
#[command(after_help = crate::quantities::help())]
pub struct CountArgs {
    #[command(flatten)]
    pub what: ConditionArgs,
    /// Look at every n even where there is a closed form
    #[arg(long)]
    pub stream: bool,
    /// The report as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct ListArgs {
    /// Only the first so many
    #[arg(long, value_name = "K", value_parser = number_argument, allow_hyphen_values = true)]
    pub first: Option<UBig>,
    /// The format; without it that of the file's name (.csv, .jsonl, .npy, .parquet), or csv
    #[arg(long, short, value_enum)]
    pub format: Option<FormatChoice>,
    /// Where the table goes; - is standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = crate::quantities::help())]
pub struct FindArgs {
    #[command(flatten)]
    pub what: ConditionArgs,
    #[command(flatten)]
    pub list: ListArgs,
}

#[derive(Debug, Args)]
#[command(after_help = crate::quantities::help())]
pub struct RecordsArgs {
    /// The quantity
    pub quantity: String,
    /// The numbers
    #[arg(value_parser = range_argument, allow_hyphen_values = true)]
    pub range: Interval,
    #[command(flatten)]
    pub list: ListArgs,
    #[command(flatten)]
    pub weights: WeightsArgs,
    #[command(flatten)]
    pub backend: BackendArgs,
    #[command(flatten)]
    pub progress: ProgressArgs,
}

impl ConditionArgs {
    /// The condition, if it makes sense over the range.
    fn predicate(&self) -> Result<Predicate> {
        let mut names = vec!["all".to_owned()];
        names.extend(self.weights.weights.is_some().then(|| "weights".to_owned()));
        let known = functions(&names, &self.weights)?;
        let predicate = condition::parse(&self.condition, &known)
            .map_err(|error| anyhow::anyhow!("{}", error.render(&self.condition)))?;
        Bound::new(&predicate, &self.numbers())?;
        if self.range.len() == 0 {
            note(format_args!("the range {} is empty", self.range));
        }
        Ok(predicate)
    }

    fn numbers(&self) -> Range<u128> {
        self.range.start..self.range.end
    }
}

impl ListArgs {
    fn most(&self) -> u128 {
        self.first.as_ref().map_or(u128::MAX, |first| u128::try_from(first).unwrap_or(u128::MAX))
    }

    fn writer(&self, functions: &[Function], range: &Range<u128>) -> Result<Writer<Target>> {
        let schema = Schema::new(range_fields(functions, range)?, None);
        open_table(self.output.as_deref(), self.format, schema)
    }
}

/// Runs `phinum count`.
///
/// # Errors
/// Whatever stops it, as a sentence.
pub fn count(args: &CountArgs) -> Result<()> {
    interrupt::listen()?;
    let predicate = args.what.predicate()?;
    let range = args.what.numbers();
    let closed = if args.stream { None } else { search::closed_count(&predicate, &range)? };
    let (count, from) = if let Some(count) = closed {
        (count, CLOSED.to_owned())
    } else {
        let engine = Engine::new(backends::preferred(&args.what.backend)?);
        let progress = Progress::new(args.what.progress.progress, Some(args.what.range.len()));
        let advance = |more| progress.advance(more);
        let count = search::count(&engine, &predicate, &range, &advance)?;
        progress.finish();
        (count, format!("every n, by {}", engine.description()))
    };
    if args.json {
        return report::print_json(&json!({
            "condition": predicate.to_string(),
            "range": args.what.range.to_string(),
            "count": Integer::from(count),
            "from": from,
        }));
    }
    let lines = [
        ("condition", predicate.to_string()),
        ("range", args.what.range.to_string()),
        ("count", count.to_string()),
        ("from", from),
    ];
    let text: String = lines.iter().map(|(name, value)| format!("{name:<16}{value}\n")).collect();
    Ok(report::print(&text)?)
}

/// Runs `phinum find`.
///
/// # Errors
/// As [`count`].
pub fn find(args: &FindArgs) -> Result<()> {
    interrupt::listen()?;
    let predicate = args.what.predicate()?;
    let mut out = args.list.writer(&predicate.functions(), &args.what.numbers())?;
    let engine = Engine::new(backends::preferred(&args.what.backend)?);
    let progress = Progress::new(args.what.progress.progress, Some(args.what.range.len()));
    search::find(
        &engine,
        &predicate,
        &args.what.numbers(),
        args.list.most(),
        &mut |found| {
            let columns: Vec<Values<'_>> =
                core::iter::once(found.numbers).chain(found.values).map(Values::Column).collect();
            out.rows(found.numbers.len(), &columns)
        },
        &|more| progress.advance(more),
    )?;
    progress.finish();
    Ok(out.finish()?.commit()?)
}

/// Records kept before they are written together.
const BATCH: usize = 1 << 12;

/// Runs `phinum records`.
///
/// # Errors
/// As [`count`].
pub fn records(args: &RecordsArgs) -> Result<()> {
    interrupt::listen()?;
    let functions = functions(std::slice::from_ref(&args.quantity), &args.weights)?;
    let [function] = &functions[..] else {
        anyhow::bail!("records are those of one quantity: name one instead of 'all'");
    };
    let range = args.range.start..args.range.end;
    function.width(range.clone())?;
    if range.is_empty() {
        note(format_args!("the range {} is empty", args.range));
    }
    let mut out = args.list.writer(&functions, &range)?;
    let engine = Engine::new(backends::preferred(&args.backend)?);
    let progress = Progress::new(args.progress.progress, Some(args.range.len()));
    let (mut numbers, mut values) = (Vec::new(), Vec::new());
    let mut write = |numbers: &mut Vec<u128>, values: &mut Vec<u128>| -> Result<(), Error> {
        let columns = [numbers, values].map(|column| Column::U128(std::mem::take(column)));
        out.rows(columns[0].len(), &[Values::Column(&columns[0]), Values::Column(&columns[1])])
    };
    search::records(
        &engine,
        function,
        &range,
        args.list.most(),
        &mut |n, value| {
            numbers.push(n);
            values.push(value);
            if numbers.len() == BATCH { write(&mut numbers, &mut values) } else { Ok(()) }
        },
        &|more| progress.advance(more),
    )?;
    write(&mut numbers, &mut values)?;
    progress.finish();
    Ok(out.finish()?.commit()?)
}
