//! The numerals of r-Wythoff, and the rule they give for its cold positions.
//!
//! Places p_0 = 1, p_1 = r + 1, p_i = r p_{i−1} + p_{i−2}; the greedy digits of a
//! number are at most r, and a digit r stands above a 0. With r = 1 they are the
//! Zeckendorf numerals. A position a ≤ b is cold exactly if the numeral of a ends
//! in an even number of zeros and b is a shifted up one place (Fraenkel 1982).
//!
//! p_i = U_{i+1} + U_i for the Lucas sequence U_0 = 0, U_1 = 1, U_{i+1} = r U_i +
//! U_{i−1}, by whose doubling the highest place is found; from there the recurrence
//! is walked downwards, so no more than two places are ever held.

use core::fmt;

use dashu_int::UBig;
use dashu_int::ops::{BitTest, DivRem};

/// The numeration of one r.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Numeration {
    r: u32,
}

/// The two halves of the digit rule for a position. An empty heap has no digits to
/// ask: by convention both hold of (0, 0), and neither of (0, b) for b > 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// The smaller heap's numeral ends in an even number of zeros.
    pub even_zeros: bool,
    /// The larger heap is the smaller shifted up one place.
    pub shifted: bool,
}

impl Conditions {
    /// Where the smaller heap is empty, and the larger is too or is not.
    pub(super) fn of_an_empty_heap(both: bool) -> Self {
        Conditions { even_zeros: both, shifted: both }
    }

    /// Whether the position is cold: both hold.
    pub fn cold(self) -> bool {
        self.even_zeros && self.shifted
    }
}

/// Two neighbouring places.
struct Places {
    /// p_i.
    here: UBig,
    /// p_{i−1}; p_{−1} = 1.
    below: UBig,
}

impl Places {
    /// p_0 and p_{−1}.
    fn first() -> Self {
        Places { here: UBig::ONE, below: UBig::ONE }
    }

    /// p_i and p_{i−1}, in about as many multiplications as i has bits.
    fn at(i: usize, r: u32) -> Self {
        // U_n and U_{n+1}, n the leading bits of i.
        let (mut this, mut next) = (UBig::ZERO, UBig::ONE);
        for bit in (0..usize::BITS - i.leading_zeros()).rev() {
            // U_2n = U_n (2 U_{n+1} − r U_n), U_{2n+1} = U_n² + U_{n+1}².
            let even = &this * ((&next << 1) - &this * r);
            let odd = &this * &this + &next * &next;
            (this, next) = if i >> bit & 1 == 0 {
                (even, odd)
            } else {
                let above = &odd * r + even;
                (odd, above)
            };
        }
        let here = &this + &next;
        // p_{i−1} = U_i + U_{i−1}, U_{i−1} = U_{i+1} − r U_i; at i = 0, U_{−1} = 1.
        let below = &this + (&next - &this * r);
        Places { here, below }
    }

    fn up(&mut self, r: u32) {
        let above = &self.here * r + &self.below;
        self.below = core::mem::replace(&mut self.here, above);
    }

    fn down(&mut self, r: u32) {
        let here = core::mem::take(&mut self.below);
        self.below = core::mem::replace(&mut self.here, here) - &self.here * r;
    }
}

impl Numeration {
    /// The numeration of r-Wythoff.
    ///
    /// # Panics
    /// If `r` is 0.
    pub fn new(r: u32) -> Self {
        assert!(r >= 1, "r-Wythoff needs an r of at least 1");
        Numeration { r }
    }

    /// r.
    pub fn r(self) -> u32 {
        self.r
    }

    /// p_i.
    pub fn place(self, i: usize) -> UBig {
        Places::at(i, self.r).here
    }

    /// The greedy numeral of `n`, in time quadratic in its length.
    ///
    /// ```
    /// use phinum_core::{dashu::UBig, wythoff::Numeration};
    /// // The places of r = 2 are 1, 3, 7, 17, 41: 31 = 17 + 2 * 7.
    /// assert_eq!(Numeration::new(2).numeral(&UBig::from(31u8)).to_string(), "1200");
    /// ```
    #[expect(clippy::missing_panics_doc, reason = "a greedy digit is at most r")]
    pub fn numeral(self, n: &UBig) -> Numeral {
        let r = self.r;
        let Some((top, mut places)) = self.last_place_up_to(n) else {
            return Numeral { r, digits: Vec::new() };
        };
        let mut digits = vec![0; top + 1];
        let mut rest = n.clone();
        for (i, digit) in digits.iter_mut().enumerate().rev() {
            if rest >= places.here {
                if r == 1 {
                    rest -= &places.here;
                    *digit = 1;
                } else {
                    let (quotient, remainder) = rest.div_rem(&places.here);
                    *digit = quotient.try_into().expect("a greedy digit is at most r");
                    rest = remainder;
                }
            }
            if i > 0 {
                places.down(r);
            }
        }
        Numeral { r, digits }
    }

    /// The greatest i with p_i ≤ `n`, and p_i and p_{i−1}; none for 0.
    fn last_place_up_to(self, n: &UBig) -> Option<(usize, Places)> {
        if *n == UBig::ZERO {
            return None;
        }
        // p_i < λ^{i+1} for λ = (r + √(r² + 4))/2, so the estimate, some places
        // less for rounding, is at most the index sought.
        let r = f64::from(self.r);
        let growth = f64::midpoint(r, r.mul_add(r, 4.0).sqrt()).log2();
        let estimate = ((n.bit_len() - 1) as f64 / growth * (1.0 - 1e-12)) as usize;
        let mut i = estimate.saturating_sub(3);
        let mut places = if i == 0 { Places::first() } else { Places::at(i, self.r) };
        loop {
            let above = &places.here * self.r + &places.below;
            if above > *n {
                return Some((i, places));
            }
            places.below = core::mem::replace(&mut places.here, above);
            i += 1;
        }
    }

