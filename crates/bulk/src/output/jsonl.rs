//! A JSON object a line.

use core::ops::Range;

use serde::{Serialize, Serializer};

use super::{Cell, Field, Values};
use crate::json::Integer;

/// The lines of some rows.
pub(super) fn rows(rows: Range<usize>, fields: &[Field], columns: &[Values<'_>]) -> Vec<u8> {
    let mut lines = Vec::new();
    for row in rows {
        let names = fields.iter().map(|field| &field.name);
        let object = names.zip(columns.iter().map(|column| column.get(row)));
        serde_json::Serializer::new(&mut lines)
            .collect_map(object)
            .expect("memory takes every byte");
        lines.push(b'\n');
    }
    lines
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Number(number) => Integer::from(*number).serialize(serializer),
            Cell::Text(text) => text.serialize(serializer),
        }
    }
}
