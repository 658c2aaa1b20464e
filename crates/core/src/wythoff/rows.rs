//! Rows of Grundy values, and proof of their additive periodicity:
//! G(a, b + p) = G(a, b) + p for all b from some column on (Dress, Flammenkamp and
//! Pink, "Additive periodicity of the Sprague–Grundy function of certain Nim
//! games", 1999).
//!
//! The rows up to one are a finite machine (the module `band`). When its state at
//! column `from + columns` is that at `from`, bit for bit, the row is periodic from
//! there on: that is proved, not observed. A state is kept at every power of two and
//! compared with each that follows (Brent 1980). The least period and preperiod of
//! the one row are then read off its values.

use dashu_int::UBig;
use dashu_int::ops::DivRem;
use thiserror::Error;

use super::band::{Band, WIDEST, words};
use super::table::{MAX_SIDE, WythoffTable};
use super::wavefront;
pub use crate::zeckendorf_game::solver::{Progress, Watch};

/// The cells between two reports.
const REPORT: u64 = 1 << 20;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RowError {
    /// The band is too wide.
    #[error(
        "row {row} is too far up: with r = {r}, a row is computed up to {}; a table has every row \
         up to {}",
        last_row(*.r), MAX_SIDE - 1
    )]
    TooWide {
        /// The row.
        row: UBig,
        /// r.
        r: u32,
    },
    /// There is no such game.
    #[error("r = 0 is no game: r-Wythoff needs an r of at least 1")]
    NoGame,
    /// The value lies beyond the work allowed.
    #[error(
        "G({row}, {column}) was not reached: row {row} showed no period in its first {columns} \
         columns; allow more cells of work"
    )]
    OutOfReach {
        /// The smaller heap.
        row: UBig,
        /// The larger heap.
        column: UBig,
        /// How many columns were computed.
        columns: u64,
    },
}

/// The last row that [`row`] computes.
pub fn last_row(r: u32) -> u32 {
    ((64 * WIDEST as u64 - 1) / (2 * u64::from(r) + 1)) as u32
}

/// A row of Grundy values as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Row {
    /// All of it.
    Periodic(RowCertificate),
    /// A beginning; no period was found in it.
    Open {
        /// G(row, b) − b for each b from 0 on.
        deviations: Vec<i16>,
    },
}

impl Row {
    /// The certificate, if the row was found periodic.
    pub fn certificate(&self) -> Option<&RowCertificate> {
        match self {
            Row::Periodic(certificate) => Some(certificate),
            Row::Open { .. } => None,
        }
    }

    /// How many columns were computed.
    pub fn columns(&self) -> u64 {
        match self {
            Row::Periodic(certificate) => certificate.deviations.len() as u64,
            Row::Open { deviations } => deviations.len() as u64,
        }
    }

    /// G(row, b), if it is known.
    pub fn value(&self, b: &UBig) -> Option<UBig> {
        match self {
            Row::Periodic(certificate) => Some(certificate.value(b)),
            Row::Open { deviations } => {
                let deviation = deviations.get(usize::try_from(b).ok()?)?;
                Some(deviate(b, *deviation))
            }
        }
    }
}

/// What proves a row periodic, and all its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowCertificate {
    /// The row a.
    pub row: u32,
    /// r.
    pub r: u32,
    /// The least column from which the row is periodic.
    pub preperiod: u64,
    /// The least p with G(a, b + p) = G(a, b) + p from there on.
    pub period: u64,
    /// The proof: the state of rows 0..=a.
    pub repeat: Repeat,
    /// G(a, b) − b for every column before the repeated state's second.
    pub deviations: Vec<i16>,
}

/// A state that comes again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repeat {
    /// A column it stands before.
    pub from: u64,
    /// How many columns later it stands again.
    pub columns: u64,
}

impl RowCertificate {
    fn new(row: u32, r: u32, repeat: Repeat, deviations: Vec<i16>) -> Self {
        let (preperiod, period) = least(&deviations, repeat.columns as usize);
        RowCertificate { row, r, preperiod, period, repeat, deviations }
    }

    /// G(row, b).
    pub fn value(&self, b: &UBig) -> UBig {
        let known = usize::try_from(b).ok().and_then(|b| self.deviations.get(b));
        let deviation = known.copied().unwrap_or_else(|| {
            let (_, phase) = (b - self.preperiod).div_rem(UBig::from(self.period));
            let phase = usize::try_from(phase).unwrap_or(usize::MAX);
            self.deviations[self.preperiod as usize + phase]
        });
        deviate(b, deviation)
    }

