//! The suite itself: the reference passes it, and each planted error is caught.

use phinum_core::backend::{
    Backend, BackendError, Description, GrundyTable, LengthHistogram, ListTask, NimSums,
    RandomGames, RangeTask, SelectTask, Selection, Summary, SummaryTask, WythoffTable,
};
use phinum_core::conformance::{Effort, Failure, Section, check, check_all};
use phinum_core::numeral::zeckendorf;
use phinum_core::places::place;
use phinum_core::reference::Reference;
use phinum_core::zeckendorf_game::random::{Draws, below, play};

#[test]
fn the_reference_conforms() {
    let compared = check_all(&Reference::default(), Effort::Quick).expect("by definition");
    assert!(compared > 50_000, "only {compared} comparisons");
}

/// The reference with one thing wrong.
struct Planted {
    reference: Reference,
    fault: Fault,
}

#[derive(Clone, Copy, PartialEq)]
enum Fault {
    /// The lowest bit of the last value of every longer block is flipped.
    OneBit,
    /// Two neighbouring values change places.
    Swap,
    /// The last element is not written.
    Unwritten,
    /// The first list element is evaluated at n + 1.
    ListShift,
    /// The maximum is reported with its last argument.
    LastMaximum,
    /// Values that a condition was asked of changed places.
    SwappedValues,
    /// The last number looked through is taken for the opposite.
    LastTurned,
    /// One more number is looked through than there are.
    PastTheEnd,
    /// Only the shift is looked at, not the parity.
    ShiftOnly,
    /// φ is a number of 24 bits.
    SinglePrecision,
    /// A move is chosen by the remainder of a draw, which favours the first ones.
    Modulo,
    /// The last legal move is never chosen, the one before it twice as often.
    NeverLast,
    /// The halves of a word are drawn in the wrong order.
    HalvesSwapped,
    /// A take as large as the cap is not allowed.
    BelowTheCap,
    /// Every heap has the cap of an opening.
    Opening,
    /// The values of heaps are added with carries.
    Added,
}

impl Backend for Planted {
    fn description(&self) -> &Description {
        self.reference.description()
    }

    fn fill(&self, mut task: RangeTask<'_>) -> Result<(), BackendError> {
        let (function, start, len) = (task.function(), task.start(), task.len());
        let out = task.out();
        self.reference.fill(RangeTask::new(function, start, out.reborrow())?)?;
        match self.fault {
            Fault::OneBit if len > 50 => out.set(len - 1, out.get(len - 1) ^ 1),
            Fault::Swap if len > 1000 => out.swap(500, 501),
            Fault::Unwritten if len > 0 => out.set(len - 1, u128::MAX),
            _ => {}
        }
        Ok(())
    }

    fn fill_list(&self, mut task: ListTask<'_>) -> Result<(), BackendError> {
        let (function, inputs) = (task.function(), task.inputs());
        let shift = u64::from(self.fault == Fault::ListShift);
        let value = |n: u64| function.value_wrapped(u128::from(n) + u128::from(shift));
        for (i, &n) in inputs.iter().enumerate() {
            task.out().set(i, value(n));
        }
        Ok(())
    }

    fn summarize(&self, task: &SummaryTask<'_>) -> Result<Summary, BackendError> {
        let mut summary = self.reference.summarize(task)?;
        if let (Fault::LastMaximum, Some((value, _))) = (self.fault, summary.max) {
            let last = task.range().rev().find(|&n| task.function().value_wrapped(n) == value);
            summary.max = last.map(|n| (value, n));
        }
        Ok(summary)
    }

    fn select(&self, task: &SelectTask<'_>) -> Result<Selection, BackendError> {
        let mut selection = self.reference.select(task)?;
        let (bit, word) = (1 << (task.len() % 64), task.len() / 64);
        match self.fault {
            Fault::LastTurned => {
                if let Some(last) = task.len().checked_sub(1) {
                    selection.held[last / 64] ^= 1 << (last % 64);
                }
            }
            Fault::SwappedValues => {
                for totals in &mut selection.totals {
                    totals.weighted = totals.weighted.wrapping_add(1);
                }
            }
            Fault::PastTheEnd if word < selection.held.len() => selection.held[word] |= bit,
            _ => {}
        }
        Ok(selection)
    }

