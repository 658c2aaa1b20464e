//! Numerals: the Zeckendorf representation, and the lazy one dual to it.
//!
//! Zeckendorf: every n is a sum of places with no two neighbours, in one way.
//! Lazy (Brown 1965, the dual Zeckendorf representation, A104326): every n is a
//! sum of places with no two adjacent zeros below the highest. With k the least
//! index for which F_{k+2} - 2 >= n, the lazy digits of n are the complement of
//! the k-digit Zeckendorf digits of F_{k+2} - 2 - n.

use core::fmt;
use dashu_int::UBig;

use crate::places::{place, place_wrapped, top_index};

const WORDS: usize = 3;

/// Digits over the places of a value below 2^128.
///
/// Digit i (from 1) is the coefficient of F_i. `Display` writes the word most
/// significant digit first, as A014417 does; the empty word is written `0`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Digits {
    words: [u64; WORDS],
}

/// The Zeckendorf digits of `n`, by the greedy choice of the largest place.
///
/// ```
/// assert_eq!(phinum_core::numeral::zeckendorf(100).to_string(), "1000010100");
/// ```
pub fn zeckendorf(mut n: u128) -> Digits {
    let mut digits = Digits::default();
    while n != 0 {
        let i = top_index(n);
        digits.set(i);
        n -= place(i);
    }
    digits
}

/// The lazy digits of `n`.
///
/// ```
/// assert_eq!(phinum_core::numeral::lazy(5).to_string(), "110");
/// ```
pub fn lazy(n: u128) -> Digits {
    let (length, mirror) = mirror(n);
    let mut digits = zeckendorf(mirror);
    for i in 1..=length {
        digits.words[slot(i).0] ^= slot(i).1;
    }
    digits
}

/// The lazy length k of `n`, and F_{k+2} - 2 - n, whose Zeckendorf digits are
/// the complement of the lazy digits of `n`. The mirror image is below F_k.
pub(crate) fn mirror(n: u128) -> (u32, u128) {
    if n == 0 {
        return (0, 0);
    }
    // F_{t+1} > n for the top index t, so k+2 is t+1, or t+2 where n = F_{t+1}-1.
    let t = top_index(n);
    let full = place_wrapped(t + 1).wrapping_sub(2);
    if n == full.wrapping_add(1) {
        (t, place_wrapped(t + 2).wrapping_sub(2).wrapping_sub(n))
    } else {
        (t - 1, full.wrapping_sub(n))
    }
}

/// The word and the bit of digit `i`.
const fn slot(i: u32) -> (usize, u64) {
    ((i - 1) as usize / 64, 1 << ((i - 1) % 64))
}

impl Digits {
    fn set(&mut self, i: u32) {
        let (word, bit) = slot(i);
        self.words[word] |= bit;
    }

    /// Digit `i`, counted from 1; false past the end.
    ///
    /// # Panics
    /// If `i` is 0.
    pub fn get(&self, i: u32) -> bool {
        let (word, bit) = slot(i);
        word < WORDS && self.words[word] & bit != 0
    }

    /// The indices of the ones, ascending.
    pub fn indices(&self) -> Ones<core::array::IntoIter<u64, WORDS>> {
        Ones::over(self.words.into_iter())
    }

    /// How many ones there are.
    pub fn terms(&self) -> u32 {
        self.words.iter().map(|w| w.count_ones()).sum()
    }

    /// The least index, 0 for the empty word.
    pub fn lowest(&self) -> u32 {
        self.indices().next().unwrap_or(0)
    }

    /// The greatest index, which is the length of the word; 0 for the empty word.
    pub fn highest(&self) -> u32 {
        (1..=WORDS as u32)
            .rev()
            .map(|w| (w, self.words[w as usize - 1]))
            .find(|(_, word)| *word != 0)
            .map_or(0, |(w, word)| 64 * w - word.leading_zeros())
    }

