//! Locks on a run's folder. The files stay, and are empty; the system lets go of a lock
//! when its holder dies, however that happens.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::shard::Shard;
use crate::error::Error;

/// The folder's own: whoever writes shards holds it together with the others, everybody
/// else alone. What names of locks begin with.
pub(super) const LOCK: &str = ".lock";
/// Held by a shard while it looks at the others and enters itself.
pub(super) const GATE: &str = ".lock-shards";

/// How a lock is held.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hold {
    Alone,
    Together,
}

/// The name of a shard's lock.
pub(super) fn of_shard(shard: Shard) -> String {
    format!("{LOCK}-{}", shard.file_name())
}

/// Whether a name is that of a lock which shards alone need.
pub(super) fn is_of_shards(name: &str) -> bool {
    let own = name.strip_prefix(LOCK).and_then(|rest| rest.strip_prefix('-'));
    name == GATE || own.is_some_and(|name| Shard::of_file(name).is_some())
}

/// Takes a lock.
///
/// # Errors
/// [`Error::Busy`] if somebody else has it.
pub(super) fn take(folder: &Path, name: &str, how: Hold) -> Result<File, Error> {
    hold(open(folder, name)?, folder, how)
}

/// Takes a lock that is never held for long.
pub(super) fn wait(folder: &Path, name: &str) -> Result<File, Error> {
    let file = open(folder, name)?;
    file.lock().map_err(|source| failed(folder, source))?;
    Ok(file)
}

fn open(folder: &Path, name: &str) -> Result<File, Error> {
    let path = folder.join(name);
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
    file.map_err(|e| Error::writing(&path.display().to_string(), e))
}

/// How long a lock is tried for, and how often: a process that was killed may take a
/// moment to die, and one that begins another lends it its locks for a moment.
const PATIENCE: Duration = Duration::from_millis(150);
const EVERY: Duration = Duration::from_millis(5);

/// Locks an open file.
pub(super) fn hold(file: File, folder: &Path, how: Hold) -> Result<File, Error> {
    let begun = Instant::now();
    loop {
        let held = match how {
            Hold::Alone => file.try_lock(),
            Hold::Together => file.try_lock_shared(),
        };
        match held {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => sleep(EVERY),
            Err(TryLockError::WouldBlock) => return Err(Error::Busy(folder.into())),
            Err(TryLockError::Error(source)) => return Err(failed(folder, source)),
        }
    }
}

fn failed(folder: &Path, source: std::io::Error) -> Error {
    Error::Io { what: format!("cannot lock {}", folder.display()), source }
}
