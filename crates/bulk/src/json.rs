//! Integers in JSON: a number up to 2^53, which every reader keeps exact, and a
//! string of digits above.

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;

use dashu_int::UBig;
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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

/// A whole number that is written as [`Integer`] is, and read back. `N` is `u128` or
/// [`UBig`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Natural<N>(pub N);

impl Serialize for Natural<u128> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Integer::from(self.0).serialize(serializer)
    }
}

impl Serialize for Natural<UBig> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Integer::from(&self.0).serialize(serializer)
    }
}

impl<'de, N: From<u64> + FromStr> Deserialize<'de> for Natural<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Digits(PhantomData))
    }
}

struct Digits<N>(PhantomData<N>);

impl<N: From<u64> + FromStr> Visitor<'_> for Digits<N> {
    type Value = Natural<N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number, or one as a string of digits")
    }

    fn visit_u64<E>(self, number: u64) -> Result<Natural<N>, E> {
        Ok(Natural(number.into()))
    }

    fn visit_str<E: serde::de::Error>(self, digits: &str) -> Result<Natural<N>, E> {
        // Signs and blanks are none of ours.
        let whole = digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = whole.then(|| digits.parse().ok()).flatten();
        number.map(Natural).ok_or_else(|| E::custom("no whole number, or too large a one"))
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

    #[test]
    fn naturals_are_read_as_they_are_written() {
        for n in [0, 1 << 53, (1 << 53) + 1, u128::MAX] {
            let text = serde_json::to_string(&Natural(n)).unwrap();
            assert_eq!(serde_json::from_str::<Natural<u128>>(&text).unwrap(), Natural(n));
            let big = Natural(UBig::from(n) << 1);
            let text = serde_json::to_string(&big).unwrap();
            assert_eq!(serde_json::from_str::<Natural<UBig>>(&text).unwrap(), big);
        }
        for bad in ["-1", "1.5", "\"+1\"", "\"\"", "\"1 \"", "true", "null"] {
            assert!(serde_json::from_str::<Natural<u128>>(bad).is_err(), "{bad}");
        }
        let past = format!("\"{}0\"", u128::MAX);
        assert!(serde_json::from_str::<Natural<u128>>(&past).is_err());
    }
}
