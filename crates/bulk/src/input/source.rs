//! Where lines come from: a file, which always answers, or a stream, which may
//! let one wait.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// Bytes read at a time.
const BUFFER: usize = 1 << 16;
/// Buffers read ahead of a stream's reader.
const AHEAD: usize = 4;
/// How long a stream is waited for before its reader is told.
const PATIENCE: Duration = Duration::from_millis(100);

/// A file or a stream. A stream says [`io::ErrorKind::WouldBlock`] when nothing
/// came for a while; reading then goes on where it was.
pub(super) enum Source {
    File(BufReader<File>),
    Stream { buffers: Receiver<io::Result<Vec<u8>>>, current: Vec<u8>, read: usize },
}

impl Source {
    pub(super) fn open(path: &Path) -> io::Result<Source> {
        if path == Path::new("-") {
            return Ok(Source::stream(io::stdin()));
        }
        let file = File::open(path)?;
        if file.metadata()?.is_file() {
            return Ok(Source::File(BufReader::with_capacity(BUFFER, file)));
        }
        Ok(Source::stream(file))
    }

    /// A thread waits for the stream, so that nobody else has to. It ends with the
    /// stream, or when nobody listens any more.
    fn stream(stream: impl Read + Send + 'static) -> Source {
        let (sender, buffers) = sync_channel(AHEAD);
        std::thread::spawn(move || pump(stream, &sender));
        Source::Stream { buffers, current: Vec::new(), read: 0 }
    }
}

fn pump(mut stream: impl Read, sender: &SyncSender<io::Result<Vec<u8>>>) {
    loop {
        let mut buffer = vec![0; BUFFER];
        let result = match stream.read(&mut buffer) {
            Ok(0) => return,
            Ok(len) => {
                buffer.truncate(len);
                Ok(buffer)
            }
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            Err(e) => Err(e),
        };
        if sender.send(result).is_err() {
            return;
        }
    }
}

impl BufRead for Source {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self {
            Source::File(file) => file.fill_buf(),
            Source::Stream { buffers, current, read } => {
                if *read == current.len() {
                    match buffers.recv_timeout(PATIENCE) {
                        Ok(buffer) => (*current, *read) = (buffer?, 0),
                        Err(RecvTimeoutError::Timeout) => {
                            return Err(io::ErrorKind::WouldBlock.into());
                        }
                        Err(RecvTimeoutError::Disconnected) => return Ok(&[]),
                    }
                }
                Ok(&current[*read..])
            }
        }
    }

    fn consume(&mut self, bytes: usize) {
        match self {
            Source::File(file) => file.consume(bytes),
            Source::Stream { read, .. } => *read += bytes,
        }
    }
}

impl Read for Source {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let from = self.fill_buf()?;
        let len = from.len().min(into.len());
        into[..len].copy_from_slice(&from[..len]);
        self.consume(len);
        Ok(len)
    }
}
