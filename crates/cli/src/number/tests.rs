//! What the number parser promises: values, errors with their places, and limits.

use std::time::{Duration, Instant};

use dashu_int::ops::BitTest;

use super::*;

mod random;

/// The value of `text`, which must have one.
fn value(text: &str) -> UBig {
    match parse(text) {
        Ok(value) => value,
        Err(error) => panic!("{}", error.render(text)),
    }
}

/// The error of `text`, which must have one.
fn error(text: &str) -> NumberError {
    match parse(text) {
        Ok(value) => panic!("{text} has a value of {} bits", value.bit_len()),
        Err(error) => error,
    }
}

/// Each text has its value.
#[track_caller]
fn values(cases: &[(&str, u128)]) {
    for &(text, expected) in cases {
        assert_eq!(value(text), UBig::from(expected), "{text}");
    }
}

/// Each text has an error about a part of it, given as that part, whose message has a phrase.
/// Where something is missing at the end, the part is empty.
#[track_caller]
fn errors(cases: &[(&str, &str, &str)]) {
    for &(text, part, phrase) in cases {
        let error = error(text);
        assert!(error.message.contains(phrase), "{text}: {}", error.message);
        assert_eq!(&text[error.span.clone()], part, "{text}: {}", error.message);
        if part.is_empty() {
            assert_eq!(error.span.start, text.trim_end().len(), "{text}");
        }
        assert!(error.message.len() < 200, "{text}: {}", error.message);
    }
}

#[test]
fn literals() {
    values(&[
        ("0", 0),
        ("42", 42),
        ("007", 7),
        ("1_000_000", 1_000_000),
        ("0xff", 255),
        ("0XfF", 255),
        ("0xdead_beef", 0xdead_beef),
        ("0x1e", 30),
        ("0x1e-3", 27),
        ("0b101", 5),
        ("0b1111_0000", 240),
        ("340282366920938463463374607431768211455", u128::MAX),
    ]);
}

#[test]
fn exponents_make_whole_numbers() {
    values(&[
        ("1e9", 1_000_000_000),
        ("2e2", 200),
        ("2E2", 200),
        ("1e+3", 1000),
        ("1.5e6", 1_500_000),
        ("1.50e1", 15),
        ("0.001e3", 1),
        ("1_0.2_5e0_2", 1025),
        ("1000e-3", 1),
        ("3.0", 3),
        ("0e999999999999999999999999", 0),
        ("0e-999999999999999999999999", 0),
        ("0.000", 0),
        ("2e5^2", 40_000_000_000),
    ]);
    errors(&[
        ("1.5", "1.5", "not a whole number"),
        ("1e-3", "1e-3", "not a whole number"),
        ("1 + 1.25e1", "1.25e1", "not a whole number"),
        ("10e-2", "10e-2", "not a whole number"),
        ("1e-99999999999999999999999", "1e-99999999999999999999999", "not a whole number"),
    ]);
}

#[test]
fn operators_bind_as_in_mathematics() {
    values(&[
        ("1+2*3", 7),
        ("(1+2)*3", 9),
        ("10-4-3", 3),
        ("100/10/5", 2),
        ("100/(10/5)", 50),
        ("2^3^2", 512),
        ("(2^3)^2", 64),
        ("-2^2+5", 1),
        ("(-2)^2", 4),
        ("(-2)^3+9", 1),
        ("--5", 5),
        ("3--2", 5),
        ("2*-3+7", 1),
        ("7%4*2", 6),
        ("2^64-1", u64::MAX as u128),
        ("10^18", 1_000_000_000_000_000_000),
        ("0^0", 1),
        ("5-2^-0", 4),
        ("3-5+2", 0),
        (" 1 +\t2\n* ( 3 ) ", 7),
    ]);
    errors(&[("-2^2", "-2^2", "negative (-4)")]);
}

#[test]
fn remainders_are_residues() {
    values(&[("7%3", 1), ("-7%3", 2), ("7%-3", 1), ("-7%-3", 2), ("-6%3", 0)]);
}

