//! The game solved: what perfect play gives from n ones, over all positions.
//!
//! The positions that n ones can reach are the partitions of n into places, all of
//! them: every place can be made from its own ones alone, so each part of a
//! partition can be made apart from the others. Every move raises the
//! [`potential`](super::rules::Rules::potential), by little: by at most the
//! greatest index in the Zeckendorf game. So positions of equal potential form
//! *layers*, solved from the greatest potential down, each position apart from
//! the others of its layer; and only the few layers a move can reach are kept.
//!
//! Within its layer a position has a number, its *rank*, without any search or
//! hashing ([`Space`]). [`Cursor`] walks a layer in that order, a block of positions
//! at a time, and knows the ranks of their options, which lie in runs. What is computed is a [`Fold`]: it makes a position's
//! value of its options' values. [`oracle`] computes the same by plain recursion
//! over a hash map, and shares nothing with them but the rules.

pub mod alliance;
mod cost;
mod cursor;
mod fold;
mod lengths;
pub mod oracle;
mod outcome;
mod plays;
mod space;
mod steps;
mod table;

pub use cost::{Cost, TooLarge, bytes, states};
pub use cursor::{Cursor, Run};
pub use fold::{Fold, Layer, Shape};
pub use lengths::Lengths;
pub use outcome::{Outcome, OutcomeFold};
pub use plays::PlaysFold;
pub use space::Space;
pub use table::ColdTable;

/// How far a computation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The positions done since the last report.
    pub done: u64,
    /// The bytes that the values held and the next layer's take.
    pub bytes: u64,
}

/// Told of progress before every layer; says whether to go on.
pub type Watch<'a> = &'a mut dyn FnMut(Progress) -> bool;
