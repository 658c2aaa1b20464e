//! `phinum game play`: a game, or one for each n of a range.

mod range;
mod summary;
mod transcript;

use anyhow::{Result, bail};
use clap::Args;
use dashu_int::UBig;
use phinum_bulk::Error;
use phinum_core::zeckendorf_game::play::{Step, play};
use phinum_core::zeckendorf_game::record::Record;
use phinum_core::zeckendorf_game::rules::ZECKENDORF;
use phinum_core::zeckendorf_game::state::State;

use super::effort;
use super::players::{self, Players};
use crate::args::{number_argument, range_argument};
use crate::range::Interval;
use crate::{interrupt, position, report};

#[derive(Debug, Args)]
#[command(after_help = players::help())]
pub struct PlayArgs {
    /// The number: the game starts with that many ones
    #[arg(value_name = "N", value_parser = number_argument, allow_hyphen_values = true,
          required_unless_present_any = ["from", "range"])]
    pub n: Option<UBig>,
    /// The strategy of both players, or of each
    #[arg(long, short, value_name = "S[,S2]")]
    pub strategy: Players,
    /// Start from this position instead: 1^3,2^2 or {1^3 ∧ 2^2} or F_1^3,F_2^2
    #[arg(long, value_name = "POSITION", value_parser = position::argument)]
    pub from: Option<State<UBig>>,
    /// A game for each number of a range, as CSV
    #[arg(long, value_name = "RANGE", value_parser = range_argument,
          conflicts_with_all = ["n", "from", "transcript"])]
    pub range: Option<Interval>,
    /// Every move, in the notation of the literature
    #[arg(long)]
    pub transcript: bool,
    /// As JSON; a transcript and a range as JSON lines
    #[arg(long)]
    pub json: bool,
    /// The seed of random play
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub seed: u64,
}

/// Looks for an interrupt now and then.
pub fn look(step: &Step<'_>) -> Result<(), Error> {
    if step.number.is_multiple_of(1 << 16) { interrupt::check() } else { Ok(()) }
}

/// Where the game starts.
fn start(args: &PlayArgs) -> Result<State<UBig>> {
    match (&args.from, &args.n) {
        (None, Some(n)) if *n == UBig::ZERO => super::no_game(),
        (None, Some(n)) => Ok(State::of_ones(n.clone())),
        (Some(from), n) => {
            let value = from.value(&ZECKENDORF);
            match n {
                Some(n) if *n != value => {
                    bail!(
                        "the position {} is one of {value}, not of {n}",
                        from.notation(&ZECKENDORF)
                    )
                }
                _ => Ok(from.clone()),
            }
        }
        (None, None) => unreachable!("the command line asks for a number, a position or a range"),
    }
}

/// Runs it.
///
/// # Errors
/// Whatever stops it, as a sentence.
pub fn run(args: &PlayArgs) -> Result<()> {
    interrupt::listen()?;
    if let Some(range) = args.range {
        return range::run(args, range);
    }
    let start = start(args)?;
    let game = summary::Game { players: args.strategy, seed: args.seed };
    if args.transcript {
        return transcript::run(&start, &game, args.json);
    }
    let record = if args.strategy.any_order() {
        effort::must_batch(&start)?
    } else {
        let start = effort::one_by_one(&start, 1)?;
        by_moves(&start, args.strategy, args.seed)?
    };
    if args.json {
        report::print_json(&game.json(&record))
    } else {
        Ok(report::print(&game.text(&record))?)
    }
}

/// A game move by move.
///
/// # Errors
/// Whatever stops it.
pub fn by_moves(start: &State<u64>, players: Players, seed: u64) -> Result<Record> {
    let mut seated = players.seated(seed);
    play(&ZECKENDORF, start, &mut seated, |step| look(&step)).map_err(super::play_error)
}
