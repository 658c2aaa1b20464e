//! `phinum game`: the Zeckendorf game. One file per subcommand, its arguments
//! with it.

pub mod theorems;

use anyhow::Result;
use clap::Subcommand;

/// The Zeckendorf game
#[derive(Debug, Subcommand)]
pub enum GameCommand {
    /// Check the theorems on game lengths for every n of a range
    Theorems(theorems::TheoremsArgs),
}

/// Runs one.
///
/// # Errors
/// Whatever stops it, as a sentence.
pub fn run(command: &GameCommand) -> Result<()> {
    match command {
        GameCommand::Theorems(args) => theorems::run(args),
    }
}
