//! Random games, several at a time on each thread.
//!
//! A move waits for the one before it through a long chain: what is legal, which
//! of it is chosen, what that changes. So a thread plays a few games in turns, and
//! the processor works on one while another waits.

use phinum_core::backend::{LengthHistogram, RandomGames};
use phinum_core::zeckendorf_game::random::{DRAW_BITS, MOVES, Masks, TERMS, TOP, TOUCHED, below};
use rand_philox::Philox;
use rayon::prelude::*;

use crate::select::Ones;

/// Games a thread plays in turns.
const TABLES: usize = 4;
/// About so many moves are a thread's next piece of work.
const CHUNK: u64 = 1 << 19;
/// Words drawn at a time: sixteen blocks, which the generator makes side by side.
const WORDS: usize = 64;
/// Fewer are drawn at a time for games from fewer ones than this, which end soon.
const SHORT: u32 = 2 * WORDS as u32;
/// Places there are counts for.
const PLACES: usize = TOP as usize + 1;

/// The lengths of the games of `task`.
pub(crate) fn random_games(task: &RandomGames) -> LengthHistogram {
    let games = task.games();
    let chunk = (CHUNK / u64::from(task.n())).max(2 * TABLES as u64);
    let moves = Moves::from(task.masks());
    // Merging is exact, so the order in which threads finish does not show.
    (0..(games.end - games.start).div_ceil(chunk))
        .into_par_iter()
        .map(|i| {
            let start = games.start + i * chunk;
            let end = start.saturating_add(chunk).min(games.end);
            play(&task.with_games(start..end), &moves)
        })
        .reduce(LengthHistogram::default, |mut all, some| {
            all.merge(&some);
            all
        })
}

/// All games of `task`, on this thread.
fn play(task: &RandomGames, moves: &Moves) -> LengthHistogram {
    let mut lengths = LengthHistogram::default();
    let mut games = task.games();
    let first = games.by_ref().take(TABLES);
    let mut tables: Vec<Table> = first.map(|game| Table::new(task, game)).collect();
    while !tables.is_empty() {
        let mut over = None;
        for (at, table) in tables.iter_mut().enumerate() {
            if !table.make_move(moves) {
                over = Some(at);
            }
        }
        let Some(at) = over else { continue };
        lengths.add(tables[at].length, 1);
        match games.next() {
            Some(game) => tables[at] = Table::new(task, game),
            None => drop(tables.swap_remove(at)),
        }
    }
    lengths
}

/// The rules, laid out for a move to read little.
struct Moves {
    all: u64,
    terms: [Need; TERMS],
    steps: [Step; MOVES],
}

/// A condition; all ones in `one` if a single piece will do, else none.
#[derive(Clone, Copy)]
struct Need {
    one: u32,
    below: u32,
    spared: u64,
}

#[derive(Clone, Copy)]
struct Step {
    deltas: [u32; TOUCHED],
    places: [u8; TOUCHED],
    /// The places that stay as they are.
    others: u32,
}

impl From<&Masks> for Moves {
    fn from(masks: &Masks) -> Moves {
        let terms = masks.terms().map(|term| Need {
            one: u32::from(term.count == 1).wrapping_neg(),
            below: term.below,
            spared: term.spared,
        });
        let steps = masks.steps().map(|step| Step {
            deltas: step.deltas,
            places: step.places.map(|place| place as u8),
            others: step.places.iter().fold(!0, |others, place| others & !(1 << place)),
        });
        Moves { all: masks.all(), terms, steps }
    }
}

impl Moves {
    /// As [`Masks::legal`].
    #[inline(always)]
    fn legal(&self, some: u32, several: u32) -> u64 {
        self.terms.iter().fold(self.all, |legal, need| {
            let present = u64::from((some & need.one | several & !need.one) << (need.below % 32));
            legal & (present << 32 | present | need.spared)
        })
    }
}

/// A game under way.
struct Table {
    counts: [u32; PLACES],
    /// The indices of which there is at least one.
    some: u32,
    /// The indices of which there are at least two.
    several: u32,
    length: u32,
    draws: Draws,
}

impl Table {
    fn new(task: &RandomGames, game: u64) -> Table {
        let n = task.n();
        let mut counts = [0; PLACES];
        counts[1] = n;
        let draws = Draws::new(task, game);
        Table { counts, some: n.min(1) << 1, several: (n.min(2) >> 1) << 1, length: 0, draws }
    }

    /// Makes a move; false if the game is over.
    #[inline(always)]
    fn make_move(&mut self, moves: &Moves) -> bool {
        let ones = Ones::of(moves.legal(self.some, self.several));
        let count = ones.count();
        if count == 0 {
            return false;
        }
        let chosen = loop {
            if let Some(chosen) = below(self.draws.next(), count) {
                break chosen;
            }
        };
        let step = &moves.steps[ones.nth(chosen) as usize % MOVES];
        let (mut some, mut several) = (self.some & step.others, self.several & step.others);
        for (place, delta) in step.places.iter().zip(&step.deltas) {
            let place = u32::from(*place) % 32;
            let count = self.counts[place as usize].wrapping_add(*delta);
            self.counts[place as usize] = count;
            // Comparisons would become branches nobody can foretell.
            some |= count.min(1) << place;
            several |= (count.min(2) >> 1) << place;
        }
        (self.some, self.several) = (some, several);
        self.length += 1;
        true
    }
}

/// The draws of a game, many at a time.
struct Draws {
    source: Philox,
    words: [u32; WORDS],
    /// How many words are drawn at a time.
    batch: usize,
    /// How many halves of them are used.
    used: usize,
}

impl Draws {
    fn new(task: &RandomGames, game: u64) -> Draws {
        let source = Philox::new(task.key(), u128::from(game) << 64);
        let batch = if task.n() < SHORT { 4 } else { WORDS };
        Draws { source, words: [0; WORDS], batch, used: 2 * batch }
    }

    #[inline(always)]
    fn next(&mut self) -> u32 {
        if self.used == 2 * self.batch {
            self.source.fill_u32(&mut self.words[..self.batch]);
            self.used = 0;
        }
        let word = self.words[self.used / 2 % WORDS];
        let draw = word >> (DRAW_BITS * (self.used as u32 & 1)) & ((1 << DRAW_BITS) - 1);
        self.used += 1;
        draw
    }
}
