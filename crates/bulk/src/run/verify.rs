//! Everything of a run read again.

use std::path::{Path, PathBuf};

use super::check::{Checker, Damaged};
use super::execute::block_of;
use super::folder::Folder;
use super::manifest::{MANIFEST, Manifest};
use super::merge::{apart, missing, one_run};
use super::report::{REPORT, Report};
use super::shard::Shard;
use crate::Progress;
use crate::error::Error;

/// What was found.
#[derive(Debug)]
pub struct Verified {
    /// What the manifests say, of the run or of each shard that is here.
    pub reports: Vec<Report>,
    /// The files that are not what their records say.
    pub damaged: Vec<Damaged>,
    /// Files that no record names.
    pub unknown: Vec<PathBuf>,
    /// What is not there yet: a sentence for the run or each shard, and for what is in no
    /// shard.
    pub lacking: Vec<String>,
    /// Why the shards are not those of one run.
    pub conflict: Option<String>,
    /// The numbers in the files that are right.
    pub numbers: u128,
}

impl Verified {
    /// Whether every file that is on record is what it should be, and they belong together.
    pub fn is_sound(&self) -> bool {
        self.damaged.is_empty() && self.conflict.is_none()
    }

    /// Whether every block is on record.
    pub fn is_complete(&self) -> bool {
        self.lacking.is_empty()
    }
}

/// What the manifests in `path` say: of the run, or of each shard there is. No file of a
/// block is looked at.
///
/// # Errors
/// [`Error::File`] if there is no run, or a manifest is damaged.
pub fn look(path: &Path) -> Result<Vec<Report>, Error> {
    let folder = Folder::glance(path)?;
    Ok(manifests(&folder)?.iter().map(Report::of).collect())
}

/// The manifest of the run, or else those of its shards.
fn manifests(folder: &Folder) -> Result<Vec<Manifest>, Error> {
    if let Some(whole) = folder.whole()? {
        return Ok(vec![whole]);
    }
    let shards = folder.shard_manifests()?;
    if shards.is_empty() { Err(folder.no_run()) } else { Ok(shards) }
}

/// Reads everything of the run in `path`, or of the shards there are: every manifest, the
/// length and the checksum of every file on record, and every value in it, which is
/// certified against the exact sums as when it was made. Nothing is written.
///
/// # Errors
/// [`Error::File`] if there is no run, or a manifest is damaged; [`Error::Busy`] while it
/// is written; what `progress` says.
pub fn verify(path: &Path, progress: Progress<'_>) -> Result<Verified, Error> {
    let folder = Folder::read(path)?;
    let names = folder.names()?;
    let mut found = Verified {
        reports: Vec::new(),
        damaged: Vec::new(),
        unknown: Vec::new(),
        lacking: Vec::new(),
        conflict: None,
        numbers: 0,
    };
    let manifests = manifests(&folder)?;
    let mut known = vec![REPORT.to_owned(), MANIFEST.to_owned()];
    known.extend(folder.shards()?.into_iter().map(Shard::file_name));
    for manifest in &manifests {
        known.extend(manifest.blocks.values().map(|record| manifest.block_name(record)));
        check(&folder, manifest, &mut found, progress)?;
    }
    found.lacking.extend(manifests.iter().filter_map(Manifest::lacks));
    if manifests.iter().all(|manifest| manifest.shard.is_some()) {
        found.lacking.extend(missing(&manifests[0].plan, &manifests));
        let fit = one_run(&folder, &manifests).and_then(|()| apart(&folder, &manifests));
        found.conflict = fit.err().map(|error| error.to_string());
    }
    let format = manifests[0].plan.format();
    known.sort_unstable();
    let complete = found.is_complete();
    let unknown = names.iter().filter(|name| {
        // Of a run that is not complete a block may be there and not yet on record.
        known.binary_search(name).is_err() && (complete || block_of(name, format).is_none())
    });
    found.unknown.extend(unknown.map(|name| folder.file(name)));
    Ok(found)
}

fn check(
    folder: &Folder,
    manifest: &Manifest,
    found: &mut Verified,
    progress: Progress<'_>,
) -> Result<(), Error> {
    let mut checker = Checker::new(&manifest.plan);
    let before = found.damaged.len();
    for record in manifest.blocks.values() {
        match checker.file(folder, manifest, record) {
            Ok(()) => found.numbers += u128::from(record.rows),
            Err(damage) => {
                let path = folder.file(&manifest.block_name(record));
                found.damaged.push(Damaged { path, damage, shard: manifest.shard });
            }
        }
        progress(record.rows.into())?;
    }
    let report = Report::of(manifest);
    if report.is_complete() && found.damaged.len() == before {
        report.check()?;
        if report.shard.is_none()
            && let Err(damage) = report.is_saved(folder)
        {
            found.damaged.push(Damaged { path: folder.file(REPORT), damage, shard: None });
        }
    }
    found.reports.push(report);
    Ok(())
}
