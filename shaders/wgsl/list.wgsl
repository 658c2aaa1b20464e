//! Listed numbers: each by its own numeral. An invocation does one.
// #import rules

/// What is the same for every number.
struct Params {
    /// How many numbers there are.
    count: u32,
    /// Workgroups in a row of the dispatch.
    width: u32,
    /// Unused.
    pad: vec2<u32>,
    /// Added by the rule of sums.
    constant: vec4<u32>,
}

override WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> places: array<Place>;
@group(0) @binding(2) var<storage, read> entries: array<Entry>;
@group(0) @binding(3) var<storage, read> inputs: array<vec2<u32>>;
// The low words of all values, then the next words of all, and so on.
@group(0) @binding(4) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let i = (group.y * params.width + group.x) * WORKGROUP + lane;
    if (i >= params.count) {
        return;
    }
    let value = evaluate(inputs[i], params.constant);
    out[i] = value.x;
    if (LIMBS > 1u) {
        out[params.count + i] = value.y;
    }
    if (LIMBS > 2u) {
        out[2u * params.count + i] = value.z;
    }
    if (LIMBS > 3u) {
        out[3u * params.count + i] = value.w;
    }
}
