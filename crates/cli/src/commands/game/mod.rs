//! `phinum game`: the Zeckendorf game. One file per subcommand, its arguments
//! with it.

mod effort;
pub mod length;
pub mod play;
mod players;
pub mod random;
pub mod solve;
mod solve_report;
pub mod strategies;
pub mod theorems;

use anyhow::{Context, Result, bail};
use clap::Subcommand;
use dashu_int::UBig;
use phinum_bulk::Error;
use phinum_core::zeckendorf_game::play::PlayError;

/// The Zeckendorf game
#[derive(Debug, Subcommand)]
pub enum GameCommand {
    /// Play a game by strategies
    Play(play::PlayArgs),
    /// Play one number by every pair of the literature's strategies
    Strategies(strategies::StrategiesArgs),
    /// How long a game can be: shortest, longest by three routes, and bounds
    Length(length::LengthArgs),
    /// Solve the game exactly: who wins, how long it lasts, how many plays there are
    Solve(solve::SolveArgs),
    /// Play many games at random and look at how long they are
    Random(random::RandomArgs),
    /// Check the theorems on game lengths for every n of a range
    Theorems(theorems::TheoremsArgs),
}

/// Runs one.
///
/// # Errors
/// Whatever stops it, as a sentence.
pub fn run(command: &GameCommand) -> Result<()> {
    match command {
        GameCommand::Play(args) => play::run(args),
        GameCommand::Strategies(args) => strategies::run(args),
        GameCommand::Length(args) => length::run(args),
        GameCommand::Solve(args) => solve::run(args),
        GameCommand::Random(args) => random::run(args),
        GameCommand::Theorems(args) => theorems::run(args),
    }
}

/// The error for n = 0.
fn no_game<T>() -> Result<T> {
    bail!("there is no game from n = 0: it starts with at least one 1")
}

/// The word that the option `what` takes.
fn word(what: &str, number: &UBig) -> Result<u64> {
    u64::try_from(number)
        .with_context(|| format!("--{what} {number} is too large: it is below 2^64"))
}

/// The error of a play, where the interrupt keeps its exit code.
fn play_error(error: PlayError<Error>) -> anyhow::Error {
    match error {
        PlayError::Stopped(why) => why.into(),
        other => other.into(),
    }
}
