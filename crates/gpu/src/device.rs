//! A device and its queue, with every way it fails made a value.
//!
//! wgpu reports errors to scopes, to a handler for what no scope caught (which
//! panics unless replaced), and, when the device is gone, to a callback alone:
//! creating and submitting then do nothing and say nothing.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use pollster::block_on;
use wgpu::{
    Buffer, BufferDescriptor, BufferUsages, DeviceDescriptor, ErrorFilter, ExperimentalFeatures,
    Features, MemoryHints, PollType, SubmissionIndex, Trace,
};

use crate::adapters::{Adapter, DRIVER};
use crate::error::{OpenError, Trouble};
use crate::stopwatch::TIMESTAMPS;

/// Far longer than any dispatch takes: a device silent for so long is lost.
const PATIENCE: Duration = Duration::from_mins(1);

#[derive(Debug)]
pub(crate) struct Device {
    pub(crate) raw: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    pub(crate) limits: wgpu::Limits,
    lost: Arc<OnceLock<String>>,
    uncaught: Arc<Mutex<Option<wgpu::Error>>>,
}

impl Device {
    /// With timestamps, where the adapter offers them, if it is to be `timed`.
    pub(crate) fn open(adapter: &Adapter, timed: bool) -> Result<Device, OpenError> {
        let _one_at_a_time = DRIVER.lock().unwrap_or_else(PoisonError::into_inner);
        // All that the adapter has, not the defaults, which are far less.
        let limits = adapter.inner.limits();
        let offered = adapter.inner.features() & TIMESTAMPS;
        let request = adapter.inner.request_device(&DeviceDescriptor {
            label: Some("phinum"),
            required_features: if timed { offered } else { Features::empty() },
            required_limits: limits.clone(),
            experimental_features: ExperimentalFeatures::disabled(),
            memory_hints: MemoryHints::Performance,
            trace: Trace::Off,
        });
        let (device, queue) = block_on(request).map_err(|error| OpenError::NoDevice {
            adapter: adapter.to_string(),
            reason: error.to_string(),
        })?;
        let lost = Arc::new(OnceLock::new());
        let flag = Arc::clone(&lost);
        device.set_device_lost_callback(move |reason, message| {
            let message = if message.is_empty() { format!("{reason:?}") } else { message };
            // Only the first reason counts.
            let _ = flag.set(message);
        });
        let uncaught = Arc::new(Mutex::new(None));
        let record = Arc::clone(&uncaught);
        device.on_uncaptured_error(Arc::new(move |error| {
            record.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }));
        Ok(Device { raw: device, queue, limits, lost, uncaught })
    }

    /// Runs `f` and reports what went wrong in it.
    pub(crate) fn scoped<T>(&self, f: impl FnOnce() -> T) -> Result<T, Trouble> {
        let memory = self.raw.push_error_scope(ErrorFilter::OutOfMemory);
        let internal = self.raw.push_error_scope(ErrorFilter::Internal);
        let validation = self.raw.push_error_scope(ErrorFilter::Validation);
        let result = f();
        let errors = [validation, internal, memory].map(|scope| block_on(scope.pop()));
        // The first cause: a buffer without memory fails validation too.
        let Some(error) = errors.into_iter().rev().flatten().next() else {
            return self.alive().map(|()| result);
        };
        // What a lost device makes is invalid; and that it is lost shows no sooner
        // than when nothing is under way.
        self.settle();
        self.alive()?;
        Err(error.into())
    }

    /// Waits until nothing is under way, and what was dropped is freed.
    pub(crate) fn settle(&self) {
        let idle = PollType::Wait { submission_index: None, timeout: Some(PATIENCE) };
        // What goes wrong here shows wherever the device is used next.
        let _ = self.raw.poll(idle);
    }

    /// Whether nothing was reported to nobody.
    pub(crate) fn alive(&self) -> Result<(), Trouble> {
        if let Some(reason) = self.lost.get() {
            return Err(Trouble::Lost(reason.clone()));
        }
        match self.uncaught.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) => Err(error.into()),
            None => Ok(()),
        }
    }

    /// Whether the device is known to be gone.
    pub(crate) fn is_lost(&self) -> bool {
        self.lost.get().is_some()
    }

    /// Treats the device as lost from now on.
    pub(crate) fn given_up(&self, reason: String) -> Trouble {
        // A reason that the driver gave comes first.
        Trouble::Lost(self.lost.get_or_init(|| reason).clone())
    }

    /// Waits until a submission is done, and its buffers are mapped.
    pub(crate) fn wait(&self, index: SubmissionIndex) -> Result<(), Trouble> {
        let poll = PollType::Wait { submission_index: Some(index), timeout: Some(PATIENCE) };
        let answer = self.raw.poll(poll);
        self.alive()?;
        match answer {
            Ok(_) => Ok(()),
            Err(wgpu::PollError::Timeout) => {
                Err(self.given_up(format!("no answer for {} s", PATIENCE.as_secs())))
            }
            Err(error) => Err(Trouble::Broken(error.to_string())),
        }
    }

    /// A buffer of at least `bytes`, which are rounded up to what a binding needs.
    pub(crate) fn buffer(
        &self,
        label: &str,
        bytes: u64,
        usage: BufferUsages,
    ) -> Result<Buffer, Trouble> {
        let size = bytes.next_multiple_of(16).max(16);
        if size > self.limits.max_buffer_size {
            return Err(Trouble::OutOfMemory);
        }
        self.scoped(|| {
            self.raw.create_buffer(&BufferDescriptor {
                label: Some(label),
                size,
                usage,
                mapped_at_creation: false,
            })
        })
    }
}
