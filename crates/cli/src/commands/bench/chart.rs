//! A chart of ratios in SVG: a bar from 1 to each median on a logarithmic scale, and a
//! whisker from the least to the greatest.
//!
//! What is drawn is well-formed XML. Its classes have their colours from the page.

use phinum_benches::Ratio;

use super::html::escaped;
use super::report::{Section, shown};

/// Widths in the drawing's own units, as everything here.
const WIDTH: f64 = 960.0;
/// Where the plot begins: left of it are the labels.
const LEFT: f64 = 270.0;
/// Where it ends: right of it are the values.
const RIGHT: f64 = 740.0;
/// Where medians end, and where ranges do.
const MEDIANS: f64 = 820.0;
const ROW: f64 = 26.0;
const BAR: f64 = 14.0;
/// A line that names a baseline.
const HEADING: f64 = 34.0;
/// Between rows that are not of one thing at several levels.
const GAP: f64 = 8.0;
/// The scale's numbers.
const AXIS: f64 = 24.0;

/// A logarithmic scale from `low` to `high`.
struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    /// One that has 1 and all of `ratios` in it.
    fn of(ratios: &[Ratio]) -> Scale {
        let ends = ratios.iter().flat_map(|ratio| [ratio.least, ratio.most]);
        let (mut low, mut high) = (0.8f64, 1.25f64);
        for end in ends {
            (low, high) = (low.min(end), high.max(end));
        }
        // Room for the ends of whiskers.
        let room = (high / low).powf(0.02);
        Scale { low: low / room, high: high * room }
    }

    fn x(&self, ratio: f64) -> f64 {
        LEFT + (RIGHT - LEFT) * (ratio / self.low).ln() / (self.high / self.low).ln()
    }

    /// Where lines are drawn: powers of ten, with 2 and 5 between where there is room.
    fn ticks(&self) -> Vec<f64> {
        let decades = (self.high / self.low).log10();
        let steps: &[f64] = match decades {
            d if d < 0.6 => &[1.0, 1.2, 1.5, 2.0, 3.0, 5.0, 7.0, 8.0, 9.0],
            d if d < 2.5 => &[1.0, 2.0, 5.0],
            _ => &[1.0],
        };
        let exponents = self.low.log10().floor() as i32..=self.high.log10().ceil() as i32;
        let all = exponents.flat_map(|e| steps.iter().map(move |step| step * 10f64.powi(e)));
        all.filter(|tick| (self.low..=self.high).contains(tick)).collect()
    }
}

/// A section's chart; `id` is one that nothing else on the page has.
pub fn svg(section: &Section, id: &str) -> String {
    let scale = Scale::of(&section.ratios);
    let (mut rows, mut y) = (String::new(), AXIS);
    for (baseline, ratios) in by_baseline(&section.ratios) {
        rows += &format!(
            "<text class=\"baseline\" x=\"0\" y=\"{}\">times as fast as {}</text>\n",
            y + HEADING - 11.0,
            escaped(baseline)
        );
        y += HEADING;
        let from = y;
        for of_one in ratios.chunk_by(|a, b| subject(a) == subject(b)) {
            for ratio in of_one {
                rows += &row(&scale, ratio, y);
                y += ROW;
            }
            if of_one.len() > 1 {
                y += GAP;
            }
        }
        rows += &one(&scale, from, y);
    }
    let bottom = y + 4.0;
    let height = bottom + AXIS;
    let grid = axis(&scale, bottom);
    format!(
        "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-labelledby=\"{id}-title {id}-about\">\n\
         <title id=\"{id}-title\">{}: times as fast as the baselines</title>\n\
         <desc id=\"{id}-about\">{}. The same numbers are in the table below.</desc>\n\
         {grid}{rows}</svg>\n",
        escaped(section.title()),
        escaped(&section.setting)
    )
}

/// What a ratio is of, without the level that stands after it.
fn subject(ratio: &Ratio) -> &str {
    ratio.what.split_once(',').map_or(&ratio.what, |(subject, _)| subject)
}

/// The ratios apart by their baselines, in the order in which these first come.
fn by_baseline(ratios: &[Ratio]) -> Vec<(&str, Vec<&Ratio>)> {
    let mut parts: Vec<(&str, Vec<&Ratio>)> = Vec::new();
    for ratio in ratios {
        match parts.iter_mut().find(|(baseline, _)| *baseline == ratio.baseline) {
            Some((_, part)) => part.push(ratio),
            None => parts.push((&ratio.baseline, vec![ratio])),
        }
    }
    parts
}

