//! Winning moves of r-Wythoff at any size: all that lead to a cold position.
//!
//! A heap x has one *partner* y, the heap with which it is cold. So at most one
//! winning move lowers the first heap, and one the second. A move from both keeps
//! the difference to within r, and the differences of cold pairs are the multiples
//! of r, each once in each order: at most two more moves, for r = 1 exactly one.

use dashu_int::ops::DivRemEuclid;
use dashu_int::{IBig, Sign, UBig};

use super::beatty::pair;
use super::numeration::Numeration;

/// The heaps a move takes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Heaps {
    /// The first alone.
    First,
    /// The second alone.
    Second,
    /// Both.
    Both,
}

/// A move: what it takes from each heap and where it leads, heaps in the order of
/// the position it was asked for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// What is taken from the first heap and from the second, not both 0.
    pub take: (UBig, UBig),
    /// What remains.
    pub to: (UBig, UBig),
}

impl Move {
    fn new((a, b): (&UBig, &UBig), to: (UBig, UBig)) -> Self {
        Move { take: (a - &to.0, b - &to.1), to }
    }

    /// The heaps it takes from.
    pub fn heaps(&self) -> Heaps {
        match (self.take.0 == UBig::ZERO, self.take.1 == UBig::ZERO) {
            (false, true) => Heaps::First,
            (true, _) => Heaps::Second,
            (false, false) => Heaps::Both,
        }
    }
}

/// The one heap that makes a cold position with `x`, by the numerals: x shifted up
/// if it ends in an even number of zeros, and down if in an odd one (A002251).
///
/// # Panics
/// If `r` is 0.
pub fn partner(x: &UBig, r: u32) -> UBig {
    let numeral = Numeration::new(r).numeral(x);
    if numeral.trailing_zeros().is_multiple_of(2) {
        numeral.shifted_up().value()
    } else {
        numeral.shifted_down().value()
    }
}

/// Every winning move from (a, b): first that on the first heap, then on the
/// second, then on both; none from a cold position, and at most three if r = 1.
///
/// ```
/// use phinum_core::wythoff::winning_moves;
/// let moves = winning_moves(&6u8.into(), &9u8.into(), 1);
/// let to: Vec<String> = moves.iter().map(|m| format!("{},{}", m.to.0, m.to.1)).collect();
/// assert_eq!(to, ["4,7"]);
/// ```
///
/// # Panics
/// If `r` is 0.
pub fn winning_moves(a: &UBig, b: &UBig, r: u32) -> Vec<Move> {
    let mut to = Vec::new();
    let (x, y) = (partner(b, r), partner(a, r));
    if x < *a {
        to.push((x, b.clone()));
    }
    if y < *b {
        to.push((a.clone(), y));
    }
    // Differences r·j with |a − b − r·j| < r: the floor of (a − b)/r and, unless it
    // is exact, the one above.
    let difference = IBig::from(a.clone()) - IBig::from(b.clone());
    let (floor, rest) = difference.div_rem_euclid(IBig::from(r));
    let exact = rest == UBig::ZERO;
    let diagonals = [(!exact).then(|| &floor + IBig::ONE), Some(floor)];
    to.extend(
        diagonals
            .into_iter()
            .flatten()
            .map(|j| cold_of_difference(j, r))
            .filter(|(x, y)| x < a && y < b),
    );
    to.into_iter().map(|to| Move::new((a, b), to)).collect()
}

/// The cold (x, y) with x − y = r·j, by Beatty's formula.
fn cold_of_difference(j: IBig, r: u32) -> (UBig, UBig) {
    let (sign, k) = j.into_parts();
    let (lower, upper) = pair(&k, r);
    if sign == Sign::Negative { (lower, upper) } else { (upper, lower) }
}
