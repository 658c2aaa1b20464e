//! One file per command.

pub mod bench;
pub mod census;
pub mod compare;
pub mod devices;
pub mod eval;
pub mod game;
pub mod generate;
pub mod nim;
pub mod run;
mod run_report;
pub mod search;
pub mod selftest;
pub mod show;
pub mod statistics;
pub mod sum_of;
mod sum_report;
pub mod wythoff;
