//! `phinum eval`: a table of values.

use core::ops::Range;

use anyhow::{Result, bail};
use phinum_bulk::Error;
use phinum_bulk::engine::Engine;
use phinum_bulk::eval::nim::{self, Table, Wanted};
use phinum_bulk::eval::{self, Openings};
use phinum_bulk::input::Lines;
use phinum_bulk::nim_table;
use phinum_bulk::output::{Field, Kind, Schema};
use phinum_core::fibonacci_nim::{LARGEST_HEAP, Thresholds};
use phinum_core::function::Function;

use crate::args::{EvalArgs, Names};
use crate::note::note;
use crate::output::open_table;
use crate::progress::Progress;
use crate::quantities::{COLD, NIM_GRUNDY, NIM_SUM, NIM_TAKE, fitting, functions};
use crate::{backends, interrupt};

/// What is evaluated.
enum Task {
    /// Functions of one number, and before which of them the openings of Fibonacci
    /// Nim, if at all.
    Numbers(Vec<Function>, Option<usize>),
    /// Pairs of heaps of Wythoff's game.
    Cold,
    /// Heaps of Fibonacci Nim and their caps.
    Positions(Vec<Wanted>),
    /// Sums of them.
    Sums,
}

impl Task {
    /// What `args` ask for. A file of numbers for `nim-take` alone may turn out to be
    /// one of positions.
    fn of(args: &EvalArgs) -> Result<Task> {
        let Names(names) = &args.quantities;
        for (name, what, form) in
            [(COLD, "pairs", "A,B"), (NIM_SUM, "sums of heaps", "heaps HEAP or HEAP:CAP")]
        {
            if !names.iter().any(|one| one == name) {
                continue;
            }
            if names.len() > 1 {
                bail!("'{name}' is a quantity of {what}: evaluate it alone, with --input FILE");
            }
            if args.input.is_none() {
                bail!(
                    "'{name}' is a quantity of {what}: give them with --input FILE, {form} a line"
                );
            }
            return Ok(if name == COLD { Task::Cold } else { Task::Sums });
        }
        let Some(at) = names.iter().position(|name| name == NIM_GRUNDY) else {
            return Ok(Task::Numbers(functions(names, &args.weights)?, None));
        };
        let (before, others): (&[String], Vec<String>) =
            (&names[..at], names.iter().filter(|name| *name != NIM_GRUNDY).cloned().collect());
        if args.input.is_some() {
            if let Some(other) = others.iter().find(|name| *name != NIM_TAKE) {
                bail!(
                    "'{NIM_GRUNDY}' reads heaps and caps from a file, and '{other}' plain numbers: \
                     evaluate them apart"
                );
            }
            return Ok(Task::Positions(wanted(names)));
        }
        let functions = functions(&others, &args.weights)?;
        // Those that were named before it stand before it.
        let named = |f: &&Function| before.iter().any(|name| name == "all" || name == f.name());
        let at = functions.iter().take_while(named).count();
        Ok(Task::Numbers(functions, Some(at)))
    }

    /// The table, over `range` if there is one.
    fn schema(&self, range: Option<&Range<u128>>) -> Result<Schema, Error> {
        let mut fields: Vec<Field> = match self {
            Task::Cold => {
                [("a", Kind::U64), ("b", Kind::U64), (COLD, Kind::U8)].map(Into::into).into()
            }
            Task::Sums => [("position", Kind::Text), (NIM_SUM, Kind::U8), ("outcome", Kind::U8)]
                .map(Into::into)
                .into(),
            Task::Positions(wanted) => {
                let column = |wanted: &Wanted| match wanted {
                    Wanted::Grundy => (NIM_GRUNDY, Kind::U8),
                    Wanted::Take => (NIM_TAKE, Kind::U64),
                };
                let heaps = [("heap", Kind::U64), ("cap", Kind::U64)];
                heaps.into_iter().chain(wanted.iter().map(column)).map(Into::into).collect()
            }
            Task::Numbers(functions, _) => match range {
                Some(range) => eval::range_fields(functions, range)?,
                None => eval::list_fields(functions),
            },
        };
        if let Task::Numbers(_, Some(at)) = self {
            fields.insert(1 + at, (NIM_GRUNDY, Kind::U8).into());
        }
        let rows = range.and_then(|range| u64::try_from(range.end - range.start).ok());
        Ok(Schema::new(fields, rows))
    }

