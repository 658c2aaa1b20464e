//! What is known of a sum of games, as text and as JSON.

use dashu_int::UBig;
use phinum_bulk::json::Integer;
use phinum_core::fibonacci_nim::rule;
use phinum_core::numeral::zeckendorf_big;
use phinum_core::sum::{Component, Move, Moves, Sum, Value as Worth};
use serde_json::{Value, json};

use crate::report;

/// Winning moves printed unless all are asked for.
pub const SHOWN: usize = 20;
/// Winning moves in JSON unless all are asked for.
pub const LISTED: usize = 10_000;
/// Longer numerals are only counted,
const DIGITS: usize = 64;
/// and so are more terms.
const TERMS: usize = 10;

/// As text. A sum of heaps of Fibonacci Nim alone has their numerals, too.
pub fn text(sum: &Sum<'_>, moves: &Moves, nim_alone: bool) -> String {
    let label = |component: &Component| label(component, nim_alone);
    let mut text = if nim_alone { heaps(sum) } else { components(sum) };
    let fact = |name: &str, value: String| vec![name.to_owned(), value];
    let nim_sum = sum.nim_sum().map_or_else(|| "not known".into(), |nim_sum| nim_sum.to_string());
    let count = match (moves.count, moves.unknown.is_empty()) {
        (0, true) => "none".into(),
        (0, false) => "none known".into(),
        (count, true) => count.to_string(),
        (count, false) => format!("{count} known"),
    };
    let facts = vec![
        fact("nim-sum", nim_sum),
        fact("outcome", outcome(sum.wins()).into()),
        fact("winning moves", count),
    ];
    text += &format!("\n{}", report::table(&[], facts, &[]));
    if !moves.listed.is_empty() {
        // Of one component there is nothing to tell apart.
        let one_of_several = sum.components().len() > 1;
        let row = |one: &Move| {
            let from = one_of_several.then(|| label(&sum.components()[one.component]));
            let take: Vec<String> = one.take.iter().map(ToString::to_string).collect();
            from.into_iter().chain([take.join(","), label(&one.leaves)]).collect()
        };
        let rows = moves.listed.iter().map(row).collect();
        let header = ["from", "take", "leaves"];
        let header = if one_of_several { &header[..] } else { &header[1..] };
        text += &format!("\n{}", report::table(header, rows, &[0, 1, 2]));
        let more = moves.count - moves.listed.len() as u64;
        if more > 0 {
            text += &format!("and {more} more: --all prints them\n");
        }
    }
    for &i in &moves.unknown {
        text += &format!("\n{}: {}\n", label(&sum.components()[i]), why(sum, i));
    }
    text
}

/// What is said of an outcome.
pub fn outcome(wins: Option<bool>) -> &'static str {
    match wins {
        Some(true) => "the player to move wins",
        Some(false) => "the player to move loses",
        None => "not known",
    }
}

/// Why it is not known which moves of a component win.
fn why(sum: &Sum<'_>, component: usize) -> &'static str {
    let unknown = |i: usize| matches!(sum.values()[i], Worth::AtLeast(_));
    if (0..sum.values().len()).any(|i| i != component && unknown(i)) {
        return "which of its moves win is not known, since the values of the others are not";
    }
    match sum.components()[component] {
        Component::Wythoff { .. } => {
            "which of its moves win is not known: past the table only those to cold positions are"
        }
        _ => "which of its moves win is not known: past the table only those to values up to 3 are",
    }
}

fn label(component: &Component, nim_alone: bool) -> String {
    let whole = component.to_string();
    match whole.strip_prefix("nim:") {
        Some(heap) if nim_alone => heap.to_owned(),
        _ => whole,
    }
}

fn components(sum: &Sum<'_>) -> String {
    let row =
        |(component, value): (&Component, &Worth)| vec![component.to_string(), value.to_string()];
    let rows = sum.components().iter().zip(sum.values()).map(row).collect();
    report::table(&["component", "value"], rows, &[1])
}

fn heaps(sum: &Sum<'_>) -> String {
    let row = |(component, value): (&Component, &Worth)| {
        let Component::Nim { heap, cap } = component else { return Vec::new() };
        let numeral = zeckendorf_big(heap).to_string();
        let numeral = match numeral.len() {
            ..=DIGITS => numeral,
            digits => format!("{digits} digits"),
        };
        let terms = rule::terms(heap);
        let sum = match terms.len() {
            0 => "none".into(),
            1..=TERMS => {
                let terms: Vec<String> = terms.iter().rev().map(ToString::to_string).collect();
                terms.join(" + ")
            }
            many => format!("{many} of them"),
        };
        vec![heap.to_string(), cap.to_string(), numeral, sum, value.to_string()]
    };
    let rows = sum.components().iter().zip(sum.values()).map(row).collect();
    report::table(&["heap", "cap", "numeral", "terms", "value"], rows, &[0, 1, 2, 3, 4])
}

/// As JSON.
pub fn json(sum: &Sum<'_>, moves: &Moves) -> Value {
    let component = |(component, value): (&Component, &Worth)| {
        let mut object = position(component);
        if let Component::Nim { heap, .. } = component {
            object["zeckendorf"] = json!(zeckendorf_big(heap).to_string());
        }
        match value {
            Worth::Exactly(value) => object["value"] = json!(Integer::from(value)),
            Worth::AtLeast(least) => {
                object["value"] = Value::Null;
                object["at_least"] = json!(least);
            }
        }
        object
    };
    let one = |one: &Move| {
        let take: Vec<Integer> = one.take.iter().map(Integer::from).collect();
        let take = if let [only] = &take[..] { json!(only) } else { json!(take) };
        json!({ "component": one.component, "take": take, "leaves": position(&one.leaves) })
    };
    json!({
        "components": sum.components().iter().zip(sum.values()).map(component).collect::<Vec<_>>(),
        "nim_sum": sum.nim_sum().as_ref().map(Integer::from),
        "wins": sum.wins(),
        "winning_moves": moves.listed.iter().map(one).collect::<Vec<_>>(),
        "winning_moves_known": Integer::from(u128::from(moves.count)),
        "winning_moves_unknown_of": moves.unknown,
    })
}

fn position(component: &Component) -> Value {
    let integer = |n: &UBig| json!(Integer::from(n));
    match component {
        Component::Nim { heap, cap } => {
            json!({ "game": "nim", "heap": integer(heap), "cap": integer(cap) })
        }
        Component::Wythoff { a, b } => {
            json!({ "game": "wythoff", "a": integer(a), "b": integer(b) })
        }
        Component::Heap(n) => json!({ "game": "heap", "heap": integer(n) }),
    }
}
