//! OEIS terms and published figures. Each sequence says how it maps to a
//! quantity; the near misses among them must be told apart.

use phinum_core::dashu::UBig;
use phinum_core::function::Function;
use phinum_core::numeral::{lazy, zeckendorf};
use phinum_core::places::{place, top_index};
use phinum_core::quantity::by_name;
use phinum_core::wythoff::is_cold;

macro_rules! oeis {
    ($number:literal) => {
        Sequence::parse(include_str!(concat!("vectors/oeis/", $number, ".txt")))
    };
}

/// A sequence file: number, name, offset, terms.
struct Sequence {
    offset: u128,
    terms: Vec<&'static str>,
}

impl Sequence {
    fn parse(text: &'static str) -> Self {
        let mut lines = text.lines().skip(2);
        let offset = lines.next().and_then(|l| l.strip_prefix("offset ")).expect("offset");
        let terms = lines.next().expect("terms").split(',').collect();
        Sequence { offset: offset.parse().expect("a number"), terms }
    }

    /// (n, a(n)), at least 30 of them.
    fn rows(&self) -> impl Iterator<Item = (u128, u128)> {
        assert!(self.terms.len() >= 30, "a file of {} terms", self.terms.len());
        (self.offset..).zip(self.terms.iter().map(|t| t.parse().expect("a term")))
    }
}

fn value(name: &str, n: u128) -> u128 {
    Function::from(by_name(name).expect("a listed quantity")).value(n).expect("small")
}

#[test]
fn quantities_are_their_sequences() {
    for (name, sequence) in [
        ("terms", oeis!("A007895")),
        ("numeral", oeis!("A003714")),
        ("right-shift", oeis!("A005206")),
        ("top-index", oeis!("A072649")),
        ("smallest-term", oeis!("A139764")),
    ] {
        for (n, term) in sequence.rows() {
            assert_eq!(value(name, n), term, "{name} at {n}");
        }
    }
    for (n, term) in oeis!("A022342").rows() {
        assert_eq!(value("shift", n - 1), term);
    }
    for (n, term) in oeis!("A035612").rows() {
        assert_eq!(value("trailing-zeros", n) + 1, term);
        assert_eq!(value("lower-wythoff", n), term % 2);
    }
    for (n, term) in oeis!("A035614").rows() {
        assert_eq!(value("trailing-zeros", n + 1), term);
    }
}

#[test]
fn places_and_remainders() {
    for (n, term) in oeis!("A066628").rows().filter(|row| row.0 > 0) {
        assert_eq!(n - place(top_index(n)), term);
    }
    for (n, term) in oeis!("A087172").rows() {
        assert_eq!(place(top_index(n)), term);
    }
    // Counted from F(1) = F(2) = 1 there.
    for (n, term) in oeis!("A130233").rows().filter(|row| row.0 > 0) {
        assert_eq!(u128::from(top_index(n)) + 1, term);
    }
    for (n, term) in oeis!("A130234").rows().filter(|row| row.0 > 1) {
        assert_eq!(u128::from(top_index(n - 1)) + 2, term);
    }
}

#[test]
fn words_and_triangles() {
    for (n, word) in (0..).zip(oeis!("A014417").terms) {
        assert_eq!(zeckendorf(n).to_string(), word);
    }
    for (n, word) in (0..).zip(oeis!("A104326").terms) {
        assert_eq!(lazy(n).to_string(), word);
    }
    for (n, term) in oeis!("A095791").rows() {
        assert_eq!(u128::from(lazy(n).highest().max(1)), term);
    }
    for (n, term) in oeis!("A112310").rows() {
        assert_eq!(u128::from(lazy(n).terms()), term);
    }
    // Row 0 is the single entry 0, though 0 has no terms.
    let triangle: Vec<u128> = oeis!("A035517").rows().map(|row| row.1).collect();
    let ours = (1..).flat_map(|n| zeckendorf(n).indices().map(place).collect::<Vec<_>>());
    assert!(ours.take(triangle.len() - 1).eq(triangle[1..].iter().copied()));
}

#[test]
fn index_sum_is_a227788_less_a007895_and_not_a227789() {
    for ((n, shifted), (_, terms)) in oeis!("A227788").rows().zip(oeis!("A007895").rows()) {
        assert_eq!(value("index-sum", n), shifted - terms, "{n}");
    }
    let near_miss = oeis!("A227789").rows().find(|&(n, term)| value("index-sum", n) != term);
    assert_eq!(near_miss.map(|row| row.0), Some(2));
}

