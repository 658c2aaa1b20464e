//! The speed of scattered inputs as ratios.

use phinum_benches::{Bench, Effort, Error, Lines, scattered};

fn main() -> Result<(), Error> {
    scattered::measure(&mut Bench::new("scattered", Effort::Full, &mut Lines::default()))
}
