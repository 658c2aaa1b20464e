//! Summaries: small ranges against streaming, a long one against exact sums.

use dashu_int::IBig;

use super::cases::{edges, functions};
use super::{Compared, Effort, Failure};
use crate::backend::{Backend, Summary, SummaryTask};
use crate::column::Width;
use crate::function::Function;
use crate::places::top_index;
use crate::prefix::Sums;

pub(super) fn check(
    backend: &dyn Backend,
    effort: Effort,
    compared: &mut Compared,
) -> Result<(), Failure> {
    let (reach, long, step) = match effort {
        Effort::Quick => (300, 50_000, 3),
        Effort::Full => (1500, 3_000_000, 5),
    };
    for function in functions() {
        for edge in edges(effort).into_iter().step_by(step).chain([1 << 32, 1 << 64]) {
            let start = edge.saturating_sub(reach);
            let range = start..edge.saturating_add(reach);
            if function.width(range.clone()).is_err() {
                continue;
            }
            let mut expected = Summary::new(true);
            range.clone().for_each(|n| expected.push(n, function.value_wrapped(n)));
            let got = backend.summarize(&SummaryTask::new(&function, range.clone(), true)?)?;
            same(&function, &format!("{range:?}"), &got, &expected, compared)?;
        }
        let empty = backend.summarize(&SummaryTask::new(&function, 7..7, false)?)?;
        same(&function, "7..7", &empty, &Summary::new(false), compared)?;

        let range = (1 << 32) - 1..(1 << 32) - 1 + long;
        if !function.width(range.clone()).is_ok_and(|width| width <= Width::U64) {
            continue;
        }
        let got = backend.summarize(&SummaryTask::new(&function, range.clone(), false)?)?;
        if let Some(sums) = Sums::<IBig>::new(&function, top_index(range.end)) {
            let expected = sums.over(range.clone()).f;
            let at = format!("{range:?}");
            compared.equal(&function, "sum", at, &IBig::from(got.sum), &expected)?;
        }
    }
    Ok(())
}

fn same(
    function: &Function,
    at: &str,
    got: &Summary,
    expected: &Summary,
    compared: &mut Compared,
) -> Result<(), Failure> {
    let extreme = |e: Option<(u128, u128)>| format!("{e:?}");
    compared.equal(function, "count", at, &got.count, &expected.count)?;
    compared.equal(function, "sum", at, &got.sum, &expected.sum)?;
    compared.equal(function, "minimum", at, &extreme(got.min), &extreme(expected.min))?;
    compared.equal(function, "maximum", at, &extreme(got.max), &extreme(expected.max))?;
    compared.equal(function, "above the bins", at, &got.above, &expected.above)?;
    for (value, (got, expected)) in got.histogram.iter().zip(&expected.histogram).enumerate() {
        compared.equal(function, "histogram", format!("{at}, value {value}"), got, expected)?;
    }
    compared.equal(function, "bins", at, &got.histogram.len(), &expected.histogram.len())
}
