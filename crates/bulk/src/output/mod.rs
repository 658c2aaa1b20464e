//! Tables written out: a small file per format.

mod csv;
pub(crate) mod file;
mod jsonl;
mod npy;
mod parquet;
#[cfg(test)]
mod read_back;
mod reading;
mod schema;

use core::ops::Range;
use std::io::{self, Write};

use phinum_core::column::Column;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::Error;

pub use file::Target;
pub use reading::{Unreadable, read};
pub use schema::{Field, Kind, Schema};

/// A format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Comma-separated, with a header line.
    Csv,
    /// A JSON object a line.
    Jsonl,
    /// NumPy's, one record a row.
    Npy,
    /// Apache Parquet.
    Parquet,
}

impl Format {
    /// Whether it is for a person's eyes, too.
    pub fn is_text(self) -> bool {
        matches!(self, Format::Csv | Format::Jsonl)
    }

    /// How the names of its files end.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Jsonl => "jsonl",
            Format::Npy => "npy",
            Format::Parquet => "parquet",
        }
    }
}

/// What a table is written on.
pub trait Sink: Write {
    /// Whether [`Sink::patch`] can be had.
    fn can_patch(&self) -> bool;

    /// Writes over the bytes it begins with.
    ///
    /// # Errors
    /// As of any writing.
    fn patch(&mut self, bytes: &[u8]) -> io::Result<()>;
}

impl Sink for Vec<u8> {
    fn can_patch(&self) -> bool {
        true
    }

    fn patch(&mut self, bytes: &[u8]) -> io::Result<()> {
        self[..bytes.len()].copy_from_slice(bytes);
        Ok(())
    }
}

