//! The greedy numeral as anybody would write it first, read as each quantity's
//! definition says: a baseline.

use phinum_core::places::{MAX_INDEX_U64, place};

/// The last n whose upper bound fits 64 bits is above this.
pub(crate) const BELOW_UPPER_BOUND: u64 = 7_000_000_000_000_000_000;

/// The places and the weights of the upper bound, by index from 1.
#[derive(Debug)]
pub struct Naive {
    places: Vec<u64>,
    weights: Vec<u64>,
}

impl Default for Naive {
    fn default() -> Self {
        let weight = |i: u32| (place(i + 2) - u128::from(i) - 2) as u64;
        Naive {
            places: (1..=MAX_INDEX_U64).map(|i| place(i) as u64).collect(),
            weights: (1..=MAX_INDEX_U64).map(weight).collect(),
        }
    }
}

impl Naive {
    /// Calls `term` with the index of each term of `n`, the greatest first.
    #[inline(always)]
    pub fn terms(&self, mut n: u64, mut term: impl FnMut(usize)) {
        for (i, place) in self.places.iter().enumerate().rev() {
            if *place <= n {
                n -= place;
                term(i + 1);
            }
        }
    }

    /// The least index; 0 at 0.
    pub fn least(&self, n: u64) -> usize {
        let mut least = 0;
        self.terms(n, |i| least = i);
        least
    }

    /// The greatest index; 0 at 0.
    pub fn greatest(&self, n: u64) -> usize {
        self.places.iter().rposition(|place| *place <= n).map_or(0, |i| i + 1)
    }

    /// Σ of a weight for each index over the terms.
    pub fn sum(&self, n: u64, weight: impl Fn(usize) -> u64) -> u64 {
        let mut sum = 0;
        self.terms(n, |i| sum += weight(i));
        sum
    }

    /// The upper bound, for the n below 7·10^18.
    pub fn upper_bound(&self, n: u64) -> u64 {
        self.sum(n, |i| self.weights[i - 1])
    }

    /// The upper bounds from `start` on, by the places that the range needs.
    pub fn upper_bounds(&self, start: u64, out: &mut [u64]) {
        let top = self.greatest(start + out.len() as u64).max(1);
        let (places, weights) = (&self.places[..top], &self.weights[..top]);
        for (n, slot) in (start..).zip(out) {
            let (mut rest, mut sum) = (n, 0);
            for (place, weight) in places.iter().zip(weights).rev() {
                if *place <= rest {
                    rest -= place;
                    sum += weight;
                }
            }
            *slot = sum;
        }
    }

    /// The longest game by the runs of the lazy numeral, whose zeros are the terms of
    /// F_{k+2} − 2 − n for the least k for which that is not negative.
    pub fn longest(&self, n: u64) -> u64 {
        let wide = u128::from(n) + 2;
        let mut length = 0;
        while place(length + 2) < wide {
            length += 1;
        }
        let length = length as usize;
        let mut lazy = [true; MAX_INDEX_U64 as usize + 2];
        self.terms((place(length as u32 + 2) - wide) as u64, |i| lazy[i - 1] = false);
        let (mut moves, mut run, mut carried) = (0, 0u64, false);
        let mut end = |run: &mut u64| {
            if *run > 0 {
                *run += u64::from(carried);
                carried = *run >= 2;
            }
            let extra = *run * *run / 4;
            *run = 0;
            extra
        };
        for (one, weight) in lazy[..length].iter().zip(&self.weights) {
            if *one {
                moves += weight;
                run += 1;
            } else {
                moves += end(&mut run);
            }
        }
        moves + end(&mut run)
    }

    /// The smallest term of a number of several, else 0.
    pub fn take(&self, n: u64) -> u64 {
        let (mut terms, mut least) = (0, 0);
        self.terms(n, |i| (terms, least) = (terms + 1, i));
        if terms < 2 { 0 } else { self.places[least - 1] }
    }

    /// ⌊φ²n − IZ − φZ⌋ by an integer square root, for the n below 7·10^18.
    pub fn closed_bound(&self, n: u64) -> u64 {
        let (mut terms, mut indices) = (0, 0);
        self.terms(n, |i| (terms, indices) = (terms + 1, indices + i as i128));
        let rest = u128::from(n) - terms as u128;
        let whole = 3 * i128::from(n) - 2 * indices - terms;
        ((whole + (5 * rest * rest).isqrt() as i128) >> 1) as u64
    }

    /// Whether a pair of heaps is cold: 1 or 0.
    pub fn cold(&self, [a, b]: [u64; 2]) -> u8 {
        let (a, b) = (a.min(b), a.max(b));
        let (mut least, mut shift) = (0, 0u128);
        self.terms(a, |i| (least, shift) = (i, shift + place(i as u32 + 1)));
        u8::from((a == 0 || least % 2 == 1) && shift == b.into())
    }
}
