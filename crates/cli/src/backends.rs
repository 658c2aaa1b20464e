//! Which backends there are, and which one is taken.

use anyhow::{Result, bail};
use phinum_bulk::engine::Engine;
use phinum_core::backend::Backend;
use phinum_core::conformance::{Effort, check_all};
use phinum_cpu::{Cpu, Level, Options};
use phinum_gpu::{Adapter, Adapters, Gpu, OpenError};

use crate::args::{BackendArgs, BackendChoice, Compare};
use crate::note::note;
use crate::tuning::{self, Choice, InForce};

const ADAPTER_WITHOUT_GPU: &str = "--adapter chooses a GPU, --backend cpu uses none";

/// The adapters of this machine, found without the chatter of its drivers: they
/// write warnings of their own to standard error, which are no message of ours.
/// `PHINUM_DRIVER_MESSAGES=1` leaves it on.
pub fn adapters() -> Adapters {
    let _quiet = std::env::var_os("PHINUM_DRIVER_MESSAGES").is_none().then(Quiet::new);
    Adapters::list()
}

/// Standard error goes nowhere while this lives.
struct Quiet {
    #[cfg(unix)]
    stderr: Option<std::os::fd::OwnedFd>,
}

impl Quiet {
    #[cfg(unix)]
    fn new() -> Quiet {
        let nowhere = std::fs::OpenOptions::new().write(true).open("/dev/null");
        let stderr = nowhere.ok().and_then(|nowhere| {
            let kept = rustix::io::dup(rustix::stdio::stderr()).ok()?;
            rustix::stdio::dup2_stderr(nowhere).ok()?;
            Some(kept)
        });
        Quiet { stderr }
    }

    #[cfg(not(unix))]
    fn new() -> Quiet {
        Quiet {}
    }
}

#[cfg(unix)]
impl Drop for Quiet {
    fn drop(&mut self) {
        if let Some(stderr) = &self.stderr {
            // Nothing can be said of a failure here: there is nowhere to say it.
            let _ = rustix::stdio::dup2_stderr(stderr);
        }
    }
}

/// The backends to work with, the preferred one first and one to fall back on.
///
/// # Errors
/// [`OpenError`] if a GPU is asked for and there is none.
pub fn preferred(args: &BackendArgs) -> Result<Vec<Box<dyn Backend>>> {
    let cpu: Box<dyn Backend> = Box::new(Cpu::default());
    let tuning = args.tuning.gpu_tuning;
    let used = |adapter: &Adapter| gpu(adapter, tuning::to_work_with(adapter, tuning));
    Ok(match (args.backend, &args.adapter) {
        (BackendChoice::Cpu, Some(_)) => bail!(ADAPTER_WITHOUT_GPU),
        (BackendChoice::Cpu, None) => vec![cpu],
        (_, Some(adapter)) => vec![used(adapters().find(adapter)?)?, cpu],
        (BackendChoice::Gpu, None) => vec![used(adapters().best()?)?, cpu],
        (BackendChoice::Auto, None) => match trusted_gpu(tuning) {
            Ok(gpu) => vec![gpu, cpu],
            Err(why) => {
                note(format_args!("{why}; using the CPU"));
                vec![cpu]
            }
        },
    })
}

/// What a block that an engine made can be made on a second time: a hardware GPU if there
/// is one, the CPU, and the CPU's portable path.
///
/// # Errors
/// If the operating system refuses the threads.
pub fn seconds(engine: &Engine, args: &BackendArgs) -> Result<Vec<Box<dyn Backend>>> {
    let mut seconds: Vec<Box<dyn Backend>> = Vec::new();
    if engine.description().name != "gpu"
        && let Ok(gpu) = trusted_gpu(args.tuning.gpu_tuning)
    {
        seconds.push(gpu);
    }
    seconds.push(Box::new(Cpu::default()));
    if Level::best() != Level::Portable {
        seconds.push(cpu(Level::Portable)?);
    }
    Ok(seconds)
}

/// The hardware GPU, if it passes the self-test.
fn trusted_gpu(tuning: Option<Choice>) -> Result<Box<dyn Backend>, String> {
    let adapters = adapters();
    let Some(adapter) = adapters.hardware() else {
        return Err(match adapters.all().first() {
            None => "no GPU adapter was found".into(),
            Some(other) => format!("there is no hardware GPU, only {other}"),
        });
    };
    let tuning = tuning::to_work_with(adapter, tuning);
    let gpu = gpu(adapter, tuning).map_err(|error| error.to_string())?;
    match check_all(&*gpu, Effort::Quick) {
        Ok(_) => Ok(gpu),
        Err(failure) => Err(format!("{adapter} fails the self-test ({failure})")),
    }
}

/// What a comparison runs on.
pub struct Compared {
    /// The backends, the CPU first.
    pub backends: Vec<Box<dyn Backend>>,
    /// Why there is no GPU among them though one was looked for.
    pub missing: Option<String>,
}

/// Every backend to be compared.
///
/// # Errors
/// [`OpenError`] if a GPU is asked for and there is none.
pub fn compared(
    choice: Compare,
    adapter: Option<&str>,
    tuning: Option<Choice>,
) -> Result<Compared> {
    let used = |adapter: &Adapter| gpu(adapter, tuning::to_work_with(adapter, tuning));
    let mut backends: Vec<Box<dyn Backend>> = vec![Box::new(Cpu::default())];
    let mut missing = None;
    match (choice, adapter) {
        (Compare::Cpu, Some(_)) => bail!(ADAPTER_WITHOUT_GPU),
        (Compare::Cpu, None) => {}
        (_, Some(wanted)) => backends.push(used(adapters().find(wanted)?)?),
        (_, None) => match every_gpu(used) {
            Ok(gpus) => backends.extend(gpus),
            Err(error) if choice == Compare::Gpu => return Err(error.into()),
            Err(error) => missing = Some(error.to_string()),
        },
    }
    // Alone, the CPU is compared with its own portable path.
    if backends.len() == 1 && Level::best() != Level::Portable {
        backends.push(cpu(Level::Portable)?);
    }
    Ok(Compared { backends, missing })
}

/// Every device once, through its best interface; there is at least one.
fn every_gpu(
    used: impl Fn(&Adapter) -> Result<Box<dyn Backend>, OpenError>,
) -> Result<Vec<Box<dyn Backend>>, OpenError> {
    let adapters = adapters();
    let mut failed = OpenError::NoAdapter;
    let mut gpus = Vec::new();
    for adapter in adapters.all() {
        let index = adapter.index();
        if let Some(same) = adapter.duplicate_of() {
            note(format_args!(
                "adapter {index} is the same device as adapter {same}: left out (--adapter {index} compares it)"
            ));
            continue;
        }
        match used(adapter) {
            Ok(gpu) => gpus.push(gpu),
            Err(error) => {
                note(&error);
                failed = error;
            }
        }
    }
    if gpus.is_empty() { Err(failed) } else { Ok(gpus) }
}

/// The CPU at one instruction level.
///
/// # Errors
/// If the operating system refuses the threads.
pub fn cpu(level: Level) -> Result<Box<dyn Backend>> {
    Ok(Box::new(Cpu::new(Options { level, ..Options::default() })?))
}

/// What `adapter` is, opened as a backend that cuts ranges so.
///
/// # Errors
/// [`OpenError`].
pub fn gpu(adapter: &Adapter, tuning: InForce) -> Result<Box<dyn Backend>, OpenError> {
    Ok(Box::new(Gpu::with(adapter, tuning.tuning.into())?))
}
