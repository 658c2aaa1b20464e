//! A device with all that lives on it, and the submission of chunks to it.

use std::ops::Range;
use std::time::{Duration, Instant};

use wgpu::{
    BindingResource, Buffer, BufferBinding, BufferSize, BufferUsages, CommandEncoder,
    CommandEncoderDescriptor, ComputePassDescriptor, SubmissionIndex,
};

use crate::device::Device;
use crate::error::Trouble;
use crate::faults::Allocations;
use crate::kernel::{Kernel, Variant};
use crate::options::Options;
use crate::resident::{Piece, Resident};
use crate::slot::{Mapping, Slot};
use crate::stopwatch::Stopwatch;
use crate::work::{Batch, Frame, Loaded, Work};

/// Kernels with a body of their own that are kept: one for each condition asked of late.
const WRITTEN: usize = 32;

/// What lives on a device, and goes with it.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) device: Device,
    pub(crate) frame: Frame,
    kernels: Vec<Kernel>,
    resident: Resident,
    pub(crate) slots: Vec<Slot>,
    pub(crate) allocations: Allocations,
    feed: Vec<u32>,
    /// Where dispatches are timed.
    pub(crate) stopwatch: Option<Stopwatch>,
}

/// A chunk under way.
#[derive(Debug)]
pub(crate) struct Flight<N> {
    pub(crate) chunk: Range<u64>,
    pub(crate) note: N,
    pub(crate) slot: Slot,
    pub(crate) mapping: Mapping,
    pub(crate) index: SubmissionIndex,
    pub(crate) since: Instant,
}

impl Session {
    pub(crate) fn new(
        device: Device,
        options: &Options,
        workgroup: u32,
        allocations: Allocations,
    ) -> Session {
        let limits = &device.limits;
        let frame = Frame {
            workgroup,
            row: options.faults.row.unwrap_or(limits.max_compute_workgroups_per_dimension),
            binding: limits
                .max_storage_buffer_binding_size
                .min(limits.max_buffer_size)
                .min(options.faults.binding.unwrap_or(u64::MAX)),
        };
        Session {
            device,
            frame,
            kernels: Vec::new(),
            resident: Resident::default(),
            slots: Vec::new(),
            allocations,
            feed: Vec::new(),
            stopwatch: options.timed.then(Stopwatch::default),
        }
    }

    /// Does and times what `record` records. Panics where nothing is timed.
    pub(crate) fn time(
        &mut self,
        record: impl FnOnce(&mut CommandEncoder),
    ) -> Result<Duration, Trouble> {
        let stopwatch = self.stopwatch.as_mut().expect("a device that is timed");
        stopwatch.time(&self.device, record)
    }

    /// Gives all buffers back that are not in use.
    pub(crate) fn give_back(&mut self) {
        self.slots.clear();
        self.resident.clear();
        self.device.settle();
    }

    /// The kernel of that variant in workgroups of the frame, made if it is not there yet.
    pub(crate) fn kernel(&mut self, variant: Variant) -> Result<Kernel, Trouble> {
        let workgroup = self.frame.workgroup;
        let is = |k: &&Kernel| k.variant.is(&variant) && k.workgroup == workgroup;
        if let Some(kernel) = self.kernels.iter().find(is) {
            return Ok(kernel.clone());
        }
        let kernel = Kernel::new(&self.device, variant, workgroup)?;
        let written = |kernel: &Kernel| kernel.variant.body.is_some();
        if self.kernels.iter().filter(|kernel| written(kernel)).count() >= WRITTEN {
            let oldest = self.kernels.iter().position(written);
            oldest.map(|oldest| self.kernels.remove(oldest));
        }
        self.kernels.push(kernel.clone());
        Ok(kernel)
    }

    /// The table `piece` of the function numbered `owner`; made of `words` if it is
    /// not there yet.
    pub(crate) fn table<W: AsRef<[u32]>>(
        &mut self,
        owner: u64,
        piece: Piece,
        words: impl FnOnce() -> W,
    ) -> Result<Buffer, Trouble> {
        self.resident.get(&self.device, &mut self.allocations, owner, piece, words)
    }

