//! `phinum game solve`: exact results over all positions of a game.

use std::cell::RefCell;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use dashu_int::UBig;
use phinum_bulk::json::Integer;
use phinum_bulk::output::Target;
use phinum_bulk::strategy_file;
use phinum_core::zeckendorf_game::rules::ZECKENDORF;
use phinum_core::zeckendorf_game::solver::alliance::{Alliance, MOST_PLAYERS};
use phinum_core::zeckendorf_game::solver::{self as core_solver, Cost, Lengths, Outcome};
use phinum_core::zeckendorf_game::solver::{Space, TooLarge};
use phinum_cpu::game;
use serde_json::{Value, json};

use super::no_game;
use super::solve_report;
use crate::args::{ProgressArgs, number_argument};
use crate::memory::{DEFAULT_MEMORY, size};
use crate::note::note;
use crate::progress::Progress;
use crate::{interrupt, report};

/// Up to here the distribution costs nothing worth telling.
const CHEAP: u32 = 60;
/// Up to so many players all alliances are tried.
const MOST_TRIED: u32 = 6;

#[derive(Debug, Args)]
pub struct SolveArgs {
    /// How many ones the game starts from
    #[arg(value_name = "N", value_parser = number_argument, allow_hyphen_values = true)]
    pub n: UBig,
    /// How many plays there are of each length, exactly
    #[arg(long)]
    pub distribution: bool,
    /// Leave plays uncounted, which takes most of the time and memory
    #[arg(long, conflicts_with = "distribution")]
    pub no_plays: bool,
    /// Save the winner's strategy, a bit for each position, for `game play --against`
    #[arg(long, value_name = "FILE", conflicts_with = "players")]
    pub save: Option<PathBuf>,
    /// So many players in turn instead of two, the last to move wins: which alliances
    /// have a winning strategy
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u32).range(2..=i64::from(MOST_PLAYERS)))]
    pub players: Option<u32>,
    /// The players, from 1, who play together, such as 1,3; without it every alliance
    /// of up to 6 players is tried
    #[arg(long, value_name = "PLAYERS", requires = "players", value_delimiter = ',')]
    pub alliance: Vec<u32>,
    /// The most memory it may take, in bytes or with K, M, G or T
    #[arg(long, value_name = "SIZE", default_value = DEFAULT_MEMORY, value_parser = size,
          allow_hyphen_values = true)]
    pub memory: u64,
    /// The results as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub progress: ProgressArgs,
}

/// What was found.
pub struct Solved {
    pub n: u32,
    pub positions: u64,
    pub outcome: Outcome,
    pub plays: Option<UBig>,
    pub lengths: Option<Lengths>,
}

/// Runs it.
///
/// # Errors
/// An n of 0, a game that takes too much memory, or whatever stops it.
pub fn run(args: &SolveArgs) -> Result<()> {
    if args.n == UBig::ZERO {
        return no_game();
    }
    interrupt::listen()?;
    let n = u64::try_from(&args.n)
        .map_err(|_| too_large(&TooLarge::new(&ZECKENDORF, &args.n, args.memory)))?;
    let space = Space::new(&ZECKENDORF, n, args.memory).map_err(|error| too_large(&error))?;
    match args.players {
        Some(players) => run_alliances(args, &space, players),
        None => run_two_players(args, &space),
    }
}

