//! Apache Parquet: numbers below 2^8, 2^16, 2^32 and 2^64 as UINT8 to UINT64, below 10^38
//! as DECIMAL(38, 0), and any of 128 bits as 16 bytes, the highest first, so that they
//! sort as the numbers do (the longest decimal that every reader has holds 38 digits).
//! Nothing is ever null.
//!
//! Compressed with zstd, with statistics; row groups and pages end at fixed rows, so
//! that one table is one file, byte for byte, in whatever blocks it comes.

use core::fmt::Display;
use core::ops::Range;
use std::sync::Arc;

use arrow_array::builder::{
    Decimal128Builder, FixedSizeBinaryBuilder, StringBuilder, UInt8Builder, UInt16Builder,
    UInt32Builder, UInt64Builder,
};
use arrow_array::cast::AsArray;
use arrow_array::types::{Decimal128Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type};
use arrow_array::{ArrayRef, builder::ArrayBuilder};
use arrow_schema::DataType;
use bytes::Bytes;
use parquet::arrow::ArrowSchemaConverter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::arrow_writer::{ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::ColumnPath;
use phinum_core::column::Column;
use rayon::prelude::*;

use super::reading::Unreadable;
use super::{Cell, Field, Kind, Values};

/// Rows a group: what bounds the memory, and what a reader skips by statistics.
pub(super) const GROUP: usize = 1 << 20;
/// Rows handed to the library at a time, which ends pages where such a piece ends.
const PIECE: usize = 1 << 13;

/// Encodes one table. What it has encoded is taken out by [`Encoder::encoded`].
pub(super) struct Encoder {
    file: SerializedFileWriter<Vec<u8>>,
    groups: ArrowRowGroupWriterFactory,
    columns: Vec<Building>,
    /// Rows of the group that is being made.
    rows: usize,
}

impl core::fmt::Debug for Encoder {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Encoder").field("rows", &self.rows).finish_non_exhaustive()
    }
}

/// A column of a row group in the making.
struct Building {
    field: arrow_schema::Field,
    values: Builder,
    /// None between groups.
    writer: Option<ArrowColumnWriter>,
}

/// Values that are not handed to the library yet.
enum Builder {
    U8(UInt8Builder),
    U16(UInt16Builder),
    U32(UInt32Builder),
    U64(UInt64Builder),
    Decimal(Decimal128Builder),
    U128(FixedSizeBinaryBuilder),
    Text(StringBuilder),
}

/// Nothing here writes but to memory, and every type is one that the library has.
const SOUND: &str = "memory takes every table of declared columns";

impl Encoder {
    /// For a table with these fields.
    pub(super) fn new(fields: &[Field]) -> Encoder {
        let columns: Vec<Building> = fields.iter().map(Building::new).collect();
        let arrow: Vec<_> = columns.iter().map(|column| column.field.clone()).collect();
        let arrow = arrow_schema::Schema::new(arrow);
        let schema = ArrowSchemaConverter::new().convert(&arrow).expect(SOUND);
        let version = KeyValue::new("phinum".into(), env!("CARGO_PKG_VERSION").to_owned());
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_key_value_metadata(Some(vec![version]));
        for field in
            fields.iter().filter(|field| matches!(field.kind, Kind::U16 | Kind::U32 | Kind::U64))
        {
            // Values of neighbouring numbers are near each other: a count up takes nothing.
            let path = ColumnPath::new(vec![field.name.clone()]);
            properties = properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
        }
        let properties = Arc::new(properties.build());
        let file = SerializedFileWriter::new(Vec::new(), schema.root_schema_ptr(), properties)
            .expect(SOUND);
        let groups = ArrowRowGroupWriterFactory::new(&file, Arc::new(arrow));
        Encoder { file, groups, columns, rows: 0 }
    }

    /// Adds some rows.
    pub(super) fn rows(&mut self, rows: Range<usize>, columns: &[Values<'_>]) {
        let mut from = rows.start;
        while from < rows.end {
            if self.rows == 0 {
                let writers =
                    self.groups.create_column_writers(self.file.flushed_row_groups().len());
                for (column, writer) in self.columns.iter_mut().zip(writers.expect(SOUND)) {
                    column.writer = Some(writer);
                }
            }
            let until = rows.end.min(from + GROUP - self.rows);
            self.columns.par_iter_mut().zip(columns).for_each(|(column, values)| {
                for row in from..until {
                    column.push(values.get(row));
                }
            });
            self.rows += until - from;
            from = until;
            if self.rows == GROUP {
                self.end_group();
            }
        }
    }

    fn end_group(&mut self) {
        let chunks: Vec<_> = self
            .columns
            .par_iter_mut()
            .map(|column| {
                column.hand_over();
                column.writer.take().expect("a group is begun").close().expect(SOUND)
            })
            .collect();
        let mut group = self.file.next_row_group().expect(SOUND);
        for chunk in chunks {
            chunk.append_to_row_group(&mut group).expect(SOUND);
        }
        group.close().expect(SOUND);
        self.rows = 0;
    }

    /// The bytes that came since the last call.
    pub(super) fn encoded(&mut self) -> Vec<u8> {
        // The library counts on its own where it is in the file.
        self.file.flush().expect(SOUND);
        core::mem::take(self.file.inner_mut())
    }

    /// The bytes that are left, the footer among them.
    pub(super) fn finish(&mut self) -> Vec<u8> {
        if self.rows > 0 {
            self.end_group();
        }
        self.file.finish().expect(SOUND);
        self.encoded()
    }
}

impl Building {
    fn new(field: &Field) -> Building {
        let (values, kind) = match field.kind {
            Kind::U8 => (Builder::U8(UInt8Builder::new()), DataType::UInt8),
            Kind::U16 => (Builder::U16(UInt16Builder::new()), DataType::UInt16),
            Kind::U32 => (Builder::U32(UInt32Builder::new()), DataType::UInt32),
            Kind::U64 => (Builder::U64(UInt64Builder::new()), DataType::UInt64),
            Kind::Decimal => {
                let kind = DataType::Decimal128(38, 0);
                let builder = Decimal128Builder::new().with_data_type(kind.clone());
                (Builder::Decimal(builder), kind)
            }
            Kind::U128 => {
                (Builder::U128(FixedSizeBinaryBuilder::new(16)), DataType::FixedSizeBinary(16))
            }
            Kind::Text => (Builder::Text(StringBuilder::new()), DataType::Utf8),
        };
        let field = arrow_schema::Field::new(&field.name, kind, false);
        Building { field, values, writer: None }
    }

