//! Heaps of Fibonacci Nim: the Grundy value of each at its cap, which is that of the
//! last step the cap reaches; 0 for heaps that are not in the window of the table
//! that is here. An invocation does four, the bytes of its result word.

/// What is the same for every heap.
struct Params {
    /// How many fours of heaps there are.
    count: u32,
    /// Workgroups in a row of the dispatch.
    width: u32,
    /// The first heap of the window.
    first: u32,
    /// How many heaps the window has.
    heaps: u32,
    /// Where its steps start in the whole table.
    base: u32,
    /// The last step of the window, counted from there.
    last: u32,
    /// Where the values begin behind the starts.
    values: u32,
    /// The greatest power of two that is no more than the steps of any heap.
    half: u32,
}

override WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> caps: array<u32>;
// Where the steps of each heap start, and their end; then the values, four a word.
@group(0) @binding(2) var<storage, read> starts: array<u32>;
// Heap, cap, heap, cap.
@group(0) @binding(3) var<storage, read> heaps: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read_write> out: array<u32>;

fn start_at(i: vec4<u32>) -> vec4<u32> {
    return vec4(starts[i.x], starts[i.y], starts[i.z], starts[i.w]) - params.base;
}

fn cap_at(i: vec4<u32>) -> vec4<u32> {
    return vec4(caps[i.x], caps[i.y], caps[i.z], caps[i.w]);
}

fn value_at(i: vec4<u32>) -> vec4<u32> {
    let w = params.values + (i >> vec4(2u));
    let words = vec4(starts[w.x], starts[w.y], starts[w.z], starts[w.w]);
    return words >> (8u * (i & vec4(3u))) & vec4(0xffu);
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let i = (group.y * params.width + group.x) * WORKGROUP + lane;
    if (i >= params.count) {
        return;
    }
    let one = heaps[2u * i];
    let two = heaps[2u * i + 1u];
    let cap = vec4(one.yw, two.yw);
    // A heap below the first wraps far past the last.
    let row = vec4(one.xz, two.xz) - params.first;
    let inside = row < vec4(params.heaps);
    let at = select(vec4(0u), row, inside);
    let start = start_at(at);
    let end = start_at(at + 1u);
    // Past the steps that the cap reaches; the same few rounds for everyone.
    var past = start;
    for (var half = params.half; half > 0u; half >>= 1u) {
        let next = past + half;
        let reached = cap_at(min(next - 1u, vec4(params.last))) <= cap;
        past = select(past, next, reached & (next <= end));
    }
    let value = value_at(max(past, vec4(1u)) - 1u);
    let four = select(vec4(0u), value, inside & (past > start)) << vec4(0u, 8u, 16u, 24u);
    out[i] = four.x | four.y | four.z | four.w;
}
