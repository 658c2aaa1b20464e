//! What `phinum game solve` found, as text and as JSON.

use dashu_int::UBig;
use phinum_bulk::json::Integer;
use phinum_core::zeckendorf_game::solver::alliance::Alliance;
use phinum_core::zeckendorf_game::solver::{Lengths, Space};
use serde_json::{Value, json};

use super::solve::Solved;
use crate::report;

/// The longest bar.
const BAR: u32 = 40;

/// As a table, with a histogram if there are lengths.
pub fn text(solved: &Solved) -> String {
    let outcome = &solved.outcome;
    let rows = [
        ("n", solved.n.to_string()),
        ("positions", solved.positions.to_string()),
        ("winner", format!("player {}", outcome.winner())),
        ("Grundy value", outcome.grundy.to_string()),
        ("shortest game", outcome.shortest.to_string()),
        ("longest game", outcome.longest.to_string()),
    ];
    let mut rows: Vec<_> = rows.map(|(name, value)| vec![name.to_owned(), value]).into();
    rows.extend(solved.plays.iter().map(|plays| vec!["plays".to_owned(), plays.to_string()]));
    if let Some(lengths) = &solved.lengths {
        let moments = Moments::of(lengths);
        rows.push(vec!["mean length of a play".to_owned(), format!("{:.6}", moments.mean)]);
        rows.push(vec!["standard deviation".to_owned(), format!("{:.6}", moments.deviation)]);
    }
    let table = report::table(&[], rows, &[]);
    match &solved.lengths {
        Some(lengths) => format!("{table}\n{}", histogram(lengths)),
        None => table,
    }
}

fn histogram(lengths: &Lengths) -> String {
    let most = lengths.plays.iter().max().cloned().unwrap_or_default();
    let total = lengths.total();
    let row = |(length, plays): (u32, &UBig)| {
        let bar = u32::try_from(plays * BAR / &most).unwrap_or(0);
        let percent = format!("{:.4}%", share(plays, &total) * 100.0);
        vec![length.to_string(), percent, "█".repeat(bar as usize), plays.to_string()]
    };
    let rows = lengths.iter().map(row).collect();
    report::table(&["length", "share", "", "plays"], rows, &[0, 1])
}

/// `part / whole` to fifteen digits.
fn share(part: &UBig, whole: &UBig) -> f64 {
    let scale = 10u64.pow(15);
    u64::try_from(part * scale / whole).map_or(1.0, |share| share as f64 / scale as f64)
}

/// Of a play drawn from all plays alike.
struct Moments {
    mean: f64,
    deviation: f64,
}

impl Moments {
    fn of(lengths: &Lengths) -> Moments {
        let total = lengths.total();
        let sum = |power: usize| -> UBig {
            lengths.iter().map(|(length, plays)| plays * UBig::from(length).pow(power)).sum()
        };
        let (first, second) = (sum(1), sum(2));
        // Exact until the last step: Var = (total · Σ x² − (Σ x)²) / total².
        let spread = &total * second - first.pow(2);
        let scale = UBig::from(10u64).pow(12);
        let ratio = |a: &UBig, b: &UBig| {
            let scaled = u128::try_from(a * &scale / b).unwrap_or(u128::MAX);
            scaled as f64 / 1e12
        };
        Moments { mean: ratio(&first, &total), deviation: ratio(&spread, &total.pow(2)).sqrt() }
    }
}

/// As JSON.
pub fn json(solved: &Solved) -> Value {
    let outcome = &solved.outcome;
    let mut value = json!({
        "n": solved.n,
        "positions": Integer::from(u128::from(solved.positions)),
        "winner": outcome.winner(),
        "grundy": outcome.grundy,
        "shortest": outcome.shortest,
        "longest": outcome.longest,
    });
    if let Some(plays) = &solved.plays {
        value["plays"] = json!(Integer::from(plays));
    }
    if let Some(lengths) = &solved.lengths {
        let moments = Moments::of(lengths);
        let row = |(length, plays)| json!({ "length": length, "plays": Integer::from(plays) });
        value["mean"] = json!(moments.mean);
        value["standard_deviation"] = json!(moments.deviation);
        value["distribution"] = lengths.iter().map(row).collect();
    }
    value
}

/// Which alliances win, as text.
pub fn alliances(space: &Space, players: u32, results: &[(Alliance, bool)]) -> String {
    let mut rows = vec![
        vec!["n".to_owned(), space.n().to_string()],
        vec!["positions".to_owned(), space.states().to_string()],
        vec!["players".to_owned(), players.to_string()],
    ];
    if let [(alliance, wins)] = results {
        let wins = if *wins { "has a winning strategy" } else { "has none: the others do" };
        rows.push(vec![format!("alliance {alliance}"), wins.to_owned()]);
        return report::table(&[], rows, &[]);
    }
    let won: Vec<Alliance> = results.iter().filter(|(_, wins)| *wins).map(|(a, _)| *a).collect();
    // What wins also wins with more players in it: the least say all.
    let least = won.iter().filter(|alliance| {
        !won.iter().any(|other| other != *alliance && alliance.includes(*other))
    });
    let mut least: Vec<String> = least.map(|alliance| format!("{{{alliance}}}")).collect();
    if least.is_empty() {
        least.push("none but all together".to_owned());
    }
    rows.push(vec!["least winning alliances".to_owned(), least.join(" ")]);
    report::table(&[], rows, &[])
}
