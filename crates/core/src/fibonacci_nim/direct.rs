//! Sums of heaps searched whole, with memory of positions: what the nim-sum is
//! checked against, and the only way there is where all heaps share one cap.
//!
//! A shared cap is a fact about the board that no heap can hold, so a sum under it
//! is no sum in the sense of Sprague and Grundy, and small boards are all there is.

use std::collections::HashMap;
use std::hash::Hash;

use thiserror::Error;

/// A game as a search sees it.
pub trait Rules {
    /// A position. Those that have the same options should be equal.
    type Position: Clone + Eq + Hash;

    /// Calls `each` for every position a move leads to.
    fn options(&self, position: &Self::Position, each: &mut dyn FnMut(Self::Position));
}

/// A search met more positions than it may keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("more than {0} positions can be reached: this game can be searched from small boards only")]
pub struct TooMany(pub usize);

/// Outcomes by searching every position that can be reached, each once.
#[derive(Debug)]
pub struct Search<R: Rules> {
    rules: R,
    most: usize,
    wins: HashMap<R::Position, bool>,
}

impl<R: Rules> Search<R> {
    /// By `rules`, keeping at most `most` positions.
    pub fn new(rules: R, most: usize) -> Search<R> {
        Search { rules, most, wins: HashMap::new() }
    }

    /// How many positions have been met.
    pub fn positions(&self) -> usize {
        self.wins.len()
    }

    /// Every position met.
    pub fn met(&self) -> impl Iterator<Item = &R::Position> {
        self.wins.keys()
    }

    /// Whether the player to move at `position` wins.
    ///
    /// # Errors
    /// [`TooMany`].
    pub fn wins(&mut self, position: &R::Position) -> Result<bool, TooMany> {
        if let Some(&wins) = self.wins.get(position) {
            return Ok(wins);
        }
        // No recursion: a game may be longer than a stack is deep. Each entry has its
        // options and how many of them are known.
        let mut path = vec![(position.clone(), self.options(position), 0)];
        while let Some((at, options, known)) = path.last_mut() {
            // No option is passed over once the outcome is clear: all are met.
            while options.get(*known).is_some_and(|option| self.wins.contains_key(option)) {
                *known += 1;
            }
            if let Some(next) = options.get(*known).cloned() {
                let its_options = self.options(&next);
                path.push((next, its_options, 0));
                continue;
            }
            if self.wins.len() == self.most {
                return Err(TooMany(self.most));
            }
            let wins = options.iter().any(|option| !self.wins[option]);
            self.wins.insert(at.clone(), wins);
            path.pop();
        }
        Ok(self.wins[position])
    }

    fn options(&self, position: &R::Position) -> Vec<R::Position> {
        let mut options = Vec::new();
        self.rules.options(position, &mut |option| options.push(option));
        options
    }
}

/// A heap and its cap.
pub type HeapAndCap = (u32, u32);

/// A sum in which each heap has its own cap.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnCaps;

impl OwnCaps {
    /// The sum of `heaps`: caps clamped, heaps without a move left out, in order.
    pub fn position(heaps: impl IntoIterator<Item = HeapAndCap>) -> Vec<HeapAndCap> {
        let clamped = heaps.into_iter().map(|(heap, cap)| (heap, cap.min(heap)));
        let mut heaps: Vec<HeapAndCap> = clamped.filter(|(_, cap)| *cap > 0).collect();
        heaps.sort_unstable();
        heaps
    }
}

impl Rules for OwnCaps {
    type Position = Vec<HeapAndCap>;

    fn options(&self, position: &Vec<HeapAndCap>, each: &mut dyn FnMut(Vec<HeapAndCap>)) {
        for (at, &(heap, cap)) in position.iter().enumerate() {
            for take in 1..=cap {
                let mut heaps = position.clone();
                heaps[at] = (heap - take, take.saturating_mul(2));
                each(OwnCaps::position(heaps));
            }
        }
    }
}

/// Heaps that share one cap: twice what was last taken, from whichever heap.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shared {
    heaps: Vec<u32>,
    cap: Cap,
}

/// What may be taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cap {
    /// Any number, but no heap whole: nothing has been taken yet.
    Opening,
    /// At most so many, from any heap.
    Most(u32),
}

impl Cap {
    fn of(self, heap: u32) -> u32 {
        match self {
            Cap::Opening => super::opening_cap(heap),
            Cap::Most(most) => most.min(heap),
        }
    }
}

impl Shared {
    /// The position of these heaps under a cap.
    pub fn new(mut heaps: Vec<u32>, cap: Cap) -> Shared {
        heaps.retain(|heap| *heap > 0);
        heaps.sort_unstable();
        let largest = heaps.last().copied().unwrap_or(0);
        let cap = match cap {
            // What permits the same is the same.
            Cap::Most(most) => Cap::Most(most.min(largest)),
            Cap::Opening => Cap::Opening,
        };
        Shared { heaps, cap }
    }

    /// The heaps, ascending, none of them empty.
    pub fn heaps(&self) -> &[u32] {
        &self.heaps
    }

    /// The moves: which heap (its place in [`Shared::heaps`]), how many counters,
    /// and what that leaves.
    pub fn moves(&self) -> impl Iterator<Item = (usize, u32, Shared)> {
        self.heaps.iter().enumerate().flat_map(move |(at, &heap)| {
            (1..=self.cap.of(heap)).map(move |take| {
                let mut heaps = self.heaps.clone();
                heaps[at] -= take;
                (at, take, Shared::new(heaps, Cap::Most(take.saturating_mul(2))))
            })
        })
    }
}

/// The game of [`Shared`].
#[derive(Clone, Copy, Debug, Default)]
pub struct SharedCap;

impl Rules for SharedCap {
    type Position = Shared;

    fn options(&self, position: &Shared, each: &mut dyn FnMut(Shared)) {
        position.moves().for_each(|(_, _, left)| each(left));
    }
}
