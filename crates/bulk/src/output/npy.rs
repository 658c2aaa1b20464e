//! NumPy's format: a structured array of one dimension, a field a column, all
//! little-endian and packed. NumPy has no integers of 128 bits, so such a column is
//! two fields, `NAME_low` and `NAME_high`: the value is low + 2^64 · high.
//!
//! The header has the number of rows. It is as long as that of the longest number,
//! so that it can be written first and be put right at the end.

use core::ops::Range;

use npyz::{DType, WriteOptions, WriterBuilder};

use super::{Cell, Field, Kind, Values};
use crate::error::Error;

/// What is written before the rows.
#[derive(Debug)]
pub(super) struct Header {
    dtype: DType,
}

impl Header {
    /// That of a table with these fields.
    pub(super) fn new(fields: &[Field], rows: Option<u64>, patch: bool) -> Result<Self, Error> {
        if rows.is_none() && !patch {
            return Err(Error::Unfit(
                "NPY begins with the number of rows, which is known only at the end here: write it \
                 to a file with -o FILE, evaluate a range, or use --format parquet",
            ));
        }
        let mut record = Vec::with_capacity(fields.len());
        let mut field = |name: String, dtype: &str| {
            let dtype = DType::Plain(dtype.parse().expect("a type that NumPy has"));
            record.push(npyz::Field { name, dtype });
        };
        for Field { name, kind } in fields {
            match kind {
                Kind::Byte => field(name.clone(), "|u1"),
                Kind::U64 => field(name.clone(), "<u8"),
                Kind::Decimal | Kind::U128 => {
                    field(format!("{name}_low"), "<u8");
                    field(format!("{name}_high"), "<u8");
                }
                Kind::Text => {
                    return Err(Error::Unfit(
                        "this table has a column of words, and those of NPY all have one length: \
                         use --format parquet, csv or jsonl",
                    ));
                }
            }
        }
        Ok(Header { dtype: DType::Record(record) })
    }

    /// Its bytes, as many for every number of rows; without one, those of a table that
    /// is not complete.
    pub(super) fn bytes(&self, rows: Option<u64>) -> Vec<u8> {
        let longest = self.unpadded(u64::MAX);
        let mut bytes = self.unpadded(rows.unwrap_or(u64::MAX));
        let missing = longest.len() - bytes.len();
        // Blanks are to stand before the line feed that ends it.
        let end = bytes.len() - 1;
        bytes.splice(end..end, core::iter::repeat_n(b' ', missing));
        // Magic and version have 8 bytes; then comes the length of what follows it.
        let length = if bytes[6] == 1 { 8..10 } else { 8..12 };
        bytes[length.clone()].copy_from_slice(&longest[length]);
        bytes
    }

    fn unpadded(&self, rows: u64) -> Vec<u8> {
        let options = WriteOptions::new_header_only().dtype(self.dtype.clone()).shape(&[rows]);
        options.writer(Vec::new()).write_header_only().expect("memory takes every byte")
    }
}

/// The records of some rows.
pub(super) fn rows(rows: Range<usize>, fields: &[Field], columns: &[Values<'_>]) -> Vec<u8> {
    let width = |field: &Field| match field.kind {
        Kind::Byte | Kind::Text => 1,
        Kind::U64 => 8,
        Kind::Decimal | Kind::U128 => 16,
    };
    let mut records = Vec::with_capacity(rows.len() * fields.iter().map(width).sum::<usize>());
    for row in rows {
        for (field, column) in fields.iter().zip(columns) {
            let Cell::Number(number) = column.get(row) else { panic!("{} has words", field.name) };
            match field.kind {
                Kind::Byte => records.push(field.kind.byte(number)),
                Kind::U64 => records.extend(field.kind.word(number).to_le_bytes()),
                // The low word comes first: that is what little-endian is.
                Kind::Decimal | Kind::U128 => records.extend(number.to_le_bytes()),
                Kind::Text => unreachable!("the header is refused"),
            }
        }
    }
    records
}
