//! NumPy's format: a structured array of one dimension, a field a column, all
//! little-endian and packed. NumPy has no integers of 128 bits, so such a column is
//! two fields, `NAME_low` and `NAME_high`: the value is low + 2^64 · high.
//!
//! The header has the number of rows. It is as long as that of the longest number,
//! so that it can be written first and be put right at the end.

use core::ops::Range;

use npyz::{DType, WriteOptions, WriterBuilder};
use phinum_core::column::{Column, Word};
use phinum_core::for_width;
use rayon::prelude::*;

use super::reading::Unreadable;
use super::{Field, Kind, Values};
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
                Kind::U8 => field(name.clone(), "|u1"),
                Kind::U16 => field(name.clone(), "<u2"),
                Kind::U32 => field(name.clone(), "<u4"),
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

/// Bytes that a value of a field takes.
fn width(field: &Field) -> usize {
    match field.kind {
        Kind::U8 => 1,
        Kind::U16 => 2,
        Kind::U32 => 4,
        Kind::U64 => 8,
        Kind::Decimal | Kind::U128 => 16,
        Kind::Text => unreachable!("the header is refused"),
    }
}

/// Where the fields of a record begin, and its length.
fn places(fields: &[Field]) -> (Vec<usize>, usize) {
    let mut length = 0;
    let begin = |field| {
        let place = length;
        length += width(field);
        place
    };
    let places = fields.iter().map(begin).collect();
    (places, length)
}

/// Writes the records of some rows, and nothing before them.
pub(super) fn rows(
    rows: Range<usize>,
    fields: &[Field],
    columns: &[Values<'_>],
    records: &mut Vec<u8>,
) {
    let (places, length) = places(fields);
    // What is there from before is written over.
    records.resize(rows.len() * length, 0);
    for ((field, place), values) in fields.iter().zip(places).zip(columns) {
        // A column after the other, so that its kind is asked for once and not a row.
        macro_rules! put {
            ($number:ident => $bytes:expr) => {
                put_all(records, place, length, rows.clone(), values, |$number| $bytes)
            };
        }
        match field.kind {
            Kind::U8 => put!(number => field.kind.word::<u8>(number).to_le_bytes()),
            Kind::U16 => put!(number => field.kind.word::<u16>(number).to_le_bytes()),
            Kind::U32 => put!(number => field.kind.word::<u32>(number).to_le_bytes()),
            Kind::U64 => put!(number => field.kind.word::<u64>(number).to_le_bytes()),
            // The low word comes first: that is what little-endian is.
            Kind::Decimal | Kind::U128 => put!(number => number.to_le_bytes()),
            Kind::Text => unreachable!("the header is refused"),
        }
    }
}

#[inline(always)]
fn put_all<const BYTES: usize>(
    records: &mut [u8],
    place: usize,
    length: usize,
    rows: Range<usize>,
    values: &Values<'_>,
    bytes: impl Fn(u128) -> [u8; BYTES],
) {
    let records = records.chunks_exact_mut(length);
    let put = |record: &mut [u8], number: u128| {
        record[place..place + BYTES].copy_from_slice(&bytes(number));
    };
    match values {
        Values::Counted(start) => {
            records.zip(rows).for_each(|(record, row)| put(record, start + row as u128));
        }
        Values::Listed(numbers) => {
            records.zip(&numbers[rows]).for_each(|(record, &number)| put(record, number.into()));
        }
        Values::Column(column) => for_width!(Column, column, numbers => {
            records.zip(&numbers[rows]).for_each(|(record, number)| put(record, number.wide()));
        }),
        Values::Answers(answers) => {
            records.zip(&answers[rows]).for_each(|(record, &answer)| put(record, answer.into()));
        }
        Values::Text(_) => panic!("a table of NPY has no words"),
    }
}

/// Reads all of a table.
pub(super) fn read(
    fields: &[Field],
    rows: usize,
    bytes: &[u8],
    columns: &mut [Column],
) -> Result<(), Unreadable> {
    let header = Header::new(fields, Some(rows as u64), false);
    let header = header.map_err(|e| Unreadable(e.to_string()))?.bytes(Some(rows as u64));
    let records = bytes.strip_prefix(&header[..]).ok_or_else(Unreadable::header)?;
    let (places, length) = places(fields);
    if records.len() != rows * length {
        return Err(Unreadable::length());
    }
    for (place, column) in places.into_iter().zip(columns) {
        match column {
            Column::U8(values) => get_all(records, place, length, values, u8::from_le_bytes),
            Column::U16(values) => get_all(records, place, length, values, u16::from_le_bytes),
            Column::U32(values) => get_all(records, place, length, values, u32::from_le_bytes),
            Column::U64(values) => get_all(records, place, length, values, u64::from_le_bytes),
            Column::U128(values) => get_all(records, place, length, values, u128::from_le_bytes),
        }
    }
    Ok(())
}

/// Records that a thread reads at a time.
const PIECE: usize = 1 << 14;

fn get_all<W: Send, const BYTES: usize>(
    records: &[u8],
    place: usize,
    length: usize,
    values: &mut [W],
    word: impl Fn([u8; BYTES]) -> W + Sync,
) {
    let records = records.par_chunks(PIECE * length);
    records.zip(values.par_chunks_mut(PIECE)).for_each(|(records, values)| {
        for (record, value) in records.chunks_exact(length).zip(values) {
            let (bytes, _) = record[place..].split_first_chunk().expect("a field is in its record");
            *value = word(*bytes);
        }
    });
}
