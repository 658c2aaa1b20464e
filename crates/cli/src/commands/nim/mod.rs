//! `phinum nim`: Fibonacci Nim.

mod shared;
pub mod table;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use dashu_int::UBig;
use phinum_bulk::nim_table;
use phinum_core::fibonacci_nim::Thresholds;
use phinum_core::sum::{Component, Sum, Tables, Value};

use super::sum_report::{self, LISTED, SHOWN};
use crate::args::{TableArgs, number_argument};
use crate::component::{Given, heap_argument};
use crate::note::note;
use crate::report;

/// The largest heap for which a table is made without being asked for.
const AT_HAND: u32 = 2_000_000;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct NimArgs {
    #[command(subcommand)]
    command: Option<NimCommand>,
    /// The heaps, of any size: HEAP at its opening, when all but one counter may be
    /// taken, or HEAP:CAP, when at most CAP may be
    #[arg(value_name = "HEAP[:CAP]", value_parser = heap_argument, required = true,
          allow_negative_numbers = true)]
    heaps: Vec<Given>,
    /// All heaps share one cap, twice what was last taken from any of them; without
    /// =CAP at the opening, when no heap may be taken whole. Another game, which is
    /// searched whole: small boards only
    #[arg(long, value_name = "CAP", value_parser = shared_argument, num_args = 0..=1,
          require_equals = true, default_missing_value = OPENING, conflicts_with = "table")]
    shared_cap: Option<SharedCap>,
    /// Print all winning moves, however many there are
    #[arg(long)]
    all: bool,
    /// As JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    table: TableArgs,
}

/// The one cap of all heaps.
#[derive(Clone, Debug)]
enum SharedCap {
    /// Nothing has been taken yet.
    Opening,
    /// So many may be taken.
    Most(UBig),
}

/// How the opening is called, also where the option has no value.
const OPENING: &str = "opening";

fn shared_argument(text: &str) -> Result<SharedCap, String> {
    if text == OPENING {
        return Ok(SharedCap::Opening);
    }
    number_argument(text).map(SharedCap::Most)
}

#[derive(Debug, Subcommand)]
enum NimCommand {
    /// Make a table of all heaps up to some N: growth of the values, and a file for
    /// later questions
    Table(table::NimTableArgs),
}

/// Runs it.
///
/// # Errors
/// Whatever stops it, as a sentence.
pub fn run(args: &NimArgs) -> Result<()> {
    if let Some(NimCommand::Table(args)) = &args.command {
        return table::run(args);
    }
    if let Some(cap) = &args.shared_cap {
        return shared::run(&args.heaps, cap, args.table.memory, args.json);
    }
    args.heaps.iter().for_each(Given::say_clamped);
    let components: Vec<Component> =
        args.heaps.iter().map(|given| given.component.clone()).collect();
    let table = table_for(&components, &args.table)?;
    let sum = Sum::new(components, Tables { nim: table.as_ref(), ..Tables::default() });
    print(&sum, args.all, args.json, true)
}

/// Prints what is known of a sum.
pub(super) fn print(sum: &Sum<'_>, all: bool, json: bool, nim_alone: bool) -> Result<()> {
    let most = if json { LISTED } else { SHOWN };
    let moves = sum.winning_moves(if all { usize::MAX } else { most });
    if sum.wins().is_none() || !moves.unknown.is_empty() {
        advise(sum);
    }
    if json {
        return report::print_json(&sum_report::json(sum, &moves));
    }
    Ok(report::print(&sum_report::text(sum, &moves, nim_alone))?)
}

/// Says which table would tell more.
fn advise(sum: &Sum<'_>) {
    let unknown =
        sum.components().iter().zip(sum.values()).filter_map(|(component, value)| {
            match (component, value) {
                (Component::Nim { heap, .. }, Value::AtLeast(_)) => Some(heap),
                _ => None,
            }
        });
    let reached = |heap: &&UBig| u64::try_from(*heap).is_ok_and(Thresholds::can_reach);
    if let Some(heap) = unknown.max().filter(reached) {
        note(format_args!(
            "a table that reaches {heap} tells it: 'phinum nim table --to {heap} --save FILE', \
             then --table FILE"
        ));
    }
}

/// The table for the heaps of Fibonacci Nim among components: the file, or one made
/// for those that are not too large; none if there is no such heap.
///
/// # Errors
/// A file that cannot be used, memory that does not suffice.
pub(super) fn table_for(components: &[Component], args: &TableArgs) -> Result<Option<Thresholds>> {
    let small = components.iter().filter_map(|component| match component {
        Component::Nim { heap, .. } => u32::try_from(heap).ok().filter(|heap| *heap <= AT_HAND),
        _ => None,
    });
    let needed = small.max();
    let saved = args.table.as_ref().map(|path| nim_table::load(path, args.memory)).transpose()?;
    match (saved, needed) {
        (Some(saved), Some(needed)) if saved.last() < needed => {
            note(format_args!(
                "the table ends at {}: one that reaches {needed} is made instead",
                saved.last()
            ));
        }
        (Some(saved), _) => {
            let asked: Vec<u32> = components
                .iter()
                .filter_map(|component| match component {
                    Component::Nim { heap, .. } => u32::try_from(heap).ok(),
                    _ => None,
                })
                .filter(|heap| *heap <= saved.last())
                .collect();
            let path = args.table.as_deref().expect("it was read from a file");
            nim_table::prove(&saved, &asked, path)?;
            return Ok(Some(saved));
        }
        (None, _) => {}
    }
    let Some(needed) = needed else { return Ok(None) };
    Ok(Some(nim_table::made(needed.into(), args.memory, &|_| Ok(()))?))
}

/// The heap and cap of a heap of Fibonacci Nim as `u32`, for games searched whole.
fn whole(given: &Given) -> Result<u32> {
    let Component::Nim { heap, .. } = &given.component else { bail!("a heap is one number") };
    if let Some(cap) = &given.cap {
        bail!(
            "{heap}:{cap} has a cap of its own, and with --shared-cap all heaps have one: write \
             {heap} alone"
        );
    }
    Ok(u32::try_from(heap).unwrap_or(u32::MAX))
}
