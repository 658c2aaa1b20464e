//! The `phinum` command: parses, wires and prints. The mathematics is in
//! phinum-core, the work in phinum-bulk and the backends.

#![forbid(unsafe_code)]
#![allow(unreachable_pub, reason = "a binary has no interface: pub is for its other modules")]

mod args;
mod backends;
mod commands;
mod component;
mod condition;
mod decimal;
mod exit;
mod histogram;
mod interrupt;
mod memory;
mod nearest;
mod note;
mod number;
mod output;
mod position;
mod progress;
mod quantities;
mod range;
mod report;
mod tuning;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(said) => return exit::of_usage(&said),
    };
    // A machine's levels are no option of one command: said once, before any work.
    if let Err(no_level) = phinum_cpu::Level::asked_for() {
        return exit::code(Err(anyhow::anyhow!("{}: {no_level}", phinum_cpu::LEVEL_VARIABLE)));
    }
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_max_level(tracing::Level::WARN)
        .with_target(false)
        .without_time()
        .with_ansi(false)
        .init();
    let result = match cli.command {
        Command::Eval(args) => commands::eval::run(&args),
        Command::Compare(args) => commands::compare::run(&args),
        Command::Sum(args) => commands::statistics::sum(&args),
        Command::Stats(args) => commands::statistics::stats(&args),
        Command::Count(args) => commands::search::count(&args),
        Command::Find(args) => commands::search::find(&args),
        Command::Records(args) => commands::search::records(&args),
        Command::Run(args) => commands::run::run(&args),
        Command::Resume(args) => commands::run::resume(&args),
        Command::Shard(args) => commands::run::shard(&args),
        Command::Merge(args) => commands::run::merge(&args),
        Command::Verify(args) => commands::run::verify(&args),
        Command::Show(args) => commands::show::run(&args),
        Command::Game(command) => commands::game::run(&command),
        Command::Wythoff(args) => commands::wythoff::run(&args),
        Command::Nim(args) => commands::nim::run(&args),
        Command::SumOf(args) => commands::sum_of::run(&args),
        Command::Census(args) => commands::census::run(&args),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Devices(args) => commands::devices::run(&args),
        Command::Selftest(args) => commands::selftest::run(&args),
        Command::Completions(args) => commands::generate::completions(&args),
        Command::Man(args) => commands::generate::man(&args),
    };
    exit::code(result)
}
