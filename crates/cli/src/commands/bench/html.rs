//! The report as one page that needs nothing else: no script, no font, no picture of
//! another file. It is well-formed XML too.

use std::borrow::Cow;

use phinum_benches::Ratio;

use super::chart;
use super::report::{DEBUG, Report, Section, shown};

/// Colours that people tell apart however they see them (Okabe and Ito, "Color Universal
/// Design", 2008), in light and in dark.
const STYLE: &str = include_str!("page.css");

/// A text as it stands between tags and in attributes.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"', '\'']) {
        return text.into();
    }
    let escape = |c: char| match c {
        '&' => Cow::from("&amp;"),
        '<' => Cow::from("&lt;"),
        '>' => Cow::from("&gt;"),
        '"' => Cow::from("&quot;"),
        '\'' => Cow::from("&#39;"),
        other => Cow::from(other.to_string()),
    };
    text.chars().map(escape).collect::<String>().into()
}

/// The page.
pub fn page(report: &Report) -> String {
    let header = &report.header;
    let title = format!("phinum {}: times as fast", header.version);
    let mut about = vec![escaped(&header.machine()).into_owned()];
    about.extend(header.adapter.as_deref().map(|adapter| escaped(adapter).into_owned()));
    about.push(format!("{} effort", header.effort));
    if header.debug {
        about.push(format!("<strong>{DEBUG}</strong>"));
    }
    let about: String = about.iter().map(|line| format!("<li>{line}</li>\n")).collect();
    let sections: String =
        (0..).zip(&report.sections).map(|(i, part)| section(part, &format!("s{i}"))).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n<ul class=\"about\">\n{about}</ul>\n\
         <p>Each bar is the median over pairs of runs in turn; the whisker goes from \
         the slowest pair to the fastest. The baseline is the line at 1: right of it is faster, \
         left of it slower, on a logarithmic scale. Every result that was timed was checked.</p>\n{sections}</main>\n</body>\n</html>\n"
    )
}

fn section(section: &Section, id: &str) -> String {
    format!(
        "<section>\n<h2>{}</h2>\n<p class=\"setting\">{}</p>\n<div class=\"chart\">\n{}</div>\n\
         <details>\n<summary>The numbers</summary>\n{}</details>\n</section>\n",
        section.title(),
        escaped(&section.setting),
        chart::svg(section, id),
        table(&section.ratios)
    )
}

fn table(ratios: &[Ratio]) -> String {
    let row = |ratio: &Ratio| {
        let Ratio { what, baseline, median, least, most, pairs, .. } = ratio;
        let numbers = [shown(*median), shown(*least), shown(*most), pairs.to_string()];
        let numbers: String =
            numbers.iter().map(|number| format!("<td class=\"number\">{number}</td>")).collect();
        format!(
            "<tr><th scope=\"row\">{}</th><td>{}</td>{numbers}</tr>\n",
            escaped(what),
            escaped(baseline)
        )
    };
    let rows: String = ratios.iter().map(row).collect();
    let names = ["", "baseline", "median", "least", "most", "pairs"];
    let names: String = names.iter().map(|name| format!("<th scope=\"col\">{name}</th>")).collect();
    format!("<table>\n<thead><tr>{names}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::bench::report::tests::report;

    #[test]
    fn it_is_well_formed_and_needs_nothing_else() {
        let page = page(&report());
        let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
        let document = roxmltree::Document::parse_with_options(&page, options).unwrap();
        let count = |name| document.descendants().filter(|node| node.has_tag_name(name)).count();
        // A bar a ratio, and each is in the table.
        assert_eq!((count("svg"), count("rect"), count("tr")), (1, 3, 1 + 3));
        for node in document.descendants() {
            assert!(!["script", "link", "img", "iframe", "use"].contains(&node.tag_name().name()));
            let names = node.attributes().map(|attribute| attribute.name());
            assert!(!names.into_iter().any(|name| ["src", "href"].contains(&name)));
        }
        assert!(!page.contains("//") && !page.contains("url(") && !page.contains("@import"));
        let texts: Vec<_> = document.descendants().filter_map(|node| node.text()).collect();
        for word in ["a <b> & \"c\"", "One <thread>", "a & b (software)", "462", "2.0e-5"] {
            assert!(texts.contains(&word), "{word} is not on the page");
        }
        let ids: Vec<_> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        let named = document.descendants().find_map(|node| node.attribute("aria-labelledby"));
        assert!(named.unwrap().split(' ').all(|id| ids.contains(&id)));
    }
}
