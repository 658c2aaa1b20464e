//! Rows and their certificates, against the wavefront's table and planted errors.

use phinum_core::backend::WythoffTable;
use phinum_core::dashu::UBig;
use phinum_core::wythoff::rows::{CertificateError, Row, RowCertificate, RowError};
use phinum_core::wythoff::rows::{last_row, row, value};
use phinum_core::wythoff::wavefront;

use crate::big;

fn certificate(a: u32, r: u32) -> RowCertificate {
    match row(a, r, 1 << 20, &mut |_| true) {
        Ok(Row::Periodic(certificate)) => certificate,
        other => panic!("row {a}, r = {r}: {:?} columns", other.map(|row| row.columns())),
    }
}

#[test]
fn preperiods_and_periods_of_the_first_rows() {
    let known = [
        (0, 1),
        (0, 3),
        (0, 3),
        (8, 6),
        (9, 12),
        (27, 24),
        (37, 12),
        (92, 24),
        (102, 24),
        (127, 24),
        (224, 24),
    ];
    for (a, known) in (0..).zip(known) {
        let found = certificate(a, 1);
        assert_eq!((found.preperiod, found.period), known, "row {a}");
        assert!(found.verify(&mut |_| true).is_ok());
    }
}

/// A row's values by its certificate, past all that was computed for it, are those
/// of the table; and its period and preperiod are the least there.
#[test]
fn certificates_foretell_the_table() {
    for (r, n, rows) in [(1, 6000, 22), (2, 3000, 12), (3, 2500, 8), (5, 2500, 6)] {
        let table = wavefront::table(WythoffTable::new(n, r).expect("small"));
        for a in 0..rows {
            let found = certificate(a as u32, r);
            assert!(found.deviations.len() < n, "nothing is foretold");
            let values: Vec<u64> = table.row(a).map(u64::from).collect();
            for (b, &g) in values.iter().enumerate() {
                assert_eq!(found.value(&big(b as u128)), g.into(), "r = {r}: ({a}, {b})");
            }
            let (from, period) = (found.preperiod as usize, found.period as usize);
            let repeats = |b: usize, p: usize| values[b + p] == values[b] + p as u64;
            assert!((from..n - period).all(|b| repeats(b, period)));
            assert!(from == 0 || !repeats(from - 1, period));
            assert!((1..period).all(|p| (from..n - p).any(|b| !repeats(b, p))), "{period}");
        }
    }
}

#[test]
fn windows_of_every_width_give_the_table() {
    for (a, r) in [(21, 1), (22, 1), (60, 1), (120, 1), (300, 1), (620, 1), (30, 7), (5, 200)] {
        let table = wavefront::table(WythoffTable::new(700, r).expect("small"));
        let row = row(a, r, 700, &mut |_| true).expect("narrow enough");
        for b in 0..700 {
            let got = row.value(&big(b as u128)).expect("it was computed");
            assert_eq!(got, table.get(a as usize, b).into(), "r = {r}: ({a}, {b})");
        }
    }
}

#[test]
fn a_row_without_a_period_so_far_says_so() {
    let open = row(10, 1, 270, &mut |_| true).expect("a low row");
    assert_eq!((open.columns(), open.certificate()), (270, None));
    assert!(open.value(&big(269)).is_some() && open.value(&big(270)).is_none());
    let mut reports = 0;
    let stopped = row(80, 1, u64::MAX, &mut |progress| {
        reports += 1;
        progress.done == 0
    });
    assert_eq!((stopped.map(|row| row.columns() > 0), reports), (Ok(true), 1));
}

#[test]
fn wrong_certificates_are_caught() {
    let right = certificate(10, 1);
    assert!(right.verify(&mut |_| true).is_ok());
    let planted = |plant: fn(&mut RowCertificate)| {
        let mut wrong = right.clone();
        plant(&mut wrong);
        wrong.verify(&mut |_| true).expect_err("it is wrong")
    };
    let not_least = CertificateError::NotLeast { preperiod: 224, period: 24 };
    assert_eq!(planted(|c| c.period = 12), not_least);
    assert_eq!(planted(|c| c.period = 48), not_least);
    assert_eq!(planted(|c| c.preperiod -= 1), not_least);
    assert_eq!(planted(|c| c.preperiod += 1), not_least);
    assert!(matches!(planted(|c| c.deviations[70] += 1), CertificateError::Wrong { .. }));
    assert!(matches!(planted(|c| c.row = 9), CertificateError::Wrong { .. }));
    assert!(matches!(planted(|c| c.r = 2), CertificateError::Wrong { .. }));
    assert_eq!(planted(|c| c.r = 0), CertificateError::Incomplete);
    assert_eq!(planted(|c| c.repeat.columns -= 1), CertificateError::Incomplete);
    let shorter = planted(|c| {
        c.repeat.columns -= 1;
        c.deviations.pop();
    });
    assert_eq!(shorter, CertificateError::NoRepeat);
    // Before the preperiod no state comes again.
    let early = planted(|c| {
        c.repeat.from -= 100;
        c.repeat.columns += 100;
    });
    assert_eq!(early, CertificateError::NoRepeat);
}

#[test]
fn values_far_out_and_far_up() {
    let go_on = &mut |_| true;
    let far: UBig = big(10).pow(40);
    let found = value(&far, &big(10), 1, 1 << 20, go_on).expect("row 10 is periodic");
    // b ≡ far modulo the period 24, past the preperiod, and small.
    let near = usize::from(&far % 24u8) + 240;
    let table = wavefront::table(WythoffTable::new(300, 1).expect("small"));
    assert_eq!(found, far - near + table.get(10, near));

    let refused = value(&big(10).pow(40), &big(50), 1, 1000, go_on).expect_err("too little work");
    assert!(matches!(refused, RowError::OutOfReach { columns: 19, .. }), "{refused}");
    let row = last_row(1) + 1;
    assert!(value(&row.into(), &big(1500), 1, 1 << 24, go_on).is_ok());
    let refused = value(&row.into(), &big(40_000), 1, u64::MAX, go_on).expect_err("too wide");
    assert!(matches!(refused, RowError::TooWide { .. }), "{refused}");
    assert_eq!(value(&far_row(), &far_row(), 0, 1, go_on), Err(RowError::NoGame));
}

fn far_row() -> UBig {
    UBig::ONE << 200
}

#[test]
fn what_is_too_wide_is_refused_and_a_table_under_way_is_stopped() {
    assert!(matches!(row(u32::MAX, u32::MAX, 9, &mut |_| true), Err(RowError::TooWide { .. })));
    let (mut told, [a, b]) = (0, [2000u32, 2100].map(UBig::from));
    let stopped = value(&a, &b, 1, u64::MAX, &mut |_| {
        told += 1;
        told < 5
    });
    assert!(matches!(stopped, Err(RowError::OutOfReach { .. })) && told == 5);
}
