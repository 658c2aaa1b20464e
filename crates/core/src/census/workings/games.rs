//! Every position of the Zeckendorf games from few ones, by search.

use std::collections::HashMap;

use crate::census::Stopped;
use crate::zeckendorf_game::rules::{Move, MoveKind, ZECKENDORF};
use crate::zeckendorf_game::solver::Outcome;
use crate::zeckendorf_game::solver::oracle::Oracle;
use crate::zeckendorf_game::state::State;

/// The greatest n whose game is searched.
pub(crate) const LAST_GAME: u64 = 50;

/// The game from n ones.
#[derive(Debug)]
pub(crate) struct Game {
    /// n.
    pub(crate) n: u64,
    /// Its positions and what they come to, those that a move leads to first.
    pub(crate) positions: Vec<(State<u64>, Outcome)>,
}

/// The games from 1 to [`LAST_GAME`] ones.
#[derive(Debug)]
pub(crate) struct Games(Vec<Game>);

impl Games {
    /// By a search of every position.
    pub(super) fn search(mut go_on: impl FnMut() -> Result<(), Stopped>) -> Result<Games, Stopped> {
        let game = |n| {
            go_on()?;
            let mut oracle = Oracle::new(&ZECKENDORF);
            oracle.outcome(&State::of_ones(n));
            let mut positions: Vec<_> =
                oracle.outcomes().map(|(state, outcome)| (state.clone(), outcome)).collect();
            // Every move shortens the longest play that is left.
            positions.sort_by_key(|(_, outcome)| outcome.longest);
            Ok(Game { n, positions })
        };
        Ok(Games((1..=LAST_GAME).map(game).collect::<Result<_, _>>()?))
    }

    /// The games, by n.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Game> {
        self.0.iter()
    }
}

/// The moves from a position and where they lead.
pub(crate) fn options(state: &State<u64>) -> Vec<(Move, State<u64>)> {
    let option = |m| {
        let mut option = state.clone();
        option.make(&ZECKENDORF, m, &1).expect("the move is legal");
        (m, option)
    };
    state.legal(&ZECKENDORF).map(option).collect()
}

/// Whether a move is a combine, other than of ones.
pub(crate) fn combines(m: Move) -> bool {
    ZECKENDORF.patterns[m.pattern].kind == MoveKind::Combine
}

/// Of those options the ones that Theorem 1.2 allows: splits and combine-ones, or
/// the combine at the smallest index if there are none.
pub(crate) fn allowed(mut options: Vec<(Move, State<u64>)>) -> Vec<(Move, State<u64>)> {
    if options.iter().any(|(m, _)| !combines(*m)) {
        options.retain(|(m, _)| !combines(*m));
    } else {
        options.sort_by_key(|(m, _)| m.index);
        options.truncate(1);
    }
    options
}

impl Game {
    /// The start and what it comes to.
    pub(crate) fn start(&self) -> &(State<u64>, Outcome) {
        self.positions.last().expect("the longest play is the start's")
    }

    /// Something of every position, made of what it is of the positions that
    /// `options` gives, ends first.
    pub(crate) fn fold<T: Clone>(
        &self,
        options: impl Fn(&State<u64>) -> Vec<(Move, State<u64>)>,
        make: impl Fn(Vec<T>) -> T,
    ) -> HashMap<&State<u64>, T> {
        let mut known: HashMap<&State<u64>, T> = HashMap::new();
        for (state, _) in &self.positions {
            let of = options(state).iter().map(|(_, option)| known[option].clone()).collect();
            known.insert(state, make(of));
        }
        known
    }
}
