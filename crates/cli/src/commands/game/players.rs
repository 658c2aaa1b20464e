//! Who plays: strategies by name.

use std::str::FromStr;

use phinum_core::zeckendorf_game::solver::ColdTable;
use phinum_core::zeckendorf_game::state::State;
use phinum_core::zeckendorf_game::strategy::{self, Named, Priority, Random, Strategy};

/// How a player plays.
#[derive(Clone, Copy, Debug)]
pub enum Player {
    /// By a strategy with a name.
    Named(&'static Named),
    /// By an order of one's own.
    Priority(Priority),
    /// At random.
    Random,
    /// By a solved game, which a command reads once and keeps.
    Solved(&'static ColdTable),
}

impl Player {
    fn named(name: &str) -> Result<Player, String> {
        if name == "random" {
            return Ok(Player::Random);
        }
        let named = strategy::by_name(name).map(Player::Named);
        named.or_else(|| Priority::parse(name).map(Player::Priority)).ok_or_else(|| {
            let names: Vec<&str> = strategy::NAMED.iter().map(|named| named.name).collect();
            format!(
                "there is no strategy '{name}'; there are {}, random, or an order of one's own \
                 such as split-largest+combine-ones+combine-smallest",
                names.join(", ")
            )
        })
    }

    /// What the player is called.
    pub fn name(&self) -> String {
        match self {
            Player::Named(named) => named.name.to_owned(),
            Player::Priority(priority) => priority.to_string(),
            Player::Random => "random".to_owned(),
            Player::Solved(_) => "solved".to_owned(),
        }
    }

    /// The strategy of the player number `seat`, from 0.
    fn strategy(&self, seat: u64, seed: u64) -> Box<dyn Strategy> {
        match self {
            Player::Named(named) => Box::new(named.priority),
            Player::Priority(priority) => Box::new(*priority),
            // Far apart, so that two players do not draw the same numbers.
            Player::Random => Box::new(Random::new(seed ^ seat << 63)),
            Player::Solved(table) => Box::new(*table),
        }
    }
}

/// The two players of a game.
#[derive(Clone, Copy, Debug)]
pub struct Players {
    players: [Player; 2],
    /// Whether two strategies were named.
    pub two: bool,
}

impl FromStr for Players {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names: Vec<&str> = text.split(',').map(str::trim).collect();
        match names[..] {
            [both] => {
                let player = Player::named(both)?;
                Ok(Players { players: [player, player], two: false })
            }
            [_, ""] => Err("the second strategy is missing after the comma".into()),
            [first, second] => Ok(Players::of([Player::named(first)?, Player::named(second)?])),
            _ => Err("a game has two players: one strategy for both, or S,S2".into()),
        }
    }
}

impl Players {
    /// These two.
    pub fn of(players: [Player; 2]) -> Players {
        Players { players, two: true }
    }

    /// With the seat that wins from `start` taken by a solved game.
    #[must_use]
    pub fn against(mut self, table: ColdTable, start: &State<u64>) -> Players {
        // A lost start is won by the second player.
        let seat = usize::from(table.is_cold(start) == Some(true));
        // It is read once, and lives as long as the command does.
        self.players[seat] = Player::Solved(Box::leak(Box::new(table)));
        self
    }

    /// Whether the play is only defined up to the order of moves that may come in
    /// any, so that it can be made many moves at a time.
    pub fn any_order(&self) -> bool {
        self.players.iter().all(|player| matches!(player, Player::Named(named) if named.any_order))
    }

    /// Whether a seed matters.
    pub fn random(&self) -> bool {
        self.players.iter().any(|player| matches!(player, Player::Random))
    }

    /// Their names.
    pub fn names(&self) -> [String; 2] {
        self.players.map(|player| player.name())
    }

    /// Their strategies, ready to play.
    pub fn seated(&self, seed: u64) -> Vec<Box<dyn Strategy>> {
        (0..).zip(&self.players).map(|(seat, player)| player.strategy(seat, seed)).collect()
    }
}

/// The strategies, for help texts.
pub fn help() -> String {
    let named = strategy::NAMED.iter().map(|named| (named.name, named.what));
    let random = ("random", "every legal move as likely as any other, from --seed");
    let lines = named.chain([random]).map(|(name, what)| format!("  {name:<17} {what}\n"));
    format!(
        "Strategies:\n{}  or an order of one's own, each kind once:\n  \
         split-largest+combine-ones+combine-smallest\n",
        lines.collect::<String>()
    )
}
