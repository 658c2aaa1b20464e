//! A game for each n of a range, a line each.

use std::io::Write;

use anyhow::{Context, Result};
use phinum_bulk::Error;
use phinum_bulk::json::Integer;
use phinum_bulk::output::Target;
use phinum_core::zeckendorf_game::play::longest;
use phinum_core::zeckendorf_game::rules::{MoveKind, ZECKENDORF};
use phinum_core::zeckendorf_game::state::State;

use super::PlayArgs;
use crate::commands::game::effort;
use crate::commands::game::word;
use crate::interrupt;
use crate::range::Interval;

/// Plays them and writes a table.
///
/// # Errors
/// Whatever stops it.
pub fn run(args: &PlayArgs, range: Interval) -> Result<()> {
    if range.start == 0 && range.len() > 0 {
        return crate::commands::game::no_game();
    }
    let batched = args.strategy.any_order();
    let too_long = "a move at a time that is too long; 'longest' alone is played many moves at a \
                    time";
    if !batched {
        // About n and 2.62 n moves each.
        let mean = f64::midpoint(range.start as f64, range.end as f64);
        effort::said(mean, 2.62 * mean, range.len() as f64, too_long)?;
    }
    let seed = word("seed", &args.seed)?;
    let mut out = Target::stdout();
    let mut write = |text: String| {
        out.write_all(text.as_bytes()).map_err(|e| Error::writing("standard output", e))
    };
    let names: Vec<&str> =
        ["n", "length"].into_iter().chain(MoveKind::ALL.map(MoveKind::name)).collect();
    if !args.json {
        write(format!("{},winner\n", names.join(",")))?;
    }
    for n in range.start..range.end {
        interrupt::check()?;
        let record = if batched {
            longest(&ZECKENDORF, &State::of_ones(n), 2)?
        } else {
            let n = u64::try_from(n).ok().context(too_long)?;
            super::by_moves(&State::of_ones(n), args.strategy, seed)?
        };
        let numbers = [Integer::from(n), Integer::from(record.length())]
            .into_iter()
            .chain(MoveKind::ALL.map(|kind| Integer::from(record.of_kind(kind))));
        if args.json {
            let named = names.iter().zip(numbers);
            let pairs =
                named.map(|(name, n)| Ok(format!("\"{name}\":{}", serde_json::to_string(&n)?)));
            let pairs: Vec<String> = pairs.collect::<Result<_>>()?;
            write(format!("{{{},\"winner\":{}}}\n", pairs.join(","), record.winner()))?;
        } else {
            let cells: Vec<String> = numbers.map(|n| n.to_string()).collect();
            write(format!("{},{}\n", cells.join(","), record.winner()))?;
        }
    }
    Ok(out.commit()?)
}
