//! The phinum command.
fn main() {}
