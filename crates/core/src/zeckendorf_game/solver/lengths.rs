//! How many plays there are, by length.

use dashu_int::UBig;

/// The plays from a position, by length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lengths {
    /// The moves of the shortest.
    pub first: u32,
    /// How many plays there are of each length from there on, to the longest.
    pub plays: Vec<UBig>,
}

impl Lengths {
    /// How many plays there are.
    pub fn total(&self) -> UBig {
        self.plays.iter().sum()
    }

    /// The moves of the longest.
    pub fn last(&self) -> u32 {
        self.first + self.plays.len() as u32 - 1
    }

    /// The length and number of plays, by length.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &UBig)> {
        (self.first..).zip(&self.plays)
    }
}
