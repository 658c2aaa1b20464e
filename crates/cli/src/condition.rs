//! Conditions on the command line: `gap = 0`, `terms = 5 and trailing-zeros % 2 = 0`,
//! `longest > closed-bound`.
//!
//! ```text
//! either     = both ("or" both)*
//! both       = one ("and" one)*
//! one        = "not" one | sum relation sum | "(" either ")"
//! relation   = "=" | "!=" | "<" | "<=" | ">" | ">="
//! sum        = product (("+" | "-") product)*
//! product    = unary (("*" | "%") unary)*
//! unary      = "-" unary | atom
//! atom       = number | quantity | "n" | "(" sum ")"
//! number     = what stands for a number everywhere: 12, 1e9, 10^18, 0xff, F(90)
//! ```
//!
//! A name is the longest quantity that begins there, so `terms-1` is a difference.

use std::ops::Range;

use dashu_int::IBig;
use phinum_core::function::Function;
use phinum_core::predicate::{Operation, Predicate, Relation, Term};

use crate::number::{self, MAX_DEPTH, NumberError};

/// The condition that `text` is, over the quantities `functions`.
///
/// # Errors
/// What is wrong, and where.
pub fn parse(text: &str, functions: &[Function]) -> Result<Predicate, NumberError> {
    let mut parser = Parser { text, functions, at: 0, depth: 0 };
    let whole = parser.either()?;
    parser.skip();
    if parser.at < text.len() {
        return Err(parser.stray());
    }
    Parser::condition(whole)
}

/// What a part of a condition is, and where.
struct Part {
    what: What,
    span: Range<usize>,
}

enum What {
    Number(Term),
    Condition(Predicate),
}

type Read<T> = Result<T, NumberError>;

struct Parser<'t> {
    text: &'t str,
    functions: &'t [Function],
    /// The byte up to which everything is read.
    at: usize,
    depth: usize,
}

const RELATIONS: [(&str, Relation); 7] = [
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("!=", Relation::Unequal),
    ("==", Relation::Equal),
    ("=", Relation::Equal),
    ("<", Relation::Less),
    (">", Relation::Greater),
];

impl<'t> Parser<'t> {
    fn skip(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// What is not read yet, without white space before it.
    fn rest(&mut self) -> &'t str {
        self.skip();
        &self.text[self.at..]
    }

    /// Reads `sign` if it comes next.
    fn sign(&mut self, sign: &str) -> bool {
        let comes = self.rest().starts_with(sign);
        self.at += if comes { sign.len() } else { 0 };
        comes
    }

