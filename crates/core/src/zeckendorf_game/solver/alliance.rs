//! More than two players, some of whom play together.
//!
//! Players 1 to P move in turn, again and again; whoever makes the last move wins,
//! and so does an alliance the player is in. Either an alliance can force that or
//! the others together can prevent it. With P ≥ 3 no single player can from n ≥ 5
//! ones (Cusenza et al., Winning Strategy for the Multiplayer and Multialliance
//! Zeckendorf Games, 2020). Where there is no move at all, the last is taken to be
//! the one before: player P's.

use core::fmt;

use super::fold::{Fold, Layer, Shape};

/// The most players.
pub const MOST_PLAYERS: u32 = 64;

/// Some of the players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Alliance(u64);

impl Alliance {
    /// These players, each from 1 to [`MOST_PLAYERS`].
    ///
    /// # Panics
    /// If one is not.
    pub fn new(players: impl IntoIterator<Item = u32>) -> Alliance {
        let bit = |player: u32| {
            assert!((1..=MOST_PLAYERS).contains(&player), "player {player}");
            1u64 << (player - 1)
        };
        Alliance(players.into_iter().map(bit).fold(0, |all, one| all | one))
    }

    /// Every alliance of `players` players that leaves somebody out, smaller ones
    /// first.
    pub fn all(players: u32) -> Vec<Alliance> {
        let mut all: Vec<_> = (1..(1u64 << players) - 1).map(Alliance).collect();
        all.sort_by_key(|alliance| (alliance.len(), alliance.players().collect::<Vec<_>>()));
        all
    }

    /// How many there are.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is nobody.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a player is one of them.
    pub fn has(self, player: u32) -> bool {
        (1..=MOST_PLAYERS).contains(&player) && self.0 >> (player - 1) & 1 == 1
    }

    /// Whether all of another one are.
    pub fn includes(self, other: Alliance) -> bool {
        other.0 & !self.0 == 0
    }

    /// Its players, ascending.
    pub fn players(self) -> impl Iterator<Item = u32> {
        (1..=MOST_PLAYERS).filter(move |&player| self.has(player))
    }
}

impl fmt::Display for Alliance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let players: Vec<String> = self.players().map(|player| player.to_string()).collect();
        f.write_str(&players.join(","))
    }
}

/// Finds which alliances win: for each a word with a bit for each player whose
/// turn it is, set if the alliance then has a winning strategy.
#[derive(Clone, Debug)]
pub struct AllianceFold {
    players: u32,
    alliances: Vec<Alliance>,
}

impl AllianceFold {
    /// For these alliances of `players` players.
    ///
    /// # Panics
    /// If there are more than [`MOST_PLAYERS`] players, or none.
    pub fn new(players: u32, alliances: &[Alliance]) -> AllianceFold {
        assert!((1..=MOST_PLAYERS).contains(&players), "{players} players");
        AllianceFold { players, alliances: alliances.to_vec() }
    }

    /// Which of the alliances win with the first player to move.
    pub fn winners(value: &[u64]) -> Vec<bool> {
        value.iter().map(|turns| turns & 1 == 1).collect()
    }
}

impl Fold for AllianceFold {
    type Word = u64;
    /// Whether there was an option.
    type Sum = bool;

    fn shape(&self, _above: &[Layer<u64>]) -> Shape {
        Shape { words: self.alliances.len(), ..Shape::WORD }
    }

    #[inline]
    fn add(
        &self,
        sums: &mut [bool],
        values: &mut [u64],
        shape: &Shape,
        above: &Layer<u64>,
        rank: u32,
    ) {
        let options = above.run(rank, sums.len());
        let values = values.chunks_exact_mut(shape.words).zip(options.chunks_exact(shape.words));
        for (any, (value, option)) in sums.iter_mut().zip(values) {
            let first = !core::mem::replace(any, true);
            for ((turns, next), ours) in value.iter_mut().zip(option).zip(&self.alliances) {
                // After this move it is the next player's turn.
                let moved = next >> 1 | (next & 1) << (self.players - 1);
                if first {
                    *turns = !ours.0;
                }
                // On our turn one good option is enough, on theirs all must be good.
                *turns = (*turns | ours.0 & moved) & (ours.0 | moved);
            }
        }
    }

    fn finish(&self, sums: &[bool], values: &mut [u64], shape: &Shape) {
        let all = u64::MAX >> (MOST_PLAYERS - self.players);
        let values = values.chunks_exact_mut(shape.words).zip(sums);
        for (value, _) in values.filter(|(_, any)| !**any) {
            for (turns, ours) in value.iter_mut().zip(&self.alliances) {
                // Ours made the last move if it is now the turn after one of ours.
                *turns = (ours.0 << 1 | ours.0 >> (self.players - 1)) & all;
            }
        }
    }
}
