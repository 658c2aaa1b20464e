//! What a play costs, said before it starts.

use anyhow::{Result, bail};
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use phinum_core::zeckendorf_game::play::longest;
use phinum_core::zeckendorf_game::record::Record;
use phinum_core::zeckendorf_game::rules::ZECKENDORF;
use phinum_core::zeckendorf_game::state::State;

use crate::note::note;

/// Moves a second that a play a move at a time makes at least, on the machines it
/// was tried on.
const MOVES_A_SECOND: f64 = 2e7;
/// The seconds from which on the cost is said.
const WORTH_SAYING: f64 = 60.0;
/// The most moves that are made one at a time.
const MOST_MOVES: f64 = 1e12;
/// The most bits of a number that is played in batches: the time grows with the
/// cube of the bits, and stays within seconds up to here.
const MOST_BITS: usize = 1024;

/// The play of Theorem 1.2 in batches; `None` if the number is too large for it.
///
/// # Errors
/// If the length identity fails.
pub fn batched(start: &State<UBig>) -> Result<Option<Record>> {
    if start.top() as usize > 2 * MOST_BITS || start.value(&ZECKENDORF).bit_len() > MOST_BITS {
        return Ok(None);
    }
    Ok(Some(match start.narrowed() {
        // Words are faster, and no count passes the number played.
        Some(start) if start.value(&ZECKENDORF).bit_len() <= 64 => longest(&ZECKENDORF, &start, 2)?,
        _ => longest(&ZECKENDORF, start, 2)?,
    }))
}

/// As [`batched`].
///
/// # Errors
/// If the number is too large, too.
pub fn must_batch(start: &State<UBig>) -> Result<Record> {
    match batched(start)? {
        Some(record) => Ok(record),
        None => bail!(
            "a game of more than {MOST_BITS} bits is not played; 'phinum game length' knows how \
             long its longest and its shortest play are"
        ),
    }
}

/// The position to play from a move at a time, after saying what it costs where
/// that is much: `games` plays of it. `too_long` is said if it is too much.
///
/// # Errors
/// If it is too much.
pub fn one_by_one(start: &State<UBig>, games: u32, too_long: &str) -> Result<State<u64>> {
    let fits = start.narrowed().filter(|start| start.value(&ZECKENDORF).bit_len() <= 64);
    let Some(narrow) = fits else { bail!("{too_long}") };
    // A move takes away one place at most.
    let most = longest(&ZECKENDORF, &narrow, 2)?;
    let least = start.terms() - most.end().terms();
    said(least.to_f64().value(), most.length().to_f64().value(), f64::from(games), too_long)?;
    Ok(narrow)
}

/// Says what `games` plays of `least` to `most` moves cost, if it is much.
///
/// # Errors
/// `too_long` if it is too much.
pub fn said(least: f64, most: f64, games: f64, too_long: &str) -> Result<()> {
    let (least, most) = (least * games, most * games);
    if least > MOST_MOVES {
        bail!("{too_long} (at least {least:.1e} moves)");
    }
    let seconds = most / MOVES_A_SECOND;
    if seconds > WORTH_SAYING {
        let minutes = (seconds / 60.0).ceil();
        note(format_args!(
            "{least:.1e} to {most:.1e} moves, made one at a time: up to about {minutes} \
             minutes; Ctrl-C stops it"
        ));
    }
    Ok(())
}
