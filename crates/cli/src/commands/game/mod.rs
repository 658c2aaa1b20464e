//! `phinum game`: the Zeckendorf game. One file per subcommand, its arguments
//! with it.

pub mod solve;
mod solve_report;
pub mod theorems;

use anyhow::Result;
use clap::Subcommand;

/// The Zeckendorf game
#[derive(Debug, Subcommand)]
pub enum GameCommand {
    /// Solve the game exactly: who wins, how long it lasts, how many plays there are
    Solve(solve::SolveArgs),
    /// Check the theorems on game lengths for every n of a range
    Theorems(theorems::TheoremsArgs),
}

/// Runs one.
///
/// # Errors
/// Whatever stops it, as a sentence.
pub fn run(command: &GameCommand) -> Result<()> {
    match command {
        GameCommand::Solve(args) => solve::run(args),
        GameCommand::Theorems(args) => theorems::run(args),
    }
}
