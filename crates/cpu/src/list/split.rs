//! A number below 2^64 as six chunks of up to 16 digits, by exact integer splits.
//!
//! Write n = S_K(m) + r: m the digits above index K, read as a number, S_K(m) that
//! number's numeral shifted up K places, r < F_{K+1} the digits up to K. Then
//! S_K(m) = F_K·m + F_{K−1}·R(m), R(m) = ⌊(m+1)/φ⌋ the right shift. With θ the
//! fraction of (m+1)/φ, F_K + F_{K−1}/φ = φ^K gives
//!
//! S_K(m)/φ^K = m + e(m), e(m) = (F_{K−1}/φ^K)·(1/φ − θ),
//!
//! and F_{K−1}/φ^K = 0.44721… for every K ≥ 16, so −0.17083 < e(m) < 0.27640. As
//! S_K(m) ≤ n < S_K(m+1), n/φ^K lies in [m − 0.17083, m + 1.27640). A fixed-point
//! guess ⌊n/φ^K + c⌋ whose error is within [−a, b] is m or m + 1 if c − a ≥ 0.17083
//! and c + b < 0.72360: so a and b together may be as large as 0.55. One comparison
//! settles it: if S_K of the guess g exceeds n, m = g − 1, and as R(g) − R(g−1) is
//! 1 exactly where θ(g) < 1/φ, S_K(g) − S_K(g−1) is F_{K+1} there and F_K elsewhere.
//!
//! No step branches or multiplies more than 32 by 32 bits, so the compiler makes
//! vector code of a loop over a batch at every [`crate::level::Level`].

use phinum_core::closed_bound::INVERSE_PHI;
use phinum_core::places::place;

/// Digits a chunk has; the topmost has 12.
pub(super) const DIGITS: u32 = 16;
/// Chunks a number has.
pub(super) const CHUNKS: usize = 6;
/// Numbers that are split together.
pub(super) const BATCH: usize = 256;

/// The chunks of a batch: `chunks[c][lane]` holds digits 16 c + 1 to 16 c + 16.
pub(super) type Chunks = [[u16; BATCH]; CHUNKS];

const LOW: u64 = u32::MAX as u64;
/// ⌊2^32/φ⌋.
const INVERSE_PHI_32: u64 = (INVERSE_PHI >> 96) as u64;
/// F_i in a word.
const fn f(i: u32) -> u64 {
    place(i) as u64
}

// Constants, since of a choice between calls the compiler makes a look-up.
const F15: u32 = f(15) as u32;
const F16: u32 = f(16) as u32;
const F17: u32 = f(17) as u32;
const F31: u64 = f(31);
const F32: u64 = f(32);
const F33: u64 = f(33);
const F47: u64 = f(47);
const F48: u64 = f(48);
const F49: u64 = f(49);

/// m and r for K = 48 and any n: m has 44 digits, r 48.
#[inline(always)]
fn at_48(n: u64) -> (u64, u64) {
    /// 2^65/φ^48 = 3431966074.72…, rounded up.
    const SLOPE: u64 = 3_431_966_075;
    /// 0.577 · 2^33. The guess drops n's low half, which is worth a < 0.39954, and
    /// its slope is too steep by b < 0.279 · 2^32/2^33 = 0.1395.
    const CENTRE: u64 = 4_956_392_260;
    /// ⌈2^64/φ⌉, of which 0.05 is rounding: m + 1 < 2^31 moves by less than 2^−37,
    /// and no q/φ with q ≤ F_46 is closer than φ^−47 > 2^−33 to an integer but at 0.
    const INVERSE: u64 = (INVERSE_PHI >> 64) as u64 + 1;
    let guess = ((n >> 32) * SLOPE + CENTRE) >> 33;
    let scaled = (guess + 1) * (INVERSE >> 32) + (((guess + 1) * (INVERSE & LOW)) >> 32);
    let shift = scaled >> 32;
    // θ < 1/φ, in 32 bits: where it does not hold θ exceeds 1/φ by the fraction of
    // guess/φ, which is more than φ^−46 > 2^−32, or the guess is 0 and is right.
    let steps = scaled & LOW <= INVERSE_PHI_32;
    // F_47 and F_48 have 33 bits. S_K of a guess too large may exceed 2^64 and wrap.
    let value = ((guess + shift) << 32)
        .wrapping_add(guess * (F48 - (1 << 32)))
        .wrapping_add(shift * (F47 - (1 << 32)));
    let rest = n.wrapping_sub(value);
    let width = if steps { F49 } else { F48 };
    let over = (rest as i64 >> 63) as u64;
    (guess.wrapping_add(over), rest.wrapping_add(width & over))
}

