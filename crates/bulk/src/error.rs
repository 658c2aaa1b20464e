//! What can go wrong in a job.

use std::fmt::Display;
use std::io;
use std::path::PathBuf;

use phinum_core::backend::{BackendError, Description};
use phinum_core::column::Column;
use phinum_core::fibonacci_nim::sums::PastTheTable;
use phinum_core::function::{Function, ValueError};
use thiserror::Error;

use crate::blocks::Block;
use crate::certificate::{Refused, Symptom};
use crate::nim_table::NoTable;
use crate::run::{Damaged, PlanError};
use phinum_core::predicate::BoundError;

/// A backend gave a wrong answer.
#[derive(Debug, Error)]
#[error(
    "{backend} is wrong over {function} on {block}: at {at} it gives {got}, and {expected} is right{}",
    .symptom.as_ref().map_or_else(String::new, |symptom| format!("; {symptom}"))
)]
pub struct Wrong {
    /// The backend, adapter and driver.
    pub backend: Description,
    /// The function's name.
    pub function: String,
    /// The range or list it was evaluated on.
    pub block: String,
    /// The smallest n, or the first pair, whose value is wrong.
    pub at: String,
    /// What the backend gave there.
    pub got: String,
    /// What is right.
    pub expected: String,
    /// What a block looks like as a whole.
    pub symptom: Option<Symptom>,
}

impl Wrong {
    /// A wrong answer.
    pub(crate) fn new(
        backend: &Description,
        function: impl Display,
        block: impl Display,
        at: impl Display,
        got: impl Display,
        expected: impl Display,
    ) -> Box<Wrong> {
        Box::new(Wrong {
            backend: backend.clone(),
            function: function.to_string(),
            block: block.to_string(),
            at: at.to_string(),
            got: got.to_string(),
            expected: expected.to_string(),
            symptom: None,
        })
    }

    /// A block that its certificate refuses.
    pub(crate) fn refused(
        backend: &Description,
        function: &Function,
        block: Block,
        column: &Column,
        refused: Refused,
    ) -> Box<Wrong> {
        match refused {
            Refused::Value { n, expected, symptom } => {
                let got = column.get((n - block.start) as usize);
                let mut wrong = Wrong::new(backend, function.name(), block, n, got, expected);
                wrong.symptom = Some(symptom);
                wrong
            }
            Refused::Sums => {
                let (at, got) = ("no single n", "values whose sums are wrong");
                Wrong::new(backend, function.name(), block, at, got, "the exact sum")
            }
        }
    }

    /// Whether it is the same wrong answer as another.
    pub(crate) fn is_as(&self, other: &Wrong) -> bool {
        (&self.function, &self.at, &self.got) == (&other.function, &other.at, &other.got)
    }
}

/// Why a job stopped.
#[derive(Debug, Error)]
pub enum Error {
    /// The job was impossible from the start.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// A condition cannot be evaluated over the range.
    #[error(transparent)]
    Predicate(#[from] BoundError),
    /// No backend is left to go on with.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// A table is not made.
    #[error(transparent)]
    Table(#[from] NoTable),
    /// A file is to be read with a table that ends too soon.
    #[error(
        "{0}: make one with 'phinum nim table --to {heap} --save FILE', or leave --table out",
        heap = .0.heap
    )]
    PastTheTable(#[from] PastTheTable),
    /// A check failed twice in a row.
    #[error("twice in a row, {0}")]
    Wrong(Box<Wrong>),
    /// A line of an input file is not what it should be.
    #[error("{name}, line {line}: {what}")]
    Line {
        /// The file, or standard input.
        name: String,
        /// The line, from 1.
        line: u64,
        /// What is wrong, and what would be right.
        what: String,
    },
    /// A file is not what it should be.
    #[error("{}: {what}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong, and what would be right.
        what: String,
    },
    /// A format does not hold what is to be written.
    #[error("{0}")]
    Unfit(&'static str),
    /// There can be no such run.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Somebody else is at work on a run.
    #[error("{}: another phinum is at work on this run: wait until it has ended", .0.display())]
    Busy(PathBuf),
    /// There is nothing to make a block on a second time.
    #[error("{0} makes the blocks, and there is no other backend to check them")]
    NoSecond(Description),
    /// A run lacks blocks that can still be made.
    #[error("{0}")]
    Incomplete(String),
    /// A file of a run is not what its record says.
    #[error(transparent)]
    Damaged(Box<Damaged>),
    /// The blocks of a run are each right, and together they are not all of it.
    #[error(
        "the blocks of {0} do not add up to the exact sum over the range: the manifest is at fault"
    )]
    Totals(String),
    /// A file could not be read or written.
    #[error("{what}: {source}")]
    Io {
        /// What was tried, with the file's name.
        what: String,
        /// What the system said.
        source: io::Error,
    },
    /// Whoever started the job wants it to stop.
    #[error("interrupted")]
    Interrupted,
    /// The reader of the output went away: no failure of ours.
    #[error("the output was closed")]
    Closed,
}

impl From<Damaged> for Error {
    fn from(damaged: Damaged) -> Error {
        Error::Damaged(Box::new(damaged))
    }
}

impl Error {
    /// An error of writing to `target`.
    pub fn writing(target: &str, source: io::Error) -> Error {
        match source.kind() {
            io::ErrorKind::BrokenPipe => Error::Closed,
            _ => Error::Io { what: format!("cannot write {target}"), source },
        }
    }
}
