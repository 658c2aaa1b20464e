//! Runs begun, gone on with, and finished.

use std::path::Path;

use phinum_core::backend::Backend;

use super::check::{Damaged, Known, intact};
use super::execute::{execute, save};
use super::folder::Folder;
use super::manifest::{MANIFEST, Manifest, PHINUM};
use super::plan::Plan;
use super::report::Report;
use super::shard::Shard;
use crate::Progress;
use crate::engine::Engine;
use crate::error::Error;

/// Who makes a run's blocks.
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    /// The backends, the preferred one first.
    pub engine: &'a Engine,
    /// What a block can be made on a second time; the first that is not the one which
    /// made it is taken.
    pub seconds: &'a [Box<dyn Backend>],
}

impl Workers<'_> {
    /// Whether there is a second backend if the plan needs one.
    fn can_make(&self, plan: &Plan) -> Result<(), Error> {
        let first = self.engine.description();
        if plan.double_check() && self.seconds.iter().all(|second| second.description() == first) {
            return Err(Error::NoSecond(first.clone()));
        }
        Ok(())
    }
}

/// Makes a run in `path`, a new or empty folder; or a share of it, which may have been
/// begun before, beside others who make theirs. `progress` is called with the numbers of
/// every block, and with 0 in between.
///
/// # Errors
/// [`Error`]; what was recorded by then stays, and [`resume`] goes on with it.
pub fn begin(
    path: &Path,
    plan: Plan,
    shard: Option<Shard>,
    workers: Workers<'_>,
    progress: Progress<'_>,
) -> Result<Report, Error> {
    workers.can_make(&plan)?;
    is_free(path, &plan, shard)?;
    if let Some(shard) = shard
        && path.join(MANIFEST).exists()
    {
        // Nothing will be written, not even a lock.
        let folder = Folder::read(path)?;
        if let Some(whole) = folder.whole()? {
            return merged(&folder, &whole, &plan, shard, progress);
        }
    }
    let folder = Folder::write(path, shard, true)?;
    // Two shards that come first at once see each other.
    let gate = shard.map(|_| folder.gate()).transpose()?;
    let refuse = |what: String| Err(Error::File { path: path.into(), what });
    let begun = match (shard, folder.whole()?) {
        (Some(shard), Some(whole)) => return merged(&folder, &whole, &plan, shard, progress),
        (None, Some(_)) => {
            return refuse("there is a run here already: go on with it by 'phinum resume'".into());
        }
        (None, None) if !folder.shards()?.is_empty() => {
            let what = "there are shards of a run here: put them together with 'phinum merge'";
            return refuse(what.into());
        }
        (Some(shard), None) => beside(&folder, &plan, shard)?,
        (None, None) => None,
    };
    let manifest = if let Some(manifest) = begun {
        manifest
    } else {
        let manifest = Manifest::new(plan, shard);
        save(&folder, &manifest)?;
        manifest
    };
    drop(gate);
    finish(&folder, manifest, workers, progress)
}

/// A share of what is merged already: its files are looked at, and nothing is made.
fn merged(
    folder: &Folder,
    whole: &Manifest,
    plan: &Plan,
    shard: Shard,
    progress: Progress<'_>,
) -> Result<Report, Error> {
    let refuse = |what: String| Err(Error::File { path: folder.file(MANIFEST), what });
    if whole.plan != *plan {
        return refuse(format!("this is of another run than the one {shard} is of"));
    }
    if let Some(what) = other_version(whole) {
        return refuse(what);
    }
    if !whole.is_complete() {
        return refuse(format!(
            "this run is not in shards, and not complete, so {shard} has nothing to do with it: go \
             on with it by 'phinum resume'"
        ));
    }
    for record in whole.blocks.range(shard.blocks(plan.blocks())).map(|(_, record)| record) {
        let known = Known::of(whole, record);
        intact(folder, &known).map_err(|damage| {
            let path = folder.file(&known.name);
            Damaged { path, damage, shard: None }
        })?;
        progress(record.rows.into())?;
    }
    Ok(Report::of(whole))
}

/// Refuses a folder that has something in it and is none of this run, before anything is
/// done to it.
fn is_free(path: &Path, plan: &Plan, shard: Option<Shard>) -> Result<(), Error> {
    if !path.exists() {
        return Ok(());
    }
    let folder = Folder::glance(path)?;
    let names = folder.names()?;
    let of_run = |name: &String| name == MANIFEST || Shard::of_file(name).is_some();
    match (names.first(), shard) {
        (Some(first), _) if !names.iter().any(of_run) => Err(Error::File {
            path: path.into(),
            what: format!(
                "the folder is not empty ({first} is in it), and a run has one of its own: name a \
                 new one"
            ),
        }),
        (Some(_), Some(shard)) if folder.whole()?.is_none() => {
            beside(&folder, plan, shard).map(drop)
        }
        (Some(_), None) => folder.whole().map(drop),
        _ => Ok(()),
    }
}

/// What there is of a share; the others must be of the same run.
fn beside(folder: &Folder, plan: &Plan, shard: Shard) -> Result<Option<Manifest>, Error> {
    for other in folder.shards()? {
        let name = other.file_name();
        let refuse = |what| Err(Error::File { path: folder.file(&name), what });
        if other.of() != shard.of() {
            return refuse(format!(
                "the run here is shared out among {}, not {}: name another folder",
                other.of(),
                shard.of()
            ));
        }
        if let Some(manifest) = folder.manifest(&name)? {
            if manifest.plan != *plan {
                return refuse(format!(
                    "this is a share of another run than the one {shard} is of"
                ));
            }
            if let Some(what) = other_version(&manifest) {
                return refuse(what);
            }
        }
    }
    folder.manifest(&shard.file_name())
}

/// Goes on with the run in `path` until it is complete. What is there is held against
/// its checksum, and what is damaged is made anew.
///
/// # Errors
/// As [`begin`]; [`Error::File`] if there is no run, or it is one of another version.
pub fn resume(path: &Path, workers: Workers<'_>, progress: Progress<'_>) -> Result<Report, Error> {
    // A folder that is none of a run is left as it is.
    let seen = Folder::glance(path)?;
    if !seen.names()?.iter().any(|name| name == MANIFEST) {
        return Err(match seen.shards()?.first() {
            Some(shard) => Error::File {
                path: path.into(),
                what: format!(
                    "the run here is in shards: go on with {shard} by the 'phinum shard' command it was begun with"
                ),
            },
            None => seen.no_run(),
        });
    }
    let folder = Folder::write(path, None, false)?;
    let manifest = folder.whole()?.ok_or_else(|| folder.no_run())?;
    if let Some(what) = other_version(&manifest) {
        return Err(Error::File { path: folder.file(MANIFEST), what });
    }
    workers.can_make(&manifest.plan)?;
    finish(&folder, manifest, workers, progress)
}

fn other_version(manifest: &Manifest) -> Option<String> {
    (manifest.phinum != PHINUM).then(|| {
        format!(
            "this was begun by phinum {}, and this is {PHINUM}, whose files may differ: go on with that one, or begin anew",
            manifest.phinum
        )
    })
}

fn finish(
    folder: &Folder,
    manifest: Manifest,
    workers: Workers<'_>,
    progress: Progress<'_>,
) -> Result<Report, Error> {
    let manifest = execute(folder, manifest, workers, progress)?;
    let report = Report::of(&manifest);
    report.check()?;
    if manifest.shard.is_none() {
        report.save(folder)?;
        // A merge that was stopped may have left them.
        if !folder.shards()?.is_empty() {
            folder.forget_shards()?;
        }
    }
    Ok(report)
}
