//! The one operation of a range, `out[j] = table[j] + times · relief[j] + add`, from
//! words of any width to words of any width. It is portable code, and compiled once
//! for each level.

use bytemuck::{Pod, Zeroable};
use phinum_core::column::Word;

use crate::level::{Compiled, Instructions};

/// A word a column is made of: bits and nothing else.
pub(crate) trait Lane: Word + Pod {
    /// A line of the cache, 64 bytes of them.
    type Line: Pod + AsMut<[Self]>;
}

macro_rules! lanes {
    ($($word:ident),*) => {$(
        impl Lane for $word {
            type Line = [$word; 64 / size_of::<$word>()];
        }
    )*};
}

lanes!(u8, u16, u32, u64, u128);

/// What a part of a tile is: values that depend on their places alone.
pub(crate) trait Stream: Copy {
    type Word: Lane;

    /// The values from place `at` on.
    fn fill(self, at: usize, out: &mut [Self::Word]);

    /// A line of them.
    #[inline(always)]
    fn line(self, at: usize) -> <Self::Word as Lane>::Line {
        let mut line = <Self::Word as Lane>::Line::zeroed();
        self.fill(at, line.as_mut());
        line
    }
}

/// `out[j] = table[j] + add`.
#[derive(Clone, Copy)]
pub(crate) struct Add<'a, T, W> {
    pub(crate) table: &'a [T],
    pub(crate) add: W,
}

impl<T: Word, W: Lane> Stream for Add<'_, T, W> {
    type Word = W;

    #[inline(always)]
    fn fill(self, at: usize, out: &mut [W]) {
        let table = &self.table[at..at + out.len()];
        for (slot, entry) in out.iter_mut().zip(table) {
            *slot = W::low(entry.wide()).plus(self.add);
        }
    }
}

/// `out[j] = table[j] + times · relief[j] + add`.
#[derive(Clone, Copy)]
pub(crate) struct AddRelief<'a, T, W> {
    pub(crate) table: &'a [T],
    pub(crate) relief: &'a [u8],
    pub(crate) times: W,
    pub(crate) add: W,
}

impl<T: Word, W: Lane> Stream for AddRelief<'_, T, W> {
    type Word = W;

    #[inline(always)]
    fn fill(self, at: usize, out: &mut [W]) {
        let table = &self.table[at..at + out.len()];
        let relief = &self.relief[at..at + out.len()];
        for ((slot, entry), relief) in out.iter_mut().zip(table).zip(relief) {
            let relief = W::low((*relief).into()).times(self.times);
            *slot = W::low(entry.wide()).plus(relief).plus(self.add);
        }
    }
}

/// A part written as usual.
pub(crate) struct Plain<'a, S: Stream> {
    pub(crate) stream: S,
    pub(crate) out: &'a mut [S::Word],
}

impl<S: Stream> Compiled for Plain<'_, S> {
    type Out = ();

    #[inline(always)]
    fn run(self) {
        self.stream.fill(0, self.out);
    }
}

/// How values are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stores {
    pub(crate) with: Instructions,
    /// Past the cache.
    pub(crate) past: bool,
}

impl Stores {
    pub(crate) fn fill<S: Stream>(self, stream: S, out: &mut [S::Word]) {
        #[cfg(target_arch = "x86_64")]
        if self.past {
            crate::x86::stream(stream, out, self.with);
            return;
        }
        self.with.run(Plain { stream, out });
    }
}
