//! Solved games in files: which positions are cold, so that a game can be played
//! against perfect play.
//!
//! A checked file (`checked_file`) called `phinum-cold`. The header's own numbers: a
//! checksum of the rules (u32), n (u64), the bytes of bits (u64). The body is a bit for
//! each position, in the order of [`ColdTable::bits`].

use std::path::Path;

use crc32fast::Hasher;
use phinum_core::zeckendorf_game::rules::{Places, Rules};
use phinum_core::zeckendorf_game::solver::{ColdTable, Space};

use crate::checked_file::{Format, Reading, Writing};
use crate::error::Error;
use crate::output::Target;

static FORMAT: Format =
    Format { magic: b"phinum-cold\n", version: 1, own: 4 + 8 + 8, content: "strategy" };

/// Writes a table to `target`, which errors call `path`.
///
/// # Errors
/// [`Error::Io`], [`Error::Closed`].
pub fn save(target: Target, path: &Path, table: &ColdTable) -> Result<(), Error> {
    let space = table.space();
    let mut own = fingerprint(space.rules()).to_le_bytes().to_vec();
    own.extend(u64::from(space.n()).to_le_bytes());
    own.extend((table.bits().len() as u64).to_le_bytes());
    let mut file = Writing::begin(target, path, &FORMAT, &own)?;
    file.bytes(table.bits())?;
    file.finish()
}

/// Reads the table of the game from `n` ones by `rules`, with at most `memory`
/// bytes.
///
/// # Errors
/// [`Error::File`] if the file is of another kind, version, game or n, or is
/// damaged; [`Error::Io`].
pub fn load(path: &Path, rules: &Rules, n: u64, memory: u64) -> Result<ColdTable, Error> {
    let mut file = Reading::open(path, &FORMAT)?;
    let (game, its_n, len) = (file.own(0, 4), file.own(4, 8), file.own(12, 8));
    if game != u64::from(fingerprint(rules)) {
        return Err(file.refuse(format!("the strategy is for other rules than the {rules} game's")));
    }
    if its_n != n {
        return Err(file.refuse(format!(
            "the strategy is for n = {its_n}, and the game is played with n = {n}"
        )));
    }
    let space = Space::new(rules, n, memory).map_err(|e| file.refuse(e.to_string()))?;
    if len != space.states().div_ceil(8) {
        return Err(file.wrong_length());
    }
    if space.bytes().saturating_add(len) > memory {
        return Err(file
            .refuse(format!("the strategy takes more than the {memory} bytes of memory allowed")));
    }
    file.expect(len)?;
    let bits = file.bytes(len)?;
    file.finish()?;
    ColdTable::new(space, bits).ok_or_else(|| file.wrong_length())
}

/// A checksum of the numbers that make the rules.
fn fingerprint(rules: &Rules) -> u32 {
    let mut crc = Hasher::new();
    let mut note = |numbers: &[i64]| {
        crc.update(&(numbers.len() as u64).to_le_bytes());
        for number in numbers {
            crc.update(&number.to_le_bytes());
        }
    };
    let first: Vec<i64> = rules.first_places.iter().map(|&place| place as i64).collect();
    note(&first);
    note(&[rules.order as i64, rules.patterns.len() as i64]);
    for pattern in rules.patterns {
        let flat = |places: Places| -> Vec<i64> {
            places.iter().flat_map(|&(offset, count)| [offset.into(), count.into()]).collect()
        };
        note(&[pattern.first.into(), pattern.last.into()]);
        note(&flat(pattern.takes));
        note(&flat(pattern.makes));
    }
    crc.finalize()
}

#[cfg(test)]
mod tests {
    use phinum_core::zeckendorf_game::rules::{TRIBONACCI, ZECKENDORF};
    use phinum_core::zeckendorf_game::state::State;

    use super::*;

    const MEMORY: u64 = 1 << 24;

    fn saved() -> (tempfile::TempDir, std::path::PathBuf, ColdTable) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("strategy");
        let space = Space::new(&ZECKENDORF, 40, MEMORY).unwrap();
        let (_, table) = phinum_cpu::game::outcome_and_table(&space, &mut |_| true).unwrap();
        save(Target::file(&path).unwrap(), &path, &table).unwrap();
        (folder, path, table)
    }

    fn said(path: &Path, rules: &Rules, n: u64) -> String {
        load(path, rules, n, MEMORY).unwrap_err().to_string()
    }

    #[test]
    fn what_is_saved_is_read() {
        let (_folder, path, table) = saved();
        let read = load(&path, &ZECKENDORF, 40, MEMORY).unwrap();
        assert_eq!(read.bits(), table.bits());
        assert_eq!(read.is_cold(&State::of_ones(40)), Some(true));
    }

    #[test]
    fn a_file_that_does_not_fit_is_refused() {
        let (_folder, path, _) = saved();
        assert!(said(&path, &ZECKENDORF, 41).contains("for n = 40, and the game"));
        assert!(said(&path, &TRIBONACCI, 40).contains("other rules than the tribonacci game's"));
        assert!(said(Path::new("/no/such/file"), &ZECKENDORF, 40).contains("cannot read"));
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let (_folder, path, _) = saved();
        let whole = std::fs::read(&path).unwrap();
        let with = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            said(&path, &ZECKENDORF, 40)
        };
        let changed = |at: usize| {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            bytes
        };
        assert!(with(&[]).contains("no strategy file"));
        assert!(with(&whole[..FORMAT.header() - 1]).contains("no strategy file"));
        assert!(with(&changed(0)).contains("no strategy file"));
        assert!(with(&changed(12)).contains("format 0, and this phinum reads format 1"));
        assert!(with(&changed(16)).contains("other rules"));
        assert!(with(&changed(28)).contains("wrong length"));
        assert!(with(&whole[..whole.len() - 1]).contains("wrong length"));
        assert!(with(&[&whole[..], &[0]].concat()).contains("wrong length"));
        for at in FORMAT.header()..whole.len() {
            assert!(with(&changed(at)).contains("checksum is wrong"), "byte {at}");
        }
    }
}
