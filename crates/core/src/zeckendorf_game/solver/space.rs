//! The positions that n ones can reach, in layers of equal potential, ranked.
//!
//! Let m_j be what the first j places of a position sum to, p_j their potential,
//! and C_i(m, p) how many ways there are to write m with the first i places and
//! potential p. In a layer, positions with more of the greatest place come first,
//! then those with more of the second greatest, and so on. With what is above
//! place i fixed, those with more of it than a position are
//! C_i(m_{i-1} − w_i, p_{i-1} − a_i) many, w_i the place and a_i its weight: take
//! one more of it out of what is below. So a position's rank is Σ Q_j(m_j, p_j)
//! with Q_{i-1}(m, p) = C_i(m − w_i, p − a_i), one look-up for each place. A move
//! changes m_j and p_j between the places it touches, and from the greatest of
//! them on adds its raise to p_j and nothing to m_j.
//!
//! Positions with the same counts of all but the first few places follow one another:
//! a *block*. Two equations, of the sum and of the potential, leave the first places
//! one freedom, so from each position of a block to the next the same change is made.
//! A move then leads from consecutive positions of a block to consecutive positions,
//! wherever it is legal.

use dashu_int::UBig;

use super::cost::TooLarge;
use super::outcome::Outcome;
use super::steps::Steps;
use crate::zeckendorf_game::rules::Rules;
use crate::zeckendorf_game::state::State;

/// Places a position can have: masks of them are words of 32 bits, index 0 unused.
pub(super) const MAX_PLACES: usize = 32;

/// Sums and places fit words of 32 bits with room to spare.
const LARGEST_N: u64 = 1 << 16;
/// A move raises the potential by less than this.
pub(super) const LANES: usize = 16;

/// How a table C_i lies among all of them.
#[derive(Clone, Copy, Debug, Default)]
struct Grid {
    /// Where Q_{i-1}(0, 0) is.
    base: usize,
    /// How far apart the entries of m and m + 1 are.
    stride: usize,
    /// Where C_i(0, 0) is.
    origin: usize,
    /// The potentials it has.
    width: usize,
}

/// The positions that n ones can reach.
#[derive(Clone, Debug)]
pub struct Space {
    rules: Rules,
    n: u32,
    /// The greatest index.
    pub(super) top: usize,
    /// The places by index; entry 0 is 0.
    pub(super) places: Vec<u32>,
    /// Their weights in the potential.
    pub(super) weights: Vec<u32>,
    grids: Vec<Grid>,
    /// Every table, each with w_i rows and a_i columns of zeros before it, so that
    /// Q is a look-up without a case.
    pub(super) counts: Vec<u32>,
    /// The least index with more than one choice where all above is fixed.
    pub(super) least_free: usize,
    /// Positions with the same places above this index are a block.
    pub(super) block: usize,
    /// By index up to there, what one position of a block has more of than the one
    /// before it.
    pub(super) change: [i32; MAX_PLACES],
    /// How far apart their entries of Q are, of the greatest place that differs.
    pub(super) apart: usize,
    pub(super) steps: Steps,
    layers: Vec<u32>,
}

impl Space {
    /// The positions that `n` ones reach by `rules`, with tables of at most `memory`
    /// bytes.
    ///
    /// # Errors
    /// [`TooLarge`] if its tables or its layers could not be held.
    ///
    /// # Panics
    /// If `n` is 0, or if the rules cannot make some place from ones alone.
    pub fn new(rules: &Rules, n: u64, memory: u64) -> Result<Space, TooLarge> {
        assert!(n > 0, "a game has at least one one");
        let too_large = || TooLarge::new(rules, &n.into(), memory);
        let frame = Frame::new(rules, n).ok_or_else(too_large)?;
        let tables = frame.entries as u64 * 4;
        if tables > memory {
            return Err(TooLarge::with_tables(rules, &n.into(), tables, memory));
        }
        let mut space = Space {
            rules: *rules,
            n: n as u32,
            top: frame.top,
            least_free: frame.top,
            block: 0,
            change: [0; MAX_PLACES],
            apart: 0,
            steps: Steps::default(),
            // Rows are read some lanes at a time, past the end of the last.
            counts: vec![0; frame.entries + LANES],
            layers: Vec::new(),
            places: frame.places,
            weights: frame.weights,
            grids: frame.grids,
        };
        let least = space.fill(frame.greatest);
        space.find_blocks(least);
        let c = |p: usize| space.count(space.top, space.n, p as u32);
        space.layers = (0..=frame.greatest as usize).map(c).collect();
        while space.layers.last() == Some(&0) {
            space.layers.pop();
        }
        space.layers.shrink_to_fit();
        if space.layers.contains(&u32::MAX) {
            return Err(too_large());
        }
        space.steps = Steps::new(&space);
        if space.reach() as usize >= LANES {
            return Err(too_large());
        }
        Ok(space)
    }

