//! Cold positions against the digit rule and Beatty's formula on the host.

use phinum_core::backend::Backend;
use phinum_core::places::place;
use phinum_core::wythoff::{is_cold, is_cold_by_beatty};

use crate::support::{gpu, random, turn};

fn answers(pairs: &[[u64; 2]]) -> Vec<u8> {
    let mut out = vec![0xff; pairs.len()];
    gpu().cold(pairs, &mut out).expect("the device works");
    out
}

fn check(pairs: &[[u64; 2]]) {
    for (&[a, b], cold) in pairs.iter().zip(answers(pairs)) {
        assert_eq!(cold, u8::from(is_cold(a, b)), "({a}, {b})");
        assert_eq!(cold, u8::from(is_cold_by_beatty(a, b)), "({a}, {b})");
    }
}

#[test]
fn a_square() {
    let Some(_turn) = turn() else { return };
    let pairs: Vec<[u64; 2]> = (0..200).flat_map(|a| (0..200).map(move |b| [a, b])).collect();
    check(&pairs);
    assert_eq!(answers(&pairs).iter().map(|&c| u32::from(c)).sum::<u32>(), 153);
}

#[test]
fn neighbours_and_huge_pairs() {
    let Some(_turn) = turn() else { return };
    let mut pairs = Vec::new();
    for k in 1..92 {
        let (a, b) = (place(k) as u64, place(k + 1) as u64);
        for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1), (1, 2)] {
            pairs.push([a.saturating_add(i), b.saturating_add(j)]);
            pairs.push([b.saturating_sub(i), a.saturating_sub(j)]);
        }
    }
    pairs.extend([[u64::MAX; 2], [0, u64::MAX], [u64::MAX, 1], [u64::MAX - 1, u64::MAX]]);
    // F_92 + F_90 shifted does not fit 64 bits; what is left of it must not look cold.
    let a = (place(92) + place(90)) as u64;
    pairs.push([a, (place(93) + place(91)) as u64]);
    check(&pairs);
}

#[test]
fn cold_pairs_of_every_size_and_their_neighbours() {
    let Some(_turn) = turn() else { return };
    let mut pairs = Vec::new();
    for k in random(30_000, 5) {
        // floor(k phi), by the right shift: below 2^64 for k below 2^63.
        let k = k >> 1;
        let a = phinum_core::numeral::zeckendorf(u128::from(k.saturating_sub(1)))
            .indices()
            .map(|i| place(i + 1))
            .sum::<u128>() as u64
            + u64::from(k > 0);
        let Some(b) = a.checked_add(k) else { continue };
        pairs.extend([[a, b], [b, a], [a + 1, b], [a, b.saturating_add(1)]]);
    }
    check(&pairs);
    let cold: usize = answers(&pairs).iter().map(|&c| usize::from(c)).sum();
    assert!(cold * 2 >= pairs.len(), "{cold} of {}", pairs.len());
}

#[test]
fn every_count_about_a_workgroup() {
    let Some(_turn) = turn() else { return };
    let pairs: Vec<[u64; 2]> = random(50_000, 3).iter().map(|n| [n % 64, n / 64 % 64]).collect();
    for len in [0, 1, 31, 32, 33, 8191, 8192, 8193, 50_000] {
        check(&pairs[..len]);
    }
}
