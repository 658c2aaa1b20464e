//! What came of a run.

use std::io;

use dashu_int::UBig;
use phinum_core::function::Function;
use phinum_core::ring::Ring;
use serde::Serialize;

use super::check::Damage;
use super::folder::Folder;
use super::manifest::{Maker, Manifest};
use super::plan::Plan;
use super::shard::Shard;
use crate::certificate::exact;
use crate::error::Error;
use crate::json::Natural;

/// The name of a report's file.
pub(super) const REPORT: &str = "report.json";

/// What came of a run, or of a share of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Report {
    /// The version of phinum.
    pub phinum: String,
    /// What was to be made.
    pub plan: Plan,
    /// Which share of it; none for all of it.
    pub shard: Option<Shard>,
    /// The blocks that are there.
    pub blocks: u64,
    /// The blocks that are to be there.
    pub wanted: u64,
    /// The numbers that are there.
    pub numbers: Natural<u128>,
    /// The bytes of the files.
    pub bytes: Natural<u128>,
    /// Who made how many blocks.
    pub made_by: Vec<Share>,
    /// Who made how many of them a second time.
    pub checked_by: Vec<Share>,
    /// What went wrong on the way, and in which block.
    pub failures: Vec<Failure>,
    /// The quantities, in their order.
    pub totals: Vec<Total>,
}

/// What a backend did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Share {
    /// Which.
    pub backend: Maker,
    /// How many blocks.
    pub blocks: u64,
}

/// What went wrong before a block came out right.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Failure {
    /// The block.
    pub block: u32,
    /// What was said.
    pub what: String,
}

/// The values of a quantity, added up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Total {
    /// Its name.
    pub quantity: String,
    /// Σ f(n), from the values in the files.
    pub sum: Natural<UBig>,
    /// Σ n·f(n) modulo 2^128.
    pub weighted: Natural<u128>,
    /// Whether there are exact sums that every block, and all of them, agree with; else
    /// a sample of each block was evaluated a second way.
    pub exact: bool,
}

impl Report {
    /// What is there by a manifest.
    pub fn of(manifest: &Manifest) -> Report {
        let mut made_by = vec![0; manifest.backends.len()];
        let mut checked_by = made_by.clone();
        let mut failures = Vec::new();
        let (mut numbers, mut bytes) = (0, 0);
        let functions = manifest.plan.functions();
        let mut sums = vec![(UBig::ZERO, 0u128); functions.len()];
        for record in manifest.blocks.values() {
            made_by[record.made_by] += 1;
            if let Some(backend) = record.checked_by {
                checked_by[backend] += 1;
            }
            numbers += u128::from(record.rows);
            bytes += u128::from(record.bytes);
            let said = record.failures.iter().cloned();
            failures.extend(said.map(|what| Failure { block: record.index, what }));
            for ((sum, weighted), block) in sums.iter_mut().zip(&record.sums) {
                *sum += &block.f.0;
                *weighted = weighted.wrapping_add(block.nf.0);
            }
        }
        let range = manifest.plan.range();
        let total = |((sum, weighted), function): (_, &Function)| Total {
            quantity: function.name().to_owned(),
            sum: Natural(sum),
            weighted: Natural(weighted),
            exact: exact(function, &range).is_some(),
        };
        let shares = |blocks: Vec<u64>| {
            let shares = manifest.backends.iter().cloned().zip(blocks);
            shares
                .filter(|(_, blocks)| *blocks > 0)
                .map(|(backend, blocks)| Share { backend, blocks })
                .collect()
        };
        Report {
            phinum: manifest.phinum.clone(),
            plan: manifest.plan.clone(),
            shard: manifest.shard,
            blocks: manifest.blocks.len() as u64,
            wanted: manifest.wanted().len() as u64,
            numbers: Natural(numbers),
            bytes: Natural(bytes),
            made_by: shares(made_by),
            checked_by: shares(checked_by),
            failures,
            totals: sums.into_iter().zip(functions).map(total).collect(),
        }
    }

    /// Whether every block is there.
    pub fn is_complete(&self) -> bool {
        self.blocks == self.wanted
    }

    /// Holds the totals of what is complete against the exact sums over all of it.
    pub(super) fn check(&self) -> Result<(), Error> {
        let blocks = self.plan.blocks();
        let blocks = self.shard.map_or(0..blocks, |shard| shard.blocks(blocks));
        let range = self.plan.numbers(blocks);
        for (function, total) in self.plan.functions().iter().zip(&self.totals) {
            let got = (u128::of(&total.sum.0.clone().into()), total.weighted.0);
            if exact(function, &range).is_some_and(|exact| exact != got) {
                return Err(Error::Totals(function.name().to_owned()));
            }
        }
        Ok(())
    }

    /// Puts it into the run's folder, unless it is there.
    pub(super) fn save(&self, folder: &Folder) -> Result<(), Error> {
        match self.is_saved(folder) {
            Ok(()) => Ok(()),
            Err(_) => folder.put(REPORT, self.text().as_bytes()),
        }
    }

    /// Holds the file in a run's folder against it.
    pub(super) fn is_saved(&self, folder: &Folder) -> Result<(), Damage> {
        match folder.content(REPORT) {
            Ok(bytes) if bytes == self.text().as_bytes() => Ok(()),
            Ok(_) => Err(Damage::Report),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Err(Damage::Missing),
            Err(e) => Err(e.into()),
        }
    }

    fn text(&self) -> String {
        format!("{}\n", serde_json::to_string_pretty(self).expect("plain data"))
    }
}
