//! Strategies: who moves how.
//!
//! A [`Priority`] takes the three kinds of moves in some order, of each the
//! smallest or the largest. The literature's games are members of that family:
//!
//! | name | order | source |
//! |---|---|---|
//! | `combine-largest` | combine from the largest, combine ones, split from the largest | Li et al. 2020, as Cusenza et al. quote it |
//! | `split-largest` | split from the largest, combine from the largest, combine ones | the same |
//! | `split-smallest` | split from the smallest, combine ones, combine from the smallest | the same |
//! | `combine-smallest` | combine ones, combine from the smallest, split from the smallest | the mirror image of `combine-largest`: combine ones is the combine at the smallest index |
//! | `longest` | as `split-smallest`, one play of Theorem 1.2's algorithm | Cusenza et al. 2020 |
//! | `shortest` | as `combine-largest`, which is shortest from n ones | Li et al. 2020 |

use core::fmt;

use super::position::{End, Position};
use super::rules::{Move, MoveKind};

/// A way to play. Implement it for one of your own.
pub trait Strategy {
    /// The move to make; `None` only where the game is over.
    fn choose(&mut self, position: &Position<'_>) -> Option<Move>;
}

impl<S: Strategy + ?Sized> Strategy for Box<S> {
    fn choose(&mut self, position: &Position<'_>) -> Option<Move> {
        (**self).choose(position)
    }
}

/// The kinds of moves in some order, of each the smallest or the largest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Priority {
    /// What is tried first, second and last.
    pub order: [(MoveKind, End); MoveKind::ALL.len()],
}

impl Strategy for Priority {
    #[inline]
    fn choose(&mut self, position: &Position<'_>) -> Option<Move> {
        self.order.iter().find_map(|(kind, end)| position.extreme(*kind, *end))
    }
}

/// A strategy with a name.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The name.
    pub name: &'static str,
    /// What it does, in a line.
    pub what: &'static str,
    /// How it plays.
    pub priority: Priority,
    /// Whether its play is only defined up to order, so that it may be batched
    /// (see [`super::play::longest`]).
    pub any_order: bool,
}

const fn named(
    name: &'static str,
    what: &'static str,
    order: [(MoveKind, End); 3],
    any_order: bool,
) -> Named {
    Named { name, what, priority: Priority { order }, any_order }
}

const ONES: (MoveKind, End) = (MoveKind::CombineOnes, End::Smallest);
const COMBINE_LARGEST: [(MoveKind, End); 3] =
    [(MoveKind::Combine, End::Largest), ONES, (MoveKind::Split, End::Largest)];
const COMBINE_SMALLEST: [(MoveKind, End); 3] =
    [ONES, (MoveKind::Combine, End::Smallest), (MoveKind::Split, End::Smallest)];
const SPLIT_LARGEST: [(MoveKind, End); 3] =
    [(MoveKind::Split, End::Largest), (MoveKind::Combine, End::Largest), ONES];
const SPLIT_SMALLEST: [(MoveKind, End); 3] =
    [(MoveKind::Split, End::Smallest), ONES, (MoveKind::Combine, End::Smallest)];

/// The strategies with a name; the first four are the ones whose pairs are the
/// literature's sixteen deterministic games.
pub static NAMED: [Named; 6] = [
    named(
        "combine-largest",
        "the largest combine, else combine ones, else the largest split",
        COMBINE_LARGEST,
        false,
    ),
    named(
        "combine-smallest",
        "combine ones, else the smallest combine, else the smallest split",
        COMBINE_SMALLEST,
        false,
    ),
    named(
        "split-largest",
        "the largest split, else the largest combine, else combine ones",
        SPLIT_LARGEST,
        false,
    ),
    named(
        "split-smallest",
        "the smallest split, else combine ones, else the smallest combine",
        SPLIT_SMALLEST,
        false,
    ),
    named(
        "longest",
        "splits and combine-ones in any order, else the smallest combine (Theorem 1.2)",
        SPLIT_SMALLEST,
        true,
    ),
    named("shortest", "combine-largest, which is shortest from n ones", COMBINE_LARGEST, false),
];

