//! Sums of openings in Fibonacci Nim, each searched whole.

use core::ops::RangeInclusive;
use std::collections::HashSet;

use crate::census::Stopped;
use crate::fibonacci_nim::direct::{HeapAndCap, OwnCaps, Search};
use crate::fibonacci_nim::opening_cap;

/// A sum of openings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Sum {
    /// The heaps, ascending.
    pub(crate) heaps: Vec<u32>,
    /// Whether the first player wins.
    pub(crate) wins: bool,
    /// How many positions were met, but for the end; the order of their heaps is none.
    pub(crate) positions: u64,
}

/// All choices of `count` numbers of `range`, ascending, with repetition.
pub(crate) fn choices(count: usize, range: RangeInclusive<u32>) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |some: Vec<u32>| {
            let from = some.last().copied().unwrap_or(*range.start());
            (from..=*range.end()).map(move |heap| [&some[..], &[heap]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// The position of openings of `heaps`, each with its own cap.
pub(crate) fn openings(heaps: &[u32]) -> Vec<HeapAndCap> {
    OwnCaps::position(heaps.iter().map(|&heap| (heap, opening_cap(heap))))
}

/// Searches all sums of `count` openings of heaps in `range`.
pub(crate) fn search(
    count: usize,
    range: RangeInclusive<u32>,
    mut go_on: impl FnMut() -> Result<(), Stopped>,
) -> Result<Vec<Sum>, Stopped> {
    let sum = |heaps: Vec<u32>| {
        go_on()?;
        let mut search = Search::new(OwnCaps, usize::MAX);
        let wins = search.wins(&openings(&heaps)).expect("there is no limit");
        Ok(Sum { heaps, wins, positions: search.positions() as u64 - 1 })
    };
    choices(count, range).into_iter().map(sum).collect()
}

/// The positions of one heap that can be reached from its opening, the opening
/// among them, those with nothing left not.
pub(crate) fn reachable(heap: u32) -> HashSet<HeapAndCap> {
    let opening = (heap, opening_cap(heap).min(heap));
    let mut met = HashSet::from([opening]);
    let mut next = vec![opening];
    while let Some((heap, cap)) = next.pop() {
        for take in 1..=cap {
            let rest = heap - take;
            let option = (rest, (2 * take).min(rest));
            if rest > 0 && met.insert(option) {
                next.push(option);
            }
        }
    }
    met
}
