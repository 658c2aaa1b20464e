//! Random expressions, whose values a second evaluation knows, and random noise.

use std::fmt;
use std::time::{Duration, Instant};

use dashu_int::UBig;
use dashu_int::ops::BitTest;

use crate::number::{MAX_BITS, NumberError, parse};

/// SplitMix64: the same numbers in every run.
struct Random(u64);

impl Random {
    /// A number below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// An expression as a tree, for the second evaluation.
enum Tree {
    Literal(i128, String),
    Place(Box<Tree>),
    Minus(Box<Tree>),
    Binary(char, Box<Tree>, Box<Tree>),
}

/// What the second evaluation says: a value, an error, or that i128 doesn't hold it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Value(i128),
    Wrong,
    Unknown,
}

impl Tree {
    fn random(random: &mut Random, depth: usize) -> Self {
        let kind = if depth == 0 { 0 } else { random.below(10) };
        let child = |random: &mut Random| Box::new(Self::random(random, depth - 1));
        match kind {
            0 | 1 => {
                let n = random.below(13) as i128;
                match random.below(5) {
                    0 => Self::Literal(n, format!("{n:#x}")),
                    1 => Self::Literal(n, format!("0b{n:b}")),
                    2 => Self::Literal(n * 100, format!("{n}e2")),
                    3 => Self::Literal(n * 10 + 5, format!("{n}.5e1")),
                    _ => Self::Literal(n, n.to_string()),
                }
            }
            2 => Self::Place(child(random)),
            3 => Self::Minus(child(random)),
            kind => {
                Self::Binary(['+', '-', '*', '/', '%', '^'][kind - 4], child(random), child(random))
            }
        }
    }

    /// The value, in i128 and from the tree, so that neither the grammar nor the wide
    /// arithmetic is shared with the parser.
    fn answer(&self) -> Answer {
        let known = |value: Option<i128>| value.map_or(Answer::Unknown, Answer::Value);
        match self {
            Self::Literal(value, _) => Answer::Value(*value),
            Self::Minus(inner) => match inner.answer() {
                Answer::Value(n) => known(n.checked_neg()),
                other => other,
            },
            Self::Place(index) => match index.answer() {
                Answer::Value(k) if k < 0 => Answer::Wrong,
                Answer::Value(k) if k > 150 => Answer::Unknown,
                Answer::Value(k) => Answer::Value((0..k).fold((1, 1), |(a, b), _| (b, a + b)).0),
                other => other,
            },
            Self::Binary(sign, left, right) => match (left.answer(), right.answer()) {
                (Answer::Unknown, _) | (_, Answer::Unknown) => Answer::Unknown,
                (Answer::Wrong, _) | (_, Answer::Wrong) => Answer::Wrong,
                (Answer::Value(a), Answer::Value(b)) => match sign {
                    '+' => known(a.checked_add(b)),
                    '-' => known(a.checked_sub(b)),
                    '*' => known(a.checked_mul(b)),
                    '/' if b == 0 || a % b != 0 => Answer::Wrong,
                    '/' => known(a.checked_div(b)),
                    '%' if b == 0 => Answer::Wrong,
                    '%' => known(a.checked_rem_euclid(b)),
                    _ if b < 0 => Answer::Wrong,
                    _ if b > 200 => Answer::Unknown,
                    _ => known((0..b).try_fold(1i128, |product, _| product.checked_mul(a))),
                },
            },
        }
    }

    /// How tightly the expression holds together as it is written.
    fn rank(&self) -> u8 {
        match self {
            Self::Binary('+' | '-', ..) => 1,
            Self::Binary('*' | '/' | '%', ..) => 2,
            Self::Minus(_) => 3,
            Self::Binary(..) => 4,
            Self::Literal(..) | Self::Place(_) => 5,
        }
    }
}

/// Writes the tree with no more parentheses than its rank asks for, so that a parser that
/// binds or groups differently reads something else.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |tree: &Self, least: u8| {
            if tree.rank() < least { format!("({tree})") } else { tree.to_string() }
        };
        match self {
            Self::Literal(_, text) => write!(f, "{text}"),
            Self::Place(index) => write!(f, "F({index})"),
            Self::Minus(inner) => write!(f, "-{}", side(inner, 3)),
            Self::Binary('^', left, right) => write!(f, "{}^{}", side(left, 5), side(right, 3)),
            Self::Binary(sign, left, right) => {
                write!(f, "{} {sign}{}", side(left, self.rank()), side(right, self.rank() + 1))
            }
        }
    }
}

/// On how many of the random trees with a known answer `parser` says another, and how many
/// such trees there were.
fn disagreements(parser: impl Fn(&str) -> Result<UBig, NumberError>) -> (usize, usize) {
    let mut random = Random(1);
    let (mut wrong, mut known) = (0, 0);
    for _ in 0..30_000 {
        let depth = random.below(6);
        let tree = Tree::random(&mut random, depth);
        let expected = match tree.answer() {
            Answer::Unknown => continue,
            Answer::Wrong => None,
            Answer::Value(n) => u128::try_from(n).ok().map(UBig::from),
        };
        known += 1;
        wrong += usize::from(parser(&tree.to_string()).ok() != expected);
    }
    (wrong, known)
}

#[test]
fn a_second_evaluation_agrees() {
    let (wrong, known) = disagreements(parse);
    assert_eq!(wrong, 0);
    assert!(known > 20_000, "{known}");
}

#[test]
fn the_second_evaluation_catches_planted_errors() {
    for (right, planted) in [("%", "*"), (" -", " +"), ("^-", "^"), ("e2", "e1"), ("F(", "(")] {
        let (wrong, _) = disagreements(|text| {
            let planted = text.replace(right, planted);
            // A parser that only fails would be no test of values.
            parse(&planted).or_else(|_| parse(text))
        });
        assert!(wrong > 0, "{right}");
    }
}

#[test]
fn noise_is_answered_at_once() {
    let start = Instant::now();
    let alphabet: Vec<char> = "0123456789eExXbBF((()))+-*/%^^._ $φ−\u{0}".chars().collect();
    let mut random = Random(2);
    let mut read = 0;
    for round in 0..40_000 {
        let length = random.below(24);
        let text: String = if round % 2 == 0 {
            (0..length).map(|_| alphabet[random.below(alphabet.len())]).collect()
        } else {
            let bytes: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        match parse(&text) {
            Ok(value) => {
                assert!(value.bit_len() <= MAX_BITS, "{text:?}");
                read += 1;
            }
            Err(error) => {
                assert!(text.get(error.span.clone()).is_some(), "{text:?}: {error:?}");
                assert_eq!(error.render(&text).lines().count(), 3, "{text:?}");
            }
        }
    }
    assert!(read > 200, "{read} of the texts are numbers");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}
