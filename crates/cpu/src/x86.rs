//! The kernels in x86-64 instructions. This is the only module with unsafe code.
//!
//! Kernels for listed inputs are portable code, here only compiled for a level. Each
//! kernel of a range writes single values up to the first address a register may be
//! stored at, whole registers from there, and single values at the end. A stream
//! ends with a store fence, so that what went past the cache is visible to
//! whoever the thread then synchronises with.
#![allow(unsafe_code, reason = "stores past the cache and registers have no safe interface")]

use core::arch::x86_64::{
    __m128i, __m256i, __m512i, _mm_add_epi64, _mm_loadl_epi64, _mm_loadu_si32, _mm_loadu_si128,
    _mm_set1_epi64x, _mm_setzero_si128, _mm_sfence, _mm_stream_si128, _mm_unpacklo_epi32,
    _mm256_add_epi64, _mm256_cvtepu8_epi64, _mm256_cvtepu32_epi64, _mm256_loadu_si256,
    _mm256_mul_epi32, _mm256_set1_epi64x, _mm256_stream_si256, _mm512_add_epi64,
    _mm512_cvtepu8_epi64, _mm512_cvtepu32_epi64, _mm512_mul_epi32, _mm512_set1_epi64,
    _mm512_stream_si512,
};

use crate::kernel::{Stores, add_portable, add_relief_portable};
use crate::level::Level;
use crate::list::Kernel;

/// Evaluates a kernel for listed inputs in the instructions of `level`; false if they
/// are no more than the portable ones, or this machine lacks them.
pub(crate) fn evaluate<K: Kernel>(
    kernel: &K,
    inputs: &[K::In],
    out: &mut [K::Out],
    level: Level,
) -> bool {
    debug_assert_eq!(inputs.len(), out.len());
    if !level.is_present() {
        return false;
    }
    match level {
        // SAFETY: the machine has the level, whose instructions these are.
        Level::Avx512 => unsafe { evaluate_avx512(kernel, inputs, out) },
        // SAFETY: as above.
        Level::Avx2 => unsafe { evaluate_avx2(kernel, inputs, out) },
        Level::Sse2 | Level::Portable => return false,
    }
    true
}

// What `Level::is_present` asks for, here and below.
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt")]
fn evaluate_avx512<K: Kernel>(kernel: &K, inputs: &[K::In], out: &mut [K::Out]) {
    kernel.evaluate(inputs, out);
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]
fn evaluate_avx2<K: Kernel>(kernel: &K, inputs: &[K::In], out: &mut [K::Out]) {
    kernel.evaluate(inputs, out);
}

/// `out[j] = table[j] + add`; false if the level has no kernel for it.
pub(crate) fn add(table: &[u32], add: u64, out: &mut [u64], stores: Stores) -> bool {
    // Stores only ever has a level of this machine.
    match (stores.level(), stores.stream()) {
        // SAFETY: the machine has AVX-512F.
        (Level::Avx512, true) => unsafe { add_avx512::<true>(table, add, out) },
        // SAFETY: the machine has AVX-512F.
        (Level::Avx512, false) => unsafe { add_avx512::<false>(table, add, out) },
        // SAFETY: the machine has AVX2.
        (Level::Avx2, true) => unsafe { add_avx2::<true>(table, add, out) },
        // SAFETY: the machine has AVX2.
        (Level::Avx2, false) => unsafe { add_avx2::<false>(table, add, out) },
        (Level::Sse2, true) => add_sse2(table, add, out),
        // The compiler's own code is as good as the stores allow.
        (Level::Sse2, false) | (Level::Portable, _) => return false,
    }
    true
}

/// `out[j] = table[j] + times · relief[j] + add`; false if the level has no
/// kernel for it.
pub(crate) fn add_relief(
    table: &[u32],
    relief: &[u8],
    times: i32,
    add: u64,
    out: &mut [u64],
    stores: Stores,
) -> bool {
    match (stores.level(), stores.stream()) {
        // SAFETY: the machine has AVX-512F.
        (Level::Avx512, true) => unsafe { relief_avx512::<true>(table, relief, times, add, out) },
        // SAFETY: the machine has AVX-512F.
        (Level::Avx512, false) => unsafe { relief_avx512::<false>(table, relief, times, add, out) },
        // SAFETY: the machine has AVX2.
        (Level::Avx2, true) => unsafe { relief_avx2::<true>(table, relief, times, add, out) },
        // SAFETY: the machine has AVX2.
        (Level::Avx2, false) => unsafe { relief_avx2::<false>(table, relief, times, add, out) },
        // SSE2 has no signed widening product, and few parts have a relief.
        (Level::Sse2 | Level::Portable, _) => return false,
    }
    true
}

