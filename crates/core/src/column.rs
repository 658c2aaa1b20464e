//! Columns of values, each of the narrowest words that hold every one of them.

pub use crate::totals::{Totals, sum_of};

/// The width of a column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Width {
    /// Values below 2^8.
    U8,
    /// Values below 2^16.
    U16,
    /// Values below 2^32.
    U32,
    /// Values below 2^64.
    U64,
    /// Values below 2^128.
    U128,
}

impl Width {
    /// All of them, ascending.
    pub const ALL: [Width; 5] = [Width::U8, Width::U16, Width::U32, Width::U64, Width::U128];

    /// The narrowest that holds numbers of so many bits; `None` past 128.
    pub fn of_bits(bits: usize) -> Option<Width> {
        Width::ALL.into_iter().find(|width| bits <= width.bits() as usize)
    }

    /// The narrowest that holds `number`.
    pub fn of(number: u128) -> Width {
        let bits = u128::BITS - number.leading_zeros();
        Width::of_bits(bits as usize).unwrap_or(Width::U128)
    }

    /// Bits a value has.
    pub const fn bits(self) -> u32 {
        match self {
            Width::U8 => 8,
            Width::U16 => 16,
            Width::U32 => 32,
            Width::U64 => 64,
            Width::U128 => 128,
        }
    }

    /// Bytes a value has.
    pub const fn bytes(self) -> usize {
        self.bits() as usize / 8
    }
}

/// A machine word a column is made of. Kernels compute modulo its size, which is
/// exact where the width was chosen to hold every value.
pub trait Word: Copy + Send + Sync + Ord + core::fmt::Debug + 'static {
    /// 0.
    const ZERO: Self;
    /// All ones: what buffers are filled with beforehand.
    const ONES: Self;
    /// The width of columns of it.
    const WIDTH: Width;
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
    /// A column of `values`.
    fn column(values: Vec<Self>) -> Column;
    /// The values of a column of these words; `None` of any other.
    fn values(column: &Column) -> Option<&[Self]>;
}

macro_rules! words {
    ($($word:ident $width:ident),*) => {$(
        impl Word for $word {
            const ZERO: Self = 0;
            const ONES: Self = $word::MAX;
            const WIDTH: Width = Width::$width;

            #[inline(always)]
            fn low(n: u128) -> Self {
                n as $word
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

            fn column(values: Vec<Self>) -> Column {
                Column::$width(values)
            }

            fn values(column: &Column) -> Option<&[Self]> {
                match column {
                    Column::$width(values) => Some(values),
                    _ => None,
                }
            }
        }
    )*};
}

words!(u8 U8, u16 U16, u32 U32, u64 U64, u128 U128);

/// A column that owns its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Column {
    /// Of 8 bits.
    U8(Vec<u8>),
    /// Of 16 bits.
    U16(Vec<u16>),
    /// Of 32 bits.
    U32(Vec<u32>),
    /// Of 64 bits.
    U64(Vec<u64>),
    /// Of 128 bits.
    U128(Vec<u128>),
}

/// A column to be filled.
#[derive(PartialEq, Eq, Debug)]
pub enum ColumnMut<'a> {
    /// Of 8 bits.
    U8(&'a mut [u8]),
    /// Of 16 bits.
    U16(&'a mut [u16]),
    /// Of 32 bits.
    U32(&'a mut [u32]),
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
            $crate::column::$kind::U8($values) => $body,
            $crate::column::$kind::U16($values) => $body,
            $crate::column::$kind::U32($values) => $body,
            $crate::column::$kind::U64($values) => $body,
            $crate::column::$kind::U128($values) => $body,
        }
    };
}

impl Column {
    /// `len` values of all ones, so that an element nobody writes shows.
    pub fn unwritten(width: Width, len: usize) -> Column {
        Column::repeated(true, width, len)
    }

    /// `len` zeros, of which no page has been touched where the system gives such memory.
    pub fn zeroed(width: Width, len: usize) -> Column {
        Column::repeated(false, width, len)
    }

