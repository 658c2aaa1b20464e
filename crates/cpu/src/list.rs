//! Listed numbers and pairs of heaps: which kernel evaluates them, and the one place
//! where it is decided.
//!
//! A kernel is portable code over a batch of numbers, written so that the compiler
//! makes vector code of it, and compiled once for each level.

mod greedy;
mod highest;
mod lowest;
mod phase;
mod runs;
mod split;
mod sums;

use core::marker::PhantomData;

use phinum_core::closed_bound::finish_one;
use phinum_core::column::Width;
use phinum_core::scatter::{Rule, Scatter};
use rayon::prelude::*;

use crate::kernel::Lane;
use crate::level::{Compiled, Instructions, Level};

/// Numbers a thread takes at a time.
const CHUNK: usize = 1 << 14;
/// Up to this many numbers a thread is done before another has woken up.
const ALONE: usize = 2 * CHUNK;
/// From this many numbers on, tables of chunks pay for their making.
const TABLES_FROM: usize = 1 << 9;
/// Packed values that are finished at a time.
const FINISHED: usize = 1 << 10;

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

/// A kernel and some of its inputs.
struct Batch<'a, K: Kernel> {
    kernel: &'a K,
    inputs: &'a [K::In],
    out: &'a mut [K::Out],
}

impl<K: Kernel> Compiled for Batch<'_, K> {
    type Out = ();

    #[inline(always)]
    fn run(self) {
        self.kernel.evaluate(self.inputs, self.out);
    }
}

/// Evaluates a kernel on all threads.
fn run<K: Kernel>(kernel: &K, inputs: &[K::In], out: &mut [K::Out], level: Level) {
    assert_eq!(inputs.len(), out.len(), "a value for every input");
    let with = Instructions::of(level);
    let chunk = |(inputs, out): (&[K::In], &mut [K::Out])| {
        with.run(Batch { kernel, inputs, out });
    };
    if inputs.len() <= ALONE {
        chunk((inputs, out));
    } else {
        inputs.par_chunks(CHUNK).zip(out.par_chunks_mut(CHUNK)).for_each(chunk);
    }
}

/// Evaluates `scatter` at each of `inputs`.
pub(crate) fn fill<W: Lane>(scatter: &Scatter, inputs: &[u64], out: &mut [W], level: Level) {
    let few = inputs.len() < TABLES_FROM;
    match scatter.rule {
        Rule::Sum { .. } if scatter.needs_finish => {
            if few {
                run(&Finished::new(greedy::Greedy::new(scatter)), inputs, out, level);
            } else {
                let packed = sums::Additive::new(sums::tables::<u32>(scatter), 0);
                run(&Finished::new(packed), inputs, out, level);
            }
        }
        Rule::Sum { constant } => {
            if let Some(factors) = scatter.linear() {
                run(&phase::Linear::new(factors, constant), inputs, out, level);
            } else if few {
                run(&greedy::Greedy::new(scatter), inputs, out, level);
            } else if W::WIDTH == Width::U128 {
                add_up::<u128, W>(scatter, constant, inputs, out, level);
            } else {
                add_up::<u64, W>(scatter, constant, inputs, out, level);
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

/// An additive function by tables of the narrowest words that hold them; `E` are words
/// that hold them in any case, or as much of them as matters.
fn add_up<E: Lane, W: Lane>(
    scatter: &Scatter,
    constant: u128,
    inputs: &[u64],
    out: &mut [W],
    level: Level,
) {
    let tables = sums::tables::<E>(scatter);
    let constant = W::low(constant);
    match Width::of(tables.largest()) {
        Width::U8 | Width::U16 => {
            run(&sums::Additive::new(tables.narrowed::<u16>(), constant), inputs, out, level);
        }
        Width::U32 => {
            run(&sums::Additive::new(tables.narrowed::<u32>(), constant), inputs, out, level);
        }
        Width::U64 | Width::U128 => {
            run(&sums::Additive::new(tables, constant), inputs, out, level);
        }
    }
}

/// A kernel that gives packed (Z, IZ), finished to closed bounds.
struct Finished<K, W>(K, PhantomData<W>);

impl<K, W> Finished<K, W> {
    fn new(packed: K) -> Self {
        Finished(packed, PhantomData)
    }
}

impl<K: Kernel<In = u64, Out = u32>, W: Lane> Kernel for Finished<K, W> {
    type In = u64;
    type Out = W;

    #[inline(always)]
    fn evaluate(&self, inputs: &[u64], out: &mut [W]) {
        let mut packed = [0; FINISHED];
        for (inputs, out) in inputs.chunks(FINISHED).zip(out.chunks_mut(FINISHED)) {
            let packed = &mut packed[..inputs.len()];
            self.0.evaluate(inputs, packed);
            for ((slot, packed), n) in out.iter_mut().zip(packed).zip(inputs) {
                *slot = W::low(finish_one(*n, *packed));
            }
        }
    }
}

/// Whether each pair is cold.
pub(crate) fn cold(pairs: &[[u64; 2]], out: &mut [u8], level: Level) {
    run(&phase::Cold, pairs, out, level);
}
