//! The Zeckendorf game on one thread: the solver and random games, each against its
//! plain form.

use phinum_core::backend::{Backend, RandomGames};
use phinum_core::zeckendorf_game::random::random_games;
use phinum_core::zeckendorf_game::rules::ZECKENDORF;
use phinum_core::zeckendorf_game::solver::oracle::Oracle;
use phinum_core::zeckendorf_game::solver::{Outcome, Space};
use phinum_core::zeckendorf_game::state::State;
use phinum_cpu::{Cpu, game};
use rayon::ThreadPoolBuilder;

use crate::measure::{Bench, Error, assert, seconds, time};

/// Far more than the spaces here take.
const MEMORY: u64 = 1 << 30;
const SEED: u64 = 1;

/// Measures the CPU, on the one thread of a pool.
///
/// # Errors
/// [`Error`]: a wrong result, or a listener that wants no more.
///
/// # Panics
/// If the operating system refuses the thread.
pub fn measure(bench: &mut Bench<'_>) -> Result<(), Error> {
    let pool = ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    pool.install(|| {
        bench.setting("One thread")?;
        solved(bench)?;
        random(bench, &Cpu::default())
    })
}

/// What perfect play gives, over all positions, against a recursion over a hash map.
fn solved(bench: &mut Bench<'_>) -> Result<(), Error> {
    let pairs = bench.effort().of(3, 7, 11);
    for &n in bench.effort().of(&[10][..], &[30, 60], &[30, 60, 100]) {
        let what = format!("solving n = {n}");
        bench.ratio(&what, "a recursion over a hash map", pairs, || {
            let mut plain = None;
            let old = seconds(1, || {
                plain = Some(Oracle::new(&ZECKENDORF).outcome(&State::of_ones(n)));
            });
            let mut solved: Option<Outcome> = None;
            let new = seconds(1, || {
                let space = Space::new(&ZECKENDORF, n, MEMORY);
                solved = space.ok().and_then(|space| game::outcome(&space, &mut |_| true));
            });
            assert(solved == plain, &what)?;
            Ok((new, old))
        })?;
    }
    Ok(())
}

/// Games at random against the same games by the table of rules, move by move.
fn random(bench: &mut Bench<'_>, backend: &dyn Backend) -> Result<(), Error> {
    let pairs = bench.effort().of(3, 7, 11);
    let moves: u64 = bench.effort().of(1000, 100_000, 1_000_000);
    for n in bench.effort().of([10, 20], [100, 1000], [100, 1000]) {
        let task = RandomGames::new(&ZECKENDORF, n, SEED, 0..moves / n).expect("games");
        let what = format!("{} random games from n = {n}", moves / n);
        bench.ratio(&what, "move by move", pairs, || {
            let mut plain = None;
            let old = seconds(1, || plain = Some(random_games(&task)));
            let mut played = None;
            let new = time(1, || backend.random_games(&task).map(|games| played = Some(games)))?;
            assert(played == plain, &what)?;
            Ok((new, old))
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Altered, heard};

    #[test]
    fn a_wrong_game_has_no_speed() {
        let wrong = heard("game", |bench| random(bench, &Altered(Cpu::default())));
        assert!(matches!(wrong, Err(Error::Wrong { what }) if what.contains("random games")));
    }
}
