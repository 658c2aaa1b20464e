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
    /// How many there are, at most 128 for each invocation.
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
/// Bit f is 1 if function f has relief.
override RELIEF: u32 = 15u;

@group(0) @binding(0) var<uniform> params: Params;
// Of each function its table, and its relief, four values a word.
@group(0) @binding(1) var<storage, read> tables: array<u32>;
@group(0) @binding(2) var<storage, read> tasks: array<Task>;
// The bits of every task, then a Partial for each function of every task.
@group(0) @binding(3) var<storage, read_write> out: array<u32>;

var<workgroup> even: array<vec4<u32>, WORKGROUP>;
var<workgroup> odd: array<vec4<u32>, WORKGROUP>;

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

fn relieved(t: u32, relief_from: u32, j: u32) -> u32 {
    let r = relief_from + j;
    return t * extractBits(tables[r >> 2u], (r & 3u) << 3u, 8u);
}

fn values(t: Task, j: u32) -> vec4<u32> {
    var v = vec4<u32>();
    v.x = tables[t.table_from.x + j] + t.add.x;
    if ((RELIEF & 1u) != 0u) {
        v.x += relieved(t.times.x, t.relief_from.x, j);
    }
    if (FUNCTIONS > 1u) {
        v.y = tables[t.table_from.y + j] + t.add.y;
        if ((RELIEF & 2u) != 0u) {
            v.y += relieved(t.times.y, t.relief_from.y, j);
        }
    }
    if (FUNCTIONS > 2u) {
        v.z = tables[t.table_from.z + j] + t.add.z;
        if ((RELIEF & 4u) != 0u) {
            v.z += relieved(t.times.z, t.relief_from.z, j);
        }
    }
    if (FUNCTIONS > 3u) {
        v.w = tables[t.table_from.w + j] + t.add.w;
        if ((RELIEF & 8u) != 0u) {
            v.w += relieved(t.times.w, t.relief_from.w, j);
        }
    }
    return v;
}

// Sums over at most 32 turns, one of each function, of the low halves of words and of the
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

// One step of four transpositions, between lanes whose numbers differ in the bit `step`;
// `mask` has the bits that do not have it in their own numbers.
fn mixed(mine: vec4<u32>, other: vec4<u32>, lane: u32, step: u32, mask: u32) -> vec4<u32> {
    let masks = vec4<u32>(mask);
    let steps = vec4<u32>(step);
    if ((lane & step) == 0u) {
        return (mine & masks) | ((other & masks) << steps);
    }
    return (mine & ~masks) | ((other >> steps) & masks);
}

fn by_even(mine: vec4<u32>, lane: u32, step: u32, mask: u32) -> vec4<u32> {
    even[lane] = mine;
    workgroupBarrier();
    return mixed(mine, even[lane ^ step], lane, step, mask);
}

fn by_odd(mine: vec4<u32>, lane: u32, step: u32, mask: u32) -> vec4<u32> {
    odd[lane] = mine;
    workgroupBarrier();
    return mixed(mine, odd[lane ^ step], lane, step, mask);
}

// Among 32 lanes, for each of four words: bit t of lane b becomes bit b of lane t.
fn transposed(mine: vec4<u32>, lane: u32) -> vec4<u32> {
    var words = by_even(mine, lane, 16u, 0x0000ffffu);
    words = by_odd(words, lane, 8u, 0x00ff00ffu);
    words = by_even(words, lane, 4u, 0x0f0f0f0fu);
    words = by_odd(words, lane, 2u, 0x33333333u);
    return by_even(words, lane, 1u, 0x55555555u);
}

// Adds up what the lanes have of one function, and leaves it at `to` unless that is
// nowhere.
fn leave(mine: vec4<u32>, lane: u32, to: u32, is_there: bool) {
    odd[lane] = mine;
    workgroupBarrier();
    for (var half = WORKGROUP >> 1u; half > 0u; half >>= 1u) {
        if (lane < half) {
            let a = odd[lane];
            let b = odd[lane + half];
            let low = a.xz + b.xz;
            let high = a.yw + b.yw + vec2<u32>(low < b.xz);
            odd[lane] = vec4<u32>(low.x, high.x, low.y, high.y);
        }
        workgroupBarrier();
    }
    if (lane == 0u && is_there) {
        let sum = odd[0];
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
    // Four times 32 numbers for each lane. 32 lanes share 1024 consecutive ones, and in each
    // turn look at 32 that are side by side.
    var words = vec4<u32>();
    for (var quarter = 0u; quarter < 4u; quarter += 1u) {
        let first = quarter * 32u * WORKGROUP + ((lane >> 5u) << 10u) + (lane & 31u);
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
        words = vec4<u32>(words.yzw, held);
    }
    words = transposed(words, lane);
    for (var quarter = 0u; quarter < 4u; quarter += 1u) {
        let at = quarter * WORKGROUP + lane;
        if ((at << 5u) < task.len) {
            out[task.out + at] = words.x;
        }
        words = words.yzwx;
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
