//! Files of integers, one a line, read a batch at a time.

mod source;

use std::io::{self, BufRead};
use std::path::Path;

use crate::Progress;
use crate::error::Error;
use source::Source;

/// The longest line that is read, in bytes: many times what a number needs.
pub const LONGEST_LINE: usize = 4096;

/// The most weights a table may have: as many digits as the numeral of a number
/// of some 10000 decimal digits.
pub const MOST_WEIGHTS: usize = 50_000;

/// The lines of a file, or of standard input for `-`.
pub struct Lines {
    /// As messages name it.
    name: String,
    source: Source,
    line: u64,
    buffer: Vec<u8>,
    seen: bool,
    /// Whether the line in the buffer is yet to be read.
    held: bool,
}

impl Lines {
    /// Opens `path`.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be read.
    pub fn open(path: &Path) -> Result<Lines, Error> {
        let name = if path == Path::new("-") {
            "standard input".to_owned()
        } else {
            path.display().to_string()
        };
        let source = Source::open(path).map_err(|e| reading(&name, e))?;
        Ok(Lines { name, source, line: 0, buffer: Vec::new(), seen: false, held: false })
    }

    /// Reads up to `most` lines, each by `parse`; none at the end. Lines that are
    /// blank are passed over where `parse` gives `None`. While nothing comes,
    /// `progress` is called with 0.
    ///
    /// # Errors
    /// [`Error::Line`] where a line is too long or `parse` refuses it;
    /// [`Error::Io`], also for a file that has no line at all; what `progress` says.
    pub fn batch<T>(
        &mut self,
        most: usize,
        progress: Progress<'_>,
        parse: impl Fn(&str) -> Result<Option<T>, String>,
    ) -> Result<Vec<T>, Error> {
        let mut items = Vec::new();
        while items.len() < most && self.next(progress)? {
            let item = match str::from_utf8(&self.buffer) {
                Ok(text) => parse(text.trim()),
                Err(_) => Err("this is no text in UTF-8".into()),
            };
            let what = match item {
                Ok(Some(item)) => {
                    self.seen = true;
                    items.push(item);
                    continue;
                }
                Ok(None) => continue,
                Err(what) => what,
            };
            return Err(self.refuse(what));
        }
        if items.is_empty() && !self.seen {
            let what = format!("{} has no numbers: write one a line", self.name);
            return Err(Error::Io { what, source: io::ErrorKind::UnexpectedEof.into() });
        }
        Ok(items)
    }

    /// The next line that is not blank, as text, which is read all the same; `None` at
    /// the end.
    ///
    /// # Errors
    /// As [`Lines::batch`].
    pub fn peek(&mut self, progress: Progress<'_>) -> Result<Option<String>, Error> {
        while self.next(progress)? {
            let text = String::from_utf8_lossy(&self.buffer).trim().to_owned();
            if !text.is_empty() {
                self.held = true;
                return Ok(Some(text));
            }
        }
        Ok(None)
    }

    /// Reads the next line into the buffer, without a byte order mark; false at
    /// the end.
    fn next(&mut self, progress: Progress<'_>) -> Result<bool, Error> {
        if core::mem::take(&mut self.held) {
            return Ok(true);
        }
        self.buffer.clear();
        loop {
            let room = (LONGEST_LINE + 1 - self.buffer.len()) as u64;
            match io::Read::take(&mut self.source, room).read_until(b'\n', &mut self.buffer) {
                Ok(_) => break,
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => progress(0)?,
                Err(e) => return Err(reading(&self.name, e)),
            }
        }
        if self.buffer.is_empty() {
            return Ok(false);
        }
        self.line += 1;
        if self.buffer.len() > LONGEST_LINE {
            return Err(self.refuse(format!("a line is longer than {LONGEST_LINE} bytes")));
        }
        if self.line == 1 && self.buffer.starts_with(b"\xef\xbb\xbf") {
            self.buffer.drain(..3);
        }
        Ok(true)
    }

    fn refuse(&self, what: String) -> Error {
        Error::Line { name: self.name.clone(), line: self.line, what }
    }
}

fn reading(name: &str, source: io::Error) -> Error {
    Error::Io { what: format!("cannot read {name}"), source }
}

/// A text to be shown in a message: short, and nothing a terminal acts on.
fn shown(text: &str) -> String {
    let cut: String = text.chars().take(40).collect();
    let dots = if cut.len() < text.len() { "…" } else { "" };
    format!("'{}{dots}'", cut.escape_debug())
}

/// A listed number, or nothing on a blank line.
///
/// # Errors
/// A sentence on what is wrong and what would be right.
pub fn number(text: &str) -> Result<Option<u64>, String> {
    if text.is_empty() { Ok(None) } else { digits(text).map(Some) }
}

