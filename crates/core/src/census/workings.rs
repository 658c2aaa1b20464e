//! What several claims need, computed once; and the way to stop.

mod decompositions;
mod games;
mod heaps;

use std::rc::Rc;

use thiserror::Error;

pub(crate) use decompositions::{Decompositions, each_word};
pub(crate) use games::{Game, Games, LAST_GAME, allowed, combines, options};
pub(crate) use heaps::{Sum, choices, openings, reachable};

use super::{Progress, Watch};
use crate::fibonacci_nim::growth::Growth;
use crate::fibonacci_nim::recursion::Recursion;
use crate::fibonacci_nim::{Sweep, TooLarge};
use crate::wythoff::table::plain;
use crate::wythoff::{GrundyTable, TableError, WythoffTable, wavefront};

/// A census was told to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the census was stopped")]
pub struct Stopped;

/// Heaps of Fibonacci Nim whose every cap has its value by the recursion.
pub(crate) const LAST_HEAP: usize = 1000;
/// The heaps to which the values of the openings are followed.
pub(crate) const LAST_OPENING: u32 = 10_000_000;
/// Heaps between two reports of progress.
const STRIDE: u32 = 1 << 14;

/// What the claims of a census share.
pub struct Workings<'w> {
    watch: Watch<'w>,
    progress: Progress,
    decompositions: Option<Rc<Decompositions>>,
    games: Option<Rc<Games>>,
    recursion: Option<Rc<Recursion>>,
    growth: Option<Rc<Growth>>,
    pairs: Option<Rc<Vec<Sum>>>,
    triples: Option<Rc<Vec<Sum>>>,
    square: Option<Rc<GrundyTable>>,
    large_square: Option<Rc<GrundyTable>>,
    curve: Option<Rc<Vec<(u64, u64)>>>,
}

/// What is in the slot, put there by `make` if nothing is.
fn once<T>(slot: &mut Option<Rc<T>>, make: impl FnOnce() -> T) -> Rc<T> {
    slot.get_or_insert_with(|| Rc::new(make())).clone()
}

impl<'w> Workings<'w> {
    /// Nothing is computed yet.
    pub(super) fn new(watch: Watch<'w>) -> Self {
        Workings {
            watch,
            progress: Progress { done: 0, claim: "" },
            decompositions: None,
            games: None,
            recursion: None,
            growth: None,
            pairs: None,
            triples: None,
            square: None,
            large_square: None,
            curve: None,
        }
    }

    /// Begins a claim.
    pub(super) fn begin(&mut self, progress: Progress) -> Result<(), Stopped> {
        self.progress = progress;
        self.go_on()
    }

    /// Whether to go on.
    pub(crate) fn go_on(&mut self) -> Result<(), Stopped> {
        if (self.watch)(self.progress) { Ok(()) } else { Err(Stopped) }
    }

    /// Every sum of places no two of which are neighbours, to some index.
    pub(crate) fn decompositions(&mut self) -> Rc<Decompositions> {
        once(&mut self.decompositions, Decompositions::default)
    }

    /// Every position of the Zeckendorf games from few ones.
    pub(crate) fn games(&mut self) -> Result<Rc<Games>, Stopped> {
        let games = match self.games.take() {
            Some(games) => games,
            None => Rc::new(Games::search(|| self.go_on())?),
        };
        Ok(self.games.insert(games).clone())
    }

    /// The Grundy value of every heap and cap to [`LAST_HEAP`], by the recursion.
    pub(crate) fn recursion(&mut self) -> Rc<Recursion> {
        once(&mut self.recursion, || Recursion::up_to(LAST_HEAP))
    }

    /// The values of the openings to [`LAST_OPENING`].
    pub(crate) fn growth(&mut self) -> Result<Rc<Growth>, Stopped> {
        let growth = match self.growth.take() {
            Some(growth) => growth,
            None => Rc::new(self.grow().expect("within a sweep's reach")?),
        };
        Ok(self.growth.insert(growth).clone())
    }

    fn grow(&mut self) -> Result<Result<Growth, Stopped>, TooLarge> {
        let mut growth = Growth::default();
        let mut sweep = Sweep::new(LAST_OPENING.into())?;
        while let Some((heap, steps)) = sweep.next_heap() {
            growth.push(heap, steps);
            if heap % STRIDE == 0 && self.go_on().is_err() {
                return Ok(Err(Stopped));
            }
        }
        Ok(Ok(growth))
    }

    /// The pairs of heaps from 2 to 14, each searched whole.
    pub(crate) fn pairs(&mut self) -> Result<Rc<Vec<Sum>>, Stopped> {
        let pairs = match self.pairs.take() {
            Some(pairs) => pairs,
            None => Rc::new(heaps::search(2, 2..=14, || self.go_on())?),
        };
        Ok(self.pairs.insert(pairs).clone())
    }

    /// The triples of heaps from 2 to 10, each searched whole.
    pub(crate) fn triples(&mut self) -> Result<Rc<Vec<Sum>>, Stopped> {
        let triples = match self.triples.take() {
            Some(triples) => triples,
            None => Rc::new(heaps::search(3, 2..=10, || self.go_on())?),
        };
        Ok(self.triples.insert(triples).clone())
    }

    /// The Grundy values of Wythoff's game on the square of 80, by the mex of every
    /// cell's options.
    pub(crate) fn square(&mut self) -> Rc<GrundyTable> {
        once(&mut self.square, || {
            let task = WythoffTable::new(80, 1);
            task.map(plain).expect("80 is within a table's reach")
        })
    }

    /// The same on the square of 4096, antidiagonal by antidiagonal.
    pub(crate) fn large_square(&mut self) -> Result<Rc<GrundyTable>, Stopped> {
        let table = match self.large_square.take() {
            Some(table) => table,
            None => Rc::new(self.sweep_square().expect("within a table's reach")?),
        };
        Ok(self.large_square.insert(table).clone())
    }

    fn sweep_square(&mut self) -> Result<Result<GrundyTable, Stopped>, TableError> {
        let mut wavefront = wavefront::Wavefront::new(WythoffTable::new(4096, 1)?);
        while let Some(strip) = wavefront.next() {
            strip.run();
            if self.go_on().is_err() {
                return Ok(Err(Stopped));
            }
        }
        Ok(Ok(wavefront.finish()))
    }

    /// The costs of two to six heaps in a sum, by `make` if they are not known.
    pub(crate) fn curve(
        &mut self,
        make: impl FnOnce(&mut Self) -> Result<Vec<(u64, u64)>, Stopped>,
    ) -> Result<Rc<Vec<(u64, u64)>>, Stopped> {
        let curve = match self.curve.take() {
            Some(curve) => curve,
            None => Rc::new(make(self)?),
        };
        Ok(self.curve.insert(curve).clone())
    }
}
