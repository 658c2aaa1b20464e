//! Where a table goes: a file that is there whole or not at all, or a stream.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::Sink;
use crate::error::Error;

/// An output.
#[derive(Debug)]
pub enum Target {
    /// Standard output.
    Stdout(BufWriter<io::Stdout>),
    /// A device, a pipe, a socket: written as it comes.
    Stream(BufWriter<File>, PathBuf),
    /// A file under a temporary name, until [`Target::commit`].
    Temporary(BufWriter<NamedTempFile>, PathBuf),
}

const BUFFER: usize = 1 << 20;

impl Target {
    /// Standard output.
    pub fn stdout() -> Target {
        Target::Stdout(BufWriter::with_capacity(BUFFER, io::stdout()))
    }

    /// The file at `path`, which is replaced only when it is complete; or, if
    /// there is something there that is no ordinary file, that.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be written.
    pub fn file(path: &Path) -> Result<Target, Error> {
        let error = |e| Error::writing(&path.display().to_string(), e);
        match path.metadata() {
            Ok(meta) if !meta.is_file() => {
                let file = OpenOptions::new().write(true).open(path).map_err(error)?;
                Ok(Target::Stream(BufWriter::with_capacity(BUFFER, file), path.into()))
            }
            existing => {
                // A link stays one: what it points to is replaced.
                let path = &path.canonicalize().unwrap_or_else(|_| path.into());
                let file = temporary(folder(path), ".phinum-").map_err(error)?;
                if let Ok(existing) = existing {
                    file.as_file().set_permissions(existing.permissions()).map_err(error)?;
                }
                Ok(Target::Temporary(BufWriter::with_capacity(BUFFER, file), path.into()))
            }
        }
    }

    /// Whether a person looks at it.
    pub fn is_terminal(&self) -> bool {
        match self {
            Target::Stdout(out) => out.get_ref().is_terminal(),
            Target::Stream(out, _) => out.get_ref().is_terminal(),
            Target::Temporary(..) => false,
        }
    }

    /// Makes it durable under its name. Dropped without this, an ordinary file is
    /// as it was before.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::Closed`].
    pub fn commit(self) -> Result<(), Error> {
        match self {
            Target::Stdout(mut out) => {
                out.flush().map_err(|e| Error::writing("standard output", e))
            }
            Target::Stream(mut out, path) => {
                out.flush().map_err(|e| Error::writing(&path.display().to_string(), e))
            }
            Target::Temporary(out, path) => {
                let error = |e| Error::writing(&path.display().to_string(), e);
                let file = out.into_inner().map_err(|e| error(e.into_error()))?;
                file.as_file().sync_all().map_err(error)?;
                file.persist(&path).map_err(|e| error(e.error))?;
                sync_folder(&path).map_err(error)
            }
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Stdout(out) => out.write(bytes),
            Target::Stream(out, _) => out.write(bytes),
            Target::Temporary(out, _) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::Stdout(out) => out.flush(),
            Target::Stream(out, _) => out.flush(),
            Target::Temporary(out, _) => out.flush(),
        }
    }
}

impl Sink for Target {
    fn can_patch(&self) -> bool {
        matches!(self, Target::Temporary(..))
    }

    fn patch(&mut self, bytes: &[u8]) -> io::Result<()> {
        let Target::Temporary(out, _) = self else {
            return Err(io::ErrorKind::NotSeekable.into());
        };
        out.rewind()?;
        out.write_all(bytes)?;
        out.seek(SeekFrom::End(0)).map(drop)
    }
}

/// A file under a temporary name that begins with `prefix`. The library adds that name
/// to an error; this is the system's own.
pub(crate) fn temporary(folder: &Path, prefix: &str) -> io::Result<NamedTempFile> {
    let mut code = None;
    let create = |name: &Path| File::create_new(name).inspect_err(|e| code = e.raw_os_error());
    let file = tempfile::Builder::new().prefix(prefix).make_in(folder, create);
    file.map_err(|e| code.map_or(e, io::Error::from_raw_os_error))
}

/// The folder a file is in; a bare name is in the working folder.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes a file's name as durable as its content.
#[cfg(unix)]
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(folder(path))?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    // A folder cannot be opened to be synced.
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.csv");
        std::fs::write(&path, "before").unwrap();
        let mut dropped = Target::file(&path).unwrap();
        dropped.write_all(b"half").unwrap();
        drop(dropped);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "before");
        let mut whole = Target::file(&path).unwrap();
        whole.write_all(b"after").unwrap();
        whole.commit().unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "after");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let error = Target::file(Path::new("no/such/folder/out.csv")).unwrap_err();
        assert!(error.to_string().contains("no/such/folder/out.csv: "), "{error}");
        assert!(!error.to_string().contains(".phinum-"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        std::fs::write(&file, "before").unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let mut target = Target::file(&link).unwrap();
        target.write_all(b"after").unwrap();
        target.commit().unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "after");
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_shows_when_written_or_committed() {
        let mut full = Target::file(Path::new("/dev/full")).unwrap();
        let result =
            full.write_all(b"x").map_err(|e| Error::writing("x", e)).and_then(|()| full.commit());
        assert!(matches!(result, Err(Error::Io { .. })));
    }
}
