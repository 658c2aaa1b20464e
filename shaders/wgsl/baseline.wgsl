//! A range element by element, as if it were a list: what the tile is measured
//! against. No backend operation uses it.
// #import rules

/// What is the same for every number.
struct Params {
    /// How many numbers there are.
    count: u32,
    /// Workgroups in a row of the dispatch.
    width: u32,
    /// The first number.
    start: vec2<u32>,
    /// Added by the rule of sums.
    constant: vec4<u32>,
}

override WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> places: array<Place>;
@group(0) @binding(2) var<storage, read> entries: array<Entry>;
// The low words of all values, then the high words of all.
@group(0) @binding(3) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let i = (group.y * params.width + group.x) * WORKGROUP + lane;
    if (i >= params.count) {
        return;
    }
    let value = evaluate(sum(params.start, vec2<u32>(i, 0u)), params.constant);
    out[i] = value.x;
    if (LIMBS > 1u) {
        out[params.count + i] = value.y;
    }
}
