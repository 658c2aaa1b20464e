//! Ranges on one thread: against memset of the same bytes, which is all that filling a
//! column can come to, and against the naive way.

use phinum_core::backend::Backend;

use crate::column::{Column, one_thread};
use crate::measure::{Bench, Error, seconds, time};
use crate::naive::Naive;

/// The naive way takes a hundred times as long a value.
const NAIVE_SHARE: usize = 64;

/// Measures the CPU backend on one thread.
///
/// # Errors
/// [`Error`]: a wrong result, or a listener that wants no more.
pub fn measure(bench: &mut Bench<'_>) -> Result<(), Error> {
    on(bench, &one_thread())
}

/// The same on a backend.
fn on(bench: &mut Bench<'_>, backend: &dyn Backend) -> Result<(), Error> {
    // Of 8 bytes: no cache of a common machine holds what is measured in full.
    let len: usize = bench.effort().of(1 << 12, 8 << 20, 32 << 20);
    let pairs = bench.effort().of(3, 7, 11);
    bench.setting(&format!("One thread, {}, {pairs} pairs", size(len)))?;
    for name in ["upper-bound", "longest", "terms", "nim-take"] {
        let mut column = Column::new(name, len);
        bench.ratio(&format!("{name} range fill"), "memset", pairs, || {
            let memset = seconds(len, || column.memset());
            let fill = time(len, || column.fill(backend))?;
            column.assert()?;
            Ok((fill, memset))
        })?;
    }
    let naive = Naive::default();
    let mut fast = Column::new("upper-bound", len);
    let mut slow = Column::new("upper-bound", len / NAIVE_SHARE);
    bench.ratio("upper-bound range fill", "naive greedy", pairs, || {
        let old = seconds(len / NAIVE_SHARE, || slow.naive(&naive));
        slow.assert()?;
        let new = time(len, || fast.fill(backend))?;
        fast.assert()?;
        Ok((new, old))
    })
}

/// The size of a column of words of 64 bits.
pub(crate) fn size(len: usize) -> String {
    match (len * 8) >> 20 {
        0 => format!("{} KiB a column", (len * 8) >> 10),
        size => format!("{size} MiB a column"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Altered, heard};

    #[test]
    fn a_wrong_value_has_no_speed() {
        let wrong = heard("range", |bench| on(bench, &Altered(one_thread())));
        assert!(matches!(wrong, Err(Error::Wrong { what }) if what.contains("upper-bound")));
    }
}
