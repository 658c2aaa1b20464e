//! Progress on standard error.

use std::cell::Cell;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use phinum_bulk::Error;

use crate::args::ProgressChoice;
use crate::interrupt;
use crate::note::note;

/// Lines of plain progress are at least this far apart.
const EVERY: Duration = Duration::from_secs(5);

/// Progress through a known amount of work, or an unknown one.
pub struct Progress {
    bar: ProgressBar,
    total: Option<u128>,
    done: Cell<u128>,
    plain: Option<Cell<Instant>>,
}

/// Numbers a second, to a few digits.
fn rate(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    let rate = state.per_sec();
    let _ = match rate {
        r if r >= 1e9 => write!(out, "{:.1} G/s", r / 1e9),
        r if r >= 1e6 => write!(out, "{:.1} M/s", r / 1e6),
        r if r >= 1e3 => write!(out, "{:.0} k/s", r / 1e3),
        r => write!(out, "{r:.0}/s"),
    };
}

impl Progress {
    /// Through `total` numbers.
    pub fn new(choice: ProgressChoice, total: Option<u128>) -> Progress {
        let shown = choice == ProgressChoice::Auto && std::io::stderr().is_terminal();
        let target = if shown {
            ProgressDrawTarget::stderr_with_hz(5)
        } else {
            ProgressDrawTarget::hidden()
        };
        // Beyond u64 the bar shows a part of it.
        let length = total.map(|t| u64::try_from(t).unwrap_or(u64::MAX));
        let bar = ProgressBar::with_draw_target(length, target);
        let template =
            "{msg} {wide_bar} {percent:>3}% {human_pos} of {human_len}, {rate}, {eta} left";
        if let (Some(_), Ok(style)) = (total, ProgressStyle::with_template(template)) {
            bar.set_style(style.with_key("rate", rate));
        }
        let plain = (choice == ProgressChoice::Plain).then(|| Cell::new(Instant::now()));
        Progress { bar, total, done: Cell::new(0), plain }
    }

    /// Says what is being done.
    pub fn say(&self, what: &str) {
        self.bar.set_message(what.to_owned());
    }

    /// Notes `more` numbers done.
    ///
    /// # Errors
    /// [`Error::Interrupted`] once an interrupt has come.
    pub fn advance(&self, more: u128) -> Result<(), Error> {
        let done = self.done.get() + more;
        self.done.set(done);
        self.bar.set_position(u64::try_from(done).unwrap_or(u64::MAX));
        if let Some(last) = &self.plain
            && last.get().elapsed() >= EVERY
        {
            last.set(Instant::now());
            match self.total {
                Some(total) => {
                    let percent = done as f64 / total as f64 * 100.0;
                    note(format_args!("{done} of {total} ({percent:.1}%)"));
                }
                None => note(format_args!("{done} done")),
            }
        }
        interrupt::check()
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
