//! The deficit form of the longest game: how far it stays below the upper bound,
//! read off neighbouring Zeckendorf terms.

/// The running state of the deficit form over ascending indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deficit {
    /// UB - L of the terms seen.
    pub gap: u64,
    /// What the next pair an even distance apart takes off.
    pub relief: u32,
    /// The greatest index seen; 0 before the first.
    pub top: u32,
}

impl Deficit {
    /// No terms yet.
    pub const EMPTY: Deficit = Deficit { gap: 0, relief: 2, top: 0 };

    /// With the term F_k added, `k` at least two above the last.
    #[must_use]
    pub fn with(self, k: u32) -> Deficit {
        let (j, k_wide, d) = (u64::from(self.top), u64::from(k), k - self.top);
        if self.top == 0 {
            let below = k_wide - 1;
            return Deficit { gap: below * below / 4, relief: if k == 1 { 1 } else { 2 }, top: k };
        }
        debug_assert!(d >= 2, "Zeckendorf terms are not neighbours");
        let gap = if d % 2 == 1 {
            self.gap + j + (j + k_wide + 1) * u64::from(d - 3) / 4
        } else {
            self.gap + j + (j + k_wide) * u64::from(d - 2) / 4 - u64::from(self.relief)
        };
        let relief = match d {
            2 => self.relief + 2,
            3 => 3,
            _ => 2,
        };
        Deficit { gap, relief, top: k }
    }
}

/// gap(n) from the indices of n's Zeckendorf terms, ascending.
pub fn gap(terms: impl Iterator<Item = u32>) -> u64 {
    terms.fold(Deficit::EMPTY, Deficit::with).gap
}
