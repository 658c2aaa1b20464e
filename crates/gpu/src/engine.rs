//! The one thread's worth of work a device is given: operations cut into
//! chunks, three of them under way, each with buffers of its own.
//!
//! While the device computes one chunk and copies another, the host takes in a
//! third. Whatever fails leaves the chunks that were taken in as they are; the
//! rest is done again, on a new device or in smaller chunks.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::adapters::Adapter;
use crate::device::Device;
use crate::error::{OpenError, Trouble};
use crate::faults::Allocations;
use crate::options::Options;
use crate::pace::Pace;
use crate::session::{Flight, Session};
use crate::tuning::Tuning;
use crate::work::Work;
use phinum_core::backend::BackendError;

/// Chunks under way: one computed, one copied, one taken in.
const SLOTS: usize = 3;
/// The most bytes of one of the arrays of a window, of which there are two: as much
/// as a card has room for that is used for such things at all.
const WINDOW: u64 = 1 << 29;
/// How often an operation goes on with a new device.
const NEW_DEVICES: u32 = 1;

/// A device that is opened anew when it is lost, and what is known of its pace.
#[derive(Debug)]
pub(crate) struct Engine {
    adapter: Adapter,
    options: Options,
    /// How ranges are cut.
    pub(crate) tuning: Tuning,
    /// Threads of the host that take in what comes back.
    pub(crate) threads: usize,
    /// The most bytes of a binding.
    pub(crate) binding: u64,
    session: Option<Session>,
    paces: Vec<(&'static str, Pace)>,
}

impl Engine {
    pub(crate) fn open(adapter: &Adapter, options: Options) -> Result<Engine, OpenError> {
        adapter.suits()?;
        let allocations = Allocations::new(options.faults.clone());
        let device = Device::open(adapter, options.timed)?;
        let software = adapter.is_software();
        let tuning = options.tuning(&device.limits, software);
        let threads = options.threads(software);
        let session = Session::new(device, &options, tuning.workgroup, allocations);
        let binding = session.frame.binding;
        Ok(Engine {
            adapter: adapter.clone(),
            options,
            tuning,
            threads,
            binding,
            session: Some(session),
            paces: Vec::new(),
        })
    }

    /// Cuts ranges so from now on.
    pub(crate) fn set_tuning(&mut self, tuning: Tuning) {
        self.tuning = tuning;
        if let Some(session) = &mut self.session {
            session.frame.workgroup = tuning.workgroup;
        }
    }

    /// Whether dispatches are timed.
    pub(crate) fn is_timed(&self) -> bool {
        self.options.timed
    }

    /// The most bytes of an array of a table that goes by windows.
    pub(crate) fn window(&self) -> u64 {
        self.options.faults.window.unwrap_or(WINDOW).min(self.binding)
    }

    /// What is said of work that no chunks make small enough.
    pub(crate) fn too_much(&self) -> BackendError {
        Trouble::OutOfMemory.of(self.adapter.name())
    }

    /// Does all of `work`, or says why it could not.
    pub(crate) fn run<W: Work>(&mut self, work: &mut W) -> Result<(), BackendError> {
        let mut done = 0;
        let mut losses = 0;
        while done < work.len() {
            let Err(trouble) = self.advance(work, &mut done) else { continue };
            done = work.resume(done);
            match trouble {
                Trouble::Lost(_) if losses < NEW_DEVICES => {
                    losses += 1;
                    self.renew().map_err(|trouble| trouble.of(self.adapter.name()))?;
                }
                Trouble::OutOfMemory if self.use_less(W::KIND) => {}
                trouble => return Err(trouble.of(self.adapter.name())),
            }
        }
        Ok(())
    }

    /// A new device in place of a lost one.
    fn renew(&mut self) -> Result<(), Trouble> {
        let timed = self.lap();
        let old = self.session.take().map(|session| session.allocations);
        let device = Device::open(&self.adapter, self.options.timed)?;
        let mut session =
            Session::new(device, &self.options, self.tuning.workgroup, old.unwrap_or_default());
        if let Some(stopwatch) = &mut session.stopwatch {
            stopwatch.total = timed;
        }
        self.session = Some(session);
        Ok(())
    }