    fn push(&mut self, cell: Cell<'_>) {
        let held = match (&mut self.values, cell) {
            (Builder::U8(values), Cell::Number(n)) => {
                values.append_value(Kind::U8.word(n));
                values.len()
            }
            (Builder::U16(values), Cell::Number(n)) => {
                values.append_value(Kind::U16.word(n));
                values.len()
            }
            (Builder::U32(values), Cell::Number(n)) => {
                values.append_value(Kind::U32.word(n));
                values.len()
            }
            (Builder::U64(values), Cell::Number(n)) => {
                values.append_value(Kind::U64.word(n));
                values.len()
            }
            (Builder::Decimal(values), Cell::Number(n)) => {
                values.append_value(Kind::Decimal.decimal(n));
                values.len()
            }
            (Builder::U128(values), Cell::Number(n)) => {
                values.append_value(n.to_be_bytes()).expect("16 bytes");
                values.len()
            }
            (Builder::Text(values), Cell::Text(text)) => {
                values.append_value(text);
                values.len()
            }
            _ => panic!("{} has numbers and words", self.field.name()),
        };
        if held == PIECE {
            self.hand_over();
        }
    }

    /// Hands what is held to the library.
    fn hand_over(&mut self) {
        let values: ArrayRef = match &mut self.values {
            Builder::U8(values) => Arc::new(values.finish()),
            Builder::U16(values) => Arc::new(values.finish()),
            Builder::U32(values) => Arc::new(values.finish()),
            Builder::U64(values) => Arc::new(values.finish()),
            Builder::Decimal(values) => Arc::new(values.finish()),
            Builder::U128(values) => Arc::new(values.finish()),
            Builder::Text(values) => Arc::new(values.finish()),
        };
        let writer = self.writer.as_mut().expect("a group is begun");
        for leaf in compute_leaves(&self.field, &values).expect(SOUND) {
            writer.write(&leaf).expect(SOUND);
        }
    }
}

/// Reads all of a table.
pub(super) fn read(
    fields: &[Field],
    rows: usize,
    bytes: &[u8],
    columns: &mut [Column],
) -> Result<(), Unreadable> {
    let failed = |error: &dyn Display| Unreadable(format!("it is no table of Parquet: {error}"));
    let bytes = Bytes::copy_from_slice(bytes);
    let builder = ParquetRecordBatchReaderBuilder::try_new(bytes).map_err(|e| failed(&e))?;
    let held: Vec<_> = fields.iter().map(|field| Building::new(field).field).collect();
    if !builder.schema().fields().iter().map(AsRef::as_ref).eq(&held) {
        return Err(Unreadable::header());
    }
    let mut at = 0;
    for batch in builder.with_batch_size(PIECE).build().map_err(|e| failed(&e))? {
        let batch = batch.map_err(|e| failed(&e))?;
        let taken = at..at + batch.num_rows();
        if taken.end > rows {
            return Err(Unreadable::length());
        }
        for ((values, field), column) in batch.columns().iter().zip(fields).zip(&mut *columns) {
            let taken = taken.clone();
            match (field.kind, column) {
                (Kind::U8, Column::U8(words)) => {
                    words[taken].copy_from_slice(values.as_primitive::<UInt8Type>().values());
                }
                (Kind::U16, Column::U16(words)) => {
                    words[taken].copy_from_slice(values.as_primitive::<UInt16Type>().values());
                }
                (Kind::U32, Column::U32(words)) => {
                    words[taken].copy_from_slice(values.as_primitive::<UInt32Type>().values());
                }
                (Kind::U64, Column::U64(words)) => {
                    words[taken].copy_from_slice(values.as_primitive::<UInt64Type>().values());
                }
                (Kind::Decimal, Column::U128(words)) => {
                    let values = values.as_primitive::<Decimal128Type>().values();
                    for (word, value) in words[taken].iter_mut().zip(values) {
                        // A negative one is none that was written.
                        *word = u128::try_from(*value).map_err(|e| failed(&e))?;
                    }
                }
                (Kind::U128, Column::U128(words)) => {
                    let values = values.as_fixed_size_binary().iter().flatten();
                    for (word, value) in words[taken].iter_mut().zip(values) {
                        let bytes = value.try_into().map_err(|e| failed(&e))?;
                        *word = u128::from_be_bytes(bytes);
                    }
                }
                (kind, _) => unreachable!("{kind:?} has a column of its own width"),
            }
        }
        at = taken.end;
    }
    if at == rows { Ok(()) } else { Err(Unreadable::length()) }
}
