//! The game solved on threads: layer after layer, the positions of a layer at once.
//!
//! The plain form is [`phinum_core::zeckendorf_game::solver::oracle`].

use std::collections::VecDeque;

use phinum_core::zeckendorf_game::solver::alliance::{Alliance, AllianceFold};
use phinum_core::zeckendorf_game::solver::{
    ColdTable, Cursor, Fold, Layer, Lengths, Outcome, OutcomeFold, PlaysFold, Progress, Run, Shape,
    Space, Watch,
};
use rayon::prelude::*;

/// How many positions a thread takes at a time: finding the first of them costs
/// what walking over some does.
const CHUNK: usize = 1 << 11;

/// What the two-player game comes to, or `None` if `watch` stopped it.
pub fn outcome(space: &Space, watch: Watch<'_>) -> Option<Outcome> {
    let start = sweep(space, &OutcomeFold, watch, |_, _| ())?;
    Some(Outcome::of(start.values[0]))
}

/// The same, with the table of cold positions.
pub fn outcome_and_table(space: &Space, watch: Watch<'_>) -> Option<(Outcome, ColdTable)> {
    let mut table = ColdTable::empty(space.clone());
    let start = sweep(space, &OutcomeFold, watch, |potential, layer| table.note(potential, layer))?;
    Some((Outcome::of(start.values[0]), table))
}

/// How many plays there are, by length; or, if not `by_length`, in all, as if all
/// were of length 0.
pub fn lengths(space: &Space, by_length: bool, watch: Watch<'_>) -> Option<Lengths> {
    let fold = PlaysFold::new(by_length, space.most_options());
    let start = sweep(space, &fold, watch, |_, _| ())?;
    Some(fold.lengths(&start, 0))
}

/// Which of the alliances of `players` players have a winning strategy.
pub fn alliances(
    space: &Space,
    players: u32,
    alliances: &[Alliance],
    watch: Watch<'_>,
) -> Option<Vec<bool>> {
    let fold = AllianceFold::new(players, alliances);
    let start = sweep(space, &fold, watch, |_, _| ())?;
    Some(AllianceFold::winners(start.value(0)))
}

/// Computes every layer from the greatest potential down and shows it to `seen`;
/// gives the last, of the starting position alone.
pub fn sweep<F: Fold>(
    space: &Space,
    fold: &F,
    watch: Watch<'_>,
    mut seen: impl FnMut(usize, &Layer<F::Word>),
) -> Option<Layer<F::Word>> {
    // The layers above the one at hand, the next one first.
    let mut above: VecDeque<Layer<F::Word>> = VecDeque::new();
    let mut spare: Option<Vec<F::Word>> = None;
    let mut held = 0;
    let mut done = 0;
    for (potential, &size) in space.layers().iter().enumerate().rev() {
        let layers = above.make_contiguous();
        let shape = fold.shape(layers);
        let stride = shape.stride();
        let more = (size as usize * stride * size_of::<F::Word>()) as u64;
        if !watch(Progress { done, bytes: held + more }) {
            return None;
        }
        // The memory of a layer no longer needed is not new to the system.
        let mut values = spare.take().unwrap_or_default();
        values.clear();
        values.reserve_exact(size as usize * stride);
        values.resize(size as usize * stride, F::Word::default());
        values.shrink_to_fit();
        let solve = |(i, chunk): (usize, &mut [F::Word])| {
            let cursor = Cursor::new(space, potential, (i * CHUNK) as u32);
            solve_chunk(fold, cursor, layers, &shape, chunk);
        };
        if size as usize <= CHUNK {
            // Waking a thread would take longer.
            values.chunks_mut(CHUNK * stride).enumerate().for_each(solve);
        } else {
            values.par_chunks_mut(CHUNK * stride).enumerate().for_each(solve);
        }
        let mut layer = Layer { shape, values };
        fold.seal(&mut layer);
        seen(potential, &layer);
        held += bytes(&layer);
        above.push_front(layer);
        if above.len() > (space.reach() as usize).max(1) {
            held -= above.back().map_or(0, bytes);
            spare = above.pop_back().map(|layer| layer.values);
        }
        done = size.into();
    }
    watch(Progress { done, bytes: held }).then(|| above.pop_front()).flatten()
}

/// Computes the values of consecutive positions, from where `cursor` stands.
fn solve_chunk<F: Fold>(
    fold: &F,
    mut cursor: Cursor<'_>,
    layers: &[Layer<F::Word>],
    shape: &Shape,
    mut chunk: &mut [F::Word],
) {
    let stride = shape.stride();
    let mut sums = Vec::new();
    while !chunk.is_empty() {
        let many = cursor.left().min(chunk.len() / stride);
        let (block, rest) = chunk.split_at_mut(many * stride);
        sums.clear();
        sums.resize(many, F::Sum::default());
        cursor.runs(many, |Run { raise, from, to }| {
            let values = &mut block[from.start * stride..from.end * stride];
            let above = &layers[raise as usize - 1];
            fold.add(&mut sums[from], values, shape, above, to);
        });
        fold.finish(&sums, block, shape);
        cursor.next_block();
        chunk = rest;
    }
}

fn bytes<W>(layer: &Layer<W>) -> u64 {
    size_of_val(&*layer.values) as u64
}