fn digits(text: &str) -> Result<u64, String> {
    let bare = text.strip_prefix('-').unwrap_or(text);
    if bare.is_empty() || !bare.bytes().all(|b| b.is_ascii_digit()) {
        return Err(format!("{} is not a whole number in decimal digits", shown(text)));
    }
    if text.starts_with('-') {
        return Err(format!("{} is negative: numbers are 0 or more", shown(text)));
    }
    text.parse().map_err(|_| {
        let shown = shown(text);
        format!("{shown} is above 2^64 - 1, the largest in a list: use 'phinum show' for it")
    })
}

/// A pair of heaps, `A,B` or `A B`, or nothing on a blank line.
///
/// # Errors
/// As [`number`].
pub fn pair(text: &str) -> Result<Option<[u64; 2]>, String> {
    let mut parts = text.split([',', ' ', '\t']).filter(|part| !part.is_empty());
    match (parts.next(), parts.next(), parts.next()) {
        (None, ..) if text.is_empty() => Ok(None),
        (Some(a), Some(b), None) => Ok(Some([digits(a)?, digits(b)?])),
        _ => Err(format!("{} is not a pair of heaps: write two numbers, A,B", shown(text))),
    }
}

/// A heap of Fibonacci Nim and its cap, clamped to it, from `HEAP:CAP`, `HEAP,CAP` or
/// `HEAP CAP`; `HEAP` alone is an opening. Nothing on a blank line.
///
/// # Errors
/// As [`number`]; a heap above `largest`.
pub fn heap_and_cap(text: &str, largest: u64) -> Result<Option<[u64; 2]>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let form = || {
        let shown = shown(text);
        format!("{shown} is no heap with a cap: write HEAP:CAP, or HEAP alone at the opening")
    };
    // A colon may stand between blanks; a blank or a comma is a separator itself.
    let (heap, cap) = match text.split_once([':', ',']) {
        Some((heap, cap)) => (heap.trim_end(), Some(cap.trim_start())),
        None => match text.split_once([' ', '\t']) {
            Some((heap, cap)) => (heap, Some(cap.trim_start())),
            None => (text, None),
        },
    };
    if heap.is_empty() || cap.is_some_and(str::is_empty) {
        return Err(form());
    }
    if [Some(heap), cap].into_iter().flatten().any(|part| part.contains([':', ',', ' ', '\t'])) {
        return Err(form());
    }
    let heap = heap_up_to(heap, largest)?;
    let cap = cap.map(digits).transpose()?;
    Ok(Some([heap, cap.map_or(heap.saturating_sub(1), |cap| cap.min(heap))]))
}

fn heap_up_to(text: &str, largest: u64) -> Result<u64, String> {
    let heap = digits(text)?;
    if heap > largest {
        return Err(format!(
            "the heap {heap} is above {largest}, the largest of a table: use 'phinum nim' for it"
        ));
    }
    Ok(heap)
}

/// A sum of heaps of Fibonacci Nim, each `HEAP` at its opening or `HEAP:CAP`, with
/// blanks between them; caps come clamped. Nothing on a blank line.
///
/// # Errors
/// As [`heap_and_cap`].
pub fn heaps_and_caps(text: &str, largest: u64) -> Result<Option<Vec<[u64; 2]>>, String> {
    let heap = |part: &str| {
        let form = || {
            let part = shown(part);
            format!("{part} is no heap: write HEAP or HEAP:CAP, without blanks inside")
        };
        if part.contains(',') {
            return Err(form());
        }
        heap_and_cap(part, largest).and_then(|heap| heap.ok_or_else(form))
    };
    let heaps: Vec<[u64; 2]> = text.split_whitespace().map(heap).collect::<Result<_, _>>()?;
    Ok(if heaps.is_empty() { None } else { Some(heaps) })
}

