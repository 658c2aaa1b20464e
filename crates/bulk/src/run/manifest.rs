//! What is known of a run, written down.
//!
//! The text is canonical: it is what [`Manifest::text`] makes of its content, to the
//! byte, and it ends with a CRC-32 of all before. So a bit that flipped in it shows,
//! wherever it is.

use core::num::ParseIntError;
use core::ops::Range;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use dashu_int::UBig;
use phinum_core::backend::Description;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::plan::Plan;
use super::shard::Shard;
use crate::json::Natural;
use crate::output::Format;

/// The version of the format of runs.
pub(super) const VERSION: u32 = 2;
/// The version of the program, which says what the bytes of a block are.
pub(super) const PHINUM: &str = env!("CARGO_PKG_VERSION");
/// What a manifest begins with, before the version.
const BEGIN: &str = "{\n  \"phinum_run\": ";
/// The name of a run's manifest.
pub(super) const MANIFEST: &str = "manifest.json";

/// Everything about a run, or about a share of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manifest {
    /// The version of phinum that made it.
    pub phinum: String,
    /// What is to be made.
    pub plan: Plan,
    /// Which share of it; none for all of it.
    pub shard: Option<Shard>,
    /// Every backend that made or checked a block.
    pub backends: Vec<Maker>,
    /// The blocks that are there, by their index.
    pub blocks: BTreeMap<u32, Record>,
}

/// A backend, adapter and driver.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Maker {
    /// `cpu` or `gpu`.
    pub name: String,
    /// The adapter; of a CPU the level of its instructions.
    pub adapter: String,
    /// The driver; of a CPU its threads.
    pub driver: String,
    /// Whether it is a GPU adapter that runs on the CPU.
    pub software: bool,
}

impl From<&Description> for Maker {
    fn from(description: &Description) -> Maker {
        Maker {
            name: description.name.to_owned(),
            adapter: description.adapter.clone(),
            driver: description.driver.clone(),
            software: description.software,
        }
    }
}

impl core::fmt::Display for Maker {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let software = if self.software { ", software" } else { "" };
        write!(f, "{} ({}, {}{software})", self.name, self.adapter, self.driver)
    }
}

/// A block that is there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Which block, from 0 on.
    pub index: u32,
    /// How many numbers it has.
    pub rows: u64,
    /// How many bytes its file has.
    pub bytes: u64,
    /// The CRC-32 of the file, which its name has too.
    pub crc32: Crc,
    /// Which of the backends made it.
    pub made_by: usize,
    /// Which of them made it a second time, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked_by: Option<usize>,
    /// The sums of every quantity, in their order.
    pub sums: Vec<Certificate>,
    /// What went wrong before it came out right.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<String>,
}

/// The sums of a column, which are those of the exact recursions where there are any.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Σ f(n).
    pub f: Natural<UBig>,
    /// Σ n·f(n) modulo 2^128.
    pub nf: Natural<u128>,
}

/// A CRC-32, written as eight hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Crc(pub u32);

impl Crc {
    /// That of some bytes.
    pub fn of(bytes: &[u8]) -> Crc {
        Crc(crc32fast::hash(bytes))
    }
}

impl core::fmt::Display for Crc {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

impl From<Crc> for String {
    fn from(crc: Crc) -> String {
        crc.to_string()
    }
}

impl TryFrom<String> for Crc {
    type Error = ParseIntError;

    fn try_from(digits: String) -> Result<Crc, ParseIntError> {
        u32::from_str_radix(&digits, 16).map(Crc)
    }
}

/// The name of a block's file.
pub(super) fn block_name(index: u32, crc: Crc, format: Format) -> String {
    format!("{index:08}-{crc}.{}", format.extension())
}

/// All but the checksum.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    #[serde(rename = "phinum_run")]
    _version: u32,
    phinum: String,
    plan: Plan,
    shard: Option<Shard>,
    backends: Vec<Maker>,
    blocks: Vec<Record>,
    #[serde(rename = "crc32")]
    _crc32: String,
}

/// Why a text is no manifest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NoManifest {
    /// It is something else.
    #[error("it does not begin as the manifest of a run does")]
    Foreign,
    /// It is not as it was written.
    #[error("it is damaged")]
    Damaged,
    /// It has another format, an earlier or a later one.
    #[error("it has format {0}, and this phinum reads format {VERSION}: use the one that made it")]
    Other(u32),
}

