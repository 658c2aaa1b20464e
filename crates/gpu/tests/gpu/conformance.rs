//! The suite every backend is held to.

use std::ops::Deref;
use std::sync::MutexGuard;

use phinum_core::backend::Backend;
use phinum_gpu::Gpu;

use crate::support::{gpu, turn};

/// The shared device, while it is this test's turn.
struct Held(#[expect(dead_code, reason = "held, not read")] MutexGuard<'static, ()>);

impl Deref for Held {
    type Target = Gpu;

    fn deref(&self) -> &Gpu {
        gpu()
    }
}

phinum_core::conformance!(suite, turn().map(Held));
