//! The backend on a real adapter, hardware or software.
//!
//! Drivers have crashed when several threads used them, so the tests share one
//! device and take turns. Without an adapter they fail: only
//! `PHINUM_SKIP_GPU_TESTS=1` skips them. `PHINUM_TEST_ADAPTER` names another
//! adapter than the best.

mod adapters;
mod baseline;
mod cold;
mod conditions;
mod conformance;
mod faults;
mod grids;
mod lists;
mod nim;
mod random;
mod ranges;
mod summaries;
mod support;
mod tuning;
mod wythoff;