#[test]
fn fibonacci_places() {
    values(&[
        ("F(0)", 1),
        ("F(1)", 1),
        ("F(2)", 2),
        ("F(3)", 3),
        ("F(4)", 5),
        ("F(90)", 4_660_046_610_375_530_309),
        ("F (2*45) ", 4_660_046_610_375_530_309),
        ("F(F(5))", 34),
        ("F(3)^2", 9),
        ("-F(3)+4", 1),
    ]);
    let (mut low, mut high) = (UBig::ONE, UBig::ONE);
    for k in 0..600 {
        assert_eq!(value(&format!("F({k})")), low, "F({k})");
        (low, high) = (high.clone(), low + high);
    }
    // F_{2k} = F_k² + F_{k−1}² ties the far ones to each other.
    assert_eq!(value("F(23500)^2 + F(23499)^2 - F(47000)"), UBig::ZERO);
}

#[test]
fn division_is_exact_or_an_error() {
    values(&[("8/2", 4), ("0/5", 0), ("-8/-2", 4), ("F(90)*3/3", 4_660_046_610_375_530_309)]);
    errors(&[
        ("7/2", "7/2", "not exact: it leaves a remainder (1)"),
        ("3 + 7 / 2", "7 / 2", "not exact"),
        ("(1+6)/2*2", "(1+6)/2", "not exact"),
        ("3^1000 / 2^999", "3^1000 / 2^999", "leaves a remainder, and"),
        ("1/0", "1/0", "by zero"),
        ("0/0", "0/0", "by zero"),
        ("5 % (3-3)", "5 % (3-3)", "modulo zero"),
    ]);
}

#[test]
fn negatives_are_errors_at_the_end_and_in_exponents() {
    errors(&[
        ("-1", "-1", "negative (-1)"),
        (" 3 - 5 ", "3 - 5", "negative (-2)"),
        ("-2^1000", "-2^1000", "this is negative,"),
        ("2^-1", "2^-1", "exponent of 0 or more"),
        ("1^(2-3)", "1^(2-3)", "negative (-1)"),
        ("F(-1)", "F(-1)", "index of 0 or more"),
        ("1 + F(2-5)", "F(2-5)", "negative (-3)"),
    ]);
}

#[test]
fn malformed_literals() {
    errors(&[
        ("1__0", "__", "one at a time"),
        ("_1", "_", "between two digits"),
        ("1_", "_", "between two digits"),
        ("1_e5", "_", "between two digits"),
        ("12_3_ + 1", "_", "between two digits"),
        ("1.5_e3", "_", "between two digits"),
        ("0x_ff", "_", "between two digits"),
        ("0x", "0x", "0x needs hexadecimal digits"),
        ("0b", "0b", "0b needs binary digits"),
        ("0xfg", "g", "g is not a hexadecimal digit"),
        ("0b102", "2", "2 is not a binary digit"),
        ("0o17", "0o", "octal is not supported"),
        ("1e", "e", "an exponent needs digits"),
        ("1e+", "e+", "an exponent needs digits"),
        ("1e - 3", "e", "an exponent needs digits"),
        ("1.", ".", "between two digits"),
        (".5", ".", "between two digits"),
        ("1._5", "_", "between two digits"),
        ("1.5.2", ".", "stands once"),
        ("1e5.5", ".", "before the exponent"),
        ("12k", "k", "5 million is 5e6"),
        ("2F(3)", "F", "a product is written with *"),
        ("1..5", "..", "not a range"),
        ("1...5", "...", "not a range"),
    ]);
}

#[test]
fn malformed_expressions() {
    errors(&[
        ("", "", "a number is missing, such as"),
        ("2+", "", "missing at the end"),
        ("2^  ", "", "missing at the end"),
        ("-", "", "missing at the end"),
        ("+5", "+", "before this +; a plus stands only between"),
        ("2 * / 3", "/", "before this /"),
        ("(", "", "missing at the end"),
        ("((2)", "(", "never closed"),
        ("2)", ")", "no ( before it"),
        ("()", "()", "missing inside these parentheses"),
        ("2**3", "**", "written with ^"),
        ("2 3", "3", "an operator is missing"),
        ("2(3)", "(", "an operator is missing"),
        ("(2 3)", "3", "an operator is missing"),
        ("(2)(3)", "(", "an operator is missing"),
        ("F()", "F()", "lacks its index"),
        ("1+F( )", "F( )", "lacks its index"),
        ("F(2", "(", "never closed"),
        ("F", "F", "followed by its index"),
        ("F 3", "F", "followed by its index"),
        ("F90", "F90", "as in F(90)"),
        ("F_17", "F_17", "as in F(17)"),
        ("f(3)", "f", "capital F"),
        ("sqrt(4)", "sqrt", "the only one is F(k)"),
    ]);
    assert_eq!(error("   ").span, 0..0);
}

