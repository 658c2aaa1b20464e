//! The grammar, evaluated as it is read: one function per rule of the module's summary.

use std::ops::Range;

use dashu_int::{IBig, UBig};

use super::arithmetic::{self, Outcome};
use super::lexer::{Kind, Lexer, Token};
use super::{MAX_DEPTH, NumberError};

/// A value and the bytes it was read from.
struct Value {
    /// The value.
    number: IBig,
    /// Its bytes in the text.
    span: Range<usize>,
}

/// What every rule answers.
type Read = Result<Value, NumberError>;

/// A text being read, one word ahead.
struct Parser<'t> {
    /// Where the words come from.
    lexer: Lexer<'t>,
    /// The first word not yet used.
    next: Token,
    /// How many parentheses, signs and powers are open.
    depth: usize,
}

/// The value of the whole of `text`.
pub(super) fn parse(text: &str) -> Result<UBig, NumberError> {
    let mut lexer = Lexer::new(text);
    let next = lexer.next()?;
    if next.kind == Kind::End {
        return Err(NumberError::new(
            "a number is missing, such as 42, 1e9, 2^64-1 or F(90)",
            next.span,
        ));
    }
    let mut parser = Parser { lexer, next, depth: 0 };
    let Value { number, span } = parser.sum()?;
    if parser.next.kind != Kind::End {
        return Err(parser.trailing());
    }
    let aside = arithmetic::aside(&number);
    UBig::try_from(number).map_err(|_| {
        NumberError::new(format!("this is negative{aside}, and a number is 0 or more"), span)
    })
}

impl Parser<'_> {
    /// Uses the next word.
    fn take(&mut self) -> Result<Token, NumberError> {
        let next = self.lexer.next()?;
        Ok(std::mem::replace(&mut self.next, next))
    }

    /// The next word, if it is one of `signs`.
    fn sign(&self, signs: &[char]) -> Option<char> {
        match self.next.kind {
            Kind::Sign(sign) if signs.contains(&sign) => Some(sign),
            _ => None,
        }
    }

    /// Reads `rule` one level deeper, unless that is too deep.
    fn deeper(&mut self, rule: fn(&mut Self) -> Read) -> Read {
        if self.depth == MAX_DEPTH {
            let message = format!(
                "parentheses, signs and powers stand in one another at most {MAX_DEPTH} deep"
            );
            return Err(NumberError::new(message, self.next.span.clone()));
        }
        self.depth += 1;
        let value = rule(self)?;
        self.depth -= 1;
        Ok(value)
    }

    /// Products, added and subtracted from left to right.
    fn sum(&mut self) -> Read {
        let mut left = self.product()?;
        while let Some(sign) = self.sign(&['+', '-']) {
            self.take()?;
            let right = self.product()?;
            left = combined(
                if sign == '+' { arithmetic::add } else { arithmetic::subtract },
                &left,
                &right,
            )?;
        }
        Ok(left)
    }

    /// Factors, multiplied and divided from left to right.
    fn product(&mut self) -> Read {
        let mut left = self.unary()?;
        while let Some(sign) = self.sign(&['*', '/', '%']) {
            self.take()?;
            let right = self.unary()?;
            let operation = match sign {
                '*' => arithmetic::multiply,
                '/' => arithmetic::divide,
                _ => arithmetic::residue,
            };
            left = combined(operation, &left, &right)?;
        }
        Ok(left)
    }

    /// A power with any number of minus signs before it.
    fn unary(&mut self) -> Read {
        if self.sign(&['-']).is_none() {
            return self.power();
        }
        let minus = self.take()?;
        let value = self.deeper(Self::unary)?;
        Ok(Value { number: -value.number, span: minus.span.start..value.span.end })
    }

    /// An atom, perhaps raised. The exponent is a whole unary, so powers group from the right.
    fn power(&mut self) -> Read {
        let base = self.atom()?;
        if self.sign(&['^']).is_none() {
            return Ok(base);
        }
        self.take()?;
        let exponent = self.deeper(Self::unary)?;
        combined(arithmetic::power, &base, &exponent)
    }

    /// A literal, a place or a parenthesis.
    fn atom(&mut self) -> Read {
        match self.next.kind {
            Kind::Number(_) => {
                let Token { kind, span } = self.take()?;
                let number = if let Kind::Number(number) = kind { number } else { IBig::ZERO };
                Ok(Value { number, span })
            }
            Kind::Place => {
                let name = self.take()?.span;
                if self.sign(&['(']).is_none() {
                    let message = "F is followed by its index in parentheses, as in F(90)";
                    return Err(NumberError::new(message, name));
                }
                let index = self.parenthesis(name.start, "F() lacks its index, as in F(90)")?;
                located(arithmetic::place(&index.number), index.span)
            }
            Kind::Sign('(') => {
                let from = self.next.span.start;
                self.parenthesis(from, "a number is missing inside these parentheses")
            }
            Kind::Sign(sign) => {
                let hint =
                    if sign == '+' { "; a plus stands only between two numbers" } else { "" };
                let message = format!("a number is missing before this {sign}{hint}");
                Err(NumberError::new(message, self.next.span.clone()))
            }
            Kind::End => {
                Err(NumberError::new("a number is missing at the end", self.next.span.clone()))
            }
        }
    }

    /// A sum in parentheses, of which the first is next. `empty` is the error for none, and
    /// `from` is where that begins.
    fn parenthesis(&mut self, from: usize, empty: &str) -> Read {
        let open = self.take()?.span;
        if self.sign(&[')']).is_some() {
            return Err(NumberError::new(empty, from..self.next.span.end));
        }
        let inner = self.deeper(Self::sum)?;
        match self.next.kind {
            Kind::Sign(')') => {
                let close = self.take()?.span;
                Ok(Value { number: inner.number, span: from..close.end })
            }
            Kind::End => {
                Err(NumberError::new("this parenthesis is never closed; a ) is missing", open))
            }
            _ => Err(self.trailing()),
        }
    }

    /// The error for a word that doesn't continue an expression.
    fn trailing(&self) -> NumberError {
        let message = match self.next.kind {
            Kind::Sign(')') => "this ) has no ( before it",
            _ => "an operator is missing before this; a product is written with *",
        };
        NumberError::new(message, self.next.span.clone())
    }
}

/// `operation` on two values, and the bytes from the first to the last of them.
fn combined(operation: fn(&IBig, &IBig) -> Outcome, left: &Value, right: &Value) -> Read {
    located(operation(&left.number, &right.number), left.span.start..right.span.end)
}

/// An operation's answer or refusal, at `span`.
fn located(outcome: Outcome, span: Range<usize>) -> Read {
    match outcome {
        Ok(number) => Ok(Value { number, span }),
        Err(message) => Err(NumberError::new(message, span)),
    }
}
