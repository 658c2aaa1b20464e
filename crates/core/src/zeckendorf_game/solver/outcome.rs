//! Who wins, and how soon and how late the game can end.

use super::fold::{Fold, Layer, Shape};

/// What the two-player game from a position comes to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The Grundy value; 0 if the player to move loses.
    pub grundy: u32,
    /// The moves of the shortest play.
    pub shortest: u32,
    /// The moves of the longest play.
    pub longest: u32,
}

/// Bits of a length.
const LENGTH: u32 = 12;

impl Outcome {
    /// No length a word holds is greater.
    pub(super) const LONGEST: u32 = (1 << LENGTH) - 1;

    /// Of a packed word.
    #[inline(always)]
    pub fn of(word: u32) -> Outcome {
        Outcome {
            grundy: word >> (2 * LENGTH),
            shortest: word >> LENGTH & Self::LONGEST,
            longest: word & Self::LONGEST,
        }
    }

    /// As a packed word: a Grundy value is below 2^8, a length below 2^12.
    #[inline(always)]
    pub fn packed(self) -> u32 {
        self.grundy << (2 * LENGTH) | self.shortest << LENGTH | self.longest
    }

    /// The player who wins from the start: 1 or 2.
    pub fn winner(&self) -> u32 {
        if self.grundy == 0 { 2 } else { 1 }
    }
}

/// Computes [`Outcome`]s.
#[derive(Clone, Copy, Default, Debug)]
pub struct OutcomeFold;

/// The options seen.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// A bit for each of their Grundy values.
    grundy: u64,
    /// Their least word but for the Grundy value, which goes by the shortest play.
    shortest: u32,
    /// Their longest play.
    longest: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options { grundy: 0, shortest: u32::MAX, longest: 0 }
    }
}

impl Fold for OutcomeFold {
    type Word = u32;
    type Sum = Options;

    fn shape(&self, _above: &[Layer<u32>]) -> Shape {
        Shape::WORD
    }

    #[inline(always)]
    fn add(
        &self,
        sums: &mut [Options],
        _values: &mut [u32],
        _shape: &Shape,
        above: &Layer<u32>,
        rank: u32,
    ) {
        let options = &above.values[rank as usize..][..sums.len()];
        for (sum, &option) in sums.iter_mut().zip(options) {
            sum.grundy |= 1 << (option >> (2 * LENGTH));
            sum.shortest = sum.shortest.min(option << (u32::BITS - 2 * LENGTH));
            sum.longest = sum.longest.max(option & Outcome::LONGEST);
        }
    }

    #[inline(always)]
    fn finish(&self, sums: &[Options], values: &mut [u32], _shape: &Shape) {
        for (sum, value) in sums.iter().zip(values) {
            // With no option the game is over.
            *value = 0;
            if sum.grundy != 0 {
                let shortest = (sum.shortest >> (u32::BITS - LENGTH)) + 1;
                let (grundy, longest) = (sum.grundy.trailing_ones(), sum.longest + 1);
                *value = Outcome { grundy, shortest, longest }.packed();
            }
        }
    }
}
