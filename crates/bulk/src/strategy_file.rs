//! Solved games in files: which positions are cold, so that a game can be played
//! against perfect play.
//!
//! A file is a header, a bit for each position, and a checksum. Numbers are
//! little-endian. The header: `phinum-cold`, a line feed, the format version
//! (u32), a checksum of the rules (u32), n (u64), the bytes of bits (u64). Bits are
//! in the order of [`ColdTable::bits`]. The checksum is the CRC-32 of all before it.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use crc32fast::Hasher;
use phinum_core::zeckendorf_game::rules::{Places, Rules};
use phinum_core::zeckendorf_game::solver::{ColdTable, Space};

use crate::error::Error;
use crate::output::Target;

const MAGIC: &[u8; 12] = b"phinum-cold\n";
const VERSION: u32 = 1;
const HEADER: usize = MAGIC.len() + 4 + 4 + 8 + 8;
/// The bytes of the checksum.
const CHECKSUM: usize = 4;

/// Writes a table to `target`, which errors call `path`.
///
/// # Errors
/// [`Error::Io`], [`Error::Closed`].
pub fn save(mut target: Target, path: &Path, table: &ColdTable) -> Result<(), Error> {
    let space = table.space();
    let mut header = MAGIC.to_vec();
    header.extend(VERSION.to_le_bytes());
    header.extend(fingerprint(space.rules()).to_le_bytes());
    header.extend(u64::from(space.n()).to_le_bytes());
    header.extend((table.bits().len() as u64).to_le_bytes());
    let mut crc = Hasher::new();
    crc.update(&header);
    crc.update(table.bits());
    let checksum = crc.finalize().to_le_bytes();
    for part in [&header, table.bits(), &checksum] {
        target.write_all(part).map_err(|e| Error::writing(&path.display().to_string(), e))?;
    }
    target.commit()
}

/// Reads the table of the game from `n` ones by `rules`, with at most `memory`
/// bytes.
///
/// # Errors
/// [`Error::File`] if the file is of another kind, version, game or n, or is
/// damaged; [`Error::Io`].
pub fn load(path: &Path, rules: &Rules, n: u64, memory: u64) -> Result<ColdTable, Error> {
    let reading = |source| Error::Io { what: format!("cannot read {}", path.display()), source };
    let refuse = |what: String| Error::File { path: path.into(), what };
    let mut file = File::open(path).map_err(reading)?;
    let mut header = [0; HEADER];
    let short = |e: io::Error| match e.kind() {
        io::ErrorKind::UnexpectedEof => refuse("this is no strategy file of phinum".into()),
        _ => reading(e),
    };
    file.read_exact(&mut header).map_err(short)?;
    // Little-endian, from so many bytes at a place.
    let number = |at: usize, bytes: usize| {
        header[at..at + bytes].iter().rev().fold(0u64, |high, &byte| high << 8 | u64::from(byte))
    };
    let (version, game) = (number(12, 4), number(16, 4));
    let (its_n, len) = (number(20, 8), number(28, 8));
    if header[..MAGIC.len()] != *MAGIC {
        return Err(refuse("this is no strategy file of phinum".into()));
    }
    if version != u64::from(VERSION) {
        return Err(refuse(format!(
            "the strategy has format {version}, and this phinum reads format {VERSION}: save it again"
        )));
    }
    if game != u64::from(fingerprint(rules)) {
        return Err(refuse(format!("the strategy is for other rules than the {rules} game's")));
    }
    if its_n != n {
        return Err(refuse(format!(
            "the strategy is for n = {its_n}, and the game is played with n = {n}"
        )));
    }
    let wrong_length =
        || refuse("the strategy is damaged: it has the wrong length; save it again".into());
    let space = Space::new(rules, n, memory).map_err(|e| refuse(e.to_string()))?;
    if len != space.states().div_ceil(8) {
        return Err(wrong_length());
    }
    if space.bytes().saturating_add(len) > memory {
        return Err(refuse(format!(
            "the strategy takes more than the {memory} bytes of memory allowed"
        )));
    }
    // It grows with what is there, not with what the header says.
    let mut rest = Vec::new();
    // One byte more than there should be shows a file that is too long.
    file.take(len + CHECKSUM as u64 + 1).read_to_end(&mut rest).map_err(reading)?;
    if rest.len() as u64 != len + CHECKSUM as u64 {
        return Err(wrong_length());
    }
    let checksum = rest.split_off(len as usize);
    let mut crc = Hasher::new();
    crc.update(&header);
    crc.update(&rest);
    if crc.finalize().to_le_bytes() != *checksum {
        return Err(refuse("the strategy is damaged: its checksum is wrong; save it again".into()));
    }
    ColdTable::new(space, rest).ok_or_else(wrong_length)
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
        assert!(with(&whole[..HEADER - 1]).contains("no strategy file"));
        assert!(with(&changed(0)).contains("no strategy file"));
        assert!(with(&changed(12)).contains("format 0, and this phinum reads format 1"));
        assert!(with(&changed(16)).contains("other rules"));
        assert!(with(&changed(28)).contains("wrong length"));
        assert!(with(&whole[..whole.len() - 1]).contains("wrong length"));
        assert!(with(&[&whole[..], &[0]].concat()).contains("wrong length"));
        for at in HEADER..whole.len() {
            assert!(with(&changed(at)).contains("checksum is wrong"), "byte {at}");
        }
    }
}
