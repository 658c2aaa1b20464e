//! Summaries of ranges: as the fill of a tile, but a task leaves only the sum, the
//! least and the greatest of its values, and perhaps a tally of them.

/// What is the same for every task.
struct Params {
    /// How many tasks there are.
    tasks: u32,
    /// Workgroups in a row of the dispatch.
    width: u32,
    /// Where in the output the histogram begins: after the partial results.
    histogram: u32,
    /// How many values the histogram tells apart.
    bins: u32,
}

/// A slice of consecutive values.
struct Task {
    /// How many there are; with the sum in two words, at most 2^32.
    len: u32,
    /// Where the table begins for them.
    table_from: u32,
    /// What is added to each.
    add: u32,
    /// Where the relief begins for them.
    relief_from: u32,
    /// How many times the relief is added, modulo 2^32.
    times: u32,
    /// 1 if the values count in the histogram.
    tally: u32,
    /// Unused.
    pad: vec2<u32>,
}

/// What a task leaves, six words.
struct Partial {
    /// The low word of the sum.
    sum_low: u32,
    /// The high word of the sum.
    sum_high: u32,
    /// The least value.
    least: u32,
    /// The place of its first appearance in the slice.
    least_at: u32,
    /// The greatest value.
    greatest: u32,
    /// The place of its first appearance in the slice.
    greatest_at: u32,
}

override WORKGROUP: u32 = 256u;

/// The values below this are tallied within the workgroup first, and so are those
/// past the last bin, all together.
const NEAR_BINS: u32 = 1024u;

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> table: array<u32>;
// Four values a word.
@group(0) @binding(2) var<storage, read> relief: array<u32>;
@group(0) @binding(3) var<storage, read> tasks: array<Task>;
// A Partial for every task, then the bins, the last for all that lies above.
@group(0) @binding(4) var<storage, read_write> out: array<atomic<u32>>;

var<workgroup> sums: array<vec2<u32>, WORKGROUP>;
// A value and its place.
var<workgroup> leasts: array<vec2<u32>, WORKGROUP>;
var<workgroup> greatests: array<vec2<u32>, WORKGROUP>;
var<workgroup> near: array<atomic<u32>, NEAR_BINS + 1u>;

/// What an invocation has seen of its values.
struct Seen {
    /// Their sum.
    sum: vec2<u32>,
    /// The least of them and its place.
    least: vec2<u32>,
    /// The greatest of them and its place.
    greatest: vec2<u32>,
}

fn including(seen: Seen, value: u32, j: u32) -> Seen {
    let low = seen.sum.x + value;
    return Seen(
        vec2<u32>(low, seen.sum.y + u32(low < value)),
        select(seen.least, vec2<u32>(value, j), value < seen.least.x),
        select(seen.greatest, vec2<u32>(value, j), value > seen.greatest.x),
    );
}

fn value_of(task: Task, j: u32) -> u32 {
    var value = table[task.table_from + j] + task.add;
    if (task.times != 0u) {
        let r = task.relief_from + j;
        value += task.times * extractBits(relief[r >> 2u], (r & 3u) << 3u, 8u);
    }
    return value;
}

fn tally(value: u32) {
    if (value >= params.bins) {
        atomicAdd(&near[NEAR_BINS], 1u);
    } else if (value < NEAR_BINS) {
        atomicAdd(&near[value], 1u);
    } else {
        atomicAdd(&out[params.histogram + value], 1u);
    }
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let index = group.y * params.width + group.x;
    var task = tasks[min(index, params.tasks - 1u)];
    if (index >= params.tasks) {
        task.len = 0u;
    }
    if (task.tally == 1u) {
        for (var bin = lane; bin <= NEAR_BINS; bin += WORKGROUP) {
            atomicStore(&near[bin], 0u);
        }
    }
    workgroupBarrier();

    // An invocation without values loses to any that has one, by its place.
    var seen = Seen(vec2<u32>(), vec2<u32>(~0u, ~0u), vec2<u32>(0u, ~0u));
    var j = lane;
    if (j < task.len) {
        let value = value_of(task, j);
        seen.least = vec2<u32>(value, j);
        seen.greatest = seen.least;
    }
    if (task.tally == 0u && task.times == 0u) {
        // Four at a time: the loads don't wait for each other, and there are fewer turns.
        for (; j + 3u * WORKGROUP < task.len; j += 4u * WORKGROUP) {
            let first = task.table_from + j;
            let a = table[first];
            let b = table[first + WORKGROUP];
            let c = table[first + 2u * WORKGROUP];
            let d = table[first + 3u * WORKGROUP];
            seen = including(seen, a + task.add, j);
            seen = including(seen, b + task.add, j + WORKGROUP);
            seen = including(seen, c + task.add, j + 2u * WORKGROUP);
            seen = including(seen, d + task.add, j + 3u * WORKGROUP);
        }
    }
    for (; j < task.len; j += WORKGROUP) {
        let value = value_of(task, j);
        seen = including(seen, value, j);
        if (task.tally == 1u) {
            tally(value);
        }
    }
    sums[lane] = seen.sum;
    leasts[lane] = seen.least;
    greatests[lane] = seen.greatest;
    workgroupBarrier();

    for (var half = WORKGROUP >> 1u; half > 0u; half >>= 1u) {
        if (lane < half) {
            let other = sums[lane + half];
            let low = sums[lane].x + other.x;
            sums[lane] = vec2<u32>(low, sums[lane].y + other.y + u32(low < other.x));
            let lesser = leasts[lane + half];
            let l = leasts[lane];
            if (lesser.x < l.x || (lesser.x == l.x && lesser.y < l.y)) {
                leasts[lane] = lesser;
            }
            let greater = greatests[lane + half];
            let g = greatests[lane];
            if (greater.x > g.x || (greater.x == g.x && greater.y < g.y)) {
                greatests[lane] = greater;
            }
        }
        workgroupBarrier();
    }

    if (lane == 0u && index < params.tasks) {
        let to = index * 6u;
        atomicStore(&out[to], sums[0].x);
        atomicStore(&out[to + 1u], sums[0].y);
        atomicStore(&out[to + 2u], leasts[0].x);
        atomicStore(&out[to + 3u], leasts[0].y);
        atomicStore(&out[to + 4u], greatests[0].x);
        atomicStore(&out[to + 5u], greatests[0].y);
    }
    if (task.tally == 1u) {
        for (var bin = lane; bin <= NEAR_BINS; bin += WORKGROUP) {
            let count = atomicLoad(&near[bin]);
            if (count != 0u) {
                atomicAdd(&out[params.histogram + select(bin, params.bins, bin == NEAR_BINS)], count);
            }
        }
    }
}
