//! Which of consecutive numbers fulfil a condition, and the evidence that it was asked
//! of the right values.

use crate::column::Totals;

/// What is kept of numbers that are looked through and not written down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Selection {
    /// Whether number j from the first on fulfils it: bit j % 64 of word j / 64. Bits past
    /// the last are 0.
    pub held: Vec<u64>,
    /// What the values of each of its functions add up to, in the order of
    /// [`crate::predicate::Bound::functions`].
    pub totals: Vec<Totals>,
}

impl Selection {
    /// How many fulfil it.
    pub fn count(&self) -> u64 {
        self.held.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Whether number `j` does.
    ///
    /// # Panics
    /// If there are no numbers so far.
    pub fn holds(&self, j: usize) -> bool {
        self.held[j / 64] >> (j % 64) & 1 == 1
    }

    /// The places of those that do, ascending.
    pub fn places(&self) -> impl Iterator<Item = usize> {
        self.held.iter().enumerate().flat_map(|(at, &word)| {
            let mut rest = word;
            core::iter::from_fn(move || {
                let bit = rest.trailing_zeros() as usize;
                (rest != 0).then(|| {
                    rest &= rest - 1;
                    64 * at + bit
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_the_ones_of_the_words() {
        let selection =
            Selection { held: vec![1 | 1 << 63, 0, u64::MAX, 1 << 5], totals: Vec::new() };
        let places: Vec<usize> = selection.places().collect();
        let expected: Vec<usize> = (0..256).filter(|&j| selection.holds(j)).collect();
        assert_eq!(places, expected);
        assert_eq!(selection.count(), places.len() as u64);
        assert_eq!((places[0], places[1], places[2], places.len()), (0, 63, 128, 67));
    }
}
