//! The rules of a game on a numeral system, as data.
//!
//! A game's position counts how many there are of each place; a move takes some
//! and makes others of the same sum. A table of [`Pattern`]s says which, and
//! everything else derives from it: what is legal, play, the order in which
//! positions can be solved. The Zeckendorf game is one table; other recurrences
//! are others.

use core::fmt;

use dashu_int::UBig;

use crate::places::MAX_INDEX;

/// What a strategy tells moves apart by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum MoveKind {
    /// Several of the first place into a larger one.
    CombineOnes,
    /// Different places into a larger one, by the recurrence.
    Combine,
    /// Equal places into a larger and a smaller one.
    Split,
}

impl MoveKind {
    /// All of them.
    pub const ALL: [MoveKind; 3] = [MoveKind::CombineOnes, MoveKind::Combine, MoveKind::Split];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            MoveKind::CombineOnes => "combine-ones",
            MoveKind::Combine => "combine",
            MoveKind::Split => "split",
        }
    }
}

/// Places relative to a move's index, and how many of each.
pub type Places = &'static [(i32, u32)];

/// A move at every index of an interval.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// Its kind.
    pub kind: MoveKind,
    /// The first index it is made at.
    pub first: u32,
    /// The last one; `u32::MAX` for no end.
    pub last: u32,
    /// What it takes.
    pub takes: Places,
    /// What it makes. The greatest index it touches is one of these, one of that
    /// place, and is not taken.
    pub makes: Places,
}

/// A move: a pattern at an index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move {
    /// Which pattern of the rules.
    pub pattern: usize,
    /// The index.
    pub index: u32,
}

/// The rules of a game.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The game's name.
    pub name: &'static str,
    /// The first places, from index 1.
    pub first_places: &'static [u64],
    /// How many places before it a place is the sum of, once those run out.
    pub order: usize,
    /// The moves.
    pub patterns: &'static [Pattern],
}

/// Two of the first place make the second, which is 2 in these games.
const COMBINE_ONES: Pattern =
    Pattern { kind: MoveKind::CombineOnes, first: 1, last: 1, takes: &[(0, 2)], makes: &[(1, 1)] };

/// The Zeckendorf game of Baird-Smith, Epstein, Flint and Miller.
///
/// C_1: 2 F_1 → F_2. C_i, i ≥ 2: F_{i-1} + F_i → F_{i+1}. S_2: 2 F_2 → F_1 + F_3.
/// S_i, i ≥ 3: 2 F_i → F_{i-2} + F_{i+1}.
pub static ZECKENDORF: Rules = Rules {
    name: "Zeckendorf",
    first_places: &[1, 2],
    order: 2,
    patterns: &[
        COMBINE_ONES,
        Pattern {
            kind: MoveKind::Combine,
            first: 2,
            last: u32::MAX,
            takes: &[(-1, 1), (0, 1)],
            makes: &[(1, 1)],
        },
        Pattern {
            kind: MoveKind::Split,
            first: 2,
            last: 2,
            takes: &[(0, 2)],
            makes: &[(-1, 1), (1, 1)],
        },
        Pattern {
            kind: MoveKind::Split,
            first: 3,
            last: u32::MAX,
            takes: &[(0, 2)],
            makes: &[(-2, 1), (1, 1)],
        },
    ],
};

/// The same game on the tribonacci places 1, 2, 4, 7, 13, …, after the generalised
/// Zeckendorf game of the same authors.
///
/// 2 T_1 → T_2, 2 T_2 → T_3, 2 T_3 → T_1 + T_4, 2 T_i → T_{i-3} + T_{i+1} for i ≥ 4,
/// and T_{i-2} + T_{i-1} + T_i → T_{i+1}.
pub static TRIBONACCI: Rules = Rules {
    name: "tribonacci",
    first_places: &[1, 2, 4],
    order: 3,
    patterns: &[
        COMBINE_ONES,
        Pattern {
            kind: MoveKind::Combine,
            first: 3,
            last: u32::MAX,
            takes: &[(-2, 1), (-1, 1), (0, 1)],
            makes: &[(1, 1)],
        },
        Pattern { kind: MoveKind::Split, first: 2, last: 2, takes: &[(0, 2)], makes: &[(1, 1)] },
        Pattern {
            kind: MoveKind::Split,
            first: 3,
            last: 3,
            takes: &[(0, 2)],
            makes: &[(-2, 1), (1, 1)],
        },
        Pattern {
            kind: MoveKind::Split,
            first: 4,
            last: u32::MAX,
            takes: &[(0, 2)],
            makes: &[(-3, 1), (1, 1)],
        },
    ],
};

impl Pattern {
    /// Whether there is a move at `index`.
    pub fn is_at(&self, index: u32) -> bool {
        (self.first..=self.last).contains(&index)
    }

    /// What the move at `index` takes: indices, and how many of each.
    pub fn taken(&self, index: u32) -> impl Iterator<Item = (u32, u32)> {
        at(self.takes, index)
    }

    /// What the move at `index` makes.
    pub fn made(&self, index: u32) -> impl Iterator<Item = (u32, u32)> {
        at(self.makes, index)
    }
}

