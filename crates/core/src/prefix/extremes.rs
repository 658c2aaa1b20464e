//! The least and the greatest value over a set of numbers, and where.

use core::cmp::Ordering;

use dashu_int::IBig;

use super::Statistic;

/// A value, and the first and the last n of a set that have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extreme {
    /// The value.
    pub value: IBig,
    /// The first n that has it.
    pub first: IBig,
    /// The last n that has it.
    pub last: IBig,
}

impl Extreme {
    /// Of one more candidate, kept where its value compares as `better`.
    fn meet(&mut self, other: &Extreme, better: Ordering) {
        match other.value.cmp(&self.value) {
            Ordering::Equal => {
                if other.first < self.first {
                    self.first.clone_from(&other.first);
                }
                if other.last > self.last {
                    self.last.clone_from(&other.last);
                }
            }
            order if order == better => self.clone_from(other),
            _ => {}
        }
    }
}

/// The extremes of a set's values; `None` of the empty set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extremes(pub Option<(Extreme, Extreme)>);

impl Extremes {
    /// The least value.
    pub fn least(&self) -> Option<&Extreme> {
        self.0.as_ref().map(|(least, _)| least)
    }

    /// The greatest value.
    pub fn greatest(&self) -> Option<&Extreme> {
        self.0.as_ref().map(|(_, greatest)| greatest)
    }

    fn map(&self, change: impl Fn(&Extreme) -> Extreme) -> Extremes {
        Extremes(self.0.as_ref().map(|(least, greatest)| (change(least), change(greatest))))
    }
}

impl Statistic for Extremes {
    type Ring = IBig;

    fn empty() -> Self {
        Extremes(None)
    }

    fn of_zero(value: IBig) -> Self {
        let zero = Extreme { value, first: IBig::ZERO, last: IBig::ZERO };
        Extremes(Some((zero.clone(), zero)))
    }

    fn shifted(&self, n: &IBig, f: &IBig) -> Self {
        self.map(|extreme| Extreme {
            value: &extreme.value + f,
            first: &extreme.first + n,
            last: &extreme.last + n,
        })
    }

    fn add(&mut self, other: &Self) {
        match (&mut self.0, &other.0) {
            (Some((least, greatest)), Some((its_least, its_greatest))) => {
                least.meet(its_least, Ordering::Less);
                greatest.meet(its_greatest, Ordering::Greater);
            }
            (empty @ None, _) => empty.clone_from(&other.0),
            (_, None) => {}
        }
    }

    fn mirrored(&self, at: &IBig) -> Self {
        self.map(|extreme| Extreme {
            value: extreme.value.clone(),
            first: at - &extreme.last,
            last: at - &extreme.first,
        })
    }
}
