//! Numerals by `fibonacci_codec`, which gives Fibonacci codes: the digits of a numeral
//! from the least index up and a one to end it, each code right after the one before.
//!
//! Requests are those of the other peers (see peer.py): `numeral` over ranges and lists.

use std::io::Write;
use std::time::Instant;

use bit_vec::BitVec;
use fibonacci_codec::Encode;

fn main() {
    // Kept, so that its memory has been touched.
    let mut codes = BitVec::new();
    for line in std::io::stdin().lines() {
        let line = line.expect("a request");
        let fields: Vec<&str> = line.split(' ').collect();
        let ["numeral", source, at, count, sum] = fields[..] else {
            panic!("a request is `numeral SOURCE WHERE COUNT SUM`, not `{line}`");
        };
        let count: usize = count.parse().expect("a count");
        codes.truncate(0);
        let seconds = if source == "range" {
            let start: u64 = at.parse().expect("a start");
            timed(|| (start..start + count as u64).fib_encode_mut(&mut codes).expect("no zero"))
        } else {
            let list = std::fs::read(at).expect("a list");
            let words = list.as_chunks().0[..count].iter();
            let numbers: Vec<u64> = words.map(|bytes| u64::from_le_bytes(*bytes)).collect();
            timed(|| numbers.iter().copied().fib_encode_mut(&mut codes).expect("no zero"))
        };
        let (decoded, total) = numerals(&codes);
        assert_eq!((decoded, total), (count, sum.parse().expect("a sum")), "{line}");
        println!("{{\"seconds\": {seconds}}}");
        std::io::stdout().flush().expect("an open pipe");
    }
}

fn timed(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

/// How many codes there are, and the sum of their numerals read as binary numbers.
fn numerals(codes: &BitVec) -> (usize, u128) {
    let (mut count, mut sum) = (0, 0);
    let (mut numeral, mut index, mut before) = (0u128, 0, false);
    for bit in codes {
        if bit && before {
            count += 1;
            sum += numeral;
            (numeral, index, before) = (0, 0, false);
        } else {
            numeral |= u128::from(bit) << index;
            (index, before) = (index + 1, bit);
        }
    }
    assert_eq!(numeral, 0, "the last code is ended");
    (count, sum)
}