/// The four strategies of the sixteen deterministic games.
pub fn deterministic() -> &'static [Named] {
    &NAMED[..4]
}

/// The strategy of that name.
pub fn by_name(name: &str) -> Option<&'static Named> {
    NAMED.iter().find(|named| named.name == name)
}

impl fmt::Display for Priority {
    /// Its parts joined by `+`, as [`Priority::parse`] reads them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (kind, end)) in self.order.iter().enumerate() {
            let end = match (kind, end) {
                (MoveKind::CombineOnes, _) => "",
                (_, End::Smallest) => "-smallest",
                (_, End::Largest) => "-largest",
            };
            write!(f, "{}{}{end}", if i == 0 { "" } else { "+" }, kind.name())?;
        }
        Ok(())
    }
}

impl Priority {
    /// The member of the family that `text` says, such as
    /// `split-largest+combine-ones+combine-smallest`: each kind once.
    ///
    /// ```
    /// use phinum_core::zeckendorf_game::strategy::Priority;
    /// let text = "combine-ones+split-largest+combine-smallest";
    /// assert_eq!(Priority::parse(text).unwrap().to_string(), text);
    /// assert!(Priority::parse("split-largest+split-smallest+combine-ones").is_none());
    /// ```
    pub fn parse(text: &str) -> Option<Priority> {
        let part = |text: &str| match text.trim() {
            "combine-ones" => Some(ONES),
            "combine-smallest" => Some((MoveKind::Combine, End::Smallest)),
            "combine-largest" => Some((MoveKind::Combine, End::Largest)),
            "split-smallest" => Some((MoveKind::Split, End::Smallest)),
            "split-largest" => Some((MoveKind::Split, End::Largest)),
            _ => None,
        };
        let order: Vec<_> = text.split('+').map(part).collect::<Option<_>>()?;
        let order: [_; MoveKind::ALL.len()] = order.try_into().ok()?;
        let every = MoveKind::ALL.iter().all(|kind| order.iter().any(|(k, _)| k == kind));
        every.then_some(Priority { order })
    }
}

/// Every legal move as likely as any other, from a seed.
///
/// The generator is SplitMix64 (Steele, Lea, Flood 2014) and stays that: a seed
/// names a game for good.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The strategy of that seed.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.state ^ self.state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `n`, each as likely as any other.
    fn below(&mut self, n: u32) -> u32 {
        // The high half of a product, with the few products left out that would
        // make some numbers likelier (Lemire 2019).
        let unfair = (1u64 << 32) % u64::from(n);
        loop {
            let product = (self.next() >> 32) * u64::from(n);
            if product & 0xFFFF_FFFF >= unfair {
                return (product >> 32) as u32;
            }
        }
    }
}

impl Strategy for Random {
    fn choose(&mut self, position: &Position<'_>) -> Option<Move> {
        match position.choices() {
            0 => None,
            n => position.choice(self.below(n)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splitmix64_is_the_published_one() {
        // The reference implementation's first values at seed 1234567.
        let mut random = Random::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.next()).collect();
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn numbers_below_are_even() {
        let mut random = Random::new(1);
        let mut seen = [0u32; 7];
        for _ in 0..70_000 {
            seen[random.below(7) as usize] += 1;
        }
        // Six standard deviations of a share of 1/7 are about 560.
        assert!(seen.iter().all(|count| count.abs_diff(10_000) < 560), "{seen:?}");
    }

    #[test]
    fn names_are_distinct_and_parts_are_read_back() {
        for named in &NAMED {
            assert!(core::ptr::eq(by_name(named.name).unwrap(), named));
            assert_eq!(Priority::parse(&named.priority.to_string()), Some(named.priority));
        }
        for text in ["", "split-largest", "combine-ones+split+combine", "a+b+c"] {
            assert_eq!(Priority::parse(text), None, "{text}");
        }
    }
}
