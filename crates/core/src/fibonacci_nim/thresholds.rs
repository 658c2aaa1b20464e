//! The steps of many heaps kept, for queries at any cap.

use core::sync::atomic::{AtomicU64, Ordering};

use super::opening_cap;
use super::sweep::{Step, Sweep, TooLarge};

/// The Grundy values of all positions with heaps up to some n, as steps.
///
/// In memory and in files it is three arrays, the same that a GPU reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thresholds {
    /// Where the steps of heap n start, for n = 0, 1, …, and where they all end.
    starts: Vec<u32>,
    caps: Vec<u32>,
    values: Vec<u8>,
    /// The most steps of a heap.
    longest: u32,
    id: Id,
}

/// Which making of a table. Tables of the same steps are equal whatever it is.
#[derive(Clone, Copy, Eq, Debug)]
struct Id(u64);

impl Id {
    fn next() -> Id {
        static MADE: AtomicU64 = AtomicU64::new(0);
        Id(MADE.fetch_add(1, Ordering::Relaxed))
    }
}

impl PartialEq for Id {
    fn eq(&self, _: &Id) -> bool {
        true
    }
}

/// Why arrays are no table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the steps of heap {heap} are in no order")]
pub struct Disordered {
    /// The first heap of which that is so.
    pub heap: u32,
}

impl Thresholds {
    /// Of the heaps 0 to `last`; `each` sees every heap and may stop it, which
    /// gives `None`.
    ///
    /// # Errors
    /// [`TooLarge`] where the steps cannot be counted in 32 bits.
    pub fn up_to(
        last: u64,
        mut each: impl FnMut(u32, &[Step]) -> bool,
    ) -> Result<Option<Thresholds>, TooLarge> {
        if !Thresholds::can_reach(last) {
            return Err(TooLarge(last));
        }
        let mut sweep = Sweep::new(last)?;
        let room = Thresholds::steps(last) as usize;
        let mut table = Thresholds {
            starts: Vec::with_capacity(last as usize + 2),
            caps: Vec::with_capacity(room),
            values: Vec::with_capacity(room),
            longest: 0,
            id: Id::next(),
        };
        // The heap 0 has no steps.
        table.starts.extend([0, 0]);
        while let Some((heap, steps)) = sweep.next_heap() {
            if !each(heap, steps) {
                return Ok(None);
            }
            table.caps.extend(steps.iter().map(|step| step.cap));
            table.values.extend(steps.iter().map(|step| step.value));
            table.starts.push(table.caps.len() as u32);
            table.longest = table.longest.max(steps.len() as u32);
        }
        Ok(Some(table))
    }

    /// At least as many steps as the heaps up to `last` have: 5 for every 8 bits of
    /// it (measured: 13.4 a heap at ten million, which has 24 bits).
    fn steps(last: u64) -> u64 {
        let bits = u64::from(u64::BITS - last.leading_zeros());
        (last.saturating_mul(5 * bits.max(2)) / 8).saturating_add(64)
    }

    /// Whether the steps of all heaps up to `last` can be counted in 32 bits: up to
    /// some 245 million.
    pub fn can_reach(last: u64) -> bool {
        u32::try_from(Thresholds::steps(last)).is_ok()
    }

    /// About the most bytes that making the table to `last` takes.
    pub fn bytes(last: u64) -> u64 {
        let kept = Thresholds::steps(last)
            .saturating_mul(5)
            .saturating_add(last.saturating_add(2).saturating_mul(4));
        Sweep::bytes(last).saturating_add(kept)
    }

    /// The table that these arrays are, as [`Thresholds::arrays`] gave them.
    ///
    /// # Errors
    /// [`Disordered`] if they cannot be one: starts that fall, caps or values of a
    /// heap that do not rise, a cap that is no take.
    pub fn from_arrays(
        starts: Vec<u32>,
        caps: Vec<u32>,
        values: Vec<u8>,
    ) -> Result<Thresholds, Disordered> {
        let refuse = |heap: usize| Err(Disordered { heap: heap as u32 });
        if starts.len() < 2
            || starts.first() != Some(&0)
            || starts.last().copied() != u32::try_from(caps.len()).ok()
            || caps.len() != values.len()
        {
            return refuse(0);
        }
        let mut longest = 0;
        for (heap, ends) in starts.windows(2).enumerate() {
            let (from, until) = (ends[0] as usize, ends[1] as usize);
            if from > until || until > caps.len() {
                return refuse(heap);
            }
            let (caps, values) = (&caps[from..until], &values[from..until]);
            let rise = caps.is_sorted_by(|a, b| a < b) && values.is_sorted_by(|a, b| a < b);
            let takes = caps.first().is_none_or(|cap| *cap > 0)
                && caps.last().is_none_or(|cap| *cap as usize <= heap);
            if !rise || !takes || (heap > 0) == caps.is_empty() {
                return refuse(heap);
            }
            longest = longest.max(caps.len() as u32);
        }
        Ok(Thresholds { starts, caps, values, longest, id: Id::next() })
    }

