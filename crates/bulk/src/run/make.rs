//! One block made: evaluated, written into memory, and certified from there.

use phinum_core::backend::{Backend, BackendError, Description};
use phinum_core::column::{Column, Width};

use super::check::{Checker, Fault};
use super::manifest::{Crc, Maker, Record};
use super::plan::Plan;
use crate::Progress;
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
    seconds: Vec<&'a dyn Backend>,
    /// What was said when one of those was left.
    said: Vec<String>,
    progress: Progress<'a>,
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
        progress: Progress<'a>,
    ) -> Making<'a> {
        let column = |width| (width, Column::unwritten(width, 0));
        let widths = plan.functions().iter().map(|function| plan.width(function));
        let columns = widths.map(column).collect();
        let second = Column::unwritten(Width::U64, 0);
        let pieces = Pieces::default();
        Making {
            plan,
            engine,
            seconds: seconds.iter().map(|second| &**second).collect(),
            said: Vec::new(),
            progress,
            columns,
            pieces,
            second,
            checker: Checker::new(plan),
        }
    }

    /// Makes a block, in the memory of an earlier one. If it is wrong it is made once
    /// more. The same wrong value twice is no accident and ends the run; after two
    /// different ones whoever is at fault is left, the backend that makes blocks for the
    /// next one, the one that makes them a second time for another.
    ///
    /// # Errors
    /// [`Error::Wrong`] if it stays wrong, [`Error::Backend`] if no backend is left.
    pub(super) fn block(&mut self, index: u32, mut buffer: Vec<u8>) -> Result<Made, Error> {
        let mut failures = Vec::new();
        let mut wrongs: Vec<Box<Wrong>> = Vec::new();
        loop {
            match self.attempt(index, core::mem::take(&mut buffer))? {
                Ok(Right { bytes, mut record, made_by, checked_by }) => {
                    failures.extend(self.engine.said());
                    failures.append(&mut self.said);
                    record.failures = failures;
                    let (maker, second) = ((&made_by).into(), checked_by.as_ref().map(Into::into));
                    return Ok(Made { bytes, record, maker, second });
                }
                Err(wrong) => {
                    let said = wrong.to_string();
                    let mut before = wrongs.iter().filter(|one| one.backend == wrong.backend);
                    let again = before.clone().next().is_some();
                    if before.any(|one| one.is_as(&wrong)) {
                        return Err(Error::Wrong(wrong));
                    }
                    failures.push(said.clone());
                    if !again {
                        tracing::warn!("{said}; doing it once more");
                    } else if wrong.backend == *self.engine.description() {
                        if !self.engine.leave_this(&said) {
                            return Err(Error::Wrong(wrong));
                        }
                        failures.extend(self.engine.said());
                    } else if !self.leave_second(&wrong.backend, &said) {
                        return Err(Error::Wrong(wrong));
                    }
                    wrongs.push(wrong);
                }
            }
        }
    }

    /// Does without a second backend from now on; false if there is no other.
    fn leave_second(&mut self, which: &Description, why: &str) -> bool {
        self.seconds.retain(|second| second.description() != which);
        let first = self.engine.description();
        let Some(next) = self.seconds.iter().find(|second| second.description() != first) else {
            return false;
        };
        let said = format!("{why}; checking with {}", next.description());
        tracing::warn!("{said}");
        self.said.push(said);
        true
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
        (self.progress)(0)?;
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
                (self.progress)(0)?;
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
        loop {
            let mut seconds = self.seconds.iter().copied();
            let Some(second) = seconds.find(|second| second.description() != made_by) else {
                return Err(Error::NoSecond(made_by.clone()));
            };
            match self.compare(block, made_by, second) {
                Ok(verdict) => return Ok(verdict.map(|()| Some(second.description().clone()))),
                Err(BackendError::Value(error)) => return Err(BackendError::from(error).into()),
                Err(error) => {
                    if !self.leave_second(second.description(), &error.to_string()) {
                        return Err(error.into());
                    }
                }
            }
        }
    }

    /// Evaluates a block on a second backend and compares.
    fn compare(
        &mut self,
        block: Block,
        made_by: &Description,
        backend: &dyn Backend,
    ) -> Result<Result<(), Box<Wrong>>, BackendError> {
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
        Ok(Ok(()))
    }
}
