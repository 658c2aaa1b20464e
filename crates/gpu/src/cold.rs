//! Cold positions of Wythoff's game, by the digit rule on the device.

use std::ops::Range;

use phinum_core::backend::BackendError;
use phinum_shaders::cold::{PAIRS, Params, SHADER};

use crate::engine::Engine;
use crate::error::Trouble;
use crate::kernel::Variant;
use crate::session::Session;
use crate::tables::places;
use crate::work::{Batch, Dispatch, Frame, Loaded, Work};

/// The most pairs of a dispatch, each of 16 bytes.
const MOST: u64 = 1 << 20;

#[derive(Debug)]
struct Cold<'a> {
    pairs: &'a [[u64; 2]],
    out: &'a mut [u8],
}

impl Work for Cold<'_> {
    /// Invocations of a workgroup.
    type Note = usize;

    const KIND: &'static str = "cold";

    fn len(&self) -> u64 {
        self.pairs.len() as u64
    }

    fn most(&self, frame: &Frame) -> u64 {
        MOST.min(frame.binding / 16)
    }

    fn load(&self, session: &mut Session) -> Result<Loaded, Trouble> {
        Ok(Loaded {
            kernel: session.kernel(Variant::plain(&SHADER))?,
            resident: vec![places(session)?],
        })
    }

    fn prepare(&self, chunk: Range<u64>, frame: &Frame, feed: &mut Vec<u32>) -> Batch<usize> {
        let pairs = &self.pairs[chunk.start as usize..chunk.end as usize];
        feed.extend_from_slice(bytemuck::cast_slice(pairs));
        let count = pairs.len() as u32;
        let groups = count.div_ceil(PAIRS * frame.workgroup);
        let grid = frame.grid(groups);
        let params = Params { count, width: grid.width, pad: [0; 2] };
        Batch {
            dispatches: vec![Dispatch::new(&params, grid)],
            words: (groups * frame.workgroup) as usize,
            zeroed: 0..0,
            note: frame.workgroup as usize,
        }
    }

    fn receive(&mut self, chunk: Range<u64>, workgroup: usize, words: &[u32]) {
        let out = &mut self.out[chunk.start as usize..chunk.end as usize];
        let of_groups = out.chunks_mut(PAIRS as usize * workgroup).zip(words.chunks(workgroup));
        for (answers, words) in of_groups {
            // A row for each bit, a column for each invocation.
            for (bit, row) in answers.chunks_mut(workgroup).enumerate() {
                for (answer, word) in row.iter_mut().zip(words) {
                    *answer = (word >> bit & 1) as u8;
                }
            }
        }
    }
}

/// Which of `pairs` are cold: 1 or 0.
pub(crate) fn cold(
    engine: &mut Engine,
    pairs: &[[u64; 2]],
    out: &mut [u8],
) -> Result<(), BackendError> {
    engine.run(&mut Cold { pairs, out })
}
