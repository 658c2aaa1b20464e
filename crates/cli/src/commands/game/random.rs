//! `phinum game random`: games whose every move is chosen at random.

use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;
use dashu_int::UBig;
use phinum_bulk::engine::Engine;
use phinum_bulk::json::Integer;
use phinum_bulk::normality::{Normality, rounded};
use phinum_bulk::random_games::{Played, play};
use phinum_core::backend::{LengthHistogram, RandomGames};
use phinum_core::zeckendorf_game::lengths::Moments;
use phinum_core::zeckendorf_game::random::TaskError;
use phinum_core::zeckendorf_game::rules::ZECKENDORF;
use serde::Serialize;

use super::{no_game, word};
use crate::args::{BackendArgs, ProgressArgs, number_argument};
use crate::note::note;
use crate::progress::Progress;
use crate::{backends, histogram, interrupt, report};

#[derive(Debug, Args)]
pub struct RandomArgs {
    /// How many ones the games begin with, at most 3524577
    #[arg(value_name = "N", value_parser = number_argument, allow_hyphen_values = true)]
    pub n: UBig,
    /// How many games are played
    #[arg(long, value_name = "G", value_parser = number_argument, default_value = "100000")]
    pub games: UBig,
    /// What the moves are drawn from, below 2^64: the same seed gives the same games
    #[arg(long, value_name = "S", value_parser = number_argument, default_value = "1")]
    pub seed: UBig,
    /// The report as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub backend: BackendArgs,
    #[command(flatten)]
    pub progress: ProgressArgs,
}

#[derive(Serialize)]
struct Report {
    n: u32,
    games: Integer,
    seed: Integer,
    backend: String,
    software: bool,
    seconds: f64,
    moves: Integer,
    moves_per_second: f64,
    /// How many games were played again by the plain form.
    checked_games: Integer,
    shortest: u32,
    longest: u32,
    mean: f64,
    variance: f64,
    /// `null` where all lengths are equal, and so are those after it.
    skewness: Option<f64>,
    excess_kurtosis: Option<f64>,
    first_player_wins: Integer,
    second_player_wins: Integer,
    normality: Option<Normality>,
    histogram: Vec<Bin>,
}

#[derive(Serialize)]
struct Bin {
    length: u32,
    games: Integer,
}

/// Runs it.
///
/// # Errors
/// Whatever stops it, as a sentence.
pub fn run(args: &RandomArgs) -> Result<()> {
    interrupt::listen()?;
    let task = task(args)?;
    let engine = Engine::new(backends::preferred(&args.backend)?);
    let games = task.games().end;
    let progress = Progress::new(args.progress.progress, Some(games.into()));
    progress.say("games");
    let start = Instant::now();
    let Played { lengths, checked } = play(&engine, &task, &|more| progress.advance(more))?;
    let seconds = start.elapsed().as_secs_f64();
    progress.finish();

    let moments = lengths.moments().context("no game was played")?;
    let (shortest, longest) = lengths.extremes().context("no game was played")?;
    let normality = Normality::of(&lengths);
    let description = engine.description();
    let [first, second] = lengths.wins();
    let moves = lengths.moves();
    // A coarse clock may see no time pass.
    let moves_per_second = moves.to_f64().value() / seconds.max(1e-9);
    if !args.json {
        let mut text = table(&task, &lengths, &moments, normality.as_ref());
        text += &bars(&lengths, &moments);
        report::print(&text)?;
        // What differs from run to run is no part of the result.
        note(format_args!(
            "{moves} moves in {seconds:.1} s, {:.1} million a second, on {description}; \
             {checked} of the games played again move by move, with the same result",
            moves_per_second / 1e6
        ));
        return Ok(());
    }
    let bin = |(length, games): (u32, u64)| Bin { length, games: Integer::from(u128::from(games)) };
    report::print_json(&Report {
        n: task.n(),
        games: Integer::from(u128::from(games)),
        seed: Integer::from(u128::from(task.seed())),
        backend: description.to_string(),
        software: description.software,
        seconds,
        moves: Integer::from(&moves),
        moves_per_second,
        checked_games: Integer::from(u128::from(checked)),
        shortest,
        longest,
        mean: moments.mean,
        variance: moments.variance,
        skewness: moments.skewness,
        excess_kurtosis: moments.excess_kurtosis,
        first_player_wins: Integer::from(u128::from(first)),
        second_player_wins: Integer::from(u128::from(second)),
        normality,
        histogram: lengths.iter().map(bin).collect(),
    })
}

