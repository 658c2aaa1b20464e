//! Tables of Fibonacci Nim in files, so that a sweep is made once.
//!
//! A checked file (`checked_file`) called `phinum-nim`. The header's own numbers: the
//! largest heap (u64) and the number of steps of all heaps (u64). The body is the
//! three arrays of [`Thresholds::arrays`]: where each heap's steps start (u32), their
//! caps (u32), their values (u8).
//!
//! A checksum shows that a file is as it was written; that what was written is right
//! it cannot. So the steps themselves are looked at a second way when a table is read,
//! and before it is saved ([`check`]): all of a small table, of a large one a sample.
//! What is asked of a table from a file is proved besides ([`prove`]).

use std::path::Path;

use phinum_core::dashu::UBig;
use phinum_core::fibonacci_nim::{LARGEST_HEAP, Step, Thresholds};
use phinum_core::zeckendorf_game::solver::bytes;
use rayon::prelude::*;
use thiserror::Error;

use crate::Progress;
use crate::checked_file::{Format, Reading, Writing};
use crate::error::Error;
use crate::output::Target;

static FORMAT: Format =
    Format { magic: b"phinum-nim\n", version: 1, own: 8 + 8, content: "Fibonacci Nim table" };

/// Up to here every heap is compared with the mex of its options.
const ALL_UP_TO: u32 = 8000;
/// Of larger heaps a few are, at random: at most so many takes in all, but one heap.
const TAKES: u32 = 1 << 25;
/// Of so many heaps at random it is seen that each step has its cause.
const CAUSED: u32 = 1 << 16;
/// Heaps between two looks at the progress of a table.
const EVERY: u32 = 1 << 14;

/// How far a table was looked at a second way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Heaps whose every step is the mex of all its options.
    pub by_mex: u64,
    /// Heaps of which each step was seen to have its cause.
    pub by_cause: u64,
}

/// Compares the steps of a table with their definition: of every small heap and of
/// some larger ones, drawn anew each time, by the mex of all options, and of many
/// that the take at each step leaves the value below it.
///
/// # Errors
/// The smallest heap found wrong.
pub fn check(table: &Thresholds) -> Result<Checked, u32> {
    let last = table.last();
    let mut by_mex: Vec<u32> = (0..=last.min(ALL_UP_TO)).collect();
    let larger = last.saturating_sub(ALL_UP_TO);
    if larger > 0 {
        let some = (TAKES / last).clamp(1, larger);
        by_mex.extend((0..some).map(|_| fastrand::u32(ALL_UP_TO + 1..=last)));
    }
    let by_cause: Vec<u32> = if last <= CAUSED {
        (0..=last).collect()
    } else {
        (0..CAUSED).map(|_| fastrand::u32(..=last)).collect()
    };
    let mex = by_mex.par_iter().copied().filter(|heap| !table.is_mex_at(*heap));
    let cause = by_cause.par_iter().copied().filter(|heap| !table.is_caused_at(*heap));
    match mex.chain(cause).min() {
        Some(heap) => Err(heap),
        None => Ok(Checked { by_mex: by_mex.len() as u64, by_cause: by_cause.len() as u64 }),
    }
}

/// Proves the steps of `heaps` of a table from the file `path`, given those of the
/// smaller heaps: each is the mex of all its options.
///
/// # Errors
/// [`Error::File`] naming a heap that is wrong.
///
/// # Panics
/// If a heap is past the table.
pub fn prove(table: &Thresholds, heaps: &[u32], path: &Path) -> Result<(), Error> {
    match heaps.par_iter().find_any(|heap| !table.is_mex_at(**heap)) {
        None => Ok(()),
        Some(heap) => Err(Error::File { path: path.into(), what: wrong_steps(*heap) }),
    }
}

fn wrong_steps(heap: u32) -> String {
    format!(
        "the Fibonacci Nim table is wrong: the steps of heap {heap} are not what its options make \
         them; make it again"
    )
}

/// Why a table is not made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoTable {
    /// It takes too much memory.
    #[error(
        "a table of Fibonacci Nim up to {last} takes {} of memory to make, and at most {} may be \
         used; --memory SIZE allows more", bytes(&(*needs).into()), bytes(&(*memory).into())
    )]
    Memory {
        /// The largest heap.
        last: u64,
        /// The bytes it takes.
        needs: u64,
        /// The bytes there are.
        memory: u64,
    },
    /// Its steps are more than 32 bits count.
    #[error(
        "a table of Fibonacci Nim up to {0} has more thresholds than 32 bits count: it reaches some \
         245 million"
    )]
    Steps(u64),
}

