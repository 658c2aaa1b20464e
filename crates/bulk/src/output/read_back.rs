//! Tables of numbers of every width, read back by the formats' own libraries.

use std::io::{Seek, Write as _};

use ::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use ::parquet::basic::Compression;
use ::parquet::file::metadata::ParquetMetaData;
use ::parquet::file::statistics::Statistics;
use arrow_array::types::{Decimal128Type, UInt8Type, UInt64Type};
use arrow_array::{RecordBatch, cast::AsArray};
use npyz::{DType, NpyFile};

use super::schema::TOO_LONG;
use super::*;

const START: u128 = u64::MAX as u128 - 5;

/// From one edge of a width to the other and back.
fn zigzag(i: usize, largest: u128) -> u128 {
    if i.is_multiple_of(2) { largest - i as u128 } else { i as u128 }
}

fn row(i: usize) -> [u128; 5] {
    let [word, decimal] = [u64::MAX.into(), TOO_LONG - 1].map(|largest| zigzag(i, largest));
    [START + i as u128, (i % 2) as u128, word, decimal, zigzag(i, u128::MAX)]
}

fn schema(rows: Option<u64>) -> Schema {
    let kinds = [
        ("n", Kind::Decimal),
        ("answer", Kind::U8),
        ("word", Kind::U64),
        ("decimal", Kind::Decimal),
        ("wide", Kind::U128),
    ];
    Schema::new(kinds.map(Field::from), rows)
}

/// A table in blocks of `block` rows.
fn written(format: Format, rows: usize, block: usize, known: bool) -> Vec<u8> {
    let schema = schema(known.then_some(rows as u64));
    let mut writer = Writer::new(Vec::new(), "memory", format, schema).unwrap();
    for from in (0..rows).step_by(block) {
        let these = from..rows.min(from + block);
        let answers: Vec<u8> = these.clone().map(|i| row(i)[1] as u8).collect();
        let words = Column::U64(these.clone().map(|i| row(i)[2] as u64).collect());
        let [decimals, wide] =
            [3, 4].map(|column| Column::U128(these.clone().map(|i| row(i)[column]).collect()));
        let columns = [
            Values::Counted(START + from as u128),
            Values::Answers(&answers),
            Values::Column(&words),
            Values::Column(&decimals),
            Values::Column(&wide),
        ];
        writer.rows(these.len(), &columns).unwrap();
    }
    writer.finish().unwrap()
}

#[derive(npyz::Deserialize)]
struct Record {
    n_low: u64,
    n_high: u64,
    answer: u8,
    word: u64,
    decimal_low: u64,
    decimal_high: u64,
    wide_low: u64,
    wide_high: u64,
}

fn wide(low: u64, high: u64) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

#[test]
fn npy_reads_back() {
    for rows in [0, 1, 2, 9, 10, ROWS * PIECES + 7] {
        let bytes = written(Format::Npy, rows, 1 << 17, true);
        let file = NpyFile::new(&bytes[..]).unwrap();
        assert_eq!(file.shape(), [rows as u64]);
        let DType::Record(fields) = file.dtype() else { panic!("a structure") };
        let types: Vec<String> = fields.iter().map(|field| field.dtype.descr()).collect();
        let word = "'<u8'";
        assert_eq!(types, [word, word, "'|u1'", word, word, word, word, word]);
        let mut count = 0;
        for (i, record) in file.data::<Record>().unwrap().enumerate() {
            let r = record.unwrap();
            let got = [
                wide(r.n_low, r.n_high),
                r.answer.into(),
                r.word.into(),
                wide(r.decimal_low, r.decimal_high),
                wide(r.wide_low, r.wide_high),
            ];
            assert_eq!(got, row(i));
            count += 1;
        }
        assert_eq!(count, rows);
        // 57 bytes a record, after a header that is a multiple of 16.
        assert_eq!((bytes.len() - 57 * rows) % 16, 0);
    }
}

/// What cannot be written twice.
#[derive(Debug, Default)]
struct Pipe(Vec<u8>);

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Sink for Pipe {
    fn can_patch(&self) -> bool {
        false
    }

    fn patch(&mut self, _: &[u8]) -> io::Result<()> {
        unreachable!("it cannot")
    }
}

#[test]
fn npy_says_what_it_cannot_hold() {
    let said = |rows| {
        let writer = Writer::new(Pipe::default(), "pipe", Format::Npy, schema(rows));
        writer.map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(said(Some(3)), Ok(()));
    assert!(said(None).unwrap_err().contains("known only at the end"));
    let words = Schema::new([("x", Kind::Text).into()], Some(1));
    let error = Writer::new(Vec::new(), "memory", Format::Npy, words).unwrap_err();
    assert!(error.to_string().contains("a column of words"));
}

#[test]
fn a_file_is_patched_where_it_begins() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.npy");
    let target = Target::file(&path).unwrap();
    let mut writer = Writer::new(target, "out.npy", Format::Npy, schema(None)).unwrap();
    let number = [Values::Listed(&[7; 3]); 4];
    let [a, c, d, e] = number;
    writer.rows(3, &[a, Values::Answers(&[1; 3]), c, d, e]).unwrap();
    writer.finish().unwrap().commit().unwrap();
    let bytes = std::fs::read(path).unwrap();
    let file = NpyFile::new(&bytes[..]).unwrap();
    let records: Vec<Record> = file.data().unwrap().map(Result::unwrap).collect();
    assert!(records.iter().all(|r| (r.n_low, r.answer, r.wide_low) == (7, 1, 7)));
    assert_eq!(records.len(), 3);
}

