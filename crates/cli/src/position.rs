//! Positions of the Zeckendorf game on the command line: `1^3,2^2,3^7`, the paper's
//! `{1^3 ∧ 2^2 ∧ 3^7}`, or by index, `F_1^3 ∧ F_2^2`.
//!
//! A part is a place and, after `^`, how many there are of it. Both are numbers as
//! [`crate::number`] reads them; a place is a Fibonacci number, or `F_i`.

use std::ops::Range;

use dashu_int::UBig;
use phinum_core::zeckendorf_game::state::State;

use crate::number::{self, MAX_PLACE, NumberError};

const FORM: &str = "a position is written 1^3,2^2,3^7 or {1^3 ∧ 2^2 ∧ 3^7} or F_1^3,F_2^2,F_3^7";

/// The position that `text` says, for clap.
///
/// # Errors
/// What is wrong, with a caret under it.
pub fn argument(text: &str) -> Result<State<UBig>, String> {
    parse(text).map_err(|error| error.render(text))
}

fn parse(text: &str) -> Result<State<UBig>, NumberError> {
    let mut counts: Vec<UBig> = Vec::new();
    for part in parts(text)? {
        let (index, count) = read(text, part)?;
        if counts.len() < index as usize {
            counts.resize(index as usize, UBig::ZERO);
        }
        counts[index as usize - 1] += count;
    }
    let state = State::new(counts);
    if state.top() == 0 {
        return Err(NumberError::new(
            format!("there is no place in this position, and a game starts with one: {FORM}"),
            0..text.len(),
        ));
    }
    Ok(state)
}

/// Where the parts of a position are in its text, without white space around them.
fn parts(text: &str) -> Result<Vec<Range<usize>>, NumberError> {
    let mut inner = trim(text, 0..text.len());
    let (open, close) = (text[inner.clone()].starts_with('{'), text[inner.clone()].ends_with('}'));
    if open != close {
        let message =
            if open { "this brace is never closed" } else { "this brace was never opened" };
        let at = if open { inner.start..inner.start + 1 } else { inner.end - 1..inner.end };
        return Err(NumberError::new(message, at));
    }
    if open {
        inner = trim(text, inner.start + 1..inner.end - 1);
    }
    let mut parts = Vec::new();
    let mut from = inner.start;
    let separators = text[inner.clone()].char_indices().filter(|(_, c)| [',', '∧'].contains(c));
    let ends = separators.map(|(at, c)| (inner.start + at, c.len_utf8()));
    for (end, width) in ends.chain([(inner.end, 0)]) {
        let part = trim(text, from..end);
        if part.is_empty() {
            return Err(NumberError::new(format!("a place is missing here: {FORM}"), part));
        }
        parts.push(part);
        from = end + width;
    }
    Ok(parts)
}

fn trim(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + part.len() - part.trim_start().len();
    start..start.max(range.start + part.trim_end().len())
}

/// The index of a part's place, and how many there are.
fn read(text: &str, part: Range<usize>) -> Result<(u32, UBig), NumberError> {
    let power = text[part.clone()].find('^').map(|at| part.start + at);
    let place = trim(text, part.start..power.unwrap_or(part.end));
    let value = |range: Range<usize>| {
        number::parse(&text[range.clone()]).map_err(|error| error.shifted(range.start))
    };
    let count = match power {
        Some(at) => value(trim(text, at + 1..part.end))?,
        None => UBig::ONE,
    };
    let index = match text[place.clone()].strip_prefix("F_") {
        Some(index) => {
            let parsed = index.trim_matches(['{', '}']).parse::<u32>();
            let known = parsed.ok().filter(|i| (1..=MAX_PLACE).contains(i));
            known.ok_or_else(|| {
                let message = format!("the places are F_1 = 1, F_2 = 2, … up to F_{MAX_PLACE}");
                NumberError::new(message, place)
            })?
        }
        None => index_of(&value(place.clone())?).map_err(|why| NumberError::new(why, place))?,
    };
    Ok((index, count))
}

/// The index of the place that is `value`.
fn index_of(value: &UBig) -> Result<u32, String> {
    if *value == UBig::ZERO {
        return Err("0 is no place: the smallest is 1".into());
    }
    let (mut index, mut below, mut here) = (1, UBig::ONE, UBig::ONE);
    while here < *value {
        let above = &below + &here;
        below = std::mem::replace(&mut here, above);
        index += 1;
    }
    if here == *value {
        Ok(index)
    } else {
        Err(format!("{value} is no place: the nearest are {below} and {here}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_in_every_form() {
        let state = State::new([3u8, 2, 7].map(UBig::from));
        for text in [
            "1^3,2^2,3^7",
            "{1^3 ∧ 2^2 ∧ 3^7}",
            "{ F_1^3∧F_2^2 , F_3^7 }",
            " 3^7 ,1^2, 2^(1+1), 1 ",
            "F_{1}^3,F(2)^2,3^7,5^0",
        ] {
            assert_eq!(parse(text), Ok(state.clone()), "{text}");
        }
        assert_eq!(parse("1^1e9").unwrap().count(1), 1_000_000_000u32.into());
        assert_eq!(parse("F_90").unwrap().top(), 90);
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        for (text, words, span) in [
            ("1^3,4^2", "4 is no place: the nearest are 3 and 5", 4..5),
            ("{1 ∧ 0}", "0 is no place", 7..8),
            ("{1^3", "never closed", 0..1),
            ("1^3}", "never opened", 3..4),
            ("1,,2", "missing", 2..2),
            ("", "missing", 0..0),
            ("{}", "missing", 1..1),
            ("1^", "missing", 2..2),
            ("1^-2", "negative", 2..4),
            ("1^0", "no place in this position", 0..3),
            ("F_0^2", "F_1 = 1", 0..3),
            ("F_x", "F_1 = 1", 0..3),
            ("1^2 + 4,5^2x", "run into letters", 11..12),
        ] {
            let error = parse(text).expect_err(text);
            assert!(error.message.contains(words), "{text}: {error}");
            assert_eq!(error.span, span, "{text}: {error}");
        }
    }
}
