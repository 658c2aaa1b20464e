//! Random games in blocks: a backend plays them, samples are played again by the
//! plain form, and nothing of the blocks shows in the result.

use std::time::{Duration, Instant};

use phinum_core::backend::{LengthHistogram, RandomGames};

use crate::engine::Engine;
use crate::{Error, Progress};

/// About so many moves are in the first block.
const FIRST: u64 = 1 << 21;
/// Blocks grow while they take less than this, so that devices are kept busy,
const SHORT: Duration = Duration::from_millis(250);
/// and shrink when they take longer than this, so that an interrupt is heard.
const LONG: Duration = Duration::from_secs(1);
/// The most games of a block.
const MOST: u64 = 1 << 22;
/// About so many moves are in a sample that is played again.
const SAMPLE: u64 = 1 << 16;
/// One block in so many begins with a sample.
const EVERY: u64 = 16;

/// What came of random games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// How many games there were of each length.
    pub lengths: LengthHistogram,
    /// How many of them were played again by the plain form, with the same result.
    pub checked: u64,
}

/// Plays the games of `task`. The first block, and of games that are not too long
/// one in sixteen, begins with a sample that is played again move by move.
///
/// # Errors
/// [`Error::Wrong`] if a sample is wrong twice, [`Error::Backend`] if no backend is
/// left, and what `progress` says.
pub fn play(engine: &Engine, task: &RandomGames, progress: Progress<'_>) -> Result<Played, Error> {
    let games = task.games();
    let n = u64::from(task.n());
    let mut played = Played { lengths: LengthHistogram::default(), checked: 0 };
    let mut size = (FIRST / n).clamp(1, MOST);
    let mut next = games.start;
    for block in 0.. {
        if next == games.end {
            break;
        }
        if block == 0 || (block % EVERY == 0 && n <= SAMPLE) {
            let end = next.saturating_add((SAMPLE / n).max(1)).min(games.end);
            played.lengths.merge(&engine.checked_games(&task.with_games(next..end))?);
            played.checked += end - next;
            progress((end - next).into())?;
            next = end;
        }
        let end = next.saturating_add(size).min(games.end);
        if next < end {
            let start = Instant::now();
            played.lengths.merge(&engine.games(&task.with_games(next..end))?);
            size = match start.elapsed() {
                short if short < SHORT && end - next == size => (size * 2).min(MOST),
                long if long > LONG => (size / 2).max(1),
                _ => size,
            };
            progress((end - next).into())?;
            next = end;
        }
    }
    Ok(played)
}
