//! The words of an expression, one at a time.

use std::ops::Range;

use dashu_int::IBig;

use super::{NumberError, literal};

/// What a word is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A literal and its value.
    Number(IBig),
    /// The name `F`.
    Place,
    /// One of `+ - * / % ^ ( )`.
    Sign(char),
    /// Nothing more.
    End,
}

/// A word and its bytes in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// What it is.
    pub(super) kind: Kind,
    /// Where it is.
    pub(super) span: Range<usize>,
}

/// Reads words from a text.
pub(super) struct Lexer<'t> {
    /// The whole text, but for white space at its end.
    text: &'t str,
    /// The byte the next word starts at or before.
    at: usize,
}

impl<'t> Lexer<'t> {
    /// Starts at the first word of `text`.
    pub(super) fn new(text: &'t str) -> Self {
        Self { text: text.trim_end(), at: 0 }
    }

    /// The next word; at the end, [`Kind::End`] again and again.
    pub(super) fn next(&mut self) -> Result<Token, NumberError> {
        let rest = &self.text[self.at..];
        let start = self.text.len() - rest.trim_start().len();
        let rest = &self.text[start..];
        let (kind, end) = match rest.chars().next() {
            None => (Kind::End, start),
            Some('0'..='9') => {
                let (value, end) = literal::read(self.text, start)?;
                (Kind::Number(value), end)
            }
            Some('*') if rest.starts_with("**") => {
                return Err(NumberError::new(
                    "a power is written with ^, not **",
                    start..start + 2,
                ));
            }
            Some(sign @ ('+' | '-' | '*' | '/' | '%' | '^' | '(' | ')')) => {
                (Kind::Sign(sign), start + 1)
            }
            Some('A'..='Z' | 'a'..='z') => (Kind::Place, place(rest, start)?),
            Some(other) => return Err(stray(rest, other, start)),
        };
        self.at = end;
        Ok(Token { kind, span: start..end })
    }
}

/// The end of the name F, which is the only one there is; `rest` starts with a letter.
fn place(rest: &str, start: usize) -> Result<usize, NumberError> {
    let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    let word = &rest[..length];
    let index = word[1..].trim_start_matches('_');
    let message = if word == "F" {
        return Ok(start + 1);
    } else if word == "f" {
        "a Fibonacci place is written with a capital F, as in F(90)".to_owned()
    } else if word.starts_with(['F', 'f'])
        && index.len() <= 20
        && index.bytes().all(|b| b.is_ascii_digit())
    {
        let index = if index.is_empty() { "90" } else { index };
        format!("a Fibonacci place is written with its index in parentheses, as in F({index})")
    } else {
        "this name is not known; the only one is F(k), a Fibonacci place, as in F(90)".to_owned()
    };
    Err(NumberError::new(message, start..start + length))
}

/// The error for `other`, which starts no word; `rest` starts with it.
fn stray(rest: &str, other: char, start: usize) -> NumberError {
    let mut length = other.len_utf8();
    let message = match other {
        '_' => {
            length = rest.len() - rest.trim_start_matches('_').len();
            literal::UNDERSCORE.to_owned()
        }
        '.' if rest.starts_with("..") => {
            length = rest.len() - rest.trim_start_matches('.').len();
            "one number is meant here, not a range".to_owned()
        }
        '.' => literal::POINT.to_owned(),
        ',' | '\'' => "digits are grouped with underscores, as in 1_000_000".to_owned(),
        '−' | '–' => format!("{other} is not in ASCII; a minus is written -"),
        '×' | '·' | '⋅' => format!("{other} is not in ASCII; a product is written with *"),
        '÷' => format!("{other} is not in ASCII; a quotient is written with /"),
        '[' | ']' | '{' | '}' => format!("{other} is not understood; only ( and ) group"),
        _ => format!(
            "{other:?} is not part of a number, which is made of digits, F(k), + - * / % ^ and ( )"
        ),
    };
    NumberError::new(message, start..start + length)
}
