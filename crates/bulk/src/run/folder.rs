//! A run's folder: who may write to it, and how a file comes to be there.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::manifest::{MANIFEST, Manifest, NoManifest};
use super::shard::Shard;
use crate::error::Error;
use crate::output::Target;
use crate::output::file::PREFIX;

/// What names of locks begin with. The files stay, and are empty.
const LOCK: &str = ".lock";

/// An open folder, locked as long as this lives. The system lets go of a lock when its
/// holder dies, however that happens.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// What the temporary names of this writer begin with.
    prefix: String,
    _locks: Vec<File>,
}

/// How a lock is held.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hold {
    Alone,
    Together,
}

impl Folder {
    /// Opens the folder of a run to write to it: alone, or its share beside those who
    /// write theirs. It is made first if it is to be.
    pub(super) fn write(path: &Path, shard: Option<Shard>, make: bool) -> Result<Folder, Error> {
        if make
            && let Err(source) = fs::create_dir(path)
            && source.kind() != io::ErrorKind::AlreadyExists
        {
            return Err(Error::Io { what: format!("cannot make {}", path.display()), source });
        }
        is_folder(path)?;
        let mut locks = Vec::new();
        let mut prefix = PREFIX.to_owned();
        match shard {
            None => locks.push(lock(path, LOCK, Hold::Alone)?),
            Some(shard) => {
                let name = shard.file_name();
                locks.push(lock(path, LOCK, Hold::Together)?);
                locks.push(lock(path, &format!("{LOCK}-{name}"), Hold::Alone)?);
                prefix = format!("{PREFIX}{name}-");
            }
        }
        let folder = Folder { path: path.into(), prefix, _locks: locks };
        folder.remove_leftovers()?;
        Ok(folder)
    }

    /// Opens the folder of a run to read it while nobody writes, or only shares are
    /// written.
    pub(super) fn read(path: &Path) -> Result<Folder, Error> {
        is_folder(path)?;
        let mut locks = Vec::new();
        // A copy may lack the lock, and a disk that cannot be written needs none.
        if let Ok(file) = File::open(path.join(LOCK)) {
            locks.push(hold(file, path, Hold::Together)?);
        }
        Ok(Folder { path: path.into(), prefix: PREFIX.to_owned(), _locks: locks })
    }

    /// Opens the folder of a run as it is at the moment, whoever writes to it.
    pub(super) fn glance(path: &Path) -> Result<Folder, Error> {
        is_folder(path)?;
        Ok(Folder { path: path.into(), prefix: PREFIX.to_owned(), _locks: Vec::new() })
    }

    /// The path of a file in it.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The names of what is in it, in their order, but for locks and what is temporary.
    pub(super) fn names(&self) -> Result<Vec<String>, Error> {
        let mut names = self.all_names()?;
        names.retain(|name| !name.starts_with(LOCK) && !name.starts_with(PREFIX));
        Ok(names)
    }

    fn all_names(&self) -> Result<Vec<String>, Error> {
        let failed = |source| reading(&self.path, source);
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(failed)? {
            // A name that is no text is none of ours.
            names.push(entry.map_err(failed)?.file_name().to_string_lossy().into_owned());
        }
        names.sort_unstable();
        Ok(names)
    }

    /// Takes away what this writer left under a temporary name when it was killed.
    fn remove_leftovers(&self) -> Result<(), Error> {
        let names = self.all_names()?;
        // Who has the folder alone has every writer's: the others are gone.
        let mut left = names.iter().filter(|name| name.starts_with(&self.prefix));
        left.try_for_each(|name| self.remove(name))
    }

    /// Takes a file away.
    pub(super) fn remove(&self, name: &str) -> Result<(), Error> {
        let path = self.file(name);
        fs::remove_file(&path).map_err(|source| Error::Io {
            what: format!("cannot remove {}", path.display()),
            source,
        })
    }

    /// Puts a file there, whole and durable, or leaves everything as it was.
    pub(super) fn put(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let path = self.file(name);
        let mut target = Target::named(&path, &self.prefix)?;
        target
            .write_all(bytes)
            .map_err(|source| Error::writing(&path.display().to_string(), source))?;
        target.commit()
    }

