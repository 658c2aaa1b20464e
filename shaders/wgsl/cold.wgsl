//! Wythoff's game by the digit rule: with a <= b, the numeral of a ends in an even
//! number of zeros, and b is a shifted up one place.
// #import places

/// What is the same for every pair.
struct Params {
    /// How many pairs there are.
    count: u32,
    /// Workgroups in a row of the dispatch.
    width: u32,
    /// Unused.
    pad: vec2<u32>,
}

/// How many pairs an invocation answers: the bits of its result word, which no
/// other invocation writes.
const PAIRS: u32 = 32u;

override WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> places: array<Place>;
@group(0) @binding(2) var<storage, read> pairs: array<vec4<u32>>;
// Bit j of word w of a group stands for the group's pair WORKGROUP * j + w.
@group(0) @binding(3) var<storage, read_write> out: array<u32>;

fn is_cold(one: vec2<u32>, other: vec2<u32>) -> bool {
    var a = one;
    var b = other;
    if (less(b, a)) {
        a = other;
        b = one;
    }
    // b is to end as 0 when the places above a's terms are taken off it.
    var least = 1u;
    while (!is_zero(a)) {
        least = top_index(a);
        let above = places[least + 1u].value;
        // The second: F_{least+1} itself does not fit 64 bits, so b is smaller.
        if (less(b, above) || less(above, places[least].value)) {
            return false;
        }
        a = difference(a, places[least].value);
        b = difference(b, above);
    }
    return (least & 1u) == 1u && is_zero(b);
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let index = group.y * params.width + group.x;
    let first = index * WORKGROUP * PAIRS;
    if (first >= params.count) {
        return;
    }
    var bits = 0u;
    for (var j = 0u; j < PAIRS; j += 1u) {
        let i = first + j * WORKGROUP + lane;
        if (i < params.count) {
            let pair = pairs[i];
            bits |= u32(is_cold(pair.xy, pair.zw)) << j;
        }
    }
    out[index * WORKGROUP + lane] = bits;
}