impl Manifest {
    /// That of a run or share of which nothing is there yet.
    pub fn new(plan: Plan, shard: Option<Shard>) -> Manifest {
        let (backends, blocks) = (Vec::new(), BTreeMap::new());
        Manifest { phinum: PHINUM.to_owned(), plan, shard, backends, blocks }
    }

    /// The blocks that are to be there.
    pub fn wanted(&self) -> Range<u32> {
        let blocks = self.plan.blocks();
        self.shard.map_or(0..blocks, |shard| shard.blocks(blocks))
    }

    /// Whether all of them are.
    pub fn is_complete(&self) -> bool {
        self.blocks.len() == self.wanted().len()
    }

    /// What of them is not there yet, and what would make it.
    pub(super) fn lacks(&self) -> Option<String> {
        let (there, wanted) = (self.blocks.len(), self.wanted().len());
        (there < wanted).then(|| match self.shard {
            Some(shard) => format!("{shard} has {there} of its {wanted} blocks: run it again"),
            None => {
                format!("the run has {there} of its {wanted} blocks: go on with 'phinum resume'")
            }
        })
    }

    /// The name of the manifest's own file.
    pub fn file_name(&self) -> String {
        self.shard.map_or_else(|| MANIFEST.to_owned(), Shard::file_name)
    }

    /// The name of a block's file.
    pub fn block_name(&self, record: &Record) -> String {
        block_name(record.index, record.crc32, self.plan.format())
    }

    /// The number of a backend, which is noted if it is new.
    pub(super) fn backend(&mut self, maker: Maker) -> usize {
        let known = self.backends.iter().position(|one| *one == maker);
        known.unwrap_or_else(|| {
            self.backends.push(maker);
            self.backends.len() - 1
        })
    }

    /// Its text.
    pub fn text(&self) -> String {
        fn put(text: &mut String, key: &str, value: &impl Serialize) {
            let value = serde_json::to_string(value).expect("plain data");
            let _ = writeln!(text, "  \"{key}\": {value},");
        }
        fn put_lines<T: Serialize>(text: &mut String, key: &str, items: impl Iterator<Item = T>) {
            let _ = write!(text, "  \"{key}\": [");
            let mut separator = "\n    ";
            for item in items {
                text.push_str(separator);
                text.push_str(&serde_json::to_string(&item).expect("plain data"));
                separator = ",\n    ";
            }
            text.push_str(if separator.starts_with(',') { "\n  ],\n" } else { "],\n" });
        }
        let mut text = format!("{BEGIN}{VERSION},\n");
        put(&mut text, "phinum", &self.phinum);
        put(&mut text, "plan", &self.plan);
        put(&mut text, "shard", &self.shard);
        put_lines(&mut text, "backends", self.backends.iter());
        put_lines(&mut text, "blocks", self.blocks.values());
        let crc = Crc::of(text.as_bytes());
        let _ = writeln!(text, "  \"crc32\": \"{crc}\"\n}}");
        text
    }

    /// Reads a text.
    ///
    /// # Errors
    /// [`NoManifest`].
    pub fn parse(text: &str) -> Result<Manifest, NoManifest> {
        // What the text begins with is looked at first: it tells a file of another kind, or
        // of a later format, from one of ours that is damaged.
        let begin = text.strip_prefix(BEGIN).ok_or(NoManifest::Foreign)?;
        let digits = begin.bytes().take_while(u8::is_ascii_digit).count();
        match begin[..digits].parse::<u32>() {
            Ok(version) if version != VERSION => return Err(NoManifest::Other(version)),
            Ok(_) => {}
            Err(_) => return Err(NoManifest::Damaged),
        }
        let content: Content = serde_json::from_str(text).map_err(|_| NoManifest::Damaged)?;
        let Content { phinum, plan, shard, backends, blocks, .. } = content;
        let count = blocks.len();
        let blocks: BTreeMap<u32, Record> =
            blocks.into_iter().map(|block| (block.index, block)).collect();
        let manifest = Manifest { phinum, plan, shard, backends, blocks };
        let canonical = count == manifest.blocks.len() && manifest.text() == text;
        if canonical && manifest.is_sound() { Ok(manifest) } else { Err(NoManifest::Damaged) }
    }

