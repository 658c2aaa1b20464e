//! Columns of values: 64 bits where every value fits, else 128.

use crate::closed_bound;

/// The width of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// Values below 2^64.
    U64,
    /// Values below 2^128.
    U128,
}

impl Width {
    /// Bits a value has.
    pub const fn bits(self) -> u32 {
        match self {
            Width::U64 => 64,
            Width::U128 => 128,
        }
    }
}

/// A machine word a column is made of. Kernels compute modulo its size, which is
/// exact where the width was chosen to hold every value.
pub trait Word: Copy + Send + Sync + PartialEq + core::fmt::Debug + 'static {
    /// 0.
    const ZERO: Self;
    /// All ones: what buffers are filled with beforehand.
    const ONES: Self;
    /// The low bits of `n`.
    fn low(n: u128) -> Self;
    /// The value, widened.
    fn wide(self) -> u128;
    /// The sum modulo the word's size.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// The product modulo the word's size.
    #[must_use]
    fn times(self, other: Self) -> Self;
    /// Finishes the closed bound of `start`, `start` + 1, …
    fn finish_closed_bound(start: u128, packed: &mut [Self]);
}

impl Word for u64 {
    const ZERO: Self = 0;
    const ONES: Self = u64::MAX;

    #[inline(always)]
    fn low(n: u128) -> Self {
        n as u64
    }

    #[inline(always)]
    fn wide(self) -> u128 {
        self.into()
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self.wrapping_mul(other)
    }

    fn finish_closed_bound(start: u128, packed: &mut [Self]) {
        // A bound below 2^64 is of an n below 2^64.
        closed_bound::finish(start as u64, packed);
    }
}

impl Word for u128 {
    const ZERO: Self = 0;
    const ONES: Self = u128::MAX;

    #[inline(always)]
    fn low(n: u128) -> Self {
        n
    }

    #[inline(always)]
    fn wide(self) -> u128 {
        self
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        self.wrapping_mul(other)
    }

    fn finish_closed_bound(start: u128, packed: &mut [Self]) {
        closed_bound::finish_wide(start, packed);
    }
}

/// A column that owns its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Column {
    /// Of 64 bits.
    U64(Vec<u64>),
    /// Of 128 bits.
    U128(Vec<u128>),
}

/// A column to be filled.
#[derive(PartialEq, Eq, Debug)]
pub enum ColumnMut<'a> {
    /// Of 64 bits.
    U64(&'a mut [u64]),
    /// Of 128 bits.
    U128(&'a mut [u128]),
}

/// Runs `$body` with `$values` bound to the slice or vector inside a column,
/// whatever its width.
#[macro_export]
macro_rules! for_width {
    ($kind:ident, $column:expr, $values:ident => $body:expr) => {
        match $column {
            $crate::column::$kind::U64($values) => $body,
            $crate::column::$kind::U128($values) => $body,
        }
    };
}

impl Column {
    /// `len` values of all ones, so that an element nobody writes shows.
    pub fn unwritten(width: Width, len: usize) -> Column {
        match width {
            Width::U64 => Column::U64(vec![Word::ONES; len]),
            Width::U128 => Column::U128(vec![Word::ONES; len]),
        }
    }

    /// Makes it `len` values of all ones of that width, in the same memory where it can.
    pub fn reset(&mut self, width: Width, len: usize) {
        match (&mut *self, width) {
            (Column::U64(values), Width::U64) => refill(values, len),
            (Column::U128(values), Width::U128) => refill(values, len),
            _ => *self = Column::unwritten(width, len),
        }
    }

    /// Makes it `len` values of that width, whatever they are, in the same memory where it
    /// can: for who writes all of them.
    pub fn resize(&mut self, width: Width, len: usize) {
        match (&mut *self, width) {
            (Column::U64(values), Width::U64) => values.resize(len, Word::ONES),
            (Column::U128(values), Width::U128) => values.resize(len, Word::ONES),
            _ => *self = Column::unwritten(width, len),
        }
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        for_width!(Column, self, values => values.len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Value `i`, widened.
    ///
    /// # Panics
    /// If `i` is past the end.
    pub fn get(&self, i: usize) -> u128 {
        for_width!(Column, self, values => values[i].wide())
    }

    /// Its values at `places`, as a column of the same width.
    ///
    /// # Panics
    /// If a place is past the end.
    #[must_use]
    pub fn at(&self, places: &[usize]) -> Column {
        fn of<W: Word>(values: &[W], places: &[usize]) -> Vec<W> {
            places.iter().map(|place| values[*place]).collect()
        }
        match self {
            Column::U64(values) => Column::U64(of(values, places)),
            Column::U128(values) => Column::U128(of(values, places)),
        }
    }

    /// The whole of it, to be filled.
    pub fn as_mut(&mut self) -> ColumnMut<'_> {
        match self {
            Column::U64(values) => ColumnMut::U64(values),
            Column::U128(values) => ColumnMut::U128(values),
        }
    }
}

fn refill<W: Word>(values: &mut Vec<W>, len: usize) {
    values.clear();
    values.resize(len, W::ONES);
}

impl<'a> ColumnMut<'a> {
    /// The first `len` values, and the rest.
    ///
    /// # Panics
    /// If there are not so many.
    #[must_use]
    pub fn split_at(self, len: usize) -> (ColumnMut<'a>, ColumnMut<'a>) {
        match self {
            ColumnMut::U64(values) => {
                let (first, rest) = values.split_at_mut(len);
                (ColumnMut::U64(first), ColumnMut::U64(rest))
            }
            ColumnMut::U128(values) => {
                let (first, rest) = values.split_at_mut(len);
                (ColumnMut::U128(first), ColumnMut::U128(rest))
            }
        }
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        for_width!(ColumnMut, self, values => values.len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its width.
    pub fn width(&self) -> Width {
        match self {
            ColumnMut::U64(_) => Width::U64,
            ColumnMut::U128(_) => Width::U128,
        }
    }
}
