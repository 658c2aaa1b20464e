//! What is said of runs.

use std::path::Path;

use phinum_bulk::run::{Damaged, Report, Share, Verified};
use serde_json::{Value, json};

use crate::report;

/// A number of bytes in a unit that reads well.
fn size(bytes: u128) -> String {
    let units = ["kB", "MB", "GB", "TB", "PB"];
    let mut size = bytes as f64;
    let mut unit = "bytes";
    for larger in units {
        if size < 1000.0 {
            break;
        }
        (size, unit) = (size / 1000.0, larger);
    }
    if unit == "bytes" { format!("{bytes} bytes") } else { format!("{size:.1} {unit}") }
}

fn count(number: u128, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

/// What there is of a run, as a person reads it.
pub fn text(report: &Report) -> String {
    let plan = &report.plan;
    let range = plan.range();
    let mut text = format!("{}..{}", range.start, range.end);
    if let Some(shard) = report.shard {
        text += &format!(", {shard}");
    }
    text += &format!(
        ": {} of {}, {} of {}\n\n",
        report.blocks,
        count(report.wanted.into(), "block"),
        size(report.bytes.0),
        plan.format().extension()
    );
    let rows = report.totals.iter().map(|total| {
        let mark = if total.exact { EXACT } else { SAMPLED };
        vec![total.quantity.clone(), mark.to_owned(), total.sum.0.to_string()]
    });
    text += &report::table(&["quantity", "", "sum"], rows.collect(), &[2]);
    text.push('\n');
    let legend = [
        (true, EXACT, "of every block, from its file's bytes, Σ f and Σ n·f are the exact sums"),
        (
            false,
            SAMPLED,
            "no exact sum is known; 256 values of each block were evaluated once more",
        ),
    ];
    for (exact, mark, meaning) in legend {
        if report.totals.iter().any(|total| total.exact == exact) {
            text += &format!("{mark}: {meaning}\n");
        }
    }
    text += &shares("made by", &report.made_by);
    text += &shares("made once more, and compared, by", &report.checked_by);
    for failure in &report.failures {
        text += &format!("block {}: {}\n", failure.block, failure.what);
    }
    text
}

const EXACT: &str = "=";
const SAMPLED: &str = "~";

fn shares(what: &str, shares: &[Share]) -> String {
    let line = |share: &Share| {
        format!("{what} {}: {}\n", share.backend, count(share.blocks.into(), "block"))
    };
    shares.iter().map(line).collect()
}

/// What was found by reading a run again.
pub fn verified(found: &Verified) -> String {
    let mut text: String = found.reports.iter().map(text_of).collect();
    for damaged in &found.damaged {
        text += &format!("DAMAGED {damaged}\n");
    }
    if let Some(what) = &found.conflict {
        text += &format!("CONFLICT {what}\n");
    }
    for path in &found.unknown {
        text += &format!("unknown {}: no record names it\n", path.display());
    }
    let files = found.reports.iter().map(|report| u128::from(report.blocks)).sum::<u128>();
    text += &match found.damaged.len() {
        0 if files == 0 => "No block is there yet that could be read.\n".to_owned(),
        0 => format!(
            "Every byte of {} was read: lengths, checksums, every n, and the sums and samples of \
             every quantity are right.\n",
            count(files, "file")
        ),
        1 => format!("1 file is damaged; on record are {}.\n", count(files, "block")),
        bad => format!("{bad} files are damaged; on record are {}.\n", count(files, "block")),
    };
    text
}

fn text_of(report: &Report) -> String {
    format!("{}\n", text(report))
}

/// The same as JSON.
pub fn verified_json(found: &Verified) -> Value {
    let damaged = found.damaged.iter().map(|Damaged { path, damage, shard }| {
        json!({
            "file": path.display().to_string(), "damage": damage.to_string(), "shard": shard
        })
    });
    let unknown = found.unknown.iter().map(|path| path.display().to_string());
    json!({
        "sound": found.is_sound(),
        "complete": found.is_complete(),
        "conflict": found.conflict,
        "lacking": found.lacking,
        "damaged": damaged.collect::<Vec<_>>(),
        "unknown": unknown.collect::<Vec<_>>(),
        "reports": found.reports,
    })
}

/// What is kept of a run that was stopped.
pub fn kept(folder: &Path, reports: &[Report]) -> String {
    match reports {
        [whole] if whole.shard.is_none() => format!(
            "{} of {} are kept; go on with: phinum resume {}",
            whole.blocks,
            count(whole.wanted.into(), "block"),
            quoted(folder)
        ),
        _ => "what was finished is kept; go on by running the shard again".to_owned(),
    }
}

/// A path as a shell takes it for one word.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_one_word() {
        for (path, word) in [
            ("a/b-c.1", "a/b-c.1"),
            ("a b", "'a b'"),
            ("it's", "'it'\\''s'"),
            ("$HOME", "'$HOME'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(Path::new(path)), word);
        }
    }

    #[test]
    fn sizes_have_units() {
        for (bytes, text) in
            [(0, "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (1 << 40, "1.1 TB")]
        {
            assert_eq!(size(bytes), text);
        }
    }
}
