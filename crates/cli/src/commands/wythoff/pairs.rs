//! `phinum wythoff pairs`: cold pairs, streamed.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use phinum_bulk::wythoff::pairs::{schema, write};
use phinum_core::wythoff::beatty::last_k;

use super::GameArgs;
use crate::args::{FormatChoice, ProgressArgs, range_argument};
use crate::interrupt;
use crate::note::note;
use crate::output::open_table;
use crate::progress::Progress;
use crate::range::Interval;

#[derive(Debug, Args)]
pub struct PairsArgs {
    /// The numbers k of the pairs, counted from (0, 0)
    #[arg(value_parser = range_argument, allow_hyphen_values = true)]
    pub range: Interval,
    #[command(flatten)]
    pub game: GameArgs,
    /// The format; without it that of the file's name (.csv, .jsonl, .npy, .parquet), or csv
    #[arg(long, short, value_enum)]
    pub format: Option<FormatChoice>,
    /// Where the table goes; - is standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub progress: ProgressArgs,
}

/// Runs it.
///
/// # Errors
/// A range past the last pair of 128 bits, or whatever stops it.
pub fn run(args: &PairsArgs) -> Result<()> {
    let (range, r) = (args.range, args.game.r);
    let last = last_k(r);
    if range.len() > 0 && range.end - 1 > last {
        bail!(
            "the pair of k = {} does not fit 128 bits: with r = {r} the last that does is that \
             of k = {last}",
            range.end - 1
        );
    }
    if range.len() == 0 {
        note(format_args!("the range {range} is empty: there are no rows"));
    }
    interrupt::listen()?;
    let numbers = range.start..range.end;
    let mut out = open_table(args.output.as_deref(), args.format, schema(&numbers, r))?;
    let progress = Progress::new(args.progress.progress, Some(range.len()));
    write(&numbers, r, &mut out, &|more| progress.advance(more))?;
    progress.finish();
    Ok(out.finish()?.commit()?)
}
