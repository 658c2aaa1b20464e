//! `phinum sum` and `phinum stats`: what the values over a range come to.

use anyhow::Result;
use clap::Args;
use dashu_int::{IBig, UBig};
use phinum_bulk::engine::Engine;
use phinum_bulk::json::Integer;
use phinum_bulk::statistics::{self, Statistics};
use phinum_core::function::Function;
use phinum_core::places::top_index;
use phinum_core::prefix::{Distribution, Exact, Extreme, Powers};
use serde_json::{Map, Value, json};

use crate::args::{BackendArgs, Names, ProgressArgs, WeightsArgs, range_argument};
use crate::decimal::ratio;
use crate::note::note;
use crate::progress::Progress;
use crate::quantities::{fitting_if, functions};
use crate::range::Interval;
use crate::{backends, interrupt, report};

/// More rows than a person reads: JSON has them all.
const ROWS: usize = 64;
/// The decimal places of a mean.
const PLACES: usize = 9;

#[derive(Debug, Args)]
#[command(after_help = crate::quantities::help())]
pub struct StatisticsArgs {
    /// Quantities, separated by commas; `all` of them
    #[arg(value_name = "QUANTITY,…")]
    pub quantities: Names,
    /// The numbers: of any length where there is a closed form
    #[arg(value_parser = range_argument, allow_hyphen_values = true)]
    pub range: Interval,
    /// Evaluate every value even where there is a closed form
    #[arg(long)]
    pub stream: bool,
    /// The report as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub weights: WeightsArgs,
    #[command(flatten)]
    pub backend: BackendArgs,
    #[command(flatten)]
    pub progress: ProgressArgs,
}

/// More numbers than are looked at one by one unless that is asked for by name.
const MANY: u128 = 1_000_000_000;
/// How a figure was got.
pub const CLOSED: &str = "closed form";

/// The functions asked for, and an engine that is opened when first needed.
struct Job<'a> {
    args: &'a StatisticsArgs,
    functions: Vec<Function>,
    engine: Option<Engine>,
}

impl<'a> Job<'a> {
    fn new(args: &'a StatisticsArgs) -> Result<Job<'a>> {
        interrupt::listen()?;
        let Names(names) = &args.quantities;
        let functions = functions(names, &args.weights)?;
        let range = args.range.start..args.range.end;
        // A closed form has no width to keep to.
        let streamed = |function: &Function| args.stream || !has_closed_form(function);
        let mut functions = fitting_if(functions, names, &range, streamed)?;
        if args.range.len() > MANY && names.iter().all(|name| name == "all") && !args.stream {
            functions.retain(|function| {
                let closed = has_closed_form(function);
                if !closed {
                    note(format_args!(
                        "left out: {} has no closed form, and the range is long; name it to have \
                         every value looked at",
                        function.name()
                    ));
                }
                closed
            });
        }
        if range.is_empty() {
            note(format_args!("the range {} is empty", args.range));
        }
        Ok(Job { args, functions, engine: None })
    }

    /// From every value.
    fn streamed(&mut self, function: &Function) -> Result<(Statistics, String)> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => Engine::new(backends::preferred(&self.args.backend)?),
        };
        let progress = Progress::new(self.args.progress.progress, Some(self.args.range.len()));
        progress.say(function.name());
        let range = self.args.range.start..self.args.range.end;
        let advance = |more| progress.advance(more);
        let statistics = statistics::streamed(&engine, function, &range, &advance)?;
        progress.finish();
        let from = format!("every value, by {}", engine.description());
        self.engine = Some(engine);
        Ok((statistics, from))
    }
}

fn has_closed_form(function: &Function) -> bool {
    Exact::<Powers>::new(function, 2).is_some()
}

/// Runs `phinum sum`.
///
/// # Errors
/// Whatever stops it, as a sentence.
pub fn sum(args: &StatisticsArgs) -> Result<()> {
    let mut job = Job::new(args)?;
    let range = args.range.start..args.range.end;
    let mut rows = Vec::new();
    for function in job.functions.clone() {
        let exact =
            if args.stream { None } else { Exact::<Powers>::new(&function, top_index(range.end)) };
        let (sum, from) = if let Some(exact) = exact {
            function.reaches(top_index(range.end.saturating_sub(1)))?;
            (exact.over(range.clone()).f, CLOSED.to_owned())
        } else {
            let (statistics, from) = job.streamed(&function)?;
            (statistics.powers.f, from)
        };
        rows.push((function.name().to_owned(), natural(&sum), from));
    }
    if args.json {
        let object = |(name, sum, from): &(String, UBig, String)| {
            json!({
                "quantity": name,
                "range": args.range.to_string(),
                "sum": Integer::from(sum),
                "from": from,
            })
        };
        return report::print_json(&rows.iter().map(object).collect::<Vec<_>>());
    }
    let cells = rows.into_iter().map(|(name, sum, from)| vec![name, sum.to_string(), from]);
    Ok(report::print(&report::table(&["quantity", "sum", "from"], cells.collect(), &[1]))?)
}

