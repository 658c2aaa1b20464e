//! Reports on standard output: text in aligned columns, or JSON.

use std::io::Write;

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width};
use phinum_bulk::Error;
use serde::Serialize;

/// Writes text to standard output.
///
/// # Errors
/// [`Error::Closed`] if the reader went away, [`Error::Io`] otherwise.
pub fn print(text: &str) -> Result<(), Error> {
    let mut out = phinum_bulk::output::Target::stdout();
    let written = out.write_all(text.as_bytes());
    written.map_err(|e| Error::writing("standard output", e))?;
    out.commit()
}

/// Writes a value as JSON to standard output.
///
/// # Errors
/// As [`print()`].
pub fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    Ok(print(&format!("{}\n", serde_json::to_string_pretty(value)?))?)
}

/// Lines up rows under a header in columns of these widths, with longer text broken
/// into lines.
pub fn wrapped_table(header: &[&str], rows: Vec<Vec<String>>, widths: &[u16]) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(widths.iter().sum());
    table.set_header(header.iter().copied());
    table.add_rows(rows);
    for (column, width) in table.column_iter_mut().zip(widths) {
        column.set_padding((0, 2));
        column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(*width)));
    }
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Lines up rows under a header; the columns in `right` are aligned to the right.
pub fn table(header: &[&str], rows: Vec<Vec<String>>, right: &[usize]) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    if !header.is_empty() {
        table.set_header(header.iter().copied());
    }
    table.add_rows(rows);
    for (i, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if right.contains(&i) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        column.set_constraint(ColumnConstraint::ContentWidth);
    }
    // Padding after the last column is nothing to look at.
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
