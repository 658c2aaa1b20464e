//! The same results by plain recursion over a hash map of positions: slow, and
//! sharing nothing with the layers but the rules and what a legal move is.

use std::collections::HashMap;
use std::rc::Rc;

use dashu_int::UBig;

use super::alliance::Alliance;
use super::{Lengths, Outcome};
use crate::zeckendorf_game::rules::Rules;
use crate::zeckendorf_game::state::State;

/// Everything about the positions that `n` ones reach.
#[derive(Debug)]
pub struct Oracle<'a> {
    rules: &'a Rules,
    outcomes: HashMap<State<u64>, Outcome>,
    lengths: HashMap<State<u64>, Rc<Lengths>>,
}

impl<'a> Oracle<'a> {
    /// Knows nothing yet.
    pub fn new(rules: &'a Rules) -> Self {
        Oracle { rules, outcomes: HashMap::new(), lengths: HashMap::new() }
    }

    /// The positions one move away.
    fn options(&self, state: &State<u64>) -> Vec<State<u64>> {
        let option = |m| {
            let mut option = state.clone();
            option.make(self.rules, m, &1).expect("the move is legal");
            option
        };
        state.legal(self.rules).map(option).collect()
    }

    /// Who wins from a position, and how long a game can take.
    pub fn outcome(&mut self, state: &State<u64>) -> Outcome {
        if let Some(known) = self.outcomes.get(state) {
            return *known;
        }
        let options: Vec<_> = self.options(state).iter().map(|next| self.outcome(next)).collect();
        let mut grundy = 0;
        while options.iter().any(|option| option.grundy == grundy) {
            grundy += 1;
        }
        let outcome = Outcome {
            grundy,
            shortest: options.iter().map(|o| o.shortest + 1).min().unwrap_or(0),
            longest: options.iter().map(|o| o.longest + 1).max().unwrap_or(0),
        };
        self.outcomes.insert(state.clone(), outcome);
        outcome
    }

    /// How many plays there are from a position, by length.
    pub fn lengths(&mut self, state: &State<u64>) -> Rc<Lengths> {
        if let Some(known) = self.lengths.get(state) {
            return known.clone();
        }
        let mut plays: Vec<UBig> = Vec::new();
        let options = self.options(state);
        if options.is_empty() {
            plays.push(UBig::ONE);
        }
        for option in options {
            for (length, more) in self.lengths(&option).iter() {
                let length = length as usize + 1;
                if plays.len() <= length {
                    plays.resize(length + 1, UBig::ZERO);
                }
                plays[length] += more;
            }
        }
        let first = plays.iter().take_while(|&count| *count == UBig::ZERO).count();
        let lengths = Rc::new(Lengths { first: first as u32, plays: plays.split_off(first) });
        self.lengths.insert(state.clone(), lengths.clone());
        lengths
    }

    /// How many positions have been met by [`outcome`](Self::outcome): from the
    /// start, all that can be reached.
    pub fn states(&self) -> usize {
        self.outcomes.len()
    }

    /// The positions met by [`outcome`](Self::outcome), and what they came to.
    pub fn outcomes(&self) -> impl Iterator<Item = (&State<u64>, Outcome)> {
        self.outcomes.iter().map(|(state, outcome)| (state, *outcome))
    }

    /// Whether an alliance of some of `players` players has a winning strategy from
    /// a position with player `turn`, from 1, to move.
    pub fn wins(&self, state: &State<u64>, players: u32, turn: u32, ours: Alliance) -> bool {
        self.wins_known(state, players, turn, ours, &mut HashMap::new())
    }

    fn wins_known(
        &self,
        state: &State<u64>,
        players: u32,
        turn: u32,
        ours: Alliance,
        known: &mut HashMap<(State<u64>, u32), bool>,
    ) -> bool {
        if let Some(wins) = known.get(&(state.clone(), turn)) {
            return *wins;
        }
        let next_turn = if turn == players { 1 } else { turn + 1 };
        let last_turn = if turn == 1 { players } else { turn - 1 };
        let options = self.options(state);
        let mut good =
            options.iter().map(|next| self.wins_known(next, players, next_turn, ours, known));
        let wins = if options.is_empty() {
            ours.has(last_turn)
        } else if ours.has(turn) {
            good.any(|good| good)
        } else {
            good.all(|good| good)
        };
        known.insert((state.clone(), turn), wins);
        wins
    }
}
