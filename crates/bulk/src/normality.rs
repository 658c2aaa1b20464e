//! Is a distribution of lengths Gaussian? Two tests and a distance.
//!
//! Lengths are whole numbers, so they are compared with a Gaussian rounded to whole
//! numbers, of the sample's own mean and variance. Of a game of one n it is never
//! exactly so: with games enough every test refuses it. What the conjecture says
//! is that the distance, the skewness and the excess kurtosis go to 0 as n grows.

use phinum_core::zeckendorf_game::lengths::{LengthHistogram, Moments};
use serde::Serialize;
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

/// Cells are as large as it takes to expect so many games in each.
const CELL: f64 = 5.0;
/// What is estimated from the sample: the mean and the variance.
const ESTIMATED: usize = 2;

/// A statistic that follows a chi-square law if the lengths are Gaussian, for
/// large samples.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Statistic {
    /// Its value.
    pub value: f64,
    /// The degrees of freedom of its law.
    pub degrees_of_freedom: usize,
    /// The probability of a value as large; 0 where it is below the smallest double.
    pub p: f64,
}

impl Statistic {
    fn new(value: f64, degrees_of_freedom: usize) -> Option<Statistic> {
        let law = ChiSquared::new(degrees_of_freedom as f64).ok()?;
        Some(Statistic { value, degrees_of_freedom, p: law.sf(value) })
    }
}

/// How Gaussian lengths are.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Normality {
    /// Pearson's statistic over cells of neighbouring lengths, each with at least
    /// five games expected; `None` if there are not four such cells.
    pub chi_square: Option<Statistic>,
    /// That of Jarque and Bera, from the skewness and the kurtosis.
    pub jarque_bera: Statistic,
    /// The greatest difference between the shares of games up to a length, in the
    /// sample and of the rounded Gaussian.
    pub distance: f64,
}

impl Normality {
    /// Of a sample; `None` if all its lengths are equal.
    pub fn of(lengths: &LengthHistogram) -> Option<Normality> {
        let (moments, games) = (lengths.moments()?, lengths.games() as f64);
        let law = rounded(&moments)?;
        let (skewness, kurtosis) = (moments.skewness?, moments.excess_kurtosis?);
        let (shortest, longest) = lengths.extremes()?;

        let (mut statistic, mut cells, mut distance) = (0.0, 0, 0.0f64);
        // The share below the cell at hand, and the games in it.
        let (mut below, mut got, mut seen) = (0.0, 0, 0);
        let mut last = None;
        for length in shortest..=longest {
            let up_to = law(length);
            got += lengths.count(length);
            seen += lengths.count(length);
            distance = distance.max((seen as f64 / games - up_to).abs());
            let expected = (up_to - below) * games;
            // What lies above must be enough for a cell too, or it all goes into this one.
            if expected >= CELL && (1.0 - up_to) * games >= CELL {
                statistic += (got as f64 - expected).powi(2) / expected;
                cells += 1;
                (below, got) = (up_to, 0);
            }
            last = Some((below, got));
        }
        if let Some((below, got)) = last {
            let expected = (1.0 - below) * games;
            statistic += (got as f64 - expected).powi(2) / expected;
            cells += 1;
        }
        let freedom = usize::checked_sub(cells, 1 + ESTIMATED).filter(|&freedom| freedom > 0);
        let jarque_bera = games / 6.0 * (skewness * skewness + kurtosis * kurtosis / 4.0);
        Some(Normality {
            chi_square: freedom.and_then(|freedom| Statistic::new(statistic, freedom)),
            jarque_bera: Statistic::new(jarque_bera, 2)?,
            distance,
        })
    }
}

/// The share of games up to a length, of the Gaussian with those moments rounded
/// to whole numbers; `None` without a spread.
pub fn rounded(moments: &Moments) -> Option<impl Fn(u32) -> f64 + use<>> {
    let law = Normal::new(moments.mean, moments.variance.sqrt()).ok()?;
    (moments.variance > 0.0).then_some(move |length| law.cdf(f64::from(length) + 0.5))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums of twelve dice of so many faces: nearly Gaussian.
    fn dice(faces: u64, games: u64) -> LengthHistogram {
        let mut random = fastrand::Rng::with_seed(faces);
        (0..games).map(|_| ((0..12).map(|_| random.u64(..faces) as u32).sum(), 1)).collect()
    }

    #[test]
    fn sums_of_dice_pass_and_single_dice_do_not() {
        let normality = Normality::of(&dice(40, 3000)).unwrap();
        assert!(normality.chi_square.unwrap().p > 0.01, "{normality:?}");
        assert!(normality.jarque_bera.p > 0.01 && normality.distance < 0.03, "{normality:?}");
        let mut random = fastrand::Rng::with_seed(1);
        let flat: LengthHistogram = (0..3000).map(|_| (random.u32(..40), 1)).collect();
        let normality = Normality::of(&flat).unwrap();
        assert!(normality.chi_square.unwrap().p < 1e-9, "{normality:?}");
        assert!(normality.jarque_bera.p < 1e-9 && normality.distance > 0.03, "{normality:?}");
    }

    #[test]
    fn the_law_itself_fits_and_its_parity_alone_does_not() {
        let law = rounded(&Moments {
            mean: 500.3,
            variance: 100.0,
            skewness: None,
            excess_kurtosis: None,
        });
        let law = law.unwrap();
        let share = |length: u32| law(length) - law(length - 1);
        let exact: LengthHistogram =
            (400..600).map(|l| (l, (share(l) * 1e6).round() as u64)).collect();
        let normality = Normality::of(&exact).unwrap();
        assert!(normality.chi_square.unwrap().p > 0.999 && normality.distance < 1e-4);
        assert!(normality.chi_square.unwrap().degrees_of_freedom > 50);
        let even: LengthHistogram = exact.iter().filter(|(l, _)| l % 2 == 0).collect();
        assert!(Normality::of(&even).unwrap().chi_square.unwrap().p < 1e-100);
    }

    #[test]
    fn too_little_to_test() {
        assert_eq!(Normality::of(&LengthHistogram::default()), None);
        assert_eq!(Normality::of(&[(5, 10)].into_iter().collect()), None);
        let two = Normality::of(&[(5, 10), (6, 10)].into_iter().collect()).unwrap();
        assert_eq!(two.chi_square, None);
    }
}
