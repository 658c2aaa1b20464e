//! Comma-separated values.

use core::ops::Range;

use phinum_core::column::ColumnMut;
use phinum_core::for_width;

use super::reading::{Unreadable, Wanted, number};
use super::{Cell, Field, Values};

/// The header line.
pub(super) fn header(fields: &[Field]) -> Vec<u8> {
    let mut line = Vec::new();
    write(&mut line, |writer| writer.write_record(fields.iter().map(|field| &field.name)));
    line
}

/// Writes the lines of some rows.
pub(super) fn rows(rows: Range<usize>, columns: &[Values<'_>], lines: &mut Vec<u8>) {
    let mut digits = itoa::Buffer::new();
    write(lines, |writer| {
        for row in rows {
            for column in columns {
                match column.get(row) {
                    Cell::Number(number) => writer.write_field(digits.format(number))?,
                    Cell::Text(text) => writer.write_field(text)?,
                }
            }
            writer.write_record(None::<&[u8]>)?;
        }
        Ok(())
    });
}

fn write(out: &mut Vec<u8>, work: impl FnOnce(&mut csv::Writer<&mut Vec<u8>>) -> csv::Result<()>) {
    let mut writer = csv::Writer::from_writer(out);
    work(&mut writer).expect("memory takes every record, and all have one length");
    writer.flush().expect("memory takes every byte");
}

/// Reads whole lines into `columns`, which are as long as there must be lines; `first`
/// is the number of the first of them, as messages have it.
pub(super) fn read(
    bytes: &[u8],
    first: usize,
    columns: &mut [ColumnMut<'_>],
) -> Result<(), Unreadable> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
    let mut record = csv::ByteRecord::new();
    let rows = columns.first().map_or(0, ColumnMut::len);
    for row in 0..rows {
        let line = first + row;
        let bad = |_| Unreadable::line(line);
        if !reader.read_byte_record(&mut record).map_err(bad)? || record.len() != columns.len() {
            return Err(Unreadable::line(line));
        }
        for (column, field) in columns.iter_mut().zip(&record) {
            for_width!(ColumnMut, column, values => {
                values[row] = Wanted::wanted(number(field)).ok_or(Unreadable::line(line))?;
            });
        }
    }
    if reader.read_byte_record(&mut record).unwrap_or(true) {
        return Err(Unreadable::line(first + rows));
    }
    Ok(())
}
