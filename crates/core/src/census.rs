//! The figures of four published sources, each computed again by means that do not
//! assume it: game-tree search, the mex recursion, enumeration of sums, play move
//! by move.
//!
//! | module | source |
//! |---|---|
//! | `zeckendorf_games` | Cusenza et al., "Bounds on Zeckendorf Games", 2020 |
//! | `nim_sums` | "What restores the theorem": Fibonacci Nim in sums |
//! | `wythoff_digits` | "The digits say which move wins": Wythoff's game |
//! | `nim_takes` | a Chinese lecture on Fibonacci Nim and Zeckendorf's theorem |
//!
//! A [`Claim`] is a row: what is said, where, and how it is computed. What a source
//! gets wrong is listed as such, with what is right; what it asks for and does not
//! compute is computed by two routes where there are two.

#![allow(
    clippy::unnecessary_wraps,
    reason = "every computation may be stopped, though most are quick"
)]

mod figure;
mod nim_sums;
mod nim_takes;
mod workings;
mod wythoff_digits;
mod zeckendorf_games;

pub use figure::{Figure, Value};
pub use workings::{Stopped, Workings};

/// A source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// Bounds on the lengths of Zeckendorf games.
    ZeckendorfGames,
    /// Sums of heaps in Fibonacci Nim.
    NimSums,
    /// Wythoff's game by digits.
    WythoffDigits,
    /// The winning take in Fibonacci Nim.
    NimTakes,
}

impl Source {
    /// All of them.
    pub const ALL: [Source; 4] =
        [Source::ZeckendorfGames, Source::NimSums, Source::WythoffDigits, Source::NimTakes];

    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Source::ZeckendorfGames => "Cusenza et al., Bounds on Zeckendorf Games, 2020",
            Source::NimSums => "What restores the theorem",
            Source::WythoffDigits => "The digits say which move wins",
            Source::NimTakes => {
                "斐波那契博弈与齐肯多夫定理 (Fibonacci Nim and Zeckendorf's theorem)"
            }
        }
    }

    /// A claim that it prints.
    const fn says(
        self,
        place: &'static str,
        claim: &'static str,
        figure: Figure,
        by: &'static str,
        compute: Compute,
    ) -> Claim {
        Claim { source: self, place, claim, said: Said::Printed(figure), by, compute }
    }

    /// What it asks for and does not print.
    const fn asks(
        self,
        place: &'static str,
        claim: &'static str,
        by: &'static str,
        compute: Compute,
    ) -> Claim {
        Claim { source: self, place, claim, said: Said::Asked, by, compute }
    }

    /// A claim that it prints and that is wrong.
    const fn errs(
        self,
        place: &'static str,
        claim: &'static str,
        (printed, right, why): (Figure, Figure, &'static str),
        by: &'static str,
        compute: Compute,
    ) -> Claim {
        Claim {
            source: self,
            place,
            claim,
            said: Said::Wrongly { printed, right, why },
            by,
            compute,
        }
    }
}

/// What a source says of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// It prints a figure.
    Printed(Figure),
    /// It prints a figure that is known to be wrong.
    Wrongly {
        /// What it prints.
        printed: Figure,
        /// What is right.
        right: Figure,
        /// Why.
        why: &'static str,
    },
    /// It asks, and prints nothing.
    Asked,
}

/// Computes a claim.
pub type Compute = fn(&mut Workings<'_>) -> Result<Finding, Stopped>;

/// A claim of a source.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// Whose.
    pub source: Source,
    /// Where in it.
    pub place: &'static str,
    /// What is claimed, or asked for.
    pub claim: &'static str,
    /// What the source prints.
    pub said: Said,
    /// The means, and how far they go.
    pub by: &'static str,
    /// The computation.
    pub compute: Compute,
}

/// What came of a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The value.
    pub value: Value,
    /// The same by a second route, or as an independent program found it.
    pub again: Option<Value>,
}

impl From<Value> for Finding {
    fn from(value: Value) -> Self {
        Finding { value, again: None }
    }
}

impl Finding {
    /// A value, and the same by a second route.
    fn twice(value: Value, again: Value) -> Finding {
        Finding { value, again: Some(again) }
    }
}

/// How a claim fared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// What was computed is what is printed, or for a figure asked for what a
    /// second route gives.
    Agrees,
    /// It is not, or the two routes part.
    Disagrees,
    /// What is printed is wrong, as was known, and what was known to be right is.
    Erratum,
    /// Nothing is printed, and there is one route.
    Unchecked,
}

/// A claim computed.
#[derive(Clone, Debug)]
pub struct Row<'c> {
    /// The claim.
    pub claim: &'c Claim,
    /// What came of it.
    pub finding: Finding,
    /// How it fared.
    pub verdict: Verdict,
}

impl Claim {
    /// How the claim fares with what was found.
    pub fn verdict(&self, finding: &Finding) -> Verdict {
        let Finding { value, again } = finding;
        if again.as_ref().is_some_and(|again| again != value) {
            return Verdict::Disagrees;
        }
        match self.said {
            Said::Printed(figure) if figure.is(value) => Verdict::Agrees,
            Said::Wrongly { printed, right, .. } if right.is(value) && !printed.is(value) => {
                Verdict::Erratum
            }
            Said::Printed(_) | Said::Wrongly { .. } => Verdict::Disagrees,
            Said::Asked if again.is_some() => Verdict::Agrees,
            Said::Asked => Verdict::Unchecked,
        }
    }

    /// The figure the source prints.
    pub fn printed(&self) -> Option<Figure> {
        match self.said {
            Said::Printed(figure) | Said::Wrongly { printed: figure, .. } => Some(figure),
            Said::Asked => None,
        }
    }
}

/// How far a census is: so many claims are done, and this one is under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// How many are done.
    pub done: usize,
    /// The claim under way.
    pub claim: &'static str,
}

/// Told of progress, often; says whether to go on.
pub type Watch<'w> = &'w mut dyn FnMut(Progress) -> bool;

/// All claims, source by source.
pub fn claims() -> Vec<Claim> {
    [zeckendorf_games::CLAIMS, nim_sums::CLAIMS, wythoff_digits::CLAIMS, nim_takes::CLAIMS].concat()
}

/// Computes every one of `claims`.
///
/// # Errors
/// [`Stopped`] if `watch` says so.
pub fn run<'c>(claims: &'c [Claim], watch: Watch<'_>) -> Result<Vec<Row<'c>>, Stopped> {
    let mut workings = Workings::new(watch);
    let row = |(done, claim): (usize, &'c Claim)| {
        workings.begin(Progress { done, claim: claim.claim })?;
        let finding = (claim.compute)(&mut workings)?;
        let verdict = claim.verdict(&finding);
        Ok(Row { claim, finding, verdict })
    };
    claims.iter().enumerate().map(row).collect()
}

/// Whether no claim disagrees.
pub fn agree(rows: &[Row<'_>]) -> bool {
    rows.iter().all(|row| row.verdict != Verdict::Disagrees)
}