/// A register of 64-bit integers.
///
/// # Safety
/// Any bits are a value of it, and it is nothing but whole 64-bit words.
unsafe trait Register {}

// SAFETY: the vector types are bits and nothing else.
unsafe impl Register for __m128i {}
// SAFETY: as above.
unsafe impl Register for __m256i {}
// SAFETY: as above.
unsafe impl Register for __m512i {}

/// A column as single values, whole registers, and single values.
fn registers<R: Register>(out: &mut [u64]) -> (&mut [u64], &mut [R], &mut [u64]) {
    // SAFETY: words are registers' bits and the other way round, by the trait's
    // contract; align_to_mut keeps to R's alignment.
    unsafe { out.align_to_mut::<R>() }
}

#[target_feature(enable = "avx512f")]
fn add_avx512<const STREAM: bool>(table: &[u32], add: u64, out: &mut [u64]) {
    assert_eq!(table.len(), out.len());
    let (head, body, tail) = registers::<__m512i>(out);
    let (first, table) = table.split_at(head.len());
    let (middle, last) = table.split_at(8 * body.len());
    let (entries, _) = middle.as_chunks::<8>();
    add_portable(first, add, head);
    let adds = _mm512_set1_epi64(add as i64);
    for (slot, entries) in body.iter_mut().zip(entries) {
        // SAFETY: eight 32-bit words are 256 bits; the load needs no alignment.
        let words = unsafe { _mm256_loadu_si256(entries.as_ptr().cast()) };
        let values = _mm512_add_epi64(_mm512_cvtepu32_epi64(words), adds);
        if STREAM {
            // SAFETY: `slot` is a register of the column, aligned as one.
            unsafe { _mm512_stream_si512(slot, values) };
        } else {
            *slot = values;
        }
    }
    add_portable(last, add, tail);
    if STREAM {
        _mm_sfence();
    }
}

#[target_feature(enable = "avx2")]
fn add_avx2<const STREAM: bool>(table: &[u32], add: u64, out: &mut [u64]) {
    assert_eq!(table.len(), out.len());
    let (head, body, tail) = registers::<__m256i>(out);
    let (first, table) = table.split_at(head.len());
    let (middle, last) = table.split_at(4 * body.len());
    let (entries, _) = middle.as_chunks::<4>();
    add_portable(first, add, head);
    let adds = _mm256_set1_epi64x(add as i64);
    for (slot, entries) in body.iter_mut().zip(entries) {
        // SAFETY: four 32-bit words are 128 bits; the load needs no alignment.
        let words = unsafe { _mm_loadu_si128(entries.as_ptr().cast()) };
        let values = _mm256_add_epi64(_mm256_cvtepu32_epi64(words), adds);
        if STREAM {
            // SAFETY: `slot` is a register of the column, aligned as one.
            unsafe { _mm256_stream_si256(slot, values) };
        } else {
            *slot = values;
        }
    }
    add_portable(last, add, tail);
    if STREAM {
        _mm_sfence();
    }
}

fn add_sse2(table: &[u32], add: u64, out: &mut [u64]) {
    assert_eq!(table.len(), out.len());
    let (head, body, tail) = registers::<__m128i>(out);
    let (first, table) = table.split_at(head.len());
    let (middle, last) = table.split_at(2 * body.len());
    let (entries, _) = middle.as_chunks::<2>();
    add_portable(first, add, head);
    // SAFETY: every x86-64 has SSE2.
    let (adds, zero) = unsafe { (_mm_set1_epi64x(add as i64), _mm_setzero_si128()) };
    for (slot, entries) in body.iter_mut().zip(entries) {
        // SAFETY: two 32-bit words are 64 bits; the load needs no alignment, and
        // `slot` is a register of the column, aligned as one.
        unsafe {
            let words = _mm_loadl_epi64(entries.as_ptr().cast());
            let values = _mm_add_epi64(_mm_unpacklo_epi32(words, zero), adds);
            _mm_stream_si128(slot, values);
        }
    }
    add_portable(last, add, tail);
    // SAFETY: every x86-64 has the fence.
    unsafe { _mm_sfence() };
}

