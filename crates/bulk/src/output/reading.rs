//! Tables of numbers read back from the bytes that were written, whatever their
//! format: what is summed is what is in the file.

use phinum_core::column::{Column, ColumnMut, Width, Word};
use rayon::prelude::*;
use thiserror::Error;

use super::{Field, Format, Kind, csv, jsonl, npy, parquet};

/// Bytes are not the table that they should be.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct Unreadable(pub(super) String);

impl Unreadable {
    /// A line of a text is at fault.
    pub(super) fn line(line: usize) -> Unreadable {
        Unreadable(format!("line {line} is no row of its table"))
    }

    /// What comes before the rows is at fault.
    pub(super) fn header() -> Unreadable {
        Unreadable("it does not begin as its table does".into())
    }

    /// Its length is at fault.
    pub(super) fn length() -> Unreadable {
        Unreadable("it has more or fewer rows than its table".into())
    }
}

/// Rows of text that a thread reads at a time.
const ROWS: usize = 1 << 13;

/// A number as text has it: digits alone.
pub(super) fn number(digits: &[u8]) -> Option<u128> {
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let text = core::str::from_utf8(digits).ok()?;
    // Most numbers are below 2^64, and those are read several times as fast.
    text.parse::<u64>().map_or_else(|_| text.parse().ok(), |small| Some(small.into()))
}

/// A number that has to fit.
pub(super) trait Wanted: Word {
    /// `number`, if there is one and it fits.
    fn wanted(number: Option<u128>) -> Option<Self> {
        number.filter(|&number| Self::low(number).wide() == number).map(Self::low)
    }
}

impl<W: Word> Wanted for W {}

/// The width of a column that holds every number of a kind.
fn width(kind: Kind) -> Width {
    match kind {
        Kind::U8 => Width::U8,
        Kind::U16 => Width::U16,
        Kind::U32 => Width::U32,
        Kind::U64 => Width::U64,
        Kind::Decimal | Kind::U128 => Width::U128,
        Kind::Text => panic!("a table of numbers has no words"),
    }
}

/// Reads a table of `fields`, `rows` rows long, from all of its `bytes` into
/// `columns`, one a field, each of the width of the field's kind.
///
/// # Errors
/// [`Unreadable`] if the bytes are anything but such a table; the columns then hold
/// nothing of use.
///
/// # Panics
/// If a field has words. The library of Parquet may panic at damaged bytes: what comes
/// from a file is to be held against its checksum first.
pub fn read(
    format: Format,
    fields: &[Field],
    rows: usize,
    bytes: &[u8],
    columns: &mut Vec<Column>,
) -> Result<(), Unreadable> {
    columns.resize(fields.len(), Column::unwritten(Width::U64, 0));
    for (column, field) in columns.iter_mut().zip(fields) {
        column.resize(width(field.kind), rows);
    }
    match format {
        Format::Csv => {
            let header = csv::header(fields);
            let lines = bytes.strip_prefix(&header[..]).ok_or_else(Unreadable::header)?;
            text(lines, 2, rows, columns, csv::read)
        }
        Format::Jsonl => text(bytes, 1, rows, columns, |bytes, first, columns| {
            jsonl::read(bytes, first, fields, columns)
        }),
        Format::Npy => npy::read(fields, rows, bytes, columns),
        Format::Parquet => parquet::read(fields, rows, bytes, columns),
    }
}

