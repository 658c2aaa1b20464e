//! Ranges: every window around an edge, and one long range in random pieces.

use super::cases::{Draw, edges, functions};
use super::{Compared, Effort, Failure};
use crate::backend::{Backend, RangeTask};
use crate::column::{Column, Width};
use crate::function::Function;
use crate::places::top_index;
use crate::prefix::Sums;
use crate::ring::Ring;

/// Half the width of a window around an edge.
const REACH: u128 = 40;

pub(super) fn around_edges(
    backend: &dyn Backend,
    effort: Effort,
    compared: &mut Compared,
) -> Result<(), Failure> {
    let mut column = Column::unwritten(Width::U64, 0);
    for function in functions() {
        for edge in edges(effort) {
            let from = edge.saturating_sub(REACH);
            // Across the edge, up to it, from it on, the edge alone, and nothing.
            let to = edge.saturating_add(REACH);
            let mut windows = vec![(from, to)];
            if [1 << 32, 1 << 63, 1 << 64].contains(&edge) || effort == Effort::Full && edge < 99 {
                windows.extend([(from, edge), (edge, to), (edge, edge + 1), (edge, edge)]);
            }
            for (start, end) in windows {
                let Ok(width) = function.width(start..end) else { continue };
                // Wider columns take narrow values too.
                let wider = [0, 1 << 8, 1 << 16, 1 << 32].contains(&edge);
                for wide in Width::ALL {
                    if wide == width || wide > width && wider {
                        column.reset(wide, (end - start) as usize);
                        window(backend, &function, start, &mut column, compared)?;
                    }
                }
            }
        }
    }
    Ok(())
}

fn window(
    backend: &dyn Backend,
    function: &Function,
    start: u128,
    column: &mut Column,
    compared: &mut Compared,
) -> Result<(), Failure> {
    backend.fill(RangeTask::new(function, start, column.as_mut())?)?;
    for i in 0..column.len() {
        let n = start + i as u128;
        compared.equal(function, "range", n, &column.get(i), &function.value_wrapped(n))?;
    }
    Ok(())
}

/// One range a function, from a start past each word edge, in pieces of random
/// length: together they have the range's exact sums.
pub(super) fn random_cuts(
    backend: &dyn Backend,
    effort: Effort,
    compared: &mut Compared,
) -> Result<(), Failure> {
    let (len, starts): (u128, &[u128]) = match effort {
        Effort::Quick => (100_000, &[(1 << 32) - 50_000]),
        Effort::Full => {
            (1_200_000, &[0, (1 << 32) - 5, (1 << 63) - 200_000, (1 << 64) - 9, 1 << 100])
        }
    };
    let mut draw = Draw(len as u64);
    let mut column = Column::unwritten(Width::U64, 0);
    for function in functions() {
        for &start in starts {
            let end = start + len;
            let Ok(width) = function.width(start..end) else { continue };
            let Some(sums) = Sums::<u128>::new(&function, top_index(end)) else { continue };
            let expected = sums.over(start..end);
            let (mut f, mut nf) = (0u128, 0u128);
            let mut at = start;
            while at < end {
                let piece = u128::from(1 + draw.below(len as u64 / 2)).min(end - at);
                column.reset(width, piece as usize);
                backend.fill(RangeTask::new(&function, at, column.as_mut())?)?;
                for i in 0..piece as usize {
                    let value = column.get(i);
                    f.add(&value);
                    nf.add(&value.mul(&(at + i as u128)));
                }
                at += piece;
            }
            let range = format!("{start}..{end}");
            compared.equal(&function, "sum over random cuts", &range, &f, &expected.f)?;
            compared.equal(
                &function,
                "sum of n f(n) over random cuts",
                &range,
                &nf,
                &expected.nf,
            )?;
        }
    }
    Ok(())
}
