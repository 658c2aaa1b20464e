//! A JSON object a line.

use core::fmt;
use core::ops::Range;

use phinum_core::column::ColumnMut;
use phinum_core::for_width;
use serde::de::{Error as _, MapAccess, Visitor};
use serde::{Deserializer, Serialize, Serializer};

use super::reading::{Unreadable, Wanted};
use super::{Cell, Field, Values};
use crate::json::{Integer, Natural};

/// Writes the lines of some rows.
pub(super) fn rows(
    rows: Range<usize>,
    fields: &[Field],
    columns: &[Values<'_>],
    lines: &mut Vec<u8>,
) {
    for row in rows {
        let names = fields.iter().map(|field| &field.name);
        let object = names.zip(columns.iter().map(|column| column.get(row)));
        serde_json::Serializer::new(&mut *lines)
            .collect_map(object)
            .expect("memory takes every byte");
        lines.push(b'\n');
    }
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Cell::Number(number) => Integer::from(*number).serialize(serializer),
            Cell::Text(text) => text.serialize(serializer),
        }
    }
}

/// Reads whole lines into `columns`, which are as long as there must be lines; `first`
/// is the number of the first of them, as messages have it.
pub(super) fn read(
    bytes: &[u8],
    first: usize,
    fields: &[Field],
    columns: &mut [ColumnMut<'_>],
) -> Result<(), Unreadable> {
    for (row, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let mut reader = serde_json::Deserializer::from_slice(line);
        let read = reader.deserialize_map(Object { fields, columns, at: row });
        read.and_then(|()| reader.end()).map_err(|_| Unreadable::line(first + row))?;
    }
    Ok(())
}

/// An object that is to become row `at`.
struct Object<'a, 'c> {
    fields: &'a [Field],
    columns: &'a mut [ColumnMut<'c>],
    at: usize,
}

impl<'de> Visitor<'de> for Object<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a number for every column")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let other = || A::Error::custom("another column");
        for (field, column) in self.fields.iter().zip(self.columns) {
            // A name with quotes is not borrowed from the line.
            let name = map.next_key::<std::borrow::Cow<'_, str>>()?.ok_or_else(other)?;
            if name != field.name {
                return Err(other());
            }
            let Natural::<u128>(number) = map.next_value()?;
            for_width!(ColumnMut, column, values => {
                values[self.at] = Wanted::wanted(Some(number)).ok_or_else(other)?;
            });
        }
        map.next_key::<std::borrow::Cow<'_, str>>()?.map_or(Ok(()), |_| Err(other()))
    }
}
