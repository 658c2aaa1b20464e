//! Runs: tables of any length on disk, a file a block, that survive whatever stops
//! them.
//!
//! A run is a folder. `manifest.json` says what it is to hold ([`Plan`]) and what is
//! known of every block that is there ([`Record`]): who made it, how long its file is,
//! the file's CRC-32, and its certificate. A block's file is a whole table of its own,
//! `INDEX-CRC.EXTENSION`; it gets that name once it is complete and durable, and only
//! then is it recorded. What is not recorded does not count and is made again.
//!
//! A *shard* is a share of the blocks with a manifest of its own in the same folder, so
//! that many machines make one run; [`merge()`] holds them against each other and makes
//! one manifest of them.
//!
//! Every block is certified from the bytes of its file: they are read back and summed.
//! A run is deterministic: made by the same backends, its folder is the same byte for
//! byte however often it was stopped, and has no dates in it.

mod begin;
mod check;
mod execute;
mod folder;
mod lock;
mod make;
mod manifest;
mod merge;
mod plan;
mod report;
mod shard;
mod verify;

pub use begin::{Workers, begin, resume};
pub use check::{Damage, Damaged};
pub use manifest::{Certificate, Crc, Maker, Manifest, NoManifest, Record};
pub use merge::merge;
pub use plan::{LARGEST_BLOCK, MOST_BLOCKS, Plan, PlanError};
pub use report::{Failure, Report, Share, Total};
pub use shard::{Shard, ShardError};
pub use verify::{Verified, look, verify};
