//! `phinum nim table`: all heaps up to some N.

use std::cell::RefCell;
use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};
use clap::Args;
use dashu_int::UBig;
use phinum_bulk::json::Integer;
use phinum_bulk::nim_table::{self, Checked, NoTable};
use phinum_bulk::output::Target;
use phinum_core::fibonacci_nim::growth::Growth;
use phinum_core::fibonacci_nim::{LARGEST_HEAP, Sweep};
use phinum_core::zeckendorf_game::solver::bytes;
use serde_json::{Value, json};

use crate::args::{ProgressArgs, number_argument};
use crate::memory::{DEFAULT_MEMORY, size};
use crate::output::is_stdout;
use crate::progress::Progress;
use crate::{interrupt, report};

/// Heaps between two looks at the clock.
const EVERY: u32 = 1 << 14;
/// Values a row of the list of first openings.
const VALUES: usize = 5;

#[derive(Debug, Args)]
pub struct NimTableArgs {
    /// The largest heap
    #[arg(long, value_name = "N", value_parser = number_argument, allow_hyphen_values = true)]
    to: UBig,
    /// Save the table for `phinum nim --table` and others
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Keep no table, only what the openings come to: less memory, and larger heaps
    #[arg(long, conflicts_with = "save")]
    openings_only: bool,
    /// The most memory it may take, in bytes or with K, M, G or T
    #[arg(long, value_name = "SIZE", default_value = DEFAULT_MEMORY, value_parser = size,
          allow_hyphen_values = true)]
    memory: u64,
    /// The results as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// What the heaps up to some N come to, as they grow.
#[derive(Default)]
struct Stages {
    now: Growth,
    /// At the powers of ten.
    at: Vec<Growth>,
}

impl Stages {
    fn push(&mut self, heap: u32, steps: &[phinum_core::fibonacci_nim::Step]) {
        self.now.push(heap, steps);
        if heap >= 10 && heap.ilog10() > (heap - 1).max(1).ilog10() {
            self.at.push(self.now.clone());
        }
    }

    /// At the powers of ten, and at the end.
    fn finish(mut self) -> Vec<Growth> {
        if self.at.last().is_none_or(|last| last.heaps() < self.now.heaps()) {
            self.at.push(self.now);
        }
        self.at
    }
}

/// Runs it.
///
/// # Errors
/// An N that no table or no memory suffices for, or whatever stops it.
pub fn run(args: &NimTableArgs) -> Result<()> {
    let last = u32::try_from(&args.to).ok().filter(|last| *last <= LARGEST_HEAP);
    let Some(last) = last else {
        bail!("a table of Fibonacci Nim reaches heaps up to 2^31, and {} is above that", args.to);
    };
    let needs = Sweep::bytes(last.into());
    if args.openings_only {
        let [shown, allowed] = [needs, args.memory].map(|size| bytes(&size.into()));
        if needs > args.memory {
            bail!(
                "the openings up to {last} take {shown} of memory, and at most {allowed} may be \
                 used; --memory SIZE allows more"
            );
        }
    } else {
        nim_table::possible(last.into(), args.memory).map_err(|error| too_much(&error, needs))?;
    }
    if args.save.as_deref().is_some_and(is_stdout) {
        bail!("a table is no text for standard output: --save names a file");
    }
    interrupt::listen()?;
    // What cannot be written is known before the work, not after it.
    let target = args.save.as_ref().map(|path| Target::file(path)).transpose()?;
    let progress = Progress::new(args.progress.progress, Some(last.into()));
    progress.say("heaps");
    let stages = RefCell::new(Stages::default());
    let mut checked = None;
    if args.openings_only {
        let mut sweep = Sweep::new(last.into())?;
        while let Some((heap, steps)) = sweep.next_heap() {
            stages.borrow_mut().push(heap, steps);
            if heap % EVERY == 0 {
                progress.advance(EVERY.into())?;
            }
        }
        progress.finish();
    } else {
        let table = nim_table::watched(last.into(), args.memory, &mut |heap, steps| {
            stages.borrow_mut().push(heap, steps);
            if heap % EVERY == 0 { progress.advance(EVERY.into()) } else { Ok(()) }
        })?;
        progress.finish();
        checked = Some(nim_table::check(&table).map_err(|heap| {
            anyhow!("the steps of heap {heap} are not what its options make them: nothing is saved")
        })?);
        if let (Some(target), Some(path)) = (target, &args.save) {
            nim_table::save(target, path, &table)?;
        }
    }
    let stages = stages.into_inner().finish();
    if args.json {
        return report::print_json(&object(args, &stages, checked));
    }
    Ok(report::print(&text(args, &stages, checked))?)
}

