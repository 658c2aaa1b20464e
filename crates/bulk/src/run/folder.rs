//! A run's folder: who may write to it, and how a file comes to be there.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::lock::{self, GATE, Hold, LOCK, hold};
use super::manifest::{MANIFEST, Manifest, NoManifest};
use super::shard::Shard;
use crate::error::Error;
use crate::output::file::{sync_folder, temporary};

/// What temporary names begin with: of a run, and of a shard before its name. They are
/// no other command's.
const TEMPORARY: &str = ".phinum-run-";
const TEMPORARY_OF_SHARD: &str = ".phinum-";

/// An open folder, locked as long as this lives.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// What the temporary names of this writer begin with.
    prefix: String,
    locks: Vec<File>,
}

impl Folder {
    /// Opens the folder of a run to write to it: alone, or its share beside those who
    /// write theirs. It is made first if it is to be.
    pub(super) fn write(path: &Path, shard: Option<Shard>, make: bool) -> Result<Folder, Error> {
        if make {
            match fs::create_dir(path) {
                // Its name is to be as durable as what will be in it.
                Ok(()) => sync_folder(path).map_err(|e| writing(path, e))?,
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
                Err(source) => {
                    let what = format!("cannot make {}", path.display());
                    return Err(Error::Io { what, source });
                }
            }
        }
        is_folder(path)?;
        let mut locks = Vec::new();
        let mut prefix = TEMPORARY.to_owned();
        match shard {
            None => locks.push(lock::take(path, LOCK, Hold::Alone)?),
            Some(shard) => {
                let name = shard.file_name();
                locks.push(lock::take(path, LOCK, Hold::Together)?);
                locks.push(lock::take(path, &lock::of_shard(shard), Hold::Alone)?);
                prefix = format!("{TEMPORARY_OF_SHARD}{name}-");
            }
        }
        let folder = Folder { path: path.into(), prefix, locks };
        folder.remove_leftovers(shard)?;
        Ok(folder)
    }

    /// Opens the folder of a run to read it while nobody writes, or only shares are
    /// written.
    pub(super) fn read(path: &Path) -> Result<Folder, Error> {
        let mut folder = Folder::glance(path)?;
        match File::open(path.join(LOCK)) {
            Ok(file) => folder.locks.push(hold(file, path, Hold::Together)?),
            // A copy may lack it.
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            Err(e) => return Err(reading(&path.join(LOCK), e)),
        }
        Ok(folder)
    }

    /// Opens the folder of a run as it is at the moment, whoever writes to it.
    pub(super) fn glance(path: &Path) -> Result<Folder, Error> {
        is_folder(path)?;
        Ok(Folder { path: path.into(), prefix: TEMPORARY.to_owned(), locks: Vec::new() })
    }

    /// Waits until no other shard is looking at the others or entering itself.
    pub(super) fn gate(&self) -> Result<File, Error> {
        lock::wait(&self.path, GATE)
    }

    /// The path of a file in it.
    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The names of what is in it, in their order, but for locks and what is temporary.
    pub(super) fn names(&self) -> Result<Vec<String>, Error> {
        let mut names = self.all_names()?;
        names.retain(|name| !name.starts_with(LOCK) && !is_temporary(name));
        Ok(names)
    }

    fn all_names(&self) -> Result<Vec<String>, Error> {
        let failed = |source| reading(&self.path, source);
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(failed)? {
            // A name that is no text is none of ours.
            names.extend(entry.map_err(failed)?.file_name().into_string());
        }
        names.sort_unstable();
        Ok(names)
    }

    /// Takes away what this writer left under a temporary name when it was killed. Who
    /// has the folder alone has every writer's: the others are gone.
    fn remove_leftovers(&self, shard: Option<Shard>) -> Result<(), Error> {
        let names = self.all_names()?;
        let left = |name: &&String| match shard {
            Some(_) => name.starts_with(&self.prefix),
            None => is_temporary(name),
        };
        names.iter().filter(left).try_for_each(|name| self.remove(name))
    }

    /// Takes a file away; a folder of that name is none of ours and stays.
    pub(super) fn remove(&self, name: &str) -> Result<(), Error> {
        let path = self.file(name);
        if fs::symlink_metadata(&path).is_ok_and(|meta| meta.is_dir()) {
            return Ok(());
        }
        let removed = fs::remove_file(&path);
        removed.map_err(|source| Error::Io {
            what: format!("cannot remove {}", path.display()),
            source,
        })
    }