    /// A buffer of `words` zeros, for a kernel to keep something in.
    pub(crate) fn zeros(&mut self, words: u64) -> Result<Buffer, Trouble> {
        self.allocations.next()?;
        // Every new buffer is of zeros.
        self.device.buffer("state", 4 * words, BufferUsages::STORAGE)
    }

    /// Sends a chunk on its way.
    pub(crate) fn submit<W: Work>(
        &mut self,
        work: &W,
        loaded: &Loaded,
        chunk: Range<u64>,
    ) -> Result<Flight<W::Note>, Trouble> {
        let begun = Instant::now();
        self.feed.clear();
        let batch = work.prepare(chunk.clone(), &self.frame, &mut self.feed);
        let (feed_bytes, bytes) = (4 * self.feed.len() as u64, 4 * batch.words as u64);
        if feed_bytes.max(bytes) > self.frame.binding {
            return Err(Trouble::OutOfMemory);
        }
        let mut slot = self.slots.pop().unwrap_or_default();
        let index = self.encode(&mut slot, loaded, &batch, feed_bytes, bytes)?;
        self.allocations.submitted(&self.device);
        let mapping = self.device.scoped(|| slot.map(bytes))?;
        // Where dispatches are timed this one is over.
        let since = if self.stopwatch.is_some() { begun } else { Instant::now() };
        Ok(Flight { chunk, note: batch.note, slot, mapping, index, since })
    }

    /// Writes the inputs, and submits computation and copy together.
    fn encode<N>(
        &mut self,
        slot: &mut Slot,
        loaded: &Loaded,
        batch: &Batch<N>,
        feed_bytes: u64,
        bytes: u64,
    ) -> Result<SubmissionIndex, Trouble> {
        let size = batch.dispatches.first().map_or(0, |dispatch| dispatch.params.len());
        let stride =
            size.next_multiple_of(self.device.limits.min_uniform_buffer_offset_alignment as usize);
        let mut params = vec![0; stride * batch.dispatches.len()];
        for (params, dispatch) in params.chunks_mut(stride).zip(&batch.dispatches) {
            params[..size].copy_from_slice(&dispatch.params);
        }
        let params_bytes = params.len() as u64;
        let ready =
            slot.ready(&self.device, &mut self.allocations, params_bytes, feed_bytes, bytes)?;
        let mut bound = vec![part(ready.params, size as u64)];
        bound.extend(loaded.resident.iter().map(|buffer| buffer.as_entire_binding()));
        if !self.feed.is_empty() {
            bound.push(part(ready.feed, feed_bytes));
        }
        bound.push(part(ready.out, bytes));
        let Session { device, feed, stopwatch, .. } = self;
        let group = device.scoped(|| {
            device.queue.write_buffer(ready.params, 0, &params);
            device.queue.write_buffer(ready.feed, 0, bytemuck::cast_slice(feed));
            loaded.kernel.bind(device, bound.into_iter())
        })?;
        let compute = |encoder: &mut CommandEncoder| {
            if !batch.zeroed.is_empty() {
                let Range { start, end } = batch.zeroed.clone();
                let len = 4 * (end - start) as u64;
                encoder.clear_buffer(ready.out, 4 * start as u64, Some(len));
            }
            let mut pass = encoder.begin_compute_pass(&ComputePassDescriptor::default());
            pass.set_pipeline(&loaded.kernel.pipeline);
            for (offset, dispatch) in (0..).step_by(stride).zip(&batch.dispatches) {
                pass.set_bind_group(0, &group, &[offset]);
                pass.dispatch_workgroups(dispatch.grid.width, dispatch.grid.height, 1);
            }
        };
        let together = match stopwatch {
            Some(stopwatch) => stopwatch.time(device, compute).map(|_| None)?,
            None => Some(compute),
        };
        device.scoped(|| {
            let d = &device.raw;
            let mut encoder = d.create_command_encoder(&CommandEncoderDescriptor::default());
            if let Some(compute) = together {
                compute(&mut encoder);
            }
            encoder.copy_buffer_to_buffer(ready.out, 0, ready.staging, 0, Some(bytes));
            device.queue.submit([encoder.finish()])
        })
    }
}

/// The first `bytes` of a buffer.
fn part(buffer: &Buffer, bytes: u64) -> BindingResource<'_> {
    BindingResource::Buffer(BufferBinding { buffer, offset: 0, size: BufferSize::new(bytes) })
}