#[test]
fn stray_characters() {
    errors(&[
        ("5$", "$", "'$' is not part of a number"),
        ("1,000", ",", "underscores"),
        ("5 − 3", "−", "a minus is written -"),
        ("5×3", "×", "a product is written with *"),
        ("6÷3", "÷", "a quotient is written with /"),
        ("[5]", "[", "only ( and ) group"),
        ("φ", "φ", "'φ' is not part of a number"),
        ("5²", "²", "not part of a number"),
        ("٣", "٣", "not part of a number"),
        ("1\u{7}", "\u{7}", "'\\u{7}' is not part"),
        ("0xé", "0x", "needs hexadecimal digits"),
        ("=5", "=", "not part of a number"),
    ]);
}

#[test]
fn the_limit_is_exact() {
    // The greatest value of each kind that keeps the limit, and the least that does not.
    for (kept, refused) in [
        ("2^32767", "2^32768"),
        ("(-2)^32767 * -1", "(-2)^32768"),
        ("2^32767 + (2^32767 - 1)", "2^32767 + 2^32767"),
        ("2^16383 * 2^16384", "2^16384 * 2^16384"),
        ("3^20674", "3^20675"),
        ("1e9864", "1e9865"),
        ("F(47200)", "F(47201)"),
    ] {
        assert!(value(kept).bit_len() <= MAX_BITS, "{kept}");
        assert!(error(refused).message.contains("more than 32768 bits"), "{refused}");
    }
    assert!(value(&format!("F({MAX_PLACE})")).bit_len() <= MAX_BITS);
    assert!(error(&format!("F({})", MAX_PLACE + 1)).message.contains("more than 32768 bits"));
    let (hex, binary) = ("f".repeat(8192), "1".repeat(32_768));
    let greatest = (UBig::ONE << MAX_BITS) - UBig::ONE;
    assert_eq!(value(&format!("0x0{hex}")), greatest);
    assert_eq!(value(&format!("0b00{binary}")), greatest);
    let decimal = greatest.to_string();
    assert_eq!(decimal.len(), 9865);
    assert_eq!(value(&decimal), greatest);
    for refused in
        [format!("0x1{hex}"), format!("0b1{binary}"), format!("{decimal}0"), format!("{decimal}+1")]
    {
        assert!(error(&refused).message.contains("more than 32768 bits"));
    }
}

#[test]
fn what_is_too_large_is_refused_at_once() {
    let start = Instant::now();
    let huge = format!("1{}", "0".repeat(1_000_000));
    for text in [
        "10^10^10",
        "9^9^9^9",
        "2^2^2^2^2^2",
        "2^(10^30)",
        "F(10^9)",
        "F(10^30)",
        "F(F(90))",
        "1e999999999",
        "1e99999999999999999999999999",
        "1.5e32768",
        "(10^39000)*(10^39000)",
        "-10^10^10",
        "10^10^10 % 7",
        "0 * 10^10^10",
        &huge,
    ] {
        let message = error(text).message;
        assert!(message.contains("more than 32768 bits"), "{message}");
    }
    // Small answers are not refused, whatever the exponent.
    values(&[("0^(10^30)", 0), ("1^(10^30)", 1), ("(-1)^(10^30)", 1), ("(-1)^(10^30+1)+1", 0)]);
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
}

#[test]
fn nesting_is_limited() {
    let nested = |depth: usize| format!("{}7{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(value(&nested(MAX_DEPTH)), UBig::from(7u8));
    assert_eq!(value(&format!("{}7", "-".repeat(MAX_DEPTH))), UBig::from(7u8));
    assert_eq!(value(&format!("{}1", "1^".repeat(MAX_DEPTH))), UBig::ONE);
    for text in [
        nested(MAX_DEPTH + 1),
        "(".repeat(100_000),
        "-".repeat(100_000),
        "2^".repeat(100_000),
        "F(".repeat(100_000),
        "-(".repeat(100_000),
    ] {
        let error = error(&text);
        assert!(error.message.contains(&format!("at most {MAX_DEPTH} deep")), "{}", error.message);
        assert!(error.render(&text).len() < 500);
    }
    // What stands side by side is not deep.
    assert_eq!(value(&format!("0{}", "+(-(-1))^1".repeat(10_000))), UBig::from(10_000u32));
}
