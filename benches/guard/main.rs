//! Lists the kernels that are guarded, or does the one that is named.

use std::process::ExitCode;

use phinum_guard::kernels;
use rayon::ThreadPoolBuilder;

fn main() -> ExitCode {
    let kernels = kernels();
    let Some(name) = std::env::args().nth(1) else {
        for kernel in kernels {
            println!("{}", kernel.name());
        }
        return ExitCode::SUCCESS;
    };
    let Some(kernel) = kernels.iter().find(|kernel| kernel.name() == name) else {
        eprintln!(
            "There is no kernel {name} on this machine: without an argument they are listed."
        );
        return ExitCode::FAILURE;
    };
    // Callgrind counts a thread at a time, so the work is done on this one.
    let pool = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global();
    pool.expect("no pool before");
    kernel.run();
    ExitCode::SUCCESS
}