    /// Reads the word `word` if it comes next, and not as a part of a longer one.
    fn word(&mut self, word: &str) -> bool {
        let comes = self
            .rest()
            .strip_prefix(word)
            .is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric() || c == '_'));
        self.at += if comes { word.len() } else { 0 };
        comes
    }

    fn error<T>(message: impl Into<String>, span: Range<usize>) -> Read<T> {
        Err(NumberError::new(message, span))
    }

    fn number(part: Part) -> Read<Term> {
        match part.what {
            What::Number(term) => Ok(term),
            What::Condition(_) => {
                Self::error("a number is meant here, and this is a condition", part.span)
            }
        }
    }

    fn condition(part: Part) -> Read<Predicate> {
        match part.what {
            What::Condition(predicate) => Ok(predicate),
            What::Number(_) => Self::error(
                "this is a number, and a condition is meant: compare it, as in gap = 0",
                part.span,
            ),
        }
    }

    fn deeper(&mut self, rule: fn(&mut Self) -> Read<Part>) -> Read<Part> {
        if self.depth == MAX_DEPTH {
            let message =
                format!("parts of a condition stand in one another at most {MAX_DEPTH} deep");
            return Self::error(message, self.at..self.at);
        }
        self.depth += 1;
        let part = rule(self)?;
        self.depth -= 1;
        Ok(part)
    }

    /// Parts joined by a word, from left to right.
    fn joined(
        &mut self,
        word: &str,
        rule: fn(&mut Self) -> Read<Part>,
        join: fn(Box<Predicate>, Box<Predicate>) -> Predicate,
    ) -> Read<Part> {
        let mut left = rule(self)?;
        while self.word(word) {
            let right = rule(self)?;
            let span = left.span.start..right.span.end;
            let (left_side, right_side) = (Self::condition(left)?, Self::condition(right)?);
            let what = What::Condition(join(Box::new(left_side), Box::new(right_side)));
            left = Part { what, span };
        }
        Ok(left)
    }

    fn either(&mut self) -> Read<Part> {
        self.joined("or", Self::both, Predicate::Or)
    }

    fn both(&mut self) -> Read<Part> {
        self.joined("and", Self::one, Predicate::And)
    }

    fn one(&mut self) -> Read<Part> {
        self.skip();
        let start = self.at;
        if self.word("not") {
            let part = self.deeper(Self::one)?;
            let span = start..part.span.end;
            let what = What::Condition(Predicate::Not(Box::new(Self::condition(part)?)));
            return Ok(Part { what, span });
        }
        let left = self.sum()?;
        let Some(relation) = self.relation() else { return Ok(left) };
        let right = self.sum()?;
        self.skip();
        let again = self.at;
        if self.relation().is_some() {
            return Self::error(
                "a comparison has two sides: write a < b and b < c for three",
                again..self.at,
            );
        }
        let span = left.span.start..right.span.end;
        let (left, right) = (Self::number(left)?, Self::number(right)?);
        Ok(Part { what: What::Condition(Predicate::Compare(relation, left, right)), span })
    }

    fn relation(&mut self) -> Option<Relation> {
        RELATIONS.iter().find(|(sign, _)| self.sign(sign)).map(|(_, relation)| *relation)
    }

    /// Numbers joined by signs, from left to right.
    fn chain(
        &mut self,
        signs: &[(&str, Operation)],
        rule: fn(&mut Self) -> Read<Part>,
    ) -> Read<Part> {
        let mut left = rule(self)?;
        while let Some((_, operation)) = signs.iter().find(|(sign, _)| self.sign(sign)) {
            let right = rule(self)?;
            let span = left.span.start..right.span.end;
            let (left_side, right_side) = (Self::number(left)?, Self::number(right)?);
            let term = Term::Operation(*operation, Box::new(left_side), Box::new(right_side));
            left = Part { what: What::Number(folded(term)), span };
        }
        Ok(left)
    }

    fn sum(&mut self) -> Read<Part> {
        self.chain(&[("+", Operation::Add), ("-", Operation::Subtract)], Self::product)
    }

    fn product(&mut self) -> Read<Part> {
        let part =
            self.chain(&[("*", Operation::Multiply), ("%", Operation::Residue)], Self::unary)?;
        if self.sign("/") {
            return Self::error(
                "a condition has no division: multiply the other side, or take a residue with %",
                self.at - 1..self.at,
            );
        }
        Ok(part)
    }

    fn unary(&mut self) -> Read<Part> {
        self.skip();
        let start = self.at;
        if !self.sign("-") {
            return self.atom();
        }
        let part = self.deeper(Self::unary)?;
        let span = start..part.span.end;
        let zero = Box::new(Term::Constant(IBig::ZERO));
        let term = Term::Operation(Operation::Subtract, zero, Box::new(Self::number(part)?));
        Ok(Part { what: What::Number(folded(term)), span })
    }

    fn atom(&mut self) -> Read<Part> {
        let rest = self.rest();
        let start = self.at;
        let place = rest.strip_prefix('F').is_some_and(|after| after.trim_start().starts_with('('));
        match rest.chars().next() {
            None => Self::error("something is missing at the end of the condition", start..start),
            Some('(') => {
                self.at += 1;
                let inner = self.deeper(Self::either)?;
                if !self.sign(")") {
                    return Self::error(
                        "this parenthesis is never closed; a ) is missing",
                        start..start + 1,
                    );
                }
                Ok(Part { what: inner.what, span: start..self.at })
            }
            Some('0'..='9') => self.constant(),
            Some('F') if place => self.constant(),
            Some(c) if c.is_alphabetic() => self.name(rest, start),
            Some(_) => Err(self.stray()),
        }
    }

    /// A number as it is written everywhere, as far as it goes without signs that
    /// belong to the condition.
    fn constant(&mut self) -> Read<Part> {
        let start = self.at;
        self.simple()?;
        if self.sign("^") {
            self.skip();
            self.simple()?;
        }
        let text = &self.text[start..self.at];
        let value = number::parse(text).map_err(|error| error.shifted(start))?;
        Ok(Part { what: What::Number(Term::Constant(value.into())), span: start..self.at })
    }

    /// Passes over a literal, or F and its parentheses.
    fn simple(&mut self) -> Read<()> {
        let rest = &self.text[self.at..];
        if rest.starts_with('F') {
            let Some(close) = rest.find(')') else {
                return Self::error(
                    "this parenthesis is never closed; a ) is missing",
                    self.at..self.text.len(),
                );
            };
            self.at += close + 1;
            return Ok(());
        }
        if !rest.starts_with(|c: char| c.is_ascii_digit()) {
            return Self::error("a whole number is missing after this ^", self.at..self.at);
        }
        self.at = number::literal_end(self.text, self.at)?;
        Ok(())
    }

    /// n, or the longest quantity that begins here.
    fn name(&mut self, rest: &str, start: usize) -> Read<Part> {
        let ends = |name: &str| {
            rest.strip_prefix(name)
                .is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        };
        let known = self.functions.iter().filter(|function| ends(function.name()));
        let (term, length) = match known.max_by_key(|function| function.name().len()) {
            Some(function) => (Term::Value(function.clone()), function.name().len()),
            None if ends("n") => (Term::Number, 1),
            None => {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '-' && c != '_');
                let word = &rest[..end.unwrap_or(rest.len())];
                let message = match word {
                    "and" | "or" => format!("something is missing before this '{word}'"),
                    "not" => "'not' stands before a whole comparison, as in not gap = 0".into(),
                    _ => crate::quantities::unknown(word),
                };
                return Self::error(message, start..start + word.len());
            }
        };
        self.at = start + length;
        Ok(Part { what: What::Number(term), span: start..self.at })
    }

    /// The error for what does not go on a condition.
    fn stray(&mut self) -> NumberError {
        let rest = self.rest();
        let start = self.at;
        let hint = [
            ("&&", "both is written and"),
            ("||", "either is written or"),
            ("!", "the opposite is written not"),
            ("≤", "at most is written <="),
            ("≥", "at least is written >="),
            ("≠", "unequal is written !="),
            ("^", "only a number is raised, as in 10^18; write n*n for a square"),
            (")", "this ) has no ( before it"),
        ];
        let found = hint.iter().find(|(sign, _)| rest.starts_with(sign));
        let length = found
            .map_or_else(|| rest.chars().next().map_or(0, char::len_utf8), |(sign, _)| sign.len());
        let message = found.map_or(
            "a relation (= != < <= > >=) or and, or, not is missing before this",
            |(_, hint)| hint,
        );
        NumberError::new(message, start..start + length)
    }
}