/// The scale's lines, and its numbers above and below.
fn axis(scale: &Scale, bottom: f64) -> String {
    let mut svg = String::new();
    for tick in scale.ticks() {
        let x = scale.x(tick);
        svg += &format!(
            "<line class=\"grid\" x1=\"{x:.1}\" y1=\"{AXIS}\" x2=\"{x:.1}\" y2=\"{bottom}\"/>\n"
        );
        for y in [AXIS - 8.0, bottom + 16.0] {
            let number = number(tick);
            svg += &format!("<text class=\"tick\" x=\"{x:.1}\" y=\"{y}\">{number}</text>\n");
        }
    }
    svg
}

/// A tick's number: no more digits than it has.
fn number(tick: f64) -> String {
    if tick < 0.001 { format!("{tick:.0e}") } else { format!("{}", (tick * 1e4).round() / 1e4) }
}

/// The line that stands for the baseline, beside its ratios.
fn one(scale: &Scale, from: f64, to: f64) -> String {
    let x = scale.x(1.0);
    format!("<line class=\"one\" x1=\"{x:.1}\" y1=\"{from}\" x2=\"{x:.1}\" y2=\"{to}\"/>\n")
}

/// A ratio: label, bar, whisker and numbers.
fn row(scale: &Scale, ratio: &Ratio, y: f64) -> String {
    let Ratio { what, baseline, median, least, most, pairs, .. } = ratio;
    let (one, end) = (scale.x(1.0), scale.x(*median));
    let (from, width) = (one.min(end), (end - one).abs());
    let (least_x, most_x) = (scale.x(*least), scale.x(*most));
    let middle = y + ROW / 2.0;
    let (top, bottom, text) = (middle - BAR / 2.0, middle + BAR / 2.0, middle + 4.5);
    let (cap_top, cap_bottom) = (middle - 4.0, middle + 4.0);
    let class = if *median < 1.0 { "slower" } else { "faster" };
    let (what, baseline) = (escaped(what), escaped(baseline));
    let (median, least, most) = (shown(*median), shown(*least), shown(*most));
    format!(
        "<g>\n<title>{what}: {median} times {baseline}, {least} to {most} over {pairs} pairs</title>\n\
         <text class=\"what\" x=\"0\" y=\"{text}\">{what}</text>\n\
         <rect class=\"{class}\" x=\"{from:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"{BAR}\"/>\n\
         <line class=\"mark {class}\" x1=\"{end:.1}\" y1=\"{top}\" x2=\"{end:.1}\" y2=\"{bottom}\"/>\n\
         <path class=\"whisker\" d=\"M{least_x:.1} {middle}H{most_x:.1}\
         M{least_x:.1} {cap_top}V{cap_bottom}M{most_x:.1} {cap_top}V{cap_bottom}\"/>\n\
         <text class=\"median\" x=\"{MEDIANS}\" y=\"{text}\">{median}</text>\n\
         <text class=\"range\" x=\"{WIDTH}\" y=\"{text}\">{least} to {most}</text>\n</g>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::bench::report::tests::report;

    #[test]
    fn bars_and_whiskers_stay_in_the_plot() {
        let section = &report().sections[0];
        let scale = Scale::of(&section.ratios);
        for ratio in &section.ratios {
            let xs = [ratio.least, ratio.median, ratio.most].map(|ratio| scale.x(ratio));
            assert!(xs.is_sorted() && xs[0] > LEFT && xs[2] < RIGHT, "{xs:?}");
        }
        assert!(scale.ticks().contains(&1.0) && scale.ticks().len() > 3);
        // A factor is a distance, wherever it is.
        let step = |from: f64| scale.x(10.0 * from) - scale.x(from);
        assert!((step(0.01) - step(7.0)).abs() < 1e-9);
    }

    #[test]
    fn baselines_are_told_apart() {
        let section = &report().sections[0];
        let parts = by_baseline(&section.ratios);
        let sizes: Vec<_> = parts.iter().map(|(name, part)| (*name, part.len())).collect();
        assert_eq!(sizes, [("memset", 2), ("naive", 1)]);
    }
}
