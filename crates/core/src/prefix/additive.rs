//! Statistics of additive functions: one recursion over the places.

use dashu_int::IBig;

use super::Statistic;
use crate::cylinder::Cylinder;
use crate::numeral::zeckendorf;
use crate::places::place;
use crate::ring::Ring;

/// A statistic of an additive function over the n below any limit.
///
/// With T_k that over n < F_k: T_k is T_{k-1} and, moved up by F_{k-1} and
/// w_{k-1}, T_{k-2}.
#[derive(Debug)]
pub struct Additive<S: Statistic> {
    weights: Vec<S::Ring>,
    /// T_k; index 0 is unused.
    below_place: Vec<S>,
}

impl<S: Statistic> Additive<S> {
    /// The function with the weight `weight(i)` at index i and `constant` added
    /// to every value, for numerals of at most `top` digits.
    pub fn new(weight: impl Fn(u32) -> S::Ring, constant: &IBig, top: u32) -> Self {
        let weights: Vec<S::Ring> = (0..=top).map(&weight).collect();
        // Below F_0 = 1 as below F_1 = 1 there is n = 0 alone.
        let zero = S::of_zero(S::Ring::of(constant));
        let mut below_place = vec![zero.clone(), zero];
        for k in 2..=top {
            let i = k as usize - 1;
            let mut all = below_place[i].clone();
            let moved = &below_place[i - 1];
            all.add(&moved.shifted(&S::Ring::of_u128(place(k - 1)), &weights[i]));
            below_place.push(all);
        }
        Additive { weights, below_place }
    }

    /// Over all n below `end`.
    ///
    /// # Panics
    /// If the numeral of `end` is longer than `top`.
    pub fn below(&self, end: u128) -> S {
        let mut all = S::empty();
        let (mut prefix, mut value) = (S::Ring::of_u128(0), S::Ring::of_u128(0));
        let terms: Vec<u32> = zeckendorf(end).indices().collect();
        for &i in terms.iter().rev() {
            all.add(&self.below_place[i as usize].shifted(&prefix, &value));
            prefix.add(&S::Ring::of_u128(place(i)));
            value.add(&self.weights[i as usize]);
        }
        all
    }
    /// Over the numbers of a cylinder.
    ///
    /// # Panics
    /// If a numeral of it is longer than `top`.
    pub fn over(&self, cylinder: Cylinder) -> S {
        let mut value = S::Ring::of_u128(0);
        for i in zeckendorf(cylinder.prefix).indices() {
            value.add(&self.weights[i as usize]);
        }
        self.below_place[cylinder.free as usize].shifted(&S::Ring::of_u128(cylinder.prefix), &value)
    }
}
