//! A layer walked in the order of ranks, block by block.

use core::ops::Range;

use super::space::{LANES, MAX_PLACES, Space};
use super::steps::{MOST_TAKEN, PARTS, Step};
use crate::zeckendorf_game::state::State;

/// Stands at a position of a layer, and goes on to others.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    space: &'a Space,
    rank: u32,
    /// The rank of the first position of the block.
    start: u32,
    /// How many there are of each place; of those that differ within the block, in its
    /// first position.
    counts: [u32; MAX_PLACES],
    /// By j, what the first j places sum to, and their potential; in the block's first
    /// position.
    sums: [(u32, u32); MAX_PLACES],
    /// By i, the rank after the last position with the same above place i.
    ends: [u32; MAX_PLACES],
    /// By j, where Q_j(m_j, p_j) is; in the block's first position.
    entries: [usize; MAX_PLACES],
    /// By j not within the block, the sum of Q_k(m_k, p_k + raise) over k ≥ j, for every
    /// raise.
    above: [[u32; LANES]; MAX_PLACES + 1],
    /// By count from 1, the places of which there are so many somewhere in the block: a
    /// bit an index.
    present: [u32; MOST_TAKEN + 1],
    /// The positions of the block, and after that those with enough of a place that
    /// differs within it, as [`Steps::varying`](super::steps::Steps) has them.
    parts: [Part; PARTS],
}

/// Consecutive positions of a block: from `from` to before `until`.
#[derive(Clone, Copy, Default, Debug)]
struct Part {
    from: u32,
    until: u32,
}

impl Part {
    #[inline(always)]
    fn and(self, other: Part) -> Part {
        Part { from: self.from.max(other.from), until: self.until.min(other.until) }
    }
}

/// A move from consecutive positions, which leads to consecutive positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// How much it raises the potential.
    pub raise: u32,
    /// From where it is made, counted from the cursor's position.
    pub from: Range<usize>,
    /// The rank that it leads to from the first of them.
    pub to: u32,
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
            start: 0,
            counts: [0; MAX_PLACES],
            sums: [(0, 0); MAX_PLACES],
            ends: [0; MAX_PLACES],
            entries: [0; MAX_PLACES],
            above: [[0; LANES]; MAX_PLACES + 1],
            present: [0; MOST_TAKEN + 1],
            parts: [Part::default(); PARTS],
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
        let past = i64::from(self.rank - self.start);
        let counts = self.counts.iter().zip(&self.space.change);
        let counts = counts.map(|(count, change)| i64::from(*count) + past * i64::from(*change));
        State::new(counts.take(self.space.top + 1).skip(1).map(|count| count as u64))
    }

    /// How many positions there are from here to the end of the block, this one among
    /// them.
    #[inline]
    pub fn left(&self) -> usize {
        (self.ends[self.space.block] - self.rank) as usize
    }

    /// Goes on to the next position of the layer, if there is one.
    pub fn advance(&mut self) -> bool {
        if self.left() == 1 {
            return self.next_block();
        }
        self.rank += 1;
        true
    }

    /// Goes on to the first position of the next block of the layer, if there is one.
    pub fn next_block(&mut self) -> bool {
        let mut i = self.space.block;
        let start = self.ends[i];
        while self.ends[i] == start {
            if i == self.space.top {
                return false;
            }
            i += 1;
        }
        self.rank = start;
        let count = self.counts[i];
        self.take(i, count - 1, start);
        self.fill(i - 1, start);
        true
    }

    /// Chooses the places up to `i`, with what is above fixed and `start` the first
    /// rank there, so that the position is in the block of the rank.
    fn fill(&mut self, mut i: usize, mut start: u32) {
        let block = self.space.block;
        while i > block {
            self.end(i, start);
            let most = self.fits(i);
            start = self.take(i, most, start);
            i -= 1;
        }
        self.end(block, start);
        self.start = start;
        self.begin_block();
    }

    /// The rank after the last position with the same above place `i`, of which `start`
    /// is the first.
    fn end(&mut self, i: usize, start: u32) {
        let (m, p) = self.sums[i];
        self.ends[i] = start + self.space.count(i, m, p);
    }

    /// No position has more of place `i` with the same above it.
    fn fits(&self, i: usize) -> u32 {
        let (m, p) = self.sums[i];
        let (place, weight) = (self.space.places[i], self.space.weights[i]);
        p.checked_div(weight).map_or(m / place, |most| most.min(m / place))
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
        let entry = self.space.option_at(j, self.sums[j].0, self.sums[j].1);
        self.entries[j] = entry;
        let row: &[u32; LANES] =
            self.space.counts[entry..][..LANES].try_into().expect("as many as there are lanes");
        let (below, above) = self.above.split_at_mut(j + 1);
        for ((sum, above), entry) in below[j].iter_mut().zip(&above[0]).zip(row) {
            *sum = above.wrapping_add(*entry);
        }
    }

    /// Finds the first position of the block, and which of its positions have enough of
    /// a place.
    fn begin_block(&mut self) {
        let space = self.space;
        let len = self.ends[space.block] - self.start;
        for i in (1..=space.block).rev() {
            let (m, p) = self.sums[i];
            let (place, weight) = (space.places[i], space.weights[i]);
            let mut count = self.fits(i);
            if i > 1 {
                let mut below = (m - count * place, p - count * weight);
                while space.count_within(i - 1, below.0, below.1) == 0 {
                    count -= 1;
                    below = (below.0 + place, below.1 + weight);
                }
                self.sums[i - 1] = below;
                if i >= space.least_free {
                    self.entries[i - 1] = space.option_at(i - 1, below.0, below.1);
                }
            }
            self.counts[i] = count;
        }
        self.parts[0] = Part { from: 0, until: len };
        for (slot, &(i, least)) in self.parts[1..].iter_mut().zip(&space.steps.varying) {
            *slot = part(self.counts[i], space.change[i], least as u32, len);
            let bit = u32::from(slot.from < slot.until);
            self.present[least] = self.present[least] & !(1 << i) | bit << i;
        }
    }

    /// Calls `run` with every move from the `many` positions from this one on, all of
    /// its block.
    #[inline(always)]
    pub fn runs(&self, many: usize, mut run: impl FnMut(Run)) {
        let from = self.rank - self.start;
        let all = Part { from, until: from + many as u32 };
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
                let legal = |part: Part, at: u8| part.and(self.parts[at as usize % PARTS]);
                let part = step.varying.into_iter().fold(all, legal);
                if part.from >= part.until {
                    continue;
                }
                run(Run {
                    raise: step.raise,
                    from: (part.from - from) as usize..(part.until - from) as usize,
                    to: self.option(step, part.from),
                });
            }
        }
    }

    /// Calls `option` with the raise and the rank of every option.
    pub fn options(&self, mut option: impl FnMut(u32, u32)) {
        self.runs(1, |run| option(run.raise, run.to));
    }

    /// The rank that a move leads to from the block's position `past`.
    #[inline(always)]
    fn option(&self, step: &Step, past: u32) -> u32 {
        let space = self.space;
        let (block, from, to) = (space.block, step.from as usize, step.to as usize);
        let mut rank = self.above[to][step.raise as usize];
        let mut parts = (from..to).zip(step.offsets);
        if from < block {
            // Within the block the sums differ, and so the entry.
            let entry = self.entries[from].wrapping_add_signed(step.offsets[0] as isize);
            rank = rank.wrapping_add(space.counts[entry + past as usize * space.apart]);
            parts.next();
        } else {
            let below = (self.start + past).wrapping_sub(self.above[from][0]);
            rank = rank.wrapping_add(below);
        }
        for (j, offset) in parts {
            let entry = self.entries[j].wrapping_add_signed(offset as isize);
            rank = rank.wrapping_add(space.counts[entry]);
        }
        rank
    }
}

