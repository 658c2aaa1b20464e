//! `phinum devices`: what there is to compute on.

use anyhow::Result;
use phinum_core::backend::Backend;
use phinum_cpu::Cpu;
use phinum_gpu::Adapter;
use serde::Serialize;

use crate::args::DevicesArgs;
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
}

/// Runs it.
///
/// # Errors
/// If standard output cannot be written.
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
    }];
    let adapters = backends::adapters();
    devices.extend(adapters.all().iter().map(device));
    if args.json {
        return report::print_json(&devices);
    }
    let rows = devices.into_iter().map(|device| {
        let index = device.index.map(|i| i.to_string()).unwrap_or_default();
        vec![device.backend.into(), index, device.name, device.driver, device.kind, device.note]
    });
    let header = ["backend", "adapter", "name", "driver", "kind", "note"];
    report::print(&report::table(&header, rows.collect(), &[]))?;
    if adapters.all().is_empty() {
        eprintln!("phinum: {}", phinum_gpu::OpenError::NoAdapter);
    }
    Ok(())
}

fn device(adapter: &Adapter) -> Device {
    let note = match (adapter.suits(), adapter.duplicate_of()) {
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
    }
}
