// #import u64
// Numerals from the top: the greedy choice of the largest place.

/// A row of the table of places.
struct Place {
    /// F_i modulo 2^64; 0 for i = 0, so that no n is below it.
    value: vec2<u32>,
    /// The largest index whose place has at most i bits.
    top_of_length: u32,
    /// Unused.
    pad: u32,
}

// The index of the largest place not above n; 0 for n = 0. At most two places
// share a bit length, so two steps down are enough. They are no loop: within the
// callers' loops, Mesa's GL (22.3, llvmpipe) ran lanes on that had left both.
fn top_index(n: vec2<u32>) -> u32 {
    var i = places[bit_length(n)].top_of_length;
    i -= u32(less(n, places[i].value));
    i -= u32(less(n, places[i].value));
    return i;
}
