//! Fibonacci Nim as ratios.

use phinum_benches::{Bench, Effort, Error, Lines, nim};

fn main() -> Result<(), Error> {
    let mut lines = Lines::default();
    let mut bench = Bench::new("nim", Effort::Full, &mut lines);
    nim::measure(&mut bench)?;
    nim::growth(&mut bench)
}