/// m and r for K = 32 and n < F_49: m has up to 16 digits, r 32.
#[inline(always)]
fn at_32(n: u64) -> (u32, u32) {
    /// 2^54/φ^32 = 3698411900.33…, rounded down.
    const SLOPE: u64 = 3_698_411_900;
    /// 0.45 · 2^46; the error is below 2^−13.
    const CENTRE: u64 = (1 << 46) / 20 * 9;
    let guess = ((n >> 8) * SLOPE + CENTRE) >> 46;
    let scaled = (guess + 1) * INVERSE_PHI_32;
    let (shift, steps) = (scaled >> 32, scaled & LOW < INVERSE_PHI_32);
    let rest = n.wrapping_sub(guess * F32 + shift * F31);
    let width = if steps { F33 } else { F32 };
    let over = (rest as i64 >> 63) as u64;
    (guess.wrapping_add(over) as u32, rest.wrapping_add(width & over) as u32)
}

/// m and r for K = 16 and n < F_33: each has up to 16 digits.
#[inline(always)]
fn at_16(n: u32) -> (u32, u32) {
    /// 2^27/φ^16 = 60814.57…, rounded up.
    const SLOPE: u32 = 60_815;
    /// 0.5 · 2^19: a < 256/φ^16 = 0.116 and b < 0.019.
    const CENTRE: u32 = 1 << 18;
    /// ⌊2^21/φ⌋.
    const INVERSE: u32 = (INVERSE_PHI >> 107) as u32;
    let guess = ((n >> 8) * SLOPE + CENTRE) >> 19;
    let scaled = (guess + 1) * INVERSE;
    let (shift, steps) = (scaled >> 21, scaled & ((1 << 21) - 1) < INVERSE);
    let rest = n.wrapping_sub(guess * F16 + shift * F15);
    let width = if steps { F17 } else { F16 };
    let over = (rest as i32 >> 31) as u32;
    (guess.wrapping_add(over), rest.wrapping_add(width & over))
}

/// Splits batches, in memory that is used again.
pub(super) struct Splits {
    numbers: [u64; BATCH],
    low: [u64; BATCH],
    high: [u64; BATCH],
    rest: [u32; BATCH],
    chunks: Chunks,
}

impl Splits {
    pub(super) fn new() -> Self {
        Splits {
            numbers: [0; BATCH],
            low: [0; BATCH],
            high: [0; BATCH],
            rest: [0; BATCH],
            chunks: [[0; BATCH]; CHUNKS],
        }
    }

