//! A JSON object a line.

use core::ops::Range;

use serde::Serializer as _;

use super::Values;
use crate::json::Integer;

/// The lines of some rows.
pub(super) fn rows(rows: Range<usize>, header: &[String], columns: &[Values<'_>]) -> Vec<u8> {
    let mut lines = Vec::new();
    for row in rows {
        let object = header.iter().zip(columns.iter().map(|column| Integer::from(column.get(row))));
        serde_json::Serializer::new(&mut lines)
            .collect_map(object)
            .expect("memory takes every byte");
        lines.push(b'\n');
    }
    lines
}
