//! Nim-sums of Fibonacci Nim on threads.

use phinum_core::fibonacci_nim::sums::NimSums;
use rayon::prelude::*;

/// Positions a thread takes at a time.
const CHUNK: usize = 1 << 12;

/// The nim-sum of each position.
pub(crate) fn sums(task: &NimSums<'_>, out: &mut [u8]) {
    assert_eq!(task.len(), out.len(), "a nim-sum for every position");
    out.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, out)| {
        for (i, slot) in out.iter_mut().enumerate() {
            *slot = task.nim_sum(chunk * CHUNK + i);
        }
    });
}
