//! The conformance suite on every instruction level this machine has.

use phinum_core::backend::Backend;
use phinum_cpu::{Cpu, Level, Options};

fn cpu(level: Level, threads: usize, stream_from: usize) -> Option<Box<dyn Backend>> {
    if !level.is_present() {
        eprintln!("this machine has no {}: not tested", level.name());
        return None;
    }
    let options = Options { level, threads: Some(threads), stream_from, ..Options::default() };
    let cpu = Cpu::new(options).expect("threads");
    assert_eq!(cpu.description().adapter, level.name());
    Some(Box::new(cpu))
}

phinum_core::conformance!(portable, cpu(Level::Portable, 2, usize::MAX));
// Past the cache from the first byte, so that every alignment is met.
phinum_core::conformance!(sse2_streaming, cpu(Level::Sse2, 1, 0));
phinum_core::conformance!(avx2, cpu(Level::Avx2, 2, usize::MAX));
phinum_core::conformance!(avx2_streaming, cpu(Level::Avx2, 3, 0));
phinum_core::conformance!(avx512, cpu(Level::Avx512, 2, usize::MAX));
phinum_core::conformance!(avx512_streaming, cpu(Level::Avx512, 2, 0));
