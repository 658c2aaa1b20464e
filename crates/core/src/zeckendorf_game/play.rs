//! Play: move by move with a strategy a player, or many moves at a time where
//! their order does not matter.

use dashu_int::UBig;
use thiserror::Error;

use super::position::{Position, TooLarge};
use super::record::{Misrecorded, Record};
use super::rules::{Move, MoveKind, Rules, ZECKENDORF};
use super::state::{Count, Illegal, State};
use super::strategy::Strategy;

/// What ends a play before its end.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayError<E> {
    /// Whoever looked on.
    #[error(transparent)]
    Stopped(E),
    /// The start is out of reach of play move by move.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A strategy chose what it may not.
    #[error("player {player} made an illegal move: {why}")]
    Illegal {
        /// The player, from 1.
        player: usize,
        /// What is wrong with it.
        why: Illegal,
    },
    /// A strategy chose nothing though it could.
    #[error("player {player} made no move, and the game is not over")]
    Idle {
        /// The player, from 1.
        player: usize,
    },
    /// The record is not that of a play.
    #[error("the play is not as recorded: {0}")]
    Misrecorded(#[from] Misrecorded),
}

/// A move as it was made.
#[derive(Clone, Copy, Debug)]
pub struct Step<'p> {
    /// How many moves were made, this one included.
    pub number: u64,
    /// Who made it, from 1.
    pub player: usize,
    /// The move.
    pub made: Move,
    /// Where it led.
    pub position: &'p Position<'p>,
}

/// Plays a game to its end, a move at a time, each player by a strategy, in turn.
/// `look` sees every move once it is made and may stop the play; nothing else is
/// kept of their order.
///
/// # Errors
/// [`PlayError`].
///
/// # Panics
/// If there is no player.
pub fn play<E>(
    rules: &Rules,
    start: &State<u64>,
    players: &mut [Box<dyn Strategy + '_>],
    mut look: impl FnMut(Step<'_>) -> Result<(), E>,
) -> Result<Record, PlayError<E>> {
    assert!(!players.is_empty(), "a game has a player");
    let mut position = Position::new(rules, start)?;
    let mut times = vec![[0u64; 128]; rules.patterns.len()];
    let mut number = 0u64;
    let mut player = 0;
    loop {
        let Some(made) = players[player].choose(&position) else {
            if position.is_final() {
                break;
            }
            return Err(PlayError::Idle { player: player + 1 });
        };
        position.make(made).map_err(|why| PlayError::Illegal { player: player + 1, why })?;
        times[made.pattern][made.index as usize] += 1;
        number += 1;
        look(Step { number, player: player + 1, made, position: &position })
            .map_err(PlayError::Stopped)?;
        player = if player + 1 == players.len() { 0 } else { player + 1 };
    }
    let moves = times.iter().enumerate().flat_map(|(pattern, times)| {
        let at = move |(index, times): (usize, &u64)| {
            (Move { pattern, index: index as u32 }, UBig::from(*times))
        };
        times.iter().enumerate().map(at)
    });
    let end = position.state().widened();
    Ok(Record::new(rules, start.widened(), end, moves, number.into(), players.len())?)
}

/// The play of Theorem 1.2 from any position, many moves at a time: splits and
/// combine-ones, of each pile as many at once as are legal, until none is; then the
/// smallest combine, and again. Players move in turn, `players` of them.
///
/// The order of the splits and combine-ones changes neither their number nor how
/// often each is made (Lemmas 2.1 and 2.2 of Cusenza et al.), and for the
/// Zeckendorf game no play is longer. Nothing here knows of a formula for its length.
///
/// # Errors
/// [`Misrecorded`] if the length identity fails.
pub fn longest<C: Count>(
    rules: &Rules,
    start: &State<C>,
    players: usize,
) -> Result<Record, Misrecorded> {
    let state = start.clone();
    let mut batch = Batch { rules, state, times: Vec::new(), length: UBig::ZERO };
    let (mut low, mut high) = (1, start.top());
    loop {
        batch.relax(low, high);
        let Some(m) = batch.smallest_combine() else { break };
        batch.make(m, &C::of(1));
        (low, high) = (u32::MAX, 0);
        for (i, _) in rules.patterns[m.pattern].made(m.index) {
            (low, high) = (low.min(i), high.max(i));
        }
    }
    let moves = batch.times.iter().enumerate().flat_map(|(index, times)| {
        let at = move |(pattern, times): (usize, &UBig)| {
            (Move { pattern, index: index as u32 }, times.clone())
        };
        times.iter().enumerate().map(at)
    });
    Record::new(rules, start.widened(), batch.state.widened(), moves, batch.length, players)
}

/// A play under way, many moves at a time.
struct Batch<'r, C> {
    rules: &'r Rules,
    state: State<C>,
    /// By index, then by pattern.
    times: Vec<Vec<UBig>>,
    length: UBig,
}

impl<C: Count> Batch<'_, C> {
    /// Makes splits and combine-ones until none is legal. Only counts at indices
    /// from `low` to `high` are new since none was.
    ///
    /// It sweeps upwards over what has changed, since most of what a move makes
    /// lies above it, and again over what changed below the sweep.
    fn relax(&mut self, mut low: u32, mut high: u32) {
        while low <= high {
            let mut again = (u32::MAX, 0);
            let mut i = low;
            while i <= high {
                for (pattern, p) in self.rules.patterns.iter().enumerate() {
                    if p.kind == MoveKind::Combine {
                        continue;
                    }
                    for &(offset, _) in p.takes {
                        let index = i.wrapping_add_signed(-offset);
                        let m = Move { pattern, index };
                        if !p.is_at(index) || !self.is_legal(m) {
                            continue;
                        }
                        let times = self.state.times(self.rules, m);
                        self.make(m, &times);
                        for (made, _) in p.made(index) {
                            if made > i {
                                high = high.max(made);
                            } else {
                                again = (again.0.min(made), again.1.max(made));
                            }
                        }
                    }
                }
                i += 1;
            }
            (low, high) = again;
        }
    }

    fn smallest_combine(&self) -> Option<Move> {
        let patterns = self.rules.patterns.iter().enumerate();
        let combines: Vec<_> = patterns.filter(|(_, p)| p.kind == MoveKind::Combine).collect();
        (1..=self.state.top()).find_map(|index| {
            let at = combines.iter().filter(|(_, p)| p.is_at(index));
            at.map(|&(pattern, _)| Move { pattern, index }).find(|m| self.is_legal(*m))
        })
    }

    fn is_legal(&self, m: Move) -> bool {
        let mut taken = self.rules.patterns[m.pattern].taken(m.index);
        taken.all(|(i, count)| self.state.has(i, count))
    }

    /// Makes a legal move `times` times.
    fn make(&mut self, m: Move, times: &C) {
        let made = self.state.make(self.rules, m, times);
        debug_assert!(made.is_ok(), "{m:?} is legal, and no count passes the number played");
        let index = m.index as usize;
        if self.times.len() <= index {
            self.times.resize(index + 1, vec![UBig::ZERO; self.rules.patterns.len()]);
        }
        let times = times.big();
        self.length += &times;
        self.times[index][m.pattern] += times;
    }
}

