//! What a column adds up to: the two functionals by which it is compared with exact
//! sums ([`crate::prefix::Moments`]).

use dashu_int::UBig;

use crate::column::Word;

/// The sums of some values f(n) of consecutive n.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Totals {
    /// Σ f(n).
    pub sum: UBig,
    /// Σ n·f(n) modulo 2^128.
    pub weighted: u128,
}

/// Values summed in 64 bits: 2^16 products of a place below 2^16 and 32 bits.
const PIECE: usize = 1 << 16;
/// Values of at most 16 bits summed in 32 bits, their products with places below 2^8
/// too: 65535 · (0 + 1 + … + 255) is below 2^32.
const SHORT: usize = 1 << 8;

impl Totals {
    /// Of no values.
    pub const NONE: Totals = Totals { sum: UBig::ZERO, weighted: 0 };

    /// Of the values of `start`, `start` + 1, … Always inlined, so that it is made of its
    /// caller's instructions.
    #[inline(always)]
    pub fn of<W: Word>(start: u128, values: &[W]) -> Totals {
        let mut totals = Totals::NONE;
        let mut first = start;
        for piece in values.chunks(PIECE) {
            totals.add(&of_limbs(first, &limbs(piece)));
            first = first.wrapping_add(piece.len() as u128);
        }
        totals
    }

    /// Adds those of other values.
    pub fn add(&mut self, other: &Totals) {
        self.sum += &other.sum;
        self.weighted = self.weighted.wrapping_add(other.weighted);
    }
}

/// Σ of some values. Always inlined, as [`Totals::of`].
#[inline(always)]
pub fn sum_of<W: Word>(values: &[W]) -> UBig {
    let mut sum = UBig::ZERO;
    for piece in values.chunks(PIECE) {
        // The other sums, which nobody asks for, the compiler leaves out.
        let [(a, _), (b, _), (c, _), (d, _)] = limbs(piece);
        sum += u128::from(a) + (u128::from(b) << 32);
        if W::WIDTH.bits() > 64 {
            sum += (UBig::from(c) << 64) + (UBig::from(d) << 96);
        }
    }
    sum
}

/// Σ v and Σ j·v over the places j = 0, 1, …
type Sums = (u64, u64);

/// The sums of each 32 bits of some values, the lowest first: as many as a word of any
/// width has. By limbs, so that each loop is one of plain lanes.
#[inline(always)]
fn limbs<W: Word>(piece: &[W]) -> [Sums; 4] {
    let none = (0, 0);
    match W::WIDTH.bits() {
        ..=16 => [short(piece), none, none, none],
        17..=32 => [limb(piece, 0), none, none, none],
        33..=64 => [limb(piece, 0), limb(piece, 1), none, none],
        _ => core::array::from_fn(|at| limb(piece, at)),
    }
}

/// Of values of at most 16 bits.
#[inline(always)]
fn short<W: Word>(piece: &[W]) -> Sums {
    let (mut sum, mut placed) = (0, 0);
    for (from, values) in (0..).step_by(SHORT).zip(piece.chunks(SHORT)) {
        let (mut here, mut below) = (0u32, 0u32);
        for (j, value) in (0u32..).zip(values) {
            let value = value.wide() as u32;
            here += value;
            below += value * j;
        }
        sum += u64::from(here);
        placed += u64::from(below) + from * u64::from(here);
    }
    (sum, placed)
}

/// Of 32 bits of each value, from bit 32 · `at` on.
#[inline(always)]
fn limb<W: Word>(piece: &[W], at: usize) -> Sums {
    let (mut sum, mut placed) = (0u64, 0u64);
    for (j, value) in (0u64..).zip(piece) {
        let part = u64::from((value.wide() >> (32 * at)) as u32);
        sum += part;
        placed += part * j;
    }
    (sum, placed)
}

/// Of a piece whose first number is `first`, from the sums of its limbs, the lowest
/// first.
fn of_limbs(first: u128, limbs: &[Sums]) -> Totals {
    let mut totals = Totals::NONE;
    for &(sum, placed) in limbs.iter().rev() {
        let (sum, placed) = (u128::from(sum), u128::from(placed));
        totals.sum = (totals.sum << 32) + sum;
        let weighted = first.wrapping_mul(sum).wrapping_add(placed);
        totals.weighted = (totals.weighted << 32).wrapping_add(weighted);
    }
    totals
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One value after another, in integers of any size.
    fn plain<W: Word>(start: u128, values: &[W]) -> Totals {
        let (mut sum, mut weighted) = (UBig::ZERO, 0u128);
        for (i, value) in (0..).zip(values) {
            sum += value.wide();
            let n = start.wrapping_add(i);
            weighted = weighted.wrapping_add(n.wrapping_mul(value.wide()));
        }
        Totals { sum, weighted }
    }

    fn agree<W: Word>() {
        let mut draw = crate::conformance::cases::Draw(W::WIDTH.bits().into());
        let mut any = |_| W::low(u128::from(draw.next()) << 64 | u128::from(draw.next()));
        let random: Vec<W> = (0..2 * PIECE + 300).map(&mut any).collect();
        let ones = vec![W::ONES; PIECE + 1];
        for values in [&random[..], &ones, &ones[..SHORT], &ones[..=SHORT], &ones[..1], &[]] {
            for start in [0, 1, (1 << 64) - 3, u128::MAX - (1 << 20)] {
                let expected = plain(start, values);
                assert_eq!(Totals::of(start, values), expected, "{:?}", W::WIDTH);
                assert_eq!(sum_of(values), expected.sum, "{:?}", W::WIDTH);
            }
        }
    }

    #[test]
    fn the_lanes_add_up_to_what_plain_integers_do() {
        agree::<u8>();
        agree::<u16>();
        agree::<u32>();
        agree::<u64>();
        agree::<u128>();
    }

    #[test]
    fn one_wrong_value_and_two_that_changed_places_show() {
        let mut values: Vec<u16> = (0..1000).map(|i| i * 7).collect();
        let right = Totals::of(50, &values);
        values[333] ^= 1;
        assert_ne!(Totals::of(50, &values).sum, right.sum);
        values[333] ^= 1;
        values.swap(3, 800);
        let moved = Totals::of(50, &values);
        assert_eq!(moved.sum, right.sum);
        assert_ne!(moved.weighted, right.weighted);
    }
}
