//! What may be chosen when an adapter is opened, and what may be made to fail.

use std::ops::Range;
use std::time::Duration;

use crate::tuning::Tuning;

/// What may be chosen.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How ranges are cut; by default as suits the kind of adapter
    /// ([`Tuning::built_in`]).
    pub tuning: Option<Tuning>,
    /// Threads of the host that widen what comes back. By default one for a software
    /// adapter, which has threads on every core, and up to eight for hardware.
    pub host_threads: Option<usize>,
    /// Whether dispatches are timed, one after the other, by the device's own clock where
    /// it has one ([`crate::baseline::kernels`]): operations take longer.
    pub timed: bool,
    /// What is made to fail, for tests.
    #[doc(hidden)]
    pub faults: Faults,
}

impl From<Tuning> for Options {
    fn from(tuning: Tuning) -> Options {
        Options { tuning: Some(tuning), ..Options::default() }
    }
}

impl Options {
    /// The tuning they come to on an adapter with those limits.
    pub(crate) fn tuning(&self, limits: &wgpu::Limits, software: bool) -> Tuning {
        self.tuning.unwrap_or(Tuning::built_in(software)).within(limits)
    }

    /// How many threads of the host take in what comes back.
    pub(crate) fn threads(&self, software: bool) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads =
            self.host_threads.unwrap_or_else(|| if software { 1 } else { cores().min(8) });
        threads.clamp(1, 64)
    }
}

/// What is made to fail, counted from the opening of the GPU.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct Faults {
    /// After these submissions the device is destroyed, as a driver's reset would.
    pub lost_after: Vec<u64>,
    /// These allocations of buffers find no memory.
    pub no_memory: Range<u64>,
    /// How much longer each value seems to take.
    pub slowness: Duration,
    /// No more workgroups than this in a row of a dispatch.
    pub row: Option<u32>,
    /// No more bytes than this in a binding.
    pub binding: Option<u64>,
    /// No more bytes than this in an array of a table that goes by windows; at least
    /// 4096.
    pub window: Option<u64>,
}