/// A sum, difference or product of constants as one.
fn folded(term: Term) -> Term {
    if let Term::Operation(operation, left, right) = &term
        && let (Term::Constant(left), Term::Constant(right)) = (&**left, &**right)
    {
        match operation {
            Operation::Add => return Term::Constant(left + right),
            Operation::Subtract => return Term::Constant(left - right),
            Operation::Multiply => return Term::Constant(left * right),
            Operation::Residue => {}
        }
    }
    term
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, NumberError> {
        parse(text, &Function::all()).map(|predicate| predicate.to_string())
    }

    #[test]
    fn conditions_group_as_they_read() {
        for (text, grouped) in [
            ("gap = 0", "gap = 0"),
            ("gap==0", "gap = 0"),
            ("terms-1 < n", "(terms - 1) < n"),
            ("trailing-zeros % 2 = 0 and terms = 5", "((trailing-zeros % 2) = 0 and terms = 5)"),
            ("gap=0 or gap=1 and n>5", "(gap = 0 or (gap = 1 and n > 5))"),
            ("not gap=0 and n>5", "(not gap = 0 and n > 5)"),
            ("not (gap=0 and n>5)", "not (gap = 0 and n > 5)"),
            ("(n + 1) * 2 <= 10^18", "((n + 1) * 2) <= 1000000000000000000"),
            ("-3 + n - 2 != F(4)", "((-3 + n) - 2) != 5"),
            ("((longest > closed-bound))", "longest > closed-bound"),
            ("n >= 1e3", "n >= 1000"),
            ("2 * 3 + 1 = n", "7 = n"),
            ("n = 0xff", "n = 255"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(grouped), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        for (text, part, phrase) in [
            ("gap", "gap", "compare it"),
            ("", "", "missing at the end"),
            ("gap =", "", "missing at the end"),
            ("gap = 0 and", "", "missing at the end"),
            ("gapp = 0", "gapp", "did you mean 'gap'"),
            ("gap = 0 && n > 5", "&&", "written and"),
            ("gap ≤ 4", "≤", "written <="),
            ("1 < n < 5", "<", "two sides"),
            ("(gap = 0", "(", "never closed"),
            ("gap = 0)", ")", "no ( before"),
            ("n / 2 = 4", "/", "no division"),
            ("n ^ 2 = 4", "^", "only a number is raised"),
            ("(gap = 0) + 1 = 2", "(gap = 0)", "this is a condition"),
            ("terms and gap = 0", "terms", "compare it"),
            ("n = 1.5", "1.5", "not a whole number"),
            ("n = 2^", "", "missing after this ^"),
            ("n 5", "5", "missing before this"),
            ("and gap = 0", "and", "missing before this 'and'"),
            ("F(90 = n", "F(90 = n", "never closed"),
        ] {
            let error = read(text).expect_err(text);
            assert!(error.message.contains(phrase), "{text}: {}", error.message);
            assert_eq!(&text[error.span.clone()], part, "{text}: {}", error.message);
        }
        assert!(read(&"(".repeat(500)).unwrap_err().message.contains("deep"));
        assert!(
            read(&format!("{}gap = 0", "not ".repeat(500))).unwrap_err().message.contains("deep")
        );
    }
}
