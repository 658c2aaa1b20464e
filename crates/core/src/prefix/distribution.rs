//! How many numbers of a set have each value, where values are small.

use dashu_int::IBig;

use super::Statistic;

/// For each value from 0 up how many n have it. A set has fewer than 2^128 numbers.
///
/// Only for functions whose values are small and never negative: the table is as
/// long as the greatest of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Distribution(Vec<u128>);

impl Distribution {
    /// How many n have `value`.
    pub fn of(&self, value: u128) -> u128 {
        usize::try_from(value).ok().and_then(|value| self.0.get(value)).copied().unwrap_or(0)
    }

    /// The values some n has, ascending, and how many have it.
    pub fn iter(&self) -> impl Iterator<Item = (u128, u128)> {
        (0..).zip(self.0.iter().copied()).filter(|(_, count)| *count > 0)
    }

    /// How many numbers there are.
    pub fn count(&self) -> u128 {
        self.0.iter().sum()
    }

    /// Counts `times` more numbers of `value`.
    ///
    /// # Panics
    /// If the value is no place in memory.
    pub fn tally(&mut self, value: u128, times: u128) {
        let value = usize::try_from(value).expect("a small value");
        if value >= self.0.len() {
            self.0.resize(value + 1, 0);
        }
        self.0[value] += times;
    }
}

impl Statistic for Distribution {
    type Ring = IBig;

    fn empty() -> Self {
        Distribution(Vec::new())
    }

    fn of_zero(value: IBig) -> Self {
        Distribution(vec![1]).shifted(&IBig::ZERO, &value)
    }

    fn shifted(&self, _: &IBig, f: &IBig) -> Self {
        let by = i64::try_from(f).expect("a small value");
        let counts = &self.0;
        Distribution(if by >= 0 {
            let mut moved = vec![0; by as usize];
            moved.extend_from_slice(counts);
            moved
        } else {
            let gone = (by.unsigned_abs() as usize).min(counts.len());
            debug_assert!(counts[..gone].iter().all(|count| *count == 0), "a negative value");
            counts[gone..].to_vec()
        })
    }

    fn add(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (count, more) in self.0.iter_mut().zip(&other.0) {
            *count += more;
        }
    }

    fn mirrored(&self, _: &IBig) -> Self {
        self.clone()
    }
}
