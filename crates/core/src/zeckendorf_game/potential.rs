//! The potential of a game: what every move raises, and so what its length is
//! read off.
//!
//! [`Rules::potential`] gives each index a weight a_i such that every move raises
//! Σ a_i h_i by at least 1. A move's *raise* is by how much. Over a whole play the
//! raises add up to the difference between its end and its start, so
//!
//! length = Σ a_i (h_i at the end − h_i at the start) − Σ (raise − 1) over its moves.
//!
//! In the Zeckendorf game splits and combine-ones raise it by 1 and the combine C_i
//! by i: this is equation 3.16 of the source paper, from any start (Remark 3.1).
//! For other rules it is the same identity, read off their table.

use dashu_int::{IBig, UBig};

use super::rules::{Move, Rules};
use super::state::{Count, State};

/// The weights of any size, up to an index.
#[derive(Clone, Debug)]
pub struct Potential {
    weights: Vec<UBig>,
}

impl Potential {
    /// The weights of the indices up to `top`.
    pub fn new(rules: &Rules, top: u32) -> Potential {
        let mut weights = vec![UBig::ZERO; 2.min(top as usize + 1)];
        for next in 2..=top {
            let mut weight = UBig::ZERO;
            for pattern in rules.patterns {
                let above = pattern.makes.iter().map(|(offset, _)| *offset).max().unwrap_or(0);
                let index = next.wrapping_add_signed(-above);
                if !pattern.is_at(index) {
                    continue;
                }
                let weigh = |(i, count): (u32, u32)| &weights[i as usize] * count;
                let taken: UBig = pattern.taken(index).map(weigh).sum();
                let others: UBig = pattern.made(index).filter(|p| p.0 != next).map(weigh).sum();
                let needed = if taken > others { taken - others } else { UBig::ZERO } + 1u8;
                weight = weight.max(needed);
            }
            weights.push(weight);
        }
        Potential { weights }
    }

    /// The weight of an index; 0 past the last.
    pub fn weight(&self, index: u32) -> &UBig {
        static ZERO: UBig = UBig::ZERO;
        self.weights.get(index as usize).unwrap_or(&ZERO)
    }

    /// Σ a_i h_i.
    pub fn of<C: Count>(&self, state: &State<C>) -> UBig {
        state.present().map(|(i, count)| self.weight(i) * count.big()).sum()
    }

    /// By how much a move raises Σ a_i h_i.
    pub fn raise(&self, rules: &Rules, m: Move) -> IBig {
        let pattern = &rules.patterns[m.pattern];
        let weigh = |(i, count): (u32, u32)| IBig::from(self.weight(i) * count);
        let made: IBig = pattern.made(m.index).map(weigh).sum();
        made - pattern.taken(m.index).map(weigh).sum::<IBig>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zeckendorf_game::rules::{MoveKind, TRIBONACCI, ZECKENDORF};

    #[test]
    fn the_weights_are_those_of_the_rules() {
        for rules in [&ZECKENDORF, &TRIBONACCI] {
            let (wide, narrow) = (Potential::new(rules, 50), rules.potential(50));
            assert!((0..=50).all(|i| *wide.weight(i) == narrow[i as usize].into()), "{rules}");
        }
        assert_eq!(*Potential::new(&ZECKENDORF, 0).weight(0), UBig::ZERO);
    }

    #[test]
    fn raises_are_those_of_equation_3_16() {
        let potential = Potential::new(&ZECKENDORF, 201);
        for m in ZECKENDORF.moves(200) {
            let expected = match ZECKENDORF.patterns[m.pattern].kind {
                MoveKind::Combine => m.index,
                MoveKind::CombineOnes | MoveKind::Split => 1,
            };
            assert_eq!(potential.raise(&ZECKENDORF, m), expected.into(), "{m:?}");
        }
        let potential = Potential::new(&TRIBONACCI, 61);
        assert!(TRIBONACCI.moves(60).all(|m| potential.raise(&TRIBONACCI, m) >= IBig::ONE));
    }
}