    /// The arrays: for each heap from 0 where its steps start, and their end; the
    /// caps of the steps; their values.
    pub fn arrays(&self) -> (&[u32], &[u32], &[u8]) {
        (&self.starts, &self.caps, &self.values)
    }

    /// A number that no other table of this process has, but for its clones: who keeps
    /// what is made of a table finds it again by that.
    pub fn id(&self) -> u64 {
        self.id.0
    }

    /// The most steps that a heap has.
    pub fn longest(&self) -> u32 {
        self.longest
    }

    /// The largest heap.
    pub fn last(&self) -> u32 {
        self.starts.len() as u32 - 2
    }

    /// The steps of a heap.
    ///
    /// # Panics
    /// If the heap is above [`Thresholds::last`].
    pub fn steps_of(&self, heap: u32) -> impl DoubleEndedIterator<Item = Step> {
        let range = self.starts[heap as usize] as usize..self.starts[heap as usize + 1] as usize;
        let steps = self.caps[range.clone()].iter().zip(&self.values[range]);
        steps.map(|(&cap, &value)| Step { cap, value })
    }

    /// The Grundy value of the heap `heap` with the cap `cap`, which is clamped to
    /// the heap.
    ///
    /// # Panics
    /// If the heap is above [`Thresholds::last`].
    #[inline]
    pub fn value(&self, heap: u32, cap: u32) -> u8 {
        let (from, until) =
            (self.starts[heap as usize] as usize, self.starts[heap as usize + 1] as usize);
        let steps = self.caps[from..until].partition_point(|step| *step <= cap);
        if steps == 0 { 0 } else { self.values[from + steps - 1] }
    }

    /// The Grundy value of a heap with no cap.
    fn greatest(&self, heap: u32) -> u8 {
        let (from, until) = (self.starts[heap as usize], self.starts[heap as usize + 1]);
        if from == until { 0 } else { self.values[until as usize - 1] }
    }

    /// The Grundy value of an opening.
    ///
    /// # Panics
    /// If the heap is above [`Thresholds::last`].
    pub fn opening(&self, heap: u32) -> u8 {
        self.value(heap, opening_cap(heap))
    }

    /// Every take from the heap `heap` with the cap `cap` that leaves the value
    /// `value`, ascending.
    ///
    /// # Panics
    /// If the heap is above [`Thresholds::last`].
    pub fn takes_to(&self, heap: u32, cap: u32, value: u8) -> impl Iterator<Item = u32> {
        (1..=cap.min(heap))
            .filter(move |&take| self.value(heap - take, take.saturating_mul(2)) == value)
    }

    /// Whether every step of `heap` is caused: the take at its cap leaves the value
    /// below it, and the take before that does not. True of every heap of a right
    /// table, and quick to see, though no proof.
    ///
    /// # Panics
    /// If the heap is above [`Thresholds::last`].
    pub fn is_caused_at(&self, heap: u32) -> bool {
        let left = |take: u32| self.value(heap - take, take.saturating_mul(2));
        let mut below = 0;
        self.steps_of(heap).all(|Step { cap, value }| {
            let missing = core::mem::replace(&mut below, value);
            left(cap) == missing && (cap == 1 || left(cap - 1) != missing)
        })
    }

    /// Whether the steps of `heap` are what the mex of its options says, given the
    /// smaller heaps. A table of which that is true at every heap is right.
    ///
    /// # Panics
    /// If the heap is above [`Thresholds::last`].
    pub fn is_mex_at(&self, heap: u32) -> bool {
        let mut seen = [false; 257];
        let mut mex = 0;
        let mut steps = self.steps_of(heap).peekable();
        for take in 1..=heap {
            let (rest, cap) = (heap - take, take.saturating_mul(2));
            // From a third of the heap on the cap is no bound.
            let left = if cap < rest { self.value(rest, cap) } else { self.greatest(rest) };
            seen[left as usize] = true;
            let before = mex;
            while seen[mex] {
                mex += 1;
            }
            let step = steps.next_if(|step| step.cap == take).map(|step| usize::from(step.value));
            if step != (mex > before).then_some(mex) {
                return false;
            }
        }
        steps.next().is_none()
    }
}
