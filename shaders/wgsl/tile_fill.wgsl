//! Ranges: a table, a multiple of a second table, and a constant, modulo 2^32.
//! A workgroup does one task, a slice of one part of a `phinum_core::tile::Tile`.

/// How many tasks there are.
struct Params {
    /// How many tasks there are.
    tasks: u32,
    /// Workgroups in a row of the dispatch.
    width: u32,
    /// Unused.
    pad: vec2<u32>,
}

/// A slice of consecutive values.
struct Task {
    /// Where they go.
    out: u32,
    /// How many there are.
    len: u32,
    /// Where the table begins for them.
    table_from: u32,
    /// What is added to each.
    add: u32,
    /// Where the relief begins for them.
    relief_from: u32,
    /// How many times the relief is added, modulo 2^32.
    times: u32,
    /// Unused.
    pad: vec2<u32>,
}

override WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> table: array<u32>;
// Four values a word.
@group(0) @binding(2) var<storage, read> relief: array<u32>;
@group(0) @binding(3) var<storage, read> tasks: array<Task>;
@group(0) @binding(4) var<storage, read_write> out: array<u32>;

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let index = group.y * params.width + group.x;
    if (index >= params.tasks) {
        return;
    }
    let task = tasks[index];
    if (task.times != 0u) {
        for (var j = lane; j < task.len; j += WORKGROUP) {
            let r = task.relief_from + j;
            let relieved = extractBits(relief[r >> 2u], (r & 3u) << 3u, 8u);
            out[task.out + j] = table[task.table_from + j] + task.times * relieved + task.add;
        }
        return;
    }
    // Four at a time: the loads don't wait for each other, and there are fewer turns.
    var j = lane;
    for (; j + 3u * WORKGROUP < task.len; j += 4u * WORKGROUP) {
        let first = task.table_from + j;
        let to = task.out + j;
        let a = table[first];
        let b = table[first + WORKGROUP];
        let c = table[first + 2u * WORKGROUP];
        let d = table[first + 3u * WORKGROUP];
        out[to] = a + task.add;
        out[to + WORKGROUP] = b + task.add;
        out[to + 2u * WORKGROUP] = c + task.add;
        out[to + 3u * WORKGROUP] = d + task.add;
    }
    for (; j < task.len; j += WORKGROUP) {
        out[task.out + j] = table[task.table_from + j] + task.add;
    }
}
