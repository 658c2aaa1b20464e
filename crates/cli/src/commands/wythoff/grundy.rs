//! A Grundy value by what reaches it: a table, the rows up to one computed column by
//! column, or a proof that the row is periodic.

use anyhow::Result;
use dashu_int::UBig;
use phinum_bulk::json::Integer;
use phinum_core::wythoff::rows::{self, Row, RowCertificate, RowError, last_row};
use phinum_core::wythoff::{GrundyTable, WythoffTable};
use serde_json::{Value, json};

use crate::progress::Progress;

/// Tables of up to so many cells take no time worth telling, and are the plainest.
const SMALL_TABLE: u64 = 1 << 21;

/// A Grundy value.
pub struct Found {
    pub value: UBig,
    pub by: By,
}

/// Where it comes from.
pub enum By {
    /// A table of that side.
    Table(usize),
    /// Rows up to that one, computed to the column of the value.
    Columns(u32),
    /// A proof that the row is periodic.
    Certificate(Box<RowCertificate>),
}

/// What a certificate says.
pub fn statement(certificate: &RowCertificate) -> String {
    let RowCertificate { row, preperiod, period, .. } = certificate;
    format!("G({row}, b + {period}) = G({row}, b) + {period} for every b >= {preperiod}")
}

/// Why it is true.
pub fn proof(certificate: &RowCertificate) -> String {
    let (row, from) = (certificate.row, certificate.repeat.from);
    let to = from + certificate.repeat.columns;
    let rows = if row == 0 { "row 0".into() } else { format!("rows 0 to {row}") };
    format!("the state of {rows} before column {from} stands again before column {to}")
}

/// A certificate in JSON.
pub fn certificate_json(certificate: &RowCertificate) -> Value {
    json!({
        "row": certificate.row,
        "r": certificate.r,
        "preperiod": certificate.preperiod,
        "period": certificate.period,
        "state_at": certificate.repeat.from,
        "state_again_at": certificate.repeat.from + certificate.repeat.columns,
    })
}

impl By {
    /// A word for it.
    pub fn word(&self) -> &'static str {
        match self {
            By::Table(_) => "table",
            By::Columns(_) => "columns",
            By::Certificate(_) => "certificate",
        }
    }

    /// More than a word.
    pub fn text(&self) -> String {
        match self {
            By::Table(side) => format!("table of side {side}"),
            By::Columns(0) => "columns of row 0, one by one".into(),
            By::Columns(row) => format!("columns of rows 0 to {row}, one by one"),
            By::Certificate(certificate) => format!("certificate: {}", statement(certificate)),
        }
    }

    /// For JSON: `by`, and the certificate if it is one.
    pub fn json(&self) -> [(&'static str, Value); 2] {
        let certificate = match self {
            By::Certificate(certificate) => certificate_json(certificate),
            _ => Value::Null,
        };
        [("by", json!(self.word())), ("certificate", certificate)]
    }
}

/// G(a, b), for which at most `cells` cells are computed.
///
/// # Errors
/// [`RowError`] if nothing reaches it, or an interrupt.
pub fn find(a: &UBig, b: &UBig, r: u32, cells: u64, progress: &Progress) -> Result<Found> {
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    let task = usize::try_from(b).ok().and_then(|b| WythoffTable::new(b.saturating_add(1), r).ok());
    let table_work = task.map(WythoffTable::work);
    let row = u32::try_from(a).ok().filter(|&a| a <= last_row(r));
    match (task, table_work, row) {
        (Some(task), Some(work), row)
            if work <= cells && (row.is_none() || work <= SMALL_TABLE) =>
        {
            let table = table(task, progress)?;
            let (a, b) = (usize::try_from(a)?, usize::try_from(b)?);
            Ok(Found { value: table.get(a, b).into(), by: By::Table(task.n()) })
        }
        (_, _, Some(row)) => by_row(row, b, r, cells, progress),
        (Some(_), ..) => {
            Err(RowError::OutOfReach { row: a.clone(), column: b.clone(), columns: 0 }.into())
        }
        _ => Err(RowError::TooWide { row: a.clone(), r }.into()),
    }
}

/// The table, unless an interrupt comes.
fn table(task: WythoffTable, progress: &Progress) -> Result<GrundyTable> {
    let mut stopped = Ok(());
    let mut watch = |cells: u64| {
        stopped = progress.advance(cells.into());
        stopped.is_ok()
    };
    let table = phinum_cpu::wythoff::table(task, &mut watch);
    stopped?;
    Ok(table.expect("only an interrupt stops it"))
}

fn by_row(row: u32, b: &UBig, r: u32, cells: u64, progress: &Progress) -> Result<Found> {
    let most = cells / (u64::from(row) + 1);
    let columns = u64::try_from(b).map_or(most, |b| b.saturating_add(1).min(most));
    let known = search(row, r, columns, progress)?;
    let Some(value) = known.value(b) else {
        let columns = known.columns();
        return Err(RowError::OutOfReach { row: row.into(), column: b.clone(), columns }.into());
    };
    let by = match known {
        Row::Periodic(certificate) if *b >= UBig::from(certificate.deviations.len()) => {
            By::Certificate(Box::new(certificate))
        }
        _ => By::Columns(row),
    };
    Ok(Found { value, by })
}

/// A row, as [`rows::row`] has it.
///
/// # Errors
/// As [`rows::row`], or an interrupt.
pub fn search(row: u32, r: u32, columns: u64, progress: &Progress) -> Result<Row> {
    let mut stopped = None;
    let mut watch = |done: rows::Progress| {
        stopped = progress.advance(done.done.into()).err();
        stopped.is_none()
    };
    let known = rows::row(row, r, columns, &mut watch)?;
    stopped.map_or(Ok(known), |error| Err(error.into()))
}

/// An integer for JSON.
pub fn integer(n: &UBig) -> Value {
    json!(Integer::from(n))
}
