//! `phinum devices`: what there is to compute on, and which tuning is in force there.

use anyhow::Result;
use phinum_bulk::Error;
use phinum_core::backend::Backend;
use phinum_cpu::Cpu;
use phinum_gpu::{Adapter, Adapters, TuneError};
use serde::Serialize;

use crate::args::DevicesArgs;
use crate::exit::CheckFailed;
use crate::note::{self, note};
use crate::tuning::{self, Choice, InForce, Measured, Source};
use crate::{backends, report};

#[derive(Serialize)]
struct Device {
    backend: &'static str,
    /// What `--adapter` takes; a CPU has none.
    index: Option<usize>,
    name: String,
    driver: String,
    kind: String,
    software: bool,
    note: String,
    /// `null` where nothing is tuned.
    tuning: Option<TuningRow>,
    /// The same in words.
    #[serde(skip)]
    tuned: String,
}

/// A tuning in force, and what it is worth where that was measured.
#[derive(Serialize)]
struct TuningRow {
    source: Source,
    #[serde(rename = "K")]
    tile_index: u32,
    values: u32,
    reads: u32,
    workgroup: u32,
    /// How many times as fast as with what is built in; `null` if it was not measured.
    fill: Option<f64>,
    summary: Option<f64>,
}

impl From<InForce> for TuningRow {
    fn from(InForce { tuning, source, measured }: InForce) -> Self {
        let speedups = measured.map(Measured::speedups);
        TuningRow {
            source,
            tile_index: tuning.tile_index,
            values: tuning.values_per_invocation,
            reads: tuning.reads_per_invocation,
            workgroup: tuning.workgroup,
            fill: speedups.map(|(fill, _)| fill),
            summary: speedups.map(|(_, summary)| summary),
        }
    }
}

/// Runs it.
///
/// # Errors
/// If standard output cannot be written; with `--tune`, if the adapter that is named is
/// not there or does not work.
pub fn run(args: &DevicesArgs) -> Result<()> {
    let cpu = Cpu::default();
    let description = cpu.description();
    let mut devices = vec![Device {
        backend: description.name,
        index: None,
        name: description.adapter.clone(),
        driver: description.driver.clone(),
        kind: "CPU".into(),
        software: false,
        note: String::new(),
        tuning: None,
        tuned: String::new(),
    }];
    let adapters = backends::adapters();
    let measured = if args.tune { measure(&adapters, args.adapter.as_deref())? } else { vec![] };
    if args.tune && args.tuning.gpu_tuning.is_some_and(|choice| choice != Choice::Unsaid) {
        note(
            "what is measured is in force once no --gpu-tuning or PHINUM_GPU_TUNING says otherwise",
        );
    }
    if let Err(error) = tuning::cache().check() {
        note(error);
    }
    devices.extend(adapters.all().iter().map(|adapter| {
        let now = measured.iter().find(|(index, _)| *index == adapter.index());
        let in_force = || tuning::in_force(adapter, args.tuning.gpu_tuning);
        device(adapter, now.map_or_else(in_force, |(_, now)| *now))
    }));
    if adapters.all().is_empty() {
        note(phinum_gpu::OpenError::NoAdapter);
    }
    if args.json {
        return report::print_json(&devices);
    }
    let text: String = devices.iter().map(text).collect();
    Ok(report::print(&text)?)
}

/// What suits the adapter that is `wanted`, or each device through its best interface, by
/// the adapter's number. Of several, one that does not work is told of and left out.
fn measure(adapters: &Adapters, wanted: Option<&str>) -> Result<Vec<(usize, InForce)>> {
    if let Some(wanted) = wanted {
        let adapter = adapters.find(wanted)?;
        let measured = tuning::measure(adapter).map_err(ended)?;
        return Ok(vec![(adapter.index(), measured)]);
    }
    let mut all = Vec::new();
    for adapter in adapters.distinct() {
        match tuning::measure(adapter) {
            Ok(measured) => all.push((adapter.index(), measured)),
            Err(error) => note(error),
        }
    }
    Ok(all)
}

/// What ended a measurement, as the command says it.
fn ended(error: TuneError) -> anyhow::Error {
    match error {
        TuneError::Open(error) => error.into(),
        TuneError::Backend(error) => Error::Backend(error).into(),
        wrong @ TuneError::Wrong { .. } => {
            note::error(wrong);
            CheckFailed.into()
        }
    }
}

/// A device in two or three lines: what it is called, what it is, and how it is used.
fn text(device: &Device) -> String {
    let index = device.index.map(|i| format!(" {i}")).unwrap_or_default();
    let about = [&device.driver, &device.kind, &device.note].map(String::as_str);
    let about: Vec<&str> = about.into_iter().filter(|part| !part.is_empty()).collect();
    let mut text =
        format!("{}{index}: {}\n    {}\n", device.backend, device.name, about.join("; "));
    if !device.tuned.is_empty() {
        text += &format!("    {}\n", device.tuned);
    }
    text
}

fn device(adapter: &Adapter, tuning: InForce) -> Device {
    let suits = adapter.suits();
    let usable = suits.is_ok();
    let note = match (suits, adapter.duplicate_of()) {
        (Err(error), _) => error.to_string(),
        (Ok(()), Some(other)) => format!("the same device as adapter {other}"),
        (Ok(()), None) if adapter.is_software() => "used only when asked for".into(),
        (Ok(()), None) => String::new(),
    };
    Device {
        backend: "gpu",
        index: Some(adapter.index()),
        name: adapter.name().into(),
        driver: adapter.driver(),
        kind: adapter.kind().into(),
        software: adapter.is_software(),
        note,
        tuned: if usable { tuning.text() } else { String::new() },
        tuning: usable.then(|| tuning.into()),
    }
}
