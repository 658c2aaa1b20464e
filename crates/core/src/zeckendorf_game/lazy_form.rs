//! The lazy form of the longest game over a range, at the speed of a table.
//!
//! The scalar reference goes by the lazy form one number at a time; this goes by
//! it for all numbers of a range, so that it can be held against the deficit form
//! the kernels use at every single one of them.
//!
//! The n of lazy length k are F_{k+2} − 2 − m for m < F_k, and the zeros of n's lazy
//! numeral are the ones of m's Zeckendorf numeral (see [`crate::prefix`]). Write
//! m = P + r with r < F_K. What r's own digits contribute is a table over r; what
//! the rest contributes depends on r through its greatest index and one carry.

use crate::numeral::{mirror, zeckendorf};
use crate::places::place;
use crate::quantity::{UPPER_BOUND_WEIGHT, by_index};

/// K: 17711 entries, a part of any first-level cache.
const INDEX: u32 = 20;

/// The tables.
#[derive(Debug)]
pub struct LazyForm {
    /// a_i of Theorem 1.3 modulo 2^128, by index.
    weights: Vec<u128>,
    /// Of r: its runs' moves less the weights of its digits, modulo 2^128.
    own: Vec<u128>,
    /// Of r: twice its greatest index, and the carry out of its last run.
    state: Vec<u8>,
}

impl Default for LazyForm {
    fn default() -> Self {
        let weights = by_index(UPPER_BOUND_WEIGHT);
        let (mut own, mut state) = (vec![0u128], vec![0u8]);
        for i in 1..INDEX {
            for r in 0..(place(i + 1) - place(i)) as usize {
                let below = state[r];
                let (carry, moves) = run(below & 1, u32::from(below >> 1), i);
                own.push(own[r].wrapping_add(moves).wrapping_sub(weights[i as usize]));
                state.push((i as u8) << 1 | carry);
            }
        }
        LazyForm { weights, own, state }
    }
}

/// The run of ones between the zeros at `from` and `to`: the carry above it, and
/// its moves.
fn run(carry: u8, from: u32, to: u32) -> (u8, u128) {
    let length = u128::from(to - from - 1);
    if length == 0 {
        return (carry, 0);
    }
    let e = length + u128::from(carry);
    (u8::from(e >= 2), e * e / 4)
}

impl LazyForm {
    /// L(n) modulo 2^128 for n = `start`, `start` + 1, …
    ///
    /// # Panics
    /// If the range goes past 2^128 − 1.
    pub fn fill(&self, start: u128, out: &mut [u128]) {
        let end = start.checked_add(out.len() as u128).expect("a range ends by 2^128 - 1");
        let (mut n, mut out) = (start, out);
        while n < end {
            let (length, m) = mirror(n);
            let digits = zeckendorf(m).from_index(INDEX);
            let prefix = digits.value();
            // m runs down as n runs up: to the start of its run of one P.
            let left = (m - prefix).min(end - 1 - n) as usize + 1;
            let above: Vec<u32> = digits.indices().collect();
            let rest = self.above(length, &above);
            let first = (m - prefix) as usize + 1 - left;
            let (now, later) = out.split_at_mut(left);
            let entries =
                self.own[first..first + left].iter().zip(&self.state[first..first + left]);
            for (slot, (own, state)) in now.iter_mut().zip(entries.rev()) {
                *slot = own.wrapping_add(rest[usize::from(*state)]);
            }
            out = later;
            n += left as u128;
        }
    }

    /// What everything above r contributes, by r's state: the runs up to the lazy
    /// `length`, and the weights of n's ones if r had none.
    fn above(&self, length: u32, above: &[u32]) -> [u128; 2 * INDEX as usize] {
        let ones = (1..=length).fold(0u128, |sum, i| sum.wrapping_add(self.weights[i as usize]));
        let zeros = above.iter().fold(0u128, |sum, &i| sum.wrapping_add(self.weights[i as usize]));
        let base = ones.wrapping_sub(zeros);
        let lowest = above.first().copied().unwrap_or(length + 1);
        core::array::from_fn(|state| {
            let (mut carry, mut from) = ((state & 1) as u8, (state >> 1) as u32);
            if from >= lowest {
                // No r under this P ends there.
                return 0;
            }
            let mut sum = base;
            for to in above.iter().copied().chain([length + 1]) {
                let (next, moves) = run(carry, from, to);
                sum = sum.wrapping_add(moves);
                (carry, from) = (next, to);
            }
            sum
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::function::Function;
    use crate::places::MAX_INDEX;
    use crate::quantity::by_name;

    #[test]
    fn it_is_the_scalar_lazy_form() {
        let longest = Function::from(by_name("longest").unwrap());
        let form = LazyForm::default();
        let starts = (18..MAX_INDEX - 1).step_by(3).map(|k| place(k) - 1000);
        for start in starts.chain([0, 1, (1 << 32) - 7, (1 << 64) - 999, u128::MAX - 3000]) {
            let mut out = vec![0; 3000];
            form.fill(start, &mut out);
            for (n, value) in (start..=u128::MAX).zip(out) {
                assert_eq!(value, longest.value_wrapped(n), "{n}");
            }
        }
        let mut out = vec![0; 100_000];
        form.fill(0, &mut out);
        assert!((0..).zip(&out).all(|(n, value)| *value == longest.value_wrapped(n)));
        form.fill(5, &mut []);
    }
}
