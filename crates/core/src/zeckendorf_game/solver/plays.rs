//! How many plays there are, in all or by length: sums of the options' numbers.

use dashu_int::UBig;

use super::fold::{Fold, Layer, Shape};
use super::lengths::Lengths;

/// Counts plays.
#[derive(Clone, Copy, Debug)]
pub struct PlaysFold {
    /// Whether by length.
    by_length: bool,
    /// A position has less than 2^this options.
    option_bits: u32,
}

impl PlaysFold {
    /// For positions of at most `most` options; by length or in all.
    pub fn new(by_length: bool, most: u32) -> PlaysFold {
        PlaysFold { by_length, option_bits: u32::BITS - most.leading_zeros() }
    }

    /// The numbers of a position.
    pub fn lengths(layer: &Layer<u64>, rank: u32) -> Lengths {
        let numbers = layer.value(rank).chunks(layer.shape.words).map(number);
        let mut plays: Vec<UBig> = numbers.collect();
        while plays.len() > 1 && plays.last() == Some(&UBig::ZERO) {
            plays.pop();
        }
        let zeros = plays.iter().take_while(|&plays| *plays == UBig::ZERO).count();
        let plays = plays.split_off(zeros);
        Lengths { first: (layer.shape.first + zeros) as u32, plays }
    }
}

/// A number from its words, the least first.
fn number(words: &[u64]) -> UBig {
    words.iter().rev().fold(UBig::ZERO, |high, &word| (high << 64) + word)
}

impl Fold for PlaysFold {
    type Word = u64;
    /// Whether there was an option.
    type Sum = bool;

    fn shape(&self, above: &[Layer<u64>]) -> Shape {
        let bits = above.iter().map(|layer| layer.shape.bits + self.option_bits).max();
        let bits = bits.unwrap_or(0).max(1);
        let end = |layer: &Layer<u64>| layer.shape.first + layer.shape.lengths;
        let lengths = if self.by_length { above.iter().map(end).max().unwrap_or(0) + 1 } else { 1 };
        Shape { first: 0, lengths, words: bits.div_ceil(64) as usize, bits }
    }

    #[inline]
    fn add(&self, sum: &mut bool, value: &mut [u64], shape: &Shape, above: &Layer<u64>, rank: u32) {
        *sum = true;
        let more = above.value(rank);
        let longer = if self.by_length { above.shape.first + 1 } else { 0 };
        if (shape.words, above.shape.words) == (1, 1) {
            for (sum, more) in value[longer..].iter_mut().zip(more) {
                *sum += more;
            }
            return;
        }
        let sums = value[longer * shape.words..].chunks_exact_mut(shape.words);
        for (sum, more) in sums.zip(more.chunks_exact(above.shape.words)) {
            let (low, high) = sum.split_at_mut(more.len());
            let mut carry = false;
            for (sum, more) in low.iter_mut().zip(more) {
                (*sum, carry) = add_carrying(*sum, *more, carry);
            }
            for sum in high {
                if !carry {
                    break;
                }
                (*sum, carry) = sum.overflowing_add(1);
            }
            debug_assert!(!carry, "the shape has room for every sum");
        }
    }

    fn finish(&self, any: &bool, value: &mut [u64]) {
        if !any {
            value[0] = 1;
        }
    }

    /// Drops the lengths and words that are 0 throughout.
    fn seal(&self, layer: &mut Layer<u64>) {
        let old = layer.shape;
        let mut new = old;
        if self.by_length {
            let mut used = vec![false; old.lengths];
            for value in layer.values.chunks_exact(old.stride()) {
                for (used, words) in used.iter_mut().zip(value.chunks_exact(old.words)) {
                    *used |= words.iter().any(|&word| word != 0);
                }
            }
            new.first = used.iter().position(|&used| used).unwrap_or(0);
            new.lengths =
                used.iter().rposition(|&used| used).map_or(1, |last| last + 1 - new.first);
        }
        new.bits = greatest_bits(&layer.values, old.words);
        new.words = new.bits.div_ceil(64) as usize;
        if (new.stride(), new.words) != (old.stride(), old.words) {
            repack(&mut layer.values, &old, &new);
        }
        layer.shape = new;
    }
}

/// A sum of words, and whether it carries.
#[inline(always)]
fn add_carrying(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, over) = a.overflowing_add(b);
    let (sum, over_again) = sum.overflowing_add(carry.into());
    (sum, over | over_again)
}

/// The bits of the greatest number of so many words.
fn greatest_bits(values: &[u64], words: usize) -> u32 {
    for word in (0..words).rev() {
        let greatest = values.iter().skip(word).step_by(words).max().copied().unwrap_or(0);
        if greatest > 0 {
            return word as u32 * 64 + (64 - greatest.leading_zeros());
        }
    }
    1
}

/// Moves every number to where it lies in the new shape, which has no more of
/// anything.
fn repack(values: &mut Vec<u64>, old: &Shape, new: &Shape) {
    let positions = values.len() / old.stride();
    let mut to = 0;
    for position in 0..positions {
        for length in new.first..new.first + new.lengths {
            let from = position * old.stride() + (length - old.first) * old.words;
            values.copy_within(from..from + new.words, to);
            to += new.words;
        }
    }
    values.truncate(to);
    values.shrink_to_fit();
}
