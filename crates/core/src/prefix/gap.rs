//! The gap by its deficit form, as a walk over the Zeckendorf digits of n.

use dashu_int::IBig;

use super::Walk;
use crate::places::MAX_INDEX;
use crate::zeckendorf_game::deficit::Deficit;

/// The walk: its state is the relief of the terms so far.
#[derive(Clone, Copy, Debug)]
pub struct DeficitWalk;

impl Walk<IBig> for DeficitWalk {
    // The relief is at most 2, and 2 more for each pair two indices apart.
    const STATES: usize = MAX_INDEX as usize + 4;

    fn step(&self, state: usize, from: u32, to: u32) -> (usize, IBig) {
        // One step may take off more than it adds: the sum so far is no part of it.
        const SO_FAR: u64 = 1 << 20;
        let before = match from {
            0 => Deficit::EMPTY,
            top => Deficit { gap: SO_FAR, relief: state as u32, top },
        };
        let after = before.with(to);
        // States that no walk is in have steps too, that lead nowhere.
        let state = (after.relief as usize).min(Self::STATES - 1);
        (state, IBig::from(after.gap) - IBig::from(before.gap))
    }

    fn finish(&self, _: usize, _: u32) -> IBig {
        IBig::ZERO
    }
}