#[test]
fn longest_is_not_the_partial_sums_of_terms() {
    let partial = oeis!("A179180");
    let first_miss = partial.rows().find(|&(n, term)| value("longest", n + 1) != term);
    assert_eq!(first_miss.map(|(n, _)| n + 1), Some(17));
    let mut sum = 0;
    for (n, term) in partial.rows() {
        sum += value("terms", n);
        assert_eq!(sum, term);
    }
}

#[test]
fn wythoff_pairs_and_the_zeros_of_the_mex_table() {
    let (lower, upper) = (oeis!("A000201"), oeis!("A001950"));
    for ((_, a), (_, b)) in lower.rows().zip(upper.rows()) {
        assert!(is_cold(a as u64, b as u64));
        assert_eq!((value("lower-wythoff", a), value("lower-wythoff", b)), (1, 0));
    }
    for (a, b) in oeis!("A002251").rows() {
        assert!(is_cold(a as u64, b as u64), "({a}, {b})");
    }
    let (mut diagonal, mut a) = (0u64, 0u64);
    for (_, grundy) in oeis!("A004481").rows() {
        assert_eq!(grundy == 0, is_cold(a, diagonal - a), "({a}, {})", diagonal - a);
        (diagonal, a) = if a == diagonal { (diagonal + 1, 0) } else { (diagonal, a + 1) };
    }
}

/// The winning takes at a heap with a cap, by the rules alone.
fn winning_takes(heap: usize, cap: usize, lost: &[Vec<bool>]) -> Vec<usize> {
    (1..=cap.min(heap)).filter(|&t| lost[heap - t][(2 * t).min(heap - t)]).collect()
}

#[test]
fn nim_takes_by_search() {
    const TO: usize = 400;
    // lost[n][c]: whoever moves at heap n with cap c loses.
    let mut lost: Vec<Vec<bool>> = Vec::new();
    for heap in 0..=TO {
        let row = (0..=heap).map(|cap| winning_takes(heap, cap, &lost).is_empty()).collect();
        lost.push(row);
    }
    for heap in 2..=TO {
        let smallest = winning_takes(heap, heap - 1, &lost).first().copied().unwrap_or(0);
        assert_eq!(value("nim-take", heap as u128), smallest as u128, "heap {heap}");
    }
    for line in include_str!("vectors/fibonacci_nim_winning_openings_2_122.txt").lines().skip(1) {
        let (heap, takes) = line.split_once(':').expect("heap: takes");
        let heap: usize = heap.parse().expect("a heap");
        let takes: Vec<usize> = takes.split_whitespace().map(|t| t.parse().unwrap()).collect();
        assert_eq!(winning_takes(heap, heap - 1, &lost), takes, "heap {heap}");
    }
}

#[test]
fn the_other_fibonacci_nim_is_not_ours() {
    // A001581 lists the lost heaps where a move takes a Fibonacci number.
    let lost: Vec<u128> = oeis!("A001581").rows().map(|row| row.1).collect();
    assert!((2..50).any(|n| (value("nim-take", n) == 0) != lost.contains(&n)));
    assert!(oeis!("A014588").rows().any(|(n, g)| n > 1 && (value("nim-take", n) == 0) != (g == 0)));
}

#[test]
fn nothing_wraps_at_any_size() {
    let upper_bound = Function::from(by_name("upper-bound").unwrap());
    assert!(upper_bound.value(u128::MAX).is_err());
    let huge = UBig::from(10u8).pow(60);
    let exact = upper_bound.value_of_any_size(&huge).expect("rules have no end");
    assert!(exact > &huge * 2u8 && exact < &huge * 3u8);
    for n in [0, 1, u64::MAX.into(), 1 << 100] {
        for function in Function::all() {
            let exact = function.value_of_any_size(&UBig::from(n)).expect("no table ends");
            match function.value(n) {
                Ok(value) => assert_eq!(UBig::from(value), exact, "{} at {n}", function.name()),
                Err(_) => assert!(exact >= UBig::ONE << 128, "{} at {n}", function.name()),
            }
        }
    }
}
