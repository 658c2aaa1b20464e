//! A position in play: fast to ask what is legal, fast to move.
//!
//! [`State`] counts places in integers of any size; a game played move by move
//! needs only 64 bits. Here a bit a place says which places there are enough of,
//! so that one pattern's legal indices are a shift and an `and` for each place it
//! takes. The masks come from the rules' table, like everything else.

use thiserror::Error;

use super::rules::{Move, MoveKind, Rules};
use super::state::{Illegal, State};

/// The indices a mask has room for: 0 to 127. Index 0 is no place's.
const INDICES: u32 = 128;

/// Which of several moves of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// The one at the smallest index.
    Smallest,
    /// The one at the largest index.
    Largest,
}

/// A game that cannot be played move by move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a game is played move by move up to index {}, and this one can reach past it", INDICES - 2)]
pub struct TooLarge;

/// A position in play.
#[derive(Clone, Debug)]
pub struct Position<'r> {
    rules: &'r Rules,
    counts: [u64; INDICES as usize],
    /// Entry t: the indices of which there are at least t, for each t that a
    /// pattern takes at once.
    at_least: Vec<u128>,
    /// The indices each pattern is at.
    intervals: Vec<u128>,
}

impl<'r> Position<'r> {
    /// The position that is `state`.
    ///
    /// # Errors
    /// [`TooLarge`] if play from it could reach past index 126.
    pub fn new(rules: &'r Rules, state: &State<u64>) -> Result<Self, TooLarge> {
        let places = rules.places_of_any_size(INDICES - 1);
        if state.top() >= INDICES - 1 || state.value(rules) >= places[INDICES as usize - 1] {
            return Err(TooLarge);
        }
        let most = rules.patterns.iter().flat_map(|p| p.takes).map(|(_, count)| *count).max();
        let intervals = rules.patterns.iter().map(|pattern| {
            let bits = (pattern.first..=pattern.last.min(INDICES - 2)).map(|i| 1u128 << i);
            bits.fold(0, |mask, bit| mask | bit)
        });
        let mut position = Position {
            rules,
            counts: [0; INDICES as usize],
            at_least: vec![0; most.unwrap_or(0) as usize + 1],
            intervals: intervals.collect(),
        };
        for (i, count) in state.present() {
            position.set(i, *count);
        }
        Ok(position)
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &'r Rules {
        self.rules
    }

    /// How many F_`index` there are.
    pub fn count(&self, index: u32) -> u64 {
        self.counts.get(index as usize).copied().unwrap_or(0)
    }

    /// How many there are of each place, the first of F_1; the rest is zeros.
    pub fn counts(&self) -> &[u64] {
        &self.counts[1..]
    }

    /// The position as a state.
    pub fn state(&self) -> State<u64> {
        State::new(self.counts().iter().copied())
    }

    /// The indices at which a pattern is legal, bit i for index i.
    #[inline]
    pub fn legal_at(&self, pattern: usize) -> u128 {
        let takes = self.rules.patterns[pattern].takes;
        takes.iter().fold(self.intervals[pattern], |mask, &(offset, count)| {
            let enough = self.at_least[count as usize];
            mask & if offset < 0 { enough << -offset } else { enough >> offset }
        })
    }

