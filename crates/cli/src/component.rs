//! Components of sums on the command line: a heap of Fibonacci Nim as `9` or `9:8`,
//! and with the game's name before it `nim:9:8`, `wythoff:3,5` or `heap:7`.

use std::ops::Range;

use dashu_int::UBig;
use phinum_core::sum::Component;

use crate::nearest::nearest;
use crate::note::note;
use crate::number::{self, NumberError};

const HEAP: &str = "a heap is HEAP or HEAP:CAP, such as 9 or 9:8";
const FORMS: &str = "a component is nim:HEAP, nim:HEAP:CAP, wythoff:A,B or heap:N";
const GAMES: [&str; 3] = ["nim", "wythoff", "heap"];

/// A component, and what was said of it.
#[derive(Clone, Debug)]
pub struct Given {
    /// The component.
    pub component: Component,
    /// Its cap as it was given, if one was.
    pub cap: Option<UBig>,
}

impl Given {
    /// Says it where a cap was above its heap.
    pub fn say_clamped(&self) {
        if let (Component::Nim { heap, cap }, Some(given)) = (&self.component, &self.cap)
            && given > cap
        {
            note(format_args!(
                "the cap {given} is above the heap {heap}, and permits what {cap} does"
            ));
        }
    }
}

/// A heap of Fibonacci Nim, for clap.
///
/// # Errors
/// What is wrong, with a caret under it.
pub fn heap_argument(text: &str) -> Result<Given, String> {
    heap(text, 0..text.len()).map_err(|error| error.render(text))
}

/// A component with its game's name, for clap.
///
/// # Errors
/// As [`heap_argument`].
pub fn argument(text: &str) -> Result<Given, String> {
    component(text).map_err(|error| error.render(text))
}

fn heap(text: &str, part: Range<usize>) -> Result<Given, NumberError> {
    let mut parts = split(text, part.clone(), ':');
    let (heap, cap, more) = (parts.next(), parts.next(), parts.next());
    if let Some(more) = more {
        return Err(NumberError::new(
            format!("a heap has one cap: {HEAP}"),
            more.start - 1..part.end,
        ));
    }
    let heap = value(text, heap.unwrap_or(part), "the heap", HEAP)?;
    let cap = cap.map(|cap| value(text, cap, "the cap", HEAP)).transpose()?;
    Ok(Given { component: Component::nim(heap, cap.clone()), cap })
}

fn component(text: &str) -> Result<Given, NumberError> {
    let Some(colon) = text.find(':') else {
        return Err(NumberError::new(
            format!("the game's name is missing: {FORMS}"),
            0..text.len(),
        ));
    };
    let (name, rest) = (text[..colon].trim(), colon + 1..text.len());
    let given = |component| Given { component, cap: None };
    match name {
        "nim" => heap(text, rest),
        "heap" => Ok(given(Component::Heap(value(text, rest, "the heap", FORMS)?))),
        "wythoff" => {
            let heaps: Vec<Range<usize>> = split(text, rest.clone(), ',').collect();
            let [a, b] = &heaps[..] else {
                let message = "Wythoff's game has two heaps: wythoff:A,B, such as wythoff:3,5";
                return Err(NumberError::new(message, rest));
            };
            let heap = |range: &Range<usize>| value(text, range.clone(), "a heap", FORMS);
            Ok(given(Component::Wythoff { a: heap(a)?, b: heap(b)? }))
        }
        _ => {
            let hint = nearest(name, GAMES.into_iter()).map_or_else(
                || format!("there are {}", GAMES.join(", ")),
                |nearest| format!("did you mean '{nearest}'?"),
            );
            Err(NumberError::new(format!("there is no game '{name}'; {hint}"), 0..colon))
        }
    }
}

/// The parts of a part of a text between separators.
fn split(text: &str, part: Range<usize>, by: char) -> impl Iterator<Item = Range<usize>> {
    let mut from = part.start;
    text[part].split(by).map(move |piece| {
        let range = from..from + piece.len();
        from = range.end + 1;
        range
    })
}

/// The number in a part of a text.
fn value(text: &str, part: Range<usize>, what: &str, forms: &str) -> Result<UBig, NumberError> {
    if text[part.clone()].trim().is_empty() {
        return Err(NumberError::new(format!("{what} is missing: {forms}"), part));
    }
    number::parse(&text[part.clone()]).map_err(|error| error.shifted(part.start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nim(heap: u32, cap: u32) -> Component {
        Component::Nim { heap: heap.into(), cap: cap.into() }
    }

    #[test]
    fn heaps_and_components_in_every_form() {
        for (text, expected) in [
            ("9", nim(9, 8)),
            ("9:3", nim(9, 3)),
            ("9:50", nim(9, 9)),
            ("1", nim(1, 0)),
            ("0", nim(0, 0)),
            ("0:5", nim(0, 0)),
            ("F(5)+1 : 2^2", nim(9, 4)),
        ] {
            assert_eq!(heap_argument(text).unwrap().component, expected, "{text}");
            assert_eq!(argument(&format!("nim:{text}")).unwrap().component, expected, "{text}");
        }
        let wythoff = Component::Wythoff { a: 3u8.into(), b: 1_000_000u32.into() };
        assert_eq!(argument("wythoff: 3, 1e6").unwrap().component, wythoff);
        assert_eq!(argument("heap:7").unwrap().component, Component::Heap(7u8.into()));
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        for (text, words, span) in [
            ("nim:9:", "the cap is missing", 6..6),
            ("nim::4", "the heap is missing", 4..4),
            ("nim:", "the heap is missing", 4..4),
            ("nim:9:8:7", "a heap has one cap", 7..9),
            ("nim:9:-8", "negative", 6..8),
            ("nim:-9", "negative", 4..6),
            ("nim:9/2", "not exact", 4..7),
            ("heap:", "the heap is missing", 5..5),
            ("heap:3,4", "grouped with underscores", 6..7),
            ("wythoff:3", "two heaps", 8..9),
            ("wythoff:3,4,5", "two heaps", 8..13),
            ("wythoff:3,", "a heap is missing", 10..10),
            ("wythof:3,4", "did you mean 'wythoff'?", 0..6),
            ("chess:3", "there are nim, wythoff, heap", 0..5),
            ("9", "the game's name is missing", 0..1),
            ("", "the game's name is missing", 0..0),
        ] {
            let error = component(text).expect_err(text);
            assert!(error.message.contains(words), "{text}: {error}");
            assert_eq!(error.span, span, "{text}: {error}");
        }
        assert!(heap_argument("9:").unwrap_err().contains("the cap is missing"));
        assert!(heap_argument("-3").unwrap_err().contains('^'));
    }
}
