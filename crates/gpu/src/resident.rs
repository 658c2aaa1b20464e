//! Tables on the device, uploaded once and kept while there is room.

use wgpu::{Buffer, BufferUsages};

use crate::device::Device;
use crate::error::Trouble;
use crate::faults::Allocations;

/// The most bytes of tables kept on the device. All quantities of the list
/// together take a hundredth of it, Fibonacci Nim to ten million two thirds.
const ROOM: u64 = 1 << 30;
/// The most bytes on their way to the device at a time: until they are there, the
/// driver has them once more.
const PIECE: usize = 32 << 20;

/// Which table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Piece {
    /// A word of each value of a tile's table, and zeros after it.
    Plane(u32),
    /// A tile's second table.
    Relief,
    /// First planes and second tables of up to four functions.
    Joined([u64; 4]),
    /// The table over the indices.
    Entries,
    /// The places, the same for every function.
    Places,
    /// What the moves of a game need.
    Terms,
    /// What they do.
    Steps,
    /// The caps of heaps of Fibonacci Nim, from one on to before another.
    Caps((u32, u32)),
    /// Where their steps start, and the values.
    Starts((u32, u32)),
}

/// A table on the device.
#[derive(Debug)]
struct Table {
    owner: u64,
    piece: Piece,
    buffer: Buffer,
    used: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Resident {
    tables: Vec<Table>,
    clock: u64,
}

impl Resident {
    /// The table `piece` of the function numbered `owner`; made of `words` if it is
    /// not there.
    pub(crate) fn get<W: AsRef<[u32]>>(
        &mut self,
        device: &Device,
        allocations: &mut Allocations,
        owner: u64,
        piece: Piece,
        words: impl FnOnce() -> W,
    ) -> Result<Buffer, Trouble> {
        self.clock += 1;
        let there = self.tables.iter_mut().find(|t| t.owner == owner && t.piece == piece);
        if let Some(table) = there {
            table.used = self.clock;
            return Ok(table.buffer.clone());
        }
        let words = words();
        let words = words.as_ref();
        let bytes = 4 * words.len() as u64;
        self.make_room(bytes);
        allocations.next()?;
        let usage = BufferUsages::STORAGE | BufferUsages::COPY_DST;
        let buffer = device.buffer("table", bytes, usage)?;
        let mut at = 0;
        for (i, piece) in words.chunks(PIECE / 4).enumerate() {
            if i > 0 {
                device.queue.submit([]);
                device.settle();
            }
            device
                .scoped(|| device.queue.write_buffer(&buffer, at, bytemuck::cast_slice(piece)))?;
            at += 4 * piece.len() as u64;
        }
        self.tables.push(Table { owner, piece, buffer: buffer.clone(), used: self.clock });
        Ok(buffer)
    }

    /// Forgets the tables that were used least recently, until `bytes` more have room.
    fn make_room(&mut self, bytes: u64) {
        let size = |tables: &[Table]| tables.iter().map(|t| t.buffer.size()).sum::<u64>();
        while size(&self.tables) + bytes > ROOM {
            let oldest = (0..self.tables.len()).min_by_key(|&i| self.tables[i].used);
            let Some(oldest) = oldest else { return };
            self.tables.swap_remove(oldest);
        }
    }

    /// Forgets every table.
    pub(crate) fn clear(&mut self) {
        self.tables.clear();
    }
}
