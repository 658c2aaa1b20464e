//! How many numbers of a set have each value, where values are small.

use dashu_int::IBig;

use super::Statistic;

/// How many n have each value. A set has fewer than 2^128 numbers.
///
/// Only for functions whose values are small: the table is as long as they are far
/// apart. On the way to a value there may be negative ones.
#[derive(Clone, Debug)]
pub struct Distribution {
    /// The value that `counts` starts with.
    least: i64,
    counts: Vec<u128>,
}

impl PartialEq for Distribution {
    fn eq(&self, other: &Self) -> bool {
        // Values that no n has may stand at the ends.
        self.pairs().eq(other.pairs())
    }
}

impl Eq for Distribution {}

impl Distribution {
    /// How many n have `value`.
    pub fn of(&self, value: u128) -> u128 {
        self.iter().find(|(its_value, _)| *its_value == value).map_or(0, |(_, count)| count)
    }

    /// The values some n has, ascending, and how many have it.
    ///
    /// # Panics
    /// If a value is negative.
    pub fn iter(&self) -> impl Iterator<Item = (u128, u128)> {
        let natural = |value| u128::try_from(value).expect("no value is negative");
        self.pairs().map(move |(value, count)| (natural(value), count))
    }

    fn pairs(&self) -> impl Iterator<Item = (i64, u128)> {
        (self.least..).zip(self.counts.iter().copied()).filter(|(_, count)| *count > 0)
    }

    /// How many numbers there are.
    pub fn count(&self) -> u128 {
        self.counts.iter().sum()
    }

    /// Counts `times` more numbers of `value`.
    ///
    /// # Panics
    /// If the value is no place in memory.
    pub fn tally(&mut self, value: u128, times: u128) {
        let value = i64::try_from(value).expect("a small value");
        self.reach(value, value);
        self.counts[(value - self.least) as usize] += times;
    }

    /// Makes room from `least` to `greatest`.
    fn reach(&mut self, least: i64, greatest: i64) {
        if self.counts.is_empty() {
            self.least = least;
        }
        if least < self.least {
            let more = (self.least - least) as usize;
            self.counts.splice(..0, core::iter::repeat_n(0, more));
            self.least = least;
        }
        let len = (greatest - self.least) as usize + 1;
        if len > self.counts.len() {
            self.counts.resize(len, 0);
        }
    }
}

impl Statistic for Distribution {
    type Ring = IBig;

    fn empty() -> Self {
        Distribution { least: 0, counts: Vec::new() }
    }

    fn of_zero(value: IBig) -> Self {
        Distribution { least: 0, counts: vec![1] }.shifted(&IBig::ZERO, &value)
    }

    fn shifted(&self, _: &IBig, f: &IBig) -> Self {
        let by = i64::try_from(f).expect("a small value");
        Distribution { least: self.least + by, counts: self.counts.clone() }
    }

    fn add(&mut self, other: &Self) {
        if other.counts.is_empty() {
            return;
        }
        self.reach(other.least, other.least + other.counts.len() as i64 - 1);
        let from = (other.least - self.least) as usize;
        for (count, more) in self.counts[from..].iter_mut().zip(&other.counts) {
            *count += more;
        }
    }

    fn mirrored(&self, _: &IBig) -> Self {
        self.clone()
    }
}
