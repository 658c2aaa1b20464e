//! Wythoff's game by routes that share no arithmetic: digits, Beatty's formula, the
//! mex table, rows as a finite machine, plain search, and terms from elsewhere.

#[path = "wythoff/cold.rs"]
mod cold;
#[path = "wythoff/grundy.rs"]
mod grundy;
#[path = "wythoff/moves.rs"]
mod moves;
#[path = "wythoff/rows.rs"]
mod rows;

use phinum_core::dashu::UBig;
use phinum_core::wythoff::{GrundyTable, WythoffTable, table};

macro_rules! oeis {
    ($number:literal) => {
        crate::terms(include_str!(concat!("../vectors/oeis/", $number, ".txt")))
    };
}
pub(crate) use oeis;

/// The terms of a sequence file, from the fourth line, at least 30 of them.
fn terms(text: &str) -> Vec<u64> {
    let line = text.lines().nth(3).expect("terms");
    let terms: Vec<u64> = line.split(',').map(|term| term.parse().expect("a term")).collect();
    assert!(terms.len() >= 30, "a file of {} terms", terms.len());
    terms
}

fn big(n: u128) -> UBig {
    UBig::from(n)
}

fn plain(n: usize, r: u32) -> GrundyTable {
    table::plain(WythoffTable::new(n, r).expect("small"))
}

/// A generator of test inputs (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number of up to `words` words of 64 bits.
    fn number(&mut self, words: u64) -> UBig {
        let words: Vec<u64> = (0..=self.next() % words).map(|_| self.next()).collect();
        words.into_iter().fold(UBig::ZERO, |n, word| (n << 64) + word)
    }
}
