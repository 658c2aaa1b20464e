//! `phinum show`: everything about one number.

use anyhow::Result;
use dashu_int::UBig;
use phinum_bulk::json::Integer;
use phinum_core::numeral::BigNumeral;
use phinum_core::places::places_at;
use serde_json::{Map, Value, json};

use crate::args::ShowArgs;
use crate::{quantities, report};

/// More terms than a person adds up: their indices say the same.
const TERMS_IN_TEXT: usize = 100;
/// More places than are of use: each is as long as the number itself.
const TERMS_IN_JSON: usize = 2000;

/// Runs it.
///
/// # Errors
/// A weight table that cannot be read or ends too soon.
pub fn run(args: &ShowArgs) -> Result<()> {
    let mut names = vec!["all".to_owned()];
    names.extend(args.weights.weights.is_some().then(|| "weights".to_owned()));
    let functions = quantities::functions(&names, &args.weights)?;
    let n = BigNumeral::of(&args.n);
    let values: Vec<(&str, UBig)> = functions
        .iter()
        .map(|function| Ok((function.name(), function.value_at(&n)?)))
        .collect::<Result<_>>()?;
    if args.json {
        report::print_json(&object(&n, &values))
    } else {
        Ok(report::print(&text(&n, &values))?)
    }
}

fn object(n: &BigNumeral, values: &[(&str, UBig)]) -> Value {
    let indices: Vec<u32> = n.zeckendorf.indices().collect();
    let listed = (indices.len() <= TERMS_IN_JSON).then(|| places_at(indices.iter().copied()));
    let integers = |places: Vec<UBig>| places.iter().map(Integer::from).collect::<Vec<_>>();
    let mut object = Map::new();
    let mut insert = |name: &str, value| object.insert(name.to_owned(), value);
    insert("n", json!(Integer::from(&n.value)));
    insert("zeckendorf", json!(n.zeckendorf.to_string()));
    insert("lazy", json!(n.lazy.to_string()));
    insert("places", json!(listed.map(integers)));
    insert("indices", json!(indices));
    for (name, value) in values {
        insert(name, json!(Integer::from(value)));
    }
    Value::Object(object)
}

fn text(n: &BigNumeral, values: &[(&str, UBig)]) -> String {
    let indices: Vec<u32> = n.zeckendorf.indices().collect();
    let sum = match indices.len() {
        0 => "none".into(),
        1..=TERMS_IN_TEXT => descending(&places_at(indices.iter().copied()), " + "),
        many => format!("{many} of them: see the indices"),
    };
    let head = [
        ("n", n.value.to_string()),
        ("zeckendorf", n.zeckendorf.to_string()),
        ("lazy", n.lazy.to_string()),
        ("places", sum),
        ("indices", if indices.is_empty() { "none".into() } else { descending(&indices, " ") }),
    ];
    let line = |(name, value): (&str, String)| format!("{name:<16}{value}\n");
    let values = values.iter().map(|(name, value)| line((name, value.to_string())));
    head.map(line).concat() + "\n" + &values.collect::<String>()
}

fn descending(items: &[impl ToString], by: &str) -> String {
    items.iter().rev().map(ToString::to_string).collect::<Vec<_>>().join(by)
}
