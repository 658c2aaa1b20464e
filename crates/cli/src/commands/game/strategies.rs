//! `phinum game strategies`: one number, played by every pair of the literature's
//! strategies.

use anyhow::Result;
use clap::Args;
use dashu_int::UBig;
use phinum_bulk::json::Integer;
use phinum_core::zeckendorf_game::rules::MoveKind;
use phinum_core::zeckendorf_game::state::State;
use phinum_core::zeckendorf_game::strategy::{NAMED, deterministic};
use serde_json::{Map, Value, json};

use super::play::by_moves;
use super::players::{Player, Players};
use super::{effort, no_game, players};
use crate::args::number_argument;
use crate::{interrupt, report};

#[derive(Debug, Args)]
#[command(after_help = players::help())]
pub struct StrategiesArgs {
    /// The number: each game starts with that many ones
    #[arg(value_name = "N", value_parser = number_argument, allow_hyphen_values = true)]
    pub n: UBig,
    /// As JSON
    #[arg(long)]
    pub json: bool,
}

const TOO_LONG: &str = "its games are too long to be played a move at a time; \
    'phinum game length' knows the shortest and the longest";

/// Runs it.
///
/// # Errors
/// Whatever stops it, as a sentence.
pub fn run(args: &StrategiesArgs) -> Result<()> {
    interrupt::listen()?;
    if args.n == UBig::ZERO {
        return no_game();
    }
    let pairs = deterministic().iter().flat_map(|first| {
        let with = move |second| Players::of([Player::Named(first), Player::Named(second)]);
        deterministic().iter().map(with)
    });
    let others = NAMED[deterministic().len()..].iter();
    let same = others.map(|named| Players::of([Player::Named(named), Player::Named(named)]));
    let games: Vec<Players> = pairs.chain(same).collect();
    let big = State::of_ones(args.n.clone());
    let one_by_one = games.iter().filter(|game| !game.any_order()).count() as u32;
    let start = effort::one_by_one(&big, one_by_one, TOO_LONG)?;
    let mut rows = Vec::new();
    for game in games {
        let record =
            if game.any_order() { effort::must_batch(&big)? } else { by_moves(&start, game, 0)? };
        rows.push((game.names(), record));
    }
    if args.json {
        let games = rows.iter().map(|(strategies, record)| {
            let mut object = Map::new();
            object.insert("strategies".into(), json!(strategies));
            object.insert("length".into(), json!(Integer::from(record.length())));
            for kind in MoveKind::ALL {
                object.insert(kind.name().into(), json!(Integer::from(record.of_kind(kind))));
            }
            object.insert("winner".into(), json!(record.winner()));
            Value::Object(object)
        });
        let games: Vec<Value> = games.collect();
        return report::print_json(&json!({ "n": Integer::from(&args.n), "games": games }));
    }
    let header: Vec<&str> = ["player 1", "player 2", "length"]
        .into_iter()
        .chain(MoveKind::ALL.map(MoveKind::name))
        .chain(["winner"])
        .collect();
    let rows = rows.iter().map(|([first, second], record)| {
        let mut row = vec![first.clone(), second.clone(), record.length().to_string()];
        row.extend(MoveKind::ALL.map(|kind| record.of_kind(kind).to_string()));
        row.push(format!("player {}", record.winner()));
        row
    });
    Ok(report::print(&report::table(&header, rows.collect(), &[2, 3, 4, 5]))?)
}
