//! Fibonacci Nim: one heap of n counters and a cap c. A move takes t counters,
//! 1 ≤ t ≤ min(c, n), and leaves n − t with the cap 2t; at the opening c = n − 1.
//! Whoever takes the last counter wins (Whinihan 1963).
//!
//! A cap above the heap permits what one equal to it does, so caps are clamped to
//! their heaps. The heap alone is no position: the pair is, and with it a sum of
//! heaps is worth the nim-sum of its parts.
//!
//! | module | subject |
//! |---|---|
//! | [`rule`] | outcome, every winning take and the values up to 3, from the digits alone |
//! | [`mod@sweep`] | the Grundy value at every cap, heap after heap |
//! | [`thresholds`] | those of many heaps kept: queries, winning takes in a sum |
//! | [`growth`] | the values of the openings, as they grow |
//! | [`sums`] | nim-sums of many positions at once |
//! | [`recursion`] | the mex recursion as it is written: the oracle |
//! | [`direct`] | sums searched whole, each heap with its cap or all with one |

pub mod direct;
pub mod growth;
pub mod recursion;
pub mod rule;
pub mod sums;
pub mod sweep;
pub mod thresholds;

pub use sweep::{LARGEST_HEAP, Step, Sweep, TooLarge};
pub use thresholds::Thresholds;

/// The cap an opening has: all but one counter.
pub const fn opening_cap(heap: u32) -> u32 {
    heap.saturating_sub(1)
}