fn at(places: Places, index: u32) -> impl Iterator<Item = (u32, u32)> {
    places.iter().map(move |&(offset, count)| (index.wrapping_add_signed(offset), count))
}

impl Rules {
    /// The places up to index `top`; entry 0 is 0. `None` if one leaves 128 bits.
    pub fn places(&self, top: u32) -> Option<Vec<u128>> {
        let mut places = vec![0u128];
        for i in 1..=top as usize {
            let place = match self.first_places.get(i - 1) {
                Some(&first) => first.into(),
                None => places[i - self.order..]
                    .iter()
                    .try_fold(0u128, |sum, place| sum.checked_add(*place))?,
            };
            places.push(place);
        }
        Some(places)
    }

    /// The places up to index `top`, of any size; entry 0 is 0.
    pub fn places_of_any_size(&self, top: u32) -> Vec<UBig> {
        let mut places = vec![UBig::ZERO];
        for i in 1..=top as usize {
            places.push(match self.first_places.get(i - 1) {
                Some(&first) => first.into(),
                None => places[i - self.order..].iter().sum(),
            });
        }
        places
    }

    /// The greatest index whose place is at most `n`, which is at least 1.
    pub fn top_index(&self, n: u128) -> u32 {
        let fits = |i: &u32| self.places(*i).is_some_and(|places| places[*i as usize] <= n);
        // Of all these recurrences the Fibonacci one grows slowest.
        (1..=MAX_INDEX).take_while(fits).last().unwrap_or(0)
    }

    /// The moves at indices up to `top`, by pattern and then by index.
    pub fn moves(&self, top: u32) -> impl Iterator<Item = Move> {
        self.patterns.iter().enumerate().flat_map(move |(pattern, p)| {
            (p.first..=p.last.min(top)).map(move |index| Move { pattern, index })
        })
    }

    /// Weights by index that every move increases the sum of, the least such
    /// integers with weight 0 at index 1: a position can be solved once all
    /// positions of larger sum are. For the Zeckendorf game these are the
    /// a_i = F_{i+2} − i − 2 of Theorem 1.3; a split adds 1 to the sum, and the
    /// combine C_i adds i (equation 3.16).
    pub fn potential(&self, top: u32) -> Vec<u64> {
        let mut weights = vec![0u64; top as usize + 1];
        for next in 2..=top {
            let needs = self.moves(next).filter_map(|m| {
                let pattern = &self.patterns[m.pattern];
                let made: Vec<_> = pattern.made(m.index).collect();
                let greatest = made.iter().map(|(i, _)| *i).max()?;
                let sum = |parts: &mut dyn Iterator<Item = (u32, u32)>| -> u64 {
                    parts.map(|(i, count)| weights[i as usize] * u64::from(count)).sum()
                };
                let taken = sum(&mut pattern.taken(m.index));
                let others = sum(&mut made.into_iter().filter(|(i, _)| *i != greatest));
                (greatest == next).then(|| 1 + taken.saturating_sub(others))
            });
            weights[next as usize] = needs.max().unwrap_or(0);
        }
        weights
    }
}

impl Move {
    /// The move as the paper writes it, such as `F_2 ∧ F_3 → F_4`.
    pub fn notation(self, rules: &Rules) -> String {
        let pattern = &rules.patterns[self.pattern];
        let side = |parts: &mut dyn Iterator<Item = (u32, u32)>| {
            let places = parts.flat_map(|(i, count)| (0..count).map(move |_| format!("F_{i}")));
            places.collect::<Vec<_>>().join(" ∧ ")
        };
        let taken = side(&mut pattern.taken(self.index));
        format!("{taken} → {}", side(&mut pattern.made(self.index)))
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places::place;

    #[test]
    fn every_move_keeps_the_sum_and_raises_the_top() {
        for rules in [&ZECKENDORF, &TRIBONACCI] {
            let places = rules.places(30).unwrap();
            for m in rules.moves(29) {
                let pattern = &rules.patterns[m.pattern];
                let sum = |parts: Vec<(u32, u32)>| -> u128 {
                    parts.iter().map(|&(i, count)| places[i as usize] * u128::from(count)).sum()
                };
                let (taken, made) =
                    (pattern.taken(m.index).collect(), pattern.made(m.index).collect());
                assert_eq!(sum(taken), sum(made), "{} {m:?}", rules.name);
                let top = |mut parts: Vec<(u32, u32)>| parts.drain(..).map(|p| p.0).max();
                assert!(
                    top(pattern.made(m.index).collect()) > top(pattern.taken(m.index).collect())
                );
            }
        }
    }

    #[test]
    fn the_potential_of_the_zeckendorf_game_is_the_papers() {
        let potential = ZECKENDORF.potential(60);
        for i in 1..=60 {
            assert_eq!(u128::from(potential[i as usize]), place(i + 2) - u128::from(i) - 2);
        }
    }

    #[test]
    fn places_and_notation() {
        assert_eq!(TRIBONACCI.places(6).unwrap(), [0, 1, 2, 4, 7, 13, 24]);
        assert_eq!(ZECKENDORF.top_index(100), 10);
        let m = Move { pattern: 3, index: 4 };
        assert_eq!(m.notation(&ZECKENDORF), "F_4 ∧ F_4 → F_2 ∧ F_5");
    }
}