fn run_two_players(args: &SolveArgs, space: &Space) -> Result<()> {
    let mut words = Cost::new(space, |_| 4);
    if args.save.is_some() {
        words.memory += words.states.div_ceil(8);
    }
    let plays = Cost::of_plays(space, args.distribution);
    words.within(space, args.memory).map_err(|error| too_large(&error))?;
    if !args.no_plays {
        plays.within(space, args.memory).map_err(|error| {
            anyhow::anyhow!("{error}; --memory SIZE allows more, --no-plays takes less")
        })?;
    }
    if args.distribution && space.n() > CHEAP {
        note(format_args!(
            "counting plays by length over {} positions takes some {} of memory",
            plays.states,
            core_solver::bytes(&plays.memory.into())
        ));
    }
    let guard = Guard::new(args, space, if args.no_plays { 1 } else { 2 });
    let outcome = match &args.save {
        None => guard.watched("outcomes", |watch| game::outcome(space, watch))?,
        Some(path) => {
            // What cannot be written is known before the work, not after it.
            let target = Target::file(path)?;
            let (outcome, table) =
                guard.watched("outcomes", |watch| game::outcome_and_table(space, watch))?;
            strategy_file::save(target, path, &table)?;
            outcome
        }
    };
    let mut solved =
        Solved { n: space.n(), positions: space.states(), outcome, plays: None, lengths: None };
    if !args.no_plays {
        let lengths =
            guard.watched("plays", |watch| game::lengths(space, args.distribution, watch))?;
        solved.plays = Some(lengths.total());
        solved.lengths = args.distribution.then_some(lengths);
    }
    guard.progress.finish();
    if args.json {
        return report::print_json(&solve_report::json(&solved));
    }
    Ok(report::print(&solve_report::text(&solved))?)
}

fn run_alliances(args: &SolveArgs, space: &Space, players: u32) -> Result<()> {
    if args.distribution || args.no_plays {
        bail!("plays are the same for any number of players: count them without --players");
    }
    if let Some(player) = args.alliance.iter().find(|player| !(1..=players).contains(*player)) {
        bail!("there is no player {player}: the players are 1 to {players}");
    }
    let alliances = match (&args.alliance[..], players) {
        ([], 0..=MOST_TRIED) => Alliance::all(players),
        ([], _) => {
            bail!("{players} players have too many alliances to try: say which with --alliance 1,3")
        }
        (together, _) => vec![Alliance::new(together.iter().copied())],
    };
    let width = 8 * alliances.len() as u64;
    Cost::new(space, |_| width).within(space, args.memory).map_err(|error| too_large(&error))?;
    let guard = Guard::new(args, space, 1);
    let won =
        guard.watched("alliances", |watch| game::alliances(space, players, &alliances, watch))?;
    guard.progress.finish();
    let results: Vec<(Alliance, bool)> = alliances.into_iter().zip(won).collect();
    if args.json {
        let list = |alliance: &Alliance| alliance.players().collect::<Vec<_>>();
        let results: Vec<Value> = results
            .iter()
            .map(|(alliance, wins)| json!({ "alliance": list(alliance), "wins": wins }))
            .collect();
        return report::print_json(&json!({
            "n": space.n(),
            "positions": Integer::from(u128::from(space.states())),
            "players": players,
            "alliances": results,
        }));
    }
    Ok(report::print(&solve_report::alliances(space, players, &results))?)
}

/// Stops a computation on an interrupt, or if it takes more memory than it may.
struct Guard<'a> {
    space: &'a Space,
    limit: u64,
    progress: Progress,
}

impl<'a> Guard<'a> {
    fn new(args: &SolveArgs, space: &'a Space, sweeps: u64) -> Guard<'a> {
        let total = u128::from(space.states() * sweeps);
        let progress = Progress::new(args.progress.progress, Some(total));
        Guard { space, limit: args.memory, progress }
    }

    fn watched<T>(
        &self,
        what: &str,
        work: impl FnOnce(core_solver::Watch<'_>) -> Option<T>,
    ) -> Result<T> {
        self.progress.say(what);
        let stopped: RefCell<Option<anyhow::Error>> = RefCell::new(None);
        let mut watch = |now: core_solver::Progress| {
            let memory = self.space.bytes() + now.bytes;
            let enough =
                Cost { states: self.space.states(), memory }.within(self.space, self.limit);
            let outcome = enough
                .map_err(|error| too_large(&error))
                .and_then(|()| Ok(self.progress.advance(now.done.into())?));
            outcome.map_err(|error| *stopped.borrow_mut() = Some(error)).is_ok()
        };
        match work(&mut watch) {
            Some(result) => Ok(result),
            None => Err(stopped.take().expect("only the watch stops it")),
        }
    }
}

fn too_large(error: &TooLarge) -> anyhow::Error {
    anyhow::anyhow!("{error}; --memory SIZE allows more")
}
