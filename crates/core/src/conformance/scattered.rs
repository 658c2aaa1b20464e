//! Listed numbers and pairs of heaps.

use super::cases::{Draw, edges, functions};
use super::{Compared, Effort, Failure};
use crate::backend::{Backend, ListTask};
use crate::column::{Column, Width};
use crate::function::Function;
use crate::numeral::zeckendorf;
use crate::places::place;
use crate::wythoff::is_cold_by_beatty;

/// Random numbers of every length beside every edge and its neighbours, unsorted
/// and with repetitions.
fn inputs(effort: Effort) -> Vec<u64> {
    let count = match effort {
        Effort::Quick => 2_000,
        Effort::Full => 30_000,
    };
    let mut draw = Draw(1);
    let mut inputs: Vec<u64> = edges(effort)
        .into_iter()
        .flat_map(|edge| [edge.saturating_sub(1), edge, edge.saturating_add(1)])
        .filter_map(|n| u64::try_from(n).ok())
        .chain([u64::MAX, u64::MAX - 1, 0, 1, 0])
        .chain(0..200)
        .collect();
    while inputs.len() < count {
        let bits = draw.below(64);
        inputs.push(draw.next() >> bits);
    }
    inputs
}

pub(super) fn lists(
    backend: &dyn Backend,
    effort: Effort,
    compared: &mut Compared,
) -> Result<(), Failure> {
    let inputs = inputs(effort);
    // As many whose values fit 64 bits, for all functions but the numeral.
    let lower: Vec<u64> = inputs.iter().map(|n| n >> 2).collect();
    let mut column = Column::unwritten(Width::U64, 0);
    for function in functions() {
        // The packed numeral of most numbers leaves 64 bits, that of all fits 128.
        for inputs in [&inputs[..], &lower, &inputs[..1], &[]] {
            let width = function.width_up_to(inputs.iter().copied().max().unwrap_or(0))?;
            column.reset(width, inputs.len());
            backend.fill_list(ListTask::new(&function, inputs, column.as_mut())?)?;
            for (i, &n) in inputs.iter().enumerate() {
                let expected = function.value_wrapped(n.into());
                compared.equal(&function, "list", n, &column.get(i), &expected)?;
            }
        }
    }
    Ok(())
}

pub(super) fn cold(
    backend: &dyn Backend,
    effort: Effort,
    compared: &mut Compared,
) -> Result<(), Failure> {
    let side = match effort {
        Effort::Quick => 40,
        Effort::Full => 150,
    };
    let mut pairs: Vec<[u64; 2]> = (0..side).flat_map(|a| (0..side).map(move |b| [a, b])).collect();
    let mut draw = Draw(2);
    for i in 0..3 * side {
        // A number shifted up: cold or, half as often, parity alone is missing.
        let a = draw.next() >> (1 + i % 63);
        let b = zeckendorf(a.into()).indices().map(|i| place(i + 1)).sum::<u128>();
        if let Ok(b) = u64::try_from(b) {
            pairs.extend([[a, b], [b, a], [a, b.wrapping_add(1)], [a ^ 1, b]]);
        }
        pairs.push([draw.next(), draw.next()]);
    }
    pairs.extend([[u64::MAX, u64::MAX], [0, u64::MAX], [u64::MAX - 1, u64::MAX]]);
    pairs.push([1_836_311_903, 2_971_215_073]);

    let function = Function::from(crate::quantity::by_name("lower-wythoff").expect("listed"));
    for pairs in [&pairs[..], &pairs[..33], &pairs[..1], &[]] {
        let mut out = vec![0xff; pairs.len()];
        backend.cold(pairs, &mut out)?;
        for ([a, b], got) in pairs.iter().zip(&out) {
            let expected = u8::from(is_cold_by_beatty(*a, *b));
            compared.equal(&function, "cold", format!("({a}, {b})"), got, &expected)?;
        }
    }
    Ok(())
}
