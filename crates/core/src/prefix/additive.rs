//! Sums of additive functions: one recursion over the places.

use dashu_int::IBig;

use super::Moments;
use crate::numeral::zeckendorf;
use crate::places::place;
use crate::ring::Ring;

/// The sums of an additive function over the n below any limit.
///
/// With T_k the sums over n < F_k: T_k is T_{k-1} and, moved up by F_{k-1} and
/// w_{k-1}, T_{k-2}.
#[derive(Debug)]
pub struct Additive<R> {
    weights: Vec<R>,
    /// T_k; index 0 is unused.
    below_place: Vec<Moments<R>>,
}

impl<R: Ring> Additive<R> {
    /// The function with the weight `weight(i)` at index i and `constant` added
    /// to every value, for numerals of at most `top` digits.
    pub fn new(weight: impl Fn(u32) -> R, constant: &IBig, top: u32) -> Self {
        let weights: Vec<R> = (0..=top).map(&weight).collect();
        // Below F_0 = 1 as below F_1 = 1 there is n = 0 alone.
        let zero = Moments::of_zero(R::of(constant));
        let mut below_place = vec![zero.clone(), zero];
        for k in 2..=top {
            let i = k as usize - 1;
            let mut sums = below_place[i].clone();
            let moved = &below_place[i - 1];
            sums.add(&moved.shifted(&R::of_u128(place(k - 1)), &weights[i]));
            below_place.push(sums);
        }
        Additive { weights, below_place }
    }

    /// The sums over all n below `end`.
    ///
    /// # Panics
    /// If the numeral of `end` is longer than `top`.
    pub fn below(&self, end: u128) -> Moments<R> {
        let mut sums = Moments::empty();
        let (mut prefix, mut value) = (R::of_u128(0), R::of_u128(0));
        let terms: Vec<u32> = zeckendorf(end).indices().collect();
        for &i in terms.iter().rev() {
            sums.add(&self.below_place[i as usize].shifted(&prefix, &value));
            prefix.add(&R::of_u128(place(i)));
            value.add(&self.weights[i as usize]);
        }
        sums
    }
}
