//! Shares of a run.

use core::fmt;
use core::ops::Range;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why there is no such share.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ShardError {
    /// A run has no part.
    #[error("a run is shared out among 1 to {most} shards, not {0}", most = Shard::MOST)]
    Of(u32),
    /// There are not so many.
    #[error("of {of} shards the first is 0 and the last is {last}, so there is no shard {index}", last = of - 1)]
    Index {
        /// Which one.
        index: u32,
        /// Of how many.
        of: u32,
    },
}

/// Share `index`, from 0 on, of `of` shares as equal as can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Words", into = "Words")]
pub struct Shard {
    index: u32,
    of: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    index: u32,
    of: u32,
}

impl TryFrom<Words> for Shard {
    type Error = ShardError;

    fn try_from(Words { index, of }: Words) -> Result<Shard, ShardError> {
        Shard::new(index, of)
    }
}

impl From<Shard> for Words {
    fn from(Shard { index, of }: Shard) -> Words {
        Words { index, of }
    }
}

impl Shard {
    /// The most shares there can be: as many as names of files have places for.
    pub const MOST: u32 = 99_999;

    /// A share.
    ///
    /// # Errors
    /// [`ShardError`].
    pub fn new(index: u32, of: u32) -> Result<Shard, ShardError> {
        if !(1..=Shard::MOST).contains(&of) {
            Err(ShardError::Of(of))
        } else if index >= of {
            Err(ShardError::Index { index, of })
        } else {
            Ok(Shard { index, of })
        }
    }

    /// Which one it is, from 0 on.
    pub fn index(self) -> u32 {
        self.index
    }

    /// Of how many.
    pub fn of(self) -> u32 {
        self.of
    }

    /// Its blocks, of a run of so many.
    pub fn blocks(self, blocks: u32) -> Range<u32> {
        let edge = |i: u32| (u64::from(i) * u64::from(blocks) / u64::from(self.of)) as u32;
        edge(self.index)..edge(self.index + 1)
    }

    /// The name of its manifest.
    pub(super) fn file_name(self) -> String {
        format!("shard-{:05}-of-{:05}.json", self.index, self.of)
    }

    /// Whose manifest has this name.
    pub(super) fn of_file(name: &str) -> Option<Shard> {
        let (index, of) = name.strip_prefix("shard-")?.strip_suffix(".json")?.split_once("-of-")?;
        let shard = Shard::new(index.parse().ok()?, of.parse().ok()?).ok()?;
        (shard.file_name() == name).then_some(shard)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "shard {} of {}", self.index, self.of)
    }
}

/// The blocks of a run of so many that are in none of some shares.
pub(super) fn gaps(blocks: u32, shares: impl IntoIterator<Item = Range<u32>>) -> Vec<Range<u32>> {
    let mut shares: Vec<Range<u32>> = shares.into_iter().collect();
    shares.sort_unstable_by_key(|share| share.start);
    let mut gaps = Vec::new();
    let mut reached = 0;
    for share in shares.into_iter().chain(core::iter::once(blocks..blocks)) {
        if share.start > reached {
            gaps.push(reached..share.start);
        }
        reached = reached.max(share.end);
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_tile_the_blocks() {
        for blocks in [0, 1, 2, 15, 16, 17, 1_000_000] {
            for of in [1, 2, 3, 16, 1000] {
                let mut at = 0;
                for index in 0..of {
                    let share = Shard::new(index, of).unwrap().blocks(blocks);
                    assert_eq!(share.start, at);
                    let even = blocks / of;
                    assert!((even..=even + 1).contains(&(share.end - share.start)));
                    at = share.end;
                }
                assert_eq!(at, blocks);
            }
        }
    }

    #[test]
    fn gaps_between_shares() {
        assert_eq!(gaps(9, [5..7, 0..2]), [2..5, 7..9]);
        assert_eq!(gaps(9, [0..9, 3..4]), []);
        assert_eq!(gaps(9, core::iter::once(2..9)), vec![0..2; 1]);
        assert_eq!(gaps(0, []), []);
        assert_eq!(gaps(3, []).len(), 1);
    }

    #[test]
    fn names_tell_whose_they_are() {
        let shard = Shard::new(3, 16).unwrap();
        assert_eq!(shard.file_name(), "shard-00003-of-00016.json");
        assert_eq!(Shard::of_file("shard-00003-of-00016.json"), Some(shard));
        for other in ["shard-3-of-16.json", "shard-00016-of-00016.json", "manifest.json", "shard-"]
        {
            assert_eq!(Shard::of_file(other), None);
        }
        assert!(Shard::new(0, 0).is_err() && Shard::new(0, Shard::MOST + 1).is_err());
        let said = Shard::new(16, 16).unwrap_err().to_string();
        assert_eq!(said, "of 16 shards the first is 0 and the last is 15, so there is no shard 16");
    }
}
