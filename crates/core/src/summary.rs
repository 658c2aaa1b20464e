//! What is kept of a range that is not materialised.

use dashu_int::UBig;

/// How many values a histogram tells apart: 0, 1, …, and the rest together.
pub const BINS: usize = 4096;

/// The summary of a function over a set of numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// How many numbers there are.
    pub count: u128,
    /// The sum of the values.
    pub sum: UBig,
    /// The least value and the first n that has it; `None` of the empty set.
    pub min: Option<(u128, u128)>,
    /// The greatest value and the first n that has it; `None` of the empty set.
    pub max: Option<(u128, u128)>,
    /// How many n have the value 0, 1, …, [`BINS`] − 1; empty unless asked for.
    pub histogram: Vec<u64>,
    /// How many n have a value of [`BINS`] or more, if a histogram was asked for.
    pub above: u64,
}

impl Summary {
    /// Of the empty set, with room for a histogram if asked.
    pub fn new(histogram: bool) -> Self {
        Summary { histogram: vec![0; if histogram { BINS } else { 0 }], ..Self::default() }
    }

    /// Adds one number.
    pub fn push(&mut self, n: u128, value: u128) {
        self.count += 1;
        self.sum += value;
        self.see(n, value);
        self.tally(value, 1);
    }

    /// Notes that `n` has `value`, for minimum and maximum alone.
    pub fn see(&mut self, n: u128, value: u128) {
        if self.min.is_none_or(|(least, first)| (value, n) < (least, first)) {
            self.min = Some((value, n));
        }
        let greater = |(greatest, first)| value > greatest || value == greatest && n < first;
        if self.max.is_none_or(greater) {
            self.max = Some((value, n));
        }
    }

    /// Counts `times` numbers of `value` in the histogram, if there is one.
    pub fn tally(&mut self, value: u128, times: u64) {
        if self.histogram.is_empty() {
            return;
        }
        match usize::try_from(value).ok().and_then(|v| self.histogram.get_mut(v)) {
            Some(bin) => *bin += times,
            None => self.above += times,
        }
    }

    /// Adds a summary of other numbers.
    pub fn merge(&mut self, other: &Summary) {
        self.count += other.count;
        self.sum += &other.sum;
        for (value, n) in other.min.into_iter().chain(other.max) {
            self.see(n, value);
        }
        if self.histogram.len() < other.histogram.len() {
            self.histogram.resize(other.histogram.len(), 0);
        }
        for (bin, more) in self.histogram.iter_mut().zip(&other.histogram) {
            *bin += more;
        }
        self.above += other.above;
    }
}