    /// Every C_i, by C_i(m, p) = C_{i-1}(m, p) + C_i(m − w_i, p − a_i). Sums stop at
    /// the greatest word. Gives the least (m, p) of the least free index, if one is.
    fn fill(&mut self, greatest: u32) -> Option<(u32, u32)> {
        for m in 0..=self.n {
            if m * self.weights[1] <= greatest {
                let at = self.at(1, m, m * self.weights[1]);
                self.counts[at] = 1;
            }
        }
        let mut least = None;
        for i in 2..=self.top {
            for m in 0..=self.n {
                let at = self.at(i, m, 0);
                // What is read lies before what is written.
                let (before, row) = self.counts.split_at_mut(at);
                let row = &mut row[..self.grids[i].width];
                let fewer = self.grids[i - 1];
                let below = &before[fewer.origin + m as usize * fewer.stride..][..fewer.width];
                let one_less = self.grids[i].base + m as usize * self.grids[i].stride;
                let one_less = &before[one_less..][..row.len()];
                row.copy_from_slice(one_less);
                for (sum, below) in row.iter_mut().zip(below) {
                    *sum = sum.saturating_add(*below);
                }
                if least.is_none() {
                    let free = |(below, one_less): (&u32, &u32)| *below > 0 && *one_less > 0;
                    if let Some(p) = below.iter().zip(one_less).position(free) {
                        least = Some((m, p as u32));
                        self.least_free = i;
                    }
                }
            }
        }
        least
    }

    /// Finds what makes a block, given the least (m, p) that can be written in two ways
    /// with the places up to the least free one. The two ways have no place in common,
    /// or there would be a lesser pair; so where a way can be changed as the one into the
    /// other, taking the one away leaves a way to write the rest. Ways of which only one
    /// cannot be changed are a chain.
    fn find_blocks(&mut self, least: Option<(u32, u32)>) {
        let i = self.least_free;
        self.block = i;
        let Some((m0, p0)) = least else { return };
        let row = |m: u32| &self.counts[self.at(i, m, 0)..][..self.grids[i].width];
        let chains = |m: u32| {
            let (unchanged, changed) = row(m).split_at(p0 as usize);
            let rests = m.checked_sub(m0).map_or(&[][..], row);
            let rests = rests.iter().copied().chain(core::iter::repeat(0));
            unchanged.iter().all(|ways| *ways <= 1)
                && changed.iter().zip(rests).all(|(ways, changed)| *ways <= 1 + changed)
        };
        if !(0..=self.n).all(chains) {
            // Every position is a block of its own.
            self.block = i - 1;
            return;
        }
        let (first, second) = (self.way(i, m0, p0, u32::MAX), self.way(i, m0, p0, 0));
        for ((change, first), second) in self.change.iter_mut().zip(first).zip(second) {
            *change = second as i32 - first as i32;
        }
        let fewer = -i64::from(self.change[i]);
        let (place, weight) = (i64::from(self.places[i]), i64::from(self.weights[i]));
        self.apart = self.offset(i - 1, fewer * place, fewer * weight) as usize;
    }

    /// The first way to write m with the first `i` places and the potential p that has
    /// at most `most` of the place i.
    fn way(&self, i: usize, mut m: u32, mut p: u32, most: u32) -> [u32; MAX_PLACES] {
        let mut counts = [0; MAX_PLACES];
        for j in (1..=i).rev() {
            let (place, weight) = (self.places[j], self.weights[j]);
            let fits = p.checked_div(weight).map_or(m / place, |fits| fits.min(m / place));
            let mut count = if j == i { fits.min(most) } else { fits };
            while j > 1 && self.count_within(j - 1, m - count * place, p - count * weight) == 0 {
                count -= 1;
            }
            counts[j] = count;
            (m, p) = (m - count * place, p - count * weight);
        }
        counts
    }

