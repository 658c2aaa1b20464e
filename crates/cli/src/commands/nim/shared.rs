//! Heaps that share one cap, searched whole.

use anyhow::{Result, bail};
use dashu_int::UBig;
use phinum_core::fibonacci_nim::direct::{self, Cap, Search, Shared};
use serde_json::json;

use super::{SharedCap, whole};
use crate::commands::sum_report;
use crate::component::Given;
use crate::note::note;
use crate::report;

/// The most counters of a board: what one position leads to is held all at once.
const COUNTERS: u64 = 300;
/// The most positions that are met.
const POSITIONS: usize = 1 << 20;
/// About the bytes a position takes.
const BYTES: u64 = 256;

/// Runs it.
///
/// # Errors
/// A heap with a cap of its own, a board that is too large.
pub(super) fn run(given: &[Given], cap: &SharedCap, memory: u64, as_json: bool) -> Result<()> {
    let heaps: Vec<u32> = given.iter().map(whole).collect::<Result<_>>()?;
    let counters: u64 = heaps.iter().map(|heap| u64::from(*heap)).sum();
    if counters > COUNTERS {
        bail!(
            "heaps that share one cap are searched whole, with at most {COUNTERS} counters in all; \
             without --shared-cap each heap has its own cap, and any size"
        );
    }
    let largest = heaps.iter().copied().max().unwrap_or(0);
    let cap = match cap {
        SharedCap::Opening => Cap::Opening,
        SharedCap::Most(cap) => {
            let clamped = u32::try_from(cap).unwrap_or(u32::MAX).min(largest);
            if *cap > UBig::from(clamped) {
                note(format_args!(
                    "the cap {cap} is above every heap, and permits what {clamped} does"
                ));
            }
            Cap::Most(clamped)
        }
    };
    let start = Shared::new(heaps, cap);
    let most = POSITIONS.min((memory / BYTES) as usize);
    let mut search = Search::new(direct::SharedCap, most);
    let wins = search.wins(&start)?;
    let mut winning = Vec::new();
    for (at, take, left) in start.moves() {
        // Of equal heaps the first stands for all.
        let heap = start.heaps()[at];
        let repeated = at > 0 && start.heaps()[at - 1] == heap;
        if !repeated && !search.wins(&left)? {
            winning.push((heap, take, left.heaps().to_vec()));
        }
    }
    let met = search.positions();
    if as_json {
        let one = |(heap, take, left): &(u32, u32, Vec<u32>)| json!({ "heap": heap, "take": take, "leaves": left, "cap": 2 * take });
        return report::print_json(&json!({
            "heaps": start.heaps(),
            "shared_cap": if let Cap::Most(cap) = cap { Some(cap) } else { None },
            "wins": wins,
            "winning_moves": winning.iter().map(one).collect::<Vec<_>>(),
            "positions_searched": met,
        }));
    }
    let fact = |name: &str, value: String| vec![name.to_owned(), value];
    let list = |heaps: &[u32]| match heaps {
        [] => "none".to_owned(),
        heaps => heaps.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
    };
    let allowed = match cap {
        Cap::Opening => "the opening: any number, but no heap whole".to_owned(),
        Cap::Most(cap) => format!("{cap} from any heap"),
    };
    let count = if winning.is_empty() { "none".into() } else { winning.len().to_string() };
    let facts = vec![
        fact("heaps", list(start.heaps())),
        fact("shared cap", allowed),
        fact("outcome", sum_report::outcome(Some(wins)).into()),
        fact("positions searched", met.to_string()),
        fact("winning moves", count),
    ];
    let mut text = report::table(&[], facts, &[]);
    if !winning.is_empty() {
        let row = |(heap, take, left): &(u32, u32, Vec<u32>)| {
            vec![heap.to_string(), take.to_string(), list(left), (2 * take).to_string()]
        };
        let rows = winning.iter().map(row).collect();
        let header = ["from", "take", "leaves", "shared cap"];
        text += &format!("\n{}", report::table(&header, rows, &[0, 1, 3]));
    }
    text += "\nOne cap for all heaps is no sum of games: no nim-sum tells it, and it was searched \
             whole.\n";
    Ok(report::print(&text)?)
}