/// Runs `phinum stats`.
///
/// # Errors
/// As [`sum`].
pub fn stats(args: &StatisticsArgs) -> Result<()> {
    let mut job = Job::new(args)?;
    let range = args.range.start..args.range.end;
    let mut all = Vec::new();
    for function in job.functions.clone() {
        let closed = if args.stream { None } else { statistics::closed(&function, &range)? };
        let (statistics, from) = match closed {
            Some(closed) => (closed, CLOSED.to_owned()),
            None => job.streamed(&function)?,
        };
        all.push((function.name().to_owned(), statistics, from));
    }
    if args.json {
        let objects: Vec<Value> = all
            .iter()
            .map(|(name, statistics, from)| object(name, &args.range, statistics, from))
            .collect();
        return report::print_json(&objects);
    }
    let texts: Vec<String> = all
        .iter()
        .map(|(name, statistics, from)| text(name, &args.range, statistics, from))
        .collect();
    Ok(report::print(&texts.join("\n"))?)
}

fn natural(number: &IBig) -> UBig {
    number.clone().into_parts().1
}

/// Σ(f − mean)² times the count, which is whole.
fn spread(powers: &Powers) -> IBig {
    &powers.count * &powers.squares - &powers.f * &powers.f
}

fn text(name: &str, range: &Interval, statistics: &Statistics, from: &str) -> String {
    let Statistics { powers, extremes, distribution } = statistics;
    let mut lines = vec![
        ("quantity", name.to_owned()),
        ("range", range.to_string()),
        ("from", from.to_owned()),
        ("count", powers.count.to_string()),
        ("sum", powers.f.to_string()),
    ];
    if powers.count != IBig::ZERO {
        let squared = &powers.count * &powers.count;
        lines.push(("mean", ratio(&powers.f, &powers.count, PLACES)));
        lines.push(("variance", ratio(&spread(powers), &squared, PLACES)));
    }
    let at = |Extreme { value, first, last }: &Extreme| {
        if first == last {
            format!("{value} at {first}")
        } else {
            format!("{value}, first at {first}, last at {last}")
        }
    };
    lines.extend(extremes.least().map(|least| ("minimum", at(least))));
    lines.extend(extremes.greatest().map(|greatest| ("maximum", at(greatest))));
    let text: String = lines.iter().map(|(name, value)| format!("{name:<16}{value}\n")).collect();
    text + &distribution.as_ref().map(histogram).unwrap_or_default()
}

fn histogram(distribution: &Distribution) -> String {
    let rows: Vec<(u128, u128)> = distribution.iter().collect();
    if rows.is_empty() {
        return String::new();
    }
    if rows.len() > ROWS {
        return format!(
            "{:<16}{} distinct ones: --json has how many n have each\n",
            "values",
            rows.len()
        );
    }
    let total = IBig::from(distribution.count());
    let row = |(value, count): &(u128, u128)| {
        let share = ratio(&(IBig::from(*count) * 100), &total, 4);
        vec![value.to_string(), count.to_string(), share]
    };
    let table =
        report::table(&["value", "numbers", "%"], rows.iter().map(row).collect(), &[0, 1, 2]);
    format!("\n{table}")
}

fn object(name: &str, range: &Interval, statistics: &Statistics, from: &str) -> Value {
    let Statistics { powers, extremes, distribution } = statistics;
    let integer = |number: &IBig| json!(Integer::from(&natural(number)));
    let fraction = |over: &IBig, under: &IBig| {
        json!({
            "numerator": integer(over),
            "denominator": integer(under),
            "decimal": ratio(over, under, PLACES),
        })
    };
    let extreme = |extreme: Option<&Extreme>| {
        extreme.map(|extreme| {
            json!({
                "value": integer(&extreme.value),
                "first": integer(&extreme.first),
                "last": integer(&extreme.last),
            })
        })
    };
    let mut object = Map::new();
    let mut insert = |name: &str, value| object.insert(name.to_owned(), value);
    insert("quantity", json!(name));
    insert("range", json!(range.to_string()));
    insert("from", json!(from));
    insert("count", integer(&powers.count));
    insert("sum", integer(&powers.f));
    insert("sum_of_squares", integer(&powers.squares));
    if powers.count != IBig::ZERO {
        insert("mean", fraction(&powers.f, &powers.count));
        insert("variance", fraction(&spread(powers), &(&powers.count * &powers.count)));
    }
    insert("minimum", json!(extreme(extremes.least())));
    insert("maximum", json!(extreme(extremes.greatest())));
    let histogram = distribution.as_ref().map(|distribution| {
        let row = |(value, count): (u128, u128)| {
            json!({"value": Integer::from(value), "numbers": Integer::from(count)})
        };
        distribution.iter().map(row).collect::<Vec<_>>()
    });
    insert("histogram", json!(histogram));
    Value::Object(object)
}
