//! Rules as masks: a bit for every index, so that what is legal is a handful of
//! word operations whatever the position, and a move is four additions.

use thiserror::Error;

use crate::zeckendorf_game::rules::{Pattern, Rules};

/// The greatest index there is a bit for.
pub const TOP: u32 = 31;
/// Bits of the two words of moves: bit 32 w + i stands for a move at index i.
pub const MOVES: usize = 64;
/// How many places a move touches at most.
pub const TOUCHED: usize = 4;
/// How many terms there are.
pub const TERMS: usize = 4;

/// Rules that masks have no room for.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("random games of {rules} have no fast form: {reason}")]
pub struct Unsuited {
    /// The game's name.
    pub rules: &'static str,
    /// What there is no room for.
    pub reason: &'static str,
}

/// What a move does: `deltas` are added, modulo 2^32, to the counts of `places`.
/// What is not needed adds 0 to place 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Step {
    /// Indices.
    pub places: [u32; TOUCHED],
    /// What is added.
    pub deltas: [u32; TOUCHED],
}

/// A condition: a move at index i needs `count` of place i − `below`, except where
/// its bit in `spared` is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// 1 or 2.
    pub count: u32,
    /// Less than 32.
    pub below: u32,
    /// Of the two words of moves.
    pub spared: u64,
}

/// A condition that no move has to meet.
const NONE: Term = Term { count: 1, below: 0, spared: u64::MAX };

/// The rules of a game as masks.
///
/// With `some` and `several` the words whose bit i says that there is at least one
/// of place i, or two, the legal moves are `all`, and for every term either spared
/// or present. From the lowest bit up they stand by pattern and then by index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Masks {
    all: u64,
    terms: [Term; TERMS],
    steps: [Step; MOVES],
}

impl Masks {
    /// Those of `rules`.
    ///
    /// # Errors
    /// [`Unsuited`] if a move takes three of a place or touches more than four, or
    /// the patterns do not fit two words in their order.
    pub fn new(rules: &Rules) -> Result<Masks, Unsuited> {
        let unsuited = |reason| Unsuited { rules: rules.name, reason };
        let mut masks = Masks { all: 0, terms: [NONE; TERMS], steps: [Step::default(); MOVES] };
        let mut used = 0;
        let (mut word, mut next) = (0, 1);
        for pattern in rules.patterns {
            // A pattern shares a word with those before it if it stands above them.
            if pattern.first < next {
                (word, next) = (word + 1, 1);
            }
            if word == 2 {
                return Err(unsuited("its patterns fill more than two words"));
            }
            for index in pattern.first.max(next)..=pattern.last.min(TOP) {
                masks.add(32 * word + index, pattern, index, &mut used).map_err(unsuited)?;
            }
            next = pattern.last.saturating_add(1);
        }
        Ok(masks)
    }

    /// The move of `pattern` at `index` gets the bit `bit`; the first `terms` are in use.
    fn add(
        &mut self,
        bit: u32,
        pattern: &Pattern,
        index: u32,
        terms: &mut usize,
    ) -> Result<(), &'static str> {
        let touched = || pattern.taken(index).chain(pattern.made(index));
        if touched().any(|(place, _)| !(1..=TOP).contains(&place)) {
            // There are no such places in a game this small.
            return Ok(());
        }
        for (place, count) in pattern.taken(index) {
            let below = index.checked_sub(place).ok_or("a move takes a place above its index")?;
            if !(1..=2).contains(&count) {
                return Err("a move takes more than two of a place");
            }
            let same = |term: &Term| (term.count, term.below) == (count, below);
            let at = self.terms[..*terms].iter().position(same).unwrap_or(*terms);
            if at == TERMS {
                return Err("moves have more than four kinds of needs");
            }
            *terms = (at + 1).max(*terms);
            let term = &mut self.terms[at];
            *term = Term { count, below, spared: term.spared & !(1 << bit) };
        }
        let step = &mut self.steps[bit as usize];
        let mut used = 0;
        let taken = pattern.taken(index).map(|(place, count)| (place, count.wrapping_neg()));
        for (place, delta) in taken.chain(pattern.made(index)) {
            let slot = step.places[..used].iter().position(|&p| p == place).unwrap_or(used);
            if slot == TOUCHED {
                return Err("a move touches more than four places");
            }
            used = used.max(slot + 1);
            step.places[slot] = place;
            step.deltas[slot] = step.deltas[slot].wrapping_add(delta);
        }
        self.all |= 1 << bit;
        Ok(())
    }

    /// Every move there is.
    pub fn all(&self) -> u64 {
        self.all
    }

    /// What moves need.
    pub fn terms(&self) -> &[Term; TERMS] {
        &self.terms
    }

    /// What the moves do, by their bit.
    pub fn steps(&self) -> &[Step; MOVES] {
        &self.steps
    }

    /// The legal moves, given the indices of which there are at least one and two.
    #[inline]
    pub fn legal(&self, some: u32, several: u32) -> u64 {
        let mut legal = self.all;
        for term in &self.terms {
            let present = if term.count == 1 { some } else { several } << term.below;
            legal &= u64::from(present) << 32 | u64::from(present) | term.spared;
        }
        legal
    }
}
