//! Tables of Wythoff's Grundy values, against the plain form.

use super::{Compared, Effort, Failure};
use crate::backend::{Backend, GrundyTable, WythoffTable};
use crate::wythoff::table;

/// The side of the square whose sum and greatest value are known, from a program
/// that shares nothing with this one.
const KNOWN: (usize, u64, u16) = (64, 160_262, 95);

pub(super) fn check(
    backend: &dyn Backend,
    effort: Effort,
    compared: &mut Compared,
) -> Result<(), Failure> {
    let mut cases: Vec<(usize, u32)> = Vec::new();
    for r in [1, 2, 3, 5] {
        // Sides about a word of 32 or 64 values, and about a word of the sets.
        cases.extend([0, 1, 2, 3, 31, 32, 33, 63, 64, 65].map(|n| (n, r)));
    }
    cases.extend([(100, 1), (40, 41), (40, u32::MAX)]);
    if effort == Effort::Full {
        for r in [1, 2, 3, 5] {
            cases.extend([127, 128, 129, 200].map(|n| (n, r)));
        }
        cases.extend([(255, 1), (256, 1), (257, 1), (300, 1)]);
    }
    for (n, r) in cases {
        let task = WythoffTable::new(n, r).expect("small");
        let (got, expected) = (backend.wythoff_table(&task)?, table::plain(task));
        let what = || format!("Grundy values of {r}-Wythoff, {n} x {n}");
        compared.named(what, "its side and r", &format(&got), &format(&expected))?;
        for s in 0..task.antidiagonals() {
            let cells = got.antidiagonal(s).iter().zip(expected.antidiagonal(s));
            for (a, (got, expected)) in (task.first(s)..).zip(cells) {
                compared.named(what, format_args!("({a}, {})", s - a), got, expected)?;
            }
        }
        if (n, r) == (KNOWN.0, 1) {
            let square = (0..n).flat_map(|a| got.row(a));
            let sum = square.clone().map(u64::from).sum::<u64>();
            compared.named(what, "the sum of all", &sum, &KNOWN.1)?;
            let greatest = square.max().unwrap_or(0);
            compared.named(what, "the greatest of all", &greatest, &KNOWN.2)?;
        }
    }
    Ok(())
}

fn format(table: &GrundyTable) -> String {
    format!("{}, {}", table.task().n(), table.task().r())
}