    /// The digits from index `i` up, the ones below it dropped.
    ///
    /// # Panics
    /// If `i` is not in 1..=192.
    #[must_use]
    pub fn from_index(mut self, i: u32) -> Digits {
        let (word, bit) = slot(i);
        self.words[..word].fill(0);
        self.words[word] &= !(bit - 1);
        self
    }

    /// Of the numbers whose digits below index `i` are 0, the one after this one, which is
    /// one of them.
    ///
    /// # Panics
    /// If there is no room for it in 192 digits.
    #[must_use]
    pub fn successor(mut self, i: u32) -> Digits {
        // F_i + F_{i−1} and F_i + F_{i+1} are places, and so on upwards.
        let mut place = i;
        if self.get(i) {
            self.clear(i);
            place += 1;
        }
        while self.get(place + 1) {
            self.clear(place + 1);
            place += 2;
        }
        self.set(place);
        self
    }

    fn clear(&mut self, i: u32) {
        let (word, bit) = slot(i);
        self.words[word] &= !bit;
    }

    /// The sum of the places, modulo 2^128.
    pub fn value(&self) -> u128 {
        self.indices().fold(0, |sum, i| sum.wrapping_add(place(i)))
    }
}

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_word(f, self.highest(), |i| self.get(i))
    }
}

impl fmt::Debug for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Digits over the places of a value of any size.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BigDigits {
    words: Vec<u64>,
}

/// The Zeckendorf digits of `n` of any size, in time quadratic in its length.
pub fn zeckendorf_big(n: &UBig) -> BigDigits {
    let (top, mut here, mut below) = last_place_up_to(n);
    let mut words = vec![0u64; top.div_ceil(64) as usize];
    let mut rest = n.clone();
    for i in (1..=top).rev() {
        if here <= rest {
            rest -= &here;
            words[slot(i).0] |= slot(i).1;
        }
        let next = &here - &below;
        here = core::mem::replace(&mut below, next);
    }
    BigDigits { words }
}

/// The lazy length k of `n` and the Zeckendorf digits of F_{k+2} - 2 - n.
pub(crate) fn mirror_big(n: &UBig) -> (u32, BigDigits) {
    // The least k with F_{k+2} >= n + 2.
    let target = n + 2u8;
    let (top, here, below) = last_place_up_to(&target);
    let (k, place) = if here == target { (top - 2, here) } else { (top - 1, here + below) };
    (k, zeckendorf_big(&(place - target)))
}

/// The lazy digits of `n` of any size.
pub fn lazy_big(n: &UBig) -> BigDigits {
    let (length, mut digits) = mirror_big(n);
    digits.words.resize(length.div_ceil(64) as usize, 0);
    for i in 1..=length {
        digits.words[slot(i).0] ^= slot(i).1;
    }
    digits
}

/// A number of any size with its numerals, for those who ask much of it.
#[derive(Clone, Debug)]
pub struct BigNumeral {
    /// The number.
    pub value: UBig,
    /// Its Zeckendorf digits.
    pub zeckendorf: BigDigits,
    /// Its lazy digits.
    pub lazy: BigDigits,
}

impl BigNumeral {
    /// Of `n`, in time quadratic in its length.
    pub fn of(n: &UBig) -> BigNumeral {
        BigNumeral { value: n.clone(), zeckendorf: zeckendorf_big(n), lazy: lazy_big(n) }
    }
}

/// The largest index t with F_t <= n, with F_t and F_{t-1}; t = 0 for n = 0.
fn last_place_up_to(n: &UBig) -> (u32, UBig, UBig) {
    let (mut i, mut here, mut below) = (0, UBig::ONE, UBig::ZERO);
    loop {
        let above = &here + &below;
        if above > *n {
            return (i, here, below);
        }
        below = core::mem::replace(&mut here, above);
        i += 1;
    }
}

impl BigDigits {
    /// Digit `i`, counted from 1; false past the end.
    pub fn get(&self, i: u32) -> bool {
        let (word, bit) = slot(i);
        self.words.get(word).is_some_and(|w| w & bit != 0)
    }

