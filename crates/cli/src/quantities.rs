//! Quantities by name.

use core::ops::Range;

use anyhow::{Context, Result, bail};
use phinum_bulk::compare::possible;
use phinum_bulk::input;
use phinum_core::function::Function;
use phinum_core::quantity::{QUANTITIES, by_name};

use crate::args::WeightsArgs;
use crate::nearest::nearest;
use crate::note::note;

/// The quantity of pairs of heaps.
pub const COLD: &str = "cold";
/// The quantity of a heap of Fibonacci Nim and its cap.
pub const NIM_GRUNDY: &str = "nim-grundy";
/// The quantity of a sum of heaps of Fibonacci Nim.
pub const NIM_SUM: &str = "nim-sum";
/// The quantity of one number that is known under a cap, too.
pub const NIM_TAKE: &str = "nim-take";
/// The quantity of a user's own weights.
const WEIGHTS: &str = "weights";

/// The quantities of positions, and what they are.
const POSITIONS: [(&str, &str); 3] = [
    (COLD, "1 where the player to move loses Wythoff's game, else 0"),
    (NIM_GRUNDY, "the Grundy value of a heap of Fibonacci Nim under a cap, or at the opening"),
    (NIM_SUM, "the nim-sum of several such heaps, and 1 where the player to move wins"),
];

/// The functions called `names`, each once, in that order; `all` stands for every
/// listed one and the user's own.
///
/// # Errors
/// A name that is none, with the nearest one; a weight file that cannot be read.
pub fn functions(names: &[String], weights: &WeightsArgs) -> Result<Vec<Function>> {
    let own = weights
        .weights
        .as_ref()
        .map(|path| input::weights(path).map(|table| Function::weighted(WEIGHTS, &table)))
        .transpose()?;
    if weights.weights.is_some() && !names.iter().any(|name| name == WEIGHTS || name == "all") {
        bail!("--weights is the table of the quantity 'weights': name it, or leave the table out");
    }
    let mut functions: Vec<Function> = Vec::new();
    for name in names {
        let named: Vec<Function> = match (name.as_str(), &own) {
            ("all", own) => Function::all().into_iter().chain(own.clone()).collect(),
            (WEIGHTS, Some(own)) => vec![own.clone()],
            (WEIGHTS, None) => bail!("the quantity 'weights' needs a table: --weights FILE"),
            (name, _) => vec![Function::from(by_name(name).with_context(|| unknown(name))?)],
        };
        for function in named {
            if functions.iter().all(|f| f.name() != function.name()) {
                functions.push(function);
            }
        }
    }
    Ok(functions)
}

/// Those of `functions` that have values over the whole range. Of `all` the others
/// are left out with a note; what was asked for by name must fit.
///
/// # Errors
/// [`ValueError`](phinum_core::function::ValueError) of one that was asked for.
pub fn fitting(
    functions: Vec<Function>,
    names: &[String],
    range: &Range<u128>,
) -> Result<Vec<Function>> {
    fitting_if(functions, names, range, |_| true)
}

/// As [`fitting`], of those for which `must` says that they must fit.
///
/// # Errors
/// As there.
pub fn fitting_if(
    functions: Vec<Function>,
    names: &[String],
    range: &Range<u128>,
    must: impl Fn(&Function) -> bool,
) -> Result<Vec<Function>> {
    let (functions, impossible) = possible(functions, range, must);
    for error in impossible {
        if names.iter().any(|name| name != "all") || functions.is_empty() {
            return Err(error.into());
        }
        note(format_args!("left out: {error}"));
    }
    Ok(functions)
}

/// Refuses quantities of positions where those of one number are wanted.
///
/// # Errors
/// Which one it is.
pub fn of_numbers(names: &[String]) -> Result<()> {
    for (position, _) in POSITIONS {
        if names.iter().any(|name| name == position) {
            bail!("'{position}' is a quantity of positions, and a run has those of one number");
        }
    }
    Ok(())
}

/// The quantities, for help texts.
pub fn help() -> String {
    let line = |(name, what): (&str, &str)| format!("  {name:<15} {what}\n");
    let lines = QUANTITIES.iter().map(|q| line((q.name, q.what)));
    let positions = POSITIONS.map(line).concat();
    format!("Quantities:\n{}\nOf positions:\n{positions}", lines.collect::<String>())
}

/// What is said of a name that is no quantity, with the nearest one.
pub fn unknown(name: &str) -> String {
    let names =
        || QUANTITIES.iter().map(|q| q.name).chain([COLD, NIM_GRUNDY, NIM_SUM, WEIGHTS, "all"]);
    let nearest = nearest(name, names());
    let hint = nearest.map_or_else(
        || format!("there are {}", names().collect::<Vec<_>>().join(", ")),
        |nearest| format!("did you mean '{nearest}'?"),
    );
    format!("there is no quantity '{name}'; {hint}")
}
