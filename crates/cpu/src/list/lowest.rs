//! Functions of the least index, by the magnitude of the fraction of n/φ (see
//! [`super::phase`]): its leading zeros leave at most two indices of its parity, as
//! φ² > 2, and one comparison with the bound between them settles it.
//!
//! The comparison is of whole units. It decides unless magnitude and bound are in one
//! unit, which next to no number is; that one is read off its numeral.

use phinum_core::column::Word;
use phinum_core::numeral::zeckendorf;
use phinum_core::places::{MAX_INDEX_U64, place};
use phinum_core::scatter::Scatter;

use super::Kernel;
use super::phase::{ODD_FROM_UNIT, fraction};

/// The magnitudes of one parity and one number of leading zeros.
const OCTAVES: usize = 65;

/// A table over the least index, 0 at n = 0; where `LONE_IS_ZERO`, also at numbers of
/// one term.
pub(super) struct Lowest<'a, W, const LONE_IS_ZERO: bool> {
    scatter: &'a Scatter,
    /// In each octave, of even and odd indices in turn, the bound.
    bounds: [u64; 2 * OCTAVES],
    /// The values above the bounds and below them.
    values: [[W; 2]; 2 * OCTAVES],
    /// The places of these indices.
    places: [[u64; 2]; 2 * OCTAVES],
}

/// The units in a magnitude, which is that of a fraction of this many.
#[inline(always)]
fn magnitude(fraction: u64, odd: bool) -> u64 {
    if odd { !fraction } else { fraction }
}

/// φ^−i, which is the magnitude of F_{i−1}.
fn bound(i: u32) -> u64 {
    magnitude(fraction(place(i - 1) as u64), i.is_multiple_of(2))
}

/// The indices of that parity, 1 or 2 first.
fn indices(odd: bool) -> impl Iterator<Item = u32> {
    (2 - u32::from(odd)..=MAX_INDEX_U64).step_by(2)
}

impl<'a, W: Word, const LONE_IS_ZERO: bool> Lowest<'a, W, LONE_IS_ZERO> {
    /// By the table of `scatter`.
    pub(super) fn new(scatter: &'a Scatter) -> Self {
        let mut lowest = Lowest {
            scatter,
            bounds: [0; 2 * OCTAVES],
            values: [[W::ZERO; 2]; 2 * OCTAVES],
            places: [[0; 2]; 2 * OCTAVES],
        };
        // Of no unit at all is the magnitude of 0, and of few others: the bound that is
        // left at 0 there sends them to their numerals.
        for octave in 0..2 * (OCTAVES - 1) {
            let (zeros, odd) = (octave / 2, octave % 2 == 1);
            let (least, largest) = (1 << 63 >> zeros, u64::MAX >> zeros);
            // The index of the greatest magnitudes here and, if the bound between them
            // is here too, of the least.
            let past = |i: &u32| *i <= 2 || bound(*i) > largest;
            let above = indices(odd).take_while(past).last().unwrap_or(2);
            let below = indices(odd).find(|i| *i > above && bound(*i) >= least);
            lowest.bounds[octave] = below.map_or(0, bound);
            let pair = [above, below.unwrap_or(above)];
            lowest.values[octave] = pair.map(|i| W::low(scatter.table[i as usize]));
            lowest.places[octave] = pair.map(|i| place(i) as u64);
        }
        lowest
    }

    /// By the numeral.
    #[cold]
    fn exact(&self, n: u64) -> W {
        let digits = zeckendorf(n.into());
        let lone = LONE_IS_ZERO && digits.terms() == 1;
        if lone { W::ZERO } else { W::low(self.scatter.table[digits.lowest() as usize]) }
    }
}

impl<W: Word, const LONE_IS_ZERO: bool> Kernel for Lowest<'_, W, LONE_IS_ZERO> {
    type In = u64;
    type Out = W;

    #[inline(always)]
    fn evaluate(&self, inputs: &[u64], out: &mut [W]) {
        for (slot, n) in out.iter_mut().zip(inputs) {
            let fraction = fraction(*n);
            let odd = fraction >= ODD_FROM_UNIT;
            let magnitude = magnitude(fraction, odd);
            let octave = 2 * magnitude.leading_zeros() as usize + usize::from(odd);
            let bound = self.bounds[octave];
            let below = usize::from(magnitude < bound);
            *slot = if magnitude == bound || LONE_IS_ZERO && *n == self.places[octave][below] {
                self.exact(*n)
            } else {
                self.values[octave][below]
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::split::tests::numbers;
    use phinum_core::function::Function;
    use phinum_core::quantity::by_name;

    #[test]
    fn values_are_those_of_the_numeral() {
        for name in ["trailing-zeros", "smallest-term", "nim-take"] {
            let function = Function::from(by_name(name).expect("listed"));
            let scatter = Scatter::from(&function);
            let numbers: Vec<u64> = numbers().collect();
            let mut out = vec![u64::MAX; numbers.len()];
            if name == "nim-take" {
                Lowest::<u64, true>::new(&scatter).evaluate(&numbers, &mut out);
            } else {
                Lowest::<u64, false>::new(&scatter).evaluate(&numbers, &mut out);
            }
            for (value, n) in out.into_iter().zip(numbers) {
                assert_eq!(u128::from(value), function.value_wrapped(n.into()), "{name}({n})");
            }
        }
    }

    #[test]
    fn few_numbers_are_in_one_unit_with_their_bound() {
        let scatter = Scatter::from(&Function::from(by_name("trailing-zeros").expect("listed")));
        let lowest = Lowest::<u64, false>::new(&scatter);
        // The value that a number takes from its numeral is planted, and shows only there.
        let mut planted = scatter.clone();
        planted.table.fill(u128::from(u64::MAX));
        let lowest = Lowest::<u64, false> { scatter: &planted, ..lowest };
        let numbers: Vec<u64> = (1..=1_000_000).map(|i: u64| i.wrapping_mul(0x9E37_79B9)).collect();
        let mut out = vec![0; numbers.len()];
        lowest.evaluate(&numbers, &mut out);
        assert!(out.iter().all(|value| *value < 92));
        let mut out = vec![0; 2];
        lowest.evaluate(&[0, place(92) as u64], &mut out);
        assert_eq!(out[0], u64::MAX);
    }
}
