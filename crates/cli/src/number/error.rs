//! What is wrong with a number or a range, and where in its text.

use std::ops::Range;

use thiserror::Error;

/// The most characters of the text that [`NumberError::render`] shows. A longer text is cut
/// around the fault, so that an argument of any length makes a message of a few lines.
const SHOWN: usize = 100;

/// How many characters before the fault a cut text shows.
const BEFORE: usize = 30;

/// A text that is not a number or a range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct NumberError {
    /// What is wrong and what would be right, without a capital or a full stop.
    pub message: String,
    /// The bytes of the text that are meant, always whole characters. Empty where something
    /// is missing.
    pub span: Range<usize>,
}

impl NumberError {
    /// An error about `span`, in bytes of the text.
    pub fn new(message: impl Into<String>, span: Range<usize>) -> Self {
        Self { message: message.into(), span }
    }

    /// The same error, for a text that stands `by` bytes into a longer one.
    #[must_use]
    pub fn shifted(self, by: usize) -> Self {
        Self { span: self.span.start + by..self.span.end + by, ..self }
    }

    /// The message, the text on an indented line, and carets under the part that is meant.
    ///
    /// ```text
    /// this division is not exact: it leaves a remainder (1), and / never rounds
    ///   3 + 7/2
    ///       ^^^
    /// ```
    ///
    /// The carets are aligned by characters. There is no newline at the end.
    pub fn render(&self, text: &str) -> String {
        let index = |byte| text.char_indices().take_while(|&(at, _)| at < byte).count();
        let (start, end) = (index(self.span.start), index(self.span.end));

        let count = text.chars().count();
        let from = if count > SHOWN { start.saturating_sub(BEFORE) } else { 0 };
        let to = count.min(from + SHOWN);
        let (head, tail) = (if from > 0 { "…" } else { "" }, if to < count { "…" } else { "" });

        // A tab or a newline would move what follows it away from its caret.
        let line: String = (text.chars().skip(from).take(to - from))
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        let indent = " ".repeat(head.chars().count() + start - from);
        let carets = "^".repeat(end.min(to).saturating_sub(start).max(1));
        format!("{}\n  {head}{line}{tail}\n  {indent}{carets}", self.message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::parse;

    #[test]
    fn errors_are_rendered_with_carets() {
        let render = |text: &str| parse(text).map_err(|error| error.render(text)).unwrap_err();
        assert_eq!(
            render("3 + 7/2"),
            "this division is not exact: it leaves a remainder (1), and / never rounds\n  3 + 7/2\n      ^^^"
        );
        assert_eq!(render("2+"), "a number is missing at the end\n  2+\n    ^");
        assert_eq!(
            render("5\t− 3"),
            "− is not in ASCII; a minus is written -\n  5 − 3\n    ^",
            "a tab is one column, a character of three bytes another"
        );
        let long = format!("{}$+{}", "1+".repeat(100), "1+".repeat(100));
        let rendered = render(&long);
        let lines: Vec<&str> = rendered.lines().collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[1].chars().count(), 2 + 100 + 2);
        assert_eq!(lines[1].chars().nth(lines[2].len() - 1), Some('$'));
        // A span that is not of this text still gives a message.
        assert!(NumberError::new("wrong", 3..99).render("é").contains("wrong"));
        assert_eq!(NumberError::new("wrong", 0..1).to_string(), "wrong");
    }
}