    fn at(&self, i: usize, m: u32, p: u32) -> usize {
        self.grids[i].origin + m as usize * self.grids[i].stride + p as usize
    }

    /// C_i(m, p), p within the table.
    #[inline(always)]
    pub(super) fn count(&self, i: usize, m: u32, p: u32) -> u32 {
        self.counts[self.at(i, m, p)]
    }

    /// C_i(m, p), 0 beyond the table.
    #[inline(always)]
    pub(super) fn count_within(&self, i: usize, m: u32, p: u32) -> u32 {
        if (p as usize) < self.grids[i].width { self.count(i, m, p) } else { 0 }
    }

    /// Where Q_j(m, p) is.
    #[inline(always)]
    pub(super) fn option_at(&self, j: usize, m: u32, p: u32) -> usize {
        let grid = self.grids[j + 1];
        grid.base + m as usize * grid.stride + p as usize
    }

    /// How far the entry of Q_j moves as m and p change.
    pub(super) fn offset(&self, j: usize, m: i64, p: i64) -> i64 {
        m * self.grids[j + 1].stride as i64 + p
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many ones the game starts from.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// How many positions there are of each potential, from 0.
    pub fn layers(&self) -> &[u32] {
        &self.layers
    }

    /// How many positions there are.
    pub fn states(&self) -> u64 {
        self.layers.iter().map(|&size| u64::from(size)).sum()
    }

    /// The most that a move raises the potential.
    pub fn reach(&self) -> u32 {
        self.steps.reach
    }

    /// The most options a position can have.
    pub fn most_options(&self) -> u32 {
        self.steps.most()
    }

    /// The bytes of the tables.
    pub fn bytes(&self) -> u64 {
        self.counts.len() as u64 * 4
    }

    /// The layer of a position and its rank there; `None` if it is not one of these.
    pub fn rank(&self, state: &State<u64>) -> Option<(usize, usize)> {
        if state.top() as usize > self.top || state.value(&self.rules) != UBig::from(self.n) {
            return None;
        }
        let (mut m, mut p, mut rank) = (0, 0, 0);
        for j in 1..=self.top {
            let count = state.count(j as u32) as u32;
            m += self.places[j] * count;
            p += self.weights[j] * count;
            if j < self.top {
                rank += self.counts[self.option_at(j, m, p)] as usize;
            }
        }
        Some((p as usize, rank))
    }
}

/// Places, weights, and how the tables will lie.
struct Frame {
    top: usize,
    places: Vec<u32>,
    weights: Vec<u32>,
    /// No position has a greater potential.
    greatest: u32,
    grids: Vec<Grid>,
    /// The words of all tables.
    entries: usize,
}

impl Frame {
    /// The frame of `n` ones.
    /// `None` if words could not hold its positions or lengths.
    fn new(rules: &Rules, n: u64) -> Option<Frame> {
        let top = rules.top_index(n.into()) as usize;
        if top >= MAX_PLACES || n > LARGEST_N {
            return None;
        }
        let places = rules.places(top as u32)?;
        let places: Vec<u32> = places.into_iter().map(|place| place as u32).collect();
        let weights: Vec<u32> = rules.potential(top as u32).into_iter().map(|a| a as u32).collect();
        for i in 2..=top as u32 {
            let alone = rules.moves(top as u32).any(|m| {
                let made: Vec<_> = rules.patterns[m.pattern].made(m.index).collect();
                made == [(i, 1)]
            });
            assert!(alone, "{} cannot make the place of index {i} alone", rules.name);
        }
        let mut grids = vec![Grid::default()];
        let (mut entries, mut greatest) = (0usize, 0);
        for i in 1..=top {
            let (place, weight) = (u64::from(places[i]), u64::from(weights[i]));
            greatest = greatest.max(n * weight / place);
            let stride = (greatest + weight + 1) as usize;
            let origin = entries + place as usize * stride + weight as usize;
            grids.push(Grid { base: entries, stride, origin, width: greatest as usize + 1 });
            entries += (n + place + 1) as usize * stride;
        }
        // No play has more moves than the potential has steps.
        if greatest > u64::from(Outcome::LONGEST) {
            return None;
        }
        Some(Frame { top, places, weights, greatest: greatest as u32, grids, entries })
    }
}
