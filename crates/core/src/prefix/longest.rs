//! Sums of the longest game's length, by its lazy form.
//!
//! The n of lazy length k are F_{k+2} − 2 − m for m below F_k, and the zeros of
//! n's lazy numeral are the ones of m's Zeckendorf numeral. So L(n) is a walk
//! over the indices of m: each run of ones of n lies between two of them.

use super::{Moments, Walk, WalkSums};
use crate::numeral::mirror;
use crate::places::{Window, place};
use crate::ring::Ring;

/// The sums of L over the n below any limit.
#[derive(Debug)]
pub struct Longest<R> {
    mirror: WalkSums<R, MirrorWalk<R>>,
    blocks: Vec<Block<R>>,
}

/// The n of lazy length k.
#[derive(Debug)]
struct Block<R> {
    /// F_{k+2} − 2, the greatest of them: n and m add up to it.
    greatest: R,
    /// Σ a_i for i ≤ k, the lazy form's first phase if every digit were 1.
    all_ones: R,
    /// The sums over all n of a lazy length below k.
    before: Moments<R>,
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

impl<R: Ring> Longest<R> {
    /// For numerals of at most `top` digits, with a_i = `upper_bound(i)`.
    pub fn new(upper_bound: impl Fn(u32) -> R, top: u32) -> Self {
        // The lazy length of n is at most its Zeckendorf length.
        let top = top.max(1);
        let upper_bound: Vec<R> = (0..=top).map(upper_bound).collect();
        let mut window = Window::first();
        let mut block =
            Block { greatest: R::of_u128(0), all_ones: R::of_u128(0), before: Moments::empty() };
        let mut sums =
            Longest { mirror: WalkSums::new(MirrorWalk { upper_bound }, top), blocks: Vec::new() };
        for k in 0..=top {
            let mut before = block.before.clone();
            // n = 0 is alone at length 0, with L = 0.
            before.add(&match k {
                0 => Moments::of_zero(R::of_u128(0)),
                _ => sums.of_mirrors(k, &block, place(k), 0),
            });
            let mut all_ones = block.all_ones.clone();
            all_ones.add(&sums.mirror.walk().upper_bound[(k as usize + 1).min(top as usize)]);
            sums.blocks.push(block);
            block = Block { greatest: R::of(&(window.second_above() - 2)), all_ones, before };
            window.advance();
        }
        sums
    }

    /// The sums over the n of lazy length `k` whose mirror images m are below
    /// `end` and not below `start`.
    fn of_mirrors(&self, k: u32, block: &Block<R>, end: u128, start: u128) -> Moments<R> {
        let finish = |carry, from: u32| MirrorWalk::<R>::run(carry, from, k + 1).1;
        let mut sums = self.mirror.below_with_end(end, finish);
        sums.sub(&self.mirror.below_with_end(start, finish));
        sums.shifted(&R::of_u128(0), &block.all_ones).mirrored(&block.greatest)
    }

    /// The sums over all n below `end`.
    ///
    /// # Panics
    /// If the numeral of `end` is longer than `top`.
    pub fn below(&self, end: u128) -> Moments<R> {
        if end == 0 {
            return Moments::empty();
        }
        let (k, last) = mirror(end - 1);
        if k == 0 {
            return Moments::of_zero(R::of_u128(0));
        }
        let block = &self.blocks[k as usize];
        let mut sums = block.before.clone();
        // m runs down from F_k − 1 as n runs up.
        sums.add(&self.of_mirrors(k, block, place(k), last));
        sums
    }
}