/// A table of weights from a file, one a line, the first for index 1. A blank
/// line would shift all that follow, and is refused.
///
/// # Errors
/// [`Error::Line`] naming the line, [`Error::Io`].
pub fn weights(path: &Path) -> Result<Vec<u128>, Error> {
    let mut lines = Lines::open(path)?;
    let weight = |text: &str| {
        text.parse().map(Some).map_err(|_| {
            let shown = shown(text);
            format!("{shown} is not a weight: write a whole number from 0 to 2^128 - 1")
        })
    };
    let table = lines.batch(MOST_WEIGHTS + 1, &|_| Ok(()), weight)?;
    if table.len() > MOST_WEIGHTS {
        return Err(lines.refuse(format!("a table has at most {MOST_WEIGHTS} weights")));
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytes).unwrap();
        file
    }

    fn read(bytes: &[u8]) -> Result<Vec<u64>, String> {
        let file = file(bytes);
        let mut lines = Lines::open(file.path()).map_err(|e| e.to_string())?;
        let mut all = Vec::new();
        loop {
            let batch = lines.batch(2, &|_| Ok(()), number).map_err(|e| e.to_string())?;
            if batch.is_empty() {
                return Ok(all);
            }
            all.extend(batch);
        }
    }

    #[test]
    fn numbers_one_a_line() {
        assert_eq!(read(b"1\n\n  2 \r\n18446744073709551615"), Ok(vec![1, 2, u64::MAX]));
        assert_eq!(read(b"\xef\xbb\xbf7\n"), Ok(vec![7]));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let long = [b'1'; 2 * LONGEST_LINE];
        for (bytes, what) in [
            (&b"1\n2\nx\n"[..], "line 3: 'x' is not a whole number"),
            (b"1\n-5\n", "line 2: '-5' is negative"),
            (b"18446744073709551616\n", "phinum show"),
            (b"1.5\n", "line 1: '1.5' is not a whole number"),
            (b"+5\n", "line 1: '+5' is not a whole number"),
            (b"1\n\xff\n", "line 2: this is no text in UTF-8"),
            (b"1\n2\x00\n", "line 2: '2\\0' is not"),
            (&long, "line 1: a line is longer"),
            (b"", "has no numbers"),
            (b"\n\n", "has no numbers"),
        ] {
            let error = read(bytes).unwrap_err();
            assert!(error.contains(what), "{}: {error}", String::from_utf8_lossy(bytes));
        }
        assert!(Lines::open(Path::new("/no/such/file")).is_err());
    }

    #[test]
    fn pairs_in_either_form() {
        assert_eq!(pair("3,5"), Ok(Some([3, 5])));
        assert_eq!(pair("3 5"), Ok(Some([3, 5])));
        assert_eq!(pair(""), Ok(None));
        assert!(pair("3").is_err() && pair("3,4,5").is_err() && pair("a,b").is_err());
        assert!(pair(",").is_err());
    }

    #[test]
    fn heaps_in_every_form() {
        let read = |text: &str| heap_and_cap(text, 1 << 31);
        for (text, expected) in [
            ("9", [9, 8]),
            ("9:3", [9, 3]),
            ("9,3", [9, 3]),
            ("9 3", [9, 3]),
            ("9 : 3", [9, 3]),
            ("9\t 3", [9, 3]),
            ("9:50", [9, 9]),
            ("0", [0, 0]),
            ("1", [1, 0]),
            ("0:7", [0, 0]),
            ("2147483648:18446744073709551615", [1 << 31, 1 << 31]),
        ] {
            assert_eq!(read(text), Ok(Some(expected)), "{text}");
        }
        assert_eq!(read(""), Ok(None));
        for (text, words) in [
            ("9:", "write HEAP:CAP"),
            (":9", "write HEAP:CAP"),
            ("9:3:1", "write HEAP:CAP"),
            ("9 3 1", "write HEAP:CAP"),
            ("9:-3", "'-3' is negative"),
            ("-9", "'-9' is negative"),
            ("x:3", "'x' is not a whole number"),
            ("9:1.5", "'1.5' is not a whole number"),
            ("2147483649", "the heap 2147483649 is above 2147483648"),
            ("18446744073709551616", "'phinum show'"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn sums_of_heaps() {
        let read = |text: &str| heaps_and_caps(text, 1 << 31);
        assert_eq!(read("9:8  4\t0"), Ok(Some(vec![[9, 8], [4, 3], [0, 0]])));
        assert_eq!((read(""), read("7")), (Ok(None), Ok(Some(vec![[7, 6]]))));
        for text in ["9 : 8", "9,8", "9:8,4", "9: 8", "9 x", "-9 3"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_line_that_was_looked_at_is_read_all_the_same() {
        let file = file(b"\n \n1\n2\n");
        let mut lines = Lines::open(file.path()).unwrap();
        let nothing = |_| Ok(());
        assert_eq!(lines.peek(&nothing).unwrap().as_deref(), Some("1"));
        assert_eq!(lines.batch(9, &nothing, number).unwrap(), [1, 2]);
        assert_eq!(lines.peek(&nothing).unwrap(), None);
    }

    #[test]
    fn weights_leave_no_index_out() {
        assert_eq!(weights(file(b"1\n2\n").path()).unwrap(), [1, 2]);
        let error = weights(file(b"1\n\n3\n").path()).unwrap_err().to_string();
        assert!(error.contains("line 2: '' is not a weight"), "{error}");
        let many = "1\n".repeat(MOST_WEIGHTS + 5);
        let error = weights(file(many.as_bytes()).path()).unwrap_err().to_string();
        assert!(error.contains("at most 50000 weights"), "{error}");
    }
}
