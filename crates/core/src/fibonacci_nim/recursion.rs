//! The Grundy values by the mex recursion as it is written, for every heap and
//! every cap: quadratic in time and memory, and the oracle of everything else.

/// The values of all positions with heaps up to some n.
#[derive(Clone, Debug, Default)]
pub struct Recursion {
    /// For each heap the values at the caps 0 to n.
    values: Vec<Vec<u8>>,
}

impl Recursion {
    /// Of the heaps 0 to `last`, in about `last`²/2 bytes.
    pub fn up_to(last: usize) -> Recursion {
        let mut all = Recursion::default();
        for heap in 0..=last {
            let next = all.next_heap(heap);
            all.values.push(next);
        }
        all
    }

    /// The next cap has one option more: its value may be the one that was missing.
    fn next_heap(&self, heap: usize) -> Vec<u8> {
        let mut seen = [false; 256];
        let mut mex = 0u8;
        let mut values = vec![0; heap + 1];
        for take in 1..=heap {
            seen[self.value(heap - take, 2 * take) as usize] = true;
            while seen[mex as usize] {
                mex += 1;
            }
            values[take] = mex;
        }
        values
    }

    /// The value of the heap `heap` with the cap `cap`, clamped to the heap.
    ///
    /// # Panics
    /// If the heap is above the last.
    #[inline]
    pub fn value(&self, heap: usize, cap: usize) -> u8 {
        self.values[heap][cap.min(heap)]
    }
}