/// Reads a text of one line a row, many pieces at a time. `first` is the number of its
/// first line.
fn text(
    bytes: &[u8],
    first: usize,
    rows: usize,
    columns: &mut [Column],
    read: impl Fn(&[u8], usize, &mut [ColumnMut<'_>]) -> Result<(), Unreadable> + Sync,
) -> Result<(), Unreadable> {
    let mut ends = memchr::memchr_iter(b'\n', bytes).map(|at| at + 1);
    let mut pieces = Vec::with_capacity(rows.div_ceil(ROWS));
    let mut left: Vec<ColumnMut<'_>> = columns.iter_mut().map(Column::as_mut).collect();
    let (mut from, mut at) = (0, 0);
    while at < rows {
        let len = ROWS.min(rows - at);
        let end = ends.nth(len - 1).ok_or_else(Unreadable::length)?;
        let (these, others) = left.into_iter().map(|column| column.split_at(len)).unzip();
        left = others;
        pieces.push((&bytes[from..end], first + at, these));
        (from, at) = (end, at + len);
    }
    if from != bytes.len() {
        return Err(Unreadable::length());
    }
    let one =
        |(bytes, first, mut columns): (_, _, Vec<ColumnMut<'_>>)| read(bytes, first, &mut columns);
    pieces.into_par_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::{Schema, Values, Writer};

    const ROWS_MADE: usize = 20_000;
    const FORMATS: [Format; 4] = [Format::Csv, Format::Jsonl, Format::Npy, Format::Parquet];

    fn fields() -> Vec<Field> {
        [
            ("n", Kind::Decimal),
            ("answer", Kind::U8),
            ("two", Kind::U16),
            ("four", Kind::U32),
            ("a \"word\", too", Kind::U64),
            ("wide", Kind::U128),
        ]
        .map(Field::from)
        .into()
    }

    /// A table whose numbers go to the edges of their kinds.
    fn table(format: Format, rows: usize) -> (Vec<Column>, Vec<u8>) {
        let start = u128::from(u64::MAX) - 3;
        let wide = |i: usize| if i.is_multiple_of(2) { u128::MAX - i as u128 } else { i as u128 };
        let columns = vec![
            Column::U128((0..rows).map(|i| start + i as u128).collect()),
            Column::U8((0..rows).map(|i| i as u8).collect()),
            Column::U16((0..rows).map(|i| u16::MAX - i as u16).collect()),
            Column::U32((0..rows).map(|i| u32::MAX - i as u32).collect()),
            Column::U64((0..rows).map(|i| u64::MAX - i as u64).collect()),
            Column::U128((0..rows).map(wide).collect()),
        ];
        let schema = Schema::new(fields(), Some(rows as u64));
        let mut writer = Writer::new(Vec::new(), "memory", format, schema).unwrap();
        writer.rows(rows, &columns.iter().map(Values::Column).collect::<Vec<_>>()).unwrap();
        (columns, writer.finish().unwrap())
    }

    fn read_all(format: Format, rows: usize, bytes: &[u8]) -> Result<Vec<Column>, Unreadable> {
        let mut columns = Vec::new();
        read(format, &fields(), rows, bytes, &mut columns).map(|()| columns)
    }

    #[test]
    fn what_was_written_is_read() {
        for format in FORMATS {
            for rows in [0, 1, 2, ROWS, ROWS + 1, ROWS_MADE] {
                let (columns, bytes) = table(format, rows);
                assert!(read_all(format, rows, &bytes).unwrap() == columns, "{format:?} {rows}");
            }
        }
    }

    #[test]
    fn another_number_of_rows_is_refused() {
        for format in FORMATS {
            let (_, bytes) = table(format, ROWS_MADE);
            for rows in [0, ROWS_MADE - 1, ROWS_MADE + 1, ROWS] {
                assert!(read_all(format, rows, &bytes).is_err(), "{format:?} {rows}");
            }
        }
    }

    #[test]
    fn what_is_cut_short_is_refused() {
        for format in FORMATS {
            let (_, bytes) = table(format, 300);
            for end in 0..bytes.len() {
                assert!(read_all(format, 300, &bytes[..end]).is_err(), "{format:?} {end}");
            }
        }
    }

    #[test]
    fn what_is_damaged_never_panics() {
        let mut random = fastrand::Rng::with_seed(5);
        // Parquet's library panics at some bytes.
        for format in [Format::Csv, Format::Jsonl, Format::Npy] {
            let (columns, bytes) = table(format, 300);
            for _ in 0..2000 {
                let mut damaged = bytes.clone();
                damaged[random.usize(..bytes.len())] ^= 1 << random.u8(..8);
                // Bytes that nothing depends on may change, and then it is the same table.
                let read = read_all(format, 300, &damaged);
                assert!(read.is_err() || read.unwrap()[0].len() == columns[0].len());
            }
        }
    }

    #[test]
    fn a_line_that_is_no_row_is_named() {
        let fields = [("n", Kind::U64), ("x", Kind::U64)].map(Field::from);
        let mut columns = Vec::new();
        for (format, text, line) in [
            (Format::Csv, "n,x\n1,2\n3,4x\n", 3),
            (Format::Csv, "n,x\n1,2,3\n3,4\n", 2),
            (Format::Csv, "n,x\n1,+2\n3,4\n", 2),
            (Format::Csv, "n,x\n1,2\n3,18446744073709551616\n", 3),
            (Format::Jsonl, "{\"n\":1,\"x\":2}\n{\"n\":3,\"y\":4}\n", 2),
            (Format::Jsonl, "{\"n\":1}\n{\"n\":3,\"x\":4}\n", 1),
            (Format::Jsonl, "{\"n\":1,\"x\":-2}\n{\"n\":3,\"x\":4}\n", 1),
            (Format::Jsonl, "{\"n\":1,\"x\":2,\"x\":2}\n{\"n\":3,\"x\":4}\n", 1),
        ] {
            let said = read(format, &fields, 2, text.as_bytes(), &mut columns).unwrap_err();
            assert_eq!(said, Unreadable::line(line), "{text}");
        }
    }
}
