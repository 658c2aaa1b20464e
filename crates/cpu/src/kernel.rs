//! The one operation of a range, `out[j] = table[j] + times · relief[j] + add`,
//! and the one place where it is decided which code does it.

use phinum_core::column::Word;

use crate::level::Level;

/// Which stores a kernel makes. Its level is always one this machine has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stores {
    level: Level,
    stream: bool,
}

impl Stores {
    /// Stores of `level`, or portable ones if the machine lacks it; past the
    /// cache if `stream`.
    pub(crate) fn new(level: Level, stream: bool) -> Stores {
        Stores { level: if level.is_present() { level } else { Level::Portable }, stream }
    }

    #[cfg(target_arch = "x86_64")]
    pub(crate) fn level(self) -> Level {
        self.level
    }

    #[cfg(target_arch = "x86_64")]
    pub(crate) fn stream(self) -> bool {
        self.stream
    }
}

/// A word a table is made of.
pub(crate) trait Entry: Copy + Send + Sync {
    /// The low bits of `n`.
    fn cut(n: u128) -> Self;
    fn wide(self) -> u128;
}

macro_rules! entries {
    ($($word:ty),*) => {$(
        impl Entry for $word {
            #[inline(always)]
            fn cut(n: u128) -> Self {
                n as $word
            }

            #[inline(always)]
            fn wide(self) -> u128 {
                self.into()
            }
        }
    )*};
}

entries!(u16, u32, u64, u128);

/// A word a column is made of, with its fastest kernels.
pub(crate) trait Lane: Word + Entry {
    /// `out[j] = table[j] + add`, from a table of 32-bit words.
    fn add(table: &[u32], add: Self, out: &mut [Self], stores: Stores);

    /// `out[j] = table[j] + times · relief[j] + add`, from a table of 32-bit words.
    fn add_relief(
        table: &[u32],
        relief: &[u8],
        times: i32,
        add: Self,
        out: &mut [Self],
        stores: Stores,
    );
}

impl Lane for u64 {
    fn add(table: &[u32], add: Self, out: &mut [Self], stores: Stores) {
        #[cfg(target_arch = "x86_64")]
        if crate::x86::add(table, add, out, stores) {
            return;
        }
        let _ = stores;
        add_portable(table, add, out);
    }

    fn add_relief(
        table: &[u32],
        relief: &[u8],
        times: i32,
        add: Self,
        out: &mut [Self],
        stores: Stores,
    ) {
        #[cfg(target_arch = "x86_64")]
        if crate::x86::add_relief(table, relief, times, add, out, stores) {
            return;
        }
        let _ = stores;
        add_relief_portable(table, relief, times, add, out);
    }
}

impl Lane for u128 {
    fn add(table: &[u32], add: Self, out: &mut [Self], _: Stores) {
        add_portable(table, add, out);
    }

    fn add_relief(
        table: &[u32],
        relief: &[u8],
        times: i32,
        add: Self,
        out: &mut [Self],
        _: Stores,
    ) {
        add_relief_portable(table, relief, times, add, out);
    }
}

/// `out[j] = table[j] + add` for any words.
pub(crate) fn add_portable<T: Entry, W: Word>(table: &[T], add: W, out: &mut [W]) {
    assert_eq!(table.len(), out.len());
    for (slot, entry) in out.iter_mut().zip(table) {
        *slot = W::low(entry.wide()).plus(add);
    }
}

/// `out[j] = table[j] + times · relief[j] + add` for any words.
pub(crate) fn add_relief_portable<T: Entry, W: Word>(
    table: &[T],
    relief: &[u8],
    times: i32,
    add: W,
    out: &mut [W],
) {
    assert_eq!(table.len(), out.len());
    assert_eq!(relief.len(), out.len());
    let times = W::low(i128::from(times) as u128);
    for ((slot, entry), relief) in out.iter_mut().zip(table).zip(relief) {
        let relief = W::low((*relief).into()).times(times);
        *slot = W::low(entry.wide()).plus(relief).plus(add);
    }
}
