//! The speed of ranges as ratios.

use phinum_benches::{Column, Naive, gpu, one_thread, ratio, time};
use phinum_cpu::Cpu;
use phinum_gpu::Gpu;

/// 256 MiB of values.
const LEN: usize = 32 << 20;
const NAIVE_LEN: usize = LEN / 64;
const DEVICE_LEN: usize = LEN / 8;
const PAIRS: usize = 11;

fn report(what: &str, baseline: &str, pair: impl FnMut() -> (f64, f64)) {
    ratio(what, baseline, PAIRS, pair);
}

fn main() {
    let cpu = one_thread();
    println!("One thread, {} MiB a column, {PAIRS} pairs:", (LEN * 8) >> 20);
    for name in ["upper-bound", "longest", "terms", "nim-take"] {
        let mut column = Column::new(name, LEN);
        report(&format!("{name} range fill"), "memset", || {
            let memset = time(LEN, || column.memset());
            let fill = time(LEN, || column.fill(&cpu));
            column.assert();
            (fill, memset)
        });
    }
    let naive = Naive::default();
    let mut fast = Column::new("upper-bound", LEN);
    let mut slow = Column::new("upper-bound", NAIVE_LEN);
    report("upper-bound range fill", "naive greedy", || {
        let old = time(NAIVE_LEN, || slow.naive(&naive));
        slow.assert();
        (time(LEN, || fast.fill(&cpu)), old)
    });
    match gpu() {
        Some((adapter, gpu)) => device(&adapter, &gpu),
        None => println!("\nNo GPU adapter: nothing is measured on one."),
    }
}

/// A GPU against the same adapter's own greedy numerals, and against the CPU.
fn device(adapter: &str, gpu: &Gpu) {
    let cpu = Cpu::default();
    println!("\n{adapter}, {} MiB a column:", (DEVICE_LEN * 8) >> 20);
    for name in ["upper-bound", "longest"] {
        let mut column = Column::new(name, DEVICE_LEN);
        report(&format!("{name} range fill"), "greedy on the device", || {
            let greedy = time(DEVICE_LEN, || column.fill_greedily(gpu));
            column.assert();
            let tile = time(DEVICE_LEN, || column.fill(gpu));
            column.assert();
            (tile, greedy)
        });
        report(&format!("{name} reduction"), "greedy on the device", || {
            let greedy = time(DEVICE_LEN, || column.fill_greedily(gpu));
            (time(DEVICE_LEN, || column.summarize(gpu)), greedy)
        });
        report(&format!("{name} range fill"), "the CPU, all threads", || {
            let host = time(DEVICE_LEN, || column.fill(&cpu));
            (time(DEVICE_LEN, || column.fill(gpu)), host)
        });
        report(&format!("{name} reduction"), "the CPU, all threads", || {
            let host = time(DEVICE_LEN, || column.summarize(&cpu));
            (time(DEVICE_LEN, || column.summarize(gpu)), host)
        });
    }
}
