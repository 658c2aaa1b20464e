//! The positions that lose for the player to move, a bit each: a winning strategy.

use super::{Layer, Outcome, Space};
use crate::zeckendorf_game::position::Position;
use crate::zeckendorf_game::rules::Move;
use crate::zeckendorf_game::state::State;
use crate::zeckendorf_game::strategy::Strategy;

/// Which positions are cold: the player to move loses. To win, move to one.
#[derive(Clone, Debug)]
pub struct ColdTable {
    space: Space,
    /// By potential, how many positions are in the layers below.
    starts: Vec<u64>,
    /// A bit a position, by layer and then by rank, the lowest of a byte first.
    bits: Vec<u8>,
}

impl ColdTable {
    /// With no position cold.
    pub fn empty(space: Space) -> ColdTable {
        let mut starts = Vec::with_capacity(space.layers().len());
        let mut states = 0;
        for &size in space.layers() {
            starts.push(states);
            states += u64::from(size);
        }
        let bits = vec![0; states.div_ceil(8) as usize];
        ColdTable { space, starts, bits }
    }

    /// With these bits; `None` if they are not as many bytes as it takes.
    pub fn new(space: Space, bits: Vec<u8>) -> Option<ColdTable> {
        let mut table = ColdTable::empty(space);
        (bits.len() == table.bits.len()).then(|| {
            table.bits = bits;
            table
        })
    }

    /// Notes the cold positions of the layer of `potential`.
    pub fn note(&mut self, potential: usize, layer: &Layer<u32>) {
        for (at, &word) in (self.starts[potential]..).zip(&layer.values) {
            if Outcome::of(word).grundy == 0 {
                self.bits[(at / 8) as usize] |= 1 << (at % 8);
            }
        }
    }

    /// The positions it is about.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// Its bits: by layer from potential 0, then by rank, the lowest of a byte first.
    pub fn bits(&self) -> &[u8] {
        &self.bits
    }

    /// How many positions are cold.
    pub fn cold(&self) -> u64 {
        self.bits.iter().map(|byte| u64::from(byte.count_ones())).sum()
    }

    /// Whether a position is cold; `None` if it is no position of this game.
    pub fn is_cold(&self, state: &State<u64>) -> Option<bool> {
        let (potential, rank) = self.space.rank(state)?;
        let at = self.starts[potential] + rank as u64;
        Some(self.bits[(at / 8) as usize] >> (at % 8) & 1 == 1)
    }

    /// The first legal move to a cold position, if there is one: it wins.
    pub fn winning_move(&self, state: &State<u64>) -> Option<Move> {
        let rules = self.space.rules();
        state.legal(rules).find(|m| {
            let mut next = state.clone();
            next.make(rules, *m, &1).is_ok() && self.is_cold(&next) == Some(true)
        })
    }

    /// A winning move, else the first legal one, for nothing better can be done
    /// against perfect play; `None` at the end of the game.
    pub fn choose(&self, state: &State<u64>) -> Option<Move> {
        let rules = self.space.rules();
        self.winning_move(state).or_else(|| state.legal(rules).next())
    }
}

impl Strategy for &ColdTable {
    fn choose(&mut self, position: &Position<'_>) -> Option<Move> {
        ColdTable::choose(self, &position.state())
    }
}
