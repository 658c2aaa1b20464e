//! Range fill on one thread, beside memset of the same bytes and the naive way.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use phinum_benches::{Column, Naive, gpu, one_thread};

/// 256 MiB of values.
const LEN: usize = 32 << 20;
/// The naive way takes a hundred times as long a value.
const NAIVE_LEN: usize = LEN / 64;
/// On a software adapter greedy numerals take seconds otherwise.
const DEVICE_LEN: usize = LEN / 8;

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
    let (mut column, weights) = (Column::new("upper-bound", NAIVE_LEN), Naive::default());
    group.bench_function("upper-bound/naive", |b| b.iter(|| column.naive(&weights)));
    column.assert();
    group.finish();
}

/// The same range on a GPU: tile, reduction, and one greedy numeral an element.
fn device(c: &mut Criterion) {
    let Some((adapter, gpu)) = gpu() else {
        eprintln!("no GPU adapter: nothing is measured on one");
        return;
    };
    eprintln!("{adapter}");
    let mut group = c.benchmark_group("device");
    group.sample_size(10).throughput(Throughput::Elements(DEVICE_LEN as u64));
    for name in ["upper-bound", "longest"] {
        let mut column = Column::new(name, DEVICE_LEN);
        group.bench_function(format!("{name}/tile"), |b| b.iter(|| column.fill(&gpu)));
        column.assert();
        group.bench_function(format!("{name}/greedy"), |b| b.iter(|| column.fill_greedily(&gpu)));
        column.assert();
        group.bench_function(format!("{name}/summary"), |b| {
            b.iter(|| column.summarize(&gpu));
        });
    }
    group.finish();
}

criterion_group!(benches, range, device);
criterion_main!(benches);
