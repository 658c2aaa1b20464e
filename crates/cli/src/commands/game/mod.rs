//! `phinum game`: the Zeckendorf game. One file per subcommand, its arguments
//! with it.

pub mod random;
pub mod theorems;

use anyhow::Result;
use clap::Subcommand;

/// The Zeckendorf game
#[derive(Debug, Subcommand)]
pub enum GameCommand {
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
        GameCommand::Random(args) => random::run(args),
        GameCommand::Theorems(args) => theorems::run(args),
    }
}