    /// Computes everything anew: the values, that the state comes again, and that
    /// the period and preperiod are the least.
    ///
    /// # Errors
    /// [`CertificateError`] names the first thing that is wrong.
    pub fn verify(&self, watch: Watch<'_>) -> Result<(), CertificateError> {
        let end = self.repeat.from.checked_add(self.repeat.columns);
        let whole = end == Some(self.deviations.len() as u64) && self.repeat.columns > 0;
        if self.r == 0 || !whole {
            return Err(CertificateError::Incomplete);
        }
        match words(self.row, self.r) {
            Some(0..=1) => self.recompute::<1>(watch),
            Some(2) => self.recompute::<2>(watch),
            Some(3..=4) => self.recompute::<4>(watch),
            Some(5..=8) => self.recompute::<8>(watch),
            Some(9..=16) => self.recompute::<16>(watch),
            Some(17..=32) => self.recompute::<32>(watch),
            Some(33..=WIDEST) => self.recompute::<WIDEST>(watch),
            _ => return Err(CertificateError::Incomplete),
        }?;
        let (preperiod, period) = least(&self.deviations, self.repeat.columns as usize);
        if (preperiod, period) == (self.preperiod, self.period) {
            Ok(())
        } else {
            Err(CertificateError::NotLeast { preperiod, period })
        }
    }

    fn recompute<const W: usize>(&self, watch: Watch<'_>) -> Result<(), CertificateError> {
        let mut band = Band::<W>::new(self.row, self.r);
        let mut reports = Reports::new(self.row, watch);
        let mut first = None;
        for (b, &deviation) in self.deviations.iter().enumerate() {
            if b as u64 == self.repeat.from {
                first = Some(band.state().clone());
            }
            let got = band.column();
            if got != deviation {
                return Err(CertificateError::Wrong { column: b as u64, got, deviation });
            }
            if !reports.go_on(b as u64 + 1) {
                return Err(CertificateError::Stopped);
            }
        }
        if first.as_ref() == Some(band.state()) { Ok(()) } else { Err(CertificateError::NoRepeat) }
    }
}

/// Why a certificate proves nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum CertificateError {
    /// It has not one value for each column up to the repeated state.
    #[error("the certificate does not hold one value for every column up to its repeated state")]
    Incomplete,
    /// A value is wrong.
    #[error("the value at column {column} is {deviation} above it, but should be {got} above it")]
    Wrong {
        /// The column b.
        column: u64,
        /// G(a, b) − b.
        got: i16,
        /// What the certificate says.
        deviation: i16,
    },
    /// The state does not come again where it should.
    #[error("the states at the two columns named differ, so nothing is proved")]
    NoRepeat,
    /// The period or the preperiod is not the least, or is none.
    #[error("the least preperiod and period are {preperiod} and {period}")]
    NotLeast {
        /// The least preperiod.
        preperiod: u64,
        /// The least period.
        period: u64,
    },
    /// The watch said so.
    #[error("the check was stopped before its end")]
    Stopped,
}

/// The least preperiod and period of a row that is periodic by `period` over its
/// last `period` columns and ever after.
fn least(deviations: &[i16], period: usize) -> (u64, u64) {
    let cycle = &deviations[deviations.len() - period..];
    // Two periods of an endless cycle have their greatest common divisor as one, so
    // the least divides any.
    let repeats = |p: usize| cycle[p..] == cycle[..period - p];
    let mut least = period;
    let (mut rest, mut factor) = (period, 2);
    while rest > 1 {
        if !rest.is_multiple_of(factor) {
            factor = if factor * factor > rest { rest } else { factor + 1 };
            continue;
        }
        rest /= factor;
        if repeats(least / factor) {
            least /= factor;
        }
    }
    let mut start = deviations.len() - period;
    while start > 0 && deviations[start - 1] == deviations[start - 1 + least] {
        start -= 1;
    }
    (start as u64, least as u64)
}

fn deviate(b: &UBig, deviation: i16) -> UBig {
    let size = deviation.unsigned_abs();
    if deviation < 0 { b - size } else { b + size }
}

