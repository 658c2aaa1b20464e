//! Tables of Wythoff's Grundy values on threads: one antidiagonal after another,
//! the cells of each shared out.
//!
//! The plain form is [`phinum_core::wythoff::table::plain`].

use phinum_core::wythoff::wavefront::{Strip, Wavefront};
use phinum_core::wythoff::{GrundyTable, WythoffTable};

/// How many cells a thread takes at least: some 20 µs of work, where waking a
/// thread costs a few.
const CHUNK: usize = 512;

/// The table; `None` if `watch`, told of every antidiagonal's cells, stopped it.
pub fn table(task: WythoffTable, watch: &mut dyn FnMut(u64) -> bool) -> Option<GrundyTable> {
    let mut wavefront = Wavefront::new(task);
    while let Some(strip) = wavefront.next() {
        let cells = strip.len() as u64;
        run(strip);
        if !watch(cells) {
            return None;
        }
    }
    Some(wavefront.finish())
}

fn run(strip: Strip<'_>) {
    let cells = strip.len();
    if cells < 2 * CHUNK {
        return strip.run();
    }
    let (left, right) = strip.split(cells / 2);
    rayon::join(|| run(left), || run(right));
}
