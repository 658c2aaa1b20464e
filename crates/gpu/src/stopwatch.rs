//! How long a device takes for what it is given, by its own clock where it has one.

use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use wgpu::{
    Buffer, BufferUsages, CommandEncoder, CommandEncoderDescriptor, Features, MapMode, QuerySet,
    QuerySetDescriptor, QueryType,
};

use crate::baseline::Clock;
use crate::device::Device;
use crate::error::Trouble;

/// What a device must offer for timestamps to be taken between commands.
pub(crate) const TIMESTAMPS: Features =
    Features::TIMESTAMP_QUERY.union(Features::TIMESTAMP_QUERY_INSIDE_ENCODERS);

/// Bytes of two timestamps.
const BYTES: u64 = 16;

/// Times submissions, and adds the times up.
#[derive(Debug, Default)]
pub(crate) struct Stopwatch {
    pub(crate) total: Duration,
    timestamps: Option<Timestamps>,
}

#[derive(Debug)]
struct Timestamps {
    queries: QuerySet,
    resolved: Buffer,
    staging: Buffer,
}

/// Which clock times a device.
pub(crate) fn clock(device: &Device) -> Clock {
    if device.raw.features().contains(TIMESTAMPS) { Clock::Device } else { Clock::Host }
}

impl Stopwatch {
    /// Submits what `record` records when the device has nothing else to do, waits until
    /// it is done, and says how long that took.
    pub(crate) fn time(
        &mut self,
        device: &Device,
        record: impl FnOnce(&mut CommandEncoder),
    ) -> Result<Duration, Trouble> {
        device.settle();
        let elapsed = match clock(device) {
            Clock::Host => by_host(device, record)?,
            Clock::Device => {
                let timestamps = match self.timestamps.take() {
                    Some(timestamps) => timestamps,
                    None => Timestamps::new(device)?,
                };
                self.timestamps.insert(timestamps).time(device, record)?
            }
        };
        self.total += elapsed;
        Ok(elapsed)
    }
}

/// From before the submission to the end of waiting for it.
fn by_host(device: &Device, record: impl FnOnce(&mut CommandEncoder)) -> Result<Duration, Trouble> {
    let start = Instant::now();
    submit(device, record)?;
    Ok(start.elapsed())
}

/// Submits commands and waits for them.
pub(crate) fn submit(
    device: &Device,
    record: impl FnOnce(&mut CommandEncoder),
) -> Result<(), Trouble> {
    let index = device.scoped(|| {
        let mut encoder = device.raw.create_command_encoder(&CommandEncoderDescriptor::default());
        record(&mut encoder);
        device.queue.submit([encoder.finish()])
    })?;
    device.wait(index)
}

impl Timestamps {
    fn new(device: &Device) -> Result<Timestamps, Trouble> {
        let queries = device.scoped(|| {
            device.raw.create_query_set(&QuerySetDescriptor {
                label: Some("timestamps"),
                ty: QueryType::Timestamp,
                count: 2,
            })
        })?;
        let resolve = BufferUsages::QUERY_RESOLVE | BufferUsages::COPY_SRC;
        let resolved = device.buffer("timestamps", BYTES, resolve)?;
        let read = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
        let staging = device.buffer("timestamps", BYTES, read)?;
        Ok(Timestamps { queries, resolved, staging })
    }

    fn time(
        &self,
        device: &Device,
        record: impl FnOnce(&mut CommandEncoder),
    ) -> Result<Duration, Trouble> {
        submit(device, |encoder| {
            encoder.write_timestamp(&self.queries, 0);
            record(encoder);
            encoder.write_timestamp(&self.queries, 1);
        })?;
        // Apart: some drivers resolve before the commands beside it are done.
        submit(device, |encoder| {
            encoder.resolve_query_set(&self.queries, 0..2, &self.resolved, 0);
        })?;
        submit(device, |encoder| {
            encoder.copy_buffer_to_buffer(&self.resolved, 0, &self.staging, 0, Some(BYTES));
        })?;
        let mut ticks = [0u64; 2];
        read(device, &self.staging, BYTES, |bytes| {
            bytemuck::cast_slice_mut(&mut ticks).copy_from_slice(bytes);
        })?;
        let [start, end] = ticks;
        let nanoseconds =
            end.saturating_sub(start) as f64 * f64::from(device.queue.get_timestamp_period());
        Ok(Duration::from_secs_f64(nanoseconds / 1e9))
    }
}

/// Maps the first `bytes` of a buffer that nothing uses, and hands them to `take`.
pub(crate) fn read(
    device: &Device,
    buffer: &Buffer,
    bytes: u64,
    take: impl FnOnce(&[u8]),
) -> Result<(), Trouble> {
    let (sender, answer) = channel();
    device.scoped(|| {
        buffer.slice(..bytes).map_async(MapMode::Read, move |result| {
            // Nobody listens where the device was given up.
            let _ = sender.send(result);
        });
    })?;
    device.settle();
    device.alive()?;
    match answer.try_recv() {
        Ok(Ok(())) => {}
        Ok(Err(error)) => return Err(device.given_up(error.to_string())),
        Err(_) => return Err(Trouble::Broken("a buffer was not mapped".into())),
    }
    let view = buffer.slice(..bytes).get_mapped_range();
    take(&view.map_err(|error| Trouble::Broken(error.to_string()))?);
    buffer.unmap();
    Ok(())
}
