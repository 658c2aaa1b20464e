//! Parts of a tile cut into slices, one workgroup's work each, and the constants
//! that the device, which counts to 2^32, leaves to the host.

use phinum_core::places::place;
use phinum_core::tile::Part;

use crate::tables::Tables;

/// A part, or some of it: the work of one workgroup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slice {
    /// The place of its first value in the chunk.
    pub(crate) at: u32,
    pub(crate) len: u32,
    /// Where in the table on the device it begins.
    pub(crate) table_from: u32,
    pub(crate) relief_from: u32,
}

/// Hands each slice of `part` to `each`; its first value is the chunk's value `at`.
pub(crate) fn cut(
    tables: &Tables,
    part: &Part,
    at: u32,
    longest: u32,
    mut each: impl FnMut(Slice),
) {
    let mut from = 0;
    while from < part.len {
        let len = longest.min(part.len - from);
        let relief_from = if part.times == 0 { 0 } else { part.relief_from + from };
        let table_from = part.from.map_or(tables.zeros_from(), |first| first + from);
        each(Slice { at: at + from, len, table_from, relief_from });
        from += len;
    }
}

/// Two numbers that every value of `part` lies between, or is.
pub(crate) fn span(tables: &Tables, part: &Part) -> (u128, u128) {
    let relief = u128::from(part.times.unsigned_abs()) * u128::from(tables.greatest_relief);
    let (below, above) = if part.times < 0 { (relief, 0) } else { (0, relief) };
    let greatest = if part.from.is_some() { tables.greatest } else { 0 };
    // Values are not negative, whatever this says of them; and above 2^128 - 1 there are none.
    let low = part.add.saturating_sub(below);
    let high = part.add.saturating_add(greatest).saturating_add(above);
    (low, high)
}

/// Consecutive parts whose values lie within 2^32 of each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Group {
    /// How many parts.
    pub(crate) parts: usize,
    /// What the host adds to each word.
    pub(crate) base: u128,
}

/// As few groups as it takes, in order.
pub(crate) fn groups(tables: &Tables, parts: &[Part]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let (mut low, mut high) = (0, 0);
    for part in parts {
        let (lowest, highest) = span(tables, part);
        let both = (lowest.min(low), highest.max(high));
        match groups.last_mut() {
            Some(group) if both.1 - both.0 < 1 << 32 => {
                group.parts += 1;
                (low, high) = both;
                group.base = low;
            }
            _ => {
                groups.push(Group { parts: 1, base: lowest });
                (low, high) = (lowest, highest);
            }
        }
    }
    groups
}

/// The most items of a chunk whose slices' descriptions fit `bytes`, at `size` bytes
/// a slice.
pub(crate) fn most_described(tables: &Tables, longest: u32, bytes: u64, size: u64) -> u64 {
    let index = tables.tile.index();
    // A run has at most five parts, each of which may end in the middle of a slice.
    let slices_of_a_run = place(index) as u64 / u64::from(longest) + 5;
    let runs = (bytes / size / slices_of_a_run).saturating_sub(2);
    (runs * place(index - 1) as u64).max(1)
}

/// The most values of a chunk that `words` words hold, `per_word` in each, where every
/// part begins with a word of its own.
pub(crate) fn most_packed(tables: &Tables, per_word: u32, words: u64) -> u64 {
    // No part is empty, so there are never more words than values; and of a run at most
    // five parts end in the middle of a word. v values touch at most two runs more than
    // v / F_{K-1}, and so take no more than v / per_word + 5 v / F_{K-1} + 10 words.
    let (per_word, run) = (u64::from(per_word), place(tables.tile.index() - 1) as u64);
    let most = words.saturating_sub(10) * per_word * run / (run + 5 * per_word);
    most.max(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use phinum_core::function::Function;

    fn tables(index: u32) -> impl Iterator<Item = Tables> {
        Function::all().into_iter().map(move |f| Tables::new(1, &f, index, 64))
    }

    #[test]
    fn slices_cover_their_part_and_stay_in_their_tables() {
        for tables in tables(9) {
            for part in tables.tile.parts(1000, 5000) {
                let mut at = 7;
                cut(&tables, &part, 7, 16, |slice| {
                    assert_eq!(slice.at, at);
                    assert!(slice.len <= 16);
                    let end = (slice.table_from + slice.len) as usize;
                    assert!(end <= tables.zeros_from() as usize + 64);
                    at += slice.len;
                });
                assert_eq!(at, 7 + part.len);
            }
        }
    }

    #[test]
    fn every_value_is_its_base_and_a_word() {
        for tables in tables(10) {
            let function = tables.tile.function();
            for start in [0, 5000, (1 << 32) - 700, 1 << 64, (1 << 64) - 999, place(90) - 500] {
                let parts = tables.tile.parts(start, 3000);
                let mut n = start;
                let mut rest = parts.as_slice();
                for group in groups(&tables, &parts) {
                    let (these, after) = rest.split_at(group.parts);
                    for _ in 0..these.iter().map(|p| p.len).sum::<u32>() {
                        // The closed bound's parts are packed, and small.
                        if !tables.tile.needs_finish() {
                            let value = function.value_wrapped(n);
                            let word = value.checked_sub(group.base);
                            assert!(word.is_some_and(|w| w < 1 << 32), "{} {n}", function.name());
                        }
                        n += 1;
                    }
                    rest = after;
                }
                assert_eq!(n, start + 3000);
            }
        }
    }

    #[test]
    fn few_groups_do_where_values_are_small() {
        for tables in tables(12) {
            let parts = tables.tile.parts(0, 1 << 20);
            assert_eq!(groups(&tables, &parts).len(), 1, "{}", tables.tile.function().name());
        }
    }

    #[test]
    fn descriptions_fit() {
        for tables in tables(8) {
            let most = most_described(&tables, 16, 1 << 16, 32);
            assert!(most > 1);
            let mut slices = 0;
            for part in tables.tile.parts(123_456, most) {
                cut(&tables, &part, 0, 16, |_| slices += 1);
            }
            assert!(slices * 32 <= 1 << 16, "{}: {slices}", tables.tile.function().name());
        }
    }

    #[test]
    fn packed_words_fit_and_are_no_fewer_than_they_could_be() {
        for index in [6, 8, 12, 16] {
            for tables in tables(index) {
                for (per_word, room) in [1, 2, 4].into_iter().zip([1 << 12, 3001, 50_000]) {
                    let most = most_packed(&tables, per_word, room);
                    assert!(most >= room, "a word a value always fits");
                    let parts = tables.tile.parts(123_456, most);
                    let words =
                        parts.iter().map(|p| u64::from(p.len.div_ceil(per_word))).sum::<u64>();
                    assert!(words <= room, "{}: {words}", tables.tile.function().name());
                }
            }
        }
        let long = most_packed(&tables(16).next().expect("one"), 4, 1 << 20);
        assert!(long > 4_000_000, "{long} values of at most 2^22");
    }
}
