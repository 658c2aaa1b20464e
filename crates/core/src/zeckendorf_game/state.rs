//! Positions of a game, of any size, and what moves do to them.

use dashu_int::UBig;
use thiserror::Error;

use super::rules::{Move, Rules};

/// How many there are of a place.
pub trait Count: Clone + Ord + Send + Sync + core::fmt::Debug + core::fmt::Display {
    /// A small count.
    fn of(n: u32) -> Self;
    /// As an integer of any size.
    fn big(&self) -> UBig;
    /// The sum; `None` if it does not fit.
    fn plus(&self, other: &Self) -> Option<Self>;
    /// The difference; `None` below 0.
    fn minus(&self, other: &Self) -> Option<Self>;
    /// The product with a small number; `None` if it does not fit.
    fn times(&self, n: u32) -> Option<Self>;
    /// The quotient, rounded down; `n` is not 0.
    #[must_use]
    fn over(&self, n: u32) -> Self;
}

macro_rules! word_count {
    ($word:ty) => {
        impl Count for $word {
            fn of(n: u32) -> Self {
                n.into()
            }

            fn big(&self) -> UBig {
                UBig::from(*self)
            }

            fn plus(&self, other: &Self) -> Option<Self> {
                self.checked_add(*other)
            }

            fn minus(&self, other: &Self) -> Option<Self> {
                self.checked_sub(*other)
            }

            fn times(&self, n: u32) -> Option<Self> {
                self.checked_mul(n.into())
            }

            fn over(&self, n: u32) -> Self {
                self / <$word>::from(n)
            }
        }
    };
}

word_count!(u64);
word_count!(u128);

impl Count for UBig {
    fn of(n: u32) -> Self {
        n.into()
    }

    fn big(&self) -> UBig {
        self.clone()
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        Some(self + other)
    }

    fn minus(&self, other: &Self) -> Option<Self> {
        (self >= other).then(|| self - other)
    }

    fn times(&self, n: u32) -> Option<Self> {
        Some(self * n)
    }

    fn over(&self, n: u32) -> Self {
        self / n
    }
}

impl State<UBig> {
    /// The same position with counts of 64 bits, where they fit.
    pub fn narrowed(&self) -> Option<State<u64>> {
        let counts = self.counts.iter().map(|count| u64::try_from(count).ok());
        Some(State { counts: counts.collect::<Option<_>>()? })
    }
}

/// A move that cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// There are too few of a place.
    #[error("the move takes more of F_{index} than the {present} there are")]
    TooFew {
        /// The place's index.
        index: u32,
        /// How many there are.
        present: String,
    },
    /// The rules have no such move.
    #[error("the rules have no such move at index {index}")]
    NoMove {
        /// The move's index.
        index: u32,
    },
    /// A count would leave its word.
    #[error("the count of F_{index} leaves its word")]
    TooMany {
        /// The place's index.
        index: u32,
    },
}

/// A position: how many there are of each place.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State<C> {
    /// Entry 0 is unused; the last entry is not 0, unless it is the only one.
    counts: Vec<C>,
}

impl<C: Count> State<C> {
    /// The position with these counts, the first of F_1.
    pub fn new(counts: impl IntoIterator<Item = C>) -> Self {
        let counts = core::iter::once(C::of(0)).chain(counts).collect();
        let mut state = State { counts };
        state.trim();
        state
    }

    /// n ones, where the game starts.
    pub fn of_ones(n: C) -> Self {
        Self::new([n])
    }

    /// How many F_`index` there are.
    pub fn count(&self, index: u32) -> C {
        self.counts.get(index as usize).cloned().unwrap_or_else(|| C::of(0))
    }

    /// Whether there are at least `count` F_`index`.
    pub fn has(&self, index: u32, count: u32) -> bool {
        self.counts.get(index as usize).is_some_and(|have| *have >= C::of(count))
    }

    /// The greatest index of which there is one; 0 for the empty position.
    pub fn top(&self) -> u32 {
        self.counts.len() as u32 - 1
    }

    /// How many places there are in all.
    pub fn terms(&self) -> UBig {
        self.counts.iter().map(Count::big).sum()
    }

    /// The number it is a representation of. Play never changes it.
    pub fn value(&self, rules: &Rules) -> UBig {
        let places = rules.places_of_any_size(self.top());
        self.counts.iter().zip(places).map(|(count, place)| count.big() * place).sum()
    }

    /// The places there are and how many of each, by ascending index.
    pub fn present(&self) -> impl Iterator<Item = (u32, &C)> {
        let counts = self.counts.iter().enumerate().skip(1);
        counts.filter(|(_, count)| **count > C::of(0)).map(|(i, count)| (i as u32, count))
    }

