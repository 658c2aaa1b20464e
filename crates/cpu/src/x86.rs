//! What has to be said in x86-64 itself: that code is compiled for a level, and stores
//! past the cache. This is the only module with unsafe code.
//!
//! Both rest on [`Instructions`], which are always ones this machine has.
#![allow(unsafe_code, reason = "levels and stores past the cache have no safe interface")]

use core::arch::x86_64::{
    __m128i, __m256i, _mm_loadu_si128, _mm_sfence, _mm_stream_si128, _mm256_loadu_si256,
    _mm256_stream_si256, _mm512_loadu_si512, _mm512_stream_si512,
};

use crate::kernel::{Lane, Stream};
use crate::level::{Compiled, Instructions, Level};

/// Does `work` in `with`.
#[inline]
pub(crate) fn run<C: Compiled>(work: C, with: Instructions) -> C::Out {
    match with.level() {
        // SAFETY: the machine has the level, whose instructions these are.
        Level::Avx512 => unsafe { run_avx512(work) },
        // SAFETY: as above.
        Level::Avx2 => unsafe { run_avx2(work) },
        // Every x86-64 has SSE2, which is what everything is compiled for.
        Level::Sse2 | Level::Portable => work.run(),
    }
}

// What `Level::is_present` asks for, here and below.
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt")]
fn run_avx512<C: Compiled>(work: C) -> C::Out {
    work.run()
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]
fn run_avx2<C: Compiled>(work: C) -> C::Out {
    work.run()
}

/// 64 bytes at a place a register of any level may be stored at: a line of the cache,
/// which is best written whole.
#[repr(C, align(64))]
struct Line([u8; 64]);

/// Writes what `stream` gives, whole lines of it past the cache, where it is seen by whoever
/// this thread then synchronises with.
pub(crate) fn stream<S: Stream>(stream: S, out: &mut [S::Word], with: Instructions) {
    match with.level() {
        // SAFETY: the machine has the level, whose instructions these are.
        Level::Avx512 => unsafe { stream_avx512(stream, out) },
        // SAFETY: as above.
        Level::Avx2 => unsafe { stream_avx2(stream, out) },
        Level::Sse2 => stream_sse2(stream, out),
        Level::Portable => stream.fill(0, out),
    }
}

#[inline(always)]
fn lines<S: Stream>(
    stream: S,
    out: &mut [S::Word],
    store: impl Fn(&mut Line, &<S::Word as Lane>::Line),
) {
    const {
        assert!(size_of::<<S::Word as Lane>::Line>() == size_of::<Line>());
        assert!(size_of::<Line>().is_multiple_of(size_of::<S::Word>()));
    }
    // SAFETY: a line is bytes, and so are words; align_to_mut keeps to its alignment.
    let (head, body, tail) = unsafe { out.align_to_mut::<Line>() };
    stream.fill(0, head);
    let mut at = head.len();
    for slot in body {
        let line = stream.line(at);
        store(slot, &line);
        at += size_of::<Line>() / size_of::<S::Word>();
    }
    stream.fill(at, tail);
    // SAFETY: every x86-64 has the fence. Without it, what went past the cache might be seen
    // after what this thread writes next.
    unsafe { _mm_sfence() };
}

#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt")]
fn stream_avx512<S: Stream>(stream: S, out: &mut [S::Word]) {
    lines(stream, out, |slot, line| {
        // SAFETY: both are 64 bytes, and `slot` is aligned to them.
        unsafe {
            let words = _mm512_loadu_si512(core::ptr::from_ref(line).cast());
            _mm512_stream_si512(core::ptr::from_mut(slot).cast(), words);
        }
    });
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]
fn stream_avx2<S: Stream>(stream: S, out: &mut [S::Word]) {
    lines(stream, out, |slot, line| {
        let from = core::ptr::from_ref(line).cast::<__m256i>();
        let to = core::ptr::from_mut(slot).cast::<__m256i>();
        for i in 0..2 {
            // SAFETY: both are twice 32 bytes, and `slot` is aligned to them.
            unsafe { _mm256_stream_si256(to.add(i), _mm256_loadu_si256(from.add(i))) };
        }
    });
}

fn stream_sse2<S: Stream>(stream: S, out: &mut [S::Word]) {
    lines(stream, out, |slot, line| {
        let from = core::ptr::from_ref(line).cast::<__m128i>();
        let to = core::ptr::from_mut(slot).cast::<__m128i>();
        for i in 0..4 {
            // SAFETY: both are four times 16 bytes, and `slot` is aligned to them.
            unsafe { _mm_stream_si128(to.add(i), _mm_loadu_si128(from.add(i))) };
        }
    });
}
