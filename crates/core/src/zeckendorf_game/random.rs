//! Games played at random: at every turn each legal move is as likely as any other.
//!
//! A game is a function of a seed and its number alone. Its draws come from
//! Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3",
//! 2011): the key is the seed, the counter the game's number above the number of
//! the block. So games can be played in any order, on any thread or device, and
//! come out the same. The plain form here, move by move by the [`Rules`], is what
//! the fast ones are held to.

use core::ops::Range;

use rand_philox::Philox;
use thiserror::Error;

use super::lengths::LengthHistogram;
use super::rules::Rules;
use super::state::State;
use crate::dashu::UBig;
use crate::places::place;

mod masks;

pub use masks::{MOVES, Masks, Step, TERMS, TOP, TOUCHED, Term, Unsuited};

/// Bits of a draw.
pub const DRAW_BITS: u32 = 16;

/// Why there is nothing to play.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TaskError {
    /// There are no ones to begin with.
    #[error("a game needs at least one F_1 to begin with, not 0")]
    NoOnes,
    /// There are too many ones.
    #[error("a random game has at most {most} ones, and {n} are more")]
    TooMany {
        /// How many there are.
        n: UBig,
        /// How many there may be.
        most: u64,
    },
    /// The games have no numbers.
    #[error("at least one game is to be played, not 0")]
    NoGames,
    /// The rules are of another kind.
    #[error(transparent)]
    Unsuited(#[from] Unsuited),
}

/// Games to be played at random.
#[derive(Clone, Debug)]
pub struct RandomGames {
    rules: &'static Rules,
    masks: Masks,
    n: u32,
    seed: u64,
    games: Range<u64>,
}

impl RandomGames {
    /// The games numbered `games`, each from `n` ones, of `seed`.
    ///
    /// # Errors
    /// [`TaskError`] if there are no games or no ones, or more ones than
    /// [`RandomGames::most`].
    pub fn new(
        rules: &'static Rules,
        n: u64,
        seed: u64,
        games: Range<u64>,
    ) -> Result<Self, TaskError> {
        let masks = Masks::new(rules)?;
        let most = RandomGames::most(rules);
        match u32::try_from(n) {
            Ok(0) => Err(TaskError::NoOnes),
            _ if games.is_empty() => Err(TaskError::NoGames),
            Ok(narrow) if n <= most => Ok(RandomGames { rules, masks, n: narrow, seed, games }),
            _ => Err(TaskError::TooMany { n: n.into(), most }),
        }
    }

    /// How many ones there may be: fewer than the place past [`TOP`], so that a
    /// word has a bit for every index. For the Zeckendorf game F_32 − 1 = 3524577.
    pub fn most(rules: &Rules) -> u64 {
        // All of these recurrences grow at least as fast as the Fibonacci one.
        let past = rules.places(TOP + 1).map_or(place(TOP + 1), |places| places[TOP as usize + 1]);
        past.min(place(TOP + 1)) as u64 - 1
    }

    /// The rules.
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// The rules as masks.
    pub fn masks(&self) -> &Masks {
        &self.masks
    }

    /// How many ones a game begins with.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The numbers of the games.
    pub fn games(&self) -> Range<u64> {
        self.games.clone()
    }

    /// The key of the generator.
    pub fn key(&self) -> [u32; 2] {
        [self.seed as u32, (self.seed >> 32) as u32]
    }

    /// The same with other games.
    #[must_use]
    pub fn with_games(&self, games: Range<u64>) -> RandomGames {
        RandomGames { games, ..self.clone() }
    }
}

/// The draws of one game: halves of the generator's words, the low one first.
#[derive(Clone, Debug)]
pub struct Draws {
    words: Philox,
    high: Option<u32>,
}

impl Draws {
    /// Those of game `game` under `key`.
    pub fn new(key: [u32; 2], game: u64) -> Draws {
        Draws { words: Philox::new(key, u128::from(game) << 64), high: None }
    }

    /// A draw of [`DRAW_BITS`] bits.
    pub fn next_draw(&mut self) -> u32 {
        if let Some(high) = self.high.take() {
            return high;
        }
        let word = self.words.next_u32();
        self.high = Some(word >> DRAW_BITS);
        word & ((1 << DRAW_BITS) - 1)
    }

    /// A number below `count`, each as likely: as many draws as it takes.
    pub fn below(&mut self, count: u32) -> u32 {
        loop {
            if let Some(number) = below(self.next_draw(), count) {
                return number;
            }
        }
    }
}

/// What a draw says of a number below `count`, 1 ≤ `count` ≤ 2^16: each number by
/// equally many draws, after Lemire ("Fast random integer generation in an
/// interval", 2019); `None` for the few draws that are left over.
///
/// ```
/// use phinum_core::zeckendorf_game::random::below;
///
/// let by_three = |k| (0..1 << 16).filter(|&draw| below(draw, 3) == Some(k)).count();
/// assert_eq!([0, 1, 2].map(by_three), [21845; 3]);
/// ```
#[inline]
pub fn below(draw: u32, count: u32) -> Option<u32> {
    let product = draw * count;
    let rest = product & ((1 << DRAW_BITS) - 1);
    // The remainder is below the count: most draws do without the division.
    if rest < count && rest < (1 << DRAW_BITS) % count {
        return None;
    }
    Some(product >> DRAW_BITS)
}

/// The length of a game from `n` ones whose moves `choose` picks: given how many
/// are legal, which of them, by pattern and then by index.
///
/// # Panics
/// If `choose` gives a number that is not below what it was given.
pub fn play(rules: &Rules, n: u32, mut choose: impl FnMut(u32) -> u32) -> u32 {
    let mut state = State::of_ones(u64::from(n));
    let mut length = 0;
    loop {
        let legal: Vec<_> = state.legal(rules).collect();
        if legal.is_empty() {
            return length;
        }
        let chosen = legal[choose(legal.len() as u32) as usize];
        state.make(rules, chosen, &1).expect("a legal move can be made");
        length += 1;
    }
}

/// The lengths of the games of `task`, the plain form.
pub fn random_games(task: &RandomGames) -> LengthHistogram {
    let mut lengths = LengthHistogram::default();
    for game in task.games() {
        let mut draws = Draws::new(task.key(), game);
        lengths.add(play(task.rules(), task.n(), |count| draws.below(count)), 1);
    }
    lengths
}

#[cfg(test)]
mod tests;
