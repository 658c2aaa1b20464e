//! `phinum compare`: every backend against every other.

use anyhow::{Result, bail};
use phinum_bulk::blocks::BLOCK;
use phinum_bulk::compare::{Comparison, Timing, compare, possible};
use phinum_core::function::Function;

use crate::args::CompareArgs;
use crate::backends::{self, Compared};
use crate::exit::CheckFailed;
use crate::progress::Progress;
use crate::quantities::{COLD, functions};
use crate::{interrupt, report};

/// Runs it.
///
/// # Errors
/// Whatever stops it, as a sentence; [`CheckFailed`] if anything disagrees.
pub fn run(args: &CompareArgs) -> Result<()> {
    interrupt::listen()?;
    let range = args.range.start..args.range.end;
    let functions = chosen(args)?;
    let Compared { backends, missing } = backends::compared(args.backend, args.adapter.as_deref())?;
    if let Some(missing) = missing {
        eprintln!("phinum: no gpu was compared: {missing}");
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

fn chosen(args: &CompareArgs) -> Result<Vec<Function>> {
    let mut names: Vec<String> = args.quantities.iter().flat_map(|list| list.0.clone()).collect();
    if names.is_empty() {
        names.push("all".into());
    }
    if names.iter().any(|name| name == COLD) {
        bail!(
            "'cold' is a quantity of pairs, and compare takes a range: use 'phinum eval cold --input FILE'"
        );
    }
    let functions = functions(&names, &args.weights)?;
    let range = args.range.start..args.range.end;
    let (functions, impossible) = possible(functions, &range);
    // Of all, those that fit are compared; what was asked for by name must fit.
    for error in impossible {
        if names.iter().all(|name| name == "all") && !functions.is_empty() {
            eprintln!("phinum: left out: {error}");
        } else {
            return Err(error.into());
        }
    }
    Ok(functions)
}

fn text(range: &str, reports: &[Comparison]) -> String {
    let mut rows = Vec::new();
    for report in reports {
        for (i, timing) in report.backends.iter().enumerate() {
            let first = |text: &str| if i == 0 { text.to_owned() } else { String::new() };
            rows.push(vec![
                first(&report.quantity),
                first(&report.sum.to_string()),
                first(sums(report)),
                backend(timing),
                if timing.agree { "yes".into() } else { "NO".into() },
                format!("{:.3}", timing.seconds),
                rate(timing.values_per_second),
                format!("{:.3}", timing.ratio_to_cpu),
            ]);
        }
    }
    let header =
        ["quantity", "sum", "exact sum", "backend", "agree", "seconds", "values/s", "ratio"];
    let mut text = format!("{range}\n\n{}", report::table(&header, rows, &[1, 5, 6, 7]));
    let wrong: Vec<&Comparison> = reports.iter().filter(|report| !report.agree).collect();
    text.push('\n');
    if wrong.is_empty() {
        text +=
            &format!("All {} agree bit for bit. ratio: the rate by the CPU's.\n", reports.len());
    }
    for report in wrong {
        let at = report.smallest_mismatch.as_ref().map(ToString::to_string).unwrap_or_default();
        text += &format!(
            "{} DISAGREES: {} values differ between backends, the smallest wrong n is {at}\n",
            report.quantity, report.mismatches
        );
    }
    let software = reports.iter().flat_map(|r| &r.backends).any(|timing| timing.software);
    if software {
        text += "(software): an adapter that runs on the CPU's own cores; it shows correctness, not speed.\n";
    }
    text
}

/// What the sum was compared with.
fn sums(report: &Comparison) -> &'static str {
    match &report.closed_sum {
        None => "sampled",
        Some(closed) if *closed == report.sum => "equal",
        Some(_) => "DIFFERS",
    }
}

fn backend(timing: &Timing) -> String {
    let software = if timing.software { " (software)" } else { "" };
    format!("{} {}{software}", timing.name, timing.adapter)
}

fn rate(values: f64) -> String {
    match values {
        v if v >= 1e9 => format!("{:.2} G", v / 1e9),
        v if v >= 1e6 => format!("{:.1} M", v / 1e6),
        v => format!("{:.1} k", v / 1e3),
    }
}
