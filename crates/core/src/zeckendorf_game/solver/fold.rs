//! What is computed: a position's value of its options' values.

/// How a layer's values lie: for each position some lengths from `first` on, for
/// each length some words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// The first length.
    pub first: usize,
    /// How many lengths.
    pub lengths: usize,
    /// How many words each.
    pub words: usize,
    /// No value has more bits.
    pub bits: u32,
}

impl Shape {
    /// A word a position.
    pub const WORD: Shape = Shape { first: 0, lengths: 1, words: 1, bits: 0 };

    /// Words a position.
    pub fn stride(&self) -> usize {
        self.lengths * self.words
    }
}

/// The values of a layer, by rank.
#[derive(Clone, Debug)]
pub struct Layer<W> {
    /// How they lie.
    pub shape: Shape,
    /// The values.
    pub values: Vec<W>,
}

impl<W> Layer<W> {
    /// A position's value.
    #[inline(always)]
    pub fn value(&self, rank: u32) -> &[W] {
        self.run(rank, 1)
    }

    /// The values of `many` positions one after another.
    #[inline(always)]
    pub fn run(&self, rank: u32, many: usize) -> &[W] {
        let stride = self.shape.stride();
        &self.values[rank as usize * stride..][..many * stride]
    }
}

/// A way to make a position's value of its options' values.
pub trait Fold: Sync {
    /// What values are made of.
    type Word: Copy + Default + Send + Sync;
    /// What is known of the options seen.
    type Sum: Clone + Default;

    /// How a layer is to lie, given those its options are in.
    fn shape(&self, above: &[Layer<Self::Word>]) -> Shape;

    /// Takes in an option of each of some positions: from the rank `rank` on, one after
    /// another in the layer `above`.
    fn add(
        &self,
        sums: &mut [Self::Sum],
        values: &mut [Self::Word],
        shape: &Shape,
        above: &Layer<Self::Word>,
        rank: u32,
    );

    /// Gives the values of some positions, once all options are taken in.
    fn finish(&self, sums: &[Self::Sum], values: &mut [Self::Word], shape: &Shape);

    /// Drops from a finished layer what need not be kept.
    fn seal(&self, _layer: &mut Layer<Self::Word>) {}
}