    /// The manifest of that name; `None` if it is not there.
    pub(super) fn manifest(&self, name: &str) -> Result<Option<Manifest>, Error> {
        let path = self.file(name);
        let refuse = |error: NoManifest| {
            let help = match (error, Shard::of_file(name)) {
                (NoManifest::Newer(_), _) => String::new(),
                (NoManifest::Damaged, None) => {
                    ": take it from a copy, or begin anew in another folder".to_owned()
                }
                (NoManifest::Damaged, Some(shard)) => format!(": remove it, and run {shard} again"),
            };
            Err(Error::File { path: path.clone(), what: format!("{error}{help}") })
        };
        match fs::read(&path) {
            Ok(bytes) => {
                let text = String::from_utf8(bytes).map_err(|_| NoManifest::Damaged);
                text.and_then(|text| Manifest::parse(&text)).map(Some).or_else(refuse)
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(reading(&path, e)),
        }
    }

    /// The run's own manifest.
    pub(super) fn whole(&self) -> Result<Option<Manifest>, Error> {
        self.manifest(MANIFEST)
    }

    /// The shards that have a manifest here.
    pub(super) fn shards(&self) -> Result<Vec<Shard>, Error> {
        Ok(self.names()?.iter().filter_map(|name| Shard::of_file(name)).collect())
    }

    /// Takes away the manifests and the locks of shards. Whoever makes one holds the lock
    /// of the folder too, so nobody does.
    pub(super) fn forget_shards(&self) -> Result<(), Error> {
        let names = self.all_names()?;
        let of_shard = |name: &&String| {
            let own = name.strip_prefix(LOCK).and_then(|rest| rest.strip_prefix('-'));
            Shard::of_file(own.unwrap_or(name)).is_some()
        };
        names.iter().filter(of_shard).try_for_each(|name| self.remove(name))
    }

    /// The error of a folder that is none of a run.
    pub(super) fn no_run(&self) -> Error {
        Error::File {
            path: self.path.clone(),
            what: format!(
                "this is no run, for it has no {MANIFEST}: begin one with 'phinum run QUANTITY RANGE --out DIR'"
            ),
        }
    }
}

fn is_folder(path: &Path) -> Result<(), Error> {
    let meta = fs::metadata(path).map_err(|source| reading(path, source))?;
    if meta.is_dir() {
        return Ok(());
    }
    let what = "this is a file, and a run is a folder".to_owned();
    Err(Error::File { path: path.into(), what })
}

pub(super) fn reading(path: &Path, source: io::Error) -> Error {
    Error::Io { what: format!("cannot read {}", path.display()), source }
}

fn lock(folder: &Path, name: &str, how: Hold) -> Result<File, Error> {
    let path = folder.join(name);
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
    let file = file.map_err(|e| Error::writing(&path.display().to_string(), e))?;
    hold(file, folder, how)
}

fn hold(file: File, folder: &Path, how: Hold) -> Result<File, Error> {
    let held = match how {
        Hold::Alone => file.try_lock(),
        Hold::Together => file.try_lock_shared(),
    };
    match held {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::Busy(folder.into())),
        Err(TryLockError::Error(source)) => {
            Err(Error::Io { what: format!("cannot lock {}", folder.display()), source })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writers_keep_each_other_out() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path();
        let busy = |folder: Result<Folder, Error>| matches!(folder, Err(Error::Busy(_)));
        let shard = |index| Shard::new(index, 2).ok();
        {
            let _whole = Folder::write(path, None, false).unwrap();
            assert!(busy(Folder::write(path, None, false)));
            assert!(busy(Folder::write(path, shard(0), false)));
            assert!(busy(Folder::read(path)));
        }
        let _first = Folder::write(path, shard(0), false).unwrap();
        let _second = Folder::write(path, shard(1), false).unwrap();
        assert!(busy(Folder::write(path, shard(0), false)));
        assert!(busy(Folder::write(path, None, false)));
        assert!(Folder::read(path).is_ok());
    }

    #[test]
    fn leftovers_of_a_writer_go_with_the_next() {
        let dir = tempfile::tempdir().unwrap();
        let left = |name: &str| fs::write(dir.path().join(name), "half").unwrap();
        left(".phinum-shard-00000-of-00002.json-a");
        left(".phinum-shard-00001-of-00002.json-a");
        left("mine.txt");
        let count = || fs::read_dir(dir.path()).unwrap().count();
        drop(Folder::write(dir.path(), Shard::new(0, 2).ok(), false).unwrap());
        // Two locks came, and one leftover went.
        assert_eq!(count(), 2 + 2);
        let whole = Folder::write(dir.path(), None, false).unwrap();
        assert_eq!(count(), 2 + 1);
        assert_eq!(whole.names().unwrap(), ["mine.txt"]);
    }
}
