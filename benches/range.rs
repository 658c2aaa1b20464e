//! Range fill on one thread, beside memset of the same bytes and the naive way.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use phinum_benches::{Column, one_thread, upper_bound_weights};

/// 256 MiB of values.
const LEN: usize = 32 << 20;
/// The naive way takes a hundred times as long a value.
const NAIVE_LEN: usize = LEN / 64;

fn range(c: &mut Criterion) {
    let cpu = one_thread();
    let mut group = c.benchmark_group("range");
    group.sample_size(10).throughput(Throughput::Elements(LEN as u64));
    for name in ["upper-bound", "longest"] {
        let mut column = Column::new(name, LEN);
        group.bench_function(format!("{name}/memset"), |b| b.iter(|| column.memset()));
        group.bench_function(format!("{name}/tile"), |b| b.iter(|| column.fill(&cpu)));
        column.assert();
    }
    group.throughput(Throughput::Elements(NAIVE_LEN as u64));
    let (mut column, weights) = (Column::new("upper-bound", NAIVE_LEN), upper_bound_weights());
    group.bench_function("upper-bound/naive", |b| b.iter(|| column.naive(&weights)));
    column.assert();
    group.finish();
}

criterion_group!(benches, range);
criterion_main!(benches);
