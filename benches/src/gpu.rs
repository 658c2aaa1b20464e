//! A GPU: its kernels against a copy on the same device, the way back to the host, and
//! whole operations against the CPU and the device's own greedy numerals.

use phinum_cpu::Cpu;
use phinum_gpu::baseline::{Clock, Copying, kernels};
use phinum_gpu::{Adapter, Adapters, Gpu, Options, Tuning};

use crate::column::Column;
use crate::measure::{Bench, Error, assert, time};
use crate::range::{condition, size};

/// What is evaluated: a table alone, and one with relief.
const QUANTITIES: [&str; 2] = ["upper-bound", "longest"];

/// The adapter the benchmarks of this package run on, `PHINUM_BENCH_ADAPTER` or the
/// best; `None` without any.
///
/// # Panics
/// If the adapter that is named is not there.
pub fn adapter_asked_for() -> Option<Adapter> {
    let adapters = Adapters::list();
    match std::env::var("PHINUM_BENCH_ADAPTER") {
        Ok(name) => Some(adapters.find(&name).expect("the adapter").clone()),
        Err(_) => adapters.best().ok().cloned(),
    }
}

/// Measures all of it, with a tuning or what is built in.
///
/// # Errors
/// [`Error`]: a wrong result, a device that fails, or a listener that wants no more.
pub fn measure(
    bench: &mut Bench<'_>,
    adapter: &Adapter,
    tuning: Option<Tuning>,
) -> Result<(), Error> {
    device(bench, adapter, tuning)?;
    backend(bench, adapter, tuning)
}

/// Values of a column: enough that a device is not done before it has begun. Hardware gets
/// more, 128 MiB of words of 32 bits, which every adapter has a buffer for.
fn length(bench: &Bench<'_>, adapter: &Adapter) -> usize {
    let len = bench.effort().of(1 << 14, 1 << 22, 1 << 22);
    if adapter.is_software() { len } else { 8 * len }
}

/// The device alone: what its kernels take and the way back takes, beside a copy of as
/// many bytes from one buffer of the device to another.
fn device(bench: &mut Bench<'_>, adapter: &Adapter, tuning: Option<Tuning>) -> Result<(), Error> {
    let pairs = bench.effort().of(3, 11, 21);
    let len = length(bench, adapter);
    let gpu = Gpu::with(adapter, Options { timed: true, tuning, ..Options::default() })?;
    // The kernels write words of 32 bits.
    let mut copying = Copying::new(&gpu, 4 * len as u64)?;
    let clock = match copying.clock() {
        Clock::Device => "the device's timestamps",
        Clock::Host => "the host's clock around each submission",
    };
    let mib = (4 * len as u64) as f64 / f64::from(1 << 20);
    bench.setting(&format!("{adapter}, {mib} MiB on the device, timed by {clock}"))?;
    let copy = "a copy on the device";
    for name in QUANTITIES {
        let mut column = Column::new(name, len);
        bench.ratio(&format!("{name} fill kernels"), copy, pairs, || {
            let copied = copying.copy()?.as_secs_f64();
            let kernels = kernels(&gpu, || column.fill(&gpu))?.as_secs_f64();
            column.assert()?;
            Ok((kernels, copied))
        })?;
        bench.ratio(&format!("{name} reduction kernels"), copy, pairs, || {
            let copied = copying.copy()?.as_secs_f64();
            Ok((kernels(&gpu, || column.summarize(&gpu))?.as_secs_f64(), copied))
        })?;
    }
    bench.ratio("transfer to the host", copy, pairs, || {
        let copied = copying.copy()?.as_secs_f64();
        let fetched = copying.fetch()?.as_secs_f64();
        assert(copying.is_right(), format_args!("the transfer from {adapter}"))?;
        Ok((fetched, copied))
    })
}

/// Whole operations, warm, with all that the host does: against the same adapter's own
/// greedy numerals, and against the CPU.
///
/// # Errors
/// As [`measure`].
pub fn backend(
    bench: &mut Bench<'_>,
    adapter: &Adapter,
    tuning: Option<Tuning>,
) -> Result<(), Error> {
    let (len, pairs) = (length(bench, adapter), bench.effort().of(3, 5, 11));
    let gpu = &Gpu::with(adapter, Options { tuning, ..Options::default() })?;
    let cpu = Cpu::default();
    bench.setting(&format!("{adapter}, {}", size(len)))?;
    for name in QUANTITIES {
        let mut column = Column::new(name, len);
        let (fill, reduction) = (format!("{name} range fill"), format!("{name} reduction"));
        let (greedy, host) = ("greedy on the device", "the CPU, all threads");
        bench.ratio(&fill, greedy, pairs, || {
            let old = time(len, || column.fill_greedily(gpu))?;
            column.assert()?;
            let new = time(len, || column.fill(gpu))?;
            column.assert()?;
            Ok((new, old))
        })?;
        bench.ratio(&reduction, greedy, pairs, || {
            let old = time(len, || column.fill_greedily(gpu))?;
            Ok((time(len, || column.summarize(gpu))?, old))
        })?;
        bench.ratio(&fill, host, pairs, || {
            let old = time(len, || column.fill(&cpu))?;
            column.assert()?;
            let new = time(len, || column.fill(gpu))?;
            column.assert()?;
            Ok((new, old))
        })?;
        bench.ratio(&reduction, host, pairs, || {
            let old = time(len, || column.summarize(&cpu))?;
            Ok((time(len, || column.summarize(gpu))?, old))
        })?;
    }
    condition(bench, gpu, len, pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::heard;

    #[test]
    fn an_adapter_has_ratios_with_the_least_effort() {
        if std::env::var_os("PHINUM_SKIP_GPU_TESTS").is_some_and(|value| value == "1") {
            return;
        }
        let adapter = adapter_asked_for().expect("an adapter; PHINUM_SKIP_GPU_TESTS=1 skips");
        let ratios = heard("gpu", |bench| measure(bench, &adapter, None)).unwrap();
        assert_eq!(ratios.iter().filter(|ratio| ratio.baseline.contains("copy")).count(), 5);
        assert_eq!(ratios.len(), 5 + 8 + 1);
    }
}
