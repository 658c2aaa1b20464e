//! When intervals begin. Far ones wait in one list for each epoch, written and
//! read in order; those of the epoch at hand are sorted by the heap they begin
//! with. So memory is walked in order, however far ahead intervals reach.

/// Heaps in an epoch: its lists stay in the cache.
const EPOCH: u32 = 1 << 11;
/// The end of a list.
const NONE: u32 = u32::MAX;

/// The heaps for which a take leaves `rest` with the value `value`, to `end`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interval {
    pub(super) rest: u32,
    pub(super) end: u32,
    pub(super) value: u8,
}

/// An interval of a later epoch, in twelve bytes: the place within the epoch and
/// the value share a word.
#[derive(Clone, Copy, Debug)]
struct Far {
    rest: u32,
    end: u32,
    place_and_value: u32,
}

#[derive(Debug)]
pub(super) struct Agenda {
    last: u32,
    epoch: u32,
    far: Vec<Vec<Far>>,
    /// The first interval that begins with each heap of the epoch, in `near`.
    first: Vec<u32>,
    /// Each with the next one that begins with the same heap.
    near: Vec<(Interval, u32)>,
}

impl Agenda {
    /// For the heaps up to `last`; what begins later is dropped.
    pub(super) fn new(last: u32) -> Agenda {
        let epochs = last / EPOCH + 1;
        Agenda {
            last,
            epoch: 0,
            far: vec![Vec::new(); epochs as usize],
            first: vec![NONE; EPOCH as usize],
            near: Vec::new(),
        }
    }

    /// Enters an interval that begins with `heap`, after the one at hand.
    #[inline]
    pub(super) fn enter(&mut self, heap: u32, interval: Interval) {
        if heap > self.last {
            return;
        }
        let (epoch, place) = (heap / EPOCH, heap % EPOCH);
        if epoch == self.epoch {
            self.chain(place, interval);
        } else {
            let Interval { rest, end, value } = interval;
            let place_and_value = place << 8 | u32::from(value);
            self.far[epoch as usize].push(Far { rest, end, place_and_value });
        }
    }

    /// Hands over every interval that begins with `heap`; heaps come in order.
    #[inline]
    pub(super) fn begin(&mut self, heap: u32, mut each: impl FnMut(Interval)) {
        if heap / EPOCH != self.epoch {
            self.turn(heap / EPOCH);
        }
        let mut at = self.first[(heap % EPOCH) as usize];
        while let Some(&(interval, next)) = self.near.get(at as usize) {
            each(interval);
            at = next;
        }
    }

    fn turn(&mut self, epoch: u32) {
        self.epoch = epoch;
        self.near.clear();
        self.first.fill(NONE);
        for far in core::mem::take(&mut self.far[epoch as usize]) {
            let value = far.place_and_value as u8;
            let interval = Interval { rest: far.rest, end: far.end, value };
            self.chain(far.place_and_value >> 8, interval);
        }
    }

    #[inline]
    fn chain(&mut self, place: u32, interval: Interval) {
        let first = &mut self.first[place as usize];
        self.near.push((interval, *first));
        *first = self.near.len() as u32 - 1;
    }
}
