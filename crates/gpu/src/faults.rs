//! Failures on order, so that tests see what happens then.

use std::time::Duration;

use crate::device::Device;
use crate::error::Trouble;
use crate::options::Faults;

/// The allocations and submissions made so far, and those that are to fail.
#[derive(Debug, Default)]
pub(crate) struct Allocations {
    faults: Faults,
    made: u64,
    submitted: u64,
}

impl Allocations {
    pub(crate) fn new(faults: Faults) -> Self {
        Allocations { faults, made: 0, submitted: 0 }
    }

    /// Counts an allocation; an error if it is to fail.
    pub(crate) fn next(&mut self) -> Result<(), Trouble> {
        self.made += 1;
        if self.faults.no_memory.contains(&(self.made - 1)) {
            return Err(Trouble::OutOfMemory);
        }
        Ok(())
    }

    /// Counts a submission, and destroys the device if it is to be lost after it.
    pub(crate) fn submitted(&mut self, device: &Device) {
        if self.faults.lost_after.contains(&self.submitted) {
            device.raw.destroy();
        }
        self.submitted += 1;
    }

    /// How long a dispatch of `items` seems to have taken.
    pub(crate) fn clock(&self, items: u64, elapsed: Duration) -> Duration {
        elapsed + self.faults.slowness * u32::try_from(items).unwrap_or(u32::MAX)
    }
}
