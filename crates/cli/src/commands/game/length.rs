//! `phinum game length`: how long a game can be, for n of any size.

use anyhow::{Context, Result};
use clap::Args;
use dashu_int::UBig;
use phinum_bulk::json::Integer;
use phinum_core::function::Function;
use phinum_core::numeral::zeckendorf_big;
use phinum_core::quantity::by_name;
use phinum_core::zeckendorf_game::deficit;
use phinum_core::zeckendorf_game::state::State;
use serde_json::{Map, Value, json};

use super::{effort, no_game};
use crate::args::number_argument;
use crate::exit::CheckFailed;
use crate::report;

#[derive(Debug, Args)]
pub struct LengthArgs {
    /// The number, of any size up to some 9800 digits
    #[arg(value_name = "N", value_parser = number_argument, allow_hyphen_values = true)]
    pub n: UBig,
    /// As JSON
    #[arg(long)]
    pub json: bool,
}

const BOUNDS: [&str; 4] = ["shortest", "upper-bound", "closed-bound", "prior-bound"];

/// The longest game by three routes.
struct Routes {
    lazy: UBig,
    deficit: UBig,
    /// `None` for a number too large to play.
    batched: Option<UBig>,
}

impl Routes {
    fn of(n: &UBig, upper_bound: &UBig) -> Result<Routes> {
        let gap = deficit::gap(zeckendorf_big(n).indices());
        let batched = effort::batched(&State::of_ones(n.clone()))?;
        Ok(Routes {
            lazy: value("longest", n)?,
            deficit: upper_bound - gap,
            batched: batched.map(|record| record.length().clone()),
        })
    }

    fn agree(&self) -> bool {
        self.lazy == self.deficit && self.batched.as_ref().is_none_or(|b| *b == self.lazy)
    }
}

fn value(name: &str, n: &UBig) -> Result<UBig> {
    let quantity = by_name(name).with_context(|| format!("there is no quantity '{name}'"))?;
    Ok(Function::from(quantity).value_of_any_size(n)?)
}

/// Runs it.
///
/// # Errors
/// n = 0; [`CheckFailed`] if the routes disagree.
pub fn run(args: &LengthArgs) -> Result<()> {
    if args.n == UBig::ZERO {
        return no_game();
    }
    let values = BOUNDS.map(|name| value(name, &args.n));
    let [shortest, upper, closed, prior] = values;
    let (shortest, upper, closed, prior) = (shortest?, upper?, closed?, prior?);
    let routes = Routes::of(&args.n, &upper)?;
    let (longest, agree) = (&routes.lazy, routes.agree());
    let gap = if upper >= *longest { &upper - longest } else { UBig::ZERO };
    let sharp = upper == *longest;
    if args.json {
        let mut object = Map::new();
        let named = [
            ("n", &args.n),
            ("shortest", &shortest),
            ("longest", longest),
            ("upper-bound", &upper),
            ("closed-bound", &closed),
            ("prior-bound", &prior),
            ("gap", &gap),
        ];
        for (name, value) in named {
            object.insert(name.into(), json!(Integer::from(value)));
        }
        object.insert("sharp".into(), json!(sharp));
        let by = json!({
            "lazy-form": Integer::from(longest),
            "deficit-form": Integer::from(&routes.deficit),
            "batched-play": routes.batched.as_ref().map(Integer::from),
        });
        object.insert("longest-by".into(), by);
        object.insert("agree".into(), json!(agree));
        report::print_json(&Value::Object(object))?;
    } else {
        let row = |name: &str, value: String| vec![name.to_owned(), value];
        let batched = routes.batched.as_ref().map_or("too large to play".into(), UBig::to_string);
        let sharp = if sharp { "yes: n + 1 is a place" } else { "no" };
        let rows = vec![
            row("n", args.n.to_string()),
            row("shortest", shortest.to_string()),
            row("longest", longest.to_string()),
            row("upper bound", upper.to_string()),
            row("closed bound", closed.to_string()),
            row("prior bound", prior.to_string()),
            row("gap", gap.to_string()),
            row("upper bound sharp", sharp.into()),
            vec![String::new()],
            row("longest by", String::new()),
            row("  lazy form", longest.to_string()),
            row("  deficit form", routes.deficit.to_string()),
            row("  batched play", batched),
            row("  agree", if agree { "yes" } else { "NO" }.into()),
        ];
        report::print(&report::table(&[], rows, &[]))?;
    }
    if agree { Ok(()) } else { Err(CheckFailed.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_route_that_disagrees_is_seen() {
        let routes = Routes::of(&100u8.into(), &238u8.into()).expect("a game");
        assert!(routes.agree() && routes.batched.is_some());
        assert!(!Routes { deficit: 224u8.into(), ..routes }.agree());
        let routes = Routes::of(&100u8.into(), &238u8.into()).expect("a game");
        assert!(!Routes { batched: Some(222u8.into()), ..routes }.agree());
    }
}
