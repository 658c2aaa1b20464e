//! The one thread's worth of work a device is given: operations cut into
//! chunks, three of them under way, each with buffers of its own.
//!
//! While the device computes one chunk and copies another, the host takes in a
//! third. Whatever fails leaves the chunks that were taken in as they are; the
//! rest is done again, on a new device or in smaller chunks.

use std::collections::VecDeque;
use std::ops::Range;
use std::time::Instant;

use phinum_core::backend::BackendError;
use wgpu::{
    BindingResource, Buffer, BufferBinding, BufferSize, BufferUsages, CommandEncoderDescriptor,
    ComputePassDescriptor, SubmissionIndex,
};

use crate::adapters::Adapter;
use crate::device::Device;
use crate::error::{OpenError, Trouble};
use crate::faults::Allocations;
use crate::kernel::{Kernel, Variant};
use crate::options::Options;
use crate::pace::Pace;
use crate::resident::{Piece, Resident};
use crate::slot::{Mapping, Slot};
use crate::work::{Batch, Frame, Loaded, Work};

/// Chunks under way: one computed, one copied, one taken in.
const SLOTS: usize = 3;
/// The most bytes of one of the arrays of a window, of which there are two: as much
/// as a card has room for that is used for such things at all.
const WINDOW: u64 = 1 << 29;
/// How often an operation goes on with a new device.
const NEW_DEVICES: u32 = 1;

/// What lives on a device, and goes with it.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) device: Device,
    pub(crate) frame: Frame,
    kernels: Vec<Kernel>,
    resident: Resident,
    slots: Vec<Slot>,
    allocations: Allocations,
    feed: Vec<u32>,
}

/// A chunk under way.
#[derive(Debug)]
struct Flight<N> {
    chunk: Range<u64>,
    note: N,
    slot: Slot,
    mapping: Mapping,
    index: SubmissionIndex,
    since: Instant,
}

/// A device that is opened anew when it is lost, and what is known of its pace.
#[derive(Debug)]
pub(crate) struct Engine {
    adapter: Adapter,
    pub(crate) options: Options,
    /// The most bytes of a binding.
    pub(crate) binding: u64,
    session: Option<Session>,
    paces: Vec<(&'static str, Pace)>,
}

impl Engine {
    pub(crate) fn open(adapter: &Adapter, options: Options) -> Result<Engine, OpenError> {
        adapter.suits()?;
        let allocations = Allocations::new(options.faults.clone());
        let device = Device::open(adapter)?;
        let options = options.within(&device.limits, adapter.is_software());
        let session = Session::new(device, &options, allocations);
        let binding = session.frame.binding;
        let session = Some(session);
        Ok(Engine { adapter: adapter.clone(), options, binding, session, paces: Vec::new() })
    }

    /// The most bytes of an array of a table that goes by windows.
    pub(crate) fn window(&self) -> u64 {
        self.options.faults.window.unwrap_or(WINDOW).min(self.binding)
    }

    /// What is said of work that no chunks make small enough.
    pub(crate) fn too_much(&self) -> BackendError {
        Trouble::OutOfMemory.of(self.adapter.name())
    }

    /// Does all of `work`, or says why it could not.
    pub(crate) fn run<W: Work>(&mut self, work: &mut W) -> Result<(), BackendError> {
        let mut done = 0;
        let mut losses = 0;
        while done < work.len() {
            let Err(trouble) = self.advance(work, &mut done) else { continue };
            done = work.resume(done);
            match trouble {
                Trouble::Lost(_) if losses < NEW_DEVICES => {
                    losses += 1;
                    self.renew().map_err(|trouble| trouble.of(self.adapter.name()))?;
                }
                Trouble::OutOfMemory if self.use_less(W::KIND) => {}
                trouble => return Err(trouble.of(self.adapter.name())),
            }
        }
        Ok(())
    }

    /// A new device in place of a lost one.
    fn renew(&mut self) -> Result<(), Trouble> {
        let old = self.session.take().map(|session| session.allocations);
        let device = Device::open(&self.adapter)?;
        self.session = Some(Session::new(device, &self.options, old.unwrap_or_default()));
        Ok(())
    }

    /// Gives memory back and does with less; false if there is no less.
    fn use_less(&mut self, kind: &str) -> bool {
        if let Some(session) = &mut self.session {
            session.give_back();
        }
        self.paces
            .iter_mut()
            .find(|(k, _)| *k == kind)
            .is_some_and(|(_, pace)| pace.out_of_memory())
    }

    fn pace(&mut self, kind: &'static str, most: u64) -> &mut Pace {
        let at = self.paces.iter().position(|(k, _)| *k == kind).unwrap_or_else(|| {
            self.paces.push((kind, Pace::new(most)));
            self.paces.len() - 1
        });
        &mut self.paces[at].1
    }

