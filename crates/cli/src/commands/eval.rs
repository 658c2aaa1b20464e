//! `phinum eval`: a table of values.

use anyhow::{Result, bail};
use phinum_bulk::engine::Engine;
use phinum_bulk::eval;
use phinum_bulk::input::Lines;
use phinum_bulk::output::Writer;

use crate::args::{EvalArgs, Names};
use crate::note::note;
use crate::output::open;
use crate::progress::Progress;
use crate::quantities::{COLD, fitting, functions};
use crate::{backends, interrupt};

/// Runs it.
///
/// # Errors
/// Whatever stops it, as a sentence.
pub fn run(args: &EvalArgs) -> Result<()> {
    let Names(names) = &args.quantities;
    let cold = names.iter().any(|name| name == COLD);
    if cold && names.len() > 1 {
        bail!("'cold' is a quantity of pairs: evaluate it alone, with --input FILE");
    }
    if cold && args.input.is_none() {
        bail!("'cold' is a quantity of pairs: give them with --input FILE, A,B a line");
    }
    let mut functions = if cold { Vec::new() } else { functions(names, &args.weights)? };
    // What cannot be done is said before a device or a file is touched.
    if let Some(range) = args.range {
        functions = fitting(functions, names, &(range.start..range.end))?;
        if range.len() == 0 {
            note(format_args!("the range {range} is empty: there are no rows"));
        }
    }
    // From here on a first Ctrl-C lets what is begun be cleaned up.
    interrupt::listen()?;
    let mut input = args.input.as_deref().map(Lines::open).transpose()?;
    let (target, name) = open(args.output.as_deref())?;
    let engine = Engine::new(backends::preferred(&args.backend)?);
    let header = if cold {
        ["a", "b", COLD].map(String::from).to_vec()
    } else {
        let names = functions.iter().map(|function| function.name().to_owned());
        core::iter::once("n".to_owned()).chain(names).collect()
    };
    let mut out = Writer::new(target, name, args.format.into(), header);

    let total = args.range.map(|range| range.len());
    let progress = Progress::new(args.progress.progress, total);
    let advance = |more| progress.advance(more);
    match (&mut input, args.range) {
        (Some(lines), _) if cold => eval::cold(&engine, lines, &mut out, &advance)?,
        (Some(lines), _) => eval::list(&engine, &functions, lines, &mut out, &advance)?,
        (None, Some(range)) => {
            eval::range(&engine, &functions, &(range.start..range.end), &mut out, &advance)?;
        }
        (None, None) => unreachable!("the command line asks for a range or a file"),
    }
    progress.finish();
    Ok(out.finish()?.commit()?)
}
