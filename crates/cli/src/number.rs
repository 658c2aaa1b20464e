//! Numbers on the command line.
//!
//! Wherever the command takes a number it takes an expression, evaluated exactly on
//! integers of any sign and checked at the end: `1e9`, `10^18`, `2^64-1`, `1_000_000`,
//! `0xff`, `0b101`, `F(90)`. Nothing wraps and nothing rounds; what has no exact answer of
//! 0 or more is an error that points at the part it means.
//!
//! ```text
//! sum     = product (("+" | "-") product)*
//! product = unary (("*" | "/" | "%") unary)*
//! unary   = "-" unary | power
//! power   = atom ("^" unary)?                    so -2^2 = -4 and 2^3^2 = 2^9
//! atom    = literal | "F" "(" sum ")" | "(" sum ")"
//! literal = digits ("." digits)? (("e" | "E") ("+" | "-")? digits)? | "0x" … | "0b" …
//! ```
//!
//! `a / b` must be exact. `a % b` is the residue, 0 or more whatever the signs, as number
//! theory has it and unlike Rust and C. `F(k)` is a Fibonacci place: F_1 = 1, F_2 = 2,
//! F_3 = 3, F_4 = 5, and F_0 = 1.

use dashu_int::UBig;

mod arithmetic;
mod error;
mod lexer;
mod literal;
mod parser;
#[cfg(test)]
mod tests;

pub use error::NumberError;

/// The most bits a number may have, the result and every value on the way to it.
///
/// Each operation is judged by the sizes of its operands before it runs, so `10^10^10` is
/// refused at once. The limit is far past anything the command can use (9865 decimal
/// digits, F(47200)) and small enough that no expression costs noticeable memory.
pub const MAX_BITS: usize = 32_768;

/// The largest index of a place of at most [`MAX_BITS`] bits.
pub const MAX_PLACE: u32 = 47_200;

/// How deep parentheses, signs and powers may nest. The parser recurses once per level; this
/// keeps it well inside the smallest stack of the supported systems.
pub const MAX_DEPTH: usize = 64;

/// The exact value of the expression `text`, 0 or more and at most [`MAX_BITS`] bits long.
///
/// # Errors
///
/// When `text` is not an expression, or its value is negative, a fraction or too large.
pub fn parse(text: &str) -> Result<UBig, NumberError> {
    parser::parse(text)
}

/// The byte after the literal that starts at byte `start`, which is a digit.
///
/// # Errors
///
/// When it is no whole number, or too large.
pub fn literal_end(text: &str, start: usize) -> Result<usize, NumberError> {
    literal::read(text, start).map(|(_, end)| end)
}
