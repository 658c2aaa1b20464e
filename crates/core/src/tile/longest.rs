//! The tables and parts of the longest game and its gap.
//!
//! By the deficit form, what P adds to gap(r) depends on r only through its
//! greatest index h and its relief m(r): the pair (h, k₀), with k₀ the least
//! index of P, adds a function of h and m(r), plus one of k₀, for each parity of
//! k₀ − h; and the pairs within P see r again only where k₀ − h is 2 (P's relief
//! counts on from m(r)) or 3 (it starts at 3 instead of 2). So:
//!
//! - Table 0 is f(r). Table 1 is f(F_k + r) with k the least index ≥ K of K's
//!   parity that may stand above r; table 2 is f(F_{K+1} + r).
//! - A run has a part for every stretch of r in which h is in the same one of
//!   h < k₀ − 3, h = k₀ − 3, h = k₀ − 2, within the table of k₀'s parity.
//! - A part's constant is read off one of its numbers.

use super::{Part, Tile};
use crate::numeral::Digits;
use crate::places::{place, top_index};
use crate::quantity::LazyRuns;
use crate::zeckendorf_game::deficit::{self, Deficit};

pub(super) struct Tables {
    pub(super) values: Vec<u128>,
    pub(super) relief: Vec<u8>,
}

/// Tables 0, 1 and 2, one after the other, and the relief of each r.
pub(super) fn tables(which: LazyRuns, weight: impl Fn(u32) -> u128, index: u32) -> Tables {
    let mut below: Vec<(Deficit, u128)> = vec![(Deficit::EMPTY, 0)];
    for i in 1..index {
        for r in 0..(place(i + 1) - place(i)) as usize {
            let (deficit, upper_bound) = below[r];
            below.push((deficit.with(i), upper_bound + weight(i)));
        }
    }
    let value = |(deficit, upper_bound): (Deficit, u128)| match which {
        LazyRuns::Gap => deficit.gap.into(),
        LazyRuns::Longest => upper_bound - u128::from(deficit.gap),
    };
    let under = |k: u32, (deficit, upper_bound): (Deficit, u128)| {
        value((deficit.with(k), upper_bound + weight(k)))
    };
    let own = below.iter().map(|&b| value(b));
    let even = below.iter().map(|&b| under(if b.0.top + 1 < index { index } else { index + 2 }, b));
    let odd = below.iter().map(|&b| under(index + 1, b));
    Tables {
        values: own.chain(even).chain(odd).collect(),
        relief: below.iter().map(|(deficit, _)| deficit.relief as u8).collect(),
    }
}

/// A run under a P that is not 0.
pub(super) struct Run {
    which: LazyRuns,
    /// k₀.
    lowest: u32,
    /// Which of the tables the run uses, 1 or 2.
    table: u32,
    /// How many pairs within P, from below, take off r's relief where k₀ − h = 2.
    chain: i32,
}

impl Run {
    pub(super) fn new(which: LazyRuns, prefix: Digits, index: u32) -> Run {
        let lowest = prefix.lowest();
        let mut chain = 0;
        let mut last = lowest;
        for i in prefix.indices().skip(1) {
            let distance = i - last;
            chain += i32::from(distance.is_multiple_of(2));
            if distance != 2 {
                break;
            }
            last = i;
        }
        Run { which, lowest, table: 1 + (lowest - index) % 2, chain }
    }

    /// f(P + r) by the deficit form, modulo 2^128.
    pub(super) fn value(&self, prefix: Digits, r: u32, weight: impl Fn(u32) -> u128) -> u128 {
        let low = crate::numeral::zeckendorf(r.into());
        let terms = || low.indices().chain(prefix.indices());
        let gap = deficit::gap(terms()).into();
        match self.which {
            LazyRuns::Gap => gap,
            LazyRuns::Longest => {
                terms().fold(0u128, |sum, i| sum.wrapping_add(weight(i))).wrapping_sub(gap)
            }
        }
    }

    /// The parts for r in `first..end`, given f(P + r).
    pub(super) fn parts(
        &self,
        tile: &Tile,
        mut first: u32,
        end: u32,
        value: impl Fn(u32) -> u128,
        parts: &mut Vec<Part>,
    ) {
        let size = place(tile.index) as u32;
        while first < end {
            if first == 0 {
                parts.push(Part::constant(1, value(0)));
                first = 1;
                continue;
            }
            let top = top_index(first.into());
            let stop = self.stretch_end(top, tile.index).min(end);
            let from = self.table * size + first;
            let times = match (self.which, top + 2 == self.lowest) {
                (_, false) => 0,
                (LazyRuns::Longest, true) => self.chain,
                (LazyRuns::Gap, true) => -self.chain,
            };
            let relief = (i128::from(times) * i128::from(tile.relief[first as usize])) as u128;
            let add = value(first).wrapping_sub(tile.table.get(from as usize)).wrapping_sub(relief);
            parts.push(Part {
                len: stop - first,
                from: Some(from),
                relief_from: first,
                times,
                add,
            });
            first = stop;
        }
    }

    /// Where the stretch of a number with the greatest index `top` ends.
    fn stretch_end(&self, top: u32, index: u32) -> u32 {
        let borders = [self.lowest - 3, self.lowest - 2, index - 1];
        let next = borders.into_iter().filter(|&border| border > top).min().unwrap_or(index);
        place(next.min(index)) as u32
    }
}
