//! The longest game by chunks of digits: an automaton that reads six symbols.
//!
//! Summed over neighbouring terms j < k, d = k − j, the deficit form telescopes to
//!
//! 4·gap(n) = (t − 1)² − [i even] − Σ_{d odd} (2j + 3) − 4 Σ_{d even} m_j
//!
//! with i the least index, t the greatest, and m_j the relief in front of the pair:
//! 2 after a distance of 4 or more, 3 after one of 3, m + 2 after one of 2, at first 2
//! (1 if i = 1). What a chunk adds to the sums depends on the chunks below it through
//! the pair at the seam and through m, and on m only as long as its terms follow each
//! other at distance 2 from its first one on: it is what the chunk adds by itself,
//! with an m of 2 in front, and a multiple of m's excess over that. So the state
//! between chunks is (t, m, sums), a symbol of the automaton has one entry of 32 bits,
//! and a step is arithmetic without branches that the compiler makes vector code of.

use core::marker::PhantomData;
use std::sync::LazyLock;

use phinum_core::column::Word;
use phinum_core::places::place;

use super::Kernel;
use super::split::{BATCH, CHUNKS, Chunks, DIGITS, Splits};
use super::sums::Sums;
use crate::kernel::Lane;

const ROOM: usize = place(DIGITS + 1) as usize;

/// A field of an entry.
struct Field {
    at: u32,
    bits: u32,
}

impl Field {
    const fn after(before: &Field, bits: u32) -> Field {
        Field { at: before.at + before.bits, bits }
    }

    #[inline(always)]
    fn of(&self, entry: u32) -> i32 {
        (entry >> self.at & ((1 << self.bits) - 1)) as i32
    }

    fn put(&self, value: i32) -> u32 {
        debug_assert!(value >= 0 && value < 1 << self.bits, "{value} in {} bits", self.bits);
        (value as u32) << self.at
    }
}

/// The least index, from 1; 0 for the chunk without terms.
const FIRST: Field = Field { at: 0, bits: 5 };
/// The greatest index.
const LAST: Field = Field::after(&FIRST, 5);
/// How many reliefs of the even pairs have m's excess in them.
const FOLLOWERS: Field = Field::after(&LAST, 4);
/// m behind the last term.
const RELIEF: Field = Field::after(&FOLLOWERS, 5);
/// How many pairs are odd.
const ODD: Field = Field::after(&RELIEF, 3);
/// The sums, over the pairs of the chunk.
const WITHIN: Field = Field::after(&ODD, 10);

/// What has been read.
#[derive(Clone, Copy)]
struct State {
    /// The greatest index.
    top: i32,
    /// m behind it.
    relief: i32,
    /// [i even] + Σ_{d odd} (2j + 3) + 4 Σ_{d even} m_j.
    sums: i32,
}

impl State {
    /// Nothing yet, as if there were a term at −4 with a relief of −1: whatever comes
    /// first then adds what a first term does, and is too far away to follow it.
    const EMPTY: State = State { top: -4, relief: -1, sums: 5 };

    /// As an entry of the first chunk's table.
    fn packed(self) -> u32 {
        FIRST.put(self.top - Self::EMPTY.top)
            | LAST.put(self.relief - Self::EMPTY.relief)
            | (self.sums as u32) << 16
    }

    #[inline(always)]
    fn unpacked(entry: u32) -> State {
        State {
            top: FIRST.of(entry) + Self::EMPTY.top,
            relief: LAST.of(entry) + Self::EMPTY.relief,
            sums: (entry >> 16) as i32,
        }
    }

    /// With the chunk of `entry` above, whose digits start past index `base`.
    #[inline(always)]
    fn with(self, entry: u32, base: i32) -> State {
        let (first, last, followers) = (FIRST.of(entry), LAST.of(entry), FOLLOWERS.of(entry));
        let distance = base + first - self.top;
        let excess = match distance {
            2 => self.relief,
            3 => 1,
            _ => 0,
        };
        let seam = if distance % 2 == 0 { 4 * self.relief } else { 2 * self.top + 3 };
        let within = WITHIN.of(entry) + 2 * base * ODD.of(entry) + 4 * excess * followers;
        // Terms at distance 2 throughout, which hand the excess on.
        let carried = if first + 2 * followers == last { excess } else { 0 };
        let with = State {
            top: base + last,
            relief: RELIEF.of(entry) + carried,
            sums: self.sums + seam + within,
        };
        if entry == 0 { self } else { with }
    }

    #[inline(always)]
    fn gap(self) -> u32 {
        let quadruple = (self.top - 1) * (self.top - 1) - self.sums;
        if self.top < 0 { 0 } else { quadruple as u32 / 4 }
    }
}

/// The indices of the terms of a chunk.
fn terms(mut chunk: u64) -> Vec<i32> {
    let mut terms = Vec::new();
    for i in (1..=DIGITS).rev() {
        if place(i) as u64 <= chunk {
            chunk -= place(i) as u64;
            terms.push(i as i32);
        }
    }
    terms.reverse();
    terms
}

/// m behind a term at distance `d` from one with `m` behind it.
fn relieved(m: i32, d: i32) -> i32 {
    match d {
        2 => m + 2,
        3 => 3,
        _ => 2,
    }
}

/// What the pairs of `terms` add, by the definition, with `m` in front of the first:
/// the sums, the odd pairs, the even pairs before any distance but 2, and m behind.
fn read(terms: &[i32], mut m: i32) -> (i32, i32, i32, i32) {
    let (mut sums, mut odd, mut followers, mut follows) = (0, 0, 0, true);
    for pair in terms.windows(2) {
        let distance = pair[1] - pair[0];
        if distance % 2 == 0 {
            sums += 4 * m;
            followers += i32::from(follows);
        } else {
            sums += 2 * pair[0] + 3;
            odd += 1;
        }
        follows &= distance == 2;
        m = relieved(m, distance);
    }
    (sums, odd, followers, m)
}

