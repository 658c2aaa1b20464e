//! `phinum compare cold`: every rule for Wythoff's cold positions, over a square.

use anyhow::{Result, bail};
use phinum_bulk::wythoff::square::{LARGEST, Rule, Square, compare};

use super::labels;
use crate::args::CompareArgs;
use crate::backends::{self, Compared};
use crate::exit::CheckFailed;
use crate::note::note;
use crate::progress::Progress;
use crate::report;

/// Runs it.
///
/// # Errors
/// A square too far out, or whatever stops it; [`CheckFailed`] if a whole rule is
/// wrong somewhere.
pub fn run(args: &CompareArgs) -> Result<()> {
    if args.weights.weights.is_some() {
        bail!("'cold' has no weights: leave --weights out");
    }
    let (start, end) = (args.range.start, args.range.end);
    if end > LARGEST as u128 {
        bail!(
            "the square of {} is too large: it ends at {LARGEST} at most, since the game's own \
             recursion begins at (0, 0); use 'phinum eval cold --input FILE' for pairs further out",
            args.range
        );
    }
    let Compared { backends, missing } =
        backends::compared(args.backend, args.adapter.as_deref(), args.tuning.gpu_tuning)?;
    if let Some(missing) = missing {
        note(format_args!("no gpu was compared: {missing}"));
    }
    if args.range.len() == 0 {
        note(format_args!("the range {} is empty: there is nothing to compare", args.range));
    }
    let progress = Progress::new(args.progress.progress, Some(args.range.len().pow(2)));
    progress.say("cold");
    let range = start as usize..end as usize;
    let square = compare(range, &backends, &|more| progress.advance(more))?;
    progress.finish();
    if args.json {
        report::print_json(&[&square])?;
    } else {
        report::print(&text(&square))?;
    }
    if square.agree { Ok(()) } else { Err(CheckFailed.into()) }
}

fn text(square: &Square) -> String {
    let timings: Vec<_> = square.rules.iter().filter_map(|rule| rule.backend.clone()).collect();
    let backends =
        square.rules.iter().filter(|rule| rule.rule == "digits" && rule.backend.is_some());
    let labels = labels(&timings[..backends.count()]);
    let mut next = labels.iter().cycle();
    let rows = square.rules.iter().map(|rule| cells(rule, || next.next().cloned())).collect();
    let header = [
        "rule",
        "by",
        "right",
        "false cold",
        "false hot",
        "first wrong",
        "seconds",
        "positions/s",
        "ratio",
    ];
    let Square { range, positions, cold, .. } = square;
    let mut text = format!("{range} x {range}: {positions} positions, {cold} of them cold\n\n");
    text += &report::table(&header, rows, &[2, 3, 4, 6, 7, 8]);
    text += &match square.smallest_mismatch {
        _ if square.agree => "\nEvery whole rule is right everywhere.\n\n".to_owned(),
        Some([a, b]) => format!(
            "\nDISAGREE: the smallest position that a whole rule has wrong is ({a}, {b})\n\n"
        ),
        None => "\nDISAGREE\n\n".to_owned(),
    };
    for (label, timing) in labels.iter().zip(&timings) {
        text += &format!("{label}: {}, {}\n", timing.adapter, timing.driver);
    }
    if timings.iter().any(|timing| timing.software) {
        text += "software: runs on the CPU's own cores, and shows correctness, not speed\n";
    }
    text += "right: as the game's own recursion has it; ratio: the rate by the first backend's\n";
    text
}

fn cells(rule: &Rule, label: impl FnOnce() -> Option<String>) -> Vec<String> {
    let first =
        rule.smallest_mismatch.map_or_else(|| "none".into(), |[a, b]| format!("({a}, {b})"));
    let counts = [rule.right, rule.false_cold, rule.false_hot].map(|count| count.to_string());
    let [right, false_cold, false_hot] = counts;
    let mut row = vec![rule.rule.into(), "arithmetic".into(), right, false_cold, false_hot, first];
    match &rule.backend {
        None => row.extend(["-", "-", "-"].map(String::from)),
        Some(timing) => {
            row[1] = label().unwrap_or_default();
            row.extend(super::figures(timing));
        }
    }
    row
}
