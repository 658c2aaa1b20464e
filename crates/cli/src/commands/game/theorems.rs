//! `phinum game theorems`: what the source paper proves, checked at scale.

use anyhow::{Result, bail};
use clap::Args;

use crate::args::range_argument;
use crate::range::Interval;

#[derive(Debug, Args)]
pub struct TheoremsArgs {
    /// The numbers
    #[arg(value_parser = range_argument, allow_hyphen_values = true)]
    pub range: Interval,
}

/// Runs it.
///
/// # Errors
/// Whatever stops it, as a sentence.
pub fn run(args: &TheoremsArgs) -> Result<()> {
    bail!("no theorem is checked yet over {}", args.range)
}
