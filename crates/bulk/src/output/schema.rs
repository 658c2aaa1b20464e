//! What a table has, before its first row: names, widths, and how many rows.

use phinum_core::column::Width;

/// What stands in a column. It is declared for a whole table, so that its blocks are
/// alike whatever they happen to hold. Text formats write digits in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Numbers below 2^8, answers 0 or 1 among them.
    Byte,
    /// Numbers below 2^64.
    U64,
    /// Numbers below 10^38, which every decimal of 128 bits holds.
    Decimal,
    /// Numbers below 2^128.
    U128,
    /// Words.
    Text,
}

/// The least number that has 39 digits.
pub(super) const TOO_LONG: u128 = 10u128.pow(38);

impl Kind {
    /// That of numbers of which none is past `largest`.
    pub fn up_to(largest: u128) -> Kind {
        match largest {
            ..TOO_LONG if u64::try_from(largest).is_ok() => Kind::U64,
            ..TOO_LONG => Kind::Decimal,
            _ => Kind::U128,
        }
    }

    /// `number` in a column of this kind.
    ///
    /// # Panics
    /// If it is past it: nothing wraps.
    pub(super) fn byte(self, number: u128) -> u8 {
        number.try_into().unwrap_or_else(|_| self.past(number))
    }

    /// As [`Kind::byte`].
    pub(super) fn word(self, number: u128) -> u64 {
        number.try_into().unwrap_or_else(|_| self.past(number))
    }

    /// As [`Kind::byte`].
    pub(super) fn decimal(self, number: u128) -> i128 {
        if number < TOO_LONG { number as i128 } else { self.past(number) }
    }

    fn past(self, number: u128) -> ! {
        panic!("{number} is past a column declared as {self:?}")
    }
}

impl From<Width> for Kind {
    fn from(width: Width) -> Kind {
        match width {
            Width::U64 => Kind::U64,
            Width::U128 => Kind::U128,
        }
    }
}

/// A column's name and kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// The name.
    pub name: String,
    /// What stands in it.
    pub kind: Kind,
}

impl<N: Into<String>> From<(N, Kind)> for Field {
    fn from((name, kind): (N, Kind)) -> Field {
        Field { name: name.into(), kind }
    }
}

/// The columns of a table, and how many rows it will have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schema {
    /// The columns in their order.
    pub fields: Vec<Field>,
    /// The rows, if that is known before them.
    pub rows: Option<u64>,
}

impl Schema {
    /// A schema.
    pub fn new(fields: impl IntoIterator<Item = Field>, rows: Option<u64>) -> Schema {
        Schema { fields: fields.into_iter().collect(), rows }
    }
}
