//! Which instructions the kernels use: found once, at run time.

use std::sync::OnceLock;

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

    /// Makes what was written past the cache visible to whoever this thread then
    /// synchronises with.
    pub(crate) fn fence(self) {
        #[cfg(target_arch = "x86_64")]
        crate::x86::fence(self);
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
    pub fn best() -> Level {
        static BEST: OnceLock<Level> = OnceLock::new();
        *BEST.get_or_init(|| {
            Level::ALL.into_iter().rev().find(|level| level.is_present()).unwrap_or(Level::Portable)
        })
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
