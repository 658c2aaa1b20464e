//! A job from plan to report, on any backend.
//!
//! Data flows in a line: a range is cut into blocks ([`blocks`]), a backend
//! evaluates each ([`engine`]), what it gave is certified before anybody sees it
//! ([`certificate`]), and it goes to a table ([`output`]) or into a comparison
//! ([`compare`]). Random games have blocks and samples of their own ([`random_games`],
//! [`normality`]). Backends are seen as [`phinum_core::backend::Backend`] alone.
//! Memory is bounded by the block, whatever the range.

#![forbid(unsafe_code)]

pub mod blocks;
pub mod cache;
pub mod certificate;
mod checked_file;
pub mod compare;
pub mod engine;
mod error;
pub mod eval;
pub mod input;
pub mod json;
pub mod nim_table;
pub mod normality;
pub mod output;
pub mod random_games;
pub mod run;
pub mod search;
pub mod statistics;
pub mod strategy_file;
pub mod theorems;
mod unwritten;
pub mod wythoff;

pub use error::{Error, Wrong};

/// Called after every block with how many numbers it had; stops the job with
/// [`Error::Interrupted`] by saying so.
pub type Progress<'a> = &'a dyn Fn(u128) -> Result<(), Error>;
