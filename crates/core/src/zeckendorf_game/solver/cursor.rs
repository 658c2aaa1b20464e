//! A layer walked in the order of ranks.

use super::space::{LANES, MAX_PLACES, Space};
use super::steps::{MOST_TAKEN, Step};
use crate::zeckendorf_game::state::State;

/// Stands at a position of a layer, and goes on to the next.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    space: &'a Space,
    rank: u32,
    /// How many there are of each place.
    counts: [u32; MAX_PLACES],
    /// By j, what the first j places sum to, and their potential.
    sums: [(u32, u32); MAX_PLACES],
    /// By i, the rank after the last position with the same above place i.
    ends: [u32; MAX_PLACES],
    /// By j, where Q_j(m_j, p_j) is.
    entries: [usize; MAX_PLACES],
    /// By j, the sum of Q_k(m_k, p_k + raise) over k ≥ j, for every raise.
    above: [[u32; LANES]; MAX_PLACES + 1],
    /// By count from 1, the places of which there are so many: a bit an index.
    present: [u32; MOST_TAKEN + 1],
}

impl<'a> Cursor<'a> {
    /// At the position of `rank` in the layer of `potential`.
    ///
    /// # Panics
    /// If there is none.
    pub fn new(space: &'a Space, potential: usize, rank: u32) -> Cursor<'a> {
        assert!(rank < space.layers()[potential], "a layer's ranks are below its size");
        let mut cursor = Cursor {
            space,
            rank,
            counts: [0; MAX_PLACES],
            sums: [(0, 0); MAX_PLACES],
            ends: [0; MAX_PLACES],
            entries: [0; MAX_PLACES],
            above: [[0; LANES]; MAX_PLACES + 1],
            present: [0; MOST_TAKEN + 1],
        };
        cursor.sums[space.top] = (space.n(), potential as u32);
        cursor.fill(space.top, 0);
        cursor
    }

    /// Its rank.
    pub fn rank(&self) -> u32 {
        self.rank
    }

    /// The position.
    pub fn state(&self) -> State<u64> {
        State::new(self.counts[1..=self.space.top].iter().map(|&count| u64::from(count)))
    }

    /// Goes on to the next position of the layer, if there is one.
    pub fn advance(&mut self) -> bool {
        self.rank += 1;
        let mut i = self.space.least_free;
        while self.ends[i] == self.rank {
            if i == self.space.top {
                return false;
            }
            i += 1;
        }
        let count = self.counts[i];
        let start = self.rank;
        self.take(i, count - 1, start);
        self.fill(i - 1, start);
        true
    }

    /// Chooses the places up to `i`, with what is above fixed and `start` the first
    /// rank there, so that the position is the one of the rank.
    fn fill(&mut self, mut i: usize, mut start: u32) {
        while i >= 1 {
            let (m, p) = self.sums[i];
            let (place, weight) = (self.space.places[i], self.space.weights[i]);
            self.ends[i] = start + self.space.count(i, m, p);
            let most = p.checked_div(weight).map_or(m / place, |most| most.min(m / place));
            start = self.take(i, most, start);
            i -= 1;
        }
    }

    /// Takes `count` of place `i` or the next fewer there can be, such that the rank
    /// is among the positions with so many, the first of rank `start`. Gives the
    /// first rank of those.
    fn take(&mut self, i: usize, mut count: u32, mut start: u32) -> u32 {
        let space = self.space;
        let (m, p) = self.sums[i];
        let (place, weight) = (space.places[i], space.weights[i]);
        if i > 1 {
            loop {
                let below = (m - count * place, p - count * weight);
                let many = space.count_within(i - 1, below.0, below.1);
                if self.rank - start < many {
                    self.sums[i - 1] = below;
                    self.enter(i - 1);
                    break;
                }
                start += many;
                count -= 1;
            }
        }
        self.counts[i] = count;
        for (least, places) in self.present.iter_mut().enumerate() {
            let bit = u32::from(count as usize >= least);
            *places = *places & !(1 << i) | bit << i;
        }
        start
    }

    /// Looks up the row of Q_j.
    #[inline(always)]
    fn enter(&mut self, j: usize) {
        if j + 1 < self.space.least_free {
            return;
        }
        let entry = self.space.option_at(j, self.sums[j].0, self.sums[j].1);
        self.entries[j] = entry;
        let row: &[u32; LANES] =
            self.space.counts[entry..][..LANES].try_into().expect("as many as there are lanes");
        let (below, above) = self.above.split_at_mut(j + 1);
        for ((sum, above), entry) in below[j].iter_mut().zip(&above[0]).zip(row) {
            *sum = above.wrapping_add(*entry);
        }
    }

    /// Calls `option` with the raise and the rank of every option.
    #[inline(always)]
    pub fn options(&self, mut option: impl FnMut(u32, u32)) {
        for group in &self.space.steps.groups {
            let mut legal = group.range;
            for &(offset, count) in &group.takes {
                let present = self.present[count];
                legal &= if offset < 0 { present << -offset } else { present >> offset };
            }
            while legal != 0 {
                let index = legal.trailing_zeros() as usize;
                legal &= legal - 1;
                let step = &group.steps[index];
                option(step.raise, self.option(step));
            }
        }
    }

    #[inline(always)]
    fn option(&self, step: &Step) -> u32 {
        let from = step.from as usize;
        let below = self.rank.wrapping_sub(self.above[from][0]);
        let mut rank = below.wrapping_add(self.above[step.to as usize][step.raise as usize]);
        for (j, offset) in (from..step.to as usize).zip(step.offsets) {
            let entry = self.entries[j].wrapping_add_signed(offset as isize);
            rank = rank.wrapping_add(self.space.counts[entry]);
        }
        rank
    }
}