fn too_much(error: &NoTable, needs: u64) -> anyhow::Error {
    let needs = bytes(&needs.into());
    anyhow!("{error}; --openings-only keeps no table and takes {needs}")
}

/// The values that open, each with the first heap.
fn first(growth: &Growth) -> impl Iterator<Item = (u8, u32)> {
    (0..=growth.largest()).filter_map(|value| Some((value, growth.first(value)?)))
}

fn mean(growth: &Growth) -> f64 {
    growth.steps() as f64 / f64::from(growth.heaps().max(1))
}

fn text(args: &NimTableArgs, stages: &[Growth], checked: Option<Checked>) -> String {
    let Some(growth) = stages.last() else { return String::new() };
    let fact = |name: &str, value: String| vec![name.to_owned(), value];
    let mut facts = vec![
        fact("heaps", growth.heaps().to_string()),
        fact("lost openings", growth.zeros().to_string()),
        fact("largest opening", growth.largest().to_string()),
        fact(
            "openings that fall",
            match growth.falls() {
                0 => "none but the lost ones".into(),
                falls => falls.to_string(),
            },
        ),
    ];
    if let Some(Checked { by_mex, by_cause }) = checked {
        facts.push(fact(
            "checked",
            format!("{by_mex} heaps against all their options, the steps of {by_cause} by cause"),
        ));
    }
    if let Some(path) = &args.save {
        facts.push(fact("saved", path.display().to_string()));
    }
    let mut text = report::table(&[], facts, &[]);
    let row = |growth: &Growth| {
        vec![
            growth.heaps().to_string(),
            growth.largest().to_string(),
            format!("{:.2}", mean(growth)),
            growth.most_steps().to_string(),
            growth.sum().to_string(),
        ]
    };
    let header = ["heaps up to", "largest opening", "mean thresholds", "most", "sum of all values"];
    let rows = stages.iter().map(row).collect();
    text += &format!("\n{}", report::table(&header, rows, &[0, 1, 2, 3, 4]));
    let all: Vec<(u8, u32)> = first(growth).collect();
    if !all.is_empty() {
        let cells = |some: &[(u8, u32)]| {
            some.iter().flat_map(|(value, heap)| [value.to_string(), heap.to_string()]).collect()
        };
        let rows = all.chunks(VALUES).map(cells).collect();
        let header = ["value", "first"].repeat(VALUES.min(all.len()));
        let right: Vec<usize> = (0..header.len()).collect();
        text += "\nThe first opening with each value:\n\n";
        text += &report::table(&header, rows, &right);
    }
    text
}

fn object(args: &NimTableArgs, stages: &[Growth], checked: Option<Checked>) -> Value {
    let Some(growth) = stages.last() else { return Value::Null };
    let stage = |growth: &Growth| {
        json!({
            "heaps": growth.heaps(),
            "largest_opening": growth.largest(),
            "thresholds": Integer::from(u128::from(growth.steps())),
            "mean_thresholds": mean(growth),
            "most_thresholds": growth.most_steps(),
            "sum_of_values": Integer::from(growth.sum()),
        })
    };
    json!({
        "heaps": growth.heaps(),
        "lost_openings": growth.zeros(),
        "largest_opening": growth.largest(),
        "openings_that_fall": growth.falls(),
        "growth": stages.iter().map(stage).collect::<Vec<_>>(),
        "first_openings": first(growth)
            .map(|(value, heap)| json!({ "value": value, "heap": heap }))
            .collect::<Vec<_>>(),
        "checked": checked.map(|checked| {
            json!({ "by_mex": checked.by_mex, "by_cause": checked.by_cause })
        }),
        "saved": args.save.as_ref().map(|path| path.display().to_string()),
    })
}
