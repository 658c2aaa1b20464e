//! Comma-separated values.

use core::ops::Range;

use super::{Cell, Field, Values};

/// The header line.
pub(super) fn header(fields: &[Field]) -> Vec<u8> {
    written(|writer| writer.write_record(fields.iter().map(|field| &field.name)))
}

/// The lines of some rows.
pub(super) fn rows(rows: Range<usize>, columns: &[Values<'_>]) -> Vec<u8> {
    let mut digits = itoa::Buffer::new();
    written(|writer| {
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
    })
}

fn written(work: impl FnOnce(&mut csv::Writer<Vec<u8>>) -> csv::Result<()>) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    work(&mut writer).expect("memory takes every record, and all have one length");
    writer.into_inner().expect("memory takes every byte")
}
