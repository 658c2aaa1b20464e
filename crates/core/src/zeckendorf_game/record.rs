//! What is kept of a play: where it started and ended, and how often each move was
//! made.
//!
//! A record is checked when it is made: its length satisfies the identity of
//! [`Potential`], which knows nothing of how the play went.

use std::collections::BTreeMap;

use dashu_int::{IBig, UBig};
use thiserror::Error;

use super::potential::Potential;
use super::rules::{Move, MoveKind, Rules};
use super::state::State;

/// A record that cannot be that of a play.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Misrecorded {
    /// The moves do not add up to the length.
    #[error("{counted} moves were counted as they were made, and {listed} are listed")]
    Listed {
        /// The length counted move by move.
        counted: UBig,
        /// The sum over the kinds and indices.
        listed: UBig,
    },
    /// The length identity fails.
    #[error(
        "{counted} moves were counted, and between its start and its end the length identity \
         asks for {identity}"
    )]
    Identity {
        /// The length counted move by move.
        counted: UBig,
        /// The length by the identity.
        identity: IBig,
    },
}

/// A play, without the order of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    start: State<UBig>,
    end: State<UBig>,
    moves: BTreeMap<Move, UBig>,
    kinds: [UBig; MoveKind::ALL.len()],
    length: UBig,
    players: usize,
}

impl Record {
    /// The record of a play between two positions, of `length` moves in turn by
    /// `players` players: how often each move was made.
    ///
    /// # Errors
    /// [`Misrecorded`] if the length identity does not hold.
    pub fn new(
        rules: &Rules,
        start: State<UBig>,
        end: State<UBig>,
        moves: impl IntoIterator<Item = (Move, UBig)>,
        length: UBig,
        players: usize,
    ) -> Result<Record, Misrecorded> {
        let moves: BTreeMap<Move, UBig> =
            moves.into_iter().filter(|(_, times)| *times > UBig::ZERO).collect();
        let listed: UBig = moves.values().sum();
        if listed != length {
            return Err(Misrecorded::Listed { counted: length, listed });
        }
        // Up to the greatest index a place, or a move between, touches.
        let made = moves.keys().flat_map(|m| rules.patterns[m.pattern].made(m.index));
        let top = made.map(|(i, _)| i).chain([start.top(), end.top()]).max();
        let potential = Potential::new(rules, top.unwrap_or(0));
        let excess: IBig =
            moves.iter().map(|(m, times)| (potential.raise(rules, *m) - 1) * times).sum();
        let identity = IBig::from(potential.of(&end)) - potential.of(&start) - excess;
        if identity != IBig::from(length.clone()) {
            return Err(Misrecorded::Identity { counted: length, identity });
        }
        let kinds = MoveKind::ALL.map(|kind| {
            let of_kind = moves.iter().filter(|(m, _)| rules.patterns[m.pattern].kind == kind);
            of_kind.map(|(_, times)| times).sum()
        });
        Ok(Record { start, end, moves, kinds, length, players: players.max(1) })
    }

    /// Where it started.
    pub fn start(&self) -> &State<UBig> {
        &self.start
    }

    /// Where it ended.
    pub fn end(&self) -> &State<UBig> {
        &self.end
    }

    /// How many moves were made.
    pub fn length(&self) -> &UBig {
        &self.length
    }

    /// The moves made and how often each was, by pattern and then by index.
    pub fn moves(&self) -> impl Iterator<Item = (Move, &UBig)> {
        self.moves.iter().map(|(m, times)| (*m, times))
    }

    /// How often a move was made.
    pub fn times(&self, m: Move) -> UBig {
        self.moves.get(&m).cloned().unwrap_or_default()
    }

    /// How many moves of a kind were made.
    pub fn of_kind(&self, kind: MoveKind) -> &UBig {
        let at = MoveKind::ALL.iter().position(|k| *k == kind).unwrap_or(0);
        &self.kinds[at]
    }

    /// The player, from 1, who moved last and so wins. Where no move could be made,
    /// the first player loses and the last in turn is named.
    pub fn winner(&self) -> usize {
        let last = &self.length + (self.players - 1);
        (last % self.players) + 1
    }
}