/// The length of the longest Zeckendorf game from `n` ones, by playing it.
///
/// # Panics
/// If the play does not satisfy the length identity: never.
pub fn longest_by_batched_play(n: u64) -> u128 {
    let record = longest(&ZECKENDORF, &State::of_ones(n), 2).expect("the length identity");
    // Below 3n, and so within 66 bits.
    u128::try_from(record.length()).unwrap_or(u128::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zeckendorf_game::strategy::{NAMED, Random};
    use core::convert::Infallible;

    fn alone(
        rules: &Rules,
        start: &State<u64>,
        players: &mut [Box<dyn Strategy>],
    ) -> Result<Record, PlayError<Infallible>> {
        play(rules, start, players, |_| Ok(()))
    }

    #[test]
    fn players_move_in_turn_and_the_play_can_be_stopped() {
        let mut players: Vec<Box<dyn Strategy>> =
            (0..3).map(|seed| Box::new(Random::new(seed)) as Box<dyn Strategy>).collect();
        let start = State::of_ones(40);
        let mut seen = 0;
        let record = play(&ZECKENDORF, &start, &mut players, |step| {
            assert_eq!((step.number, step.player), (seen + 1, seen as usize % 3 + 1));
            seen += 1;
            Ok::<(), Infallible>(())
        })
        .unwrap();
        assert_eq!(*record.length(), seen.into());
        assert_eq!(record.winner() as u64, (seen - 1) % 3 + 1);
        let stopped = play(&ZECKENDORF, &start, &mut players, |step| {
            if step.number == 5 { Err("enough".to_owned()) } else { Ok(()) }
        });
        assert_eq!(stopped, Err(PlayError::Stopped("enough".to_owned())));
    }

    #[test]
    fn who_cannot_move_loses() {
        for players in 1..=4 {
            let record = longest(&ZECKENDORF, &State::of_ones(1u64), players).unwrap();
            assert_eq!((record.length(), record.winner()), (&UBig::ZERO, players));
        }
    }

    /// A user's own strategy, with its faults.
    struct Fixed(Option<Move>);

    impl Strategy for Fixed {
        fn choose(&mut self, _: &Position<'_>) -> Option<Move> {
            self.0
        }
    }

    #[test]
    fn what_a_strategy_may_not_do_is_said() {
        let ones = Move { pattern: 0, index: 1 };
        let start = State::of_ones(5);
        let with = |m| alone(&ZECKENDORF, &start, &mut [Box::new(Fixed(m))]);
        assert_eq!(with(None), Err(PlayError::Idle { player: 1 }));
        let said = with(Some(ones)).unwrap_err().to_string();
        assert_eq!(
            said,
            "player 1 made an illegal move: the move takes more of F_1 than the 1 there are"
        );
    }

    #[test]
    fn batched_or_one_by_one_it_is_the_same_play() {
        let priority = NAMED[4].priority;
        for rules in [&ZECKENDORF, &super::super::rules::TRIBONACCI] {
            for start in [State::of_ones(1000), State::new([5, 0, 9, 0, 0, 31]), State::new([])] {
                let mut players: Vec<Box<dyn Strategy>> =
                    vec![Box::new(priority), Box::new(priority)];
                let by_one = alone(rules, &start, &mut players).unwrap();
                assert_eq!(longest(rules, &start, 2).unwrap(), by_one, "{rules} {start:?}");
                assert_eq!(longest(rules, &start.widened(), 2).unwrap(), by_one);
            }
        }
    }
}
