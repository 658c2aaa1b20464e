//! `phinum game theorems`: what the source paper proves, checked at scale.

use anyhow::Result;
use clap::Args;
use phinum_bulk::engine::Engine;
use phinum_bulk::json::Integer;
use phinum_bulk::theorems::{Verdict, check};

use crate::args::{BackendArgs, ProgressArgs, range_argument};
use crate::exit::CheckFailed;
use crate::note::note;
use crate::progress::Progress;
use crate::range::Interval;
use crate::{backends, interrupt, report};

#[derive(Debug, Args)]
pub struct TheoremsArgs {
    /// The numbers
    #[arg(value_parser = range_argument, allow_hyphen_values = true)]
    pub range: Interval,
    /// The verdicts as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub backend: BackendArgs,
    #[command(flatten)]
    pub progress: ProgressArgs,
}

/// Runs it.
///
/// # Errors
/// Whatever stops it, as a sentence; [`CheckFailed`] if there is an exception.
pub fn run(args: &TheoremsArgs) -> Result<()> {
    if args.range.start == 0 {
        return super::no_game();
    }
    if args.range.len() == 0 {
        note(format_args!("the range {} is empty: nothing is checked", args.range));
    }
    interrupt::listen()?;
    let engine = Engine::new(backends::preferred(&args.backend)?);
    let progress = Progress::new(args.progress.progress, Some(args.range.len()));
    let range = args.range.start..args.range.end;
    let verdicts = check(&engine, &range, &|more| progress.advance(more))?;
    progress.finish();
    if args.json {
        report::print_json(&verdicts)?;
    } else {
        report::print(&text(&args.range, &verdicts))?;
    }
    if verdicts.iter().all(|v| v.exception.is_none()) { Ok(()) } else { Err(CheckFailed.into()) }
}

fn text(range: &Interval, verdicts: &[Verdict]) -> String {
    let shown = |n: &Option<Integer>| n.as_ref().map(Integer::to_string).unwrap_or_default();
    let rows = verdicts.iter().map(|v| {
        let exception = match &v.exception {
            Some(n) => format!("n = {n}"),
            None if v.checked == Integer::from(0u128) => "not checked".into(),
            None => "none".into(),
        };
        let checked = v.checked.to_string();
        vec![v.theorem.into(), checked, shown(&v.sharp), exception, v.statement.into()]
    });
    let header = ["theorem", "checked", "sharp", "exception", "statement"];
    format!("{range}\n\n{}", report::table(&header, rows.collect(), &[1, 2]))
}
