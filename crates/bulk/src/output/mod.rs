//! Tables written as text: a small file per format.

mod csv;
mod file;
mod jsonl;

use std::io::Write;

use phinum_core::column::Column;
use rayon::prelude::*;

use crate::error::Error;

pub use file::Target;

/// A text format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Comma-separated, with a header line.
    Csv,
    /// A JSON object a line.
    Jsonl,
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

/// Writes tables in one format, block after block.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    name: String,
    format: Format,
    header: Vec<String>,
    begun: bool,
}

impl<W: Write> Writer<W> {
    /// A table on `out`, which errors call `name`. Nothing is written yet.
    pub fn new(out: W, name: impl Into<String>, format: Format, header: Vec<String>) -> Self {
        Writer { out, name: name.into(), format, header, begun: false }
    }

    /// Writes the header, if the format has one and it is not written yet.
    fn begin(&mut self) -> Result<(), Error> {
        if !core::mem::replace(&mut self.begun, true) && self.format == Format::Csv {
            let line = csv::header(&self.header);
            self.out.write_all(&line).map_err(|e| Error::writing(&self.name, e))?;
        }
        Ok(())
    }

    /// Writes `rows` rows of `columns`, which stand in the order of the header.
    ///
    /// # Errors
    /// [`Error::Closed`] if the reader went away, [`Error::Io`] for anything else.
    ///
    /// # Panics
    /// If a column is shorter, or there are more or fewer than the header has.
    pub fn rows(&mut self, rows: usize, columns: &[Values<'_>]) -> Result<(), Error> {
        assert_eq!(columns.len(), self.header.len(), "a column for every name");
        self.begin()?;
        let mut done = 0;
        while done < rows {
            let until = rows.min(done + ROWS * PIECES);
            let pieces: Vec<Vec<u8>> = (done..until)
                .into_par_iter()
                .step_by(ROWS)
                .map(|from| {
                    let piece = from..until.min(from + ROWS);
                    match self.format {
                        Format::Csv => csv::rows(piece, columns),
                        Format::Jsonl => jsonl::rows(piece, &self.header, columns),
                    }
                })
                .collect();
            for piece in pieces {
                self.out.write_all(&piece).map_err(|e| Error::writing(&self.name, e))?;
            }
            done = until;
        }
        Ok(())
    }

    /// Writes what is buffered and gives the output back.
    ///
    /// # Errors
    /// As [`Writer::rows`].
    pub fn finish(mut self) -> Result<W, Error> {
        self.begin()?;
        self.out.flush().map_err(|e| Error::writing(&self.name, e))?;
        Ok(self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(format: Format, rows: usize) -> String {
        let wide = Column::U128((0..rows as u128).map(|i| i << 60).collect());
        let header = ["n", "a,b", "big"].map(String::from).to_vec();
        let mut writer = Writer::new(Vec::new(), "memory", format, header);
        let answers: Vec<u8> = (0..rows).map(|i| (i % 2) as u8).collect();
        let columns = [Values::Counted(5), Values::Answers(&answers), Values::Column(&wide)];
        writer.rows(rows, &columns).unwrap();
        String::from_utf8(writer.finish().unwrap()).unwrap()
    }

    #[test]
    fn words_are_quoted_where_a_format_asks_for_it() {
        let words = ["9:8 4".to_owned(), "a,\"b\"".to_owned()];
        let text = |format| {
            let mut writer = Writer::new(Vec::new(), "memory", format, vec!["x".into()]);
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
