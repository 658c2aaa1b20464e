//! What a device's memory can do: copies from one buffer to another, and to the host.

use std::time::{Duration, Instant};

use phinum_core::backend::BackendError;
use wgpu::{Buffer, BufferUsages};

use crate::error::Trouble;
use crate::gpu::Gpu;
use crate::stopwatch::{clock, read, submit};

/// What tells the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clock {
    /// Timestamps that the device takes between its commands.
    Device,
    /// The host, from before a submission to the end of waiting for it.
    Host,
}

/// What the device's dispatches took in `work`, which does operations of `gpu`: the
/// kernels alone, by its [`Clock`], without uploads, the way back and the host's part.
///
/// # Errors
/// What `work` says.
///
/// # Panics
/// If the GPU was opened without [`Options::timed`](crate::Options::timed).
pub fn kernels<E>(gpu: &Gpu, work: impl FnOnce() -> Result<(), E>) -> Result<Duration, E> {
    assert!(gpu.is_timed(), "a GPU opened to be timed");
    let lap = || gpu.inner().engine.lap();
    lap();
    work()?;
    Ok(lap())
}

/// Two buffers of a device with equal words, and a third that the host reads.
#[derive(Debug)]
pub struct Copying<'a> {
    gpu: &'a Gpu,
    clock: Clock,
    bytes: u64,
    from: Buffer,
    to: Buffer,
    staging: Buffer,
    received: Vec<u8>,
}

/// The words that are copied: no two neighbours alike.
fn words(bytes: u64) -> Vec<u32> {
    (0..(bytes / 4) as u32).map(|i| i.wrapping_mul(0x9E37_79B9)).collect()
}

impl<'a> Copying<'a> {
    /// Of `bytes`, a multiple of 16.
    ///
    /// # Errors
    /// [`BackendError`] if there is no room, or the device fails.
    ///
    /// # Panics
    /// If the GPU was opened without [`Options::timed`](crate::Options::timed), or on
    /// another number of bytes.
    pub fn new(gpu: &'a Gpu, bytes: u64) -> Result<Self, BackendError> {
        assert!(gpu.is_timed(), "a GPU opened to be timed");
        assert!(bytes > 0 && bytes.is_multiple_of(16), "a multiple of 16 bytes, not {bytes}");
        gpu.inner().engine.on_device(|session| {
            let device = &session.device;
            let both = BufferUsages::COPY_SRC | BufferUsages::COPY_DST;
            let from = device.buffer("copied", bytes, both)?;
            let to = device.buffer("copy", bytes, both)?;
            let read = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
            let staging = device.buffer("fetched", bytes, read)?;
            let words = words(bytes);
            device.scoped(|| {
                device.queue.write_buffer(&from, 0, bytemuck::cast_slice(&words));
            })?;
            submit(device, |_| ())?;
            let (clock, received) = (clock(device), vec![1; bytes as usize]);
            Ok(Copying { gpu, clock, bytes, from, to, staging, received })
        })
    }

    /// What tells the time of copies and of [`kernels`].
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// How long a copy from the one buffer to the other takes.
    ///
    /// # Errors
    /// [`BackendError`] if the device fails.
    pub fn copy(&self) -> Result<Duration, BackendError> {
        self.gpu.inner().engine.on_device(|session| {
            session.time(|encoder| {
                encoder.copy_buffer_to_buffer(&self.from, 0, &self.to, 0, Some(self.bytes));
            })
        })
    }

    /// How long it takes until the host has in memory of its own what [`copy`](Self::copy)
    /// left, by the host's clock: a copy across, waiting for it, and another.
    ///
    /// # Errors
    /// [`BackendError`] if the device fails.
    pub fn fetch(&mut self) -> Result<Duration, BackendError> {
        let Copying { bytes, to, staging, received, .. } = self;
        self.gpu.inner().engine.on_device(|session| {
            let device = &session.device;
            device.settle();
            let start = Instant::now();
            submit(device, |encoder| {
                encoder.copy_buffer_to_buffer(to, 0, staging, 0, Some(*bytes));
            })?;
            read(device, staging, *bytes, |bytes| received.copy_from_slice(bytes))?;
            Ok::<_, Trouble>(start.elapsed())
        })
    }

    /// Whether what [`fetch`](Self::fetch) brought is what was to be copied.
    pub fn is_right(&self) -> bool {
        self.received == bytemuck::cast_slice::<u32, u8>(&words(self.bytes))
    }
}
