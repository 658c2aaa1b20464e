//! Listed numbers: each evaluated by its own numeral, on the device.

use std::ops::Range;

use phinum_core::backend::BackendError;
use phinum_core::closed_bound;
use phinum_core::column::Word;
use phinum_core::scatter::Rule;
use phinum_shaders::list::{Params, SHADER};

use crate::engine::Engine;
use crate::error::Trouble;
use crate::kernel::Variant;
use crate::session::Session;
use crate::tables::{Tables, places};
use crate::work::{Batch, Dispatch, Frame, Loaded, Work};

/// The most numbers of a dispatch, each of up to 24 bytes to and fro.
const MOST: u64 = 1 << 20;

#[derive(Debug)]
struct List<'a, W> {
    tables: &'a Tables,
    inputs: &'a [u64],
    out: &'a mut [W],
    limbs: u32,
}

/// The kernel that follows a rule with as many words a value.
pub(crate) fn variant(
    shader: &'static phinum_shaders::Shader,
    tables: &Tables,
    limbs: u32,
) -> Variant {
    let values = [tables.rule(), limbs];
    Variant { constants: &["RULE", "LIMBS"], values, ..Variant::plain(shader) }
}

/// How many words the values at n ≤ `largest` have, as the device gives them.
pub(crate) fn limbs(tables: &Tables, largest: u64) -> Result<u32, BackendError> {
    // Both are far below 2^32: a packed (Z, IZ), and a gap.
    if tables.scatter.needs_finish || tables.scatter.rule == Rule::Gap {
        return Ok(1);
    }
    let bound = tables.tile.function().largest(0..u128::from(largest) + 1)?;
    // Nothing wider than a column gets here.
    let bits = u128::BITS - u128::try_from(bound).unwrap_or(u128::MAX).leading_zeros();
    Ok(bits.div_ceil(32).max(1))
}

impl<W: Word> Work for List<'_, W> {
    type Note = ();

    const KIND: &'static str = "list";

    fn len(&self) -> u64 {
        self.inputs.len() as u64
    }

    fn most(&self, frame: &Frame) -> u64 {
        MOST.min(frame.binding / 16)
    }

    fn load(&self, session: &mut Session) -> Result<Loaded, Trouble> {
        Ok(Loaded {
            kernel: session.kernel(variant(&SHADER, self.tables, self.limbs))?,
            resident: vec![places(session)?, self.tables.entries(session)?],
        })
    }

    fn prepare(&self, chunk: Range<u64>, frame: &Frame, feed: &mut Vec<u32>) -> Batch<()> {
        let inputs = &self.inputs[chunk.start as usize..chunk.end as usize];
        feed.extend_from_slice(bytemuck::cast_slice(inputs));
        let count = inputs.len() as u32;
        let grid = frame.grid_for(count);
        let params =
            Params { count, width: grid.width, pad: [0; 2], constant: self.tables.constant() };
        Batch {
            dispatches: vec![Dispatch::new(&params, grid)],
            words: inputs.len() * self.limbs as usize,
            zeroed: 0..0,
            note: (),
        }
    }

    fn receive(&mut self, chunk: Range<u64>, (): (), words: &[u32]) {
        let chunk = chunk.start as usize..chunk.end as usize;
        let (inputs, out) = (&self.inputs[chunk.clone()], &mut self.out[chunk]);
        if self.tables.scatter.needs_finish {
            // A packed value is one word.
            for ((value, n), packed) in out.iter_mut().zip(inputs).zip(words) {
                *value = W::low(closed_bound::finish_one(*n, *packed));
            }
        } else {
            join(out, words);
        }
    }
}

/// Puts values together: the low words of all come first, then the next ones.
pub(crate) fn join<W: Word>(out: &mut [W], words: &[u32]) {
    let count = out.len();
    for (value, word) in out.iter_mut().zip(words) {
        *value = W::low((*word).into());
    }
    for (limb, plane) in words.chunks_exact(count).enumerate().skip(1) {
        for (value, word) in out.iter_mut().zip(plane) {
            *value = value.plus(W::low(u128::from(*word) << (32 * limb)));
        }
    }
}

/// Evaluates the function of `tables` at each of `inputs`.
pub(crate) fn list<W: Word>(
    engine: &mut Engine,
    tables: &Tables,
    inputs: &[u64],
    out: &mut [W],
) -> Result<(), BackendError> {
    let Some(&largest) = inputs.iter().max() else { return Ok(()) };
    let limbs = limbs(tables, largest)?;
    engine.run(&mut List { tables, inputs, out, limbs })
}
