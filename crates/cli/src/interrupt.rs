//! Ctrl-C, SIGTERM and SIGHUP: the block at hand is finished, what is temporary
//! taken away, and the exit code 130. A second one ends it where it is.

use std::sync::atomic::{AtomicBool, Ordering};

use phinum_bulk::Error;

/// 128 and the number of SIGINT, as shells have it.
pub const EXIT_CODE: u8 = 130;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Listens from now on. Commands that do not call this end at once.
///
/// # Errors
/// If the system has no room for a handler.
pub fn listen() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(EXIT_CODE.into());
        }
    })
}

/// Whether to go on.
///
/// # Errors
/// [`Error::Interrupted`] if not.
pub fn check() -> Result<(), Error> {
    if INTERRUPTED.load(Ordering::Relaxed) { Err(Error::Interrupted) } else { Ok(()) }
}
