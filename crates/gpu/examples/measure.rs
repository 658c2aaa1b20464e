//! Values a second of each operation on one adapter: `measure [ADAPTER]`. With
//! `measure ADAPTER tune`, of the range operations over what may be tuned; with `measure
//! ADAPTER widths`, how many times as fast a fill of narrow columns is as one of 64 bits.
//!
//! Results are compared with the element-by-element kernel's. Times are medians of
//! several runs after one that is not counted, in which drivers compile.

use std::time::{Duration, Instant};

use phinum_core::backend::{Backend, ListTask, RangeTask, SummaryTask};
use phinum_core::column::{Column, ColumnMut, Width};
use phinum_core::function::Function;
use phinum_core::quantity::by_name;
use phinum_gpu::{Adapter, Adapters, Gpu, Tuning, baseline};

const START: u64 = 1 << 60;
const LEN: usize = 1 << 24;
/// Rounds that count where two things take turns.
const ROUNDS: usize = 11;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let adapters = Adapters::list();
    let adapter = match arguments.next() {
        Some(name) => adapters.find(&name)?,
        None => adapters.best()?,
    };
    println!("{adapter}");
    match arguments.next().as_deref() {
        None => operations(adapter),
        Some("tune") => tune(adapter),
        Some("widths") => widths(adapter),
        Some(_) => Err("measure [ADAPTER [tune | widths]]".into()),
    }
}

fn function(name: &str) -> Function {
    by_name(name).expect("listed").into()
}

fn median(mut run: impl FnMut()) -> Duration {
    run();
    let mut times: Vec<Duration> = (0..5)
        .map(|_| {
            let begin = Instant::now();
            run();
            begin.elapsed()
        })
        .collect();
    times.sort();
    times[2]
}

fn rate(count: usize, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64() / 1e6
}

fn fill_time(gpu: &Gpu, function: &Function, out: &mut [u64]) -> Duration {
    median(|| {
        let task = RangeTask::new(function, START.into(), ColumnMut::U64(out)).expect("it fits");
        gpu.fill(task).expect("the device works");
    })
}

fn summary_time(gpu: &Gpu, function: &Function, histogram: bool) -> Duration {
    let range = u128::from(START)..u128::from(START) + LEN as u128;
    let task = SummaryTask::new(function, range, histogram).expect("it fits");
    median(|| {
        gpu.summarize(&task).expect("the device works");
    })
}

fn operations(adapter: &Adapter) -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::open(adapter)?;
    let mut values = vec![0; LEN];
    let mut naive = vec![1; LEN / 8];
    let mut inputs: Vec<u64> = (1..=LEN as u64 / 8).collect();
    for n in &mut inputs {
        *n = n.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    println!("million values a second: fill, summary, with histogram, baseline, random list");
    for name in
        ["terms", "index-sum", "upper-bound", "longest", "gap", "smallest-term", "top-index"]
    {
        let function = function(name);
        let by_tile = rate(LEN, fill_time(&gpu, &function, &mut values));
        let summed = rate(LEN, summary_time(&gpu, &function, false));
        let tallied = rate(LEN, summary_time(&gpu, &function, true));
        let one_by_one = rate(
            naive.len(),
            median(|| baseline::fill(&gpu, &function, START, &mut naive).expect("it fits")),
        );
        assert!(naive == values[..naive.len()], "{name} differs");
        let mut out = vec![0u128; inputs.len()];
        let listed = rate(
            inputs.len(),
            median(|| {
                let out = ColumnMut::U128(&mut out);
                let task = ListTask::new(&function, &inputs, out).expect("it fits");
                gpu.fill_list(task).expect("the device works");
            }),
        );
        println!(
            "{name:>14} {by_tile:8.1} {summed:8.1} {tallied:8.1} {one_by_one:8.2} {listed:8.2}  \
             fill {:.1} and summary {:.1} times the baseline",
            by_tile / one_by_one,
            summed / one_by_one
        );
    }
    let pairs: Vec<[u64; 2]> = inputs.chunks(2).map(|p| [p[0], p[1]]).collect();
    let mut cold = vec![0; pairs.len()];
    let time = median(|| gpu.cold(&pairs, &mut cold).expect("the device works"));
    println!("{:>14} {:8.2}", "cold", rate(pairs.len(), time));
    Ok(())
}

fn tune(adapter: &Adapter) -> Result<(), Box<dyn std::error::Error>> {
    let mut values = vec![0; LEN];
    println!("K, values and reads an invocation: million values a second of upper-bound, longest");
    // Three rounds, so that a busy moment of the machine shows as what it is.
    for _ in 0..3 {
        for tile_index in [20, 22, 23, 24, 25, 26, 28] {
            for each in [16, 32, 64] {
                let tuning = Tuning {
                    tile_index,
                    values_per_invocation: each,
                    reads_per_invocation: 4 * each,
                    ..Tuning::HARDWARE
                };
                let gpu = Gpu::with(adapter, tuning.into())?;
                print!("{tile_index:3} {each:3} {:3}: ", 4 * each);
                for name in ["upper-bound", "longest"] {
                    let function = function(name);
                    let filled = rate(LEN, fill_time(&gpu, &function, &mut values));
                    let summed = rate(LEN, summary_time(&gpu, &function, false));
                    print!(" fill {filled:8.1} summary {summed:8.1}");
                }
                println!();
            }
        }
    }
    Ok(())
}

/// Columns of each width that holds a quantity, in turn with one of 64 bits.
fn widths(adapter: &Adapter) -> Result<(), Box<dyn std::error::Error>> {
    let gpu = Gpu::open(adapter)?;
    let fill = |function: &Function, column: &mut Column| {
        let begin = Instant::now();
        gpu.fill(RangeTask::new(function, START.into(), column.as_mut()).expect("it fits"))
            .expect("the device works");
        begin.elapsed().as_secs_f64()
    };
    println!("{LEN} values, {ROUNDS} rounds:");
    for name in ["terms", "trailing-zeros", "gap"] {
        let function = function(name);
        let mut wide = Column::unwritten(Width::U64, LEN);
        for width in [Width::U8, Width::U16, Width::U32] {
            let mut column = Column::unwritten(width, LEN);
            if RangeTask::new(&function, START.into(), column.as_mut()).is_err() {
                continue;
            }
            let mut times: Vec<f64> = Vec::new();
            // The first rounds are for the dispatches to find their size.
            for round in 0..ROUNDS + 2 {
                let times_as_fast = fill(&function, &mut wide) / fill(&function, &mut column);
                if round >= 2 {
                    times.push(times_as_fast);
                }
            }
            assert!((0..LEN).all(|i| column.get(i) == wide.get(i)), "{name} differs");
            times.sort_by(f64::total_cmp);
            let (least, median, most) = (times[0], times[ROUNDS / 2], times[ROUNDS - 1]);
            let bits = width.bits();
            println!(
                "{name:>14}, {bits:2} bits {median:.2} times 64 bits ({least:.2} to {most:.2})"
            );
        }
    }
    Ok(())
}
