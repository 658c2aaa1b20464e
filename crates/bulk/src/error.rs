//! What can go wrong in a job.

use std::io;
use std::path::PathBuf;

use phinum_core::backend::{BackendError, Description};
use phinum_core::fibonacci_nim::sums::PastTheTable;
use phinum_core::function::ValueError;
use thiserror::Error;

use crate::nim_table::NoTable;
use crate::predicate::BoundError;

/// A backend gave a wrong answer.
#[derive(Debug, Error)]
#[error(
    "{backend} is wrong over {function} on {block}: at {at} it gives {got}, and {expected} is right"
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

impl Error {
    /// An error of writing to `target`.
    pub fn writing(target: &str, source: io::Error) -> Error {
        match source.kind() {
            io::ErrorKind::BrokenPipe => Error::Closed,
            _ => Error::Io { what: format!("cannot write {target}"), source },
        }
    }
}
