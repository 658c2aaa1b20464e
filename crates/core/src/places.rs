//! The places of the numeral system: F_1 = 1, F_2 = 2, F_{i+1} = F_i + F_{i-1}.
//!
//! The index is always counted from F_1 = 1, as the game's literature does, so
//! every value is the value of exactly one place. F_0 = 1 completes the
//! recurrence downwards; it is no place of a numeral, but a right shift needs it.

use dashu_int::{IBig, UBig};

/// The largest index whose place fits a `u128`.
pub const MAX_INDEX: u32 = 185;
/// The largest index whose place fits a `u64`.
pub const MAX_INDEX_U64: u32 = 92;
/// The largest index whose place fits a `u32`.
pub const MAX_INDEX_U32: u32 = 46;

/// F_0 … F_187; the two past [`MAX_INDEX`] are kept modulo 2^128, for sums that
/// are themselves taken modulo 2^128.
const WRAPPED: [u128; MAX_INDEX as usize + 3] = {
    let mut table = [1u128; MAX_INDEX as usize + 3];
    let mut i = 2;
    while i < table.len() {
        table[i] = table[i - 1].wrapping_add(table[i - 2]);
        i += 1;
    }
    table
};

/// For each bit length, the largest index whose place has at most that many bits.
const LARGEST_OF_LENGTH: [u32; 129] = {
    let mut table = [0u32; 129];
    let mut bits = 1;
    while bits <= 128 {
        let mut i = table[bits - 1];
        while i < MAX_INDEX && 128 - WRAPPED[i as usize + 1].leading_zeros() as usize <= bits {
            i += 1;
        }
        table[bits] = i;
        bits += 1;
    }
    table
};

/// F_i for `i` in 0..=185.
///
/// ```
/// assert_eq!(phinum_core::places::place(4), 5);
/// ```
///
/// # Panics
/// If `i` is above [`MAX_INDEX`].
#[inline]
pub const fn place(i: u32) -> u128 {
    assert!(i <= MAX_INDEX, "F_i fits 128 bits only for i <= 185");
    WRAPPED[i as usize]
}

/// F_i modulo 2^128, for `i` in 0..=187.
#[inline]
pub(crate) const fn place_wrapped(i: u32) -> u128 {
    WRAPPED[i as usize]
}

/// F_i, for the few indices past [`MAX_INDEX`] that bounds reach.
pub(crate) fn place_exact(i: u32) -> IBig {
    let mut window = Window::first();
    while window.index() < i {
        window.advance();
    }
    window.here
}

/// The index of the largest place not above `n`; 0 for `n` = 0 (A072649).
///
/// ```
/// use phinum_core::places::top_index;
/// assert_eq!([0, 1, 2, 4, 5].map(top_index), [0, 1, 2, 3, 4]);
/// ```
#[inline]
pub const fn top_index(n: u128) -> u32 {
    if n == 0 {
        return 0;
    }
    let mut i = LARGEST_OF_LENGTH[128 - n.leading_zeros() as usize];
    // At most two places share a bit length.
    while WRAPPED[i as usize] > n {
        i -= 1;
    }
    i
}

/// Three neighbouring places of any size, walked upwards one index at a time.
///
/// Weights are functions of a window, so one definition serves point queries of
/// any size and the fixed tables of the kernels.
#[derive(Clone, Debug)]
pub struct Window {
    index: u32,
    below: IBig,
    here: IBig,
}

impl Window {
    /// The window at index 1.
    pub fn first() -> Self {
        Window { index: 1, below: IBig::ONE, here: IBig::ONE }
    }

    /// The index i the window stands at.
    pub fn index(&self) -> u32 {
        self.index
    }

    /// F_{i-1}.
    pub fn below(&self) -> &IBig {
        &self.below
    }

    /// F_i.
    pub fn here(&self) -> &IBig {
        &self.here
    }

    /// F_{i+1}.
    pub fn above(&self) -> IBig {
        &self.here + &self.below
    }

    /// F_{i+2}.
    pub fn second_above(&self) -> IBig {
        self.above() + &self.here
    }

    /// Moves up one index.
    pub fn advance(&mut self) {
        let above = self.above();
        self.below = core::mem::replace(&mut self.here, above);
        self.index += 1;
    }
}

/// F_i of any size for each of `indices`, which ascend.
pub fn places_at(indices: impl IntoIterator<Item = u32>) -> Vec<UBig> {
    let mut window = Window::first();
    let place = |i: u32| {
        while window.index() < i {
            window.advance();
        }
        window.here().clone().into_parts().1
    };
    indices.into_iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_places_of_each_word() {
        assert_eq!(place(MAX_INDEX_U32), 2_971_215_073);
        assert_eq!(place(MAX_INDEX_U64), 12_200_160_415_121_876_738);
        assert!(place(MAX_INDEX_U32 + 1) > u128::from(u32::MAX));
        assert!(place(MAX_INDEX_U64 + 1) > u128::from(u64::MAX));
        assert!(place(MAX_INDEX).checked_add(place(MAX_INDEX - 1)).is_none());
    }

    #[test]
    fn top_index_by_search() {
        for i in 1..=MAX_INDEX {
            assert_eq!(top_index(place(i)), i);
            assert_eq!(top_index(place(i) - 1), i - 1, "below F_{i}");
        }
        assert_eq!(top_index(u128::MAX), MAX_INDEX);
    }

    #[test]
    fn windows_walk_the_same_places() {
        let mut window = Window::first();
        for i in 1..=MAX_INDEX - 2 {
            assert_eq!(window.index(), i);
            assert_eq!(*window.here(), IBig::from(place(i)));
            assert_eq!(*window.below(), IBig::from(place(i - 1)));
            assert_eq!(window.second_above(), IBig::from(place(i + 2)));
            window.advance();
        }
    }
}
