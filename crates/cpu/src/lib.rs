//! The CPU backend: every operation of [`phinum_core::backend::Backend`] on
//! threads and SIMD.
//!
//! A range is cut into chunks of one fixed length, whatever the number of
//! threads, and each chunk into the parts of a tile ([`phinum_core::tile`]); a
//! part is one pass over a table that stays in the cache, written at the speed of
//! memory. Columns larger than the cache are written past it.

mod condition;
mod fill;
pub mod game;
mod kernel;
mod level;
mod list;
mod nim;
mod random;
mod select;
mod summary;
mod tiles;
mod walk;
pub mod wythoff;
#[cfg(target_arch = "x86_64")]
mod x86;

use phinum_core::backend::{
    Backend, BackendError, Description, GrundyTable, LengthHistogram, ListTask, RandomGames,
    RangeTask, SelectTask, Selection, Summary, SummaryTask, WythoffTable,
};
use phinum_core::fibonacci_nim::sums::NimSums;
use phinum_core::for_width;
use phinum_core::tile::Tile;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use level::Instructions;
pub use level::{LEVEL_VARIABLE, Level, NoLevel};
use tiles::Tiles;

/// How a CPU backend is set up.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The instructions used; by default [`Level::best`], which a variable of the
    /// environment may say; the portable ones if the machine lacks those asked for.
    pub level: Level,
    /// The threads; `None` for one a core.
    pub threads: Option<usize>,
    /// K, the digits that go into a table of 32-bit words (see
    /// [`phinum_core::tile::Tile`]); tables of narrower words get one or two more.
    pub tile_index: u32,
    /// Columns of at least this many bytes are written past the cache.
    pub stream_from: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            level: Level::best(),
            threads: None,
            // F_22 = 28657 words of 32 bits: 112 KiB, a part of any L2.
            tile_index: 22,
            // Larger than what is read again right away, smaller than any L3.
            stream_from: 8 << 20,
        }
    }
}

/// The CPU backend.
#[derive(Debug)]
pub struct Cpu {
    description: Description,
    options: Options,
    pool: Option<ThreadPool>,
    tiles: Tiles,
}

impl Default for Cpu {
    fn default() -> Self {
        let options = Options::default();
        Cpu {
            description: describe(&options),
            options,
            pool: None,
            tiles: Tiles::new(options.tile_index),
        }
    }
}

fn describe(options: &Options) -> Description {
    let asked = options.threads.filter(|threads| *threads > 0);
    let threads = asked.unwrap_or_else(rayon::current_num_threads);
    let plural = if threads == 1 { "" } else { "s" };
    Description {
        name: "cpu",
        adapter: options.level.name().into(),
        driver: format!("{threads} thread{plural}"),
        software: false,
    }
}

impl Cpu {
    /// With `options`; a tile index that there are no tiles for becomes the nearest
    /// one there are, and no threads one a core.
    ///
    /// # Errors
    /// If the operating system refuses the threads.
    pub fn new(options: Options) -> Result<Cpu, ThreadPoolBuildError> {
        // The description says what is done, not what was asked for.
        let level = if options.level.is_present() { options.level } else { Level::Portable };
        let tile_index = options.tile_index.clamp(Tile::MIN_INDEX, Tile::MAX_INDEX);
        let options = Options { level, tile_index, ..options };
        let pool = options
            .threads
            .filter(|threads| *threads > 0)
            .map(|threads| ThreadPoolBuilder::new().num_threads(threads).build())
            .transpose()?;
        let tiles = Tiles::new(tile_index);
        Ok(Cpu { description: describe(&options), options, pool, tiles })
    }

    fn on_threads<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

impl Backend for Cpu {
    fn description(&self) -> &Description {
        &self.description
    }

    fn fill(&self, mut task: RangeTask<'_>) -> Result<(), BackendError> {
        let tile = self.tiles.of(task.function());
        let start = task.start();
        self.on_threads(|| {
            for_width!(ColumnMut, task.out(), out => fill::fill(&tile, start, out, &self.options));
        });
        Ok(())
    }

    fn fill_list(&self, mut task: ListTask<'_>) -> Result<(), BackendError> {
        let (scatter, inputs) = (task.function().into(), task.inputs());
        let level = self.options.level;
        self.on_threads(|| {
            for_width!(ColumnMut, task.out(), out => list::fill(&scatter, inputs, out, level));
        });
        Ok(())
    }

    fn summarize(&self, task: &SummaryTask<'_>) -> Result<Summary, BackendError> {
        let tile = self.tiles.of(task.function());
        let with = Instructions::of(self.options.level);
        Ok(self.on_threads(|| summary::summarize(&tile, task, with)))
    }

    fn select(&self, task: &SelectTask<'_>) -> Result<Selection, BackendError> {
        let functions = task.bound().functions().iter();
        let tiles: Vec<_> = functions.map(|(function, _)| self.tiles.of(function)).collect();
        let with = Instructions::of(self.options.level);
        Ok(self.on_threads(|| condition::select(&tiles, task, with)))
    }

    fn cold(&self, pairs: &[[u64; 2]], out: &mut [u8]) -> Result<(), BackendError> {
        self.on_threads(|| list::cold(pairs, out, self.options.level));
        Ok(())
    }

    fn random_games(&self, task: &RandomGames) -> Result<LengthHistogram, BackendError> {
        Ok(self.on_threads(|| random::random_games(task)))
    }

    fn nim_sums(&self, task: &NimSums<'_>, out: &mut [u8]) -> Result<(), BackendError> {
        self.on_threads(|| nim::sums(task, out));
        Ok(())
    }

    fn wythoff_table(&self, task: &WythoffTable) -> Result<GrundyTable, BackendError> {
        let table = self.on_threads(|| wythoff::table(*task, &mut |_| true));
        Ok(table.expect("nothing stops it"))
    }
}
