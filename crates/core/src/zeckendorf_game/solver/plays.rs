//! How many plays there are, in all or by length: sums of the options' numbers.

use dashu_int::UBig;

use super::fold::{Fold, Layer, Shape};
use super::lengths::Lengths;

/// Counts plays.
///
/// A number is several words, the least first, each of so many bits fewer than 64 that the
/// words of all options can be added up without a carry; it is carried once at the end.
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
        PlaysFold { by_length, option_bits: u32::BITS - most.max(1).leading_zeros() }
    }

    /// The bits of a word.
    pub(super) fn word_bits(self) -> u32 {
        u64::BITS - self.option_bits
    }

    /// A number from its words.
    fn number(self, words: &[u64]) -> UBig {
        let bits = self.word_bits() as usize;
        words.iter().rev().fold(UBig::ZERO, |high, &word| (high << bits) + word)
    }

    /// The numbers of a position.
    pub fn lengths(&self, layer: &Layer<u64>, rank: u32) -> Lengths {
        let numbers = layer.value(rank).chunks(layer.shape.words);
        let numbers = numbers.map(|words| self.number(words));
        let mut plays: Vec<UBig> = numbers.collect();
        while plays.len() > 1 && plays.last() == Some(&UBig::ZERO) {
            plays.pop();
        }
        let zeros = plays.iter().take_while(|&plays| *plays == UBig::ZERO).count();
        let plays = plays.split_off(zeros);
        Lengths { first: (layer.shape.first + zeros) as u32, plays }
    }
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
        Shape { first: 0, lengths, words: bits.div_ceil(self.word_bits()) as usize, bits }
    }

    #[inline]
    fn add(
        &self,
        sums: &mut [bool],
        values: &mut [u64],
        shape: &Shape,
        above: &Layer<u64>,
        rank: u32,
    ) {
        sums.fill(true);
        let more = above.run(rank, sums.len());
        let theirs = above.shape;
        if !self.by_length && shape.words == theirs.words {
            return add_words(values, more);
        }
        let longer = if self.by_length { theirs.first + 1 } else { 0 };
        let values = values.chunks_exact_mut(shape.stride());
        for (value, more) in values.zip(more.chunks_exact(theirs.stride())) {
            let value = &mut value[longer * shape.words..];
            if shape.words == theirs.words {
                add_words(value, more);
                continue;
            }
            let numbers = value.chunks_exact_mut(shape.words);
            for (sum, more) in numbers.zip(more.chunks_exact(theirs.words)) {
                add_words(sum, more);
            }
        }
    }

    fn finish(&self, sums: &[bool], values: &mut [u64], shape: &Shape) {
        let mask = u64::MAX >> self.option_bits;
        let values = values.chunks_exact_mut(shape.stride());
        for (value, any) in values.zip(sums) {
            if !any {
                value[0] = 1;
            }
            for number in value.chunks_exact_mut(shape.words) {
                let mut carry = 0;
                for word in number {
                    carry += *word;
                    *word = carry & mask;
                    carry >>= self.word_bits();
                }
                debug_assert_eq!(carry, 0, "the shape has room for every sum");
            }
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
        new.bits = greatest_bits(&layer.values, old.words, self.word_bits());
        new.words = new.bits.div_ceil(self.word_bits()) as usize;
        if (new.stride(), new.words) != (old.stride(), old.words) {
            repack(&mut layer.values, &old, &new);
        }
        layer.shape = new;
    }
}

/// Adds each to each.
#[inline(always)]
fn add_words(sums: &mut [u64], more: &[u64]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}

/// The bits of the greatest number of so many words.
fn greatest_bits(values: &[u64], words: usize, word_bits: u32) -> u32 {
    for word in (0..words).rev() {
        let used = values.chunks_exact(words).fold(0, |used, number| used | number[word]);
        if used > 0 {
            return word as u32 * word_bits + (64 - used.leading_zeros());
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
