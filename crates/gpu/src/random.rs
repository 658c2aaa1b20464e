//! Random games: a dispatch makes a bounded number of moves in each of many games,
//! and those that are not over go on from where they stand in a later one.
//!
//! Where they stand passes through the host, so a device that is lost takes no
//! game with it. The pace counts moves, so that a dispatch of long games takes as
//! long as one of short ones.

use std::ops::Range;

use phinum_core::backend::{BackendError, LengthHistogram, RandomGames};
use phinum_core::zeckendorf_game::random as core;
use phinum_shaders::random_games::{Params, SHADER, Step, Term};

use crate::engine::Engine;
use crate::error::Trouble;
use crate::kernel::Variant;
use crate::resident::Piece;
use crate::session::Session;
use crate::work::{Batch, Dispatch, Frame, Loaded, Work};

/// The most moves of a dispatch in one game: what no pace goes below, so that a
/// chunk of moves is a whole number of games.
const MOVES: u64 = 1 << 12;
/// The most games played at once: with all their counts, less than the 128 MiB
/// that every binding has.
const MOST: u64 = 1 << 19;

const _: () = assert!(phinum_shaders::random_games::TERMS as usize == core::TERMS);
const _: () = assert!(phinum_shaders::random_games::PLACES == core::TOP + 1);

/// Games under way, each in as many words as it has on the device.
#[derive(Debug)]
struct Games<'a> {
    task: &'a RandomGames,
    /// Moves of a dispatch in each game, a power of two up to [`MOVES`].
    moves: u64,
    /// Fours of counts a game has.
    fours: usize,
    standing: Vec<[u32; 4]>,
    /// What is left of them, for the next turn.
    left: Vec<[u32; 4]>,
    lengths: LengthHistogram,
}

impl<'a> Games<'a> {
    fn new(task: &'a RandomGames) -> Games<'a> {
        let top = task.rules().top_index(task.n().into());
        // Games from n ones are rarely longer than 5/4 n; one turn for most of them.
        let moves = (u64::from(task.n()) * 4 / 3 + 8).next_power_of_two().min(MOVES);
        Games {
            task,
            moves,
            fours: top as usize / 4 + 1,
            standing: Vec::new(),
            left: Vec::new(),
            lengths: LengthHistogram::default(),
        }
    }

    /// Fours of words a game has.
    fn row(&self) -> usize {
        1 + self.fours
    }

    /// Sets up the games numbered `games`.
    fn set_up(&mut self, games: Range<u64>) {
        self.standing.clear();
        for game in games {
            self.standing.push([game as u32, (game >> 32) as u32, 0, 0]);
            self.standing.push([0, self.task.n(), 0, 0]);
            self.standing.extend((1..self.fours).map(|_| [0; 4]));
        }
    }

    /// Turns to the games that are not over; false if all are.
    fn next_turn(&mut self) -> bool {
        std::mem::swap(&mut self.standing, &mut self.left);
        self.left.clear();
        !self.standing.is_empty()
    }

    fn rows(&self, moves: &Range<u64>) -> Range<usize> {
        let row = |moves: u64| (moves / self.moves) as usize * self.row();
        row(moves.start)..row(moves.end)
    }
}

impl Work for Games<'_> {
    type Note = ();

    const KIND: &'static str = "random games";

    fn len(&self) -> u64 {
        (self.standing.len() / self.row()) as u64 * self.moves
    }

    fn most(&self, _: &Frame) -> u64 {
        MOST * MOVES
    }

    fn load(&self, session: &mut Session) -> Result<Loaded, Trouble> {
        let masks = self.task.masks();
        // Rules are no function: their place in memory tells them apart, far above
        // the numbers of functions.
        let owner = std::ptr::from_ref(self.task.rules()).addr() as u64;
        let terms = session.table(owner, Piece::Terms, || {
            let spared = |term: &core::Term| [term.spared as u32, (term.spared >> 32) as u32];
            let term = |t: &core::Term| Term { count: t.count, below: t.below, spared: spared(t) };
            bytemuck::cast_slice(&masks.terms().each_ref().map(term)).to_vec()
        })?;
        let steps = session.table(owner, Piece::Steps, || {
            let step = |s: &core::Step| Step { places: s.places, deltas: s.deltas };
            bytemuck::cast_slice(&masks.steps().each_ref().map(step)).to_vec()
        })?;
        let kernel = session.kernel(Variant::plain(&SHADER))?;
        Ok(Loaded { kernel, resident: vec![terms, steps] })
    }

    fn prepare(&self, chunk: Range<u64>, frame: &Frame, feed: &mut Vec<u32>) -> Batch<()> {
        let rows = self.rows(&chunk);
        feed.extend_from_slice(self.standing[rows].as_flattened());
        let count = ((chunk.end - chunk.start) / self.moves) as u32;
        let grid = frame.grid_for(count);
        let all = self.task.masks().all();
        let params = Params {
            count,
            width: grid.width,
            moves: self.moves as u32,
            fours: self.fours as u32,
            all: [all as u32, (all >> 32) as u32],
            key: self.task.key(),
        };
        Batch {
            dispatches: vec![Dispatch::new(&params, grid)],
            words: feed.len(),
            zeroed: 0..0,
            note: (),
        }
    }

    fn receive(&mut self, _: Range<u64>, (): (), words: &[u32]) {
        for game in words.as_chunks::<4>().0.chunks(self.row()) {
            // One that is not over has drawn something.
            let [_, _, length, draws] = game[0];
            if draws == 0 {
                self.lengths.add(length, 1);
            } else {
                self.left.extend_from_slice(game);
            }
        }
    }
}

/// The lengths of the games of `task`.
pub(crate) fn random_games(
    engine: &mut Engine,
    task: &RandomGames,
) -> Result<LengthHistogram, BackendError> {
    let mut games = Games::new(task);
    let all = task.games();
    let mut start = all.start;
    while start < all.end {
        let end = start.saturating_add(MOST).min(all.end);
        games.set_up(start..end);
        loop {
            engine.run(&mut games)?;
            if !games.next_turn() {
                break;
            }
        }
        start = end;
    }
    Ok(games.lengths)
}
