//! The blocks of a run, one after the other: what is there is looked at, what is not is
//! made, while a thread of its own writes what was made before.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::time::{Duration, Instant};

use super::begin::Workers;
use super::check::intact;
use super::folder::Folder;
use super::make::{Made, Making};
use super::manifest::{Manifest, Record};
use crate::Progress;
use crate::error::Error;

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
    let before = manifest.clone();
    remove_unrecorded(folder, &before)?;
    std::thread::scope(|scope| {
        // One block is written while the next is made, and their memory goes around.
        let (to_file, blocks) = sync_channel(1);
        let (to_memory, buffers) = channel();
        let mut writing = Writing::new(folder, manifest);
        let writer =
            scope.spawn(move || writing.all(&blocks, &to_memory).map(|()| writing.manifest));
        let mut making = Making::new(&plan, workers.engine, workers.seconds);
        let made = before.wanted().try_for_each(|index| {
            progress(0)?;
            if !is_there(folder, &before, index) {
                let buffer = buffers.try_recv().unwrap_or_default();
                let made = making.block(index, buffer)?;
                // It hears nobody if it has stopped, which is said below.
                to_file.send(made).map_err(|_| Error::Interrupted)?;
            }
            progress(before.plan.block(index).len as u128)
        });
        drop(to_file);
        let written = writer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        made.map(|()| written)
    })
}

/// Whether a block is there as recorded. What is damaged is named, and made anew.
fn is_there(folder: &Folder, manifest: &Manifest, index: u32) -> bool {
    let Some(record) = manifest.blocks.get(&index) else { return false };
    match intact(folder, manifest, record) {
        Ok(()) => true,
        Err(damage) => {
            let path = folder.file(&manifest.block_name(record));
            tracing::warn!("{}: {damage}; making it anew", path.display());
            false
        }
    }
}

/// Files of blocks that were written and not recorded: nothing is known of them.
fn remove_unrecorded(folder: &Folder, manifest: &Manifest) -> Result<(), Error> {
    let wanted = manifest.wanted();
    for name in folder.names()? {
        let Some(index) = block_of(&name) else { continue };
        let recorded = |record: &Record| manifest.block_name(record) == name;
        if wanted.contains(&index) && !manifest.blocks.get(&index).is_some_and(recorded) {
            folder.remove(&name)?;
        }
    }
    Ok(())
}

/// The block whose file has a name.
pub(super) fn block_of(name: &str) -> Option<u32> {
    let (index, rest) = name.split_once('-')?;
    let (crc, _) = rest.split_once('.')?;
    let digits = |text: &str, radix| text.len() == 8 && text.chars().all(|c| c.is_digit(radix));
    (digits(index, 10) && digits(crc, 16)).then(|| index.parse().ok()).flatten()
}

/// What makes blocks durable, then records them.
struct Writing<'a> {
    folder: &'a Folder,
    manifest: Manifest,
    /// When the manifest was last replaced, and how long that took.
    saved: Instant,
    took: Duration,
}

impl<'a> Writing<'a> {
    fn new(folder: &'a Folder, manifest: Manifest) -> Writing<'a> {
        Writing { folder, manifest, saved: Instant::now(), took: Duration::ZERO }
    }

    /// Writes blocks as they come; whatever happens, those that are there are recorded.
    fn all(&mut self, blocks: &Receiver<Made>, memory: &Sender<Vec<u8>>) -> Result<(), Error> {
        let written = blocks.iter().try_for_each(|made| {
            let bytes = self.block(made)?;
            // Nobody needs it after the last block.
            let _ = memory.send(bytes);
            if self.saved.elapsed() >= self.took * SHARE { self.save() } else { Ok(()) }
        });
        tidy(&mut self.manifest);
        let saved = self.save();
        written.and(saved)
    }

    fn block(&mut self, made: Made) -> Result<Vec<u8>, Error> {
        let Made { bytes, mut record, maker, second } = made;
        self.folder.put(&self.manifest.block_name(&record), &bytes)?;
        record.made_by = self.manifest.backend(maker);
        record.checked_by = second.map(|maker| self.manifest.backend(maker));
        self.manifest.blocks.insert(record.index, record);
        Ok(bytes)
    }

    fn save(&mut self) -> Result<(), Error> {
        let begun = Instant::now();
        save(self.folder, &self.manifest)?;
        (self.saved, self.took) = (Instant::now(), begun.elapsed());
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
    use super::block_of;

    #[test]
    fn names_of_blocks() {
        assert_eq!(block_of("00000012-0123abcd.npy"), Some(12));
        for other in
            ["00000012.npy", "12-0123abcd.npy", "00000012-0123abcx.npy", "manifest.json", ""]
        {
            assert_eq!(block_of(other), None, "{other}");
        }
    }
}
