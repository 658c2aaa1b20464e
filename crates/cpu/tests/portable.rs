//! The portable path in small: every quantity over a range with several runs, a list
//! long enough for the kernels of lists, and pairs of heaps. It takes little enough for
//! Miri (CONTRIBUTING.md), which the conformance suite does not.

use phinum_core::backend::{Backend, ListTask, RangeTask};
use phinum_core::column::Column;
use phinum_core::function::Function;
use phinum_core::wythoff::is_cold_by_beatty;
use phinum_cpu::{Cpu, Level, Options};

/// A table of few values makes many runs.
fn cpu() -> Cpu {
    let options =
        Options { level: Level::Portable, threads: Some(2), tile_index: 6, ..Options::default() };
    Cpu::new(options).expect("threads")
}

/// Every quantity; under Miri, which takes some thousand times as long, one of each kind.
fn functions() -> impl Iterator<Item = Function> {
    const KINDS: [&str; 5] = ["terms", "trailing-zeros", "top-index", "lower-wythoff", "longest"];
    Function::all().into_iter().filter(|function| !cfg!(miri) || KINDS.contains(&function.name()))
}

#[test]
fn ranges() {
    let cpu = cpu();
    for start in [0, 987 - 20, (1 << 64) - 20] {
        for function in functions() {
            let width = function.width(start..start + 40).unwrap();
            let mut column = Column::unwritten(width, 40);
            cpu.fill(RangeTask::new(&function, start, column.as_mut()).unwrap()).unwrap();
            for i in 0..40 {
                let expected = function.value_wrapped(start + i as u128);
                assert_eq!(column.get(i), expected, "{} of {start} + {i}", function.name());
            }
        }
    }
}

#[test]
fn lists() {
    // Below 512 numbers go another way, and chunks of digits begin with the 17th.
    let spread = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (2 + i % 61);
    let inputs: Vec<u64> = (0..520).map(spread).collect();
    let (cpu, largest) = (cpu(), *inputs.iter().max().unwrap());
    for function in functions() {
        let mut column = Column::unwritten(function.width_up_to(largest).unwrap(), inputs.len());
        cpu.fill_list(ListTask::new(&function, &inputs, column.as_mut()).unwrap()).unwrap();
        for (i, &n) in inputs.iter().enumerate() {
            assert_eq!(
                column.get(i),
                function.value_wrapped(n.into()),
                "{} of {n}",
                function.name()
            );
        }
    }
}

#[test]
fn pairs() {
    let pairs: Vec<[u64; 2]> = (0..30).flat_map(|a| (0..30).map(move |b| [a, b])).collect();
    let mut cold = vec![u8::MAX; pairs.len()];
    cpu().cold(&pairs, &mut cold).unwrap();
    for ([a, b], cold) in pairs.iter().zip(cold) {
        assert_eq!(cold, u8::from(is_cold_by_beatty(*a, *b)), "({a}, {b})");
    }
}