    /// How many items a dispatch of that kind does at present.
    pub(crate) fn pace_of(&self, kind: &str) -> Option<u64> {
        self.paces.iter().find(|(k, _)| *k == kind).map(|(_, pace)| pace.size())
    }

    /// Does chunks from `done` on until all are done or something goes wrong.
    fn advance<W: Work>(&mut self, work: &mut W, done: &mut u64) -> Result<(), Trouble> {
        // What an earlier operation left behind may be gone.
        if self.session.as_ref().is_none_or(|session| session.device.is_lost()) {
            self.renew()?;
        }
        let Some(mut session) = self.session.take() else {
            return Err(Trouble::Lost("there is no device".into()));
        };
        let result = self.advance_in(&mut session, work, done);
        self.session = Some(session);
        result
    }

    fn advance_in<W: Work>(
        &mut self,
        session: &mut Session,
        work: &mut W,
        done: &mut u64,
    ) -> Result<(), Trouble> {
        let most = work.most(&session.frame);
        let pace = self.pace(W::KIND, most);
        let loaded = match work.load(session) {
            Err(Trouble::OutOfMemory) => {
                session.give_back();
                work.load(session)?
            }
            loaded => loaded?,
        };
        let mut under_way = VecDeque::with_capacity(SLOTS);
        let mut next = *done;
        let mut idle_since = Instant::now();
        while *done < work.len() {
            while under_way.len() < SLOTS && next < work.len() {
                let end = next + pace.size().min(most).min(work.len() - next);
                under_way.push_back(session.submit(work, &loaded, next..end)?);
                next = end;
            }
            let Some(flight): Option<Flight<W::Note>> = under_way.pop_front() else { break };
            session.device.wait(flight.index)?;
            let now = Instant::now();
            let items = flight.chunk.end - flight.chunk.start;
            // The device begins a chunk when it is there and the one before is done.
            let elapsed = now - flight.since.max(idle_since);
            pace.took(items, session.allocations.clock(items, elapsed));
            idle_since = now;
            flight.slot.read(&session.device, &flight.mapping, |words| {
                work.receive(flight.chunk.clone(), flight.note, words);
            })?;
            *done = flight.chunk.end;
            session.slots.push(flight.slot);
        }
        Ok(())
    }
}

impl Session {
    fn new(device: Device, options: &Options, allocations: Allocations) -> Session {
        let limits = &device.limits;
        let frame = Frame {
            workgroup: options.workgroup,
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
        }
    }

    /// Gives all buffers back that are not in use.
    fn give_back(&mut self) {
        self.slots.clear();
        self.resident.clear();
        self.device.settle();
    }

    /// The kernel of that variant, made if it is not there yet.
    pub(crate) fn kernel(&mut self, variant: Variant) -> Result<Kernel, Trouble> {
        if let Some(kernel) = self.kernels.iter().find(|k| k.variant.is(&variant)) {
            return Ok(kernel.clone());
        }
        let kernel = Kernel::new(&self.device, variant, self.frame.workgroup)?;
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
    fn submit<W: Work>(
        &mut self,
        work: &W,
        loaded: &Loaded,
        chunk: Range<u64>,
    ) -> Result<Flight<W::Note>, Trouble> {
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
        Ok(Flight { chunk, note: batch.note, slot, mapping, index, since: Instant::now() })
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
        let Session { device, feed, .. } = self;
        device.scoped(|| {
            let (d, queue) = (&device.raw, &device.queue);
            queue.write_buffer(ready.params, 0, &params);
            queue.write_buffer(ready.feed, 0, bytemuck::cast_slice(feed));
            let group = loaded.kernel.bind(device, bound.into_iter());
            let mut encoder = d.create_command_encoder(&CommandEncoderDescriptor::default());
            if !batch.zeroed.is_empty() {
                let Range { start, end } = batch.zeroed.clone();
                let len = 4 * (end - start) as u64;
                encoder.clear_buffer(ready.out, 4 * start as u64, Some(len));
            }
            {
                let mut pass = encoder.begin_compute_pass(&ComputePassDescriptor::default());
                pass.set_pipeline(&loaded.kernel.pipeline);
                for (offset, dispatch) in (0..).step_by(stride).zip(&batch.dispatches) {
                    pass.set_bind_group(0, &group, &[offset]);
                    pass.dispatch_workgroups(dispatch.grid.width, dispatch.grid.height, 1);
                }
            }
            encoder.copy_buffer_to_buffer(ready.out, 0, ready.staging, 0, Some(bytes));
            queue.submit([encoder.finish()])
        })
    }
}

/// The first `bytes` of a buffer.
fn part(buffer: &Buffer, bytes: u64) -> BindingResource<'_> {
    BindingResource::Buffer(BufferBinding { buffer, offset: 0, size: BufferSize::new(bytes) })
}
