//! Every move of a game, written as it is made.

use std::io::Write;

use anyhow::Result;
use dashu_int::UBig;
use phinum_bulk::Error;
use phinum_bulk::output::Target;
use phinum_core::zeckendorf_game::play::play;
use phinum_core::zeckendorf_game::rules::ZECKENDORF;
use phinum_core::zeckendorf_game::state::State;
use serde_json::json;

use super::summary::Game;
use crate::commands::game::{effort, play_error};

/// Plays the game and writes its moves, then what the record says.
///
/// # Errors
/// Whatever stops it.
pub fn run(start: &State<UBig>, game: &Game, json: bool) -> Result<()> {
    let start = effort::one_by_one(start, 1, super::TOO_LONG)?;
    let mut out = Target::stdout();
    let mut write = |text: String| {
        out.write_all(text.as_bytes()).map_err(|e| Error::writing("standard output", e))
    };
    if !json {
        write(format!("0 {}\n", start.notation(&ZECKENDORF)))?;
    }
    let mut seated = game.players.seated(game.seed);
    let played = play(&ZECKENDORF, &start, &mut seated, |step| {
        super::look(&step)?;
        let made = step.made.notation(&ZECKENDORF);
        let state = step.position.state().notation(&ZECKENDORF);
        if json {
            let line = json!({
                "number": step.number,
                "player": step.player,
                "kind": ZECKENDORF.patterns[step.made.pattern].kind.name(),
                "index": step.made.index,
                "move": made,
                "state": state,
            });
            write(format!("{line}\n"))
        } else {
            write(format!("{} player {}: {made}  {state}\n", step.number, step.player))
        }
    });
    let record = played.map_err(play_error)?;
    if json {
        write(format!("{}\n", game.json(&record)))?;
    } else {
        write(format!("\n{}", game.text(&record)))?;
    }
    Ok(out.commit()?)
}
