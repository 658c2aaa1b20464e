//! `phinum bench`: how many times as fast as named baselines, on this machine.

mod chart;
mod html;
mod report;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use phinum_benches::{Bench, Effort, Error, Listener, Ratio, game, gpu, nim, range, scattered};
use phinum_bulk::Error as JobError;
use phinum_bulk::output::Target;
use phinum_gpu::{Adapter, OpenError, Tuning};

use self::report::{Header, Report, Section};
use crate::args::{ProgressArgs, TuningArgs};
use crate::exit::CheckFailed;
use crate::note::{self, note};
use crate::output::is_stdout;
use crate::progress::Progress;
use crate::{backends, interrupt, report as printed, tuning};

/// How many times as fast phinum is as named baselines, measured here and now: medians of
/// pairs, each timed in turn, so that a machine whose speed drifts changes both sides.
///
/// Every result that is timed is checked; if one is wrong the exit code is 1.
#[derive(Debug, Args)]
pub struct BenchArgs {
    /// What is measured
    #[arg(value_enum, default_value_t)]
    pub group: Group,
    /// As long as for the tables of docs/performance.md: minutes
    #[arg(long)]
    pub full: bool,
    /// The report as JSON
    #[arg(long)]
    pub json: bool,
    /// A page with charts too, in one file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// The GPU adapter of `gpu`: its number in `phinum devices`, or a part of its name
    #[arg(long, value_name = "ADAPTER")]
    pub adapter: Option<String>,
    #[command(flatten)]
    pub tuning: TuningArgs,
    /// So little that it says nothing of speed: for tests
    #[arg(long, hide = true, conflicts_with = "full")]
    pub least: bool,
    #[command(flatten)]
    pub progress: ProgressArgs,
}

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Group {
    /// Filling ranges, against memset and the naive way
    Range,
    /// Listed numbers, against the naive way
    Scattered,
    /// A GPU, against copies on it, its own greedy numerals and the CPU
    Gpu,
    /// Fibonacci Nim, against the recursion as written
    Nim,
    /// The Zeckendorf game, against its plain forms
    Game,
    /// All of these; without an adapter the GPU is left out
    #[default]
    All,
}

impl Group {
    fn has(self, other: Group) -> bool {
        self == Group::All || self == other
    }
}

/// Runs it.
///
/// # Errors
/// [`CheckFailed`] for a wrong result; [`OpenError`] for a GPU that is asked for and is
/// not there; a file that cannot be written; an interrupt.
pub fn run(args: &BenchArgs) -> Result<()> {
    interrupt::listen()?;
    let effort = match (args.least, args.full) {
        (true, _) => Effort::Least,
        (_, true) => Effort::Full,
        _ => Effort::Quick,
    };
    // A file that cannot be written is known before anything is measured.
    let page = args.html.as_deref().map(file).transpose()?;
    let adapter = adapter(args)?;
    let header = Header::new(effort, adapter.as_ref());
    if !args.json {
        printed::print(&header.text())?;
    }
    let mut teller = Teller {
        report: Report { header, sections: Vec::new() },
        told: if args.json { None } else { Some(0) },
        progress: Progress::new(args.progress.progress, None),
    };
    let used = adapter.as_ref().map(|a| (a, tuning::in_force(a, args.tuning.gpu_tuning).tuning));
    measure(args.group, effort, used, &mut teller).map_err(ended)?;
    teller.tell()?;
    teller.progress.finish();
    let report = teller.report;
    if args.json {
        printed::print_json(&report)?;
    }
    if let Some((mut target, name)) = page {
        let written = target.write_all(html::page(&report).as_bytes());
        written.map_err(|e| JobError::writing(&name, e))?;
        target.commit()?;
    }
    Ok(())
}

/// The file that a page goes to, and its name.
fn file(path: &Path) -> Result<(Target, String)> {
    if is_stdout(path) {
        bail!("--html writes a file, and '-' is none: name one, such as bench.html");
    }
    Ok((Target::file(path)?, path.display().to_string()))
}

/// The adapter that is measured; `None` if none is or, of all groups, none can be.
fn adapter(args: &BenchArgs) -> Result<Option<Adapter>> {
    if !args.group.has(Group::Gpu) {
        if args.adapter.is_some() {
            bail!("--adapter chooses the GPU of the group gpu, which is not measured here");
        }
        return Ok(None);
    }
    let adapters = backends::adapters();
    let found = match &args.adapter {
        Some(wanted) => adapters.find(wanted),
        None => adapters.best(),
    };
    match found {
        Ok(adapter) => Ok(Some(adapter.clone())),
        Err(error) if args.group == Group::All && args.adapter.is_none() => {
            note(format_args!("the group gpu is left out: {error}"));
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

/// Measures the groups one after another.
fn measure(
    group: Group,
    effort: Effort,
    gpu: Option<(&Adapter, Tuning)>,
    teller: &mut Teller,
) -> Result<(), Error> {
    if group.has(Group::Range) {
        range::measure(&mut Bench::new("range", effort, teller))?;
    }
    if group.has(Group::Scattered) {
        scattered::measure(&mut Bench::new("scattered", effort, teller))?;
    }
    if let Some((adapter, tuning)) = gpu {
        gpu::measure(&mut Bench::new("gpu", effort, teller), adapter, Some(tuning))?;
    }
    if group.has(Group::Nim) {
        nim::measure(&mut Bench::new("nim", effort, teller))?;
    }
    if group.has(Group::Game) {
        game::measure(&mut Bench::new("game", effort, teller))?;
    }
    Ok(())
}

/// What ended a measurement, as the command says it.
fn ended(error: Error) -> anyhow::Error {
    match error {
        Error::Listener(error) => error.into(),
        Error::Backend(error) => JobError::Backend(error).into(),
        Error::Open(error) => OpenError::into(error),
        wrong @ Error::Wrong { .. } => {
            note::error(wrong);
            CheckFailed.into()
        }
    }
}

/// Keeps what is measured, and prints a table as soon as it is whole.
struct Teller {
    report: Report,
    /// How many sections are printed; `None` if none is to be.
    told: Option<usize>,
    progress: Progress,
}

impl Teller {
    /// Prints what is not printed yet.
    fn tell(&mut self) -> Result<(), JobError> {
        let Some(told) = &mut self.told else { return Ok(()) };
        for section in &self.report.sections[*told..] {
            printed::print(&section.text())?;
            *told += 1;
        }
        Ok(())
    }
}

impl Listener for Teller {
    fn setting(&mut self, group: &'static str, setting: &str) -> Result<(), JobError> {
        self.tell()?;
        self.progress.say(&format!("{group}: {setting}"));
        let section = Section { group, setting: setting.to_owned(), ratios: Vec::new() };
        self.report.sections.push(section);
        Ok(())
    }

    fn ratio(&mut self, ratio: Ratio) -> Result<(), JobError> {
        let section = self.report.sections.last_mut();
        section.expect("a setting comes before its ratios").ratios.push(ratio);
        Ok(())
    }

    fn go_on(&mut self) -> Result<(), JobError> {
        self.progress.advance(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_result_is_a_failed_check_and_nothing_else_is() {
        assert!(ended(Error::Wrong { what: "terms".into() }).is::<CheckFailed>());
        assert!(ended(Error::Open(OpenError::NoAdapter)).is::<OpenError>());
        let interrupted = ended(Error::Listener(JobError::Interrupted));
        assert!(matches!(interrupted.downcast_ref(), Some(JobError::Interrupted)));
    }
}