#[target_feature(enable = "avx512f")]
fn relief_avx512<const STREAM: bool>(
    table: &[u32],
    relief: &[u8],
    times: i32,
    add: u64,
    out: &mut [u64],
) {
    assert_eq!(table.len(), out.len());
    assert_eq!(relief.len(), out.len());
    let (head, body, tail) = registers::<__m512i>(out);
    let (first, table) = table.split_at(head.len());
    let (first_relief, relief) = relief.split_at(head.len());
    let (middle, last) = table.split_at(8 * body.len());
    let (middle_relief, last_relief) = relief.split_at(8 * body.len());
    let (entries, reliefs) = (middle.as_chunks::<8>().0, middle_relief.as_chunks::<8>().0);
    add_relief_portable(first, first_relief, times, add, head);
    let (adds, factor) = (_mm512_set1_epi64(add as i64), _mm512_set1_epi64(times.into()));
    for ((slot, entries), reliefs) in body.iter_mut().zip(entries).zip(reliefs) {
        // SAFETY: eight 32-bit words are 256 bits and eight bytes are 64; neither
        // load needs alignment.
        let (words, bytes) = unsafe {
            (_mm256_loadu_si256(entries.as_ptr().cast()), _mm_loadl_epi64(reliefs.as_ptr().cast()))
        };
        let relieved = _mm512_mul_epi32(_mm512_cvtepu8_epi64(bytes), factor);
        let values =
            _mm512_add_epi64(_mm512_add_epi64(_mm512_cvtepu32_epi64(words), relieved), adds);
        if STREAM {
            // SAFETY: `slot` is a register of the column, aligned as one.
            unsafe { _mm512_stream_si512(slot, values) };
        } else {
            *slot = values;
        }
    }
    add_relief_portable(last, last_relief, times, add, tail);
    if STREAM {
        _mm_sfence();
    }
}

#[target_feature(enable = "avx2")]
fn relief_avx2<const STREAM: bool>(
    table: &[u32],
    relief: &[u8],
    times: i32,
    add: u64,
    out: &mut [u64],
) {
    assert_eq!(table.len(), out.len());
    assert_eq!(relief.len(), out.len());
    let (head, body, tail) = registers::<__m256i>(out);
    let (first, table) = table.split_at(head.len());
    let (first_relief, relief) = relief.split_at(head.len());
    let (middle, last) = table.split_at(4 * body.len());
    let (middle_relief, last_relief) = relief.split_at(4 * body.len());
    let (entries, reliefs) = (middle.as_chunks::<4>().0, middle_relief.as_chunks::<4>().0);
    add_relief_portable(first, first_relief, times, add, head);
    let (adds, factor) = (_mm256_set1_epi64x(add as i64), _mm256_set1_epi64x(times.into()));
    for ((slot, entries), reliefs) in body.iter_mut().zip(entries).zip(reliefs) {
        // SAFETY: four 32-bit words are 128 bits and four bytes are 32; neither
        // load needs alignment.
        let (words, bytes) = unsafe {
            (_mm_loadu_si128(entries.as_ptr().cast()), _mm_loadu_si32(reliefs.as_ptr().cast()))
        };
        let relieved = _mm256_mul_epi32(_mm256_cvtepu8_epi64(bytes), factor);
        let values =
            _mm256_add_epi64(_mm256_add_epi64(_mm256_cvtepu32_epi64(words), relieved), adds);
        if STREAM {
            // SAFETY: `slot` is a register of the column, aligned as one.
            unsafe { _mm256_stream_si256(slot, values) };
        } else {
            *slot = values;
        }
    }
    add_relief_portable(last, last_relief, times, add, tail);
    if STREAM {
        _mm_sfence();
    }
}
