//! `phinum game play`: a game, or one for each n of a range.

mod range;
mod summary;
mod transcript;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use dashu_int::UBig;
use phinum_bulk::{Error, strategy_file};
use phinum_core::zeckendorf_game::play::{Step, play};
use phinum_core::zeckendorf_game::record::Record;
use phinum_core::zeckendorf_game::rules::ZECKENDORF;
use phinum_core::zeckendorf_game::state::State;

use super::effort;
use super::players::{self, Players};
use crate::args::{number_argument, range_argument};
use crate::memory::{DEFAULT_MEMORY, size};
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
    /// A strategy saved by `game solve --save` takes the seat of the player who
    /// wins, and plays against --strategy
    #[arg(long, value_name = "FILE", conflicts_with = "range")]
    pub against: Option<PathBuf>,
    /// The most memory the saved strategy may take, in bytes or with K, M, G or T
    #[arg(long, value_name = "SIZE", default_value = DEFAULT_MEMORY, value_parser = size)]
    pub memory: u64,
    /// Every move, in the notation of the literature
    #[arg(long)]
    pub transcript: bool,
    /// As JSON; a transcript and a range as JSON lines
    #[arg(long)]
    pub json: bool,
    /// The seed of random play
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number_argument)]
    pub seed: UBig,
}

/// What is said of a game too long to be played a move at a time.
pub const TOO_LONG: &str = "a move at a time that is too long a game, or its places are too large; \
    'longest' alone is played many moves at a time, without --transcript";

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
    let players = match &args.against {
        Some(path) => against(args, path, &start)?,
        None => args.strategy,
    };
    let game = summary::Game { players, seed: super::word("seed", &args.seed)? };
    if args.transcript {
        return transcript::run(&start, &game, args.json);
    }
    let record = if players.any_order() {
        effort::must_batch(&start)?
    } else {
        let start = effort::one_by_one(&start, 1, TOO_LONG)?;
        by_moves(&start, players, game.seed)?
    };
    if args.json {
        report::print_json(&game.json(&record))
    } else {
        Ok(report::print(&game.text(&record))?)
    }
}

/// The players, with a saved strategy in the winner's seat.
fn against(args: &PlayArgs, path: &Path, start: &State<UBig>) -> Result<Players> {
    if args.strategy.two {
        bail!("--against takes one player's seat: give one strategy, for the other");
    }
    let Ok(n) = u64::try_from(&start.value(&ZECKENDORF)) else {
        bail!("no game this large is solved: --against takes a file of the same n");
    };
    let table = strategy_file::load(path, &ZECKENDORF, n, args.memory)?;
    Ok(args.strategy.against(table, &effort::one_by_one(start, 1, TOO_LONG)?))
}

/// A game move by move.
///
/// # Errors
/// Whatever stops it.
pub fn by_moves(start: &State<u64>, players: Players, seed: u64) -> Result<Record> {
    let mut seated = players.seated(seed);
    play(&ZECKENDORF, start, &mut seated, |step| look(&step)).map_err(super::play_error)
}
