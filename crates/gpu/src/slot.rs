//! The buffers of one chunk under way.

use std::sync::mpsc::{Receiver, channel};

use wgpu::{Buffer, BufferAsyncError, BufferUsages, MapMode};

use crate::device::Device;
use crate::error::Trouble;
use crate::faults::Allocations;

/// One chunk's own buffers, kept and reused, larger ones made when needed.
#[derive(Debug, Default)]
pub(crate) struct Slot {
    params: Option<Buffer>,
    feed: Option<Buffer>,
    out: Option<Buffer>,
    staging: Option<Buffer>,
}

/// The buffers a dispatch was given.
#[derive(Debug)]
pub(crate) struct Ready<'a> {
    pub(crate) params: &'a Buffer,
    pub(crate) feed: &'a Buffer,
    pub(crate) out: &'a Buffer,
    pub(crate) staging: &'a Buffer,
}

impl Slot {
    /// Buffers that hold as many bytes.
    pub(crate) fn ready(
        &mut self,
        device: &Device,
        allocations: &mut Allocations,
        params: u64,
        feed: u64,
        out: u64,
    ) -> Result<Ready<'_>, Trouble> {
        let mut make = |have: &mut Option<Buffer>, label, bytes: u64, usage| {
            if have.as_ref().is_none_or(|buffer| buffer.size() < bytes) {
                // The old one goes first, and the new one serves a pace that doubles.
                *have = None;
                allocations.next()?;
                *have = Some(device.buffer(label, bytes, usage)?);
            }
            Ok::<(), Trouble>(())
        };
        make(&mut self.params, "params", params, BufferUsages::UNIFORM | BufferUsages::COPY_DST)?;
        make(&mut self.feed, "feed", feed, BufferUsages::STORAGE | BufferUsages::COPY_DST)?;
        let both_ways = BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
        make(&mut self.out, "out", out, BufferUsages::STORAGE | both_ways)?;
        make(&mut self.staging, "staging", out, BufferUsages::MAP_READ | BufferUsages::COPY_DST)?;
        match self {
            Slot {
                params: Some(params),
                feed: Some(feed),
                out: Some(out),
                staging: Some(staging),
            } => Ok(Ready { params, feed, out, staging }),
            _ => unreachable!("each was made above"),
        }
    }

    /// Asks for the first `bytes` of what came back, to be had after a wait.
    pub(crate) fn map(&self, bytes: u64) -> Mapping {
        let (sender, answer) = channel();
        if let Some(staging) = &self.staging {
            staging.slice(..bytes).map_async(MapMode::Read, move |result| {
                // Nobody listens where the dispatch was given up.
                let _ = sender.send(result);
            });
        }
        Mapping { bytes, answer }
    }

    /// Hands the words that came back to `take`.
    pub(crate) fn read(
        &self,
        device: &Device,
        mapping: &Mapping,
        take: impl FnOnce(&[u32]),
    ) -> Result<(), Trouble> {
        match mapping.answer.try_recv() {
            Ok(Ok(())) => {}
            // Only a device that is gone refuses a map that was in order.
            Ok(Err(error)) => return Err(device.given_up(error.to_string())),
            Err(_) => return Err(Trouble::Broken("a buffer was not mapped".into())),
        }
        let Some(staging) = &self.staging else {
            return Err(Trouble::Broken("a dispatch had no buffer".into()));
        };
        let view = staging.slice(..mapping.bytes).get_mapped_range();
        let view = view.map_err(|error| Trouble::Broken(error.to_string()))?;
        take(bytemuck::cast_slice(&view));
        drop(view);
        staging.unmap();
        Ok(())
    }
}

/// What was asked of a staging buffer.
#[derive(Debug)]
pub(crate) struct Mapping {
    bytes: u64,
    answer: Receiver<Result<(), BufferAsyncError>>,
}