/// The positions of a block of `len` with at least `least` of a place, of which the
/// first has `count` and each other one `change` more than the one before it.
fn part(count: u32, change: i32, least: u32, len: u32) -> Part {
    let step = change.unsigned_abs();
    if change > 0 {
        let from = least.saturating_sub(count).div_ceil(step);
        Part { from, until: len }
    } else if count < least {
        Part { from: 0, until: 0 }
    } else {
        let most = (count - least).checked_div(step).map_or(len, |last| len.min(last + 1));
        Part { from: 0, until: most }
    }
}

#[cfg(test)]
mod tests {
    use super::super::steps::Steps;
    use super::*;
    use crate::zeckendorf_game::rules::{TRIBONACCI, ZECKENDORF};

    /// The options of every position of the layer, by rank.
    fn options(space: &Space, potential: usize) -> Vec<Vec<(u32, u32)>> {
        let mut cursor = Cursor::new(space, potential, 0);
        let mut all = Vec::new();
        loop {
            let mut found = Vec::new();
            cursor.options(|raise, rank| found.push((raise, rank)));
            all.push(found);
            if !cursor.advance() {
                return all;
            }
        }
    }

    #[test]
    fn where_there_are_no_blocks_every_position_is_one() {
        for rules in [&ZECKENDORF, &TRIBONACCI] {
            for n in 6..=60 {
                let space = Space::new(rules, n, 1 << 22).expect("small");
                let mut alone = space.clone();
                (alone.block, alone.change, alone.apart) =
                    (space.least_free - 1, [0; MAX_PLACES], 0);
                alone.steps = Steps::new(&alone);
                for (potential, _) in
                    space.layers().iter().enumerate().filter(|(_, size)| **size > 0)
                {
                    assert_eq!(Cursor::new(&alone, potential, 0).left(), 1);
                    assert_eq!(
                        options(&alone, potential),
                        options(&space, potential),
                        "{rules} {n}"
                    );
                }
            }
        }
    }

    #[test]
    fn enough_of_a_place() {
        for (count, change, least, len) in
            (0..6).flat_map(|c| (-3..4).flat_map(move |d| (1..4).map(move |l| (c, d, l, 5))))
        {
            // As in a block: no count is negative.
            let len = (1..=len).rev().find(|len| count + change * (len - 1) >= 0).unwrap_or(1);
            let part = part(count as u32, change, least as u32, len as u32);
            for past in 0..len {
                let is = (part.from..part.until).contains(&(past as u32));
                assert_eq!(is, count + change * past >= least, "{count} {change} {least} {past}");
            }
            assert!(part.until <= len as u32);
        }
    }
}
