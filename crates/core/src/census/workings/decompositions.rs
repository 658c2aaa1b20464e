//! Every sum of places no two of which are neighbours, by enumeration: no greedy
//! choice is made, and no theorem assumed.

/// The greatest index enumerated.
const TOP: u32 = 24;

/// See the module. Words have bit i − 1 for F_i.
#[derive(Clone, Debug)]
pub(crate) struct Decompositions {
    /// F_1 to F_25.
    places: Vec<u64>,
    /// By n: how many words there are of n, and the last one met.
    words: Vec<(u32, u32)>,
}

impl Default for Decompositions {
    fn default() -> Self {
        let mut places = vec![1u64, 2];
        while places.len() <= TOP as usize {
            places.push(places[places.len() - 1] + places[places.len() - 2]);
        }
        let mut words = vec![(0, 0); places[TOP as usize] as usize];
        each_word(&places[..TOP as usize], &mut |sum, word| {
            // The largest, F_24 + F_22 + …, is F_25 − 1.
            words[sum as usize] = (words[sum as usize].0 + 1, word);
        });
        Decompositions { places, words }
    }
}

/// Calls `each` with the sum and the word of every choice of places no two of which
/// are neighbours.
pub(crate) fn each_word(places: &[u64], each: &mut impl FnMut(u64, u32)) {
    fn from(places: &[u64], at: usize, sum: u64, word: u32, each: &mut impl FnMut(u64, u32)) {
        if at >= places.len() {
            each(sum, word);
            return;
        }
        from(places, at + 1, sum, word, each);
        if at + 1 < places.len() {
            from(places, at + 2, sum + places[at], word | 1 << at, each);
        } else {
            each(sum + places[at], word | 1 << at);
        }
    }
    from(places, 0, 0, 0, each);
}

impl Decompositions {
    /// One more than the greatest number all of whose words are met.
    pub(crate) fn end(&self) -> u64 {
        self.words.len() as u64
    }

    /// How many words there are of `n`.
    pub(crate) fn count(&self, n: u64) -> u32 {
        self.words[n as usize].0
    }

    /// The indices of the word of `n`, ascending.
    pub(crate) fn indices(&self, n: u64) -> impl DoubleEndedIterator<Item = u32> + Clone + use<> {
        let word = self.words[n as usize].1;
        (1..=TOP).filter(move |i| word >> (i - 1) & 1 == 1)
    }

    /// The places of the word of `n`, ascending.
    pub(crate) fn terms(&self, n: u64) -> impl DoubleEndedIterator<Item = u64> + Clone + '_ {
        self.indices(n).map(|i| self.places[i as usize - 1])
    }

    /// The word of `n` as it is written, the greatest place first.
    pub(crate) fn word(&self, n: u64) -> String {
        format!("{:b}", self.words[n as usize].1)
    }

    /// The zeros at the end of the word of `n`, which is not 0.
    pub(crate) fn trailing_zeros(&self, n: u64) -> u32 {
        self.words[n as usize].1.trailing_zeros()
    }

    /// The word of `n` pushed up one place.
    pub(crate) fn shift(&self, n: u64) -> u64 {
        self.indices(n).map(|i| self.places[i as usize]).sum()
    }
}
