//! Tables of Wythoff's Grundy values on threads, where antidiagonals are shared out.

use phinum_core::backend::{Backend, WythoffTable};
use phinum_core::wythoff::wavefront;
use phinum_cpu::{Cpu, Options};

#[test]
fn threads_change_nothing() {
    // Antidiagonals of 1050 cells and more are cut.
    for (n, r) in [(2100, 1), (2500, 3)] {
        let task = WythoffTable::new(n, r).expect("small");
        let expected = wavefront::table(task);
        for threads in [1, 2, 3] {
            let options = Options { threads: Some(threads), ..Options::default() };
            let cpu = Cpu::new(options).expect("threads");
            assert!(cpu.wythoff_table(&task).expect("no device") == expected, "{threads}");
        }
    }
}
