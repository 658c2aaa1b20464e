//! Is a block's file what its record says?

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

use crc32fast::Hasher;
use phinum_core::column::{Column, Totals, Word};
use phinum_core::for_width;
use phinum_core::function::Function;
use rayon::prelude::*;
use thiserror::Error;

use super::folder::{Folder, regular};
use super::manifest::{Certificate, Crc, Manifest, Record};
use super::plan::Plan;
use super::shard::Shard;
use crate::blocks::Block;
use crate::certificate::{Certifier, Refused};
use crate::json::Natural;
use crate::output::{Unreadable, read};

/// Why a file is not what it should be.
#[derive(Debug, Error)]
pub enum Damage {
    /// There is no file.
    #[error("it is not there")]
    Missing,
    /// The system cannot read it.
    #[error("it cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is cut short, or longer than it was.
    #[error("it has {got} bytes and had {expected}")]
    Length {
        /// The bytes it has.
        got: u64,
        /// The bytes it had.
        expected: u64,
    },
    /// Its bytes are others.
    #[error("its checksum is wrong: the bytes changed after they were written")]
    Checksum,
    /// Its bytes are those that were written, and no table.
    #[error("it is not the table of its block: {0}")]
    Table(#[from] Unreadable),
    /// Its first column is not the numbers of the block.
    #[error("its column n is not {0}")]
    Numbers(Block),
    /// A value in it is wrong.
    #[error("{function} of {n} is {expected}, and it has {got}")]
    Value {
        /// The quantity.
        function: String,
        /// The smallest n whose value is wrong.
        n: u128,
        /// The value that is there.
        got: u128,
        /// What is right.
        expected: u128,
    },
    /// A report is not that of its manifest.
    #[error("it is not the report that its manifest makes")]
    Report,
    /// The sums of its values are not the exact ones, or not those on record.
    #[error("the sums of {0} are not those of its certificate")]
    Sums(String),
}

/// A file that is not what it should be.
#[derive(Debug, Error)]
#[error("{}: {damage}; {}", path.display(), again(*shard))]
pub struct Damaged {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub damage: Damage,
    /// Whose it is, where the run is in shards.
    pub shard: Option<Shard>,
}

/// What helps.
fn again(shard: Option<Shard>) -> String {
    shard.map_or_else(
        || "'phinum resume' makes it anew".into(),
        |shard| format!("run {shard} again, which makes it anew"),
    )
}

/// Bytes read at a time.
const CHUNK: usize = 1 << 20;

/// What a file is held against without a look at what it says.
pub(super) struct Known {
    pub(super) name: String,
    bytes: u64,
    crc: Crc,
}

impl Known {
    /// That of a block on record.
    pub(super) fn of(manifest: &Manifest, record: &Record) -> Known {
        let name = manifest.block_name(record);
        Known { name, bytes: record.bytes, crc: record.crc32 }
    }
}

/// Holds a file against its length and checksum.
pub(super) fn intact(folder: &Folder, known: &Known) -> Result<(), Damage> {
    let mut file = open(folder, &known.name, known.bytes)?;
    let mut crc = Hasher::new();
    let mut chunk = vec![0; CHUNK];
    loop {
        match file.read(&mut chunk)? {
            0 => break,
            some => crc.update(&chunk[..some]),
        }
    }
    if crc.finalize() == known.crc.0 { Ok(()) } else { Err(Damage::Checksum) }
}

/// Opens an ordinary file of that length.
fn open(folder: &Folder, name: &str, expected: u64) -> Result<File, Damage> {
    let path = folder.file(name);
    match regular(&path) {
        Ok(got) if got == expected => Ok(File::open(path)?),
        Ok(got) => Err(Damage::Length { got, expected }),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Err(Damage::Missing),
        Err(e) => Err(e.into()),
    }
}

/// Reads tables of one plan back and certifies what is in them.
pub(super) struct Checker<'a> {
    plan: &'a Plan,
    certifiers: Vec<Certifier>,
    /// The columns of the table that was read last.
    columns: Vec<Column>,
}

/// A table is not what it should be.
pub(super) enum Fault<'a> {
    /// As a whole.
    Table(Damage),
    /// In one of its columns.
    Column { function: &'a Function, column: &'a Column, refused: Refused },
}

impl<'a> Checker<'a> {
    pub(super) fn new(plan: &'a Plan) -> Checker<'a> {
        let certifier = |function| Certifier::new(function, &plan.range());
        let certifiers = plan.functions().iter().map(certifier).collect();
        Checker { plan, certifiers, columns: Vec::new() }
    }

    /// The values of function `at` of the table that was read last.
    pub(super) fn column(&self, at: usize) -> &Column {
        &self.columns[1 + at]
    }

    /// Certifies the table of a block from its bytes; its sums.
    pub(super) fn table(
        &mut self,
        block: Block,
        bytes: &[u8],
    ) -> Result<Vec<Certificate>, Fault<'_>> {
        let (format, fields) = (self.plan.format(), self.plan.fields());
        read(format, fields, block.len, bytes, &mut self.columns)
            .map_err(|unreadable| Fault::Table(unreadable.into()))?;
        if !counts(&self.columns[0], block.start) {
            return Err(Fault::Table(Damage::Numbers(block)));
        }
        let mut sums = Vec::with_capacity(self.certifiers.len());
        for (at, certifier) in self.certifiers.iter_mut().enumerate() {
            let column = &self.columns[1 + at];
            let (Totals { sum, weighted }, verdict) = certifier.check(block.start, column);
            if let Err(refused) = verdict {
                let function = &self.plan.functions()[at];
                return Err(Fault::Column { function, column, refused });
            }
            sums.push(Certificate { f: Natural(sum), nf: Natural(weighted) });
        }
        Ok(sums)
    }

    /// Reads a block's file and holds it against everything that is known of it.
    pub(super) fn file(
        &mut self,
        folder: &Folder,
        manifest: &Manifest,
        record: &Record,
    ) -> Result<(), Damage> {
        let file = open(folder, &manifest.block_name(record), record.bytes)?;
        // It is as long as the record says.
        let mut bytes = Vec::with_capacity(record.bytes as usize);
        file.take(record.bytes).read_to_end(&mut bytes)?;
        if Crc::of(&bytes) != record.crc32 {
            return Err(Damage::Checksum);
        }
        let block = self.plan.block(record.index);
        let sums = self.table(block, &bytes).map_err(|fault| fault.damage(block))?;
        match sums.iter().zip(&record.sums).position(|(sum, recorded)| sum != recorded) {
            Some(at) => Err(Damage::Sums(self.plan.functions()[at].name().to_owned())),
            None => Ok(()),
        }
    }
}

impl Fault<'_> {
    fn damage(self, block: Block) -> Damage {
        match self {
            Fault::Table(damage) => damage,
            Fault::Column { function, refused: Refused::Sums, .. } => {
                Damage::Sums(function.name().to_owned())
            }
            Fault::Column { function, column, refused: Refused::Value { n, expected, .. } } => {
                let got = column.get((n - block.start) as usize);
                Damage::Value { function: function.name().to_owned(), n, got, expected }
            }
        }
    }
}

/// Whether a column is `start`, `start` + 1, …
fn counts(column: &Column, start: u128) -> bool {
    for_width!(Column, column, values => {
        values.par_iter().enumerate().all(|(i, value)| value.wide() == start + i as u128)
    })
}
