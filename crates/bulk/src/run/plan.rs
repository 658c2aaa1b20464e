//! What a run is to hold, and in which blocks.

use core::ops::Range;

use phinum_core::column::Width;
use phinum_core::function::{Function, ValueError};
use phinum_core::quantity::by_name;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::blocks::Block;
use crate::eval::range_fields;
use crate::json::Natural;
use crate::output::{Field, Format};

/// The most blocks a run may have, each of which is a file.
pub const MOST_BLOCKS: u64 = 1_000_000;
/// The most numbers a block may have: it is in memory as a whole, several times.
pub const LARGEST_BLOCK: u64 = 1 << 26;

/// Why there can be no such run.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlanError {
    /// A value may fit no column.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// There are too many blocks.
    #[error(
        "{numbers} numbers in blocks of {block} are {blocks} files, and a run has at most {MOST_BLOCKS}: {}",
        larger(*.numbers)
    )]
    Blocks {
        /// How many numbers the range has.
        numbers: u128,
        /// How many a block has.
        block: u64,
        /// How many blocks that makes.
        blocks: u128,
    },
    /// A block is empty or too large.
    #[error("a block has 1 to {LARGEST_BLOCK} numbers, not {0}")]
    Block(u64),
    /// There is no such quantity in this version.
    #[error("there is no quantity '{0}' in this version of phinum")]
    Quantity(String),
    /// A plan has no quantity, or one twice.
    #[error("a run has one or more quantities, each once")]
    Quantities,
    /// A table of weights without a quantity that it is of, or more than one such.
    #[error("the weights of a run are those of one of its quantities")]
    Weights,
    /// A range whose end is before its start.
    #[error("the range {0}..{1} ends before it starts")]
    Reversed(u128, u128),
}

fn larger(numbers: u128) -> String {
    let least = numbers.div_ceil(MOST_BLOCKS.into());
    if least <= LARGEST_BLOCK.into() {
        format!("take blocks of {least} or more with --block")
    } else {
        "take a shorter range".into()
    }
}

/// What a run is to hold.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Terms", into = "Terms")]
pub struct Plan {
    terms: Terms,
    functions: Vec<Function>,
    fields: Vec<Field>,
}

/// A plan as it is written down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Terms {
    quantities: Vec<String>,
    /// The table of the one quantity that is not listed.
    weights: Option<Vec<Natural<u128>>>,
    start: Natural<u128>,
    end: Natural<u128>,
    block: u64,
    format: Format,
    double_check: bool,
}

impl PartialEq for Plan {
    fn eq(&self, other: &Plan) -> bool {
        self.terms == other.terms
    }
}

impl Eq for Plan {}

impl Plan {
    /// `functions` over `range`, in blocks of `block` numbers, each a file in `format`;
    /// every block made by two backends if it is to be double-checked.
    ///
    /// # Errors
    /// [`PlanError`].
    pub fn new(
        functions: &[Function],
        range: Range<u128>,
        block: u64,
        format: Format,
        double_check: bool,
    ) -> Result<Plan, PlanError> {
        let own = |function: &Function| function.own_weights();
        if functions.iter().filter_map(own).count() > 1 {
            return Err(PlanError::Weights);
        }
        let weights = functions.iter().find_map(own);
        Plan::try_from(Terms {
            quantities: functions.iter().map(|function| function.name().to_owned()).collect(),
            weights: weights.map(|weights| weights.into_iter().map(Natural).collect()),
            start: Natural(range.start),
            end: Natural(range.end),
            block,
            format,
            double_check,
        })
    }

    /// What is evaluated.
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// Over which numbers.
    pub fn range(&self) -> Range<u128> {
        self.terms.start.0..self.terms.end.0
    }

    /// How many numbers a block has; the last may have fewer.
    pub fn block_len(&self) -> u64 {
        self.terms.block
    }

    /// The format of the files.
    pub fn format(&self) -> Format {
        self.terms.format
    }

    /// Whether every block is made by a second backend too.
    pub fn double_check(&self) -> bool {
        self.terms.double_check
    }

    /// The columns of every file: n, then the functions.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// How wide the columns are while they are computed.
    pub(super) fn width(&self, function: &Function) -> Width {
        function.width(self.range()).expect("it was looked at when the plan was made")
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u32 {
        blocks(&self.terms) as u32
    }

    /// The block of an index.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn block(&self, index: u32) -> Block {
        assert!(index < self.blocks(), "the run has {} blocks", self.blocks());
        let Range { start, end } = self.range();
        let start = start + u128::from(index) * u128::from(self.terms.block);
        Block { start, len: (end - start).min(self.terms.block.into()) as usize }
    }

