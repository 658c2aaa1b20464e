//! The mathematics of phinum: Fibonacci numeration, the quantities read off its
//! numerals, their exact sums, and the trait every backend keeps.
//!
//! Pure: no files, no threads, no clock, no unsafe code. A number n enters as a
//! `u128`, or as a [`dashu::UBig`] where any size is meant.
//!
//! | module | subject |
//! |---|---|
//! | [`places`], [`numeral`] | the numeral system |
//! | [`quantity`], [`function`] | the list of quantities, and their definition by scalar evaluation |
//! | [`zeckendorf_game`], [`wythoff`], [`fibonacci_nim`] | the games |
//! | [`mod@sum`] | sums of games: values, nim-sums and winning moves |
//! | [`closed_bound`] | the closed bound of Theorem 1.3, by exact integers |
//! | [`prefix`], [`cylinder`] | exact sums and bounds over ranges |
//! | [`predicate`] | conditions on numbers |
//! | [`tile`], [`scatter`] | ranges as tables and constants, lists as tables and rules, for kernels |
//! | [`backend`], [`mod@column`] | what a backend does, where values go, and what they add up to |
//! | [`mod@reference`], [`mod@conformance`], [`known`] | what every backend is held to |

#![forbid(unsafe_code)]

pub mod backend;
mod bound;
pub mod census;
pub mod closed_bound;
pub mod column;
pub mod conformance;
pub mod cylinder;
pub mod fibonacci_nim;
pub mod function;
pub mod known;
pub mod numeral;
pub mod places;
pub mod predicate;
pub mod prefix;
pub mod quantity;
pub mod reference;
pub mod ring;
pub mod scatter;
mod selection;
pub mod sum;
mod summary;
pub mod tile;
mod totals;
pub mod wythoff;
pub mod zeckendorf_game;

/// The integers of any size that appear in this crate's interface.
pub mod dashu {
    pub use dashu_int::{IBig, UBig};
}
