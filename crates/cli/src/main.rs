//! The phinum command.
pub mod number;
pub mod range;

fn main() {}
