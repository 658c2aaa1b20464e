//! Conditions on the values of up to four functions, which are made as the fill of a tile
//! makes them: a bit for each number, and what the values add up to. A workgroup does one
//! task, a slice over which every function is one part of its `phinum_core::tile::Tile`.
//!
//! The condition is `holds`, whose body the host puts in place of the one here.

/// What is the same for every task.
struct Params {
    /// How many tasks there are.
    tasks: u32,
    /// Workgroups in a row of the dispatch.
    width: u32,
    /// Where in the output the sums begin: after the bits.
    partials: u32,
    /// Unused.
    pad: u32,
}

/// A slice of consecutive numbers. What is said of functions is said of each.
struct Task {
    /// How many there are, at most 2^16.
    len: u32,
    /// Where their bits go, in words of the output that no other task has.
    out: u32,
    /// Unused.
    pad: vec2<u32>,
    /// Where the table begins for them.
    table_from: vec4<u32>,
    /// What is added to each.
    add: vec4<u32>,
    /// Where the relief begins for them, in bytes of all tables.
    relief_from: vec4<u32>,
    /// How many times the relief is added, modulo 2^32.
    times: vec4<u32>,
    /// The first number modulo each divisor that the condition has for it; or itself.
    rests: vec4<u32>,
}

/// What a task leaves for each function, four words.
struct Partial {
    /// The low word of the sum of its values.
    sum_low: u32,
    /// The high word.
    sum_high: u32,
    /// The low word of the sum of its values, each times its place in the slice.
    placed_low: u32,
    /// The high word.
    placed_high: u32,
}

override WORKGROUP: u32 = 256u;
/// How many functions there are, 1 to 4.
override FUNCTIONS: u32 = 4u;
/// 1 if values may have more than 16 bits.
override WIDE: u32 = 1u;

@group(0) @binding(0) var<uniform> params: Params;
// Of each function its table, and its relief, four values a word.
@group(0) @binding(1) var<storage, read> tables: array<u32>;
@group(0) @binding(2) var<storage, read> tasks: array<Task>;
// The bits of every task, then a Partial for each function of every task.
@group(0) @binding(3) var<storage, read_write> out: array<u32>;

var<workgroup> even: array<u32, WORKGROUP>;
var<workgroup> odd: array<u32, WORKGROUP>;
var<workgroup> sums: array<vec4<u32>, WORKGROUP>;

// From 0 up to the size of b. Of signs nothing is left to the device's own remainder.
fn residue(a: i32, b: i32) -> i32 {
    let size = u32(abs(b));
    let rest = u32(abs(a)) % size;
    return i32(select(rest, size - rest, a < 0i && rest != 0u));
}

// Whether the condition holds at a number where the functions have the values v. Modulo
// each divisor that the condition has for the number, n is the same.
fn holds(v: vec4<u32>, n: vec4<u32>) -> bool {
    return v.x == n.x;
}

fn value_of(table_from: u32, add: u32, relief_from: u32, times: u32, j: u32) -> u32 {
    var value = tables[table_from + j] + add;
    if (times != 0u) {
        let r = relief_from + j;
        value += times * extractBits(tables[r >> 2u], (r & 3u) << 3u, 8u);
    }
    return value;
}

fn values(t: Task, j: u32) -> vec4<u32> {
    var v = vec4<u32>();
    v.x = value_of(t.table_from.x, t.add.x, t.relief_from.x, t.times.x, j);
    if (FUNCTIONS > 1u) {
        v.y = value_of(t.table_from.y, t.add.y, t.relief_from.y, t.times.y, j);
    }
    if (FUNCTIONS > 2u) {
        v.z = value_of(t.table_from.z, t.add.z, t.relief_from.z, t.times.z, j);
    }
    if (FUNCTIONS > 3u) {
        v.w = value_of(t.table_from.w, t.add.w, t.relief_from.w, t.times.w, j);
    }
    return v;
}

/// Sums over at most 32 turns, one of each function, of the low halves of words and of the
/// high ones, so that none leaves a word.
struct Turns {
    /// Of the low halves.
    low: vec4<u32>,
    /// Of the low halves, each times its turn.
    low_placed: vec4<u32>,
    /// Of the high halves.
    high: vec4<u32>,
    /// Of the high halves, each times its turn.
    high_placed: vec4<u32>,
}

fn including(turns: Turns, v: vec4<u32>, turn: u32) -> Turns {
    var all = turns;
    if (WIDE == 0u) {
        all.low += v;
        all.low_placed += v * turn;
    } else {
        let low = v & vec4<u32>(0xffffu);
        let high = v >> vec4<u32>(16u);
        all.low += low;
        all.low_placed += low * turn;
        all.high += high;
        all.high_placed += high * turn;
    }
    return all;
}

/// Numbers of two words, one for each function.
struct Doubles {
    /// Their low words.
    low: vec4<u32>,
    /// Their high words.
    high: vec4<u32>,
}

fn plus(a: Doubles, b: Doubles) -> Doubles {
    let low = a.low + b.low;
    return Doubles(low, a.high + b.high + vec4<u32>(low < b.low));
}

// A sum of halves of words, put together.
fn joined(low: vec4<u32>, high: vec4<u32>) -> Doubles {
    let shifted = Doubles(high << vec4<u32>(16u), high >> vec4<u32>(16u));
    return plus(Doubles(low, vec4<u32>()), shifted);
}