/// Whether the table up to `last` can be made with at most `memory` bytes.
///
/// # Errors
/// [`NoTable`], without any work.
pub fn possible(last: u64, memory: u64) -> Result<(), NoTable> {
    if !Thresholds::can_reach(last) {
        return Err(NoTable::Steps(last));
    }
    let needs = Thresholds::bytes(last);
    if needs > memory { Err(NoTable::Memory { last, needs, memory }) } else { Ok(()) }
}

/// Sees each heap and its steps as a table is made, and may stop it.
pub type Watch<'a> = &'a mut dyn FnMut(u32, &[Step]) -> Result<(), Error>;

/// Makes the table up to `last`; `each` sees every heap and may stop it.
///
/// # Errors
/// [`NoTable`] before any work, and what `each` says.
pub fn watched(last: u64, memory: u64, each: Watch<'_>) -> Result<Thresholds, Error> {
    possible(last, memory)?;
    let mut stopped = None;
    let made = Thresholds::up_to(last, |heap, steps| {
        each(heap, steps).map_err(|error| stopped = Some(error)).is_ok()
    });
    match (made, stopped) {
        (Ok(Some(table)), _) => Ok(table),
        (_, Some(error)) => Err(error),
        (..) => Err(NoTable::Steps(last).into()),
    }
}

/// Makes the table up to `last`. While it is made, `progress` is called with 0.
///
/// # Errors
/// As [`watched`].
pub fn made(last: u64, memory: u64, progress: Progress<'_>) -> Result<Thresholds, Error> {
    watched(last, memory, &mut |heap, _| if heap % EVERY == 0 { progress(0) } else { Ok(()) })
}

/// Writes a table to `target`, which errors call `path`.
///
/// # Errors
/// [`Error::Io`], [`Error::Closed`].
pub fn save(target: Target, path: &Path, table: &Thresholds) -> Result<(), Error> {
    let (starts, caps, values) = table.arrays();
    let own = [u64::from(table.last()), caps.len() as u64].map(u64::to_le_bytes).concat();
    let mut file = Writing::begin(target, path, &FORMAT, &own)?;
    file.words(starts)?;
    file.words(caps)?;
    file.bytes(values)?;
    file.finish()
}

