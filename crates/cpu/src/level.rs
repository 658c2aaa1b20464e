//! Which instructions the kernels use: found once, at run time.

use std::str::FromStr;
use std::sync::OnceLock;

use thiserror::Error;

/// Work that is compiled once for each level. Portable code, without branches, of which
/// the compiler makes the vector code of the level it is compiled for.
pub(crate) trait Compiled {
    /// What comes of it.
    type Out;

    /// Does it. Always inlined, so that it is made of its caller's instructions.
    fn run(self) -> Self::Out;
}

/// The instructions of a level that this machine has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Instructions(Level);

impl Instructions {
    /// Those of `level`, or the portable ones if the machine lacks it.
    pub(crate) fn of(level: Level) -> Instructions {
        Instructions(if level.is_present() { level } else { Level::Portable })
    }

    /// The level, which this machine has.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn level(self) -> Level {
        self.0
    }

    /// Does `work` in these instructions.
    #[inline]
    pub(crate) fn run<C: Compiled>(self, work: C) -> C::Out {
        #[cfg(target_arch = "x86_64")]
        return crate::x86::run(work, self);
        #[cfg(not(target_arch = "x86_64"))]
        work.run()
    }

    /// Whether there are stores past the cache among them.
    pub(crate) fn can_stream(self) -> bool {
        self.0 != Level::Portable
    }
}

/// A set of instructions there are kernels for. The portable ones are compiled
/// and tested everywhere.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// What the compiler makes of plain loops; no stores past the cache.
    Portable,
    /// Every x86-64: 128-bit stores past the cache.
    Sse2,
    /// 256 bits: AVX2 and the bit instructions that came with it.
    Avx2,
    /// 512 bits: AVX-512 F, BW, CD, DQ and VL, which came together, and the above.
    Avx512,
}

/// The environment variable that says which level to use: `portable`, `sse2`, `avx2` or
/// `avx512`.
pub const LEVEL_VARIABLE: &str = "PHINUM_CPU_LEVEL";

/// What is no level of this machine.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{word}' is no level of instructions that this machine has: it has {}", present())]
pub struct NoLevel {
    word: String,
}

fn present() -> String {
    let present = Level::ALL.into_iter().filter(|level| level.is_present());
    present.map(Level::word).collect::<Vec<_>>().join(", ")
}

impl FromStr for Level {
    type Err = NoLevel;

    fn from_str(word: &str) -> Result<Self, NoLevel> {
        let named = Level::ALL.into_iter().find(|level| level.word() == word);
        let no_level = || NoLevel { word: word.to_owned() };
        named.filter(|level| level.is_present()).ok_or_else(no_level)
    }
}

impl Level {
    /// All of them, ascending.
    pub const ALL: [Level; 4] = [Level::Portable, Level::Sse2, Level::Avx2, Level::Avx512];

    /// Whether this machine has it.
    #[cfg(target_arch = "x86_64")]
    pub fn is_present(self) -> bool {
        match self {
            Level::Portable | Level::Sse2 => true,
            Level::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("lzcnt")
            }
            Level::Avx512 => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512cd")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && Level::Avx2.is_present()
            }
        }
    }

    /// Whether this machine has it.
    #[cfg(not(target_arch = "x86_64"))]
    pub fn is_present(self) -> bool {
        self == Level::Portable
    }

    /// The highest this machine has.
    pub fn highest() -> Level {
        Level::ALL.into_iter().rev().find(|level| level.is_present()).unwrap_or(Level::Portable)
    }

    /// The one to use: what [`LEVEL_VARIABLE`] says, else the highest this machine has.
    pub fn best() -> Level {
        static BEST: OnceLock<Level> = OnceLock::new();
        *BEST.get_or_init(|| Level::asked_for().ok().flatten().unwrap_or_else(Level::highest))
    }

    /// What [`LEVEL_VARIABLE`] says, if it is set.
    ///
    /// # Errors
    /// [`NoLevel`] if it names no level of this machine.
    pub fn asked_for() -> Result<Option<Level>, NoLevel> {
        match std::env::var_os(LEVEL_VARIABLE) {
            Some(name) if !name.is_empty() => name.to_string_lossy().parse().map(Some),
            _ => Ok(None),
        }
    }

    /// What [`LEVEL_VARIABLE`] calls it.
    pub fn word(self) -> &'static str {
        match self {
            Level::Portable => "portable",
            Level::Sse2 => "sse2",
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Level::Portable => "portable",
            Level::Sse2 => "SSE2",
            Level::Avx2 => "AVX2",
            Level::Avx512 => "AVX-512",
        }
    }
}