/// A column of a table in the making.
#[derive(Clone, Copy, Debug)]
pub enum Values<'a> {
    /// `start`, `start` + 1, …
    Counted(u128),
    /// Listed numbers.
    Listed(&'a [u64]),
    /// Values of a function.
    Column(&'a Column),
    /// Small numbers, answers 0 or 1 among them.
    Answers(&'a [u8]),
    /// Words.
    Text(&'a [String]),
}

/// What stands in a row of a column.
enum Cell<'a> {
    Number(u128),
    Text(&'a str),
}

impl<'a> Values<'a> {
    fn get(&self, row: usize) -> Cell<'a> {
        Cell::Number(match self {
            Values::Counted(start) => start + row as u128,
            Values::Listed(numbers) => numbers[row].into(),
            Values::Column(column) => column.get(row),
            Values::Answers(answers) => answers[row].into(),
            Values::Text(texts) => return Cell::Text(&texts[row]),
        })
    }
}

/// Rows a thread formats at a time.
const ROWS: usize = 1 << 13;
/// Pieces formatted before they are written: what bounds the memory.
const PIECES: usize = 32;

/// What a format keeps between blocks.
#[derive(Debug)]
enum Encoder {
    Csv,
    Jsonl,
    Npy(npy::Header),
    Parquet(Box<parquet::Encoder>),
}

/// Writes tables in one format, block after block. The bytes depend on the table
/// alone: not on the blocks it comes in, the threads, or the day.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    name: String,
    fields: Vec<Field>,
    encoder: Encoder,
    pieces: Pieces,
    declared: Option<u64>,
    written: u64,
    begun: bool,
}

impl<W: Sink> Writer<W> {
    /// A table on `out`, which errors call `name`. Nothing is written yet.
    ///
    /// # Errors
    /// [`Error::Unfit`] if the format cannot hold such a table, or not on `out`.
    pub fn new(
        out: W,
        name: impl Into<String>,
        format: Format,
        schema: Schema,
    ) -> Result<Self, Error> {
        Writer::with_memory(out, name, format, schema, Pieces::default())
    }

    /// As [`Writer::new`], in the memory of another that is done
    /// ([`Writer::finish_with_memory`]).
    ///
    /// # Errors
    /// As there.
    pub fn with_memory(
        out: W,
        name: impl Into<String>,
        format: Format,
        schema: Schema,
        pieces: Pieces,
    ) -> Result<Self, Error> {
        let Schema { fields, rows } = schema;
        let encoder = match format {
            Format::Csv => Encoder::Csv,
            Format::Jsonl => Encoder::Jsonl,
            Format::Npy => Encoder::Npy(npy::Header::new(&fields, rows, out.can_patch())?),
            Format::Parquet => Encoder::Parquet(Box::new(parquet::Encoder::new(&fields))),
        };
        let (name, declared) = (name.into(), rows);
        Ok(Writer { out, name, fields, encoder, pieces, declared, written: 0, begun: false })
    }

    /// Writes what stands before the rows, if it is not written yet.
    fn begin(&mut self) -> Result<(), Error> {
        if core::mem::replace(&mut self.begun, true) {
            return Ok(());
        }
        let bytes = match &mut self.encoder {
            Encoder::Csv => csv::header(&self.fields),
            Encoder::Jsonl => Vec::new(),
            Encoder::Npy(header) => header.bytes(self.declared),
            Encoder::Parquet(encoder) => encoder.encoded(),
        };
        self.out.write_all(&bytes).map_err(|e| Error::writing(&self.name, e))
    }

    /// Writes `rows` rows of `columns`, which stand in the order of the fields.
    ///
    /// # Errors
    /// [`Error::Closed`] if the reader went away, [`Error::Io`] for anything else.
    ///
    /// # Panics
    /// If a column is shorter, or there are more or fewer than fields, or a value is
    /// past the kind of its field.
    pub fn rows(&mut self, rows: usize, columns: &[Values<'_>]) -> Result<(), Error> {
        assert_eq!(columns.len(), self.fields.len(), "a column for every field");
        self.begin()?;
        for from in (0..rows).step_by(ROWS * PIECES) {
            let rows = from..rows.min(from + ROWS * PIECES);
            let (fields, pieces) = (&self.fields, &mut self.pieces);
            let pieces = match &mut self.encoder {
                Encoder::Csv => pieces.fill(rows, |rows, piece| {
                    piece.clear();
                    csv::rows(rows, columns, piece);
                }),
                Encoder::Jsonl => pieces.fill(rows, |rows, piece| {
                    piece.clear();
                    jsonl::rows(rows, fields, columns, piece);
                }),
                Encoder::Npy(_) => {
                    pieces.fill(rows, |rows, piece| npy::rows(rows, fields, columns, piece))
                }
                Encoder::Parquet(encoder) => {
                    encoder.rows(rows, columns);
                    &[encoder.encoded()]
                }
            };
            for piece in pieces {
                self.out.write_all(piece).map_err(|e| Error::writing(&self.name, e))?;
            }
        }
        self.written += rows as u64;
        Ok(())
    }

    /// Writes what stands after the rows and what is buffered, and gives the output
    /// back.
    ///
    /// # Errors
    /// As [`Writer::rows`].
    ///
    /// # Panics
    /// If there were more or fewer rows than the schema says.
    pub fn finish(self) -> Result<W, Error> {
        self.finish_with_memory().map(|(out, _)| out)
    }

    /// As [`Writer::finish`]; gives the memory back, too.
    ///
    /// # Errors
    /// As there.
    ///
    /// # Panics
    /// As there.
    pub fn finish_with_memory(mut self) -> Result<(W, Pieces), Error> {
        self.begin()?;
        let rows = self.written;
        assert!(self.declared.is_none_or(|declared| declared == rows), "{rows} rows were written");
        let end = match &mut self.encoder {
            Encoder::Csv | Encoder::Jsonl => Ok(()),
            Encoder::Npy(_) if self.declared.is_some() => Ok(()),
            Encoder::Npy(header) => self.out.patch(&header.bytes(Some(rows))),
            Encoder::Parquet(encoder) => self.out.write_all(&encoder.finish()),
        };
        end.and_then(|()| self.out.flush()).map_err(|e| Error::writing(&self.name, e))?;
        Ok((self.out, self.pieces))
    }
}

/// Memory for the bytes of some rows, in pieces that threads write at once. It is kept
/// from block to block: memory touched for the first time costs more than writing it.
#[derive(Debug, Default)]
pub struct Pieces(Vec<Vec<u8>>);

impl Pieces {
    /// Has every piece of some rows written, each by one thread; what was written, in
    /// the order of the rows.
    fn fill(
        &mut self,
        rows: Range<usize>,
        write: impl Fn(Range<usize>, &mut Vec<u8>) + Sync,
    ) -> &[Vec<u8>] {
        let count = rows.len().div_ceil(ROWS);
        if self.0.len() < count {
            self.0.resize_with(count, Vec::new);
        }
        let pieces = &mut self.0[..count];
        let begins = rows.clone().into_par_iter().step_by(ROWS);
        begins.zip(&mut *pieces).for_each(|(from, piece)| {
            write(from..rows.end.min(from + ROWS), piece);
        });
        pieces
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(format: Format, rows: usize) -> String {
        let wide = Column::U128((0..rows as u128).map(|i| i << 60).collect());
        let fields = [("n", Kind::U64), ("a,b", Kind::U8), ("big", Kind::U128)];
        let schema = Schema::new(fields.map(Field::from), None);
        let mut writer = Writer::new(Vec::new(), "memory", format, schema).unwrap();
        let answers: Vec<u8> = (0..rows).map(|i| (i % 2) as u8).collect();
        let columns = [Values::Counted(5), Values::Answers(&answers), Values::Column(&wide)];
        writer.rows(rows, &columns).unwrap();
        String::from_utf8(writer.finish().unwrap()).unwrap()
    }

    #[test]
    fn words_are_quoted_where_a_format_asks_for_it() {
        let words = ["9:8 4".to_owned(), "a,\"b\"".to_owned()];
        let text = |format| {
            let schema = Schema::new([("x", Kind::Text).into()], None);
            let mut writer = Writer::new(Vec::new(), "memory", format, schema).unwrap();
            writer.rows(2, &[Values::Text(&words)]).unwrap();
            String::from_utf8(writer.finish().unwrap()).unwrap()
        };
        assert_eq!(text(Format::Csv), "x\n9:8 4\n\"a,\"\"b\"\"\"\n");
        assert_eq!(text(Format::Jsonl), "{\"x\":\"9:8 4\"}\n{\"x\":\"a,\\\"b\\\"\"}\n");
    }

    #[test]
    fn csv_has_a_header_and_quotes_names() {
        assert_eq!(text(Format::Csv, 2), "n,\"a,b\",big\n5,0,0\n6,1,1152921504606846976\n");
        assert_eq!(text(Format::Csv, 0), "n,\"a,b\",big\n");
    }

    #[test]
    fn jsonl_writes_large_integers_as_strings() {
        let expected =
            "{\"n\":5,\"a,b\":0,\"big\":0}\n{\"n\":6,\"a,b\":1,\"big\":\"1152921504606846976\"}\n";
        assert_eq!(text(Format::Jsonl, 2), expected);
    }

    #[test]
    fn pieces_keep_their_order() {
        let rows = ROWS * PIECES + 3;
        let text = text(Format::Csv, rows);
        let first: Vec<usize> = text
            .lines()
            .skip(1)
            .map(|line| line.split(',').next().unwrap().parse().unwrap())
            .collect();
        assert!(first.iter().copied().eq(5..5 + rows));
    }
}
