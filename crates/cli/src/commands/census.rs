//! `phinum census`: every figure of the sources, computed again.

use anyhow::Result;
use phinum_core::census::{self, Claim, Row, Said, Source, Verdict, agree};
use serde::Serialize;

use crate::args::{CensusArgs, ProgressChoice};
use crate::exit::CheckFailed;
use crate::progress::Progress;
use crate::{interrupt, report};

/// The widths of the table's columns.
const WIDTHS: [u16; 4] = [50, 19, 20, 11];

/// A claim as JSON.
#[derive(Serialize)]
struct Entry {
    source: &'static str,
    place: &'static str,
    claim: &'static str,
    by: &'static str,
    /// `null` where it is asked for and not printed.
    published: Option<String>,
    computed: String,
    /// By a second route or an independent program; `null` where there is but one.
    again: Option<String>,
    /// `null` where nothing is printed and there is one route.
    agree: Option<bool>,
    /// What is right and why, where the source is known to be wrong.
    erratum: Option<Erratum>,
}

#[derive(Serialize)]
struct Erratum {
    right: String,
    why: &'static str,
}

/// Runs it.
///
/// # Errors
/// [`CheckFailed`] if a claim disagrees; an interrupt.
pub fn run(args: &CensusArgs) -> Result<()> {
    interrupt::listen()?;
    let claims = census::claims();
    let rows = compute(&claims, args.progress.progress)?;
    if args.json {
        report::print_json(&rows.iter().map(entry).collect::<Vec<_>>())?;
    } else {
        report::print(&text(&rows))?;
    }
    passed(&rows)
}

/// Computes the claims, with progress; an interrupt ends it.
fn compute(claims: &[Claim], choice: ProgressChoice) -> Result<Vec<Row<'_>>> {
    let progress = Progress::new(choice, Some(claims.len() as u128));
    let (mut done, mut stop) = (0, None);
    let computed = census::run(claims, &mut |now| {
        if done == 0 || now.done > done {
            progress.say(now.claim);
        }
        let advanced = progress.advance((now.done - done) as u128);
        done = now.done;
        stop = advanced.err();
        stop.is_none()
    });
    progress.finish();
    match (computed, stop) {
        (Ok(rows), _) => Ok(rows),
        (Err(_), Some(interrupted)) => Err(interrupted.into()),
        (Err(stopped), None) => Err(stopped.into()),
    }
}

/// What the command's exit code says.
fn passed(rows: &[Row<'_>]) -> Result<()> {
    if agree(rows) { Ok(()) } else { Err(CheckFailed.into()) }
}

fn entry(row: &Row<'_>) -> Entry {
    let claim = row.claim;
    Entry {
        source: claim.source.title(),
        place: claim.place,
        claim: claim.claim,
        by: claim.by,
        published: claim.printed().map(|figure| figure.to_string()),
        computed: row.finding.value.to_string(),
        again: row.finding.again.as_ref().map(ToString::to_string),
        agree: match row.verdict {
            Verdict::Agrees => Some(true),
            Verdict::Disagrees | Verdict::Erratum => Some(false),
            Verdict::Unchecked => None,
        },
        erratum: match claim.said {
            Said::Wrongly { right, why, .. } => Some(Erratum { right: right.to_string(), why }),
            _ => None,
        },
    }
}

fn text(rows: &[Row<'_>]) -> String {
    let mut text = String::new();
    for source in Source::ALL {
        let cells = rows.iter().filter(|row| row.claim.source == source).map(cells);
        let cells: Vec<_> = cells.collect();
        if !cells.is_empty() {
            let header = ["claim, and by what means", "published", "computed", "agree"];
            let table = report::wrapped_table(&header, cells, &WIDTHS);
            text += &format!("{}\n\n{table}\n", source.title());
        }
    }
    text + &summary(rows)
}

fn cells(row: &Row<'_>) -> Vec<String> {
    let claim = row.claim;
    let mut what = format!("{}\n  {}", claim.claim, claim.by);
    if let Said::Wrongly { why, .. } = claim.said {
        what += &format!("\nerratum: {why}");
    }
    let published = claim.printed().map_or("(asked for)".to_owned(), |figure| figure.to_string());
    let mut computed = row.finding.value.to_string();
    if let Some(again) = row.finding.again.as_ref().filter(|again| **again != row.finding.value) {
        computed += &format!("\nagain: {again}");
    }
    let agree = match row.verdict {
        Verdict::Agrees => "yes",
        Verdict::Disagrees => "NO",
        Verdict::Erratum => "erratum",
        Verdict::Unchecked => "one route",
    };
    vec![what, published, computed, agree.to_owned()]
}

/// What the words of the last column mean where they need saying, and on the last
/// line how many claims there are and how they fared.
fn summary(rows: &[Row<'_>]) -> String {
    let count = |verdict| rows.iter().filter(|row| row.verdict == verdict).count();
    let all = rows.len();
    let [agree, wrong, errata, single] =
        [Verdict::Agrees, Verdict::Disagrees, Verdict::Erratum, Verdict::Unchecked].map(count);
    if agree == all {
        return format!("{all} claims, all agree.\n");
    }
    let mut text = String::new();
    if errata > 0 {
        text += "erratum: the source is wrong, for the reason given, and what is right came out\n";
    }
    if single > 0 {
        text += "one route: computed in one way, with nothing published to compare\n";
    }
    let errata = if errata == 1 { "1 erratum".to_owned() } else { format!("{errata} errata") };
    let verdict = match wrong {
        0 => "none disagrees".to_owned(),
        1 => "1 DISAGREES".to_owned(),
        n => format!("{n} DISAGREE"),
    };
    text + &format!("{all} claims, {verdict}: {agree} agree, {errata}, {single} by one route.\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use phinum_core::census::Figure;

    /// Claims that are computed at once.
    fn some() -> Vec<Claim> {
        let quick = |claim: &Claim| claim.source == Source::NimTakes && claim.place != "program";
        census::claims().into_iter().filter(quick).collect()
    }

    fn altered() -> Vec<Claim> {
        let mut claims = some();
        let claim = claims.iter_mut().find(|claim| claim.claim == "10 is the sum of");
        claim.expect("a claim").said = Said::Printed(Figure::Numbers(&[5, 3, 2]));
        claims
    }

    #[test]
    fn an_altered_figure_fails_the_census() {
        let exit = |claims: &[Claim]| passed(&compute(claims, ProgressChoice::Never)?);
        assert!(exit(&some()).is_ok());
        let failed = exit(&altered()).unwrap_err();
        assert!(failed.is::<CheckFailed>(), "{failed}");
    }

    #[test]
    fn the_row_and_the_last_line_say_so() {
        let text_of = |claims: &[Claim]| text(&census::run(claims, &mut |_| true).unwrap());
        let (good, bad) = (text_of(&some()), text_of(&altered()));
        let all = some().len();
        assert!(good.ends_with(&format!("{all} claims, all agree.\n")), "{good}");
        let rest = all - 1;
        let last = format!("{all} claims, 1 DISAGREES: {rest} agree, 0 errata, 0 by one route.\n");
        assert!(bad.ends_with(&last), "{bad}");
        let row = bad.lines().find(|line| line.starts_with("10 is the sum of")).unwrap();
        assert_eq!(
            row.split_whitespace().skip(5).collect::<Vec<_>>(),
            ["5", "3", "2", "8", "2", "NO"]
        );
        assert!(text_of(&census::claims()[..6]).lines().all(|line| line.chars().count() <= 100));
    }
}
