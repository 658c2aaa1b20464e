//! Integers in JSON: a number up to 2^53, which every reader keeps exact, and a
//! string of digits above.

use std::fmt::Display;

use dashu_int::UBig;
use serde::{Serialize, Serializer};

/// The largest integer that JSON readers which hold numbers as doubles keep.
pub const LARGEST_NUMBER: u64 = 1 << 53;

/// An integer, ready for JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Integer {
    /// Up to [`LARGEST_NUMBER`].
    Small(u64),
    /// Above, in decimal.
    Large(String),
}

impl Integer {
    fn new(small: Option<u64>, digits: impl Display) -> Integer {
        match small {
            Some(n) if n <= LARGEST_NUMBER => Integer::Small(n),
            _ => Integer::Large(digits.to_string()),
        }
    }
}

impl From<u128> for Integer {
    fn from(n: u128) -> Self {
        Integer::new(n.try_into().ok(), n)
    }
}

impl From<&UBig> for Integer {
    fn from(n: &UBig) -> Self {
        Integer::new(n.try_into().ok(), n)
    }
}

impl Display for Integer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Integer::Small(n) => n.fmt(f),
            Integer::Large(digits) => digits.fmt(f),
        }
    }
}

impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Integer::Small(n) => serializer.serialize_u64(*n),
            Integer::Large(digits) => serializer.serialize_str(digits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_border_is_2_to_the_53() {
        let json = |n: u128| serde_json::to_string(&Integer::from(n)).unwrap();
        assert_eq!(json(1 << 53), "9007199254740992");
        assert_eq!(json((1 << 53) + 1), "\"9007199254740993\"");
        assert_eq!(json(u128::MAX), format!("\"{}\"", u128::MAX));
        assert_eq!(Integer::from(&(UBig::ONE << 200)).to_string(), (UBig::ONE << 200).to_string());
    }
}