    /// Whether its parts fit each other.
    fn is_sound(&self) -> bool {
        let wanted = self.wanted();
        let known = |backend: usize| backend < self.backends.len();
        self.blocks.values().all(|block| {
            wanted.contains(&block.index)
                && block.rows == self.plan.block(block.index).len as u64
                && block.sums.len() == self.plan.functions().len()
                && known(block.made_by)
                && block.checked_by.is_none_or(known)
                && block.checked_by.is_some() == self.plan.double_check()
        })
    }
}

#[cfg(test)]
mod tests {
    use phinum_core::quantity::by_name;

    use super::*;

    fn manifest() -> Manifest {
        let functions = ["terms", "longest"].map(|name| by_name(name).unwrap().into());
        let plan = Plan::new(&functions, 5..100, 10, Format::Csv, true).unwrap();
        let mut manifest = Manifest::new(plan, Some(Shard::new(1, 2).unwrap()));
        let maker = |name: &str| Maker {
            name: name.into(),
            adapter: "an \"adapter\"".into(),
            driver: "7".into(),
            software: false,
        };
        assert_eq!(["cpu", "gpu", "cpu"].map(|name| manifest.backend(maker(name))), [0, 1, 0]);
        for index in [7, 9] {
            let sum = |f: u128| Certificate { f: Natural(f.into()), nf: Natural(f / 3) };
            let record = Record {
                index,
                rows: if index == 9 { 5 } else { 10 },
                bytes: 1 << 60,
                crc32: Crc(0xab_cdef),
                made_by: 1,
                checked_by: Some(0),
                sums: vec![sum(u128::MAX), sum(9)],
                failures: vec!["it \\ failed".into(); (index == 9).into()],
            };
            manifest.blocks.insert(index, record);
        }
        manifest
    }

    #[test]
    fn a_manifest_is_read_as_it_is_written() {
        let manifest = manifest();
        let text = manifest.text();
        assert_eq!(Manifest::parse(&text), Ok(manifest.clone()));
        assert_eq!(manifest.wanted(), 5..10);
        assert_eq!(manifest.block_name(&manifest.blocks[&7]), "00000007-00abcdef.csv");
        let empty = Manifest::new(manifest.plan, None);
        assert_eq!(Manifest::parse(&empty.text()), Ok(empty));
    }

    #[test]
    fn every_bit_counts() {
        let text = manifest().text();
        for at in 0..text.len() {
            for bit in 0..7 {
                let mut bytes = text.clone().into_bytes();
                bytes[at] ^= 1 << bit;
                let text = String::from_utf8(bytes).unwrap();
                assert!(Manifest::parse(&text).is_err(), "bit {bit} of byte {at}");
            }
            assert!(Manifest::parse(&text[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn parts_that_do_not_fit_are_refused() {
        let planted = |change: fn(&mut Manifest)| {
            let mut manifest = manifest();
            change(&mut manifest);
            Manifest::parse(&manifest.text()).is_err()
        };
        assert!(!planted(|_| ()));
        assert!(planted(|m| m.shard = Shard::new(0, 2).ok()));
        assert!(planted(|m| drop(m.backends.pop())));
        assert!(planted(|m| m.blocks.get_mut(&7).unwrap().rows = 9));
        assert!(planted(|m| m.blocks.get_mut(&7).unwrap().checked_by = None));
        assert!(planted(|m| drop(m.blocks.get_mut(&7).unwrap().sums.pop())));
    }

    #[test]
    fn what_is_something_else_is_no_damaged_manifest() {
        for other in ["", "{}", "{\"manifest_version\": 3}", "hello"] {
            assert_eq!(Manifest::parse(other), Err(NoManifest::Foreign));
        }
    }

    #[test]
    fn another_format_is_named() {
        for other in [1, 3] {
            let begin = format!("\"phinum_run\": {other}");
            let text = manifest().text().replacen("\"phinum_run\": 2", &begin, 1);
            let said = Manifest::parse(&text).unwrap_err().to_string();
            let expected = format!("has format {other}, and this phinum reads format 2");
            assert!(said.contains(&expected), "{said}");
        }
    }
}
