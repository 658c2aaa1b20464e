//! How long games were: counts by length, and what follows from them.

use crate::dashu::UBig;

/// How many games there were of each length.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LengthHistogram {
    first: u32,
    /// From `first` on; neither end is 0.
    counts: Vec<u64>,
}

/// The moments of a distribution of lengths. Those of the sample itself: sums are
/// divided by the number of games, not by one less.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moments {
    /// The mean.
    pub mean: f64,
    /// The second central moment.
    pub variance: f64,
    /// The third by the variance to the power 3/2; `None` if all lengths are equal.
    pub skewness: Option<f64>,
    /// The fourth by the square of the variance, less the 3 of a Gaussian.
    pub excess_kurtosis: Option<f64>,
}

impl LengthHistogram {
    /// Counts `times` more games of `length`.
    pub fn add(&mut self, length: u32, times: u64) {
        if times == 0 {
            return;
        }
        if self.counts.is_empty() {
            self.first = length;
        }
        if length < self.first {
            let missing = (self.first - length) as usize;
            self.counts.splice(..0, std::iter::repeat_n(0, missing));
            self.first = length;
        }
        let at = (length - self.first) as usize;
        if at >= self.counts.len() {
            self.counts.resize(at + 1, 0);
        }
        self.counts[at] += times;
    }

    /// Counts another's games too.
    pub fn merge(&mut self, other: &LengthHistogram) {
        other.iter().for_each(|(length, times)| self.add(length, times));
    }

    /// The lengths that occurred, ascending, and how often.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (u32, u64)> {
        let length = |(at, &times): (usize, &u64)| (self.first + at as u32, times);
        self.counts.iter().enumerate().map(length).filter(|&(_, times)| times > 0)
    }

    /// How many games had that length.
    pub fn count(&self, length: u32) -> u64 {
        let at = length.checked_sub(self.first).map(|at| at as usize);
        at.and_then(|at| self.counts.get(at)).copied().unwrap_or(0)
    }

    /// The shortest and the longest length; `None` without games.
    pub fn extremes(&self) -> Option<(u32, u32)> {
        let last = self.counts.len().checked_sub(1)?;
        Some((self.first, self.first + last as u32))
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// How many moves they have together.
    pub fn moves(&self) -> UBig {
        self.iter().map(|(length, times)| UBig::from(u128::from(length) * u128::from(times))).sum()
    }

    /// How many games each player won by making the last move: the first those of
    /// odd length, the second the others.
    pub fn wins(&self) -> [u64; 2] {
        let odd = self.iter().filter(|(length, _)| length % 2 == 1).map(|(_, times)| times).sum();
        [odd, self.games() - odd]
    }

    /// The moments; `None` without games.
    pub fn moments(&self) -> Option<Moments> {
        let (first, _) = self.extremes()?;
        let games = self.games() as f64;
        // Lengths from the shortest on: small numbers, so that nothing cancels.
        let values: Vec<(f64, f64)> =
            self.iter().map(|(length, times)| (f64::from(length - first), times as f64)).collect();
        let centre = values.iter().map(|(x, times)| x * times).sum::<f64>() / games;
        let mut powers = [0.0; 3];
        for (x, times) in values {
            let d = x - centre;
            let d2 = d * d;
            for (sum, power) in powers.iter_mut().zip([d2, d2 * d, d2 * d2]) {
                *sum += power * times;
            }
        }
        let [variance, third, fourth] = powers.map(|sum| sum / games);
        let spread = variance > 0.0;
        Some(Moments {
            mean: f64::from(first) + centre,
            variance,
            skewness: spread.then(|| third / (variance * variance.sqrt())),
            excess_kurtosis: spread.then(|| fourth / (variance * variance) - 3.0),
        })
    }
}

impl FromIterator<(u32, u64)> for LengthHistogram {
    fn from_iter<I: IntoIterator<Item = (u32, u64)>>(lengths: I) -> Self {
        let mut histogram = LengthHistogram::default();
        lengths.into_iter().for_each(|(length, times)| histogram.add(length, times));
        histogram
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_does_not_show() {
        let a: LengthHistogram = [(9, 1), (3, 2), (40, 1), (0, 0), (9, 4)].into_iter().collect();
        let b: LengthHistogram = [(40, 1), (9, 5), (3, 2)].into_iter().collect();
        assert_eq!(a, b);
        assert_eq!(a.iter().collect::<Vec<_>>(), [(3, 2), (9, 5), (40, 1)]);
        assert_eq!((a.count(9), a.count(2), a.count(41)), (5, 0, 0));
        assert_eq!((a.games(), a.moves(), a.extremes()), (8, 91u32.into(), Some((3, 40))));
        assert_eq!(a.wins(), [7, 1]);
    }

    #[test]
    fn moments_of_a_die_and_of_one_length() {
        let die: LengthHistogram = (1..=6).map(|face| (face, 10)).collect();
        let moments = die.moments().unwrap();
        assert!((moments.mean - 3.5).abs() < 1e-12);
        assert!((moments.variance - 35.0 / 12.0).abs() < 1e-12);
        assert!(moments.skewness.unwrap().abs() < 1e-12);
        assert!((moments.excess_kurtosis.unwrap() + 222.0 / 175.0).abs() < 1e-12);
        let one: LengthHistogram = [(7, 3)].into_iter().collect();
        let moments = one.moments().unwrap();
        assert_eq!((moments.mean, moments.variance, moments.skewness), (7.0, 0.0, None));
        assert_eq!(LengthHistogram::default().moments(), None);
    }
}
