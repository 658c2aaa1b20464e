//! Statistics of functions read off a numeral in one walk over its indices.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use super::Statistic;
use crate::cylinder::Cylinder;
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

/// A statistic of a walk over the n below any limit.
#[derive(Debug)]
pub struct WalkSums<S, W> {
    walk: W,
    /// At `STATES·h + s`: the n whose greatest index is h and whose walk, without
    /// its end, stops in state s.
    groups: Vec<Option<S>>,
    /// The n with free digits below an index, taken one step further to a fixed
    /// digit at another: by both, what came to each state. Made when asked for.
    stepped: Mutex<HashMap<(u32, u32), Stepped<S>>>,
}

/// Sets of n, each with the state its walk is in.
type Stepped<S> = Arc<Vec<(usize, S)>>;

/// What the walk over fixed digits adds, by the state in which it enters the
/// lowest of them.
struct Above<R> {
    lowest: u32,
    values: Vec<R>,
}

impl<S: Statistic, W: Walk<S::Ring>> WalkSums<S, W> {
    /// For numerals of at most `top` digits.
    pub fn new(walk: W, top: u32) -> Self {
        let mut groups: Vec<Option<S>> = vec![None; W::STATES * (top as usize + 1)];
        groups[0] = Some(S::of_zero(S::Ring::of_u128(0)));
        for to in 1..=top {
            let place = S::Ring::of_u128(place(to));
            for from in core::iter::once(0).chain(1..to.saturating_sub(1)) {
                for state in 0..W::STATES {
                    let Some(group) = &groups[W::STATES * from as usize + state] else { continue };
                    let (next, value) = walk.step(state, from, to);
                    let moved = group.shifted(&place, &value);
                    match &mut groups[W::STATES * to as usize + next] {
                        Some(all) => all.add(&moved),
                        empty => *empty = Some(moved),
                    }
                }
            }
        }
        WalkSums { walk, groups, stepped: Mutex::default() }
    }

    /// The walk.
    pub fn walk(&self) -> &W {
        &self.walk
    }

    /// Over all n below `end`.
    ///
    /// # Panics
    /// If the numeral of `end` is longer than `top`.
    pub fn below(&self, end: u128) -> S {
        self.below_with_end(end, |state, last| self.walk.finish(state, last))
    }

    /// As [`Self::below`], with another end to every walk.
    pub fn below_with_end(&self, end: u128, finish: impl Fn(usize, u32) -> S::Ring) -> S {
        let mut all = S::empty();
        let mut prefix = S::Ring::of_u128(0);
        let mut above = None;
        let terms: Vec<u32> = zeckendorf(end).indices().collect();
        for &i in terms.iter().rev() {
            // Digit i is 0, the digits below it are free.
            self.add_free(&mut all, i, &prefix, above.as_ref(), &finish);
            prefix.add(&S::Ring::of_u128(place(i)));
            above = Some(self.put_below(i, above.as_ref(), &finish));
        }
        all
    }

    /// Over the numbers of a cylinder, with another end to every walk.
    ///
    /// # Panics
    /// If a numeral of it is longer than `top`.
    pub fn over_with_end(&self, cylinder: Cylinder, finish: impl Fn(usize, u32) -> S::Ring) -> S {
        let mut above = None;
        let terms: Vec<u32> = zeckendorf(cylinder.prefix).indices().collect();
        for &i in terms.iter().rev() {
            above = Some(self.put_below(i, above.as_ref(), &finish));
        }
        let mut all = S::empty();
        let prefix = S::Ring::of_u128(cylinder.prefix);
        self.add_free(&mut all, cylinder.free, &prefix, above.as_ref(), &finish);
        all
    }

    /// As [`Self::over_with_end`], with the walk's own end.
    ///
    /// # Panics
    /// As there.
    pub fn over(&self, cylinder: Cylinder) -> S {
        self.over_with_end(cylinder, |state, last| self.walk.finish(state, last))
    }

    /// Adds the numbers whose digits below `end` are free, with `above` on top.
    fn add_free(
        &self,
        all: &mut S,
        end: u32,
        prefix: &S::Ring,
        above: Option<&Above<S::Ring>>,
        finish: &impl Fn(usize, u32) -> S::Ring,
    ) {
        if let Some(Above { lowest, values }) = above {
            for (next, stepped) in &*self.stepped(end, *lowest) {
                all.add(&stepped.shifted(prefix, &values[*next]));
            }
            return;
        }
        for (from, state, group) in self.groups_below(end) {
            all.add(&group.shifted(prefix, &finish(state, from)));
        }
    }

    /// Every set of n with digits below `end` alone: the greatest index, the state.
    fn groups_below(&self, end: u32) -> impl Iterator<Item = (u32, usize, &S)> {
        let groups = self.groups[..W::STATES * end as usize].iter().enumerate();
        groups.filter_map(|(slot, group)| {
            Some(((slot / W::STATES) as u32, slot % W::STATES, group.as_ref()?))
        })
    }

    /// The n with free digits below `end`, one step further, to index `to`.
    fn stepped(&self, end: u32, to: u32) -> Stepped<S> {
        let mut known = self.stepped.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || {
            let mut by_state: BTreeMap<usize, S> = BTreeMap::new();
            let zero = S::Ring::of_u128(0);
            for (from, state, group) in self.groups_below(end) {
                let (next, value) = self.walk.step(state, from, to);
                by_state.entry(next).or_insert_with(S::empty).add(&group.shifted(&zero, &value));
            }
            Arc::new(by_state.into_iter().collect())
        };
        Arc::clone(known.entry((end, to)).or_insert_with(make))
    }

    /// What the walk adds that has come to index `from` in `state`.
    fn rest(
        &self,
        state: usize,
        from: u32,
        above: Option<&Above<S::Ring>>,
        finish: &impl Fn(usize, u32) -> S::Ring,
    ) -> S::Ring {
        match above {
            None => finish(state, from),
            Some(Above { lowest, values }) => {
                let (next, mut value) = self.walk.step(state, from, *lowest);
                value.add(&values[next]);
                value
            }
        }
    }

    /// The fixed digits with one more, at index `i`, below them.
    fn put_below(
        &self,
        i: u32,
        above: Option<&Above<S::Ring>>,
        finish: &impl Fn(usize, u32) -> S::Ring,
    ) -> Above<S::Ring> {
        // States that no walk is in at this index may have no step: none is asked of.
        let values = (0..W::STATES).map(|state| self.rest(state, i, above, finish)).collect();
        Above { lowest: i, values }
    }
}