    fn needs_table(&self) -> bool {
        match self {
            Task::Numbers(_, openings) => openings.is_some(),
            Task::Positions(wanted) => wanted.contains(&Wanted::Grundy),
            Task::Sums => true,
            Task::Cold => false,
        }
    }
}

/// The columns of a file of heaps and caps, each once.
fn wanted(names: &[String]) -> Vec<Wanted> {
    let mut wanted = Vec::new();
    for name in names {
        let one = if name == NIM_TAKE { Wanted::Take } else { Wanted::Grundy };
        if !wanted.contains(&one) {
            wanted.push(one);
        }
    }
    wanted
}

/// Runs it.
///
/// # Errors
/// Whatever stops it, as a sentence.
pub fn run(args: &EvalArgs) -> Result<()> {
    let Names(names) = &args.quantities;
    let mut task = Task::of(args)?;
    if args.table.table.is_some() && !task.needs_table() {
        bail!("--table is the table of '{NIM_GRUNDY}' and '{NIM_SUM}': name one, or leave it out");
    }
    // What cannot be done is said before a device or a file is touched.
    let range = args.range.map(|range| range.start..range.end);
    if let (Task::Numbers(functions, openings), Some(range)) = (&mut task, &range) {
        if !functions.is_empty() {
            *functions = fitting(core::mem::take(functions), names, range)?;
        }
        if openings.is_some() {
            possible_openings(range, args)?;
        }
        if range.is_empty() {
            note(format_args!(
                "the range {}..{} is empty: there are no rows",
                range.start, range.end
            ));
        }
    }
    // From here on a first Ctrl-C lets what is begun be cleaned up.
    interrupt::listen()?;
    let progress = Progress::new(args.progress.progress, args.range.map(|range| range.len()));
    let advance = |more| progress.advance(more);
    let mut input = args.input.as_deref().map(Lines::open).transpose()?;
    if let (Task::Numbers(..), Some(lines), [only]) = (&task, &mut input, &names[..])
        && only == NIM_TAKE
        && lines.peek(&advance)?.is_some_and(|line| line.contains([':', ',', ' ', '\t']))
    {
        task = Task::Positions(vec![Wanted::Take]);
    }
    let saved = args.table.table.as_ref().map(|path| nim_table::load(path, args.table.memory));
    let mut table = saved.transpose()?.map_or_else(|| Table::made(args.table.memory), Table::saved);
    let mut out = open_table(args.output.as_deref(), args.format, task.schema(range.as_ref())?)?;
    let engine = Engine::new(backends::preferred(&args.backend)?);
    match (&task, &mut input, &range) {
        (Task::Cold, Some(lines), _) => eval::cold(&engine, lines, &mut out, &advance)?,
        (Task::Sums, Some(lines), _) => {
            nim::sums(&engine, &mut table, lines, &mut out, &advance)?;
        }
        (Task::Positions(wanted), Some(lines), _) => {
            nim::positions(&engine, &mut table, wanted, lines, &mut out, &advance)?;
        }
        (Task::Numbers(functions, _), Some(lines), _) => {
            eval::list(&engine, functions, lines, &mut out, &advance)?;
        }
        (Task::Numbers(functions, at), None, Some(range)) => {
            let openings = match at.filter(|_| !range.is_empty()) {
                None => None,
                Some(at) => Some((at, openings(&mut table, range, &advance)?)),
            };
            let openings = openings.map(|(at, table)| Openings { table, at });
            eval::range(&engine, functions, openings, range, &mut out, &advance)?;
        }
        _ => unreachable!("the command line asks for a range or a file"),
    }
    progress.finish();
    Ok(out.finish()?.commit()?)
}

/// Whether the openings of a range can be told, without any work.
fn possible_openings(range: &Range<u128>, args: &EvalArgs) -> Result<()> {
    let Some(last) = range.clone().next_back() else { return Ok(()) };
    if last > LARGEST_HEAP.into() {
        bail!(
            "'{NIM_GRUNDY}' is known of heaps up to 2^31, and the range ends at {last}; for one \
             larger heap use 'phinum nim'"
        );
    }
    if args.table.table.is_none() {
        nim_table::possible(last as u64, args.table.memory)?;
    }
    Ok(())
}

/// The table of the openings of a range.
fn openings<'a>(
    table: &'a mut Table,
    range: &Range<u128>,
    advance: phinum_bulk::Progress<'_>,
) -> Result<&'a Thresholds> {
    let last = u32::try_from(range.end - 1)?;
    Ok(table.reaching(last, advance)?)
}