    /// The legal moves, by pattern and then by index.
    pub fn legal(&self) -> impl Iterator<Item = Move> + '_ {
        (0..self.rules.patterns.len()).flat_map(|pattern| {
            let mask = self.legal_at(pattern);
            let legal = move |index: &u32| mask >> index & 1 == 1;
            (0..INDICES).filter(legal).map(move |index| Move { pattern, index })
        })
    }

    /// How many moves are legal.
    pub fn choices(&self) -> u32 {
        (0..self.rules.patterns.len()).map(|p| self.legal_at(p).count_ones()).sum()
    }

    /// The legal move number `n` of [`legal`](Self::legal), from 0.
    pub fn choice(&self, mut n: u32) -> Option<Move> {
        for pattern in 0..self.rules.patterns.len() {
            let mut mask = self.legal_at(pattern);
            let here = mask.count_ones();
            if n < here {
                for _ in 0..n {
                    mask &= mask - 1;
                }
                return Some(Move { pattern, index: mask.trailing_zeros() });
            }
            n -= here;
        }
        None
    }

    /// The smallest or largest legal move of a kind.
    #[inline]
    pub fn extreme(&self, kind: MoveKind, end: End) -> Option<Move> {
        let mut best: Option<Move> = None;
        for (pattern, p) in self.rules.patterns.iter().enumerate() {
            if p.kind != kind {
                continue;
            }
            let mask = self.legal_at(pattern);
            if mask == 0 {
                continue;
            }
            let index = match end {
                End::Smallest => mask.trailing_zeros(),
                End::Largest => mask.ilog2(),
            };
            let better = best.is_none_or(|b| match end {
                End::Smallest => index < b.index,
                End::Largest => index > b.index,
            });
            if better {
                best = Some(Move { pattern, index });
            }
        }
        best
    }

    /// Whether the game is over.
    pub fn is_final(&self) -> bool {
        (0..self.rules.patterns.len()).all(|pattern| self.legal_at(pattern) == 0)
    }

    /// Makes a move.
    ///
    /// # Errors
    /// [`Illegal`]; the position is then as it was.
    #[inline]
    pub fn make(&mut self, m: Move) -> Result<(), Illegal> {
        let legal = m.pattern < self.intervals.len()
            && m.index < INDICES
            && self.legal_at(m.pattern) >> m.index & 1 == 1;
        if !legal {
            return Err(self.why_not(m));
        }
        let pattern = &self.rules.patterns[m.pattern];
        for (index, count) in pattern.taken(m.index) {
            self.set(index, self.counts[index as usize] - u64::from(count));
        }
        // No count passes the number played, which fits where the start's places do.
        for (index, count) in pattern.made(m.index) {
            self.set(index, self.counts[index as usize] + u64::from(count));
        }
        Ok(())
    }

    fn why_not(&self, m: Move) -> Illegal {
        let made = self.rules.patterns.get(m.pattern).filter(|pattern| pattern.is_at(m.index));
        let Some(pattern) = made else { return Illegal::NoMove { index: m.index } };
        let lacking = pattern.taken(m.index).find(|(i, count)| self.count(*i) < u64::from(*count));
        let index = lacking.map_or(m.index, |(index, _)| index);
        Illegal::TooFew { index, present: self.count(index).to_string() }
    }

    #[inline]
    fn set(&mut self, index: u32, count: u64) {
        self.counts[index as usize] = count;
        let bit = 1u128 << index;
        for (t, mask) in self.at_least.iter_mut().enumerate().skip(1) {
            *mask = if count >= t as u64 { *mask | bit } else { *mask & !bit };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zeckendorf_game::rules::{TRIBONACCI, ZECKENDORF};
    use crate::zeckendorf_game::strategy::{Random, Strategy};

    #[test]
    fn it_is_the_state_in_other_words() {
        for rules in [&ZECKENDORF, &TRIBONACCI] {
            for n in [1u64, 2, 3, 7, 50, 1000] {
                let mut state = State::of_ones(n);
                let mut position = Position::new(rules, &state).unwrap();
                let mut random = Random::new(n);
                loop {
                    let legal: Vec<Move> = state.legal(rules).collect();
                    assert_eq!(position.legal().collect::<Vec<_>>(), legal);
                    assert_eq!(position.choices() as usize, legal.len());
                    let choices: Vec<_> = (0..).map_while(|i| position.choice(i)).collect();
                    assert_eq!(choices, legal);
                    let Some(m) = random.choose(&position) else { break };
                    position.make(m).unwrap();
                    state.make(rules, m, &1).unwrap();
                    assert_eq!(position.state(), state);
                }
                assert!(position.is_final() && state.is_final(rules));
            }
        }
    }

    #[test]
    fn what_is_illegal_changes_nothing() {
        let mut position = Position::new(&ZECKENDORF, &State::new([3, 1])).unwrap();
        for (pattern, index) in [(2, 2), (1, 1), (1, 3), (3, 2), (9, 1), (0, 500), (1, 127)] {
            assert!(position.make(Move { pattern, index }).is_err(), "{pattern} at {index}");
        }
        assert_eq!(position.state(), State::new([3, 1]));
    }

    #[test]
    fn the_largest_number_of_64_bits_fits_and_an_index_too_far_does_not() {
        assert!(Position::new(&ZECKENDORF, &State::of_ones(u64::MAX)).is_ok());
        let far = |top| State::new((1..=top).map(|i| u64::from(i == top)));
        assert!(Position::new(&ZECKENDORF, &far(126)).is_ok());
        assert_eq!(Position::new(&ZECKENDORF, &far(127)).unwrap_err(), TooLarge);
    }
}