    fn cold(&self, pairs: &[[u64; 2]], out: &mut [u8]) -> Result<(), BackendError> {
        self.reference.cold(pairs, out)?;
        let wrong: fn(u64, u64) -> bool = match self.fault {
            Fault::ShiftOnly => |a, b| {
                let shifted = zeckendorf(a.into()).indices().map(|i| place(i + 1)).sum::<u128>();
                shifted == b.into()
            },
            Fault::SinglePrecision => |a, b| {
                let phi = f32::midpoint(1.0, 5f32.sqrt());
                ((b - a) as f32 * phi) as u64 == a
            },
            _ => return Ok(()),
        };
        for (slot, [a, b]) in out.iter_mut().zip(pairs) {
            *slot = wrong(*a.min(b), *a.max(b)).into();
        }
        Ok(())
    }

    fn random_games(&self, task: &RandomGames) -> Result<LengthHistogram, BackendError> {
        let mut lengths = LengthHistogram::default();
        for game in task.games() {
            let mut draws = Draws::new(task.key(), game);
            let mut swapped = Vec::new();
            let length = play(task.rules(), task.n(), |count| match self.fault {
                Fault::Modulo => draws.next_draw() % count,
                Fault::NeverLast => draws.below(count).min(count.saturating_sub(2)),
                Fault::HalvesSwapped => loop {
                    if swapped.is_empty() {
                        swapped.extend([draws.next_draw(), draws.next_draw()]);
                    }
                    let draw = swapped.pop().expect("there are two");
                    if let Some(chosen) = below(draw, count) {
                        break chosen;
                    }
                },
                _ => draws.below(count),
            });
            lengths.add(length, 1);
        }
        Ok(lengths)
    }

    fn nim_sums(&self, task: &NimSums<'_>, out: &mut [u8]) -> Result<(), BackendError> {
        let table = task.table();
        for (i, slot) in out.iter_mut().enumerate() {
            let values = task.position(i).iter().map(|&[heap, cap]| match self.fault {
                Fault::BelowTheCap => table.value(heap, cap.saturating_sub(1)),
                Fault::Opening => table.opening(heap),
                _ => table.value(heap, cap),
            });
            *slot = values.fold(0, |sum, value| match self.fault {
                Fault::Added => sum.wrapping_add(value),
                _ => sum ^ value,
            });
        }
        Ok(())
    }

    fn wythoff_table(&self, task: &WythoffTable) -> Result<GrundyTable, BackendError> {
        self.reference.wythoff_table(task)
    }
}

#[test]
fn planted_errors_are_caught() {
    for (fault, section) in [
        (Fault::OneBit, Section::Ranges),
        (Fault::OneBit, Section::Cuts),
        (Fault::Swap, Section::Cuts),
        (Fault::Unwritten, Section::Ranges),
        (Fault::ListShift, Section::Lists),
        (Fault::ListShift, Section::Known),
        (Fault::LastMaximum, Section::Summaries),
        (Fault::SwappedValues, Section::Conditions),
        (Fault::LastTurned, Section::Conditions),
        (Fault::PastTheEnd, Section::Conditions),
        (Fault::ShiftOnly, Section::Cold),
        (Fault::SinglePrecision, Section::Cold),
        (Fault::Modulo, Section::RandomGames),
        (Fault::NeverLast, Section::RandomGames),
        (Fault::HalvesSwapped, Section::RandomGames),
        (Fault::BelowTheCap, Section::NimSums),
        (Fault::Opening, Section::NimSums),
        (Fault::Added, Section::NimSums),
    ] {
        let backend = Planted { reference: Reference::default(), fault };
        let failure = check(&backend, section, Effort::Quick);
        assert!(matches!(failure, Err(Failure::Wrong { .. })), "{}", section.name());
    }
}
