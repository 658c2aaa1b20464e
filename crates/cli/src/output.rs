//! Where a command's table goes.

use std::path::Path;

use phinum_bulk::Error;
use phinum_bulk::output::{Format, Target};

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

/// Whether a path stands for standard output.
pub fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

impl From<FormatChoice> for Format {
    fn from(choice: FormatChoice) -> Format {
        match choice {
            FormatChoice::Csv => Format::Csv,
            FormatChoice::Jsonl => Format::Jsonl,
        }
    }
}