/// Row `row` over its first `columns` columns, or fewer if a state comes again
/// before or `watch` says stop; the certificate then gives the rest. Two bytes a
/// column are kept.
///
/// ```
/// use phinum_core::wythoff::rows::row;
/// let row = row(3, 1, 1000, &mut |_| true).expect("a low row");
/// let certificate = row.certificate().expect("it is periodic early");
/// assert_eq!((certificate.preperiod, certificate.period), (8, 6));
/// ```
///
/// # Errors
/// [`RowError::TooWide`] past [`last_row`], [`RowError::NoGame`] for `r` = 0.
pub fn row(row: u32, r: u32, columns: u64, watch: Watch<'_>) -> Result<Row, RowError> {
    if r == 0 {
        return Err(RowError::NoGame);
    }
    Ok(match words(row, r) {
        Some(0..=1) => search::<1>(row, r, columns, watch),
        Some(2) => search::<2>(row, r, columns, watch),
        Some(3..=4) => search::<4>(row, r, columns, watch),
        Some(5..=8) => search::<8>(row, r, columns, watch),
        Some(9..=16) => search::<16>(row, r, columns, watch),
        Some(17..=32) => search::<32>(row, r, columns, watch),
        Some(33..=WIDEST) => search::<WIDEST>(row, r, columns, watch),
        _ => return Err(RowError::TooWide { row: row.into(), r }),
    })
}

fn search<const W: usize>(row: u32, r: u32, columns: u64, watch: Watch<'_>) -> Row {
    let mut band = Band::<W>::new(row, r);
    let mut reports = Reports::new(row, watch);
    let mut deviations = Vec::new();
    let mut from = 0;
    let mut kept = band.state().clone();
    for b in 1..=columns {
        deviations.push(band.column());
        if band.state().repeats(&kept) {
            let repeat = Repeat { from, columns: b - from };
            return Row::Periodic(RowCertificate::new(row, r, repeat, deviations));
        }
        if b.is_power_of_two() {
            from = b;
            kept.clone_from(band.state());
        }
        if !reports.go_on(b) {
            break;
        }
    }
    Row::Open { deviations }
}

/// Tells a watch of the cells done, now and then.
struct Reports<'a> {
    watch: Watch<'a>,
    rows: u64,
    every: u64,
    told: u64,
}

impl<'a> Reports<'a> {
    fn new(row: u32, watch: Watch<'a>) -> Self {
        let rows = u64::from(row) + 1;
        Reports { watch, rows, every: REPORT.div_ceil(rows), told: 0 }
    }

    #[inline]
    fn go_on(&mut self, columns: u64) -> bool {
        if columns - self.told < self.every {
            return true;
        }
        let done = (columns - self.told) * self.rows;
        self.told = columns;
        (self.watch)(Progress { done, bytes: columns * size_of::<i16>() as u64 })
    }
}

/// G(a, b), by the row of the smaller heap, at most `cells` cells of which are
/// computed; a value further out takes a certificate. Where the row is too far up
/// for that, by a table.
///
/// # Errors
/// [`RowError`].
pub fn value(a: &UBig, b: &UBig, r: u32, cells: u64, watch: Watch<'_>) -> Result<UBig, RowError> {
    if r == 0 {
        return Err(RowError::NoGame);
    }
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    let too_wide = || RowError::TooWide { row: a.clone(), r };
    let row_number = u32::try_from(a).ok().filter(|&a| a <= last_row(r));
    let Some(row_number) = row_number else {
        let n = usize::try_from(b).map_err(|_| too_wide())?.saturating_add(1);
        let task = WythoffTable::new(n, r).map_err(|_| too_wide())?;
        let out_of_reach =
            || RowError::OutOfReach { row: a.clone(), column: b.clone(), columns: 0 };
        if task.work() > cells {
            return Err(out_of_reach());
        }
        let mut done = 0;
        let bytes = task.working_bytes();
        let mut told = |more| {
            done += more;
            watch(Progress { done, bytes })
        };
        let table = wavefront::watched(task, &mut told).ok_or_else(out_of_reach)?;
        let a = usize::try_from(a).map_err(|_| too_wide())?;
        return Ok(table.get(a, n - 1).into());
    };
    let most = cells / (u64::from(row_number) + 1);
    let columns = u64::try_from(b).map_or(most, |b| b.saturating_add(1).min(most));
    let row = row(row_number, r, columns, watch)?;
    row.value(b).ok_or_else(|| RowError::OutOfReach {
        row: a.clone(),
        column: b.clone(),
        columns: row.columns(),
    })
}
