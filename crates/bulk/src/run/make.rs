//! One block made: evaluated, written into memory, and certified from there.

use phinum_core::backend::{Backend, Description};
use phinum_core::column::{Column, Width};

use super::check::{Checker, Fault};
use super::manifest::{Crc, Maker, Record};
use super::plan::Plan;
use crate::blocks::Block;
use crate::engine::{Engine, fill};
use crate::error::{Error, Wrong};
use crate::output::{Pieces, Schema, Values, Writer};

/// A block that is right, ready to be a file.
pub(super) struct Made {
    /// The file's bytes.
    pub(super) bytes: Vec<u8>,
    /// What is known of it; the numbers of its backends are still to be set.
    pub(super) record: Record,
    /// Which backend made it.
    pub(super) maker: Maker,
    /// Which one made it a second time.
    pub(super) second: Option<Maker>,
}

/// Makes the blocks of a plan.
pub(super) struct Making<'a> {
    plan: &'a Plan,
    engine: &'a Engine,
    /// Those a block can be made on a second time.
    seconds: &'a [Box<dyn Backend>],
    columns: Vec<(Width, Column)>,
    pieces: Pieces,
    /// The column that is made a second time.
    second: Column,
    checker: Checker<'a>,
}

/// An attempt that came out right.
struct Right {
    bytes: Vec<u8>,
    record: Record,
    made_by: Description,
    checked_by: Option<Description>,
}

impl<'a> Making<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        engine: &'a Engine,
        seconds: &'a [Box<dyn Backend>],
    ) -> Making<'a> {
        let column = |width| (width, Column::unwritten(width, 0));
        let widths = plan.functions().iter().map(|function| plan.width(function));
        let columns = widths.map(column).collect();
        let second = Column::unwritten(Width::U64, 0);
        let pieces = Pieces::default();
        Making { plan, engine, seconds, columns, pieces, second, checker: Checker::new(plan) }
    }

    /// Makes a block, in the memory of an earlier one. If it is wrong it is made once
    /// more, and then on the next backend, unless the same value was wrong twice.
    ///
    /// # Errors
    /// [`Error::Wrong`] if it stays wrong, [`Error::Backend`] if no backend is left.
    pub(super) fn block(&mut self, index: u32, buffer: Vec<u8>) -> Result<Made, Error> {
        let mut failures = Vec::new();
        let mut buffer = buffer;
        let mut last: Option<Box<Wrong>> = None;
        loop {
            match self.attempt(index, core::mem::take(&mut buffer))? {
                Ok(Right { bytes, mut record, made_by, checked_by }) => {
                    failures.extend(self.engine.said());
                    record.failures = failures;
                    let (maker, second) = ((&made_by).into(), checked_by.as_ref().map(Into::into));
                    return Ok(Made { bytes, record, maker, second });
                }
                Err(wrong) => {
                    let said = wrong.to_string();
                    let again = last.as_ref().is_some_and(|last| last.backend == wrong.backend);
                    if again && last.is_some_and(|last| last.is_as(&wrong)) {
                        return Err(Error::Wrong(wrong));
                    }
                    if !again {
                        tracing::warn!("{said}; doing it once more");
                    } else if !self.engine.leave_this(&said) {
                        return Err(Error::Wrong(wrong));
                    }
                    failures.extend(self.engine.said());
                    failures.push(said);
                    last = Some(wrong);
                }
            }
        }
    }

    fn attempt(
        &mut self,
        index: u32,
        mut buffer: Vec<u8>,
    ) -> Result<Result<Right, Box<Wrong>>, Error> {
        let block = self.plan.block(index);
        let made_by = self.fill(block)?;
        buffer.clear();
        let schema = Schema::new(self.plan.fields().iter().cloned(), Some(block.len as u64));
        let pieces = core::mem::take(&mut self.pieces);
        let format = self.plan.format();
        let mut writer = Writer::with_memory(buffer, "memory", format, schema, pieces)?;
        let mut values = vec![Values::Counted(block.start)];
        values.extend(self.columns.iter().map(|(_, column)| Values::Column(column)));
        writer.rows(block.len, &values)?;
        let (bytes, pieces) = writer.finish_with_memory()?;
        self.pieces = pieces;
        let sums = match self.checker.table(block, &bytes) {
            Ok(sums) => sums,
            Err(Fault::Column { function, column, refused }) => {
                return Ok(Err(Wrong::refused(&made_by, function, block, column, refused)));
            }
            Err(Fault::Table(damage)) => {
                let (at, right) = ("its bytes as written", "the table that was evaluated");
                return Ok(Err(Wrong::new(&made_by, "the table", block, at, damage, right)));
            }
        };
        let checked_by = match self.double_check(block, &made_by)? {
            Ok(checked_by) => checked_by,
            Err(wrong) => return Ok(Err(wrong)),
        };
        let record = Record {
            index,
            rows: block.len as u64,
            bytes: bytes.len() as u64,
            crc32: Crc::of(&bytes),
            made_by: 0,
            checked_by: None,
            sums,
            failures: Vec::new(),
        };
        Ok(Ok(Right { bytes, record, made_by, checked_by }))
    }

    /// Evaluates all of a block on one backend; which.
    fn fill(&mut self, block: Block) -> Result<Description, Error> {
        loop {
            let before = self.engine.description().clone();
            for (function, (width, column)) in self.plan.functions().iter().zip(&mut self.columns) {
                self.engine.fill(function, block, *width, column)?;
            }
            if before == *self.engine.description() {
                return Ok(before);
            }
        }
    }

    /// Evaluates a block on another backend, if that is asked for, and compares.
    fn double_check(
        &mut self,
        block: Block,
        made_by: &Description,
    ) -> Result<Result<Option<Description>, Box<Wrong>>, Error> {
        if !self.plan.double_check() {
            return Ok(Ok(None));
        }
        let mut seconds = self.seconds.iter().map(|backend| &**backend);
        let Some(backend) = seconds.find(|backend| backend.description() != made_by) else {
            return Err(Error::NoSecond(made_by.clone()));
        };
        for (at, function) in self.plan.functions().iter().enumerate() {
            let (width, _) = self.columns[at];
            fill(backend, function, block, width, &mut self.second)?;
            let column = self.checker.column(at);
            let Some(i) = (0..block.len).find(|&i| self.second.get(i) != column.get(i)) else {
                continue;
            };
            let n = block.start + i as u128;
            let expected = function.value_wrapped(n);
            let (who, got) = if column.get(i) == expected {
                (backend.description(), self.second.get(i))
            } else {
                (made_by, column.get(i))
            };
            return Ok(Err(Wrong::new(who, function.name(), block, n, got, expected)));
        }
        Ok(Ok(Some(backend.description().clone())))
    }
}
