//! The rule far beyond any table.

use crate::census::{Finding, Stopped, Value, Workings};
use crate::numeral::zeckendorf;
use crate::wythoff::beatty::Pairs;
use crate::wythoff::{is_cold, is_cold_by_beatty, partner};

type Result = core::result::Result<Finding, Stopped>;

/// The pair whose verdict the essay asks for.
const ASKED: (u64, u64) = (1_836_311_903, 2_971_215_073);
/// Pairs between two reports of progress.
const STRIDE: u128 = 1 << 20;

/// The trailing zeros of the smaller half and its shift, by its digits; and by the
/// place that it is and the next one.
pub(super) fn the_pair_asked_for(_: &mut Workings<'_>) -> Result {
    let digits = zeckendorf(ASKED.0.into());
    let partner = u64::try_from(partner(&ASKED.0.into(), 1)).unwrap_or(0);
    let (mut here, mut above, mut zeros) = (1u64, 2u64, 0u64);
    while here < ASKED.0 {
        zeros += 1;
        (here, above) = (above, here + above);
    }
    let by_digits = vec![u64::from(digits.lowest()) - 1, partner];
    Ok(Finding::twice(Value::Numbers(by_digits), Value::Numbers(vec![zeros, above])))
}

/// Whether a position is cold, by its digits and by Beatty's formula.
fn verdict((a, b): (u64, u64)) -> Result {
    let word = |cold| Value::Word(if cold { "cold" } else { "hot" }.to_owned());
    Ok(Finding::twice(word(is_cold(a, b)), word(is_cold_by_beatty(a, b))))
}

pub(super) fn verdict_of_the_pair_asked_for(_: &mut Workings<'_>) -> Result {
    verdict(ASKED)
}

pub(super) fn verdict_of_trillions(_: &mut Workings<'_>) -> Result {
    verdict((10u64.pow(12), 16 * 10u64.pow(11)))
}

/// The first n for which n·φ in floating point has the wrong floor.
pub(super) fn floating_point(workings: &mut Workings<'_>) -> Result {
    let single = f32::midpoint(1.0, 5f32.sqrt());
    let double = f64::midpoint(1.0, 5f64.sqrt());
    let (mut in_32, mut in_64) = (0, 0);
    for (n, a, _) in Pairs::from(1, 1) {
        if n % STRIDE == 0 {
            workings.go_on()?;
        }
        if in_32 == 0 && (n as f32 * single) as u128 != a {
            in_32 = n as u64;
        }
        if (n as u64 as f64 * double) as u64 != a as u64 {
            in_64 = n as u64;
            break;
        }
    }
    let found = Value::Numbers(vec![2584, 102_334_155]);
    Ok(Finding::twice(Value::Numbers(vec![in_32, in_64]), found))
}
