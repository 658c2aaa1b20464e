//! Ranges on the command line: `A..B`, `A..=B` and `A..+LENGTH`.
//!
//! Each of A, B and LENGTH is a number as [`crate::number`] reads it. A range that runs
//! backwards or past the largest end is an error, never empty and never wrapped.

use std::fmt;

use dashu_int::UBig;

use crate::number::{self, NumberError};

/// The three forms, for every error that doesn't know which was meant.
const FORMS: &str = "a range is A..B (without B), A..=B (with B) or A..+LENGTH";

/// The whole numbers from `start` up to, but without, `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interval {
    /// The first number, when there is one.
    pub start: u128,
    /// The number after the last one; never before `start`.
    pub end: u128,
}

impl Interval {
    /// How many numbers there are.
    pub fn len(&self) -> u128 {
        self.end.saturating_sub(self.start)
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// One side of a range, not yet a number.
#[derive(Clone, Copy)]
struct Side<'t> {
    /// The side, without white space around it.
    text: &'t str,
    /// Its first byte in the range's text.
    at: usize,
}

impl<'t> Side<'t> {
    /// The bytes of `text` from `from` up to `to`.
    fn new(text: &'t str, from: usize, to: usize) -> Self {
        let side = &text[from..to];
        let trimmed = side.trim_start();
        Self { text: trimmed.trim_end(), at: from + side.len() - trimmed.len() }
    }

    /// An error about the whole side.
    fn error(self, message: impl Into<String>) -> NumberError {
        NumberError::new(message, self.at..self.at + self.text.len())
    }

    /// The side's value, when a range can end there.
    fn value(self) -> Result<u128, NumberError> {
        let number = number::parse(self.text).map_err(|error| error.shifted(self.at))?;
        self.fitting(&number)
    }

    /// `number` as an end, or the error that this side makes it too large.
    fn fitting(self, number: &UBig) -> Result<u128, NumberError> {
        u128::try_from(number).map_err(|_| self.too_far())
    }

    /// The error for a range that this side takes past the largest end.
    fn too_far(self) -> NumberError {
        self.error("a range ends at most at 2^128-1; for one larger number use 'phinum show'")
    }
}

/// How the second side says where the range ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `A..B`
    Before,
    /// `A..=B`
    With,
    /// `A..+LENGTH`
    Length,
}

/// The range that `text` says.
///
/// # Errors
///
/// When `text` has none of the three forms, a side is not a number, the end is before the
/// start, or the end, taken as half-open, is past 2^128 − 1.
pub fn parse(text: &str) -> Result<Interval, NumberError> {
    let (first, form, second) = split(text)?;
    let start = first.value()?;
    let bound = second.value()?;
    let end = match form {
        Form::Length => start.checked_add(bound).ok_or_else(|| second.too_far())?,
        _ if bound < start => {
            let dots = if form == Form::With { "..=" } else { ".." };
            let message = format!(
                "the end {bound} is before the start {start}; the range meant may be {bound}{dots}{start}"
            );
            return Err(second.error(message));
        }
        Form::With => bound.checked_add(1).ok_or_else(|| second.too_far())?,
        Form::Before => bound,
    };
    Ok(Interval { start, end })
}

