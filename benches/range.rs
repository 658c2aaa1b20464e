//! Range fill on one thread, beside memset of the same bytes and the naive way.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use phinum_benches::{Column, Naive, gpu, one_thread};
use phinum_gpu::Gpu;

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
        group.bench_function(format!("{name}/tile"), |b| {
            b.iter(|| column.fill(&cpu).expect("the CPU works"));
        });
        column.assert().expect("the right values");
    }
    group.throughput(Throughput::Elements(NAIVE_LEN as u64));
    let (mut column, weights) = (Column::new("upper-bound", NAIVE_LEN), Naive::default());
    group.bench_function("upper-bound/naive", |b| b.iter(|| column.naive(&weights)));
    column.assert().expect("the right values");
    group.finish();
}

/// The same range on a GPU: tile, reduction, and one greedy numeral an element.
fn device(c: &mut Criterion) {
    let Some(adapter) = gpu::adapter_asked_for() else {
        eprintln!("no GPU adapter: nothing is measured on one");
        return;
    };
    eprintln!("{adapter}");
    let gpu = Gpu::open(&adapter).expect("the adapter opens");
    let mut group = c.benchmark_group("device");
    group.sample_size(10).throughput(Throughput::Elements(DEVICE_LEN as u64));
    for name in ["upper-bound", "longest"] {
        let mut column = Column::new(name, DEVICE_LEN);
        group.bench_function(format!("{name}/tile"), |b| {
            b.iter(|| column.fill(&gpu).expect("the device works"));
        });
        column.assert().expect("the right values");
        group.bench_function(format!("{name}/greedy"), |b| {
            b.iter(|| column.fill_greedily(&gpu).expect("the device works"));
        });
        column.assert().expect("the right values");
        group.bench_function(format!("{name}/summary"), |b| {
            b.iter(|| column.summarize(&gpu).expect("the right sum"));
        });
    }
    group.finish();
}

criterion_group!(benches, range, device);
criterion_main!(benches);