    /// The numbers of some blocks.
    pub fn numbers(&self, blocks: Range<u32>) -> Range<u128> {
        let Range { start, end } = self.range();
        let edge = |index: u32| {
            let past = u128::from(index) * u128::from(self.terms.block);
            start.saturating_add(past).min(end)
        };
        edge(blocks.start)..edge(blocks.end)
    }
}

fn blocks(terms: &Terms) -> u128 {
    (terms.end.0 - terms.start.0).div_ceil(terms.block.into())
}

impl TryFrom<Terms> for Plan {
    type Error = PlanError;

    fn try_from(terms: Terms) -> Result<Plan, PlanError> {
        let (start, end) = (terms.start.0, terms.end.0);
        if start > end {
            return Err(PlanError::Reversed(start, end));
        }
        if !(1..=LARGEST_BLOCK).contains(&terms.block) {
            return Err(PlanError::Block(terms.block));
        }
        let blocks = blocks(&terms);
        if blocks > MOST_BLOCKS.into() {
            return Err(PlanError::Blocks { numbers: end - start, block: terms.block, blocks });
        }
        let mut weights = terms.weights.as_ref();
        let mut functions: Vec<Function> = Vec::with_capacity(terms.quantities.len());
        for name in &terms.quantities {
            if functions.iter().any(|function| function.name() == name) {
                return Err(PlanError::Quantities);
            }
            let listed = by_name(name).map(Function::from);
            let own = || {
                let weights = weights.take().ok_or_else(|| PlanError::Quantity(name.clone()))?;
                let weights: Vec<u128> = weights.iter().map(|weight| weight.0).collect();
                Ok(Function::weighted(name.clone(), &weights))
            };
            functions.push(listed.map_or_else(own, Ok::<_, PlanError>)?);
        }
        if weights.is_some() {
            return Err(PlanError::Weights);
        }
        if functions.is_empty() {
            return Err(PlanError::Quantities);
        }
        let fields = range_fields(&functions, &(start..end))?;
        Ok(Plan { terms, functions, fields })
    }
}

impl From<Plan> for Terms {
    fn from(plan: Plan) -> Terms {
        plan.terms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(range: Range<u128>, block: u64) -> Result<Plan, PlanError> {
        let terms = by_name("terms").unwrap().into();
        Plan::new(&[terms], range, block, Format::Npy, false)
    }

    #[test]
    fn blocks_tile_the_range() {
        let top = u128::MAX;
        for (range, block) in [(0..0, 1), (5..6, 4), (0..12, 4), (1..12, 5), (top - 9..top, 4)] {
            let plan = plan(range.clone(), block).unwrap();
            let mut at = range.start;
            for index in 0..plan.blocks() {
                assert_eq!(plan.block(index).start, at);
                assert_eq!(plan.numbers(0..index), range.start..at);
                at = plan.block(index).range().end;
            }
            assert_eq!(at, range.end);
            assert_eq!(plan.numbers(0..plan.blocks()), range);
        }
    }

    #[test]
    fn what_cannot_be_is_said() {
        let said = |range, block| plan(range, block).unwrap_err().to_string();
        assert!(said(0..1 << 40, 1000).contains("take blocks of 1099512 or more"));
        assert!(said(0..u128::MAX, LARGEST_BLOCK).contains("take a shorter range"));
        assert!(said(0..9, 0).contains("1 to 67108864 numbers, not 0"));
        assert!(said(0..9, LARGEST_BLOCK + 1).contains("not 67108865"));
        assert_eq!(plan(0..MOST_BLOCKS.into(), 1).unwrap().blocks(), 1_000_000);
    }

    #[test]
    fn a_plan_is_read_as_it_is_written() {
        let own = Function::weighted("weights", &[3, u128::MAX - 1000]);
        let terms: Function = by_name("terms").unwrap().into();
        let plan = Plan::new(&[own, terms], 0..2, 7, Format::Csv, true).unwrap();
        let text = serde_json::to_string(&plan).unwrap();
        let read: Plan = serde_json::from_str(&text).unwrap();
        assert_eq!(read, plan);
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        assert_eq!(read.functions()[0].value(1), plan.functions()[0].value(1));
        for (from, to) in [
            ("\"terms\"", "\"other\""),
            ("\"terms\"", "\"weights\""),
            ("\"weights\":[3,", "\"weights\":null,\"also\":[3,"),
            ("\"end\":2", "\"end\":9"),
            ("\"block\":7", "\"block\":0"),
            ("[\"weights\",\"terms\"]", "[\"terms\"]"),
            ("[\"weights\",\"terms\"]", "[]"),
        ] {
            let other = text.replacen(from, to, 1);
            assert_ne!(other, text);
            assert!(serde_json::from_str::<Plan>(&other).is_err(), "{other}");
        }
    }
}
