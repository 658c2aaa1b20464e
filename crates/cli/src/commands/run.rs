//! `phinum run`, `resume`, `shard`, `merge` and `verify`: tables of any length on disk
//! that survive whatever stops them.

use core::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use dashu_int::UBig;
use phinum_bulk::Error;
use phinum_bulk::engine::Engine;
use phinum_bulk::eval::ROWS;
use phinum_bulk::run::{self, Plan, Report, Shard, Workers};

use super::run_report;
use crate::args::{
    BackendArgs, FormatChoice, Names, ProgressArgs, WeightsArgs, number_argument, range_argument,
};
use crate::exit::CheckFailed;
use crate::note::note;
use crate::progress::Progress;
use crate::quantities::{fitting, functions, of_numbers};
use crate::range::Interval;
use crate::{backends, interrupt, report};

#[derive(Debug, Args)]
#[command(after_help = crate::quantities::help())]
pub struct RunArgs {
    /// Quantities, separated by commas; `all` of them
    #[arg(value_name = "QUANTITY,…")]
    pub quantities: Names,
    /// The numbers
    #[arg(value_parser = range_argument, allow_hyphen_values = true)]
    pub range: Interval,
    /// The run's folder: a new or empty one
    #[arg(long, short, value_name = "DIR")]
    pub out: PathBuf,
    /// The format of the files
    #[arg(long, short, value_enum, default_value = "parquet")]
    pub format: FormatChoice,
    /// Numbers a block, each of which is a file and is in memory as a whole
    #[arg(long, value_name = "N", value_parser = block, default_value_t = ROWS as u64,
          allow_hyphen_values = true)]
    pub block: u64,
    /// Make every block on a second backend too, and compare
    #[arg(long)]
    pub double_check: bool,
    #[command(flatten)]
    pub common: CommonArgs,
    #[command(flatten)]
    pub weights: WeightsArgs,
    #[command(flatten)]
    pub backend: BackendArgs,
}

#[derive(Debug, Args)]
pub struct ShardArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Which share, from 0 to N - 1
    #[arg(long, value_name = "I")]
    pub index: u32,
    /// How many shares there are
    #[arg(long, value_name = "N")]
    pub of: u32,
}

#[derive(Debug, Args)]
pub struct ResumeArgs {
    /// The run's folder
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    #[command(flatten)]
    pub common: CommonArgs,
    #[command(flatten)]
    pub backend: BackendArgs,
}

#[derive(Debug, Args)]
pub struct FolderArgs {
    /// The run's folder
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    #[command(flatten)]
    pub common: CommonArgs,
}

#[derive(Debug, Args)]
pub struct CommonArgs {
    /// The report as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub progress: ProgressArgs,
}

fn block(text: &str) -> Result<u64, String> {
    let most = run::LARGEST_BLOCK;
    let numbers: UBig = number_argument(text)?;
    u64::try_from(&numbers)
        .ok()
        .filter(|numbers| (1..=most).contains(numbers))
        .ok_or_else(|| format!("a block has 1 to {most} numbers"))
}

/// Runs `run`.
///
/// # Errors
/// Whatever stops it, as a sentence.
pub fn run(args: &RunArgs) -> Result<()> {
    begin(args, None)
}

/// Runs `shard`.
///
/// # Errors
/// As [`run()`].
pub fn shard(args: &ShardArgs) -> Result<()> {
    begin(&args.run, Some(Shard::new(args.index, args.of)?))
}

fn begin(args: &RunArgs, shard: Option<Shard>) -> Result<()> {
    let Names(names) = &args.quantities;
    of_numbers(names)?;
    let range = args.range.start..args.range.end;
    let functions = fitting(functions(names, &args.weights)?, names, &range)?;
    let format = args.format.into();
    let plan =
        Plan::new(&functions, range, args.block, format, args.double_check).map_err(Error::from)?;
    let blocks = shard.map_or(0..plan.blocks(), |shard| shard.blocks(plan.blocks()));
    let job = Job { folder: &args.out, common: &args.common, backend: &args.backend };
    job.work(&plan.clone(), &plan.numbers(blocks), |workers, progress| {
        run::begin(&args.out, plan, shard, workers, progress)
    })
}

/// Runs `resume`.
///
/// # Errors
/// As [`run()`].
pub fn resume(args: &ResumeArgs) -> Result<()> {
    let reports = run::look(&args.folder)?;
    let plan = &reports[0].plan;
    let job = Job { folder: &args.folder, common: &args.common, backend: &args.backend };
    job.work(plan, &plan.range(), |workers, progress| run::resume(&args.folder, workers, progress))
}

/// What makes blocks.
struct Job<'a> {
    folder: &'a Path,
    common: &'a CommonArgs,
    backend: &'a BackendArgs,
}

impl Job<'_> {
    /// Does the work, and prints what came of it.
    fn work(
        &self,
        plan: &Plan,
        numbers: &Range<u128>,
        work: impl FnOnce(Workers<'_>, phinum_bulk::Progress<'_>) -> Result<Report, Error>,
    ) -> Result<()> {
        interrupt::listen()?;
        let engine = Engine::new(backends::preferred(self.backend)?);
        let seconds = if plan.double_check() {
            backends::seconds(&engine, self.backend)?
        } else {
            Vec::new()
        };
        let progress =
            Progress::new(self.common.progress.progress, Some(numbers.end - numbers.start));
        let workers = Workers { engine: &engine, seconds: &seconds };
        let made = work(workers, &|more| progress.advance(more));
        progress.finish();
        let made = made.inspect_err(|error| {
            let can_go_on =
                matches!(error, Error::Interrupted | Error::Io { .. } | Error::Backend(_));
            if can_go_on
                && let Ok(reports) = run::look(self.folder)
                && reports.iter().any(|report| !report.is_complete())
            {
                note(run_report::kept(self.folder, &reports));
            }
        })?;
        print(self.common, &made)
    }
}

/// Runs `merge`.
///
/// # Errors
/// As [`run()`].
pub fn merge(args: &FolderArgs) -> Result<()> {
    let merged = looking(args, |progress| run::merge(&args.folder, progress))?;
    print(&args.common, &merged)
}

/// Runs `verify`.
///
/// # Errors
/// As [`run()`]; [`CheckFailed`] if something is damaged.
pub fn verify(args: &FolderArgs) -> Result<()> {
    let found = looking(args, |progress| run::verify(&args.folder, progress))?;
    let printed = if args.common.json {
        report::print_json(&run_report::verified_json(&found))
    } else {
        report::print(&run_report::verified(&found)).map_err(Into::into)
    };
    // What was found is told by the exit code whether anybody reads it or not.
    if !found.is_sound() {
        return Err(CheckFailed.into());
    }
    match found.lacking.first() {
        Some(lacking) => Err(Error::Incomplete(lacking.clone()).into()),
        None => printed,
    }
}

/// Does what only reads blocks.
fn looking<T>(
    args: &FolderArgs,
    work: impl FnOnce(phinum_bulk::Progress<'_>) -> Result<T, Error>,
) -> Result<T> {
    interrupt::listen()?;
    let reports = run::look(&args.folder)?;
    let numbers = reports.iter().map(|report| report.numbers.0).sum();
    let progress = Progress::new(args.common.progress.progress, Some(numbers));
    let done = work(&|more| progress.advance(more));
    progress.finish();
    Ok(done?)
}

fn print(common: &CommonArgs, made: &Report) -> Result<()> {
    if common.json { report::print_json(made) } else { Ok(report::print(&run_report::text(made))?) }
}
