//! Notes on standard error. That it is full or gone is no reason to fail: there is
//! nobody to tell.

use std::fmt::Display;
use std::io::Write;

/// Says something on a line of its own.
pub fn note(what: impl Display) {
    line(format_args!("phinum: {what}"));
}

/// Says why the command failed.
pub fn error(what: impl Display) {
    line(format_args!("error: {what}"));
}

fn line(text: impl Display) {
    // One write, so that lines of several processes do not mix.
    let _ = std::io::stderr().write_all(format!("{text}\n").as_bytes());
}
