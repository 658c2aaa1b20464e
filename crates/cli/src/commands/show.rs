//! `phinum show`: everything about one number.

use anyhow::Result;
use dashu_int::UBig;
use phinum_bulk::json::Integer;
use phinum_core::numeral::{lazy_big, zeckendorf_big};
use phinum_core::places::Window;
use serde_json::{Map, Value, json};

use crate::args::ShowArgs;
use crate::{quantities, report};

/// Runs it.
///
/// # Errors
/// A weight table that cannot be read or ends too soon.
pub fn run(args: &ShowArgs) -> Result<()> {
    let digits = zeckendorf_big(&args.n);
    let indices: Vec<u32> = digits.indices().collect();
    let places = places(&indices);
    let lazy = lazy_big(&args.n);
    let mut names = vec!["all".to_owned()];
    names.extend(args.weights.weights.is_some().then(|| "weights".to_owned()));
    let functions = quantities::functions(&names, &args.weights)?;
    let values: Vec<(&str, UBig)> = functions
        .iter()
        .map(|function| Ok((function.name(), function.value_of_any_size(&args.n)?)))
        .collect::<Result<_>>()?;

    if args.json {
        let integers = |places: &[UBig]| places.iter().map(Integer::from).collect::<Vec<_>>();
        let mut object = Map::new();
        object.insert("n".into(), json!(Integer::from(&args.n)));
        object.insert("zeckendorf".into(), json!(digits.to_string()));
        object.insert("lazy".into(), json!(lazy.to_string()));
        object.insert("places".into(), json!(integers(&places)));
        object.insert("indices".into(), json!(indices));
        for (name, value) in &values {
            object.insert((*name).into(), json!(Integer::from(value)));
        }
        return report::print_json(&Value::Object(object));
    }
    let joined = |words: Vec<String>, by: &str| {
        if words.is_empty() { "none".to_owned() } else { words.join(by) }
    };
    let descending = |words: &[String]| words.iter().rev().cloned().collect();
    let places: Vec<String> = places.iter().map(ToString::to_string).collect();
    let indices: Vec<String> = indices.iter().map(ToString::to_string).collect();
    let mut rows = vec![
        vec!["n".to_owned(), args.n.to_string()],
        vec!["numeral".to_owned(), digits.to_string()],
        vec!["lazy numeral".to_owned(), lazy.to_string()],
        vec!["places".to_owned(), joined(descending(&places), " + ")],
        vec!["indices".to_owned(), joined(descending(&indices), " ")],
        vec![String::new()],
    ];
    rows.extend(values.iter().map(|(name, value)| vec![(*name).to_owned(), value.to_string()]));
    Ok(report::print(&report::table(&[], rows, &[]))?)
}

/// F_i for each of `indices`, ascending.
fn places(indices: &[u32]) -> Vec<UBig> {
    let mut window = Window::first();
    let place = |&i: &u32| {
        while window.index() < i {
            window.advance();
        }
        window.here().clone().try_into().unwrap_or_default()
    };
    indices.iter().map(place).collect()
}