    /// The indices of the ones, ascending.
    pub fn indices(&self) -> Ones<core::iter::Copied<core::slice::Iter<'_, u64>>> {
        Ones::over(self.words.iter().copied())
    }

    /// How many ones there are.
    pub fn terms(&self) -> u32 {
        self.words.iter().map(|w| w.count_ones()).sum()
    }

    /// The greatest index; 0 for the empty word.
    pub fn highest(&self) -> u32 {
        self.indices().last().unwrap_or(0)
    }
}

impl fmt::Display for BigDigits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_word(f, self.highest(), |i| self.get(i))
    }
}

fn write_word(f: &mut fmt::Formatter<'_>, length: u32, digit: impl Fn(u32) -> bool) -> fmt::Result {
    let word: String =
        (1..=length.max(1)).rev().map(|i| if digit(i) { '1' } else { '0' }).collect();
    f.pad(&word)
}

/// The indices of the ones of a word, ascending from 1.
#[derive(Clone, Debug)]
pub struct Ones<I> {
    words: I,
    current: u64,
    base: u32,
}

impl<I: Iterator<Item = u64>> Ones<I> {
    fn over(mut words: I) -> Self {
        let current = words.next().unwrap_or(0);
        Ones { words, current, base: 1 }
    }
}

impl<I: Iterator<Item = u64>> Iterator for Ones<I> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        while self.current == 0 {
            self.current = self.words.next()?;
            self.base += 64;
        }
        let bit = self.current.trailing_zeros();
        self.current &= self.current - 1;
        Some(self.base + bit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places::MAX_INDEX;

    fn edges() -> impl Iterator<Item = u128> {
        (1..=MAX_INDEX).flat_map(|i| [place(i) - 1, place(i), place(i) + 1]).chain(0..2000).chain([
            1 << 32,
            1 << 63,
            u64::MAX.into(),
            1 << 64,
            1 << 100,
            u128::MAX,
        ])
    }

    #[test]
    fn no_two_ones_and_no_two_zeros() {
        for n in edges() {
            let z = zeckendorf(n);
            assert_eq!(z.value(), n);
            assert!((1..185).all(|i| !(z.get(i) && z.get(i + 1))), "{n}: {z}");
            let l = lazy(n);
            assert_eq!(l.value(), n);
            assert!((1..l.highest()).all(|i| l.get(i) || l.get(i + 1)), "{n}: {l}");
        }
    }

    #[test]
    fn the_successor_of_a_prefix_is_the_next_one() {
        for n in edges() {
            for i in [1, 2, 6, 22, 63, 64, 65, 128] {
                let prefix = zeckendorf(n).from_index(i);
                let run = if prefix.get(i) { i - 1 } else { i };
                let first = if run == 0 { Some(1) } else { Some(place(run)) };
                let next = first.and_then(|run| prefix.value().checked_add(run));
                if let Some(next) = next {
                    assert_eq!(prefix.successor(i), zeckendorf(next), "{n}, from {i} on");
                }
            }
        }
    }

    #[test]
    fn any_size_agrees_with_128_bits() {
        for n in edges() {
            let big = UBig::from(n);
            assert_eq!(zeckendorf_big(&big).to_string(), zeckendorf(n).to_string());
            assert_eq!(lazy_big(&big).to_string(), lazy(n).to_string());
            assert_eq!(zeckendorf_big(&big).highest(), zeckendorf(n).highest());
            assert_eq!(zeckendorf_big(&big).terms(), zeckendorf(n).terms());
        }
    }

    #[test]
    fn twelve_a_hundred_and_the_58_digits_of_10_to_the_12() {
        assert_eq!(zeckendorf(12).to_string(), "10101");
        assert_eq!(zeckendorf(0).to_string(), "0");
        assert_eq!(zeckendorf(10u128.pow(12)).to_string().len(), 58);
    }
}
