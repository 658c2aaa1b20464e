//! Ranges: against memset of the same bytes, which is all that filling a column can come
//! to, against the naive way, against columns that are filled to be looked at, and one
//! thread against all.

use phinum_core::backend::{Backend, BackendError, ListTask, RangeTask, SelectTask};
use phinum_core::column::{self, ColumnMut, Word};
use phinum_core::for_width;
use phinum_core::predicate::{Bound, Operation, Predicate, Relation, Term};
use phinum_cpu::Cpu;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::column::{Column, START, function, one_thread};
use crate::measure::{Bench, Error, assert, seconds, time};
use crate::naive::Naive;

/// The naive way takes a hundred times as long a value.
const NAIVE_SHARE: usize = 64;
/// Quantities that are filled.
const NAMES: [&str; 4] = ["upper-bound", "longest", "terms", "nim-take"];
/// Rows of a block, where several columns are filled: those of `phinum eval`.
const BLOCK: usize = phinum_bulk::eval::ROWS;

/// Measures the CPU backend on one thread, and then on all.
///
/// # Errors
/// [`Error`]: a wrong result, or a listener that wants no more.
pub fn measure(bench: &mut Bench<'_>) -> Result<(), Error> {
    on(bench, &one_thread())?;
    threads(bench)
}

/// What one thread of a backend does.
fn on(bench: &mut Bench<'_>, backend: &dyn Backend) -> Result<(), Error> {
    // Of 8 bytes: no cache of a common machine holds what is measured in full.
    let len: usize = bench.effort().of(1 << 12, 8 << 20, 32 << 20);
    let pairs = bench.effort().of(3, 7, 11);
    bench.setting(&format!("One thread, {}, {pairs} pairs", size(len)))?;
    for name in NAMES {
        fill(bench, backend, &format!("{name} range fill"), Column::new(name, len), pairs)?;
    }
    for name in NAMES {
        let column = Column::narrowest(name, 8 * len);
        let what = format!("{name} range fill, {} bits", column.bits());
        fill(bench, backend, &what, column, pairs)?;
    }
    one_pass(bench, backend, len, pairs)?;
    for name in NAMES {
        let mut column = Column::new(name, len);
        bench.ratio(&format!("{name} summary"), "memset of the column", pairs, || {
            let memset = seconds(len, || column.memset());
            Ok((time(len, || column.summarize(backend))?, memset))
        })?;
    }
    condition(bench, backend, len, pairs)?;
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

fn fill(
    bench: &mut Bench<'_>,
    backend: &dyn Backend,
    what: &str,
    mut column: Column,
    pairs: usize,
) -> Result<(), Error> {
    let len = column.len();
    bench.ratio(what, "memset", pairs, || {
        let memset = seconds(len, || column.memset());
        let fill = time(len, || column.fill(backend))?;
        column.assert()?;
        Ok((fill, memset))
    })
}

/// Four columns, a block of each after the other, as a table is made.
fn one_pass(
    bench: &mut Bench<'_>,
    backend: &dyn Backend,
    len: usize,
    pairs: usize,
) -> Result<(), Error> {
    let rows = len / NAMES.len();
    let mut columns = NAMES.map(|name| Column::new(name, rows));
    let blocks = || (0..rows).step_by(BLOCK).map(|from| from..rows.min(from + BLOCK));
    bench.ratio("four quantities in one pass", "memset", pairs, || {
        let memset = seconds(rows, || {
            for block in blocks() {
                for column in &mut columns {
                    column.memset_rows(block.clone());
                }
            }
        });
        let fill = time(rows, || {
            blocks().try_for_each(|block| {
                let mut columns = columns.iter_mut();
                columns.try_for_each(|column| column.fill_rows(backend, block.clone()))
            })
        })?;
        columns.iter().try_for_each(Column::assert)?;
        Ok((fill, memset))
    })
}

/// terms = 5 and trailing-zeros % 2 = 0.
fn predicate() -> Predicate {
    let value = |name| Term::Value(function(name));
    let constant = |number: u8| Term::Constant(number.into());
    let even = Term::Operation(
        Operation::Residue,
        Box::new(value("trailing-zeros")),
        Box::new(constant(2)),
    );
    Predicate::And(
        Box::new(Predicate::Compare(Relation::Equal, value("terms"), constant(5))),
        Box::new(Predicate::Compare(Relation::Equal, even, constant(0))),
    )
}

/// A condition asked of numbers as they are evaluated, against columns filled for it and
/// then looked through.
pub(crate) fn condition(
    bench: &mut Bench<'_>,
    backend: &dyn Backend,
    len: usize,
    pairs: usize,
) -> Result<(), Error> {
    let bound = bound(len);
    let mut columns: Vec<column::Column> = bound.columns();
    let widths: Vec<_> = bound.functions().iter().map(|(_, width)| *width).collect();
    columns.iter_mut().zip(widths).for_each(|(column, width)| column.resize(width, BLOCK));
    let mut by_columns = || -> Result<u64, BackendError> {
        let mut count = 0;
        for from in (0..len).step_by(BLOCK) {
            let rows = BLOCK.min(len - from);
            for ((function, _), column) in bound.functions().iter().zip(&mut columns) {
                let (out, _) = column.as_mut().split_at(rows);
                let start = u128::from(START) + from as u128;
                backend.fill(RangeTask::new(function, start, out)?)?;
            }
            let [terms, zeros] = &columns[..] else { unreachable!("two functions") };
            for_width!(Column, terms, terms => for_width!(Column, zeros, zeros => {
                let rows = terms[..rows].iter().zip(&zeros[..rows]);
                count += rows.filter(|(t, z)| t.wide() == 5 && z.wide() % 2 == 0).count() as u64;
            }));
        }
        Ok(count)
    };
    bench.ratio("a condition on two quantities", "columns looked through", pairs, || {
        let (mut old, mut new) = (0, 0);
        let slow = time(len, || by_columns().map(|count| old = count))?;
        let fast = time(len, || select(&bound, backend, len).map(|count| new = count))?;
        assert(old == new, "a condition")?;
        Ok((fast, slow))
    })
}

fn bound(len: usize) -> Bound {
    let start = u128::from(START);
    Bound::new(&predicate(), &(start..start + len as u128)).expect("it fits")
}

fn select(bound: &Bound, backend: &dyn Backend, len: usize) -> Result<u64, BackendError> {
    Ok(backend.select(&SelectTask::new(bound, START.into(), len))?.count())
}

/// Threads to compare: one and all, each as a pool that a backend works in.
struct Pools {
    cpu: Cpu,
    one: ThreadPool,
    all: ThreadPool,
}

impl Pools {
    fn new() -> Pools {
        let pool = |threads| {
            ThreadPoolBuilder::new().num_threads(threads).build().expect("threads to be had")
        };
        Pools { cpu: Cpu::default(), one: pool(1), all: pool(rayon::current_num_threads()) }
    }

    /// The seconds of some work with all threads and with one, over and over.
    fn pair<E: Into<Error> + Send>(
        &self,
        values: usize,
        rounds: usize,
        mut work: impl FnMut(&Cpu) -> Result<(), E> + Send,
    ) -> Result<(f64, f64), Error> {
        let mut on = |pool: &ThreadPool| {
            let rounds = || (0..rounds).try_for_each(|_| work(&self.cpu));
            // What is timed is within the pool: no thread waits for another to begin.
            pool.install(|| time(values, rounds))
        };
        let one = on(&self.one)?;
        Ok((on(&self.all)?, one))
    }
}

/// All threads against one: never slower, whatever they share.
fn threads(bench: &mut Bench<'_>) -> Result<(), Error> {
    let pools = Pools::new();
    let most: usize = bench.effort().of(1 << 12, 8 << 20, 32 << 20);
    let pairs = bench.effort().of(3, 7, 11);
    let threads = &pools.cpu.description().driver;
    bench.setting(&format!("{threads} beside one, {}, {pairs} pairs", size(most)))?;
    // As much as is shared out, and as little as is hardly worth it.
    for (len, rounds, called) in [(most, 1, ""), (most >> 10, 256, ", a thousandth of it")] {
        let mut column = Column::new("upper-bound", len);
        bench.ratio(&format!("upper-bound range fill{called}"), "one thread", pairs, || {
            let pair = pools.pair(len, rounds, |cpu| column.fill(cpu))?;
            column.assert()?;
            Ok(pair)
        })?;
        bench.ratio(&format!("upper-bound summary{called}"), "one thread", pairs, || {
            pools.pair(len, rounds, |cpu| column.summarize(cpu))
        })?;
        let bound = bound(len);
        let expected = select(&bound, &pools.cpu, len)?;
        bench.ratio(&format!("a condition{called}"), "one thread", pairs, || {
            pools.pair(len, rounds, |cpu| {
                assert(select(&bound, cpu, len)? == expected, "a condition")
            })
        })?;
        let terms = function("terms");
        let scattered = |i: u64| i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let inputs: Vec<u64> = (0..len as u64).map(scattered).collect();
        let mut values = vec![0u8; len];
        let mut fill =
            |cpu: &Cpu| cpu.fill_list(ListTask::new(&terms, &inputs, ColumnMut::U8(&mut values))?);
        bench.ratio(&format!("terms of a list{called}"), "one thread", pairs, || {
            pools.pair(len, rounds, &mut fill)
        })?;
        for (n, value) in inputs.iter().zip(&values).step_by(len.div_ceil(1 << 10)) {
            assert(terms.value_wrapped((*n).into()) == u128::from(*value), "terms of a list")?;
        }
    }
    Ok(())
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
