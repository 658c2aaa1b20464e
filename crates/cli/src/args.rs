//! What the command line says. Completions and the man page are made from this.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum};
use dashu_int::UBig;

use crate::commands::bench::BenchArgs;
use crate::commands::game::GameCommand;
use crate::commands::nim::NimArgs;
use crate::commands::run::{FolderArgs, ResumeArgs, RunArgs, ShardArgs};
use crate::commands::search::{CountArgs, FindArgs, RecordsArgs};
use crate::commands::statistics::StatisticsArgs;
use crate::commands::sum_of::SumOfArgs;
use crate::commands::wythoff::WythoffArgs;
use crate::memory::{DEFAULT_MEMORY, size};
use crate::number;
use crate::range::{self, Interval};
use crate::tuning::Choice;

/// Fibonacci numeration and the games it settles, for every n of a huge range, on
/// the CPU and on any GPU, each checked against the other and against exact sums.
///
/// A number is an exact expression: 1e9, 10^18, 2^64-1, 1_000_000, 0xff, F(90)
/// (with F(1) = 1, F(2) = 2), + - * / % ^ ( ). A RANGE is A..B (without B),
/// A..=B (with B) or A..+LENGTH.
///
/// Exit codes: 0 fine; 1 a mismatch or a failed check; 2 usage, input or output;
/// 3 no adapter; 75 not now, but running it again can help; 130 interrupted, after
/// what was done is safe.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Evaluate quantities for every n of a range, or every number of a file
    Eval(EvalArgs),
    /// Evaluate a range on every backend and check each against the others
    Compare(CompareArgs),
    /// Add up a quantity over a range of any length, exactly
    Sum(StatisticsArgs),
    /// Sum, mean, variance, extremes and distribution over a range, exactly
    Stats(StatisticsArgs),
    /// Count the numbers of a range that fulfil a condition
    Count(CountArgs),
    /// List the numbers of a range that fulfil a condition
    Find(FindArgs),
    /// List the numbers at which a quantity exceeds all values before
    Records(RecordsArgs),
    /// Write a table of any length to a folder, certified, that survives being stopped
    ///
    /// A file a block; Ctrl-C, a kill, a crash, a full disk, a lost device: `phinum resume`
    /// goes on where it ended, and the result is the same byte for byte. Every block is
    /// certified before it counts: its file's own bytes are read back, and their sums
    /// compared with exact ones.
    Run(RunArgs),
    /// Go on with a run that was stopped
    Resume(ResumeArgs),
    /// Make one share of a run, as one of many machines
    ///
    /// Of the run's blocks, in order, part I of N as equal parts. All shards are begun with
    /// the same words but for --index, in one folder that they share, at any time and in
    /// any order; one that is there already is checked and made complete. `phinum merge`
    /// makes one run of them.
    Shard(ShardArgs),
    /// Make one run of its shards
    Merge(FolderArgs),
    /// Read all of a run again: every byte, every value, every sum
    Verify(FolderArgs),
    /// Show everything about one number of any size
    Show(ShowArgs),
    /// The Zeckendorf game: play it, measure it, solve it, sample it
    #[command(subcommand)]
    Game(GameCommand),
    /// Wythoff's game: cold or hot, pairs, Grundy values
    Wythoff(WythoffArgs),
    /// Fibonacci Nim: a sum of heaps, its value and every winning move; tables of it
    Nim(NimArgs),
    /// A sum of Fibonacci Nim, Wythoff's game and plain heaps: value and winning moves
    SumOf(SumOfArgs),
    /// Every published figure of four sources, computed again by exhaustive means
    ///
    /// Everything that four published sources state of the Zeckendorf game, Fibonacci
    /// Nim and Wythoff's game, computed again by means that do not assume it: what is
    /// claimed, what was published, what comes out, and whether they agree. What a
    /// source asks for and does not compute is computed too.
    ///
    /// Exits with 1 if a claim disagrees. An error of a source that is known, with what
    /// is right, is listed as an erratum and is no disagreement.
    Census(CensusArgs),
    /// How many times as fast as named baselines, on this machine, with charts
    Bench(BenchArgs),
    /// List the CPU and the GPU adapters
    Devices(DevicesArgs),
    /// Check known answers and conformance on every backend present
    Selftest(SelftestArgs),
    /// Print a shell's completion script
    Completions(CompletionsArgs),
    /// Print the man page
    Man(ManArgs),
}

/// Which backend does the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum BackendChoice {
    /// A hardware GPU that passes the self-test, else the CPU
    #[default]
    Auto,
    /// The CPU
    Cpu,
    /// A GPU adapter, a software one if there is no other
    Gpu,
}

/// Which backends are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum Compare {
    /// The CPU and every GPU adapter; without any, two paths of the CPU
    #[default]
    All,
    /// Two paths of the CPU
    Cpu,
    /// As all, but without an adapter it is an error
    Gpu,
}

#[derive(Debug, Args)]
pub struct BackendArgs {
    /// Which backend does the work
    #[arg(long, value_enum, default_value_t)]
    pub backend: BackendChoice,
    /// The GPU adapter: its number in `phinum devices`, or a part of its name
    #[arg(long, value_name = "ADAPTER")]
    pub adapter: Option<String>,
    #[command(flatten)]
    pub tuning: TuningArgs,
}

#[derive(Clone, Copy, Debug, Default, Args)]
pub struct TuningArgs {
    /// How ranges are cut on a GPU: `default`, or some of
    /// K=24,values=16,reads=128,workgroup=256; without it as was measured to be fastest
    #[arg(long, value_name = "TUNING", env = "PHINUM_GPU_TUNING", hide_env_values = true)]
    pub gpu_tuning: Option<Choice>,
}