/// Reads a table and checks it, with at most `memory` bytes.
///
/// # Errors
/// [`Error::File`] if the file is of another kind or version, too large, damaged, or
/// holds a table that is wrong; [`Error::Io`].
pub fn load(path: &Path, memory: u64) -> Result<Thresholds, Error> {
    let mut file = Reading::open(path, &FORMAT)?;
    let (last, steps) = (file.own(0, 8), file.own(8, 8));
    if last > u64::from(LARGEST_HEAP) || steps > u64::from(u32::MAX) {
        return Err(file.refuse(format!(
            "the Fibonacci Nim table is damaged: it says that it has {steps} steps of heaps up to \
             {last}; save it again"
        )));
    }
    let size = 4 * (last + 2) + 5 * steps;
    file.expect(size)?;
    if size > memory {
        let [size, memory] = [size, memory].map(|size| bytes(&UBig::from(size)));
        return Err(file.refuse(format!(
            "the Fibonacci Nim table takes {size} of memory, and at most {memory} may be used; \
             --memory SIZE allows more"
        )));
    }
    let (starts, caps) = (file.words(last + 2)?, file.words(steps)?);
    let values = file.bytes(steps)?;
    file.finish()?;
    let wrong = |why: String| file.refuse(format!("the Fibonacci Nim table is wrong: {why}"));
    let table = Thresholds::from_arrays(starts, caps, values).map_err(|e| wrong(e.to_string()))?;
    check(&table).map_err(|heap| file.refuse(wrong_steps(heap)))?;
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMORY: u64 = 1 << 24;

    fn table(last: u64) -> Thresholds {
        Thresholds::up_to(last, |_, _| true).unwrap().unwrap()
    }

    fn saved(table: &Thresholds) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        save(Target::file(&path).unwrap(), &path, table).unwrap();
        (folder, path)
    }

    fn said(path: &Path) -> String {
        load(path, MEMORY).unwrap_err().to_string()
    }

    #[test]
    fn a_wrong_value_of_a_heap_asked_for_is_found() {
        let right = table(500);
        let (starts, caps, values) = right.arrays();
        for heap in [4u32, 33, 500] {
            let mut values = values.to_vec();
            // The value of the opening, which no step above it gives away.
            values[starts[heap as usize + 1] as usize - 1] += 5;
            let wrong = Thresholds::from_arrays(starts.to_vec(), caps.to_vec(), values).unwrap();
            let said = prove(&wrong, &[2, heap], Path::new("table")).unwrap_err().to_string();
            assert!(said.contains(&format!("the steps of heap {heap} are not")), "{said}");
            assert!(check(&wrong).is_err());
        }
        assert!(prove(&right, &[0, 1, 4, 500], Path::new("table")).is_ok());
    }

    #[test]
    fn what_is_saved_is_read() {
        // 60,000 heaps are more words than a chunk has.
        for last in [0, 1, 2, 300, 60_000] {
            let table = table(last);
            let (_folder, path) = saved(&table);
            assert_eq!(load(&path, MEMORY).unwrap(), table, "{last}");
        }
    }

    #[test]
    fn a_changed_byte_is_refused_wherever_it_is() {
        let (_folder, path) = saved(&table(40));
        let whole = std::fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            std::fs::write(&path, &bytes).unwrap();
            let words = match at {
                0..11 => "this is no Fibonacci Nim table file of phinum",
                11..15 => "and this phinum reads format 1: save it again",
                // The numbers of heaps and steps: they say how long it is.
                15..31 => "damaged",
                _ => "its checksum is wrong; save it again",
            };
            let said = said(&path);
            assert!(said.contains(words), "byte {at}: {said}");
        }
    }

    #[test]
    fn a_file_of_another_length_or_kind_is_refused() {
        let (_folder, path) = saved(&table(40));
        let whole = std::fs::read(&path).unwrap();
        let with = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            said(&path)
        };
        assert!(with(&[]).contains("no Fibonacci Nim table file"));
        assert!(with(b"phinum-cold\n and what follows it, some fifty bytes").contains("no Fib"));
        assert!(with(&whole[..FORMAT.header() - 1]).contains("no Fibonacci Nim table file"));
        for cut in [FORMAT.header(), FORMAT.header() + 1, whole.len() / 2, whole.len() - 1] {
            assert!(with(&whole[..cut]).contains("wrong length"), "{cut}");
        }
        assert!(with(&[&whole[..], &[0]].concat()).contains("wrong length"));
        assert!(said(Path::new("/no/such/file")).contains("cannot read /no/such/file"));
        assert!(said(Path::new("/")).contains("cannot read /"));
    }

    #[test]
    fn a_table_larger_than_memory_is_refused_with_its_size() {
        let (_folder, path) = saved(&table(20_000));
        let said = load(&path, 1 << 10).unwrap_err().to_string();
        assert!(said.contains("B of memory, and at most 1 KiB may be used"), "{said}");
    }

    /// A table that was computed wrong, and saved as it should be.
    #[test]
    fn a_wrong_step_is_refused_though_its_checksum_is_right() {
        let right = table(500);
        let (starts, caps, values) = right.arrays();
        let mut refused = 0;
        // Some changes leave steps in order, and only the content shows them.
        for at in (0..caps.len()).step_by(29) {
            let (mut caps, mut values) = (caps.to_vec(), values.to_vec());
            if at % 2 == 0 {
                caps[at] += 1;
            } else {
                values[at] += 1;
            }
            let Ok(wrong) = Thresholds::from_arrays(starts.to_vec(), caps, values) else {
                continue;
            };
            let (_folder, path) = saved(&wrong);
            let said = said(&path);
            assert!(said.contains("are not what its options make them"), "{said}");
            refused += 1;
        }
        assert!(refused > 50, "only {refused} were tried");
    }

    #[test]
    fn steps_in_no_order_are_refused_though_their_checksum_is_right() {
        let right = table(40);
        let (starts, caps, values) = right.arrays();
        let mut own = 40u64.to_le_bytes().to_vec();
        own.extend((caps.len() as u64).to_le_bytes());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let mut file = Writing::begin(Target::file(&path).unwrap(), &path, &FORMAT, &own).unwrap();
        let mut caps = caps.to_vec();
        caps[60..70].reverse();
        file.words(starts).unwrap();
        file.words(&caps).unwrap();
        file.bytes(values).unwrap();
        file.finish().unwrap();
        assert!(said(&path).contains("are in no order"), "{}", said(&path));
    }

    #[test]
    fn causes_show_errors_too() {
        let right = table(500);
        assert!((0..=500).all(|heap| right.is_caused_at(heap)));
        let (starts, caps, values) = right.arrays();
        // The second step of the heap 100 comes one take too late.
        let mut caps = caps.to_vec();
        caps[starts[100] as usize + 1] += 1;
        let wrong = Thresholds::from_arrays(starts.to_vec(), caps, values.to_vec()).unwrap();
        assert!(!wrong.is_caused_at(100));
        assert_eq!(check(&wrong), Err(100));
    }
}
