//! `phinum wythoff A B`: one position, by three routes.

use anyhow::Result;
use dashu_int::UBig;
use dashu_int::ops::DivRem;
use phinum_core::wythoff::beatty::{is_cold_big, pair};
use phinum_core::wythoff::moves::Heaps;
use phinum_core::wythoff::rows::RowError;
use phinum_core::wythoff::{Conditions, Move, Numeral, Numeration, winning_moves};
use serde_json::{Map, Value, json};

use super::grundy::{Found, find, integer};
use super::picture::picture;
use crate::args::ProgressChoice;
use crate::exit::CheckFailed;
use crate::progress::Progress;
use crate::report;

/// Cells that are computed for a Grundy value: well under a second.
const CELLS: u64 = 1 << 22;

/// Everything about a position.
struct Position<'a> {
    a: &'a UBig,
    b: &'a UBig,
    r: u32,
    /// Numerals of the smaller heap and of the larger.
    numerals: [Numeral; 2],
    conditions: Conditions,
    by_beatty: bool,
    found: Option<Found>,
    moves: Vec<Move>,
}

/// Runs it.
///
/// # Errors
/// [`CheckFailed`] if the routes disagree.
pub fn run(a: &UBig, b: &UBig, r: u32, json: bool) -> Result<()> {
    let numeration = Numeration::new(r);
    let position = Position {
        a,
        b,
        r,
        numerals: [a.min(b), a.max(b)].map(|heap| numeration.numeral(heap)),
        conditions: numeration.conditions(a, b),
        by_beatty: is_cold_big(a, b, r),
        found: reached(find(a, b, r, CELLS, &Progress::new(ProgressChoice::Never, None)))?,
        moves: winning_moves(a, b, r),
    };
    if json {
        report::print_json(&position.object())?;
    } else {
        report::print(&position.text())?;
    }
    if position.agree() { Ok(()) } else { Err(CheckFailed.into()) }
}

/// What was found, or that it is out of reach, which is no failure here.
fn reached(found: Result<Found>) -> Result<Option<Found>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.is::<RowError>() => Ok(None),
        Err(error) => Err(error),
    }
}

fn temperature(cold: bool) -> &'static str {
    if cold { "cold" } else { "hot" }
}

impl Position<'_> {
    fn by_digits(&self) -> bool {
        self.conditions.cold()
    }

    fn by_mex(&self) -> Option<bool> {
        self.found.as_ref().map(|found| found.value == UBig::ZERO)
    }

    /// Whether the routes agree, and the moves with them: a position is cold exactly
    /// if there is none to another.
    fn agree(&self) -> bool {
        let cold = self.by_digits();
        self.by_beatty == cold
            && self.by_mex().is_none_or(|mex| mex == cold)
            && self.moves.is_empty() == cold
    }

    fn text(&self) -> String {
        let outcome = match (self.agree(), self.by_digits()) {
            (false, _) => "the routes DISAGREE",
            (_, true) => "cold: the player to move loses",
            (_, false) => "hot: the player to move wins",
        };
        let mut rows = [
            ["heaps", &format!("{}, {}", self.a, self.b)],
            ["outcome", outcome],
            ["by digits", &self.digits()],
            ["by Beatty", &self.beatty()],
            ["by mex", &self.mex()],
        ]
        .map(|row| row.map(ToString::to_string).to_vec())
        .to_vec();
        if self.r != 1 {
            rows.insert(1, vec!["r".into(), self.r.to_string()]);
        }
        let [lower, upper] = &self.numerals;
        format!(
            "{}\n{}\nwinning moves\n{}",
            report::table(&[], rows, &[]),
            picture(lower, upper, self.r),
            self.moves_text()
        )
    }

    fn digits(&self) -> String {
        let cold = temperature(self.by_digits());
        match [self.a.min(self.b), self.a.max(self.b)].map(|heap| *heap == UBig::ZERO) {
            [true, true] => return format!("{cold}: both heaps are empty"),
            [true, false] => return format!("{cold}: one heap is empty, and the other is not"),
            _ => {}
        }
        let zeros = match self.numerals[0].trailing_zeros() {
            1 => "1 zero".to_owned(),
            zeros => format!("{zeros} zeros"),
        };
        let parity = if self.conditions.even_zeros { "even" } else { "odd" };
        let shift = if self.conditions.shifted { "is" } else { "is not" };
        format!(
            "{cold}: the smaller heap ends in {zeros}, which is {parity}; the larger {shift} the \
             smaller shifted up"
        )
    }

    fn beatty(&self) -> String {
        let cold = temperature(self.by_beatty);
        let difference = self.a.max(self.b) - self.a.min(self.b);
        let (k, rest) = (&difference).div_rem(UBig::from(self.r));
        if rest != UBig::ZERO {
            return format!("{cold}: the difference {difference} is no multiple of {}", self.r);
        }
        let (lower, upper) = pair(&k, self.r);
        format!("{cold}: the cold pair of difference {difference} is ({lower}, {upper})")
    }

    fn mex(&self) -> String {
        match &self.found {
            Some(Found { value, by }) => {
                let cold = temperature(*value == UBig::ZERO);
                format!("{cold}: the Grundy value is {value} ({})", by.text())
            }
            None => "not reached with little work: 'phinum wythoff value' goes further out".into(),
        }
    }

    fn moves_text(&self) -> String {
        if self.moves.is_empty() {
            return "  none: every move leads to a hot position\n".into();
        }
        let text = |play: &Move| {
            let (first, second) = (&play.take.0, &play.take.1);
            let take = match play.heaps() {
                Heaps::First => format!("take {first} from the first heap"),
                Heaps::Second => format!("take {second} from the second heap"),
                Heaps::Both if first == second => format!("take {first} from both heaps"),
                Heaps::Both => {
                    format!("take {first} from the first heap and {second} from the second")
                }
            };
            format!("  {take}, to ({}, {})\n", play.to.0, play.to.1)
        };
        self.moves.iter().map(text).collect()
    }

    fn object(&self) -> Value {
        let mut object = Map::new();
        let mut insert = |name: &str, value: Value| object.insert(name.into(), value);
        insert("a", integer(self.a));
        insert("b", integer(self.b));
        insert("r", json!(self.r));
        insert("cold", json!(self.by_digits()));
        insert("agree", json!(self.agree()));
        let routes =
            json!({ "digits": self.by_digits(), "beatty": self.by_beatty, "mex": self.by_mex() });
        insert("cold_by", routes);
        let [lower, upper] = &self.numerals;
        insert(
            "numerals",
            json!({
                "smaller": lower.to_string(),
                "shifted_up": lower.shifted_up().to_string(),
                "larger": upper.to_string(),
                "trailing_zeros": lower.trailing_zeros(),
            }),
        );
        insert("even_zeros", json!(self.conditions.even_zeros));
        insert("shifted", json!(self.conditions.shifted));
        let mut grundy = Map::new();
        if let Some(found) = &self.found {
            grundy.insert("value".into(), integer(&found.value));
            grundy.extend(found.by.json().map(|(name, value)| (name.to_owned(), value)));
        }
        let grundy = if grundy.is_empty() { Value::Null } else { Value::Object(grundy) };
        insert("grundy", grundy);
        let pair = |(x, y): &(UBig, UBig)| json!([integer(x), integer(y)]);
        let plays =
            self.moves.iter().map(|play| json!({ "take": pair(&play.take), "to": pair(&play.to) }));
        insert("winning_moves", plays.collect());
        Value::Object(object)
    }
}
