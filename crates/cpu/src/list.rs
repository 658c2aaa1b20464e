//! Listed numbers and pairs of heaps: which kernel evaluates them, and the one place
//! where it is decided.
//!
//! A kernel is portable code over a batch of numbers, written so that the compiler
//! makes vector code of it, and compiled once for each level (`x86::evaluate`).

mod greedy;
mod highest;
mod lowest;
mod phase;
mod runs;
mod split;
mod sums;

use phinum_core::scatter::{Rule, Scatter};
use rayon::prelude::*;

use crate::kernel::Lane;
use crate::level::Level;

/// Numbers a thread takes at a time.
const CHUNK: usize = 1 << 14;
/// From this many numbers on, tables of chunks pay for their making.
const TABLES_FROM: usize = 1 << 9;

/// How listed inputs become values, one for each.
pub(crate) trait Kernel: Sync {
    /// What is listed.
    type In: Sync;
    /// What comes out.
    type Out: Send;

    /// Fills `out`, which is as long as `inputs`. Always inlined, so that it is made
    /// of its caller's instructions.
    fn evaluate(&self, inputs: &[Self::In], out: &mut [Self::Out]);
}

/// Evaluates a kernel on all threads.
fn run<K: Kernel>(kernel: &K, inputs: &[K::In], out: &mut [K::Out], level: Level) {
    assert_eq!(inputs.len(), out.len(), "a value for every input");
    let chunk = |(inputs, out): (&[K::In], &mut [K::Out])| {
        #[cfg(target_arch = "x86_64")]
        if crate::x86::evaluate(kernel, inputs, out, level) {
            return;
        }
        let _ = level;
        kernel.evaluate(inputs, out);
    };
    if inputs.len() <= CHUNK {
        chunk((inputs, out));
    } else {
        inputs.par_chunks(CHUNK).zip(out.par_chunks_mut(CHUNK)).for_each(chunk);
    }
}

/// Evaluates `scatter` at each of `inputs`.
pub(crate) fn fill<W: Lane>(scatter: &Scatter, inputs: &[u64], out: &mut [W], level: Level) {
    let few = inputs.len() < TABLES_FROM;
    match scatter.rule {
        Rule::Sum { constant } => {
            if let Some(factors) = scatter.linear() {
                run(&phase::Linear::new(factors, constant), inputs, out, level);
            } else if few {
                run(&greedy::Greedy::new(scatter), inputs, out, level);
            } else {
                add_up(scatter, constant, inputs, out, level);
            }
        }
        Rule::Lowest { lone_is_zero } => match scatter.by_parity() {
            Some(values) => run(&phase::Parity::new(values), inputs, out, level),
            None if lone_is_zero => {
                run(&lowest::Lowest::<W, true>::new(scatter), inputs, out, level);
            }
            None => run(&lowest::Lowest::<W, false>::new(scatter), inputs, out, level),
        },
        Rule::Highest => run(&highest::Highest::new(scatter), inputs, out, level),
        Rule::Longest | Rule::Gap if few => {
            run(&greedy::Greedy::new(scatter), inputs, out, level);
        }
        Rule::Longest => run(&runs::Longest::new(sums::tables(scatter)), inputs, out, level),
        Rule::Gap => run(&runs::Gap::new(), inputs, out, level),
    }
}

/// An additive function by tables of the narrowest words that hold them.
fn add_up<W: Lane>(scatter: &Scatter, constant: u128, inputs: &[u64], out: &mut [W], level: Level) {
    let tables = sums::tables::<W>(scatter);
    let (constant, finish) = (W::low(constant), scatter.needs_finish);
    match tables.largest() {
        0..=0xffff => {
            let tables = tables.narrowed::<u16>();
            run(&sums::Additive::new(tables, constant, finish), inputs, out, level);
        }
        0x1_0000..=0xffff_ffff => {
            let tables = tables.narrowed::<u32>();
            run(&sums::Additive::new(tables, constant, finish), inputs, out, level);
        }
        _ => run(&sums::Additive::new(tables, constant, finish), inputs, out, level),
    }
}

/// Whether each pair is cold.
pub(crate) fn cold(pairs: &[[u64; 2]], out: &mut [u8], level: Level) {
    run(&phase::Cold, pairs, out, level);
}
