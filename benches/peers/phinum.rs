//! phinum as the peers are timed: a library call on one thread that fills a column in
//! memory. Requests and answers are those of the peers (see peer.py).

use std::io::Write;
use std::time::Instant;

use phinum_benches::{function, one_thread};
use phinum_core::backend::{Backend, ListTask, RangeTask};
use phinum_core::column::{Column, Width, Word};
use phinum_core::fibonacci_nim::Sweep;
use phinum_core::fibonacci_nim::growth::Growth;
use phinum_core::for_width;
use phinum_cpu::Cpu;

/// Heaps swept for one time: a small table alone takes no time a clock can tell.
const HEAPS: u64 = 1_000_000;

fn main() {
    let mut phinum = Phinum { cpu: one_thread(), column: None };
    for line in std::io::stdin().lines() {
        let line = line.expect("a request");
        let fields: Vec<&str> = line.split(' ').collect();
        let [work, source, at, count, sum] = fields[..] else {
            panic!("a request is `WORK SOURCE WHERE COUNT SUM`, not `{line}`");
        };
        let count: usize = count.parse().expect("a count");
        let (seconds, total) = match source {
            "range" => phinum.range(work, at.parse().expect("a start"), count),
            "list" => phinum.list(work, at, count),
            "heaps" => heaps(count as u64),
            other => panic!("a source is range, list or heaps, not {other}"),
        };
        assert_eq!(total, sum.parse::<u128>().expect("a sum"), "{line}");
        println!("{{\"seconds\": {seconds}}}");
        std::io::stdout().flush().expect("an open pipe");
    }
}

struct Phinum {
    cpu: Cpu,
    /// The last column filled, whose memory has been touched.
    column: Option<Column>,
}

impl Phinum {
    fn range(&mut self, quantity: &str, start: u128, count: usize) -> (f64, u128) {
        let function = function(quantity);
        let end = start + count as u128;
        let mut column = self.column(function.width(start..end).expect("values fit"), count);
        let seconds = timed(|| {
            let task = RangeTask::new(&function, start, column.as_mut()).expect("values fit");
            self.cpu.fill(task).expect("the CPU works");
        });
        (seconds, self.keep(column))
    }

    fn list(&mut self, quantity: &str, path: &str, count: usize) -> (f64, u128) {
        let function = function(quantity);
        let list = read(path);
        let inputs = &list[..count];
        let end = u128::from(*inputs.iter().max().expect("a number")) + 1;
        let mut column = self.column(function.width(0..end).expect("values fit"), count);
        let seconds = timed(|| {
            let task = ListTask::new(&function, inputs, column.as_mut()).expect("values fit");
            self.cpu.fill_list(task).expect("the CPU works");
        });
        (seconds, self.keep(column))
    }

    /// A column to be filled, in the memory of the one before where it can be.
    fn column(&mut self, width: Width, len: usize) -> Column {
        let mut column = self.column.take().unwrap_or_else(|| Column::unwritten(width, 0));
        column.reset(width, len);
        column
    }

    /// Its sum; it is kept.
    fn keep(&mut self, column: Column) -> u128 {
        let sum =
            for_width!(Column, &column, values => values.iter().map(|value| value.wide()).sum());
        self.column = Some(column);
        sum
    }
}

fn timed(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

fn read(path: &str) -> Vec<u64> {
    let bytes = std::fs::read(path).expect("a list");
    bytes.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect()
}

/// The sum of the Grundy values of the heaps 1 to `last` at every cap, and the mean of
/// the seconds that it takes.
fn heaps(last: u64) -> (f64, u128) {
    let times = HEAPS.div_ceil(last.max(1)) as u32;
    let mut sum = 0;
    let seconds = timed(|| {
        for _ in 0..times {
            let mut growth = Growth::default();
            let mut sweep = Sweep::new(std::hint::black_box(last)).expect("a heap of a table");
            while let Some((heap, steps)) = sweep.next_heap() {
                growth.push(heap, steps);
            }
            sum = growth.sum();
        }
    });
    (seconds / f64::from(times), sum)
}
