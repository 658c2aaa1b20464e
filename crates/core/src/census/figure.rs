//! Figures as they are printed, and values as they are computed, compared by what
//! they are and not by how they are written.

use core::fmt;

/// A figure that a source prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figure {
    /// A number.
    Number(u128),
    /// So many of so many.
    Share(u64, u64),
    /// A decimal fraction, rounded to its places: 6.3 is 63 and 1.
    Decimal {
        /// The digits, without the point.
        digits: u128,
        /// How many of them are behind it.
        places: u32,
    },
    /// Several numbers in order.
    Numbers(&'static [u64]),
    /// A word of digits.
    Word(&'static str),
    /// A statement without exception.
    Always,
}

/// What a computation gave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A number.
    Number(u128),
    /// So many of so many.
    Share(u64, u64),
    /// Exact fractions.
    Ratios {
        /// Numerators and denominators.
        ratios: Vec<(u128, u128)>,
        /// The decimals they are shown with.
        places: u32,
    },
    /// Several numbers in order.
    Numbers(Vec<u64>),
    /// A word of digits.
    Word(String),
    /// A statement looked at case by case.
    Cases {
        /// How many cases.
        checked: u64,
        /// The first in which it does not hold.
        exception: Option<String>,
    },
}

impl Figure {
    /// Whether the value is the figure. A statement needs a case to hold in, and a
    /// figure and a value of different sorts are never the same.
    pub fn is(&self, value: &Value) -> bool {
        match (self, value) {
            (Figure::Number(published), Value::Number(computed)) => published == computed,
            (Figure::Share(part, whole), Value::Share(p, w)) => (part, whole) == (p, w),
            (Figure::Decimal { digits, places }, Value::Ratios { ratios, .. }) => {
                matches!(ratios[..], [ratio] if rounded(ratio, *places) == Some(*digits))
            }
            (Figure::Numbers(published), Value::Numbers(computed)) => published == computed,
            (Figure::Word(published), Value::Word(computed)) => published == computed,
            (Figure::Always, Value::Cases { checked, exception }) => {
                *checked > 0 && exception.is_none()
            }
            _ => false,
        }
    }
}

/// A fraction to so many places, halves rounded up.
fn rounded((over, under): (u128, u128), places: u32) -> Option<u128> {
    let scaled = over.checked_mul(10u128.checked_pow(places)?)?;
    let (quotient, rest) = (scaled.checked_div(under)?, scaled % under);
    Some(quotient + u128::from(rest >= under - rest))
}

impl Value {
    /// One fraction, shown with so many decimals.
    pub fn ratio(over: impl Into<u128>, under: impl Into<u128>, places: u32) -> Value {
        Value::Ratios { ratios: vec![(over.into(), under.into())], places }
    }

    /// The cases of a statement: every one that `cases` gives, as what it is called
    /// and whether the statement holds in it.
    pub fn cases<N: fmt::Display>(cases: impl IntoIterator<Item = (N, bool)>) -> Value {
        let (mut checked, mut exception) = (0, None);
        for (name, holds) in cases {
            checked += 1;
            if !holds && exception.is_none() {
                exception = Some(name.to_string());
            }
        }
        Value::Cases { checked, exception }
    }
}

/// Digits with a point before the last `places` of them.
fn decimal(digits: u128, places: u32) -> String {
    let unit = 10u128.pow(places);
    match places {
        0 => digits.to_string(),
        _ => format!("{}.{:0width$}", digits / unit, digits % unit, width = places as usize),
    }
}

fn list(f: &mut fmt::Formatter<'_>, items: impl Iterator<Item = String>) -> fmt::Result {
    let items: Vec<String> = items.collect();
    if items.is_empty() { f.write_str("none") } else { f.write_str(&items.join(" ")) }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Figure::Number(number) => write!(f, "{number}"),
            Figure::Share(part, whole) => write!(f, "{part} of {whole}"),
            Figure::Decimal { digits, places } => f.write_str(&decimal(*digits, *places)),
            Figure::Numbers(numbers) => list(f, numbers.iter().map(u64::to_string)),
            Figure::Word(word) => f.write_str(word),
            Figure::Always => f.write_str("always"),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Share(part, whole) => write!(f, "{part} of {whole}"),
            Value::Ratios { ratios, places } => {
                let shown = |ratio: &(u128, u128)| match rounded(*ratio, *places) {
                    Some(digits) => decimal(digits, *places),
                    None => format!("{}/{}", ratio.0, ratio.1),
                };
                list(f, ratios.iter().map(shown))
            }
            Value::Numbers(numbers) => list(f, numbers.iter().map(u64::to_string)),
            Value::Word(word) => f.write_str(word),
            Value::Cases { checked: 1, exception: None } => f.write_str("so it is"),
            Value::Cases { checked, exception: None } => write!(f, "in all {checked}"),
            Value::Cases { exception: Some(exception), .. } => write!(f, "not at {exception}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_is_what_rounds_to_it() {
        let ratio = |over: u128, under: u128| Value::ratio(over, under, 4);
        let figure = Figure::Decimal { digits: 63, places: 1 };
        assert!(figure.is(&ratio(62_565, 10_000)) && figure.is(&ratio(625, 100)));
        assert!(!figure.is(&ratio(6_249, 1_000)) && !figure.is(&ratio(635, 100)));
        assert!(!figure.is(&ratio(1, 0)) && !figure.is(&ratio(u128::MAX, 1)));
        assert_eq!((figure.to_string(), ratio(1, 3).to_string()), ("6.3".into(), "0.3333".into()));
        assert_eq!(ratio(20_005, 10_000).to_string(), "2.0005");
    }

    #[test]
    fn sorts_are_told_apart_and_a_statement_needs_a_case() {
        let figures = [
            Figure::Number(3),
            Figure::Share(3, 3),
            Figure::Decimal { digits: 3, places: 0 },
            Figure::Numbers(&[3]),
            Figure::Word("3"),
            Figure::Always,
        ];
        let values = [
            Value::Number(3),
            Value::Share(3, 3),
            Value::ratio(3u8, 1u8, 0),
            Value::Numbers(vec![3]),
            Value::Word("3".into()),
            Value::cases([(3, true)]),
        ];
        for (i, figure) in figures.iter().enumerate() {
            for (j, value) in values.iter().enumerate() {
                assert_eq!(figure.is(value), i == j, "{figure} {value}");
            }
        }
        assert!(!Figure::Always.is(&Value::cases(Vec::<(u8, bool)>::new())));
        let cases = Value::cases([("a", true), ("b", false), ("c", false)]);
        assert!(!Figure::Always.is(&cases));
        assert_eq!(cases.to_string(), "not at b");
    }
}
