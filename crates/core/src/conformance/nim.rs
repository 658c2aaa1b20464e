//! Nim-sums of Fibonacci Nim.

use super::cases::Draw;
use super::{Compared, Effort, Failure};
use crate::backend::Backend;
use crate::fibonacci_nim::recursion::Recursion;
use crate::fibonacci_nim::sums::NimSums;
use crate::fibonacci_nim::{Thresholds, opening_cap};

/// Every position with one heap of a small table, then sums of up to a dozen heaps
/// at random, empty ones and caps past the heap among them.
pub(super) fn sums(
    backend: &dyn Backend,
    effort: Effort,
    compared: &mut Compared,
) -> Result<(), Failure> {
    let (last, sums) = match effort {
        Effort::Quick => (100, 500),
        Effort::Full => (600, 20_000),
    };
    let recursion = Recursion::up_to(last as usize);
    let table = Thresholds::up_to(last, |_, _| true).ok().flatten().expect("a small table");
    let last = last as u32;

    let openings = (0..=last).map(|heap| [heap, opening_cap(heap)]);
    let mut heaps: Vec<[u32; 2]> = openings
        .chain((0..=last).flat_map(|heap| (0..=heap + 1).map(move |cap| [heap, cap])))
        .collect();
    let mut ends: Vec<u32> = (1..=heaps.len() as u32).collect();
    let mut draw = Draw(3);
    let mut below = |end: u32| draw.below(end.into()) as u32;
    for _ in 0..sums {
        for _ in 0..below(13) {
            let heap = below(last + 1);
            let cap = match below(8) {
                0 => u32::MAX,
                1 => heap,
                2 => opening_cap(heap),
                _ => below(heap + 2),
            };
            heaps.push([heap, cap]);
        }
        ends.push(heaps.len() as u32);
    }
    for positions in [ends.len(), 1, 0] {
        let ends = &ends[..positions];
        let heaps = &heaps[..ends.last().map_or(0, |end| *end as usize)];
        let task = NimSums::new(&table, heaps, ends).expect("heaps within the table");
        let mut out = vec![u8::MAX; positions];
        backend.nim_sums(&task, &mut out)?;
        for (i, got) in out.iter().enumerate() {
            let position = task.position(i);
            let values =
                position.iter().map(|[heap, cap]| recursion.value(*heap as usize, *cap as usize));
            let expected = values.fold(0, |sum, value| sum ^ value);
            compared.named(|| "a nim-sum".into(), format!("{position:?}"), got, &expected)?;
        }
    }
    Ok(())
}
