//! Statistics of the longest game's length, by its lazy form.
//!
//! The n of lazy length k are F_{k+2} − 2 − m for m below F_k, and the zeros of
//! n's lazy numeral are the ones of m's Zeckendorf numeral. So L(n) is a walk
//! over the indices of m: each run of ones of n lies between two of them.

use core::ops::Range;

use super::{Statistic, Walk, WalkSums};
use crate::cylinder::cylinders;
use crate::numeral::mirror;
use crate::places::{Window, place};
use crate::ring::Ring;

/// A statistic of L over any n below a limit.
#[derive(Debug)]
pub struct Longest<S: Statistic> {
    mirror: WalkSums<S, MirrorWalk<S::Ring>>,
    blocks: Vec<Block<S>>,
}

/// The n of lazy length k.
#[derive(Debug)]
struct Block<S: Statistic> {
    /// F_{k+2} − 2, the greatest of them: n and m add up to it.
    greatest: S::Ring,
    /// Σ a_i for i ≤ k, the lazy form's first phase if every digit were 1.
    all_ones: S::Ring,
    /// Over all n of a lazy length below k.
    before: S,
}

/// The walk over m: −Σ a_i δ_i(m), and ⌊e²/4⌋ for each run of ones of n.
#[derive(Debug)]
struct MirrorWalk<R> {
    upper_bound: Vec<R>,
}

impl<R: Ring> MirrorWalk<R> {
    /// The run between the zeros at `from` and `to`: the carry above it, and its moves.
    fn run(carry: usize, from: u32, to: u32) -> (usize, R) {
        let length = u128::from(to - from - 1);
        if length == 0 {
            return (carry, R::of_u128(0));
        }
        let e = length + carry as u128;
        (usize::from(e >= 2), R::of_u128(e * e / 4))
    }
}

impl<R: Ring> Walk<R> for MirrorWalk<R> {
    // Whether the run below had two ones or more, its gain counted.
    const STATES: usize = 2;

    fn step(&self, carry: usize, from: u32, to: u32) -> (usize, R) {
        let (carry, mut value) = Self::run(carry, from, to);
        value.sub(&self.upper_bound[to as usize]);
        (carry, value)
    }

    fn finish(&self, _: usize, _: u32) -> R {
        // The last run ends at the length of n, which the walk does not know.
        R::of_u128(0)
    }
}

impl<S: Statistic> Longest<S> {
    /// For numerals of at most `top` digits, with a_i = `upper_bound(i)`.
    pub fn new(upper_bound: impl Fn(u32) -> S::Ring, top: u32) -> Self {
        // The lazy length of n is at most its Zeckendorf length.
        let top = top.max(1);
        let upper_bound: Vec<S::Ring> = (0..=top).map(upper_bound).collect();
        let zero = || S::Ring::of_u128(0);
        let mut window = Window::first();
        let mut block = Block { greatest: zero(), all_ones: zero(), before: S::empty() };
        let mut longest =
            Longest { mirror: WalkSums::new(MirrorWalk { upper_bound }, top), blocks: Vec::new() };
        for k in 0..=top {
            let mut before = block.before.clone();
            before.add(&longest.of_mirrors(k, &block, 0..mirrors(k)));
            let mut all_ones = block.all_ones.clone();
            all_ones.add(&longest.mirror.walk().upper_bound[(k as usize + 1).min(top as usize)]);
            longest.blocks.push(block);
            block = Block { greatest: S::Ring::of(&(window.second_above() - 2)), all_ones, before };
            window.advance();
        }
        longest
    }

    /// Over the n of lazy length `k` whose mirror images are in `m`.
    fn of_mirrors(&self, k: u32, block: &Block<S>, m: Range<u128>) -> S {
        if k == 0 {
            // n = 0 is alone, with L = 0, and its own image.
            return if m.is_empty() { S::empty() } else { S::of_zero(S::Ring::of_u128(0)) };
        }
        let finish = |carry, from: u32| MirrorWalk::<S::Ring>::run(carry, from, k + 1).1;
        let mut all = S::empty();
        for cylinder in cylinders(m) {
            all.add(&self.mirror.over_with_end(cylinder, finish));
        }
        all.shifted(&S::Ring::of_u128(0), &block.all_ones).mirrored(&block.greatest)
    }

    /// Over all n below `end`.
    ///
    /// # Panics
    /// If the numeral of `end` is longer than `top`.
    pub fn below(&self, end: u128) -> S {
        let Some(last) = end.checked_sub(1) else { return S::empty() };
        let (k, image) = mirror(last);
        let block = &self.blocks[k as usize];
        let mut all = block.before.clone();
        // The images run down from the last as n runs up.
        all.add(&self.of_mirrors(k, block, image..mirrors(k)));
        all
    }

    /// Over the n of `range`, which is not reversed.
    ///
    /// # Panics
    /// If the numeral of its end is longer than `top`.
    pub fn over(&self, range: Range<u128>) -> S {
        if range.is_empty() {
            return S::empty();
        }
        let ((first, from), (last, until)) = (mirror(range.start), mirror(range.end - 1));
        let mut all = S::empty();
        for k in first..=last {
            let low = if k == last { until } else { 0 };
            let high = if k == first { from + 1 } else { mirrors(k) };
            all.add(&self.of_mirrors(k, &self.blocks[k as usize], low..high));
        }
        all
    }
}

/// How many n have the lazy length `k`: as many as there are images.
fn mirrors(k: u32) -> u128 {
    place(k)
}
