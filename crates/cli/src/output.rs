//! Where a command's table goes.

use std::path::Path;

use anyhow::{Result, bail};
use clap::ValueEnum;
use phinum_bulk::Error;
use phinum_bulk::output::{Format, Schema, Target, Writer};

use crate::args::FormatChoice;

/// The file at `path`, or standard output without one or for `-`; and what messages
/// call it.
///
/// # Errors
/// [`Error::Io`] if it cannot be written.
pub fn open(path: Option<&Path>) -> Result<(Target, String), Error> {
    match path.filter(|path| !is_stdout(path)) {
        None => Ok((Target::stdout(), "standard output".to_owned())),
        Some(path) => Ok((Target::file(path)?, path.display().to_string())),
    }
}

/// A table on what [`open`] opens, in the format asked for or else that of the file's
/// name.
///
/// # Errors
/// As [`open`]; a format that holds no such table; bytes on a terminal.
pub fn open_table(
    path: Option<&Path>,
    format: Option<FormatChoice>,
    schema: Schema,
) -> Result<Writer<Target>> {
    let format = Format::from(format.unwrap_or_else(|| by_extension(path)));
    let (target, name) = open(path)?;
    if !format.is_text() && target.is_terminal() {
        bail!("{format:?} is not for a terminal: write it to a file with -o FILE, or into a pipe");
    }
    Ok(Writer::new(target, name, format, schema)?)
}

/// The format that a file's name ends in; without one that is known, CSV.
fn by_extension(path: Option<&Path>) -> FormatChoice {
    let extension = path.and_then(Path::extension).and_then(|extension| extension.to_str());
    let named = |choice: &&FormatChoice| {
        extension.is_some_and(|one| one.eq_ignore_ascii_case(Format::from(**choice).extension()))
    };
    FormatChoice::value_variants().iter().find(named).copied().unwrap_or(FormatChoice::Csv)
}

/// Whether a path stands for standard output.
pub fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

impl From<FormatChoice> for Format {
    fn from(choice: FormatChoice) -> Format {
        match choice {
            FormatChoice::Csv => Format::Csv,
            FormatChoice::Jsonl => Format::Jsonl,
            FormatChoice::Npy => Format::Npy,
            FormatChoice::Parquet => Format::Parquet,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_choose_formats() {
        for (name, format) in [
            ("a.csv", FormatChoice::Csv),
            ("a.b/c.jsonl", FormatChoice::Jsonl),
            ("A.NPY", FormatChoice::Npy),
            ("a.csv.parquet", FormatChoice::Parquet),
            ("parquet", FormatChoice::Csv),
            (".npy", FormatChoice::Csv),
            ("a.txt", FormatChoice::Csv),
            ("-", FormatChoice::Csv),
        ] {
            assert_eq!(by_extension(Some(Path::new(name))), format, "{name}");
        }
        assert_eq!(by_extension(None), FormatChoice::Csv);
    }
}