    /// The same position with counts of any size.
    pub fn widened(&self) -> State<UBig> {
        State { counts: self.counts.iter().map(Count::big).collect() }
    }

    /// How many times in a row a move can be made.
    pub fn times(&self, rules: &Rules, m: Move) -> C {
        let pattern = &rules.patterns[m.pattern];
        let most = pattern.taken(m.index).map(|(i, count)| self.count(i).over(count)).min();
        most.unwrap_or_else(|| C::of(0))
    }

    /// Whether a move can be made.
    pub fn is_legal(&self, rules: &Rules, m: Move) -> bool {
        self.times(rules, m) >= C::of(1)
    }

    /// The moves that can be made, by pattern and then by index.
    pub fn legal<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = Move> + 'a {
        rules.moves(self.top()).filter(|m| self.is_legal(rules, *m))
    }

    /// Whether the game is over: for the Zeckendorf game, at the Zeckendorf
    /// representation.
    pub fn is_final(&self, rules: &Rules) -> bool {
        self.legal(rules).next().is_none()
    }

    /// Makes a move `times` times.
    ///
    /// # Errors
    /// [`Illegal`]; the position is then as it was.
    pub fn make(&mut self, rules: &Rules, m: Move, times: &C) -> Result<(), Illegal> {
        let pattern = &rules.patterns[m.pattern];
        // Everything is checked before anything changes.
        for (index, count) in pattern.taken(m.index) {
            let present = self.counts.get(index as usize);
            let enough =
                times.times(count).zip(present).is_some_and(|(taken, have)| *have >= taken);
            if !enough {
                return Err(Illegal::TooFew { index, present: self.count(index).to_string() });
            }
        }
        for (index, count) in pattern.made(m.index) {
            let here = self.count(index);
            if times.times(count).and_then(|made| here.plus(&made)).is_none() {
                return Err(Illegal::TooMany { index });
            }
        }
        for (index, count) in pattern.taken(m.index) {
            let slot = &mut self.counts[index as usize];
            if let Some(rest) = times.times(count).and_then(|taken| slot.minus(&taken)) {
                *slot = rest;
            }
        }
        for (index, count) in pattern.made(m.index) {
            if self.counts.len() <= index as usize {
                self.counts.resize(index as usize + 1, C::of(0));
            }
            let slot = &mut self.counts[index as usize];
            if let Some(sum) = times.times(count).and_then(|made| slot.plus(&made)) {
                *slot = sum;
            }
        }
        self.trim();
        Ok(())
    }

    fn trim(&mut self) {
        let zero = C::of(0);
        while self.counts.len() > 1 && self.counts.last() == Some(&zero) {
            self.counts.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeral::zeckendorf;
    use crate::zeckendorf_game::rules::{TRIBONACCI, ZECKENDORF};

    #[test]
    fn any_play_ends_at_the_zeckendorf_representation() {
        for n in 1..60u64 {
            let mut state = State::of_ones(n);
            while let Some(m) = { state.legal(&ZECKENDORF).last() } {
                state.make(&ZECKENDORF, m, &1).unwrap();
                assert_eq!(state.value(&ZECKENDORF), n.into());
            }
            let digits = zeckendorf(n.into());
            assert!((1..=state.top()).all(|i| state.count(i) == u64::from(digits.get(i))), "{n}");
        }
    }

    #[test]
    fn the_tribonacci_game_ends_without_three_neighbours() {
        for n in 1..60u64 {
            let mut state = State::of_ones(n);
            while let Some(m) = { state.legal(&TRIBONACCI).next() } {
                state.make(&TRIBONACCI, m, &1).unwrap();
            }
            assert_eq!(state.value(&TRIBONACCI), n.into());
            let count = |i| state.count(i);
            assert!(
                (1..=state.top())
                    .all(|i| count(i) <= 1 && count(i) + count(i + 1) + count(i + 2) < 3)
            );
        }
    }

    #[test]
    fn an_illegal_move_changes_nothing() {
        let mut state = State::new([3u64, 1]);
        let split = Move { pattern: 2, index: 2 };
        assert_eq!(state.times(&ZECKENDORF, split), 0);
        assert!(state.make(&ZECKENDORF, split, &1).is_err());
        assert_eq!(state, State::new([3u64, 1, 0]));
        let ones = Move { pattern: 0, index: 1 };
        assert!(State::of_ones(u64::MAX).make(&ZECKENDORF, ones, &(1 << 63)).is_err());
    }
}