/// The two sides of a range and what joins them.
fn split(text: &str) -> Result<(Side<'_>, Form, Side<'_>), NumberError> {
    let whole = Side::new(text, 0, text.len());
    // Two dots in a row are the range's own; a single one belongs to a number, as in 1.5e6.
    let Some(dots) = text.find("..") else {
        return Err(whole.error(format!("this is not a range: {FORMS}")));
    };
    let after = dots + text[dots..].bytes().take_while(|&b| b == b'.').count();
    if after > dots + 2 {
        return Err(NumberError::new(format!("there are too many dots: {FORMS}"), dots..after));
    }
    if let Some(again) = text[after..].find("..") {
        let span = after + again..after + again + 2;
        return Err(NumberError::new(format!("a range has one start and one end: {FORMS}"), span));
    }

    let (form, from) = match text.as_bytes().get(after) {
        Some(b'=') => (Form::With, after + 1),
        Some(b'+') => (Form::Length, after + 1),
        _ => (Form::Before, after),
    };
    let (first, second) = (Side::new(text, 0, dots), Side::new(text, from, text.len()));
    // `10.. +5` could be 10..15 or 10..5, so the sign keeps to the dots.
    if form == Form::Before && second.text.starts_with(['=', '+']) {
        let message = "..= and ..+ are written without a space inside";
        return Err(NumberError::new(message, dots..second.at + 1));
    }
    for (side, name) in [(first, "start"), (second, "end")] {
        if side.text.is_empty() {
            return Err(NumberError::new(format!("the {name} is missing: {FORMS}"), dots..from));
        }
    }
    Ok((first, form, second))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error of `text`, which must have one.
    #[track_caller]
    fn error(text: &str) -> NumberError {
        match parse(text) {
            Ok(range) => panic!("{text} is {range}"),
            Err(error) => error,
        }
    }

    /// Each text has an error about a part of it, whose message has a phrase.
    #[track_caller]
    fn errors(cases: &[(&str, &str, &str)]) {
        for &(text, part, phrase) in cases {
            let error = error(text);
            assert!(error.message.contains(phrase), "{text}: {}", error.message);
            assert_eq!(&text[error.span.clone()], part, "{text}: {}", error.message);
        }
    }

    #[test]
    fn three_forms() {
        for (text, start, end) in [
            ("0..10", 0, 10),
            ("3..=10", 3, 11),
            ("3..+10", 3, 13),
            ("1e3..2e3", 1000, 2000),
            ("1.5e1..2.5e1", 15, 25),
            ("10^3..=2^10", 1000, 1025),
            ("F(10)..F(11)", 89, 144),
            ("2^64-1..+1", (1 << 64) - 1, 1 << 64),
            (" 1 + 1 .. 2 * 4 ", 2, 8),
            ("5..= 5", 5, 6),
            ("5..+ 2", 5, 7),
            ("5..--7", 5, 7),
            ("0..2^128-1", 0, u128::MAX),
            ("0..=2^128-2", 0, u128::MAX),
            ("1..+2^128-2", 1, u128::MAX),
        ] {
            assert_eq!(parse(text), Ok(Interval { start, end }), "{text}");
        }
    }

    #[test]
    fn empty_ranges_are_ranges() {
        for text in ["5..5", "5..+0", "2^128-1..2^128-1", "2^128-1..+0"] {
            let range = parse(text).unwrap_or_else(|error| panic!("{}", error.render(text)));
            assert!(range.len() == 0, "{text}");
            assert_eq!(range.len(), 0, "{text}");
        }
        let whole = Interval { start: 0, end: u128::MAX };
        assert!(whole.len() > 0);
        assert_eq!(whole.len(), u128::MAX);
    }

    #[test]
    fn a_range_prints_as_it_is_read() {
        for range in [Interval { start: 3, end: 14 }, Interval { start: 0, end: u128::MAX }] {
            assert_eq!(parse(&range.to_string()), Ok(range));
        }
        assert_eq!(parse("3..+7").map(|range| range.to_string()), Ok("3..10".to_owned()));
    }

    #[test]
    fn backwards() {
        errors(&[
            ("10..5", "5", "the end 5 is before the start 10; the range meant may be 5..10"),
            (
                "1e3 ..= 5*2 ",
                "5*2",
                "the end 10 is before the start 1000; the range meant may be 10..=1000",
            ),
            ("5..=4", "4", "4..=5"),
            ("5..-7", "-7", "negative (-7)"),
            ("5..+-1", "-1", "negative (-1)"),
            ("2-5..7", "2-5", "negative (-3)"),
        ]);
    }

    #[test]
    fn too_far() {
        let most = "a range ends at most at 2^128-1; for one larger number use 'phinum show'";
        errors(&[
            ("0..2^128", "2^128", most),
            ("0..=2^128-1", "2^128-1", most),
            ("2^200..+1", "2^200", most),
            ("2^128..5", "2^128", most),
            ("2^128-1..+1", "1", most),
            ("5..+2^128", "2^128", most),
            ("1..+2^128-1", "2^128-1", most),
            ("0..10^10^10", "10^10^10", "more than 32768 bits"),
        ]);
    }

    #[test]
    fn missing_sides() {
        for (text, part) in [
            ("..5", ".."),
            ("5..", ".."),
            ("5..=", "..="),
            ("5..+", "..+"),
            (" .. ", ".."),
            (" 5 ", "5"),
            ("5-10", "5-10"),
            ("5.10", "5.10"),
            ("", ""),
        ] {
            errors(&[(text, part, FORMS)]);
        }
    }

    #[test]
    fn dots_of_a_range_and_of_a_number() {
        errors(&[
            ("1...5", "...", "too many dots"),
            ("1....5", "....", "too many dots"),
            ("1..5..9", "..", "one start and one end"),
            ("0..1.5", "1.5", "not a whole number"),
            ("1.5..3", "1.5", "not a whole number"),
            ("0.. .5", ".", "decimal point"),
            ("0..1.", ".", "decimal point"),
        ]);
        assert_eq!(error("1..5..9").span, 4..6);
    }

    #[test]
    fn errors_in_a_side_point_into_the_whole() {
        errors(&[
            ("0..7/2", "7/2", "not exact"),
            ("φ..5", "φ", "not part of a number"),
            ("0 ..=  3 + $", "$", "not part of a number"),
            ("1e..5", "e", "an exponent needs digits"),
            ("5..==7", "=", "not part of a number"),
            ("5..++7", "+", "missing before this +"),
            ("5.. +7", ".. +", "without a space"),
            ("5.. =7", ".. =", "without a space"),
            ("(1..5)", "(", "never closed"),
        ]);
        let text = "0..5 − 3";
        let expected = "− is not in ASCII; a minus is written -\n  0..5 − 3\n       ^";
        assert_eq!(error(text).render(text), expected);
    }

    #[test]
    fn noise_never_panics() {
        let alphabet: Vec<char> = "0123456789...==++-*/^%()eFx_ φ".chars().collect();
        let mut state = 1_u64;
        for _ in 0..40_000 {
            let mut text = String::new();
            for _ in 0..state >> 60 {
                state =
                    state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                text.push(alphabet[(state >> 33) as usize % alphabet.len()]);
                if text.len() == 4 {
                    text.push_str("..");
                }
            }
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            match parse(&text) {
                Ok(range) => assert!(range.start <= range.end, "{text}"),
                Err(error) => assert!(text.get(error.span.clone()).is_some(), "{text}: {error:?}"),
            }
        }
    }
}
