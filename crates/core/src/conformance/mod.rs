//! What every backend is held to: bit for bit, the scalar reference, the exact
//! sums and the known answers, at every edge there is.
//!
//! One suite, instantiated per backend in one line ([`crate::conformance!`]); the
//! command's `selftest` runs the same one on a user's machine.

pub(crate) mod cases;
mod games;
mod grundy;
mod nim;
mod ranges;
mod scattered;
mod selections;
mod summaries;

use thiserror::Error;

use crate::backend::{Backend, BackendError};
use crate::function::{Function, ValueError};

pub use cases::{edges, functions};

/// How much is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// A gate of a second or so: every kind, the word edges.
    Quick,
    /// Every edge: seconds on a CPU, up to a minute on a software adapter.
    Full,
}

/// A part of the suite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Section {
    /// Ranges around every edge, against the scalar reference.
    Ranges,
    /// One range cut at random places, against its exact sums.
    Cuts,
    /// Listed numbers, against the scalar reference.
    Lists,
    /// Summaries, against streaming and the exact sums.
    Summaries,
    /// Conditions, against their plain form and the exact sums.
    Conditions,
    /// Pairs of heaps, against Beatty's formula.
    Cold,
    /// Tables of Wythoff's Grundy values, against the plain form.
    Grundy,
    /// Random games, against the plain form.
    RandomGames,
    /// Nim-sums of Fibonacci Nim, against the mex recursion.
    NimSums,
    /// Figures from elsewhere ([`crate::known`]).
    Known,
}

impl Section {
    /// All of them.
    pub const ALL: [Section; 10] = [
        Section::Ranges,
        Section::Cuts,
        Section::Lists,
        Section::Summaries,
        Section::Conditions,
        Section::Cold,
        Section::Grundy,
        Section::RandomGames,
        Section::NimSums,
        Section::Known,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Section::Ranges => "ranges",
            Section::Cuts => "cuts",
            Section::Lists => "lists",
            Section::Summaries => "summaries",
            Section::Conditions => "conditions",
            Section::Cold => "cold pairs",
            Section::Grundy => "wythoff tables",
            Section::RandomGames => "random games",
            Section::NimSums => "nim-sums",
            Section::Known => "known answers",
        }
    }
}

/// What a backend got wrong first.
#[derive(Debug, Error)]
pub enum Failure {
    /// A wrong value.
    #[error("{what} at {at}: got {got}, expected {expected}")]
    Wrong {
        /// The function and the operation.
        what: String,
        /// The n, pair or range.
        at: String,
        /// What the backend gave.
        got: String,
        /// What is right.
        expected: String,
    },
    /// No value.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// A task that should have been possible.
    #[error(transparent)]
    Value(#[from] ValueError),
}

/// Runs one section: how many values were compared, or the first that is wrong.
///
/// # Errors
/// [`Failure`], naming the smallest case the section met first.
pub fn check(backend: &dyn Backend, section: Section, effort: Effort) -> Result<u64, Failure> {
    let mut compared = Compared(0);
    match section {
        Section::Ranges => ranges::around_edges(backend, effort, &mut compared)?,
        Section::Cuts => ranges::random_cuts(backend, effort, &mut compared)?,
        Section::Lists => scattered::lists(backend, effort, &mut compared)?,
        Section::Summaries => summaries::check(backend, effort, &mut compared)?,
        Section::Conditions => selections::check(backend, effort, &mut compared)?,
        Section::Cold => scattered::cold(backend, effort, &mut compared)?,
        Section::Grundy => grundy::check(backend, effort, &mut compared)?,
        Section::RandomGames => games::random(backend, effort, &mut compared)?,
        Section::NimSums => nim::sums(backend, effort, &mut compared)?,
        Section::Known => crate::known::check(backend, effort, &mut compared)?,
    }
    Ok(compared.0)
}

/// Runs every section.
///
/// # Errors
/// As [`check`].
pub fn check_all(backend: &dyn Backend, effort: Effort) -> Result<u64, Failure> {
    Section::ALL.iter().map(|&section| check(backend, section, effort)).sum()
}

/// How many values have been compared.
#[derive(Debug)]
pub(crate) struct Compared(u64);

impl Compared {
    pub(crate) fn equal<T: PartialEq + std::fmt::Display>(
        &mut self,
        function: &Function,
        operation: &str,
        at: impl std::fmt::Display,
        got: &T,
        expected: &T,
    ) -> Result<(), Failure> {
        self.named(|| format!("{} ({operation})", function.name()), at, got, expected)
    }

    /// As [`Compared::equal`], of what is no function.
    pub(crate) fn named<T: PartialEq + std::fmt::Display>(
        &mut self,
        what: impl FnOnce() -> String,
        at: impl std::fmt::Display,
        got: &T,
        expected: &T,
    ) -> Result<(), Failure> {
        self.0 += 1;
        if got == expected {
            return Ok(());
        }
        Err(Failure::Wrong {
            what: what(),
            at: at.to_string(),
            got: got.to_string(),
            expected: expected.to_string(),
        })
    }
}

/// Instantiates the whole suite for one backend, a test a section.
///
/// `phinum_core::conformance!(name, expression)` makes a module `name` of tests;
/// the expression gives `Some` of anything that derefs to a backend, or `None`
/// where the backend is not here and has said so.
#[macro_export]
macro_rules! conformance {
    ($name:ident, $backend:expr) => {
        mod $name {
            use super::*;
            use $crate::conformance::{Effort, Section, check};

            fn run(section: Section) {
                let Some(backend) = $backend else { return };
                match check(&*backend, section, Effort::Full) {
                    Ok(compared) => assert!(compared > 0, "nothing was compared"),
                    Err(failure) => panic!("{}: {failure}", backend.description()),
                }
            }

            #[test]
            fn ranges() {
                run(Section::Ranges);
            }

            #[test]
            fn cuts() {
                run(Section::Cuts);
            }

            #[test]
            fn lists() {
                run(Section::Lists);
            }

            #[test]
            fn summaries() {
                run(Section::Summaries);
            }

            #[test]
            fn conditions() {
                run(Section::Conditions);
            }

            #[test]
            fn cold() {
                run(Section::Cold);
            }

            #[test]
            fn grundy() {
                run(Section::Grundy);
            }

            #[test]
            fn random_games() {
                run(Section::RandomGames);
            }

            #[test]
            fn nim_sums() {
                run(Section::NimSums);
            }

            #[test]
            fn known() {
                run(Section::Known);
            }
        }
    };
}