fn task(args: &RandomArgs) -> Result<RandomGames> {
    if args.n == UBig::ZERO {
        return no_game();
    }
    let (games, seed) = (word("games", &args.games)?, word("seed", &args.seed)?);
    let n = u64::try_from(&args.n).map_err(|_| TaskError::TooMany {
        n: args.n.clone(),
        most: RandomGames::most(&ZECKENDORF),
    })?;
    Ok(RandomGames::new(&ZECKENDORF, n, seed, 0..games)?)
}

fn table(
    task: &RandomGames,
    lengths: &LengthHistogram,
    moments: &Moments,
    normality: Option<&Normality>,
) -> String {
    let games = lengths.games();
    let (shortest, longest) = lengths.extremes().unwrap_or_default();
    let [first, second] = lengths.wins();
    let wins = |wins: u64| format!("{wins} ({:.3}%)", wins as f64 / games as f64 * 100.0);
    let row = |name: &str, value: String| vec![name.to_owned(), value];
    let optional = |value: Option<f64>| {
        value.map_or_else(|| "none: all lengths are equal".into(), |value| format!("{value:.5}"))
    };
    let mut rows = vec![
        row("n", task.n().to_string()),
        row("games", games.to_string()),
        row("seed", task.seed().to_string()),
        row("shortest, longest", format!("{shortest}, {longest}")),
        row("mean length", format!("{:.4}", moments.mean)),
        row("variance", format!("{:.4}", moments.variance)),
        row("skewness", optional(moments.skewness)),
        row("excess kurtosis", optional(moments.excess_kurtosis)),
        row("player 1 wins", wins(first)),
        row("player 2 wins", wins(second)),
    ];
    if let Some(normality) = normality {
        let shown = |s: &phinum_bulk::normality::Statistic| {
            let plural = if s.degrees_of_freedom == 1 { "degree" } else { "degrees" };
            let p = if s.p > 0.0 { format!("= {:.3e}", s.p) } else { "< 1e-300".into() };
            format!("{:.2} with {} {plural} of freedom, p {p}", s.value, s.degrees_of_freedom)
        };
        let chi_square = normality.chi_square.as_ref();
        let few = || "none: too few lengths with five games expected".to_owned();
        rows.push(row("chi-square", chi_square.map_or_else(few, shown)));
        rows.push(row("Jarque-Bera", shown(&normality.jarque_bera)));
        rows.push(row("distance", format!("{:.5}", normality.distance)));
    }
    report::table(&[], rows, &[])
}

/// The histogram, and what a Gaussian would have in its place.
fn bars(lengths: &LengthHistogram, moments: &Moments) -> String {
    let law = rounded(moments);
    let games = lengths.games() as f64;
    let rows: Vec<histogram::Row> = histogram::bins(lengths)
        .map(|(range, count)| {
            let (from, to) = (*range.start(), *range.end());
            let expected = law.as_ref().map(|law| {
                let below = from.checked_sub(1).map_or(0.0, law);
                format!("{:.0}", (law(to) - below) * games)
            });
            let label = if from == to { from.to_string() } else { format!("{from}-{to}") };
            histogram::Row { label, count, note: expected.unwrap_or_default() }
        })
        .collect();
    // Of lengths all alike there is none.
    let beside = if law.is_some() { "Gaussian" } else { "" };
    format!("\n{}", histogram::draw(["length", "games", beside], &rows, histogram::width()))
}
