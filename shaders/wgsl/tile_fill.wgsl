//! Ranges: a table, a multiple of a second table, and a constant, modulo 2^32 or less.
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
    /// Where the words go that hold them, and no others.
    out: u32,
    /// How many such words there are; the last may have room for more values.
    words: u32,
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
/// Values a word of the output holds, 1, 2 or 4, each modulo 2^(32 / `PER_WORD`).
override PER_WORD: u32 = 1u;

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> table: array<u32>;
// Four values a word.
@group(0) @binding(2) var<storage, read> relief: array<u32>;
@group(0) @binding(3) var<storage, read> tasks: array<Task>;
@group(0) @binding(4) var<storage, read_write> out: array<u32>;

// Two values in a word, the low halves of each.
fn two(values: vec2<u32>) -> u32 {
    return insertBits(values.x, values.y, 16u, 16u);
}

// Four values in a word, the low byte of each.
fn four(values: vec4<u32>) -> u32 {
    let half = insertBits(values.x, values.y, 8u, 24u);
    return insertBits(half, insertBits(values.z, values.w, 8u, 24u), 16u, 16u);
}

// The word of the values from entry i of the table on.
fn plain(i: u32, add: u32) -> u32 {
    if (PER_WORD == 4u) {
        return four(vec4<u32>(table[i], table[i + 1u], table[i + 2u], table[i + 3u]) + add);
    } else if (PER_WORD == 2u) {
        return two(vec2<u32>(table[i], table[i + 1u]) + add);
    } else {
        return table[i] + add;
    }
}

// Value j of a task with relief.
fn relieved(task: Task, j: u32) -> u32 {
    let r = task.relief_from + j;
    let times = task.times * extractBits(relief[r >> 2u], (r & 3u) << 3u, 8u);
    return table[task.table_from + j] + times + task.add;
}

// The word of the values from value j of a task with relief on.
fn relieved_word(task: Task, j: u32) -> u32 {
    let first = relieved(task, j);
    if (PER_WORD == 4u) {
        let second = relieved(task, j + 1u);
        return four(vec4<u32>(first, second, relieved(task, j + 2u), relieved(task, j + 3u)));
    } else if (PER_WORD == 2u) {
        return two(vec2<u32>(first, relieved(task, j + 1u)));
    } else {
        return first;
    }
}

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
        for (var j = lane; j < task.words; j += WORKGROUP) {
            out[task.out + j] = relieved_word(task, PER_WORD * j);
        }
        return;
    }
    // Four at a time: the loads don't wait for each other, and there are fewer turns.
    let step = PER_WORD * WORKGROUP;
    var j = lane;
    for (; j + 3u * WORKGROUP < task.words; j += 4u * WORKGROUP) {
        let first = task.table_from + PER_WORD * j;
        let to = task.out + j;
        let a = plain(first, task.add);
        let b = plain(first + step, task.add);
        let c = plain(first + 2u * step, task.add);
        let d = plain(first + 3u * step, task.add);
        out[to] = a;
        out[to + WORKGROUP] = b;
        out[to + 2u * WORKGROUP] = c;
        out[to + 3u * WORKGROUP] = d;
    }
    for (; j < task.words; j += WORKGROUP) {
        out[task.out + j] = plain(task.table_from + PER_WORD * j, task.add);
    }
}