    /// The chunks of `inputs`, of which there are at most [`BATCH`]. What stands in the
    /// lanes past them belongs to other numbers.
    #[inline(always)]
    pub(super) fn of(&mut self, inputs: &[u64]) -> &Chunks {
        let Splits { numbers, low, high, rest, chunks } = self;
        // A batch of a length the compiler knows.
        numbers[..inputs.len()].copy_from_slice(inputs);
        for ((n, high), low) in numbers.iter().zip(&mut *high).zip(&mut *low) {
            (*high, *low) = at_48(*n);
        }
        let [c0, c1, c2, c3, c4, c5] = chunks;
        for (half, c0, c1, c2) in [(low, c0, c1, c2), (high, c3, c4, c5)] {
            for ((half, c2), rest) in half.iter().zip(c2).zip(&mut *rest) {
                let (m, r) = at_32(*half);
                (*c2, *rest) = (m as u16, r);
            }
            for ((rest, c1), c0) in rest.iter().zip(c1).zip(c0) {
                let (m, r) = at_16(*rest);
                (*c1, *c0) = (m as u16, r as u16);
            }
        }
        &self.chunks
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use phinum_core::numeral::zeckendorf;

    /// The chunks of `n` read off its greedy numeral.
    pub(in crate::list) fn by_numeral(n: u64) -> [u16; CHUNKS] {
        let mut chunks = [0; CHUNKS];
        for i in zeckendorf(n.into()).indices().map(|i| i - 1) {
            chunks[(i / DIGITS) as usize] += place(i % DIGITS + 1) as u16;
        }
        chunks
    }

    /// The number of the chunks, whether or not its digits are those of a numeral.
    fn number(chunks: [u16; CHUNKS]) -> Option<u64> {
        let mut n = 0u128;
        for (chunk, first) in chunks.into_iter().zip((1..).step_by(DIGITS as usize)) {
            let digits = zeckendorf(chunk.into());
            n += digits.indices().map(|i| place(first + i - 1)).sum::<u128>();
        }
        u64::try_from(n).ok()
    }

    /// Small numbers, every F_k and power of two with its neighbours, each pair of chunk
    /// ends, and numerals of every density.
    pub(in crate::list) fn numbers() -> impl Iterator<Item = u64> {
        let edges = (1..=92).map(|i| place(i) as u64).chain((0..64).map(|bit| 1 << bit));
        let around = edges.flat_map(|n: u64| [n.wrapping_sub(1), n, n.wrapping_add(1)]);
        let ends = [0, 1, 2, 3, 986, 987, 988, 1595, 1596, 1597, 1598, 2581, 2582, 2583];
        let seams = (0..CHUNKS - 1).flat_map(move |seam| {
            ends.into_iter().flat_map(move |above| {
                ends.into_iter().filter_map(move |below| {
                    let mut chunks = [0; CHUNKS];
                    (chunks[seam], chunks[seam + 1]) = (below, above);
                    number(chunks)
                })
            })
        });
        let mut state = 1u64;
        let mut draw = move || {
            state =
                state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
            state >> 33
        };
        let dense = (0..60_000).map(move |_| {
            let (mut n, mut i, spread) = (0u64, 1 + draw() % 20, 1 + draw() % 6);
            while i <= 92 {
                n = n.checked_add(place(i as u32) as u64).unwrap_or(n);
                i += 2 + draw() % spread;
            }
            n
        });
        (0..5000).chain(around).chain([u64::MAX, u64::MAX - 1]).chain(seams).chain(dense)
    }

    /// Splits `numbers` in batches, the last one short.
    fn split(numbers: &[u64]) -> Vec<[u16; CHUNKS]> {
        let mut splits = Splits::new();
        let batches = numbers.chunks(BATCH).flat_map(|batch| {
            let chunks = splits.of(batch);
            let lane = |lane: usize| core::array::from_fn(|c| chunks[c][lane]);
            (0..batch.len()).map(lane).collect::<Vec<[u16; CHUNKS]>>()
        });
        batches.collect()
    }

    #[test]
    fn chunks_are_those_of_the_greedy_numeral() {
        let numbers: Vec<u64> = numbers().collect();
        assert_ne!(numbers.len() % BATCH, 0, "a short batch too");
        for (chunks, n) in split(&numbers).into_iter().zip(numbers) {
            assert_eq!(chunks, by_numeral(n), "{n}");
            assert_eq!(number(chunks), Some(n));
        }
    }

    #[test]
    fn a_chunk_too_large_by_one_shows() {
        let chunks = by_numeral(1 << 60);
        for c in 0..CHUNKS {
            let mut wrong = chunks;
            wrong[c] += 1;
            assert_ne!(number(wrong), Some(1 << 60));
        }
    }

    /// S_K(m).
    fn shifted(m: u64, k: u32) -> u64 {
        zeckendorf(m.into()).indices().map(|i| place(i + k) as u64).sum()
    }

    // A guess never falls as n rises, so where it is right or one too large at both ends
    // of the n of one m, it is so between them: two ends prove the small splits.
    #[test]
    fn the_small_splits_are_right_for_every_number() {
        for m in 0..f(17) {
            for n in [shifted(m, 16), shifted(m + 1, 16) - 1] {
                assert_eq!(at_16(n as u32), (m as u32, (n - shifted(m, 16)) as u32), "{n}");
            }
            for n in [shifted(m, 32), shifted(m + 1, 32) - 1] {
                assert_eq!(at_32(n), (m as u32, (n - shifted(m, 32)) as u32), "{n}");
            }
        }
    }

    #[test]
    fn the_first_split_is_right_at_the_ends_of_its_runs() {
        let last = at_48(u64::MAX).0;
        let (near, step) = (0..3000, (last / 60_000) as usize);
        let places = (1..=44).flat_map(|i| [f(i) - 1, f(i), f(i) + 1]);
        let sampled = (0..last).step_by(step).chain(near.map(|m| last - 1 - m)).chain(places);
        for m in sampled.filter(|m| *m < last) {
            for n in [shifted(m, 48), shifted(m + 1, 48) - 1] {
                assert_eq!(at_48(n), (m, n - shifted(m, 48)), "{n}");
            }
        }
        assert_eq!(shifted(last, 48) + at_48(u64::MAX).1, u64::MAX);
    }
}
