//! Literals: `12`, `1_000`, `1.5e6`, `0xff`, `0b101`.

use dashu_int::IBig;

use super::{NumberError, arithmetic};

/// What is said of an underscore anywhere else.
pub(super) const UNDERSCORE: &str =
    "an underscore stands between two digits, one at a time, as in 1_000_000";

/// What is said of a point anywhere else.
pub(super) const POINT: &str =
    "a decimal point stands once, between two digits and before the exponent, as in 1.5e6";

/// The value of the literal at byte `start`, which is a digit, and the byte after it.
pub(super) fn read(text: &str, start: usize) -> Result<(IBig, usize), NumberError> {
    match text.as_bytes().get(start..start + 2) {
        Some(b"0x" | b"0X") => prefixed(text, start, 16, "hexadecimal", "0xff"),
        Some(b"0b" | b"0B") => prefixed(text, start, 2, "binary", "0b101"),
        Some(b"0o" | b"0O") => Err(NumberError::new(
            "octal is not supported; hexadecimal is written 0xff and binary 0b101",
            start..start + 2,
        )),
        _ => decimal(text, start),
    }
}

/// A literal after `0x` or `0b`.
fn prefixed(
    text: &str,
    start: usize,
    radix: u32,
    name: &str,
    example: &str,
) -> Result<(IBig, usize), NumberError> {
    let (digits, end) = run(text, start + 2, radix)?;
    if let Some(c) = text[end..].chars().next().filter(char::is_ascii_alphanumeric) {
        let message = format!("{c} is not a {name} digit");
        return Err(NumberError::new(message, end..end + 1));
    }
    if digits.is_empty() {
        let message =
            format!("{} needs {name} digits after it, as in {example}", &text[start..end]);
        return Err(NumberError::new(message, start..end));
    }
    let value = arithmetic::radix(&digits, radix)
        .map_err(|message| NumberError::new(message, start..end))?;
    Ok((value, end))
}

/// A decimal literal, perhaps with a point and an exponent; its exact value must be whole.
fn decimal(text: &str, start: usize) -> Result<(IBig, usize), NumberError> {
    let byte = |at: usize| text.as_bytes().get(at).copied().unwrap_or(0);

    let (mut digits, mut end) = run(text, start, 10)?;
    let mut fraction = 0;
    // The dots of a range are left where they are: `1..5` has no `1.` in it.
    if byte(end) == b'.' && byte(end + 1) != b'.' {
        let (more, after) = run(text, end + 1, 10)?;
        if more.is_empty() {
            return Err(NumberError::new(POINT, end..end + 1));
        }
        fraction = more.len();
        digits += &more;
        end = after;
    }

    let (mut exponent, mut negative) = (0, false);
    if matches!(byte(end), b'e' | b'E') {
        negative = byte(end + 1) == b'-';
        let from = end + 1 + usize::from(matches!(byte(end + 1), b'+' | b'-'));
        let (power, after) = run(text, from, 10)?;
        if power.is_empty() {
            return Err(NumberError::new("an exponent needs digits, as in 1e9", end..from));
        }
        // Saturation keeps every answer: such a value is 0, too large or no whole number.
        exponent = power.parse().unwrap_or(u64::MAX);
        end = after;
    }

    if byte(end) == b'.' && byte(end + 1) != b'.' {
        return Err(NumberError::new(POINT, end..end + 1));
    }
    if text[end..].starts_with(|c: char| c.is_ascii_alphabetic()) {
        let message =
            "a number can't run into letters; a product is written with *, and 5 million is 5e6";
        let letters = text[end..].bytes().take_while(u8::is_ascii_alphanumeric).count();
        return Err(NumberError::new(message, end..end + letters));
    }

    let value = scaled(&digits, fraction as u64, exponent, negative);
    Ok((value.map_err(|message| NumberError::new(message, start..end))?, end))
}

/// digits · 10^(±exponent − fraction), when that is whole.
fn scaled(digits: &str, fraction: u64, exponent: u64, negative: bool) -> arithmetic::Outcome {
    let digits = digits.trim_start_matches('0');
    let (up, down) =
        if negative { (0, exponent.saturating_add(fraction)) } else { (exponent, fraction) };
    if up >= down || digits.is_empty() {
        return arithmetic::decimal(digits, up.saturating_sub(down));
    }
    let drop = down - up;
    let zeros = digits.len() - digits.trim_end_matches('0').len();
    match usize::try_from(drop) {
        Ok(drop) if drop <= zeros => arithmetic::decimal(&digits[..digits.len() - drop], 0),
        _ => Err(
            "this is not a whole number; a fraction needs an exponent to make it one, as in 1.5e6"
                .to_owned(),
        ),
    }
}

/// The digits from byte `from` on, without the underscores between them, and the byte after.
fn run(text: &str, from: usize, radix: u32) -> Result<(String, usize), NumberError> {
    let is_digit = |c: char| c.is_digit(radix);
    let rest = &text[from..];
    let length = rest.find(|c: char| !is_digit(c) && c != '_').unwrap_or(rest.len());
    let run = &rest[..length];
    // A group is empty exactly where an underscore lacks a digit on one side.
    if run.contains('_') && run.split('_').any(str::is_empty) {
        let wrong = run
            .match_indices('_')
            .map(|(at, _)| at)
            .find(|&at| !run[..at].ends_with(is_digit) || !run[at + 1..].starts_with(is_digit));
        let at = from + wrong.unwrap_or(0);
        let count = text[at..].bytes().take_while(|&b| b == b'_').count();
        return Err(NumberError::new(UNDERSCORE, at..at + count));
    }
    Ok((run.replace('_', ""), from + length))
}
