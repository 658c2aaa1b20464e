//! Cold positions: digits, Beatty's formula, the zeros of the mex table.

use phinum_core::dashu::UBig;
use phinum_core::places::{MAX_INDEX, place};
use phinum_core::wythoff::beatty::{Pairs, is_cold_big, pair};
use phinum_core::wythoff::{Conditions, Numeration, conditions, is_cold, is_cold_by_beatty};

use crate::{Random, big, oeis, plain};

#[test]
fn three_routes_agree_on_200_by_200() {
    for r in 1..=5 {
        let (table, numeration) = (plain(200, r), Numeration::new(r));
        for a in 0..200 {
            for b in 0..200 {
                let zero = table.get(a, b) == 0;
                let (x, y) = (big(a as u128), big(b as u128));
                assert_eq!(numeration.is_cold(&x, &y), zero, "digits, r = {r}: ({a}, {b})");
                assert_eq!(is_cold_big(&x, &y, r), zero, "Beatty, r = {r}: ({a}, {b})");
                if r == 1 {
                    let small = conditions(a as u64, b as u64);
                    assert_eq!(small, numeration.conditions(&x, &y), "({a}, {b})");
                }
            }
        }
    }
}

#[test]
fn pairs_and_their_neighbours_agree_at_any_size() {
    let mut random = Random(1);
    for i in 0..120 {
        let (r, k) = ([1, 2, 3, 7, 10, 1_000_000][i % 6], random.number(40));
        let (a, b) = pair(&k, r);
        let numeration = Numeration::new(r);
        let both = |a: &UBig, b: &UBig| {
            let cold = numeration.is_cold(a, b);
            assert_eq!(cold, is_cold_big(a, b, r), "r = {r}: ({a}, {b})");
            cold
        };
        let one = UBig::ONE;
        assert!(both(&a, &b) && both(&b, &a));
        for (x, y) in [(&a + &one, b.clone()), (a.clone(), &b + &one), (&a + &one, &b + &one)] {
            assert!(!both(&x, &y));
        }
        both(&random.number(40), &random.number(40));
    }
}

#[test]
fn edges_of_places_and_words_agree() {
    let numeration = Numeration::new(1);
    let words = [1 << 32, 1 << 63, 1 << 64, 1 << 65, 1 << 100, 1 << 126];
    let mut cold = 0;
    for edge in (1..MAX_INDEX).map(place).chain(words) {
        for a in [edge - 1, edge, edge + 1] {
            let shifted = numeration.numeral(&big(a)).shifted_up().value();
            for b in [&shifted + UBig::ONE, shifted.clone(), big(a)] {
                let beatty = is_cold_big(&big(a), &b, 1);
                assert_eq!(numeration.is_cold(&big(a), &b), beatty, "({a}, {b})");
                if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(&b)) {
                    assert_eq!((is_cold(a, b), is_cold_by_beatty(a, b)), (beatty, beatty));
                }
                cold += u32::from(beatty);
            }
        }
    }
    assert!(cold > 200, "only {cold}");
    assert_eq!(pair(&big(1_134_903_170), 1), (big(1_836_311_903), big(2_971_215_073)));
}

#[test]
fn the_sequences() {
    let pairs = || Pairs::from(1, 1);
    for (found, term) in pairs().zip(oeis!("A000201")) {
        assert_eq!(found.1, term.into());
    }
    for (found, term) in pairs().zip(oeis!("A001950")) {
        assert_eq!(found.2, term.into());
    }
}

#[test]
fn half_a_rule_is_caught() {
    let table = plain(60, 1);
    let wrong = |rule: fn(Conditions) -> bool| {
        let square = (0..60).flat_map(|a| (0..60).map(move |b| (a, b)));
        let wrong = |&(a, b): &(usize, usize)| {
            rule(conditions(a as u64, b as u64)) != (table.get(a, b) == 0)
        };
        square.filter(wrong).collect::<Vec<_>>()
    };
    let (shift, parity) = (wrong(|c| c.shifted), wrong(|c| c.even_zeros));
    assert_eq!((shift.len(), shift.contains(&(5, 8)), parity.len()), (28, true, 2121));
    // Neither misses a cold position.
    assert!(shift.iter().chain(&parity).all(|&(a, b)| table.get(a, b) > 0));
}

#[test]
fn rounded_phi_is_caught() {
    let numeration = Numeration::new(1);
    let cold = |k: u64, a: u64| numeration.is_cold(&a.into(), &(a + k).into());
    let single = |k: u64| (k as f32 * f32::midpoint(1.0, 5f32.sqrt())) as u64;
    assert_eq!((1..4000).find(|&k| !cold(k, single(k))), Some(2584));
    let double = |k: u64| (k as f64 * f64::midpoint(1.0, 5f64.sqrt())) as u64;
    let first = Pairs::from(1, 1).find(|&(k, a, _)| u128::from(double(k as u64)) != a);
    assert_eq!(first.map(|found| found.0), Some(102_334_155));
    assert!(!cold(102_334_155, double(102_334_155)));
}
