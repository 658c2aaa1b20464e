//! Certified runs beside plain evaluation, as ratios: in the folder that
//! `PHINUM_BENCH_FOLDER` names, or in memory.

use phinum_benches::{Bench, Effort, Error, Lines, run};

fn main() -> Result<(), Error> {
    let base = std::env::var_os("PHINUM_BENCH_FOLDER").unwrap_or_else(|| "/dev/shm".into());
    let folder = tempfile::tempdir_in(&base).expect("a folder for runs");
    run::measure(&mut Bench::new("run", Effort::Full, &mut Lines::default()), folder.path())
}
