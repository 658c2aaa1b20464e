//! What is measured, once: by the benchmarks of this package, and by `phinum bench`.
//!
//! A measurement is a ratio of speeds, and what is timed has its result asserted: a
//! wrong kernel has no speed.
//!
//! | module | subject |
//! |---|---|
//! | `measure` | pairs, ratios, and who is told of them |
//! | `column`, `naive` | the workloads: a range of a quantity, and what anybody would write first |
//! | [`range`], [`scattered`], [`gpu`], [`nim`], [`game`] | the groups, as `phinum bench` names them |
//! | [`run`] | certified runs beside plain evaluation |

mod column;
pub mod game;
pub mod gpu;
mod measure;
mod naive;
pub mod nim;
pub mod range;
pub mod run;
pub mod scattered;
#[cfg(test)]
mod testing;

pub use column::{Column, START, function, one_thread};
pub use measure::{Bench, Effort, Error, Lines, Listener, Ratio};
pub use naive::Naive;