// The product with m < 2^16.
fn product(a: Doubles, m: u32) -> Doubles {
    let low = (a.low & vec4<u32>(0xffffu)) * m;
    let middle = (a.low >> vec4<u32>(16u)) * m + (low >> vec4<u32>(16u));
    return Doubles(a.low * m, a.high * m + (middle >> vec4<u32>(16u)));
}

// One step of a transposition, between lanes whose numbers differ in the bit `step`;
// `mask` has the bits that are below it in their own numbers.
fn mixed(mine: u32, other: u32, lane: u32, step: u32, mask: u32) -> u32 {
    let below = (mine & mask) | ((other & mask) << step);
    let above = (mine & ~mask) | ((other >> step) & mask);
    return select(above, below, (lane & step) == 0u);
}

fn by_even(mine: u32, lane: u32, step: u32, mask: u32) -> u32 {
    even[lane] = mine;
    workgroupBarrier();
    return mixed(mine, even[lane ^ step], lane, step, mask);
}

fn by_odd(mine: u32, lane: u32, step: u32, mask: u32) -> u32 {
    odd[lane] = mine;
    workgroupBarrier();
    return mixed(mine, odd[lane ^ step], lane, step, mask);
}

// Among 32 lanes: bit t of lane b becomes bit b of lane t.
fn transposed(mine: u32, lane: u32) -> u32 {
    var word = by_even(mine, lane, 16u, 0x0000ffffu);
    word = by_odd(word, lane, 8u, 0x00ff00ffu);
    word = by_even(word, lane, 4u, 0x0f0f0f0fu);
    word = by_odd(word, lane, 2u, 0x33333333u);
    word = by_even(word, lane, 1u, 0x55555555u);
    // Nobody writes there again before all have read.
    workgroupBarrier();
    return word;
}

// Adds up what the lanes have of one function, and leaves it at `to` unless that is
// nowhere.
fn leave(mine: vec4<u32>, lane: u32, to: u32, is_there: bool) {
    sums[lane] = mine;
    workgroupBarrier();
    for (var half = WORKGROUP >> 1u; half > 0u; half >>= 1u) {
        if (lane < half) {
            let a = sums[lane];
            let b = sums[lane + half];
            let low = a.xz + b.xz;
            let high = a.yw + b.yw + vec2<u32>(low < b.xz);
            sums[lane] = vec4<u32>(low.x, high.x, low.y, high.y);
        }
        workgroupBarrier();
    }
    if (lane == 0u && is_there) {
        let sum = sums[0];
        out[to] = sum.x;
        out[to + 1u] = sum.y;
        out[to + 2u] = sum.z;
        out[to + 3u] = sum.w;
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
    var sum = Doubles();
    var placed = Doubles();
    // A round is 32 numbers for each lane. 32 lanes share 1024 consecutive ones, and in
    // each turn look at 32 that are side by side.
    for (var begin = 0u; begin < task.len; begin += 32u * WORKGROUP) {
        let first = begin + ((lane >> 5u) << 10u) + (lane & 31u);
        var turns = 0u;
        if (first < task.len) {
            turns = min((task.len - first + 31u) >> 5u, 32u);
        }
        var held = 0u;
        var seen = Turns();
        var turn = 0u;
        // Four at a time: the loads don't wait for each other, and there are fewer turns.
        for (; turn + 3u < turns; turn += 4u) {
            let j = first + (turn << 5u);
            let n = task.rests + j;
            let a = values(task, j);
            let b = values(task, j + 32u);
            let c = values(task, j + 64u);
            let d = values(task, j + 96u);
            let low = u32(holds(a, n)) | u32(holds(b, n + 32u)) << 1u;
            let high = u32(holds(c, n + 64u)) | u32(holds(d, n + 96u)) << 1u;
            held |= (low | high << 2u) << turn;
            seen = including(seen, a, turn);
            seen = including(seen, b, turn + 1u);
            seen = including(seen, c, turn + 2u);
            seen = including(seen, d, turn + 3u);
        }
        for (; turn < turns; turn += 1u) {
            let j = first + (turn << 5u);
            let a = values(task, j);
            held |= u32(holds(a, task.rests + j)) << turn;
            seen = including(seen, a, turn);
        }
        // The place of turn t is first + 32 t.
        let these = joined(seen.low, seen.high);
        let turned = joined(seen.low_placed, seen.high_placed);
        sum = plus(sum, these);
        placed = plus(placed, plus(product(these, first), product(turned, 32u)));

        let word = transposed(held, lane);
        let at = (begin >> 5u) + lane;
        if ((at << 5u) < task.len) {
            out[task.out + at] = word;
        }
    }
    let to = params.partials + 4u * FUNCTIONS * index;
    let is_there = index < params.tasks;
    leave(vec4<u32>(sum.low.x, sum.high.x, placed.low.x, placed.high.x), lane, to, is_there);
    if (FUNCTIONS > 1u) {
        leave(vec4<u32>(sum.low.y, sum.high.y, placed.low.y, placed.high.y), lane, to + 4u, is_there);
    }
    if (FUNCTIONS > 2u) {
        leave(vec4<u32>(sum.low.z, sum.high.z, placed.low.z, placed.high.z), lane, to + 8u, is_there);
    }
    if (FUNCTIONS > 3u) {
        leave(vec4<u32>(sum.low.w, sum.high.w, placed.low.w, placed.high.w), lane, to + 12u, is_there);
    }
}
