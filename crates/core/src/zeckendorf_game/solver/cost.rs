//! What solving a game takes, before it starts.

use dashu_int::{UBig, ops::BitTest};
use thiserror::Error;

use super::plays::PlaysFold;
use super::space::Space;
use crate::zeckendorf_game::rules::Rules;

/// Up to here positions are counted exactly; a larger n has at least as many.
const COUNTED: u64 = 10_000;

/// How many positions `n` ones can reach: the partitions of n into places. From
/// n = 10000 on it is the number at 10000, which is fewer.
pub fn states(rules: &Rules, n: u64) -> UBig {
    let n = n.min(COUNTED) as usize;
    let places = rules.places(rules.top_index(n as u128)).unwrap_or_default();
    let mut ways = vec![UBig::ZERO; n + 1];
    ways[0] = UBig::ONE;
    for place in places.into_iter().skip(1).map(|place| place as usize) {
        for m in place..=n {
            let more = ways[m - place].clone();
            ways[m] += more;
        }
    }
    ways.swap_remove(n)
}

/// A game too large to be solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "the {game} game from {n} ones has {}{states} positions; solving it takes {} of memory, and at \
     most {} may be used", if *.exact { "" } else { "over " }, size(memory, *.exact), bytes(limit)
)]
pub struct TooLarge {
    /// The game's name.
    pub game: &'static str,
    /// How many ones it starts from.
    pub n: UBig,
    /// How many positions it has.
    pub states: UBig,
    /// The bytes it takes.
    pub memory: UBig,
    /// Whether those are estimates of the true numbers, not only below them.
    pub exact: bool,
    /// The bytes that may be used.
    pub limit: UBig,
}

impl TooLarge {
    /// Of a game from `n` ones whose positions cannot be laid out in `limit` bytes.
    pub fn new(rules: &Rules, n: &UBig, limit: u64) -> TooLarge {
        TooLarge::with_tables(rules, n, 0, limit)
    }

    /// The same, with tables of so many bytes besides.
    pub(super) fn with_tables(rules: &Rules, n: &UBig, tables: u64, limit: u64) -> TooLarge {
        let counted = u64::try_from(n).map_or(COUNTED, |n| n.min(COUNTED));
        let states = states(rules, counted);
        // Positions lie in layers, of which some in a row are held, a word each: at
        // the worst time at least as many as if all layers were alike.
        let top = rules.top_index(counted.into());
        let layers = rules.potential(top).last().copied().unwrap_or(0) * 2 + 1;
        let held = u64::from(top);
        let memory = &states * (4 * held) / (layers + held) + tables;
        let exact = *n <= UBig::from(COUNTED);
        TooLarge { game: rules.name, n: n.clone(), states, memory, exact, limit: limit.into() }
    }
}

fn size(memory: &UBig, exact: bool) -> String {
    format!("{}{}", if exact { "some " } else { "over " }, bytes(memory))
}

/// A number of bytes for a reader, rounded up.
pub fn bytes(n: &UBig) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let unit = ((n.bit_len().saturating_sub(1)) / 10).min(units.len() - 1);
    let size = (n + (UBig::ONE << (10 * unit)) - UBig::ONE) >> (10 * unit);
    format!("{size} {}", units[unit])
}

/// What a computation takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// How many positions it goes through.
    pub states: u64,
    /// The bytes it holds at the worst time.
    pub memory: u64,
}

impl Cost {
    /// Of `bytes(potential)` a position of a layer.
    pub fn new(space: &Space, bytes: impl Fn(usize) -> u64) -> Cost {
        let layers = space.layers().iter().enumerate();
        let layers: Vec<u64> = layers.map(|(p, &size)| u64::from(size) * bytes(p)).collect();
        let held = space.reach() as usize + 1;
        let worst = layers.windows(held.min(layers.len())).map(|window| window.iter().sum()).max();
        Cost { states: space.states(), memory: space.bytes() + worst.unwrap_or(0u64) }
    }

    /// Of counting plays, in all or by length: an estimate. The bits of the number of
    /// plays are a fit to Zeckendorf games of 60 to 200 ones; the rest follows from
    /// lengths that grow and numbers that double as the potential falls.
    pub fn of_plays(space: &Space, by_length: bool) -> Cost {
        let n = f64::from(space.n());
        let greatest = space.layers().len() as f64;
        let bits = greatest * (0.288 * n.log2() - 0.29).max(0.5);
        let word = f64::from(PlaysFold::new(by_length, space.most_options()).word_bits());
        Cost::new(space, |potential| {
            let share = 1.0 - potential as f64 / greatest;
            let lengths = if by_length { greatest * share - n * share * share } else { 1.0 };
            (8.0 * lengths.max(1.0) * (bits * share / word).ceil()) as u64
        })
    }

    /// Says whether `limit` bytes are enough.
    ///
    /// # Errors
    /// [`TooLarge`] if not.
    pub fn within(&self, space: &Space, limit: u64) -> Result<(), TooLarge> {
        if self.memory <= limit {
            return Ok(());
        }
        Err(TooLarge {
            game: space.rules().name,
            n: space.n().into(),
            states: self.states.into(),
            memory: self.memory.into(),
            exact: true,
            limit: limit.into(),
        })
    }
}
