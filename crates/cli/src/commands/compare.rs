//! `phinum compare`: every backend against every other.

mod cold;

use anyhow::{Result, bail};
use phinum_bulk::blocks::BLOCK;
use phinum_bulk::compare::{Comparison, Timing, compare};

use crate::args::CompareArgs;
use crate::backends::{self, Compared};
use crate::exit::CheckFailed;
use crate::note::note;
use crate::progress::Progress;
use crate::quantities::{COLD, NIM_GRUNDY, NIM_SUM, fitting, functions};
use crate::{interrupt, report};

/// Runs it.
///
/// # Errors
/// Whatever stops it, as a sentence; [`CheckFailed`] if anything disagrees.
pub fn run(args: &CompareArgs) -> Result<()> {
    interrupt::listen()?;
    let range = args.range.start..args.range.end;
    let names = names(args);
    if names.iter().any(|name| name == COLD) {
        if names.iter().any(|name| name != COLD) {
            bail!("'cold' is a quantity of pairs: compare it apart from the others");
        }
        return cold::run(args);
    }
    if let Some(name) = names.iter().find(|name| [NIM_GRUNDY, NIM_SUM].contains(&&***name)) {
        bail!(
            "'{name}' is a quantity of positions, and compare takes numbers: use 'phinum eval {name} \
             --input FILE'"
        );
    }
    let functions = fitting(functions(&names, &args.weights)?, &names, &range)?;
    let Compared { backends, missing } =
        backends::compared(args.backend, args.adapter.as_deref(), args.tuning.gpu_tuning)?;
    if let Some(missing) = missing {
        note(format_args!("no gpu was compared: {missing}"));
    }
    if range.is_empty() {
        note(format_args!("the range {} is empty: there is nothing to compare", args.range));
    }
    let progress = Progress::new(
        args.progress.progress,
        args.range.len().checked_mul(functions.len() as u128),
    );
    let mut reports = Vec::with_capacity(functions.len());
    for function in &functions {
        progress.say(function.name());
        let advance = |more| progress.advance(more);
        reports.push(compare(function, &range, &backends, BLOCK, &advance)?);
    }
    progress.finish();
    if args.json {
        report::print_json(&reports)?;
    } else {
        report::print(&text(&args.range.to_string(), &reports))?;
    }
    if reports.iter().all(|report| report.agree) { Ok(()) } else { Err(CheckFailed.into()) }
}

/// What is to be compared; everything if nothing is said.
fn names(args: &CompareArgs) -> Vec<String> {
    let names: Vec<String> = args.quantities.iter().flat_map(|list| list.0.clone()).collect();
    if names.is_empty() { vec!["all".into()] } else { names }
}

fn text(range: &str, reports: &[Comparison]) -> String {
    let Some(first) = reports.first() else { return String::new() };
    let labels = labels(&first.backends);
    let mut rows = Vec::new();
    for report in reports {
        // The quantity on its first line, its sum below, the backends beside them.
        let sum = format!("  {} {}", sums(report), report.sum);
        let mut left = [report.quantity.clone(), sum].into_iter();
        for (label, timing) in labels.iter().zip(&report.backends) {
            let mut row = vec![left.next().unwrap_or_default()];
            row.extend(cells(label, timing));
            rows.push(row);
        }
        rows.extend(left.map(|left| vec![left]));
    }
    let header = ["quantity and sum", "backend", "agree", "seconds", "values/s", "ratio"];
    let mut text = format!("{range}\n\n{}\n", report::table(&header, rows, &[3, 4, 5]));
    text += &verdict(reports);
    text += &legend(reports, &labels);
    text
}

fn cells(label: &str, timing: &Timing) -> Vec<String> {
    let agree = if timing.agree { "yes" } else { "NO" };
    [vec![label.to_owned(), agree.to_owned()], figures(timing)].concat()
}

/// Seconds, rate and ratio.
fn figures(timing: &Timing) -> Vec<String> {
    // Less than a millisecond is no measurement.
    let measured = timing.seconds >= 1e-3;
    let figure = |text: String| if measured { text } else { "-".into() };
    vec![
        figure(format!("{:.3}", timing.seconds)),
        figure(rate(timing.values_per_second)),
        figure(format!("{:.3}", timing.ratio_to_cpu)),
    ]
}

fn verdict(reports: &[Comparison]) -> String {
    let wrong: Vec<&Comparison> = reports.iter().filter(|report| !report.agree).collect();
    if wrong.is_empty() {
        return match reports.len() {
            1 => "Agrees bit for bit.\n".into(),
            several => format!("All {several} agree bit for bit.\n"),
        };
    }
    let sentence = |report: &&Comparison| {
        let at = report.smallest_mismatch.as_ref().map_or_else(
            || "the sums are wrong though no single value is".into(),
            |n| format!("the smallest wrong n is {n}"),
        );
        let (name, count) = (&report.quantity, report.mismatches);
        format!("{name} DISAGREES: {count} values differ between backends, {at}\n")
    };
    wrong.iter().map(sentence).collect()
}

fn legend(reports: &[Comparison], labels: &[String]) -> String {
    let mut text = String::from("\n");
    for (label, timing) in labels.iter().zip(&reports[0].backends) {
        text += &format!("{label}: {}, {}\n", timing.adapter, timing.driver);
    }
    if reports[0].backends.iter().any(|timing| timing.software) {
        text += "software: runs on the CPU's own cores, and shows correctness, not speed\n";
    }
    text += "ratio: the rate by the first backend's\n";
    for (mark, meaning) in [
        (EQUAL, "the sum equals the exact one, from the digits alone"),
        (SAMPLED, "no exact sum is known; 256 values of each block were evaluated once more"),
        (DIFFERENT, "the sum is NOT the exact one"),
    ] {
        if reports.iter().any(|report| sums(report) == mark) {
            text += &format!("{mark}: {meaning}\n");
        }
    }
    text
}

const EQUAL: &str = "=";
const SAMPLED: &str = "~";
const DIFFERENT: &str = "!";

/// What the sum was compared with.
fn sums(report: &Comparison) -> &'static str {
    match &report.closed_sum {
        None => SAMPLED,
        Some(closed) if *closed == report.sum => EQUAL,
        Some(_) => DIFFERENT,
    }
}

/// Short names that tell the backends apart.
fn labels(backends: &[Timing]) -> Vec<String> {
    let label = |i: usize| {
        let timing = &backends[i];
        let same = |others: &[Timing]| others.iter().filter(|o| o.name == timing.name).count();
        let number = match (same(backends), same(&backends[..=i])) {
            (1, _) => String::new(),
            (_, number) => format!(" {number}"),
        };
        let software = if timing.software { " (software)" } else { "" };
        format!("{}{number}{software}", timing.name)
    };
    (0..backends.len()).map(label).collect()
}

fn rate(values: f64) -> String {
    match values {
        v if v >= 1e9 => format!("{:.2} G", v / 1e9),
        v if v >= 1e6 => format!("{:.1} M", v / 1e6),
        v => format!("{:.1} k", v / 1e3),
    }
}