fn read(bytes: &[u8]) -> (ParquetMetaData, Vec<RecordBatch>) {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.rewind().unwrap();
    let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
    let metadata = reader.metadata().as_ref().clone();
    (metadata, reader.build().unwrap().map(Result::unwrap).collect())
}

#[test]
fn parquet_reads_back() {
    for rows in [0, 1, 2, 10, parquet::GROUP - 1, parquet::GROUP, parquet::GROUP + 3] {
        let (metadata, batches) = read(&written(Format::Parquet, rows, 1 << 17, true));
        assert_eq!(metadata.num_row_groups(), rows.div_ceil(parquet::GROUP));
        let mut i = 0;
        for batch in &batches {
            assert!(batch.columns().iter().all(|column| column.null_count() == 0));
            let n = batch.column(0).as_primitive::<Decimal128Type>();
            let answers = batch.column(1).as_primitive::<UInt8Type>();
            let words = batch.column(2).as_primitive::<UInt64Type>();
            let decimals = batch.column(3).as_primitive::<Decimal128Type>();
            let wide = batch.column(4).as_fixed_size_binary();
            for at in 0..batch.num_rows() {
                let got = [
                    n.value(at) as u128,
                    answers.value(at).into(),
                    words.value(at).into(),
                    decimals.value(at) as u128,
                    u128::from_be_bytes(wide.value(at).try_into().unwrap()),
                ];
                assert_eq!(got, row(i));
                i += 1;
            }
        }
        assert_eq!(i, rows);
    }
}

#[test]
fn parquet_says_what_is_in_it() {
    let rows = parquet::GROUP + 3;
    let (metadata, _) = read(&written(Format::Parquet, rows, 1 << 17, true));
    let keys = metadata.file_metadata().key_value_metadata().unwrap();
    let version = keys.iter().find(|pair| pair.key == "phinum").unwrap();
    assert_eq!(version.value.as_deref(), Some(env!("CARGO_PKG_VERSION")));
    for (group, range) in
        metadata.row_groups().iter().zip([0..parquet::GROUP, parquet::GROUP..rows])
    {
        let expected = |column: usize| {
            let values = range.clone().map(|i| row(i)[column]);
            (values.clone().min().unwrap(), values.max().unwrap())
        };
        for (column, chunk) in group.columns().iter().enumerate() {
            assert!(matches!(chunk.compression(), Compression::ZSTD(_)));
            let statistics = chunk.statistics().unwrap();
            assert_eq!(statistics.null_count_opt(), Some(0));
            let bytes = |bytes: &[u8]| {
                bytes.iter().fold(0, |number: u128, byte| number << 8 | u128::from(*byte))
            };
            let got = match statistics {
                Statistics::Int32(s) => {
                    (*s.min_opt().unwrap() as u128, *s.max_opt().unwrap() as u128)
                }
                Statistics::Int64(s) => (
                    u128::from(*s.min_opt().unwrap() as u64),
                    u128::from(*s.max_opt().unwrap() as u64),
                ),
                other => {
                    (bytes(other.min_bytes_opt().unwrap()), bytes(other.max_bytes_opt().unwrap()))
                }
            };
            assert_eq!(got, expected(column), "column {column}");
        }
    }
}

#[test]
fn words_are_strings_in_parquet() {
    let schema = Schema::new([("x", Kind::Text).into()], None);
    let mut writer = Writer::new(Vec::new(), "memory", Format::Parquet, schema).unwrap();
    writer.rows(2, &[Values::Text(&["9:8 4".into(), String::new()])]).unwrap();
    let (_, batches) = read(&writer.finish().unwrap());
    let strings: Vec<_> = batches[0].column(0).as_string::<i32>().iter().flatten().collect();
    assert_eq!(strings, ["9:8 4", ""]);
}

#[test]
fn blocks_and_threads_do_not_show() {
    let rows = parquet::GROUP + 20_000;
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    for format in [Format::Npy, Format::Parquet] {
        let whole = written(format, rows, rows, true);
        assert!(whole == written(format, rows, 65_537, false), "{format:?} in blocks");
        let one = alone.install(|| written(format, rows, 999_983, true));
        assert!(whole == one, "{format:?} on one thread");
    }
}

#[test]
fn what_is_past_a_kind_never_wraps() {
    for (kind, least) in [
        (Kind::U8, 1 << 8),
        (Kind::U16, 1 << 16),
        (Kind::U32, 1 << 32),
        (Kind::U64, 1 << 64),
        (Kind::Decimal, TOO_LONG),
    ] {
        for format in [Format::Npy, Format::Parquet] {
            let write = |number: u128| {
                let schema = Schema::new([("x", kind).into()], Some(1));
                let mut writer = Writer::new(Vec::new(), "memory", format, schema).unwrap();
                writer.rows(1, &[Values::Counted(number)]).unwrap();
                writer.finish().unwrap()
            };
            assert!(!write(least - 1).is_empty());
            // A decimal of NPY is two words, which hold any number.
            let refused = std::panic::catch_unwind(|| write(least)).is_err();
            assert!(refused || (format, kind) == (Format::Npy, Kind::Decimal), "{kind:?}");
        }
    }
}

#[test]
fn kinds_by_the_largest_number() {
    for (largest, kind) in [
        (0, Kind::U8),
        (255, Kind::U8),
        (256, Kind::U16),
        ((1 << 16) - 1, Kind::U16),
        (1 << 16, Kind::U32),
        (u32::MAX.into(), Kind::U32),
        (1 << 32, Kind::U64),
        (u64::MAX.into(), Kind::U64),
        (1 << 64, Kind::Decimal),
        (TOO_LONG - 1, Kind::Decimal),
        (TOO_LONG, Kind::U128),
        (u128::MAX, Kind::U128),
    ] {
        assert_eq!(Kind::up_to(largest), kind);
    }
}
