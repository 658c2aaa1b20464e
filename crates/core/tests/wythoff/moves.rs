//! Winning moves, against all moves to zeros of the mex table.

use phinum_core::dashu::UBig;
use phinum_core::wythoff::beatty::is_cold_big;
use phinum_core::wythoff::moves::Heaps;
use phinum_core::wythoff::table::options;
use phinum_core::wythoff::{partner, winning_moves};

use crate::{Random, big, oeis, plain};

#[test]
fn every_winning_move_is_found_and_no_other() {
    for (r, n) in [(1, 128), (2, 40), (3, 40), (4, 40)] {
        let table = plain(n, r);
        for a in 0..n {
            for b in 0..n {
                let zeros = options(a, b, r).filter(|&(x, y)| table.get(x, y) == 0);
                let mut expected: Vec<_> = zeros.collect();
                let moves = winning_moves(&big(a as u128), &big(b as u128), r);
                let mut found: Vec<_> = moves
                    .iter()
                    .map(|m| (usize::try_from(&m.to.0).unwrap(), usize::try_from(&m.to.1).unwrap()))
                    .collect();
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "r = {r}: ({a}, {b})");
                assert_eq!(found.is_empty(), table.get(a, b) == 0);
                assert!(r > 1 || found.len() <= 3);
            }
        }
    }
}

#[test]
fn moves_of_any_size_are_legal_and_lead_to_cold_positions() {
    let mut random = Random(2);
    let mut kinds = [0; 3];
    for i in 0..90 {
        let r = [1, 2, 3, 10, 100_000][i % 5];
        let (a, b) = (random.number(30), random.number(30));
        let moves = winning_moves(&a, &b, r);
        // Of two random heaps the larger can be lowered to the smaller's partner or
        // the difference be kept.
        assert!(!moves.is_empty(), "({a}, {b})");
        for m in &moves {
            assert!(is_cold_big(&m.to.0, &m.to.1, r));
            assert_eq!((&m.to.0 + &m.take.0, &m.to.1 + &m.take.1), (a.clone(), b.clone()));
            let (k, l) = &m.take;
            let apart = if k < l { l - k } else { k - l };
            match m.heaps() {
                Heaps::First => assert!(*l == UBig::ZERO && *k > UBig::ZERO),
                Heaps::Second => assert!(*k == UBig::ZERO && *l > UBig::ZERO),
                Heaps::Both => assert!(apart < r.into() && *k > UBig::ZERO && *l > UBig::ZERO),
            }
            kinds[m.heaps() as usize] += 1;
        }
    }
    assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
}

#[test]
fn a_partner_has_its_heap_as_partner() {
    for (a, b) in (0..).zip(oeis!("A002251")) {
        assert_eq!(partner(&big(a), 1), b.into());
    }
    let mut random = Random(3);
    for r in [1, 2, 3, 9, 12] {
        for x in (0..200).map(big).chain((0..10).map(|_| random.number(20))) {
            let y = partner(&x, r);
            assert_eq!(partner(&y, r), x);
            assert!(is_cold_big(&x, &y, r));
        }
    }
}
