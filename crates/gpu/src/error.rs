//! What goes wrong with a device, and how it is said.

use phinum_core::backend::BackendError;
use thiserror::Error;

/// Why no adapter could be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpenError {
    /// There is none.
    #[error(
        "no GPU adapter was found: install the driver of your GPU, or a software adapter \
         (on Debian and Ubuntu: apt-get install mesa-vulkan-drivers), or use --backend cpu"
    )]
    NoAdapter,
    /// There are some, but not the one that was asked for.
    #[error("no adapter is called {wanted:?}; there are {present}")]
    NotFound {
        /// What was asked for.
        wanted: String,
        /// The adapters there are.
        present: String,
    },
    /// More than one adapter is called that.
    #[error("{wanted:?} may be any of {matching}: say more of the name, or the number")]
    Ambiguous {
        /// What was asked for.
        wanted: String,
        /// The adapters it may be.
        matching: String,
    },
    /// The adapter lacks something every kernel needs.
    #[error("{adapter} cannot be used: {reason}; use another adapter or --backend cpu")]
    Unsuitable {
        /// The adapter.
        adapter: String,
        /// What it lacks.
        reason: String,
    },
    /// The driver gave no device.
    #[error("{adapter} gave no device: {reason}")]
    NoDevice {
        /// The adapter.
        adapter: String,
        /// What the driver said.
        reason: String,
    },
}

/// What can go wrong in the middle of work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// The device is gone; what it had not answered is to be redone on a new one.
    Lost(String),
    /// Smaller chunks may still do.
    OutOfMemory,
    /// A rule was broken, here or in the driver: no use in trying again.
    Broken(String),
}

impl Trouble {
    /// As callers of a backend see it.
    pub(crate) fn of(self, adapter: &str) -> BackendError {
        let adapter = adapter.to_owned();
        match self {
            Trouble::Lost(reason) => BackendError::DeviceLost { adapter, reason },
            Trouble::OutOfMemory => BackendError::OutOfMemory { adapter },
            Trouble::Broken(reason) => BackendError::Device { adapter, reason },
        }
    }
}

impl From<wgpu::Error> for Trouble {
    fn from(error: wgpu::Error) -> Self {
        match error {
            wgpu::Error::OutOfMemory { .. } => Trouble::OutOfMemory,
            wgpu::Error::Validation { description, .. }
            | wgpu::Error::Internal { description, .. } => Trouble::Broken(description),
        }
    }
}

impl From<OpenError> for Trouble {
    fn from(error: OpenError) -> Self {
        Trouble::Lost(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_adapter_says_what_to_install() {
        let said = OpenError::NoAdapter.to_string();
        assert!(said.contains("apt-get install mesa-vulkan-drivers"), "{said}");
        assert!(said.contains("--backend cpu"), "{said}");
    }
}
