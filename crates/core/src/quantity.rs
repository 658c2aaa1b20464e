//! The one list of quantities, and the few kinds they fall into.
//!
//! A quantity is stated here once. The command's names, the help texts, the
//! kernels' tables, the exact sums and the conformance suite derive from it;
//! backends implement kinds and never see a quantity.

use dashu_int::IBig;

use crate::places::{MAX_INDEX, Window};
use crate::ring::wrap;

/// An integer attached to every index of the numeral system.
pub type IndexRule = fn(&Window) -> IBig;

/// How a value is read off a numeral.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// `constant` plus the weights of the terms: an additive function of the digits.
    Weighted {
        /// The weight of index i. May be negative where the totals never are.
        weight: IndexRule,
        /// Added once, also at n = 0.
        constant: i8,
    },
    /// A table over the least index; 0 at n = 0.
    Lowest {
        /// The value at index i.
        value: IndexRule,
        /// Whether a numeral of one term takes 0 instead.
        lone_is_zero: bool,
    },
    /// A table over the greatest index; 0 at n = 0.
    Highest {
        /// The value at index i.
        value: IndexRule,
    },
    /// Read off the runs of ones of the lazy numeral.
    LazyRuns(LazyRuns),
    /// Finished by exact integer arithmetic from n, Z(n) and IZ(n): not a sum over digits.
    ClosedBound,
}

/// The two quantities of the longest game (see [`crate::zeckendorf_game`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LazyRuns {
    /// L(n).
    Longest,
    /// UB(n) - L(n).
    Gap,
}

/// A quantity of one number.
#[derive(Clone, Copy, Debug)]
pub struct Quantity {
    /// The name on the command line, in file headers and in JSON.
    pub name: &'static str,
    /// What it is, in a line.
    pub what: &'static str,
    /// Where it comes from: a theorem, a paper, an OEIS number.
    pub source: &'static str,
    /// How it is read off a numeral.
    pub kind: Kind,
}

/// The weight a_i = F_{i+2} - i - 2 of Theorem 1.3.
fn game_weight(w: &Window) -> IBig {
    w.second_above() - w.index() - 2
}

/// Every quantity of one number, in the order in which they are shown.
pub static QUANTITIES: [Quantity; 16] = [
    Quantity {
        name: "terms",
        what: "Z(n), the number of terms of the Zeckendorf representation",
        source: "A007895",
        kind: Kind::Weighted { weight: |_| IBig::ONE, constant: 0 },
    },
    Quantity {
        name: "index-sum",
        what: "IZ(n), the sum of the indices of the terms, counted from F_1 = 1",
        source: "A227788 - A007895",
        kind: Kind::Weighted { weight: |w| IBig::from(w.index()), constant: 0 },
    },
    Quantity {
        name: "top-index",
        what: "the greatest index, which is the length of the numeral",
        source: "A072649",
        kind: Kind::Highest { value: |w| IBig::from(w.index()) },
    },
    Quantity {
        name: "trailing-zeros",
        what: "t(n), the zeros the numeral ends in: the least index less 1 (0 at n = 0)",
        source: "A035612 - 1",
        kind: Kind::Lowest { value: |w| IBig::from(w.index() - 1), lone_is_zero: false },
    },
    Quantity {
        name: "smallest-term",
        what: "the smallest term of the Zeckendorf representation (0 at n = 0)",
        source: "A139764",
        kind: Kind::Lowest { value: |w| w.here().clone(), lone_is_zero: false },
    },
    Quantity {
        name: "shift",
        what: "s(n), the number whose numeral is n's with a zero appended",
        source: "A022342(n + 1)",
        kind: Kind::Weighted { weight: Window::above, constant: 0 },
    },
    Quantity {
        name: "right-shift",
        what: "R(n), the numeral's places each moved down one, with F_0 = 1: floor((n + 1)/phi)",
        source: "A005206",
        kind: Kind::Weighted { weight: |w| w.below().clone(), constant: 0 },
    },
    Quantity {
        name: "numeral",
        what: "the numeral read as a binary number",
        source: "A003714",
        kind: Kind::Weighted { weight: |w| IBig::ONE << (w.index() as usize - 1), constant: 0 },
    },
    Quantity {
        name: "lower-wythoff",
        what: "1 where n is a lower Wythoff number floor(k phi), k >= 1, else 0: t(n) is even",
        source: "A000201",
        kind: Kind::Lowest { value: |w| IBig::from(w.index() % 2), lone_is_zero: false },
    },
    Quantity {
        name: "shortest",
        what: "the length of the shortest Zeckendorf game, n - Z(n)",
        source: "Baird-Smith, Epstein, Flint, Miller: sharp lower bound",
        kind: Kind::Weighted { weight: |w| w.here() - IBig::ONE, constant: 0 },
    },
    Quantity {
        name: "longest",
        what: "L(n), the length of the longest Zeckendorf game",
        source: "Theorem 1.2 of Cusenza et al. 2020, in closed form",
        kind: Kind::LazyRuns(LazyRuns::Longest),
    },
    Quantity {
        name: "upper-bound",
        what: "UB(n), the upper bound of a Zeckendorf game's length, the sum of F_{i+2} - i - 2",
        source: "Theorem 1.3 of Cusenza et al. 2020",
        kind: Kind::Weighted { weight: game_weight, constant: 0 },
    },
    Quantity {
        name: "closed-bound",
        what: "the floor of phi^2 n - IZ(n) - phi Z(n)",
        source: "Theorem 1.3 of Cusenza et al. 2020",
        kind: Kind::ClosedBound,
    },
    Quantity {
        name: "prior-bound",
        what: "the bound before it, 3n - 3Z(n) - IZ(n) + 1",
        source: "Li, Li, Miller, Mizgerd, Sun, Xia, Zhou 2020",
        kind: Kind::Weighted { weight: |w| w.here() * 3 - 3 - w.index(), constant: 1 },
    },
    Quantity {
        name: "gap",
        what: "upper-bound - longest, 0 exactly at n = F_k - 1",
        source: "Theorem 1.4 of Cusenza et al. 2020",
        kind: Kind::LazyRuns(LazyRuns::Gap),
    },
    Quantity {
        name: "nim-take",
        what: "the smallest winning opening of Fibonacci Nim, 0 where the opener loses or cannot move",
        source: "A139764 at non-Fibonacci n; Whinihan 1963",
        kind: Kind::Lowest { value: |w| w.here().clone(), lone_is_zero: true },
    },
];

/// The quantity of that name.
pub fn by_name(name: &str) -> Option<&'static Quantity> {
    QUANTITIES.iter().find(|q| q.name == name)
}

/// The weight of Theorem 1.3's upper bound, which the longest game is measured against.
pub(crate) const UPPER_BOUND_WEIGHT: IndexRule = game_weight;

/// A rule's values modulo 2^128 for the indices 0..=185; entry 0 is 0.
pub(crate) fn by_index(rule: IndexRule) -> Vec<u128> {
    let mut window = Window::first();
    let mut values = vec![0];
    for _ in 1..=MAX_INDEX {
        values.push(wrap(&rule(&window)));
        window.advance();
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_found() {
        for q in &QUANTITIES {
            assert!(core::ptr::eq(by_name(q.name).expect("listed"), q), "{}", q.name);
        }
        assert!(by_name("Terms").is_none());
    }
}
