//! Random games, against the plain form.

use super::{Compared, Effort, Failure};
use crate::backend::{Backend, LengthHistogram, RandomGames};
use crate::zeckendorf_game::random::random_games;
use crate::zeckendorf_game::rules::{Rules, TRIBONACCI, ZECKENDORF};

/// The rules, how many ones, the seed, the first game and how many.
type Case = (&'static Rules, u64, u64, u64, u64);

pub(super) fn random(
    backend: &dyn Backend,
    effort: Effort,
    compared: &mut Compared,
) -> Result<(), Failure> {
    let mut cases: Vec<Case> = (1..=12).map(|n| (&ZECKENDORF, n, n, 0, 40)).collect();
    cases.extend([
        (&ZECKENDORF, 18, 0, 0, 1500),
        (&ZECKENDORF, 100, u64::MAX, u64::from(u32::MAX) - 150, 300),
        (&ZECKENDORF, 1000, 1 << 40, u64::MAX - 20, 20),
        (&TRIBONACCI, 60, 7, 0, 200),
    ]);
    if effort == Effort::Full {
        cases.extend((13..=150).map(|n| (&ZECKENDORF, n, 1 << n.min(63), 3, 9)));
        cases.extend([
            (&ZECKENDORF, 400, 5, 1 << 33, 1000),
            (&ZECKENDORF, 40_000, 6, 0, 3),
            (&TRIBONACCI, 700, 8, 0, 100),
        ]);
    }
    for (rules, n, seed, first, count) in cases {
        let task = RandomGames::new(rules, n, seed, first..first + count).expect("it is possible");
        let got = backend.random_games(&task)?;
        let expected = random_games(&task);
        let what = || format!("random games of {rules} from {n} with seed {seed}");
        let lengths = [&got, &expected].into_iter().filter_map(LengthHistogram::extremes);
        let (least, most) = lengths.fold((u32::MAX, 0), |(a, b), (c, d)| (a.min(c), b.max(d)));
        for length in least..=most {
            let at = format!("length {length}");
            compared.named(what, at, &got.count(length), &expected.count(length))?;
        }
    }
    Ok(())
}
