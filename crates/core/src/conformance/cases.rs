//! The numbers and functions a backend is tried on.

use crate::function::Function;
use crate::places::{MAX_INDEX, place};

use super::Effort;

/// The edges of the words and of the numeral system, ascending: each F_k and the
/// powers of two a word ends at.
pub fn edges(effort: Effort) -> Vec<u128> {
    let step = match effort {
        Effort::Quick => 23,
        Effort::Full => 1,
    };
    let mut edges: Vec<u128> = (1..MAX_INDEX)
        .step_by(step)
        .map(place)
        .chain([0, 1 << 8, 1 << 16, 1 << 32, 1 << 63, 1 << 64, 1 << 68, 1 << 100, u128::MAX])
        .collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Every listed quantity, and weight tables a user might bring: small, wider than
/// 32 bits, and wider than 64.
pub fn functions() -> Vec<Function> {
    let table = |name: &str, weight: fn(u128) -> u128| {
        let weights: Vec<u128> = (1..=u128::from(MAX_INDEX)).map(weight).collect();
        Function::weighted(name, &weights)
    };
    let mut functions = Function::all();
    functions.push(table("weights of 8 bits", |i| i * 37 % 251));
    functions.push(table("weights of 40 bits", |i| (i * 0x9E_3779_B97F) % (1 << 40)));
    functions.push(table("weights of 90 bits", |i| (i << 83) + i));
    functions
}

/// A small deterministic generator (splitmix64): the suite draws the same cases
/// on every machine.
pub(crate) struct Draw(pub(crate) u64);

impl Draw {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `end`, which is not 0.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }
}
