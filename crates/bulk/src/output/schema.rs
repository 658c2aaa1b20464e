//! What a table has, before its first row: names, widths, and how many rows.

use phinum_core::column::Width;

/// What stands in a column. It is declared for a whole table, so that its blocks are
/// alike whatever they happen to hold. Text formats write digits in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Numbers below 2^8, answers 0 or 1 among them.
    U8,
    /// Numbers below 2^16.
    U16,
    /// Numbers below 2^32.
    U32,
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
    /// The narrowest, of values of which none is past `largest`.
    pub fn up_to(largest: u128) -> Kind {
        match Width::of(largest) {
            Width::U128 if largest < TOO_LONG => Kind::Decimal,
            width => width.into(),
        }
    }

    /// That of numbers up to `last` that a table is about, of 64 bits at least: what people
    /// do with them soon leaves a narrow column, and NumPy does not say so.
    pub fn of_numbers(last: u128) -> Kind {
        Kind::up_to(last.max(1 << 32))
    }

    /// `number` as a word of a column of this kind.
    ///
    /// # Panics
    /// If it is past it: nothing wraps.
    pub(super) fn word<N: TryFrom<u128>>(self, number: u128) -> N {
        number.try_into().unwrap_or_else(|_| self.past(number))
    }

    /// As [`Kind::word`].
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
            Width::U8 => Kind::U8,
            Width::U16 => Kind::U16,
            Width::U32 => Kind::U32,
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
