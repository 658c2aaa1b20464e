//! `phinum wythoff`: Wythoff's game and its generalisation r-Wythoff. One file per
//! subcommand, its arguments with it.

mod grundy;
mod pairs;
mod picture;
mod position;
mod row;
mod table;
mod value;

use anyhow::Result;
use clap::{Args, Subcommand};
use dashu_int::UBig;

use crate::args::number_argument;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(override_usage = "phinum wythoff [OPTIONS] <A> <B>\n       phinum wythoff <COMMAND>")]
pub struct WythoffArgs {
    #[command(subcommand)]
    pub command: Option<WythoffCommand>,
    /// A heap, of any size up to some 9800 digits
    #[arg(value_name = "A", value_parser = number_argument, allow_hyphen_values = true,
          required = true)]
    pub a: Option<UBig>,
    /// The other heap
    #[arg(value_name = "B", value_parser = number_argument, allow_hyphen_values = true,
          required = true)]
    pub b: Option<UBig>,
    #[command(flatten)]
    pub game: GameArgs,
    /// The report as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Subcommand)]
pub enum WythoffCommand {
    /// List cold pairs from any start
    Pairs(pairs::PairsArgs),
    /// Compute a square of Grundy values
    Table(table::TableArgs),
    /// One row of Grundy values, and proof that it is periodic
    Row(row::RowArgs),
    /// One Grundy value, far out by a proof of periodicity
    Value(value::ValueArgs),
}

/// Which game it is.
#[derive(Clone, Copy, Debug, Args)]
pub struct GameArgs {
    /// What is taken from both heaps may differ by less than R; 1 is Wythoff's game
    #[arg(long, value_name = "R", value_parser = r_argument, default_value = "1",
          allow_hyphen_values = true)]
    pub r: u32,
}

fn r_argument(text: &str) -> Result<u32, String> {
    match u32::try_from(&number_argument(text)?) {
        Ok(0) => Err("r = 0 is no game: r-Wythoff needs an r of at least 1".into()),
        Ok(r) => Ok(r),
        Err(_) => Err("r is at most 2^32 - 1".into()),
    }
}

/// Runs it.
///
/// # Errors
/// Whatever stops it, as a sentence.
pub fn run(args: &WythoffArgs) -> Result<()> {
    match (&args.command, &args.a, &args.b) {
        (Some(WythoffCommand::Pairs(args)), ..) => pairs::run(args),
        (Some(WythoffCommand::Table(args)), ..) => table::run(args),
        (Some(WythoffCommand::Row(args)), ..) => row::run(args),
        (Some(WythoffCommand::Value(args)), ..) => value::run(args),
        (None, Some(a), Some(b)) => position::run(a, b, args.game.r, args.json),
        (None, ..) => unreachable!("the command line asks for two heaps or a command"),
    }
}