/// Names separated by commas.
#[derive(Clone, Debug)]
pub struct Names(pub Vec<String>);

impl FromStr for Names {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names: Vec<String> = text.split(',').map(|name| name.trim().to_owned()).collect();
        if names.iter().any(String::is_empty) {
            return Err("a name is missing between the commas".into());
        }
        Ok(Names(names))
    }
}

/// When progress is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum ProgressChoice {
    /// A bar on a terminal, nothing elsewhere
    #[default]
    Auto,
    /// A line now and then
    Plain,
    /// Nothing
    Never,
}

#[derive(Debug, Args)]
pub struct ProgressArgs {
    /// Progress on standard error
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub progress: ProgressChoice,
}

#[derive(Debug, Args)]
pub struct WeightsArgs {
    /// A table of weights of your own, one whole number a line, the first for
    /// F_1 = 1: its additive function is the quantity `weights`
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct TableArgs {
    /// A table of Fibonacci Nim, as `phinum nim table --save` made it; without one it
    /// is computed
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
    /// The most memory a table may take, in bytes or with K, M, G or T
    #[arg(long, value_name = "SIZE", default_value = DEFAULT_MEMORY, value_parser = size,
          allow_hyphen_values = true)]
    pub memory: u64,
}

/// A table's format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FormatChoice {
    /// Comma-separated values with a header
    Csv,
    /// A JSON object a line, integers above 2^53 as strings
    Jsonl,
    /// NumPy's, a record a row, integers of 128 bits as two of 64
    Npy,
    /// Apache Parquet
    Parquet,
}

#[derive(Debug, Args)]
#[command(override_usage = "phinum eval [OPTIONS] <QUANTITY,…> <RANGE | --input FILE>",
          after_help = crate::quantities::help())]
pub struct EvalArgs {
    /// Quantities, separated by commas; `all` of them; `nim-grundy` with or without
    /// others; or `cold` or `nim-sum` alone, for positions from a file
    #[arg(value_name = "QUANTITY,…")]
    pub quantities: Names,
    /// The numbers
    #[arg(value_parser = range_argument, allow_hyphen_values = true,
          required_unless_present = "input", conflicts_with = "input")]
    pub range: Option<Interval>,
    /// Listed numbers instead, one a line (for `cold` two, A,B; for `nim-grundy` and
    /// `nim-take` HEAP:CAP; for `nim-sum` heaps); - is standard input
    #[arg(long, short, value_name = "FILE")]
    pub input: Option<PathBuf>,
    #[command(flatten)]
    pub table: TableArgs,
    /// The format; without it that of the file's name (.csv, .jsonl, .npy, .parquet), or csv
    #[arg(long, short, value_enum)]
    pub format: Option<FormatChoice>,
    /// Where the table goes; - is standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub weights: WeightsArgs,
    #[command(flatten)]
    pub backend: BackendArgs,
    #[command(flatten)]
    pub progress: ProgressArgs,
}

#[derive(Debug, Args)]
#[command(allow_missing_positional = true, after_help = crate::quantities::help())]
pub struct CompareArgs {
    /// Quantities, separated by commas or spaces; all of them if none is given; or `cold`
    /// for every pair of heaps from the range
    #[arg(value_name = "QUANTITY,…")]
    pub quantities: Vec<Names>,
    /// The numbers
    #[arg(value_parser = range_argument, allow_hyphen_values = true, required = true)]
    pub range: Interval,
    /// The report as JSON
    #[arg(long)]
    pub json: bool,
    /// Backends to compare
    #[arg(long, value_enum, default_value_t)]
    pub backend: Compare,
    /// Only this GPU adapter: its number in `phinum devices`, or a part of its name
    #[arg(long, value_name = "ADAPTER")]
    pub adapter: Option<String>,
    #[command(flatten)]
    pub tuning: TuningArgs,
    #[command(flatten)]
    pub weights: WeightsArgs,
    #[command(flatten)]
    pub progress: ProgressArgs,
}

#[derive(Debug, Args)]
pub struct ShowArgs {
    /// The number, of any size up to some 9800 digits
    #[arg(value_name = "N", value_parser = number_argument, allow_hyphen_values = true)]
    pub n: UBig,
    /// As JSON, a key a quantity
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub weights: WeightsArgs,
}

#[derive(Debug, Args)]
pub struct CensusArgs {
    /// As JSON, an object a claim
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub progress: ProgressArgs,
}

#[derive(Debug, Args)]
pub struct DevicesArgs {
    /// As JSON
    #[arg(long)]
    pub json: bool,
    /// Measure now which tuning suits each GPU adapter, and keep it for later commands
    #[arg(long)]
    pub tune: bool,
    /// Measure only this GPU adapter: its number, or a part of its name
    #[arg(long, value_name = "ADAPTER", requires = "tune")]
    pub adapter: Option<String>,
    #[command(flatten)]
    pub tuning: TuningArgs,
}

#[derive(Debug, Args)]
pub struct SelftestArgs {
    /// As JSON
    #[arg(long)]
    pub json: bool,
    /// Only a second's worth of each part
    #[arg(long)]
    pub quick: bool,
    /// Only this GPU adapter: its number in `phinum devices`, or a part of its name
    #[arg(long, value_name = "ADAPTER")]
    pub adapter: Option<String>,
    #[command(flatten)]
    pub tuning: TuningArgs,
}

#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub struct ManArgs {
    /// The page of one command; the main page otherwise
    pub command: Option<String>,
}

pub fn range_argument(text: &str) -> Result<Interval, String> {
    range::parse(text).map_err(|error| error.render(text))
}

pub fn number_argument(text: &str) -> Result<UBig, String> {
    number::parse(text).map_err(|error| error.render(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }
}
