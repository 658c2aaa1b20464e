//! The numbers that scattered inputs are measured at.

use phinum_core::conformance::{Effort, edges};
use phinum_core::places::{MAX_INDEX_U64, place};

use crate::naive::Naive;

/// Numerals of few gaps, for every so many random numbers one.
const DENSE_SHARE: usize = 100;

/// `random` random numbers, then every edge and its neighbours, then numerals of few
/// gaps.
pub(super) fn draw(random: usize) -> Vec<u64> {
    let mut draw = Draw(7);
    let mut inputs: Vec<u64> = (0..random).map(|_| draw.next()).collect();
    for edge in edges(Effort::Full) {
        let around = [edge.saturating_sub(1), edge, edge.saturating_add(1)];
        inputs.extend(around.into_iter().filter_map(|n| u64::try_from(n).ok()));
    }
    inputs.extend((0..random / DENSE_SHARE).map(|_| draw.dense()));
    inputs
}

/// Pairs of heaps, every fourth a cold position or one of the right shift and the
/// wrong parity.
pub(super) fn pairs(inputs: &[u64], naive: &Naive) -> Vec<[u64; 2]> {
    let pair = |(i, n): (usize, &u64)| {
        let partner = naive.sum(*n / 2, |i| place(i as u32 + 1) as u64);
        if i % 4 == 0 { [*n / 2, partner] } else { [*n, n.rotate_left(i as u32)] }
    };
    inputs.iter().enumerate().map(pair).collect()
}

/// A generator of numbers (splitmix64).
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below 2^64 whose terms keep few places apart.
    fn dense(&mut self) -> u64 {
        let (mut n, mut i) = (0, 1 + self.next() % 4);
        let spread = 1 + self.next() % 4;
        while i <= MAX_INDEX_U64.into() {
            let Some(more) = u64::checked_add(n, place(i as u32) as u64) else { break };
            n = more;
            i += 2 + self.next() % spread;
        }
        n
    }
}
