//! What the engine asks of an operation: to be cut into chunks, each a dispatch or
//! several.

use std::ops::Range;

use crate::error::Trouble;
use crate::kernel::Kernel;
use crate::session::Session;

/// A kernel and the buffers that stay the same from chunk to chunk.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    pub(crate) kernel: Kernel,
    /// In the shader's order, between the parameters and what each chunk brings.
    pub(crate) resident: Vec<wgpu::Buffer>,
}

/// A dispatch of a chunk.
#[derive(Debug)]
pub(crate) struct Dispatch {
    /// The uniform parameters.
    pub(crate) params: Vec<u8>,
    /// How many workgroups.
    pub(crate) grid: Grid,
}

impl Dispatch {
    pub(crate) fn new(params: &impl bytemuck::NoUninit, grid: Grid) -> Dispatch {
        Dispatch { params: bytemuck::bytes_of(params).to_vec(), grid }
    }
}

/// The input of a chunk.
#[derive(Debug)]
pub(crate) struct Batch<N> {
    /// One, or several, each of which sees what those before it wrote.
    pub(crate) dispatches: Vec<Dispatch>,
    /// How many words come back.
    pub(crate) words: usize,
    /// Those of them that must be zero beforehand.
    pub(crate) zeroed: Range<usize>,
    /// What the host needs to know to make sense of them.
    pub(crate) note: N,
}

/// Workgroups in one dimension, or in two where the device counts no further.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Grid {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Grid {
    /// Of at least `groups`, with at most `most` in a row.
    pub(crate) fn of(groups: u32, most: u32) -> Grid {
        let width = groups.clamp(1, most);
        Grid { width, height: groups.div_ceil(width).max(1) }
    }
}

/// The sizes a device and its options allow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Invocations of a workgroup.
    pub(crate) workgroup: u32,
    /// Workgroups in a row of a dispatch.
    pub(crate) row: u32,
    /// Bytes of a binding.
    pub(crate) binding: u64,
}

impl Frame {
    /// A grid of at least `groups`.
    pub(crate) fn grid(&self, groups: u32) -> Grid {
        Grid::of(groups, self.row)
    }

    /// A grid with an invocation for each of `count`.
    pub(crate) fn grid_for(&self, count: u32) -> Grid {
        self.grid(count.div_ceil(self.workgroup))
    }
}

/// An operation of the device, cut into chunks.
pub(crate) trait Work {
    /// What `receive` needs to know of a chunk.
    type Note;

    /// Which pace it keeps.
    const KIND: &'static str;

    /// How many items there are.
    fn len(&self) -> u64;

    /// The most items a chunk may have.
    fn most(&self, frame: &Frame) -> u64;

    /// The kernel, and its resident buffers, uploaded if they are not there yet.
    fn load(&self, session: &mut Session) -> Result<Loaded, Trouble>;

    /// Where to go on when something went wrong after `done` items: there, unless
    /// they left something on the device that those to come need.
    fn resume(&mut self, done: u64) -> u64 {
        done
    }

    /// The input of a chunk. `feed` is empty, and takes what the shader reads; where
    /// it stays so, the shader reads nothing of the chunk's own.
    fn prepare(&self, chunk: Range<u64>, frame: &Frame, feed: &mut Vec<u32>) -> Batch<Self::Note>;

    /// Takes the words of a chunk. Chunks come in order, each once.
    fn receive(&mut self, chunk: Range<u64>, note: Self::Note, words: &[u32]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_covers_its_groups_in_rows_no_longer_than_allowed() {
        assert_eq!(Grid::of(0, 65535), Grid { width: 1, height: 1 });
        assert_eq!(Grid::of(65535, 65535), Grid { width: 65535, height: 1 });
        assert_eq!(Grid::of(65536, 65535), Grid { width: 65535, height: 2 });
        for groups in [1u32, 7, 100, 65537, 1 << 20, u32::MAX] {
            let grid = Grid::of(groups, 65535);
            assert!(u64::from(grid.width) * u64::from(grid.height) >= groups.into());
        }
    }
}