    fn repeated(ones: bool, width: Width, len: usize) -> Column {
        fn of<W: Word>(ones: bool, len: usize) -> Column {
            W::column(vec![if ones { W::ONES } else { W::ZERO }; len])
        }
        match width {
            Width::U8 => of::<u8>(ones, len),
            Width::U16 => of::<u16>(ones, len),
            Width::U32 => of::<u32>(ones, len),
            Width::U64 => of::<u64>(ones, len),
            Width::U128 => of::<u128>(ones, len),
        }
    }

    /// `values`, in the narrowest words that hold all of them.
    pub fn narrowest(values: &[u128]) -> Column {
        let greatest = values.iter().copied().max().unwrap_or(0);
        let mut column = Column::unwritten(Width::of(greatest), values.len());
        for_width!(Column, &mut column, words => {
            words.iter_mut().zip(values).for_each(|(word, value)| *word = Word::low(*value));
        });
        column
    }

    /// Its width.
    pub fn width(&self) -> Width {
        fn of<W: Word>(_: &[W]) -> Width {
            W::WIDTH
        }
        for_width!(Column, self, values => of(values))
    }

    /// Makes it `len` values of all ones of that width, in the same memory where it can.
    pub fn reset(&mut self, width: Width, len: usize) {
        if self.width() == width {
            for_width!(Column, self, values => refill(values, len));
        } else {
            *self = Column::unwritten(width, len);
        }
    }

    /// Makes it `len` values of that width, whatever they are, in the same memory where it
    /// can: for who writes all of them.
    pub fn resize(&mut self, width: Width, len: usize) {
        if self.width() == width {
            for_width!(Column, self, values => values.resize(len, Word::ONES));
        } else {
            *self = Column::unwritten(width, len);
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
        fn of<W: Word>(values: &[W], places: &[usize]) -> Column {
            W::column(places.iter().map(|place| values[*place]).collect())
        }
        for_width!(Column, self, values => of(values, places))
    }

    /// The whole of it, to be filled.
    pub fn as_mut(&mut self) -> ColumnMut<'_> {
        for_width!(Column, self, values => ColumnMut::from(&mut values[..]))
    }
}

macro_rules! slices {
    ($($word:ident $width:ident),*) => {$(
        impl<'a> From<&'a mut [$word]> for ColumnMut<'a> {
            fn from(values: &'a mut [$word]) -> Self {
                ColumnMut::$width(values)
            }
        }
    )*};
}

slices!(u8 U8, u16 U16, u32 U32, u64 U64, u128 U128);

fn refill<W: Word>(values: &mut Vec<W>, len: usize) {
    values.clear();
    values.resize(len, W::ONES);
}

impl<'a> ColumnMut<'a> {
    /// The same column, lent for a while.
    pub fn reborrow(&mut self) -> ColumnMut<'_> {
        for_width!(ColumnMut, self, values => ColumnMut::from(&mut **values))
    }

    /// Value `i`, widened.
    ///
    /// # Panics
    /// If `i` is past the end.
    pub fn get(&self, i: usize) -> u128 {
        for_width!(ColumnMut, self, values => values[i].wide())
    }

    /// Makes value `i` the low bits of `value`.
    ///
    /// # Panics
    /// If `i` is past the end.
    pub fn set(&mut self, i: usize, value: u128) {
        for_width!(ColumnMut, self, values => values[i] = Word::low(value));
    }

    /// Swaps values `i` and `j`.
    ///
    /// # Panics
    /// If one of them is past the end.
    pub fn swap(&mut self, i: usize, j: usize) {
        for_width!(ColumnMut, self, values => values.swap(i, j));
    }

    /// The first `len` values, and the rest.
    ///
    /// # Panics
    /// If there are not so many.
    #[must_use]
    pub fn split_at(self, len: usize) -> (ColumnMut<'a>, ColumnMut<'a>) {
        for_width!(ColumnMut, self, values => {
            let (first, rest) = values.split_at_mut(len);
            (first.into(), rest.into())
        })
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
        fn of<W: Word>(_: &[W]) -> Width {
            W::WIDTH
        }
        for_width!(ColumnMut, self, values => of(values))
    }
}
