//! Known answers that ship with phinum, each with where it comes from.
//!
//! They are checked on every backend by `selftest`; nothing else may depend on
//! them. "Search" is an exhaustive one by a program that shares nothing with this
//! one; PE is Project Euler.

use crate::backend::{Backend, ListTask, SummaryTask};
use crate::column::{Column, Width};
use crate::conformance::{Compared, Effort, Failure};
use crate::function::Function;
use crate::quantity::by_name;

/// A value of a quantity at one number.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// The quantity's name.
    pub quantity: &'static str,
    /// The number.
    pub n: u64,
    /// The value.
    pub value: u128,
    /// Where it comes from.
    pub source: &'static str,
}

/// A sum of a quantity from 1 to a limit, both included.
#[derive(Clone, Copy, Debug)]
pub struct Sum {
    /// The quantity's name.
    pub quantity: &'static str,
    /// The last number.
    pub last: u64,
    /// The sum.
    pub sum: u128,
    /// Where it comes from.
    pub source: &'static str,
}

const fn value(quantity: &'static str, n: u64, value: u128, source: &'static str) -> Value {
    Value { quantity, n, value, source }
}

const fn sum(quantity: &'static str, last: u64, sum: u128, source: &'static str) -> Sum {
    Sum { quantity, last, sum, source }
}

const E18: u64 = 1_000_000_000_000_000_000;
const PLAY: &str = "batched play of Theorem 1.2";
const DIGITS: &str = "greedy digits by hand or in arbitrary precision";
const SEARCH: &str = "full game-tree search";
const STREAM: &str = "one by one, in arbitrary precision";

/// Known values.
pub static VALUES: &[Value] = &[
    value("terms", 10, 2, DIGITS),
    value("terms", 100, 3, DIGITS),
    value("terms", 1_000_000, 5, DIGITS),
    value("terms", u32::MAX as u64, 13, DIGITS),
    value("terms", E18, 27, DIGITS),
    value("terms", u64::MAX, 26, DIGITS),
    value("index-sum", 10, 7, DIGITS),
    value("index-sum", 100, 18, DIGITS),
    value("index-sum", 1_000_000, 97, DIGITS),
    value("index-sum", u32::MAX as u64, 333, DIGITS),
    value("index-sum", E18, 1203, DIGITS),
    value("index-sum", u64::MAX, 1232, DIGITS),
    value("top-index", 1_000_000_000_000, 58, "the 58 digits of 10^12"),
    value("numeral", 12, 0b10101, "12 = 8 + 3 + 1"),
    value("numeral", 100, 0b10_0001_0100, "100 = 89 + 8 + 3"),
    value("trailing-zeros", 1_836_311_903, 44, "F_45"),
    value("shift", 1_836_311_903, 2_971_215_073, "F_46"),
    value("lower-wythoff", 1_836_311_903, 1, "the cold pair (F_45, F_46)"),
    value("shortest", 1_000_000, 999_995, "n - Z(n)"),
    value("longest", 10, 13, SEARCH),
    value("longest", 32, 60, SEARCH),
    value("longest", 100, 223, PLAY),
    value("longest", 1_000_000, 2_617_743, PLAY),
    value("longest", u32::MAX as u64, 11_244_369_541, PLAY),
    value("longest", E18, 2_618_033_988_749_891_985, PLAY),
    value("longest", u64::MAX, 48_294_202_966_742_298_586, PLAY),
    value("upper-bound", 10, 15, "Theorem 1.3"),
    value("upper-bound", 100, 238, "Theorem 1.3"),
    value("upper-bound", 1_000_000, 2_617_927, "Theorem 1.3"),
    value("upper-bound", u32::MAX as u64, 11_244_370_000, "Theorem 1.3"),
    value("upper-bound", E18, 2_618_033_988_749_893_591, "Theorem 1.3"),
    value("upper-bound", u64::MAX, 48_294_202_966_742_300_431, "Theorem 1.3"),
    value("gap", 10, 2, SEARCH),
    value("gap", u64::MAX, 1845, PLAY),
    value("nim-take", 17, 1, SEARCH),
    value("nim-take", 21, 0, SEARCH),
    value("nim-take", 122, 1, SEARCH),
    value("smallest-term", 12, 1, "12 = 8 + 3 + 1"),
];

/// Known sums.
pub static SUMS: &[Sum] = &[
    sum("terms", 999_999, 7_894_453, "PE 297"),
    sum("terms", 1_000_000, 7_894_458, STREAM),
    sum("index-sum", 1_000_000, 114_875_762, STREAM),
    sum("upper-bound", 1_000_000, 1_308_887_756_747, STREAM),
    sum("longest", 1_000_000, 1_308_752_412_418, PLAY),
    sum("smallest-term", 1_000_000, 13_255_150, STREAM),
    sum("lower-wythoff", 1_000_000, 618_034, "⌊(10^6 + 1)/φ⌋"),
    sum("terms", 100_000_000, 1_061_261_108, STREAM),
    sum("upper-bound", 100_000_000, 13_090_147_335_984_464, STREAM),
    sum("longest", 100_000_000, 13_090_121_472_159_217, PLAY),
];

pub(crate) fn check(
    backend: &dyn Backend,
    effort: Effort,
    compared: &mut Compared,
) -> Result<(), Failure> {
    for known in VALUES {
        let function = Function::from(by_name(known.quantity).expect("a listed quantity"));
        let mut column = Column::unwritten(Width::U128, 1);
        backend.fill_list(ListTask::new(&function, &[known.n], column.as_mut())?)?;
        compared.equal(&function, known.source, known.n, &column.get(0), &known.value)?;
    }
    let last = if effort == Effort::Quick { 1_000_000 } else { u64::MAX };
    for known in SUMS.iter().filter(|known| known.last <= last) {
        let function = Function::from(by_name(known.quantity).expect("a listed quantity"));
        let task = SummaryTask::new(&function, 1..u128::from(known.last) + 1, false)?;
        let got = backend.summarize(&task)?.sum;
        let at = format!("1..={}", known.last);
        compared.equal(&function, known.source, at, &got, &known.sum.into())?;
    }
    Ok(())
}
