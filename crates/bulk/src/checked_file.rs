//! Files that are checked when they are read: a header, a body, and the CRC-32 of
//! both. Numbers are little-endian. The header: the format's name, which ends in a
//! line feed, its version (u32), and numbers of the format's own.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use crc32fast::Hasher;

use crate::error::Error;
use crate::output::Target;

/// The bytes of the version, and those of the checksum.
const WORD: usize = 4;
/// Bytes at a time, of arrays that are turned into bytes and back.
const CHUNK: usize = 1 << 16;

/// A kind of file.
#[derive(Debug)]
pub(crate) struct Format {
    /// What it begins with.
    pub(crate) magic: &'static [u8],
    /// Its version.
    pub(crate) version: u32,
    /// The bytes of the header's own numbers.
    pub(crate) own: usize,
    /// What messages call what is in it.
    pub(crate) content: &'static str,
}

impl Format {
    /// The bytes of the header.
    pub(crate) const fn header(&self) -> usize {
        self.magic.len() + WORD + self.own
    }
}

/// A file being written.
pub(crate) struct Writing<'a> {
    target: Target,
    path: &'a Path,
    crc: Hasher,
}

impl<'a> Writing<'a> {
    /// Begins a file on `target`, which errors call `path`, with the header's own
    /// numbers.
    pub(crate) fn begin(
        target: Target,
        path: &'a Path,
        format: &Format,
        own: &[u8],
    ) -> Result<Self, Error> {
        assert_eq!(own.len(), format.own, "a header has one length");
        let mut writing = Writing { target, path, crc: Hasher::new() };
        writing.bytes(format.magic)?;
        writing.bytes(&format.version.to_le_bytes())?;
        writing.bytes(own)?;
        Ok(writing)
    }

    /// Writes bytes.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.crc.update(bytes);
        self.put(bytes)
    }

    /// Writes words, without a copy of all of them.
    pub(crate) fn words(&mut self, words: &[u32]) -> Result<(), Error> {
        let mut chunk = Vec::with_capacity(WORD * CHUNK);
        for some in words.chunks(CHUNK) {
            chunk.clear();
            chunk.extend(some.iter().flat_map(|word| word.to_le_bytes()));
            self.bytes(&chunk)?;
        }
        Ok(())
    }

    /// Adds the checksum and makes the file durable.
    pub(crate) fn finish(mut self) -> Result<(), Error> {
        let checksum = self.crc.clone().finalize().to_le_bytes();
        self.put(&checksum)?;
        self.target.commit()
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.target
            .write_all(bytes)
            .map_err(|e| Error::writing(&self.path.display().to_string(), e))
    }
}

/// A file being read. Nothing it says is to be used before [`Reading::finish`].
pub(crate) struct Reading<'a> {
    file: BufReader<File>,
    path: &'a Path,
    format: &'static Format,
    own: Vec<u8>,
    crc: Hasher,
    /// How many bytes follow, of an ordinary file.
    left: Option<u64>,
}

impl<'a> Reading<'a> {
    /// Opens `path` and reads the header.
    ///
    /// # Errors
    /// [`Error::File`] for another kind of file or another version, [`Error::Io`].
    pub(crate) fn open(path: &'a Path, format: &'static Format) -> Result<Self, Error> {
        let failed = |source| reading(path, source);
        let file = File::open(path).map_err(failed)?;
        let meta = file.metadata().map_err(failed)?;
        let left = meta.is_file().then(|| meta.len().saturating_sub(format.header() as u64));
        let file = BufReader::with_capacity(WORD * CHUNK, file);
        let mut this = Reading { file, path, format, own: Vec::new(), crc: Hasher::new(), left };
        let foreign = || format!("this is no {} file of phinum", format.content);
        let mut header = vec![0; format.header()];
        if !this.exact(&mut header)? {
            return Err(this.refuse(foreign()));
        }
        let (magic, rest) = header.split_at(format.magic.len());
        if magic != format.magic {
            return Err(this.refuse(foreign()));
        }
        let (version, own) = rest.split_at(WORD);
        if *version != format.version.to_le_bytes() {
            return Err(this.refuse(format!(
                "the {} has format {}, and this phinum reads format {}: save it again",
                format.content,
                little_endian(version),
                format.version
            )));
        }
        this.own = own.to_vec();
        Ok(this)
    }

    /// The header's own number of so many bytes at a place.
    pub(crate) fn own(&self, at: usize, bytes: usize) -> u64 {
        little_endian(&self.own[at..at + bytes])
    }

    /// Refuses what is not as long as a body of `body` bytes makes it, if that can
    /// be known by now.
    pub(crate) fn expect(&self, body: u64) -> Result<(), Error> {
        match self.left {
            Some(left) if body.checked_add(WORD as u64) != Some(left) => Err(self.wrong_length()),
            _ => Ok(()),
        }
    }

    /// The next bytes. What it takes grows with what is there, not with what the
    /// header says.
    pub(crate) fn bytes(&mut self, len: u64) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::with_capacity(len.min(self.left.unwrap_or(0)) as usize);
        let took = self.file.by_ref().take(len).read_to_end(&mut bytes);
        took.map_err(|source| reading(self.path, source))?;
        if bytes.len() as u64 != len {
            return Err(self.wrong_length());
        }
        self.crc.update(&bytes);
        Ok(bytes)
    }

    /// The next words, as [`Reading::bytes`].
    pub(crate) fn words(&mut self, len: u64) -> Result<Vec<u32>, Error> {
        let there = self.left.unwrap_or(0) / WORD as u64;
        let mut words = Vec::with_capacity(len.min(there) as usize);
        let mut chunk = vec![0; WORD * CHUNK];
        while (words.len() as u64) < len {
            let some = CHUNK.min((len - words.len() as u64) as usize);
            let chunk = &mut chunk[..WORD * some];
            if !self.exact(chunk)? {
                return Err(self.wrong_length());
            }
            words.extend(chunk.chunks_exact(WORD).map(|word| little_endian(word) as u32));
        }
        Ok(words)
    }

    /// Reads the checksum, and sees that nothing follows it.
    pub(crate) fn finish(&mut self) -> Result<(), Error> {
        let expected = self.crc.clone().finalize().to_le_bytes();
        // One byte more than there should be shows a file that is too long.
        let checksum = self.bytes(WORD as u64)?;
        let more = self.file.by_ref().bytes().next().is_some();
        if more {
            return Err(self.wrong_length());
        }
        if *checksum != expected {
            let content = self.format.content;
            return Err(self.refuse(format!(
                "the {content} is damaged: its checksum is wrong; save it again"
            )));
        }
        Ok(())
    }

    /// The error of a file that is not what it should be.
    pub(crate) fn refuse(&self, what: String) -> Error {
        Error::File { path: self.path.into(), what }
    }

    /// The error of a file that is cut short or too long.
    pub(crate) fn wrong_length(&self) -> Error {
        let content = self.format.content;
        self.refuse(format!("the {content} is damaged: it has the wrong length; save it again"))
    }

    /// Fills a buffer; false if the file ends before.
    fn exact(&mut self, buffer: &mut [u8]) -> Result<bool, Error> {
        match self.file.read_exact(buffer) {
            Ok(()) => {
                self.crc.update(buffer);
                Ok(true)
            }
            Err(e) if e.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
            Err(e) => Err(reading(self.path, e)),
        }
    }
}

fn reading(path: &Path, source: io::Error) -> Error {
    Error::Io { what: format!("cannot read {}", path.display()), source }
}

fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |high, &byte| high << 8 | u64::from(byte))
}
