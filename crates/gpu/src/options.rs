//! What may be tuned, and what may be made to fail.

use std::ops::Range;
use std::time::Duration;

use phinum_core::tile::Tile;

/// What may be tuned. The defaults suit every adapter that was measured.
#[derive(Clone, Debug)]
pub struct Options {
    /// K: the tables have F_K entries. Within [`Tile::MIN_INDEX`] and
    /// [`Tile::MAX_INDEX`].
    pub tile_index: u32,
    /// Values an invocation of the range kernel writes, at most.
    pub values_per_invocation: u32,
    /// Values an invocation of the summary kernel reads, at most.
    pub reads_per_invocation: u32,
    /// Invocations of a workgroup: a power of two, made smaller where the adapter
    /// asks for it.
    pub workgroup: u32,
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

impl Default for Options {
    fn default() -> Self {
        Options {
            tile_index: 24,
            values_per_invocation: 16,
            reads_per_invocation: 128,
            workgroup: 256,
            host_threads: None,
            timed: false,
            faults: Faults::default(),
        }
    }
}

impl Options {
    /// The options, with what lies outside the possible moved inside.
    pub(crate) fn within(mut self, limits: &wgpu::Limits, software: bool) -> Self {
        self.tile_index = self.tile_index.clamp(Tile::MIN_INDEX, Tile::MAX_INDEX);
        self.values_per_invocation = self.values_per_invocation.clamp(1, 1 << 10);
        self.reads_per_invocation = self.reads_per_invocation.clamp(1, 1 << 10);
        let most = limits
            .max_compute_invocations_per_workgroup
            .min(limits.max_compute_workgroup_size_x)
            .min(256);
        let workgroup = self.workgroup.clamp(1, most);
        self.workgroup = 1 << workgroup.ilog2();
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads =
            self.host_threads.unwrap_or_else(|| if software { 1 } else { cores().min(8) });
        self.host_threads = Some(threads.clamp(1, 64));
        self
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
