//! Ctrl-C, SIGTERM and SIGHUP: the block at hand is finished, what is temporary
//! taken away, and the exit code 130. A second one ends it where it is.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use phinum_bulk::Error;

/// 128 and the number of SIGINT, as shells have it.
pub const EXIT_CODE: u8 = 130;

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Listens from now on. Commands that do not call this end at once. A SIGHUP that is
/// ignored stays so: that is what `nohup` is for.
///
/// # Errors
/// If the system has no room for a handler.
#[cfg(unix)]
pub fn listen() -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag::{register, register_conditional_shutdown};
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        if signal == SIGHUP && is_ignored(signal) {
            continue;
        }
        // In this order: a first signal finds the flag unset, and sets it.
        register_conditional_shutdown(signal, EXIT_CODE.into(), INTERRUPTED.clone())?;
        register(signal, INTERRUPTED.clone())?;
    }
    Ok(())
}

/// Whether this process was begun with a signal ignored, as far as the system tells.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Listens from now on, as on other systems.
///
/// # Errors
/// If the system has no room for a handler.
#[cfg(not(unix))]
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
