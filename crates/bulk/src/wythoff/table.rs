//! Tables of Grundy values written out: CSV with the heaps as headings, and NPY, which
//! NumPy opens as an array of 16-bit integers.

use core::ops::Range;
use std::io::Write;

use npyz::{DType, WriteOptions, WriterBuilder};
use phinum_core::wythoff::GrundyTable;
use rayon::prelude::*;

use crate::error::Error;
use crate::{Progress, json::Integer};

/// A format of whole tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableFormat {
    /// A line of the heaps b, then a line for each heap a, which it begins with.
    Csv,
    /// A two-dimensional array of little-endian 16-bit integers, row after row.
    Npy,
}

/// Cells formatted before they are written: what bounds the memory.
const CELLS: usize = 1 << 22;

/// Writes `table` on `out`, which errors call `name`.
///
/// # Errors
/// [`Error::Closed`] if the reader went away, [`Error::Io`] for anything else, and
/// what `progress` says of each run of cells.
#[expect(clippy::missing_panics_doc, reason = "the type is one that NumPy has")]
pub fn write(
    table: &GrundyTable,
    format: TableFormat,
    out: &mut impl Write,
    name: &str,
    progress: Progress<'_>,
) -> Result<(), Error> {
    let n = table.task().n();
    let error = |e| Error::writing(name, e);
    match format {
        TableFormat::Csv => out.write_all(&header(n)).map_err(error)?,
        TableFormat::Npy => {
            let dtype = DType::Plain("<u2".parse().expect("a type that NumPy has"));
            let options = WriteOptions::new_header_only().dtype(dtype);
            let shape = [n as u64, n as u64];
            options.shape(&shape).writer(&mut *out).write_header_only().map_err(error)?;
        }
    }
    let rows = (CELLS / n.max(1)).max(1);
    for first in (0..n).step_by(rows) {
        let rows = first..n.min(first + rows);
        for piece in pieces(table, format, rows.clone()) {
            out.write_all(&piece).map_err(error)?;
        }
        progress((rows.len() * n) as u128)?;
    }
    out.flush().map_err(error)
}

fn pieces(table: &GrundyTable, format: TableFormat, rows: Range<usize>) -> Vec<Vec<u8>> {
    let row = |a: usize| match format {
        TableFormat::Csv => line(a.to_string(), table.row(a)),
        TableFormat::Npy => table.row(a).flat_map(u16::to_le_bytes).collect(),
    };
    rows.into_par_iter().map(row).collect()
}

fn header(n: usize) -> Vec<u8> {
    // A heap of a table is below 2^16.
    line("a".into(), (0..n).map(|b| b as u16))
}

/// Numbers after their heading: neither is ever in need of quotes.
fn line(heading: String, values: impl ExactSizeIterator<Item = u16>) -> Vec<u8> {
    let mut line = Vec::with_capacity(heading.len() + 6 * values.len() + 1);
    line.extend(heading.into_bytes());
    let mut digits = itoa::Buffer::new();
    for value in values {
        line.push(b',');
        line.extend(digits.format(value).as_bytes());
    }
    line.push(b'\n');
    line
}

/// What a table comes to.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Totals {
    /// The greatest value,
    pub largest: u16,
    /// and where it stands first, by rows, a ≤ b.
    pub at: [usize; 2],
    /// The sum of all values.
    pub sum: Integer,
    /// How many zeros there are: the cold positions.
    pub zeros: u64,
}

/// What `table` comes to; none if it has no cells.
pub fn totals(table: &GrundyTable) -> Option<Totals> {
    let n = table.task().n();
    let (largest, a, b) = (0..n)
        .into_par_iter()
        .flat_map_iter(|a| (a..n).map(move |b| (table.get(a, b), a, b)))
        .reduce_with(|x, y| if (y.0, x.1, x.2) > (x.0, y.1, y.2) { y } else { x })?;
    // The diagonal once, everything else twice.
    let of_row = |a: usize| {
        table.row(a).fold((0u64, 0u64), |(sum, zeros), value| {
            (sum + u64::from(value), zeros + u64::from(value == 0))
        })
    };
    let (sum, zeros) =
        (0..n).into_par_iter().map(of_row).reduce(|| (0, 0), |x, y| (x.0 + y.0, x.1 + y.1));
    Some(Totals { largest, at: [a, b], sum: Integer::from(u128::from(sum)), zeros })
}

#[cfg(test)]
mod tests {
    use npyz::{NpyFile, Order};
    use phinum_core::wythoff::{WythoffTable, wavefront};

    use super::*;

    fn table(n: usize) -> GrundyTable {
        wavefront::table(WythoffTable::new(n, 1).unwrap())
    }

    fn written(table: &GrundyTable, format: TableFormat) -> Vec<u8> {
        let mut out = Vec::new();
        write(table, format, &mut out, "memory", &|_| Ok(())).unwrap();
        out
    }

    #[test]
    fn csv_has_the_heaps_as_headings() {
        let text = |n| String::from_utf8(written(&table(n), TableFormat::Csv)).unwrap();
        assert_eq!(text(0), "a\n");
        assert_eq!(text(1), "a,0\n0,0\n");
        assert_eq!(text(3), "a,0,1,2\n0,0,1,2\n1,1,2,0\n2,2,0,1\n");
    }

    #[test]
    fn npy_reads_back_as_it_was() {
        for n in [0, 1, 5, 100] {
            let table = table(n);
            let bytes = written(&table, TableFormat::Npy);
            let file = NpyFile::new(&bytes[..]).unwrap();
            assert_eq!((file.shape(), file.order()), (&[n as u64, n as u64][..], Order::C));
            assert_eq!(file.dtype().descr(), "'<u2'");
            let values: Vec<u16> = file.into_vec().unwrap();
            let expected: Vec<u16> = (0..n).flat_map(|a| table.row(a)).collect();
            assert_eq!(values, expected);
        }
    }

    #[test]
    fn totals_of_64_by_64() {
        let totals = totals(&table(64)).unwrap();
        assert_eq!((totals.largest, totals.sum.to_string().as_str()), (95, "160262"));
        let zeros = (0..64).flat_map(|a| (0..64).map(move |b| (a as u64, b as u64)));
        let cold = zeros.filter(|&(a, b)| phinum_core::wythoff::is_cold(a, b)).count();
        assert_eq!(totals.zeros, cold as u64);
        let table = table(64);
        let first = (0..64).flat_map(|a| (a..64).map(move |b| [a, b]));
        assert_eq!(
            Some(totals.at),
            first.clone().find(|&[a, b]| table.get(a, b) == totals.largest)
        );
        assert_eq!(super::totals(&self::table(0)), None);
    }
}
