//! Histograms for a terminal: a bar a row, as wide as there is room.

use std::ops::RangeInclusive;

use phinum_core::backend::LengthHistogram;

/// The most rows.
const ROWS: u32 = 24;
/// What is drawn on where the terminal does not say, and in files.
const WIDTH: usize = 80;
/// The least a bar may have, however narrow the terminal.
const LEAST: usize = 8;
/// Bars in eighths of a character.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// A row.
pub struct Row {
    /// What it counts.
    pub label: String,
    /// How many there are.
    pub count: u64,
    /// What stands beside the count.
    pub note: String,
}

/// The width of the terminal.
pub fn width() -> usize {
    let terminal = console::Term::stdout();
    if !terminal.is_term() {
        return WIDTH;
    }
    terminal.size_checked().map_or(WIDTH, |(_, columns)| columns.into())
}

/// The lengths from the shortest to the longest in at most [`ROWS`] ranges as wide
/// as each other, and how many games are in each.
pub fn bins(lengths: &LengthHistogram) -> impl Iterator<Item = (RangeInclusive<u32>, u64)> {
    let (first, last) = lengths.extremes().unwrap_or((1, 0));
    let width = (last.wrapping_sub(first).wrapping_add(1)).div_ceil(ROWS).max(1);
    (first..=last).step_by(width as usize).map(move |from| {
        let range = from..=from.saturating_add(width - 1).min(last);
        (range.clone(), range.map(|length| lengths.count(length)).sum())
    })
}

/// The rows under a header, in `width` columns.
pub fn draw(header: [&str; 3], rows: &[Row], width: usize) -> String {
    let cells = |row: &Row| [row.label.clone(), row.count.to_string(), row.note.clone()];
    let widest = |column: usize| {
        let cells = rows.iter().map(|row| cells(row)[column].len());
        cells.chain([header[column].len()]).max().unwrap_or(0)
    };
    let columns = [widest(0), widest(1), widest(2)];
    let room = width.saturating_sub(columns.iter().sum::<usize>() + 3 * 2).max(LEAST);
    let most = rows.iter().map(|row| row.count).max().unwrap_or(0).max(1);
    let line = |cells: [&str; 3], bar: &str| {
        let [a, b, c] = columns;
        let line = format!("{:>a$}  {:>b$}  {:>c$}  {bar}", cells[0], cells[1], cells[2]);
        format!("{}\n", line.trim_end())
    };
    let bar = |count: u64| {
        let eighths = u128::from(count) * 8 * room as u128 / u128::from(most);
        format!("{}{}", "█".repeat((eighths / 8) as usize), EIGHTHS[(eighths % 8) as usize])
    };
    let mut text = line(header, "");
    for row in rows {
        let cells = cells(row);
        text += &line([&cells[0], &cells[1], &cells[2]], &bar(row.count));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_fill_the_width_and_never_more() {
        let row = |count| Row { label: "1-2".into(), count, note: String::new() };
        let rows = [row(160), row(80), row(1), row(0)];
        for width in [30, 80, 200] {
            let text = draw(["length", "games", ""], &rows, width);
            let widths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
            assert_eq!(widths[1], width);
            assert!(widths.iter().all(|&w| w <= width), "{text}");
        }
        assert!(draw(["", "", ""], &rows, 1).contains("████████\n"));
        let text = draw(["", "", ""], &rows, 7 + 6 + 20);
        assert!(text.lines().nth(4).unwrap().ends_with('0'), "{text}");
    }

    #[test]
    fn ranges_cover_every_length_once() {
        for (first, count) in [(0, 1), (5, 24), (5, 25), (100, 1000), (u32::MAX - 30, 31)] {
            let lengths: LengthHistogram = (0..count).map(|i| (first + i, 2)).collect();
            let bins: Vec<_> = bins(&lengths).collect();
            assert!(bins.len() <= ROWS as usize);
            assert_eq!(bins.iter().map(|bin| bin.1).sum::<u64>(), 2 * u64::from(count));
            assert!(bins.windows(2).all(|two| two[0].0.end() + 1 == *two[1].0.start()));
        }
        assert_eq!(bins(&LengthHistogram::default()).count(), 0);
    }
}
