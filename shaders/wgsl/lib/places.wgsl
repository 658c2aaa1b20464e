// #import u64
// Numerals from the top: the greedy choice of the largest place.

/// A row of the table of places.
struct Place {
    /// F_i modulo 2^64; 0 for i = 0, so that a search downwards ends there.
    value: vec2<u32>,
    /// The largest index whose place has at most i bits.
    top_of_length: u32,
    /// Unused.
    pad: u32,
}

// The index of the largest place not above n; 0 for n = 0.
fn top_index(n: vec2<u32>) -> u32 {
    var i = places[bit_length(n)].top_of_length;
    // At most two places share a bit length.
    while (less(n, places[i].value)) {
        i -= 1u;
    }
    return i;
}