    /// Gives memory back and does with less; false if there is no less.
    fn use_less(&mut self, kind: &str) -> bool {
        if let Some(session) = &mut self.session {
            session.give_back();
        }
        self.paces
            .iter_mut()
            .find(|(k, _)| *k == kind)
            .is_some_and(|(_, pace)| pace.out_of_memory())
    }

    fn pace(&mut self, kind: &'static str, most: u64) -> &mut Pace {
        let at = self.paces.iter().position(|(k, _)| *k == kind).unwrap_or_else(|| {
            self.paces.push((kind, Pace::new(most)));
            self.paces.len() - 1
        });
        &mut self.paces[at].1
    }

    /// How many items a dispatch of that kind does at present.
    pub(crate) fn pace_of(&self, kind: &str) -> Option<u64> {
        self.paces.iter().find(|(k, _)| *k == kind).map(|(_, pace)| pace.size())
    }

    /// Does something with the device; with a new one if it is lost.
    pub(crate) fn on_device<T>(
        &mut self,
        work: impl FnOnce(&mut Session) -> Result<T, Trouble>,
    ) -> Result<T, BackendError> {
        self.with_session(|_, session| work(session))
            .map_err(|trouble| trouble.of(self.adapter.name()))
    }

    /// What dispatches took since this was last asked for, where they are timed.
    pub(crate) fn lap(&mut self) -> Duration {
        let session = self.session.as_mut();
        let stopwatch = session.and_then(|session| session.stopwatch.as_mut());
        stopwatch.map(|stopwatch| std::mem::take(&mut stopwatch.total)).unwrap_or_default()
    }

    /// Does chunks from `done` on until all are done or something goes wrong.
    fn advance<W: Work>(&mut self, work: &mut W, done: &mut u64) -> Result<(), Trouble> {
        self.with_session(|engine, session| engine.advance_in(session, work, done))
    }

    fn with_session<T>(
        &mut self,
        work: impl FnOnce(&mut Engine, &mut Session) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        // What an earlier operation left behind may be gone.
        if self.session.as_ref().is_none_or(|session| session.device.is_lost()) {
            self.renew()?;
        }
        let Some(mut session) = self.session.take() else {
            return Err(Trouble::Lost("there is no device".into()));
        };
        let result = work(self, &mut session);
        self.session = Some(session);
        result
    }

    fn advance_in<W: Work>(
        &mut self,
        session: &mut Session,
        work: &mut W,
        done: &mut u64,
    ) -> Result<(), Trouble> {
        let most = work.most(&session.frame);
        let pace = self.pace(W::KIND, most);
        let loaded = match work.load(session) {
            Err(Trouble::OutOfMemory) => {
                session.give_back();
                work.load(session)?
            }
            loaded => loaded?,
        };
        let mut under_way = VecDeque::with_capacity(SLOTS);
        let mut next = *done;
        let mut idle_since = Instant::now();
        while *done < work.len() {
            while under_way.len() < SLOTS && next < work.len() {
                let end = next + pace.size().min(most).min(work.len() - next);
                under_way.push_back(session.submit(work, &loaded, next..end)?);
                next = end;
            }
            let Some(flight): Option<Flight<W::Note>> = under_way.pop_front() else { break };
            session.device.wait(flight.index)?;
            let now = Instant::now();
            let items = flight.chunk.end - flight.chunk.start;
            // The device begins a chunk when it is there and the one before is done.
            let elapsed = now - flight.since.max(idle_since);
            pace.took(items, session.allocations.clock(items, elapsed));
            idle_since = now;
            flight.slot.read(&session.device, &flight.mapping, |words| {
                work.receive(flight.chunk.clone(), flight.note, words);
            })?;
            *done = flight.chunk.end;
            session.slots.push(flight.slot);
        }
        Ok(())
    }
}
