//! The blocks of a run, one after the other: what is there is looked at, what is not is
//! made, while a thread of its own writes what was made before.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::time::{Duration, Instant};

use super::begin::Workers;
use super::check::{Known, intact};
use super::folder::Folder;
use super::make::{Made, Making};
use super::manifest::{Crc, Manifest, Record, block_name};
use crate::Progress;
use crate::error::Error;
use crate::output::Format;

/// The manifest is replaced so often that it takes no more than one part in so many of
/// the time: after every block while it is short, and seldom where blocks are tiny.
const SHARE: u32 = 20;

/// Makes a run, or a share of it, complete.
pub(super) fn execute(
    folder: &Folder,
    manifest: Manifest,
    workers: Workers<'_>,
    progress: Progress<'_>,
) -> Result<Manifest, Error> {
    let plan = manifest.plan.clone();
    let wanted = manifest.wanted();
    remove_unrecorded(folder, &manifest)?;
    let before: BTreeMap<u32, Known> = manifest
        .blocks
        .values()
        .map(|record| (record.index, Known::of(&manifest, record)))
        .collect();
    std::thread::scope(|scope| {
        // One block is written while the next is made, and their memory goes around.
        let (to_file, blocks) = sync_channel(0);
        let (to_memory, buffers) = channel();
        let mut writing = Writing::new(folder, manifest);
        let writer =
            scope.spawn(move || writing.all(&blocks, &to_memory).map(|()| writing.manifest));
        let mut making = Making::new(&plan, workers.engine, workers.seconds, progress);
        let made = wanted.into_iter().try_for_each(|index| {
            progress(0)?;
            if !before.get(&index).is_some_and(|known| is_there(folder, known)) {
                let buffer = buffers.try_recv().unwrap_or_default();
                let made = making.block(index, buffer)?;
                // It hears nobody if it has stopped, which is said below.
                to_file.send(made).map_err(|_| Error::Interrupted)?;
            }
            progress(plan.block(index).len as u128)
        });
        drop(to_file);
        let written = writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        made.map(|()| written)
    })
}

/// Whether a block is there as recorded. What is damaged is named.
fn is_there(folder: &Folder, known: &Known) -> bool {
    match intact(folder, known) {
        Ok(()) => true,
        Err(damage) => {
            tracing::warn!("{}: {damage}; making it anew", folder.file(&known.name).display());
            false
        }
    }
}

/// Files of blocks that were written and not recorded: nothing is known of them.
fn remove_unrecorded(folder: &Folder, manifest: &Manifest) -> Result<(), Error> {
    let wanted = manifest.wanted();
    for name in folder.names()? {
        let Some(index) = block_of(&name, manifest.plan.format()) else { continue };
        let recorded = |record: &Record| manifest.block_name(record) == name;
        if wanted.contains(&index) && !manifest.blocks.get(&index).is_some_and(recorded) {
            tracing::debug!("{} is not on record", folder.file(&name).display());
            folder.remove(&name)?;
        }
    }
    Ok(())
}

/// The block whose file has a name that [`block_name`] makes.
pub(super) fn block_of(name: &str, format: Format) -> Option<u32> {
    let (index, rest) = name.split_once('-')?;
    let (crc, _) = rest.split_once('.')?;
    let (index, crc) = (index.parse().ok()?, Crc::try_from(crc.to_owned()).ok()?);
    (block_name(index, crc, format) == name).then_some(index)
}

/// What makes blocks durable, then records them.
struct Writing<'a> {
    folder: &'a Folder,
    manifest: Manifest,
    /// When the manifest was last replaced, and how long that took.
    saved: Instant,
    took: Duration,
    /// The blocks that have come since.
    since: Vec<u32>,
}

impl<'a> Writing<'a> {
    fn new(folder: &'a Folder, manifest: Manifest) -> Writing<'a> {
        Writing { folder, manifest, saved: Instant::now(), took: Duration::ZERO, since: Vec::new() }
    }

    /// Writes blocks as they come; whatever happens, those that are there are recorded.
    fn all(&mut self, blocks: &Receiver<Made>, memory: &Sender<Vec<u8>>) -> Result<(), Error> {
        let written = blocks.iter().try_for_each(|made| {
            let bytes = self.block(made)?;
            // Nobody needs it after the last block.
            let _ = memory.send(bytes);
            if self.saved.elapsed() >= self.took * SHARE { self.save() } else { Ok(()) }
        });
        let saved = self.finish();
        written.and(saved)
    }

    /// Records everything that is there. Where the disk is so full that the manifest has
    /// no room, the newest blocks give theirs: nobody would know of them.
    fn finish(&mut self) -> Result<(), Error> {
        let before = self.manifest.backends.clone();
        tidy(&mut self.manifest);
        if self.since.is_empty() && before == self.manifest.backends {
            return Ok(());
        }
        loop {
            let saved = self.save();
            let full = |source: &io::Error| {
                matches!(source.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded)
            };
            match (&saved, self.since.last()) {
                (Err(Error::Io { source, .. }), Some(newest)) if full(source) => {
                    if let Some(record) = self.manifest.blocks.remove(newest) {
                        self.folder.remove(&self.manifest.block_name(&record))?;
                    }
                    self.since.pop();
                }
                _ => return saved,
            }
        }
    }

    fn block(&mut self, made: Made) -> Result<Vec<u8>, Error> {
        let Made { bytes, mut record, maker, second } = made;
        self.folder.put(&self.manifest.block_name(&record), &bytes)?;
        record.made_by = self.manifest.backend(maker);
        record.checked_by = second.map(|maker| self.manifest.backend(maker));
        self.since.push(record.index);
        self.manifest.blocks.insert(record.index, record);
        Ok(bytes)
    }

    fn save(&mut self) -> Result<(), Error> {
        let begun = Instant::now();
        save(self.folder, &self.manifest)?;
        (self.saved, self.took) = (Instant::now(), begun.elapsed());
        self.since.clear();
        Ok(())
    }
}

/// Replaces a manifest on disk.
pub(super) fn save(folder: &Folder, manifest: &Manifest) -> Result<(), Error> {
    folder.put(&manifest.file_name(), manifest.text().as_bytes())
}

/// Backends that no block names any more are forgotten, and the others stand in the
/// order of the blocks, so that how a run came about does not show.
pub(super) fn tidy(manifest: &mut Manifest) {
    let makers = core::mem::take(&mut manifest.backends);
    let mut blocks: BTreeMap<u32, Record> = core::mem::take(&mut manifest.blocks);
    for record in blocks.values_mut() {
        record.made_by = manifest.backend(makers[record.made_by].clone());
        record.checked_by =
            record.checked_by.map(|backend| manifest.backend(makers[backend].clone()));
    }
    manifest.blocks = blocks;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_blocks() {
        let block_of = |name| block_of(name, Format::Npy);
        assert_eq!(block_of("00000012-0123abcd.npy"), Some(12));
        for other in [
            "00000012.npy",
            "12-0123abcd.npy",
            "00000012-0123abcx.npy",
            "00000012-0123ABCD.npy",
            "00000012-0123abcd.npy.bak",
            "00000012-0123abcd.csv",
            "+0000012-0123abcd.npy",
            "manifest.json",
            "",
        ] {
            assert_eq!(block_of(other), None, "{other}");
        }
    }
}
