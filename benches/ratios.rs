//! Speed as ratios: each workload and its baseline in turn, pair by pair, so that
//! a machine whose speed drifts changes both. Prints the median of the ratios.

use std::time::Instant;

use phinum_benches::{Column, one_thread, upper_bound_weights};

/// 256 MiB of values.
const LEN: usize = 32 << 20;
const NAIVE_LEN: usize = LEN / 64;
const PAIRS: usize = 11;

/// Seconds a value.
fn time(values: usize, work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64() / values as f64
}

fn report(what: &str, baseline: &str, mut pair: impl FnMut() -> (f64, f64)) {
    pair();
    let mut ratios: Vec<f64> = (0..PAIRS).map(|_| pair()).map(|(new, old)| old / new).collect();
    ratios.sort_by(f64::total_cmp);
    let (median, least, most) = (ratios[PAIRS / 2], ratios[0], ratios[PAIRS - 1]);
    println!("{what:<32} {median:>8.2} times {baseline} ({least:.2} to {most:.2})");
}

fn main() {
    let cpu = one_thread();
    println!("One thread, {} MiB a column, {PAIRS} pairs:", LEN * 8 >> 20);
    for name in ["upper-bound", "longest", "terms", "nim-take"] {
        let mut column = Column::new(name, LEN);
        report(&format!("{name} range fill"), "memset", || {
            let memset = time(LEN, || column.memset());
            let fill = time(LEN, || column.fill(&cpu));
            column.assert();
            (fill, memset)
        });
    }
    let weights = upper_bound_weights();
    let mut fast = Column::new("upper-bound", LEN);
    let mut slow = Column::new("upper-bound", NAIVE_LEN);
    report("upper-bound range fill", "naive greedy", || {
        let naive = time(NAIVE_LEN, || slow.naive(&weights));
        slow.assert();
        let fill = time(LEN, || fast.fill(&cpu));
        (fill, naive)
    });
}