    /// The halves of the digit rule for the position (a, b), in either order.
    pub fn conditions(self, a: &UBig, b: &UBig) -> Conditions {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if *a == UBig::ZERO {
            return Conditions::of_an_empty_heap(*b == UBig::ZERO);
        }
        let numeral = self.numeral(a);
        Conditions {
            even_zeros: numeral.trailing_zeros().is_multiple_of(2),
            shifted: numeral.shifted_up().value() == *b,
        }
    }

    /// Whether the position is cold, by the digit rule.
    pub fn is_cold(self, a: &UBig, b: &UBig) -> bool {
        self.conditions(a, b).cold()
    }
}

/// A number's digits over the places of r.
///
/// `Display` writes the highest first, and 0 as `0`. For r ≤ 9 the digits stand
/// side by side; for r ≥ 10, where a digit may have several figures, points stand
/// between them: `1.0.12`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numeral {
    r: u32,
    digits: Vec<u32>,
}

impl Numeral {
    /// The digits, that of p_0 first; none for 0, and else the last is not 0.
    pub fn digits(&self) -> &[u32] {
        &self.digits
    }

    /// How many zeros it ends in; 0 for the number 0.
    pub fn trailing_zeros(&self) -> usize {
        self.digits.iter().take_while(|&&digit| digit == 0).count()
    }

    /// Each digit one place higher.
    #[must_use]
    pub fn shifted_up(&self) -> Numeral {
        let mut digits = Vec::with_capacity(self.digits.len() + 1);
        if !self.digits.is_empty() {
            digits.push(0);
            digits.extend(&self.digits);
        }
        Numeral { r: self.r, digits }
    }

    /// Each digit one place lower, the last one dropped.
    #[must_use]
    pub fn shifted_down(&self) -> Numeral {
        Numeral { r: self.r, digits: self.digits.iter().skip(1).copied().collect() }
    }

    /// The number: the sum of each digit's place.
    pub fn value(&self) -> UBig {
        let mut places = Places::first();
        let mut sum = UBig::ZERO;
        for (i, &digit) in self.digits.iter().enumerate() {
            if i > 0 {
                places.up(self.r);
            }
            match digit {
                0 => {}
                1 => sum += &places.here,
                _ => sum += &places.here * digit,
            }
        }
        sum
    }
}

impl fmt::Display for Numeral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: Vec<String> = self.digits.iter().rev().map(u32::to_string).collect();
        match (digits.is_empty(), self.r > 9) {
            (true, _) => f.pad("0"),
            (false, true) => f.pad(&digits.join(".")),
            (false, false) => f.pad(&digits.concat()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numeral::{zeckendorf, zeckendorf_big};

    fn big(n: u128) -> UBig {
        UBig::from(n)
    }

    #[test]
    fn places_by_doubling_are_those_by_recurrence() {
        for r in [1, 2, 3, 10, u32::MAX] {
            let mut places = Places::first();
            for i in 0..200 {
                let at = Places::at(i, r);
                assert_eq!((&at.here, &at.below), (&places.here, &places.below), "p_{i}, {r}");
                let (numeral, less) = (
                    Numeration::new(r).numeral(&at.here),
                    Numeration::new(r).numeral(&(&at.here - UBig::ONE)),
                );
                assert_eq!((numeral.digits.len(), numeral.trailing_zeros()), (i + 1, i));
                assert!(less.digits.len() <= i);
                places.up(r);
            }
        }
    }

    #[test]
    fn r_1_is_zeckendorf() {
        for n in (0..2000).chain([1 << 32, 1 << 64, u128::MAX]) {
            let numeral = Numeration::new(1).numeral(&big(n)).to_string();
            assert_eq!(numeral, zeckendorf(n).to_string());
        }
        let huge = big(10).pow(300);
        let numeral = Numeration::new(1).numeral(&huge);
        assert_eq!(numeral.to_string(), zeckendorf_big(&huge).to_string());
        assert_eq!(numeral.value(), huge);
    }

    #[test]
    fn greedy_digits_are_at_most_r_and_a_digit_r_stands_above_a_0() {
        for r in [1, 2, 3, 9, 10, 1000] {
            let numeration = Numeration::new(r);
            for n in (0..3000).chain((60..128).map(|e| 1 << e)) {
                let numeral = numeration.numeral(&big(n));
                assert_eq!(numeral.value(), big(n));
                assert!(numeral.digits.iter().all(|&digit| digit <= r));
                assert!(numeral.digits.last() != Some(&0));
                assert!(numeral.digits.windows(2).all(|w| w[1] < r || w[0] == 0), "{numeral}");
            }
        }
    }

    #[test]
    fn digits_of_several_figures_are_told_apart() {
        // The places of r = 12 are 1, 13, 157.
        assert_eq!(Numeration::new(12).numeral(&big(157 + 12)).to_string(), "1.0.12");
        assert_eq!(Numeration::new(9).numeral(&big(9)).to_string(), "9");
        assert_eq!(Numeration::new(12).numeral(&big(0)).to_string(), "0");
    }
}
