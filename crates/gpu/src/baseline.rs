//! What the kernels are measured against: a range evaluated element by element on the
//! device, each by its own greedy numeral; copies of as many bytes; and the clock that
//! times them. No operation of the backend uses any of it.

mod copying;

use std::ops::Range;

use phinum_core::backend::BackendError;
use phinum_core::column::Width;
use phinum_core::function::Function;
use phinum_shaders::baseline::{Params, SHADER};

use crate::error::Trouble;
use crate::gpu::Gpu;
use crate::list::{join, limbs, variant};
use crate::session::Session;
use crate::tables::{Tables, places};
use crate::work::{Batch, Dispatch, Frame, Loaded, Work};

pub use copying::{Clock, Copying, kernels};

/// The most values of a dispatch.
const MOST: u64 = 1 << 22;

#[derive(Debug)]
struct Greedy<'a> {
    tables: &'a Tables,
    start: u64,
    out: &'a mut [u64],
    limbs: u32,
}

impl Work for Greedy<'_> {
    type Note = ();

    const KIND: &'static str = "baseline";

    fn len(&self) -> u64 {
        self.out.len() as u64
    }

    fn most(&self, frame: &Frame) -> u64 {
        MOST.min(frame.binding / 8)
    }

    fn load(&self, session: &mut Session) -> Result<Loaded, Trouble> {
        Ok(Loaded {
            kernel: session.kernel(variant(&SHADER, self.tables, self.limbs))?,
            resident: vec![places(session)?, self.tables.entries(session)?],
        })
    }

    fn prepare(&self, chunk: Range<u64>, frame: &Frame, _: &mut Vec<u32>) -> Batch<()> {
        let count = (chunk.end - chunk.start) as u32;
        let start = self.start + chunk.start;
        let grid = frame.grid_for(count);
        let params = Params {
            count,
            width: grid.width,
            start: [start as u32, (start >> 32) as u32],
            constant: self.tables.constant(),
        };
        Batch {
            dispatches: vec![Dispatch::new(&params, grid)],
            words: count as usize * self.limbs as usize,
            zeroed: 0..0,
            note: (),
        }
    }

    fn receive(&mut self, chunk: Range<u64>, (): (), words: &[u32]) {
        join(&mut self.out[chunk.start as usize..chunk.end as usize], words);
    }
}

/// Fills `out` with the values of `function` from `start` on.
///
/// # Errors
/// [`BackendError`] if a value does not fit 64 bits, or the device failed.
///
/// # Panics
/// If the range ends past 2^64 − 1, or the function is the closed bound, which is
/// finished on the host.
pub fn fill(
    gpu: &Gpu,
    function: &Function,
    start: u64,
    out: &mut [u64],
) -> Result<(), BackendError> {
    let Some(last) = (out.len() as u64).checked_sub(1) else { return Ok(()) };
    let last = start.checked_add(last).expect("the range ends by 2^64 - 1");
    let mut inner = gpu.inner();
    let tables = inner.tables(function);
    assert!(!tables.tile.needs_finish(), "the closed bound is no kernel of its own");
    if function.width_up_to(last)? > Width::U64 {
        let largest = Box::new(function.largest(0..u128::from(last) + 1)?);
        let name = function.name().into();
        return Err(phinum_core::function::ValueError::TooWide {
            function: name,
            largest,
            bits: 64,
        }
        .into());
    }
    let limbs = limbs(&tables, last)?;
    inner.engine.run(&mut Greedy { tables: &tables, start, out, limbs })
}
