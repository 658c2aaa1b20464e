//! Rows 0..=A of the table of Grundy values, column by column, as a finite machine.
//!
//! Every option of a cell of the band lies in the band, so column b follows from
//! three things: the values each row has used, the values on the way down each
//! diagonal, and, for r > 1, the r − 1 columns before. Relative to b they are
//! finite. A value v that row a has not used before column b has v ≥ b − 2ra: each
//! of the at least b − v greater values in the row passed over v, which therefore
//! stood in a row x < a where a move reaches it, in one of 1 column or one of 2r − 1
//! on a diagonal; and a row holds v once. From above, G(a, b) ≤ a + b. So a window of
//! (2r + 1)A + 1 values from b − 2rA on is all there is to know, and bits that leave
//! it are used in their row for good.
//!
//! A state that comes again proves that everything after it does (Landman, "A simple
//! FSM-based proof of the additive periodicity of the Sprague–Grundy function of
//! Wythoff's game", 2002).

use std::collections::VecDeque;

/// A value before column 0, where there is none.
const NONE: u16 = u16::MAX;

/// A window of values as bits, the lowest first.
type Window<const W: usize> = [u64; W];

/// The state before a column, relative to it. Bit i of a window is the value
/// b − 2rA + i. Two equal states have equal futures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct State<const W: usize> {
    /// What row a has used.
    rows: Vec<Window<W>>,
    /// What the options of the cell of row a by moves from both heaps have.
    diagonals: Vec<Window<W>>,
    /// The values of the r − 1 columns before, the latest first, each relative to
    /// its own column.
    before: VecDeque<Vec<u16>>,
}

impl<const W: usize> State<W> {
    /// Whether it is `other`. The last row changes most, so it is looked at first.
    #[inline]
    pub(super) fn repeats(&self, other: &Self) -> bool {
        self.rows.last() == other.rows.last() && self == other
    }
}

/// The band, at the start of a column.
#[derive(Clone, Debug)]
pub(super) struct Band<const W: usize> {
    r: usize,
    /// 2rA.
    below: usize,
    state: State<W>,
    /// The column computed last, as bits of the window at it.
    values: Vec<u16>,
}

/// The words a window needs; none if more than there are to choose from.
pub(super) fn words(row: u32, r: u32) -> Option<usize> {
    let bits = (2 * u64::from(r) + 1).checked_mul(u64::from(row))?.checked_add(1)?;
    (bits <= 64 * WIDEST as u64).then(|| bits.div_ceil(64) as usize)
}

/// The widest window, in words.
pub(super) const WIDEST: usize = 64;

impl<const W: usize> Band<W> {
    /// At column 0.
    pub(super) fn new(row: u32, r: u32) -> Self {
        let (row, r) = (row as usize, r as usize);
        let below = 2 * r * row;
        // There is no value below 0: none is free.
        let mut empty = [0; W];
        (0..below).for_each(|i| set(&mut empty, i));
        // Row 0 alone has no diagonal to carry anything to.
        let before = if row == 0 { 0 } else { r - 1 };
        let state = State {
            rows: vec![empty; row + 1],
            diagonals: vec![[0; W]; row + 1],
            before: vec![vec![NONE; row + 1]; before].into(),
        };
        Band { r, below, state, values: vec![0; row + 1] }
    }

    /// The state before the column to come.
    pub(super) fn state(&self) -> &State<W> {
        &self.state
    }

    /// Computes a column and goes on to the next: G(A, b) − b.
    #[inline]
    pub(super) fn column(&mut self) -> i16 {
        let State { rows, diagonals, .. } = &mut self.state;
        let mut column = [0; W];
        for ((row, diagonal), value) in rows.iter_mut().zip(diagonals).zip(&mut self.values) {
            let free = mex(row, &column, diagonal);
            set(&mut column, free);
            set(row, free);
            *value = free as u16;
        }
        self.carry();
        for row in &mut self.state.rows {
            // What leaves the window below is used, by the bound of the module.
            assert!(row[0] & 1 == 1, "a value below the window is free");
            *row = shifted(row);
        }
        let last = self.values.len() - 1;
        self.values[last] as i16 - self.below as i16
    }

    /// Carries the diagonals to the next column, and the column into history.
    #[inline]
    fn carry(&mut self) {
        let State { diagonals, before, .. } = &mut self.state;
        let values = &self.values;
        for a in (0..values.len() - 1).rev() {
            let mut carried = diagonals[a];
            set(&mut carried, values[a].into());
            for (j, column) in (1..self.r).zip(before.iter()) {
                // One bit lower for every column since.
                if let Some(bit) = usize::from(column[a]).checked_sub(j)
                    && column[a] != NONE
                {
                    set(&mut carried, bit);
                }
                if j <= a {
                    set(&mut carried, values[a - j].into());
                }
            }
            diagonals[a + 1] = shifted(&carried);
        }
        diagonals[0] = [0; W];
        if let Some(mut oldest) = before.pop_back() {
            oldest.copy_from_slice(values);
            before.push_front(oldest);
        }
    }
}

/// The lowest bit in none of the three.
#[inline]
fn mex<const W: usize>(a: &Window<W>, b: &Window<W>, c: &Window<W>) -> usize {
    for i in 0..W {
        let used = a[i] | b[i] | c[i];
        if used != u64::MAX {
            return 64 * i + used.trailing_ones() as usize;
        }
    }
    unreachable!("a value is at most a + b, which the window has room for")
}

#[inline]
fn set<const W: usize>(window: &mut Window<W>, bit: usize) {
    window[bit / 64] |= 1 << (bit % 64);
}

/// The window one column on.
#[inline]
fn shifted<const W: usize>(window: &Window<W>) -> Window<W> {
    core::array::from_fn(|i| {
        let above = window.get(i + 1).copied().unwrap_or(0);
        window[i] >> 1 | above << 63
    })
}
