//! `phinum selftest`: is what this machine computes right?

use std::time::Instant;

use anyhow::Result;
use phinum_core::backend::Backend;
use phinum_core::conformance::{Effort, Section, check};
use phinum_cpu::Level;
use phinum_gpu::{Adapter, OpenError};
use serde::Serialize;

use crate::args::SelftestArgs;
use crate::exit::CheckFailed;
use crate::note::note;
use crate::{backends, report, tuning};

#[derive(Serialize)]
struct Outcome {
    backend: String,
    software: bool,
    section: &'static str,
    compared: u64,
    seconds: f64,
    /// What was wrong first; `null` where all is right.
    failure: Option<String>,
}

/// Runs it.
///
/// # Errors
/// [`CheckFailed`] if a backend fails; [`OpenError`] for an adapter that was asked
/// for and is not there.
pub fn run(args: &SelftestArgs) -> Result<()> {
    let effort = if args.quick { Effort::Quick } else { Effort::Full };
    let mut outcomes = Vec::new();
    let list = backends::adapters();
    let adapters: Vec<&Adapter> = match &args.adapter {
        Some(wanted) => vec![list.find(wanted)?],
        None => list.all().iter().collect(),
    };
    if args.adapter.is_none() {
        for level in Level::ALL.into_iter().filter(|level| level.is_present()) {
            outcomes.extend(sections(&*backends::cpu(level)?, effort));
        }
        if adapters.is_empty() {
            note(format_args!("no gpu was tested: {}", OpenError::NoAdapter));
        }
    }
    for adapter in adapters {
        match backends::gpu(adapter, tuning::in_force(adapter, args.tuning.gpu_tuning)) {
            Ok(gpu) => outcomes.extend(sections(&*gpu, effort)),
            Err(error) => outcomes.push(Outcome {
                backend: format!("gpu ({adapter})"),
                software: adapter.is_software(),
                section: "open",
                compared: 0,
                seconds: 0.0,
                failure: Some(error.to_string()),
            }),
        }
    }
    if args.json {
        report::print_json(&outcomes)?;
    } else {
        report::print(&text(&outcomes))?;
    }
    if outcomes.iter().all(|o| o.failure.is_none()) { Ok(()) } else { Err(CheckFailed.into()) }
}

fn sections(backend: &dyn Backend, effort: Effort) -> Vec<Outcome> {
    let description = backend.description();
    let outcome = |section: Section| {
        let start = Instant::now();
        let result = check(backend, section, effort);
        Outcome {
            backend: description.to_string(),
            software: description.software,
            section: section.name(),
            compared: *result.as_ref().unwrap_or(&0),
            seconds: start.elapsed().as_secs_f64(),
            failure: result.err().map(|failure| failure.to_string()),
        }
    };
    Section::ALL.into_iter().map(outcome).collect()
}

fn text(outcomes: &[Outcome]) -> String {
    let mut text = String::new();
    for backend in outcomes.chunk_by(|a, b| a.backend == b.backend) {
        let rows = backend.iter().map(|outcome| {
            vec![
                format!("    {}", outcome.section),
                outcome.compared.to_string(),
                format!("{:.2}", outcome.seconds),
                outcome.failure.clone().unwrap_or_else(|| "right".into()),
            ]
        });
        let header = ["    section", "compared", "seconds", "result"];
        text += &format!(
            "{}\n{}\n",
            backend[0].backend,
            report::table(&header, rows.collect(), &[1, 2])
        );
    }
    let failed = outcomes.iter().filter(|o| o.failure.is_some()).count();
    let compared: u64 = outcomes.iter().map(|o| o.compared).sum();
    text += &match failed {
        0 => format!("Every value is right, {compared} in all.\n"),
        n => format!("{n} sections FAILED. An adapter that fails is not used by --backend auto.\n"),
    };
    text
}
