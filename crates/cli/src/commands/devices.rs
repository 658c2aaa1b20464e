//! `phinum devices`: what there is to compute on.

use anyhow::Result;
use phinum_core::backend::Backend;
use phinum_cpu::Cpu;
use phinum_gpu::Adapter;
use serde::Serialize;

use crate::args::DevicesArgs;
use crate::note::note;
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
    if adapters.all().is_empty() {
        note(phinum_gpu::OpenError::NoAdapter);
    }
    if args.json {
        return report::print_json(&devices);
    }
    let text: String = devices.iter().map(text).collect();
    Ok(report::print(&text)?)
}

/// A device in two lines: what it is called, and what it is.
fn text(device: &Device) -> String {
    let index = device.index.map(|i| format!(" {i}")).unwrap_or_default();
    let about = [&device.driver, &device.kind, &device.note].map(String::as_str);
    let about: Vec<&str> = about.into_iter().filter(|part| !part.is_empty()).collect();
    format!("{}{index}: {}\n    {}\n", device.backend, device.name, about.join("; "))
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
