//! The moves of a game, made ready: when each is legal, and where it leads.

use super::space::{MAX_PLACES, Space};
use crate::zeckendorf_game::rules::Move;

/// Partial sums a move can change.
pub(super) const MOST_PARTS: usize = 4;
/// How many of one place a move can take.
pub(super) const MOST_TAKEN: usize = 4;
/// How many (index, count) of places that differ within a block a move can take.
pub(super) const MOST_VARYING: usize = 4;
/// More than those of all moves together.
pub(super) const PARTS: usize = 16;

/// Where a move leads.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    /// How much it raises the potential.
    pub(super) raise: u32,
    /// The first partial sum it changes, of those with a table.
    pub(super) from: u32,
    /// The first one after that, and not within a block, whose value it leaves as it
    /// is.
    pub(super) to: u32,
    /// How far the table entries of those from `from` on move.
    pub(super) offsets: [i32; MOST_PARTS],
    /// Which of [`Steps::varying`] it takes, each plus 1, and then 0.
    pub(super) varying: [u8; MOST_VARYING],
}

/// A pattern: where it is legal, and its moves by index.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The indices it is at.
    pub(super) range: u32,
    /// (offset, count): it takes `count` of the place at its index plus `offset`.
    pub(super) takes: Vec<(i32, usize)>,
    /// Its moves by index.
    pub(super) steps: [Step; MAX_PLACES],
}

/// All moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    pub(super) groups: Vec<Group>,
    /// (index, count): a move takes `count` of the place at `index`, which differs
    /// within a block.
    pub(super) varying: Vec<(usize, usize)>,
    /// The most a move raises the potential.
    pub(super) reach: u32,
}

impl Steps {
    /// The moves of a space whose tables are there.
    pub(super) fn new(space: &Space) -> Steps {
        let mut steps = Steps::default();
        let rules = *space.rules();
        for pattern in rules.patterns {
            let takes = pattern.takes.iter().map(|&(offset, count)| (offset, count as usize));
            let takes: Vec<_> = takes.collect();
            assert!(takes.iter().all(|take| (1..=MOST_TAKEN).contains(&take.1)));
            steps.groups.push(Group { range: 0, takes, steps: [Step::default(); MAX_PLACES] });
        }
        for m in rules.moves(space.top as u32) {
            // A move to a place above n is never legal: its parts would be worth it.
            let Some(mut step) = step(space, m) else { continue };
            let taken = rules.patterns[m.pattern].taken(m.index);
            let taken = taken.map(|(index, count)| (index as usize, count as usize));
            for (slot, take) in taken.filter(|take| take.0 <= space.block).enumerate() {
                let at = steps.varying.iter().position(|varying| *varying == take);
                let at = at.unwrap_or_else(|| {
                    steps.varying.push(take);
                    steps.varying.len() - 1
                });
                let slot = step.varying.get_mut(slot).expect("a move takes few places");
                *slot = at as u8 + 1;
            }
            steps.reach = steps.reach.max(step.raise);
            let group = &mut steps.groups[m.pattern];
            group.range |= 1 << m.index;
            group.steps[m.index as usize] = step;
        }
        assert!(steps.varying.len() < PARTS, "few places differ within a block");
        steps
    }

    /// The most options a position can have.
    pub(super) fn most(&self) -> u32 {
        self.groups.iter().map(|group| group.range.count_ones()).sum()
    }
}

fn step(space: &Space, m: Move) -> Option<Step> {
    let pattern = &space.rules().patterns[m.pattern];
    let mut change = [0i64; MAX_PLACES];
    for (index, count) in pattern.made(m.index) {
        *change[..=space.top].get_mut(index as usize)? += i64::from(count);
    }
    for (index, count) in pattern.taken(m.index) {
        *change[..=space.top].get_mut(index as usize)? -= i64::from(count);
    }
    let touched = |j: &usize| change[*j] != 0;
    let lowest = (1..=space.top).find(touched)?.max(space.least_free - 1);
    let greatest = (1..=space.top).rfind(touched)?.max(lowest).max(space.block);
    let mut step = Step { from: lowest as u32, to: greatest as u32, ..Step::default() };
    let (mut value, mut potential) = (0, 0);
    for (j, change) in change.into_iter().enumerate().take(greatest + 1).skip(1) {
        value += change * i64::from(space.places[j]);
        potential += change * i64::from(space.weights[j]);
        if (lowest..greatest).contains(&j) {
            let slot = step.offsets.get_mut(j - lowest).expect("a move changes few partial sums");
            *slot = space.offset(j, value, potential) as i32;
        }
    }
    assert!(value == 0 && potential > 0, "a move keeps the sum and raises the potential");
    step.raise = potential as u32;
    Some(step)
}
