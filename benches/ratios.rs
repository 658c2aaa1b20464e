//! The speed of ranges as ratios, on the CPU and on a GPU.

use phinum_benches::{Bench, Effort, Error, Lines, gpu, range};

fn main() -> Result<(), Error> {
    let mut lines = Lines::default();
    range::measure(&mut Bench::new("range", Effort::Full, &mut lines))?;
    let Some(adapter) = gpu::adapter_asked_for() else {
        println!("\nNo GPU adapter: nothing is measured on one.");
        return Ok(());
    };
    gpu::backend(&mut Bench::new("gpu", Effort::Full, &mut lines), &adapter, None)
}
