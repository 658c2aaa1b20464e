//! Runs on disk: stopped, damaged, shared out, and made by backends that fail.

mod damage;
mod faults;
mod shards;
mod stops;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use phinum_bulk::Error;
use phinum_bulk::engine::Engine;
use phinum_bulk::output::Format;
use phinum_bulk::run::{Plan, Report, Shard, Workers, begin, resume};
use phinum_core::backend::Backend;
use phinum_core::function::Function;
use phinum_core::quantity::by_name;
use phinum_cpu::Cpu;

const FORMATS: [Format; 4] = [Format::Csv, Format::Jsonl, Format::Npy, Format::Parquet];

fn functions(names: &[&str]) -> Vec<Function> {
    names.iter().map(|name| by_name(name).unwrap().into()).collect()
}

fn plan(names: &[&str], range: Range<u128>, block: u64, format: Format) -> Plan {
    Plan::new(&functions(names), range, block, format, false).unwrap()
}

fn engine() -> Engine {
    Engine::new(vec![Box::new(Cpu::default())])
}

/// Begins a run with one engine alone.
fn begun(path: &Path, plan: &Plan, shard: Option<Shard>, engine: &Engine) -> Result<Report, Error> {
    begin(path, plan.clone(), shard, Workers { engine, seconds: &[] }, &|_| Ok(()))
}

fn resumed(path: &Path, engine: &Engine) -> Result<Report, Error> {
    resume(path, Workers { engine, seconds: &[] }, &|_| Ok(()))
}

/// Every file of a folder but the locks.
fn content(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = std::fs::read_dir(path).unwrap().map(|entry| {
        let entry = entry.unwrap();
        (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap())
    });
    files.filter(|(name, _)| !name.starts_with(".lock")).collect()
}

/// The folder of an uninterrupted run, and what is in it.
fn whole(plan: &Plan) -> (tempfile::TempDir, BTreeMap<String, Vec<u8>>) {
    let folder = tempfile::tempdir().unwrap();
    let report = begun(folder.path(), plan, None, &engine()).unwrap();
    assert!(report.is_complete());
    let files = content(folder.path());
    assert_eq!(files.len() as u32, plan.blocks() + 2, "the blocks, the manifest, the report");
    (folder, files)
}

/// A backend on its own.
fn alone(backend: impl Backend + 'static) -> Engine {
    Engine::new(vec![Box::new(backend)])
}