    /// Puts a file there, whole and durable, or leaves everything as it was. Whatever
    /// has that name is replaced, and nothing is written through it.
    pub(super) fn put(&self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        let path = self.file(name);
        let failed = |e| writing(&path, e);
        let mut temporary = temporary(&self.path, &self.prefix).map_err(failed)?;
        // Through the file alone: the library adds its temporary name to an error.
        temporary.as_file_mut().write_all(bytes).map_err(failed)?;
        temporary.as_file().sync_all().map_err(failed)?;
        temporary.persist(&path).map_err(|e| failed(e.error))?;
        sync_folder(&path).map_err(failed)
    }

    /// What is in an ordinary file.
    pub(super) fn content(&self, name: &str) -> io::Result<Vec<u8>> {
        let path = self.file(name);
        regular(&path)?;
        fs::read(path)
    }

    /// The manifest of that name; `None` if it is not there.
    pub(super) fn manifest(&self, name: &str) -> Result<Option<Manifest>, Error> {
        let path = self.file(name);
        let refuse = |what: String| Err(Error::File { path: path.clone(), what });
        let bytes = match self.content(name) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(reading(&path, e)),
        };
        let text = String::from_utf8(bytes).map_err(|_| NoManifest::Foreign);
        match text.and_then(|text| Manifest::parse(&text)) {
            Ok(manifest) if manifest.file_name() == name => Ok(Some(manifest)),
            Ok(manifest) => refuse(format!(
                "this is {} under another name: give it its own back",
                manifest.file_name()
            )),
            Err(error) => refuse(match (error, Shard::of_file(name)) {
                (NoManifest::Damaged, None) => {
                    format!("{error}: take it from a copy, or begin anew in another folder")
                }
                (NoManifest::Damaged | NoManifest::Foreign, Some(shard)) => {
                    format!("{error}: remove it, and run {shard} again")
                }
                (NoManifest::Foreign, None) => {
                    format!("{error}: take it from a copy, or name another folder")
                }
                (NoManifest::Other(_), _) => error.to_string(),
            }),
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

    /// Their manifests.
    pub(super) fn shard_manifests(&self) -> Result<Vec<Manifest>, Error> {
        let mut manifests = Vec::new();
        for shard in self.shards()? {
            // It may have gone since.
            manifests.extend(self.manifest(&shard.file_name())?);
        }
        Ok(manifests)
    }

    /// Takes away the manifests and the locks of shards. Whoever makes one holds the lock
    /// of the folder too, so nobody does.
    pub(super) fn forget_shards(&self) -> Result<(), Error> {
        let names = self.all_names()?;
        let of_shard = |name: &&String| Shard::of_file(name).is_some() || lock::is_of_shards(name);
        names.iter().filter(of_shard).try_for_each(|name| self.remove(name))?;
        sync_folder(&self.path.join(MANIFEST)).map_err(|e| writing(&self.path, e))
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

fn is_temporary(name: &str) -> bool {
    let of_shard = name.strip_prefix(TEMPORARY_OF_SHARD);
    name.starts_with(TEMPORARY)
        || of_shard
            .and_then(|rest| rest.rsplit_once('-'))
            .is_some_and(|(shard, _)| Shard::of_file(shard).is_some())
}

fn is_folder(path: &Path) -> Result<(), Error> {
    let meta = fs::metadata(path).map_err(|source| reading(path, source))?;
    if meta.is_dir() {
        return Ok(());
    }
    let what = "this is a file, and a run is a folder".to_owned();
    Err(Error::File { path: path.into(), what })
}

/// The length of an ordinary file, or of one that a link leads to: a pipe of that name
/// would never end.
pub(super) fn regular(path: &Path) -> io::Result<u64> {
    let meta = fs::metadata(path)?;
    if meta.is_file() { Ok(meta.len()) } else { Err(io::Error::other("it is no ordinary file")) }
}

fn reading(path: &Path, source: io::Error) -> Error {
    Error::Io { what: format!("cannot read {}", path.display()), source }
}

fn writing(path: &Path, source: io::Error) -> Error {
    Error::Io { what: format!("cannot write {}", path.display()), source }
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
        left(".phinum-run-a");
        // Another command's, which may be at work.
        left(".phinum-abcdef");
        left("mine.txt");
        let count = || fs::read_dir(dir.path()).unwrap().count();
        drop(Folder::write(dir.path(), Shard::new(0, 2).ok(), false).unwrap());
        // Two locks came, and one leftover went.
        assert_eq!(count(), 2 + 4);
        let whole = Folder::write(dir.path(), None, false).unwrap();
        assert_eq!(count(), 2 + 2);
        assert_eq!(whole.names().unwrap(), [".phinum-abcdef", "mine.txt"]);
    }
}
