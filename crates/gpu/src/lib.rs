//! phinum on a GPU, through wgpu: Vulkan, Metal, DX12 or GL.
//!
//! ```no_run
//! use phinum_core::backend::{Backend, RangeTask};
//! use phinum_core::column::{Column, Width};
//! use phinum_core::function::Function;
//! use phinum_gpu::{Adapters, Gpu};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let gpu = Gpu::open(Adapters::list().best()?)?;
//! let terms = &Function::all()[0];
//! let mut column = Column::unwritten(Width::U64, 1000);
//! gpu.fill(RangeTask::new(terms, 1 << 64, column.as_mut())?)?;
//! # Ok(())
//! # }
//! ```
//!
//! | module | subject |
//! |---|---|
//! | `adapters` | the adapters there are, and the choice among them |
//! | `gpu` | the backend |
//! | `fill`, `reduce`, `select`, `list`, `cold`, `nim`, `random`, `wythoff` | its operations, each a `work` in chunks |
//! | `condition` | a condition as WGSL |
//! | `slices`, `tables` | what the operations make of a function's tile |
//! | `engine` | the chunks under way; what is done when the device fails |
//! | `session` | a device with what lives on it |
//! | `device`, `kernel`, `slot`, `resident` | wgpu's objects |
//! | `pace` | how much a dispatch does |
//! | `tuning`, [`tune()`] | how ranges are cut, and how that is chosen |
//! | [`baseline`], `stopwatch` | what the kernels are measured against, and how |

#![forbid(unsafe_code)]

mod adapters;
pub mod baseline;
mod cold;
mod condition;
mod device;
mod engine;
mod error;
mod faults;
mod fill;
mod gpu;
mod kernel;
mod list;
mod nim;
mod options;
mod pace;
mod random;
mod reduce;
mod resident;
mod select;
mod session;
mod slices;
mod slot;
mod stopwatch;
mod tables;
mod tune;
mod tuning;
mod work;
mod wythoff;

pub use adapters::{Adapter, Adapters};
pub use error::OpenError;
pub use gpu::Gpu;
#[doc(hidden)]
pub use options::Faults;
pub use options::Options;
pub use tune::{TuneError, Tuned, tune};
pub use tuning::Tuning;

// Lists travel as the host's words: the device reads the low one first.
const _: () = assert!(cfg!(target_endian = "little"), "every GPU counts low bytes first");
