//! Shards made one run.

use std::path::Path;

use super::check::{Checker, Damaged};
use super::execute::{save, tidy};
use super::folder::Folder;
use super::manifest::Manifest;
use super::plan::Plan;
use super::report::Report;
use super::shard::gaps;
use crate::Progress;
use crate::error::Error;

/// Makes the shards in `path` one run: all of its files are read and certified again, the
/// shards are held against each other, and one manifest takes the place of theirs. Of a
/// run that is merged already everything is checked once more.
///
/// # Errors
/// [`Error::File`] if there is no run, or the shards are of different runs or versions,
/// or two of them have the same blocks; [`Error::Incomplete`] if blocks are missing;
/// [`Error::Damaged`] if a file is not what its record says; [`Error::Busy`] while a
/// shard is being made. Nothing is changed then.
pub fn merge(path: &Path, progress: Progress<'_>) -> Result<Report, Error> {
    // A folder that is none of a run is left as it is.
    let seen = Folder::glance(path)?;
    if seen.shards()?.is_empty() && seen.whole()?.is_none() {
        return Err(seen.no_run());
    }
    let folder = Folder::write(path, None, false)?;
    let mut shards = folder.shard_manifests()?;
    let before = folder.whole()?;
    let is_new = before.is_none();
    let whole = match before {
        Some(whole) => {
            // Somebody was stopped between the last two steps of a merge.
            one_run(&folder, core::iter::once(&whole).chain(&shards))?;
            complete(&whole)?;
            shards.clear();
            whole
        }
        None => together(&folder, &shards)?,
    };
    let mut checker = Checker::new(&whole.plan);
    for record in whole.blocks.values() {
        checker.file(&folder, &whole, record).map_err(|damage| {
            let whose = shards.iter().find(|manifest| manifest.wanted().contains(&record.index));
            Damaged {
                path: folder.file(&whole.block_name(record)),
                damage,
                shard: whose.and_then(|manifest| manifest.shard),
            }
        })?;
        progress(record.rows.into())?;
    }
    let report = Report::of(&whole);
    report.check()?;
    if is_new {
        save(&folder, &whole)?;
    }
    report.save(&folder)?;
    folder.forget_shards()?;
    Ok(report)
}

/// The manifest of all that the shards have.
fn together(folder: &Folder, shards: &[Manifest]) -> Result<Manifest, Error> {
    one_run(folder, shards)?;
    let first = shards.first().ok_or_else(|| folder.no_run())?;
    let mut whole = Manifest::new(first.plan.clone(), None);
    whole.phinum.clone_from(&first.phinum);
    if let Some(missing) = missing(&whole.plan, shards) {
        return Err(Error::Incomplete(missing));
    }
    apart(folder, shards)?;
    shards.iter().try_for_each(complete)?;
    for manifest in shards {
        let numbers: Vec<usize> =
            manifest.backends.iter().map(|maker| whole.backend(maker.clone())).collect();
        for record in manifest.blocks.values() {
            let mut record = record.clone();
            record.made_by = numbers[record.made_by];
            record.checked_by = record.checked_by.map(|backend| numbers[backend]);
            whole.blocks.insert(record.index, record);
        }
    }
    tidy(&mut whole);
    Ok(whole)
}

/// Whether no two shards of a run have the same blocks.
pub(super) fn apart(folder: &Folder, shards: &[Manifest]) -> Result<(), Error> {
    let mut shards: Vec<&Manifest> =
        shards.iter().filter(|manifest| !manifest.wanted().is_empty()).collect();
    shards.sort_by_key(|manifest| manifest.wanted().start);
    let mut furthest: Option<&Manifest> = None;
    for manifest in shards {
        let wanted = manifest.wanted();
        if let Some(other) = furthest.filter(|other| wanted.start < other.wanted().end) {
            return Err(Error::File {
                path: folder.file(&manifest.file_name()),
                what: format!(
                    "blocks {} to {} are in {} too: take one of the two away",
                    wanted.start,
                    other.wanted().end.min(wanted.end) - 1,
                    other.file_name()
                ),
            });
        }
        furthest = Some(manifest);
    }
    Ok(())
}

/// Whether manifests are of one run, made by one version.
pub(super) fn one_run<'a>(
    folder: &Folder,
    manifests: impl IntoIterator<Item = &'a Manifest>,
) -> Result<(), Error> {
    let mut manifests = manifests.into_iter();
    let Some(first) = manifests.next() else { return Ok(()) };
    for manifest in manifests {
        let what = if manifest.phinum != first.phinum {
            format!(
                "this was made by phinum {}, and {} by phinum {}: make both with one version",
                manifest.phinum,
                first.file_name(),
                first.phinum
            )
        } else if manifest.plan != first.plan {
            format!("this is of another run than {}", first.file_name())
        } else {
            continue;
        };
        return Err(Error::File { path: folder.file(&manifest.file_name()), what });
    }
    Ok(())
}

/// The first blocks that no shard is to make, if there are some.
pub(super) fn missing(plan: &Plan, shards: &[Manifest]) -> Option<String> {
    let gaps = gaps(plan.blocks(), shards.iter().map(Manifest::wanted));
    let blocks = gaps.first()?;
    let numbers = plan.numbers(blocks.clone());
    Some(format!(
        "blocks {} to {}, the numbers {}..{}, are in no shard here",
        blocks.start,
        blocks.end - 1,
        numbers.start,
        numbers.end
    ))
}

fn complete(manifest: &Manifest) -> Result<(), Error> {
    let lacks = manifest.lacks();
    lacks.map_or(Ok(()), |what| Err(Error::Incomplete(format!("{what}, then merge"))))
}