/// The one automaton.
static AUTOMATON: LazyLock<Automaton> = LazyLock::new(Automaton::new);

/// The tables of the automaton.
struct Automaton {
    /// The states after the first chunk.
    first: Box<[u32; ROOM]>,
    /// The other chunks.
    other: Box<[u32; ROOM]>,
}

impl Automaton {
    fn new() -> Self {
        let (mut first, mut other) = (Box::new([0; ROOM]), Box::new([0; ROOM]));
        first[0] = State::EMPTY.packed();
        for chunk in 1..place(DIGITS + 1) as usize {
            let terms = terms(chunk as u64);
            let (least, top) = (terms[0], terms[terms.len() - 1]);
            let (sums, _, _, relief) = read(&terms, if least == 1 { 1 } else { 2 });
            let sums = sums + i32::from(least % 2 == 0);
            first[chunk] = State { top, relief, sums }.packed();
            let (sums, odd, followers, relief) = read(&terms, 2);
            other[chunk] = FIRST.put(least)
                | LAST.put(top)
                | FOLLOWERS.put(followers)
                | RELIEF.put(relief)
                | ODD.put(odd)
                | WITHIN.put(sums);
        }
        Automaton { first, other }
    }

    /// gap(n) for each lane.
    #[inline(always)]
    fn gaps(&self, chunks: &Chunks, gaps: &mut [u32; BATCH]) {
        let mut entries = [[0u32; BATCH]; CHUNKS];
        let tables = [&self.first, &self.other, &self.other, &self.other, &self.other, &self.other];
        for ((entries, table), chunks) in entries.iter_mut().zip(tables).zip(chunks) {
            for (entry, chunk) in entries.iter_mut().zip(chunks) {
                *entry = table[usize::from(*chunk)];
            }
        }
        for (lane, gap) in gaps.iter_mut().enumerate() {
            let (mut state, mut base) = (State::unpacked(entries[0][lane]), 0);
            for entries in &entries[1..] {
                base += DIGITS as i32;
                state = state.with(entries[lane], base);
            }
            *gap = state.gap();
        }
    }
}

/// UB(n) − L(n).
pub(super) struct Gap<W>(PhantomData<W>);

impl<W> Gap<W> {
    pub(super) fn new() -> Self {
        Gap(PhantomData)
    }
}

impl<W: Word> Kernel for Gap<W> {
    type In = u64;
    type Out = W;

    #[inline(always)]
    fn evaluate(&self, inputs: &[u64], out: &mut [W]) {
        let (mut splits, mut gaps) = (Splits::new(), [0; BATCH]);
        for (inputs, out) in inputs.chunks(BATCH).zip(out.chunks_mut(BATCH)) {
            let chunks = splits.of(inputs);
            AUTOMATON.gaps(chunks, &mut gaps);
            for (slot, gap) in out.iter_mut().zip(&gaps) {
                *slot = W::low((*gap).into());
            }
        }
    }
}

/// L(n), the upper bound's sum less the gap.
pub(super) struct Longest<W> {
    upper_bound: Sums<W>,
}

impl<W> Longest<W> {
    pub(super) fn new(upper_bound: Sums<W>) -> Self {
        Longest { upper_bound }
    }
}

impl<W: Lane> Kernel for Longest<W> {
    type In = u64;
    type Out = W;

    #[inline(always)]
    fn evaluate(&self, inputs: &[u64], out: &mut [W]) {
        let (mut splits, mut gaps) = (Splits::new(), [0; BATCH]);
        for (inputs, out) in inputs.chunks(BATCH).zip(out.chunks_mut(BATCH)) {
            let chunks = splits.of(inputs);
            AUTOMATON.gaps(chunks, &mut gaps);
            for (lane, slot) in out.iter_mut().enumerate() {
                let sum: W = self.upper_bound.at(chunks, lane);
                *slot = sum.plus(W::low(u128::from(gaps[lane]).wrapping_neg()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::split::tests::{by_numeral, numbers};
    use phinum_core::numeral::zeckendorf;
    use phinum_core::zeckendorf_game::deficit::gap;

    /// The gap of `n` and the deficit form's.
    fn gaps(automaton: &Automaton, n: u64) -> (u64, u64) {
        let mut chunks = [[0; BATCH]; CHUNKS];
        for (lanes, chunk) in chunks.iter_mut().zip(by_numeral(n)) {
            lanes[BATCH - 1] = chunk;
        }
        let mut gaps = [0; BATCH];
        automaton.gaps(&chunks, &mut gaps);
        (gaps[BATCH - 1].into(), gap(zeckendorf(n.into()).indices()))
    }

    #[test]
    fn six_symbols_are_read_as_the_terms_are() {
        for n in numbers() {
            let (read, expected) = gaps(&AUTOMATON, n);
            assert_eq!(read, expected, "{n}");
        }
    }

    #[test]
    fn an_excess_that_is_not_handed_on_shows() {
        let mut wrong = Automaton::new();
        // 101010…, at distance 2 throughout: one less follower, and nothing is handed on.
        let chunk = by_numeral(place(DIGITS + 1) as u64 - 2)[0];
        wrong.other[usize::from(chunk)] -= FOLLOWERS.put(1);
        assert!(numbers().any(|n| gaps(&wrong, n).0 != gaps(&wrong, n).1));
    }
}
