//! Sums of functions read off a numeral in one walk over its indices.

use super::Moments;
use crate::numeral::zeckendorf;
use crate::places::place;
use crate::ring::Ring;

/// A function of a numeral as a walk from its least index up: it starts in state
/// 0 at "index 0", each step to the next index adds a value and may change the
/// state, and the end adds one more.
pub trait Walk<R> {
    /// How many states there are.
    const STATES: usize;

    /// Going in `state` from index `from` (0 at the start) up to `to`: the state
    /// then, and what is added.
    fn step(&self, state: usize, from: u32, to: u32) -> (usize, R);

    /// What is added at the end, at the greatest index `last` (0 for n = 0).
    fn finish(&self, state: usize, last: u32) -> R;
}

/// The sums of a walk over the n below any limit.
#[derive(Debug)]
pub struct WalkSums<R, W> {
    walk: W,
    /// At `STATES·h + s`: the n whose greatest index is h and whose walk, without
    /// its end, stops in state s.
    groups: Vec<Option<Moments<R>>>,
}

impl<R: Ring, W: Walk<R>> WalkSums<R, W> {
    /// For numerals of at most `top` digits.
    pub fn new(walk: W, top: u32) -> Self {
        let mut groups: Vec<Option<Moments<R>>> = vec![None; W::STATES * (top as usize + 1)];
        groups[0] = Some(Moments::of_zero(R::of_u128(0)));
        for to in 1..=top {
            let place = R::of_u128(place(to));
            for from in core::iter::once(0).chain(1..to.saturating_sub(1)) {
                for state in 0..W::STATES {
                    let Some(group) = &groups[W::STATES * from as usize + state] else { continue };
                    let (next, value) = walk.step(state, from, to);
                    let moved = group.shifted(&place, &value);
                    match &mut groups[W::STATES * to as usize + next] {
                        Some(sums) => sums.add(&moved),
                        empty => *empty = Some(moved),
                    }
                }
            }
        }
        WalkSums { walk, groups }
    }

    /// The walk that is summed.
    pub fn walk(&self) -> &W {
        &self.walk
    }

    /// The sums over all n below `end`.
    ///
    /// # Panics
    /// If the numeral of `end` is longer than `top`.
    pub fn below(&self, end: u128) -> Moments<R> {
        self.below_with_end(end, |state, last| self.walk.finish(state, last))
    }

    /// As [`Self::below`], with another end to every walk.
    pub fn below_with_end(&self, end: u128, finish: impl Fn(usize, u32) -> R) -> Moments<R> {
        let mut sums = Moments::empty();
        let mut prefix = R::of_u128(0);
        // What the walk over the fixed digits above adds, by the state in which
        // it enters the lowest of them.
        let mut above: Option<(u32, Vec<R>)> = None;
        let rest = |state, from, above: &Option<(u32, Vec<R>)>| match above {
            None => finish(state, from),
            Some((to, values)) => {
                let (next, mut value) = self.walk.step(state, from, *to);
                value.add(&values[next]);
                value
            }
        };
        let terms: Vec<u32> = zeckendorf(end).indices().collect();
        for &i in terms.iter().rev() {
            // Digit i is 0, the digits below it are free.
            for (slot, group) in self.groups[..W::STATES * i as usize].iter().enumerate() {
                if let Some(group) = group {
                    let (from, state) = ((slot / W::STATES) as u32, slot % W::STATES);
                    sums.add(&group.shifted(&prefix, &rest(state, from, &above)));
                }
            }
            prefix.add(&R::of_u128(place(i)));
            above = Some((i, (0..W::STATES).map(|state| rest(state, i, &above)).collect()));
        }
        sums
    }
}
