//! Files of integers, one a line, read a batch at a time.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use crate::error::Error;

/// The lines of a file, or of standard input for `-`.
pub struct Lines {
    path: PathBuf,
    reader: Box<dyn BufRead>,
    line: u64,
    buffer: String,
    seen: bool,
}

impl Lines {
    /// Opens `path`.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be read.
    pub fn open(path: &Path) -> Result<Lines, Error> {
        let reader: Box<dyn BufRead> = if path == Path::new("-") {
            Box::new(BufReader::new(io::stdin()))
        } else {
            let file = File::open(path).map_err(|e| reading(path, e))?;
            Box::new(BufReader::with_capacity(1 << 20, file))
        };
        Ok(Lines { path: path.into(), reader, line: 0, buffer: String::new(), seen: false })
    }

    /// Reads up to `most` lines that are not blank, each by `parse`; none at the end.
    ///
    /// # Errors
    /// [`Error::Line`] where `parse` refuses a line, or at the end of a file that
    /// has none; [`Error::Io`].
    pub fn batch<T>(
        &mut self,
        most: usize,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Vec<T>, Error> {
        let mut items = Vec::new();
        while items.len() < most {
            self.buffer.clear();
            let read =
                self.reader.read_line(&mut self.buffer).map_err(|e| reading(&self.path, e))?;
            if read == 0 {
                if !self.seen {
                    return Err(self.refuse("the file has no numbers: write one a line".into()));
                }
                break;
            }
            self.line += 1;
            let text = self.buffer.trim();
            if text.is_empty() {
                continue;
            }
            items.push(parse(text).map_err(|what| self.refuse(what))?);
            self.seen = true;
        }
        Ok(items)
    }

    fn refuse(&self, what: String) -> Error {
        Error::Line { path: self.path.clone(), line: self.line.max(1), what }
    }
}

fn reading(path: &Path, source: io::Error) -> Error {
    Error::Io { what: format!("cannot read {}", path.display()), source }
}

/// A listed number.
///
/// # Errors
/// A sentence on what is wrong and what would be right.
pub fn number(text: &str) -> Result<u64, String> {
    if let Ok(n) = text.parse() {
        return Ok(n);
    }
    let shown: String = text.chars().take(40).collect();
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(format!("'{shown}' is not a whole number in decimal digits"));
    }
    if text.starts_with('-') {
        return Err(format!("{shown} is negative: numbers are 0 or more"));
    }
    Err(format!("{shown} is above 2^64 - 1, the largest in a list: use 'phinum show' for it"))
}

/// A pair of heaps, `A,B` or `A B`.
///
/// # Errors
/// As [`number`].
pub fn pair(text: &str) -> Result<[u64; 2], String> {
    let mut parts = text.split([',', ' ', '\t']).filter(|part| !part.is_empty());
    if let (Some(a), Some(b), None) = (parts.next(), parts.next(), parts.next()) {
        return Ok([number(a)?, number(b)?]);
    }
    let shown: String = text.chars().take(40).collect();
    Err(format!("'{shown}' is not a pair of heaps: write two numbers, A,B"))
}

/// A table of weights from a file, one a line, the first for index 1.
///
/// # Errors
/// [`Error::Line`] naming the line, [`Error::Io`].
pub fn weights(path: &Path) -> Result<Vec<u128>, Error> {
    Lines::open(path)?.batch(usize::MAX, |text| {
        text.parse().map_err(|_| {
            let shown: String = text.chars().take(40).collect();
            format!("'{shown}' is not a weight: write a whole number from 0 to 2^128 - 1")
        })
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn read(text: &str) -> Result<Vec<u64>, String> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let mut lines = Lines::open(file.path()).map_err(|e| e.to_string())?;
        let mut all = Vec::new();
        loop {
            let batch = lines.batch(2, number).map_err(|e| e.to_string())?;
            if batch.is_empty() {
                return Ok(all);
            }
            all.extend(batch);
        }
    }

    #[test]
    fn numbers_one_a_line() {
        assert_eq!(read("1\n\n  2 \r\n18446744073709551615"), Ok(vec![1, 2, u64::MAX]));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (text, what) in [
            ("1\n2\nx\n", "line 3: 'x' is not a whole number"),
            ("1\n-5\n", "line 2: -5 is negative"),
            ("18446744073709551616\n", "phinum show"),
            ("1.5\n", "line 1: '1.5' is not a whole number"),
            ("", "no numbers"),
            ("\n\n", "no numbers"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(what), "{text:?}: {error}");
        }
        assert!(Lines::open(Path::new("/no/such/file")).is_err());
    }

    #[test]
    fn pairs_in_either_form() {
        assert_eq!(pair("3,5"), Ok([3, 5]));
        assert_eq!(pair("3 5"), Ok([3, 5]));
        assert!(pair("3").is_err() && pair("3,4,5").is_err() && pair("a,b").is_err());
    }
}
