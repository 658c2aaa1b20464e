//! Grundy values of r-Wythoff on one antidiagonal, a cell an invocation: the least
//! value not used in row a, in row b and on the way down the diagonal b - a. No two
//! cells of an antidiagonal touch the same of these sets; the next dispatch has the
//! next antidiagonal.

/// What is the same for every cell of the antidiagonal.
struct Params {
    /// a + b.
    s: u32,
    /// The side of the square.
    n: u32,
    /// r.
    r: u32,
    /// How many cells with a <= b there are.
    cells: u32,
    /// Workgroups in a row of the dispatch.
    width: u32,
    /// Words of a set.
    words: u32,
    /// How many antidiagonals are kept, this one included.
    depth: u32,
    /// Where in `out` its values go.
    at: u32,
}

override WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> params: Params;
// Sets of values, a bit each: the first word that is not full, then the words.
@group(0) @binding(1) var<storage, read_write> rows: array<u32>;
@group(0) @binding(2) var<storage, read_write> diagonals: array<u32>;
// The last antidiagonals, each from its least a up.
@group(0) @binding(3) var<storage, read_write> kept: array<u32>;
@group(0) @binding(4) var<storage, read_write> out: array<u32>;

/// The least a on antidiagonal `s`.
fn first(s: u32) -> u32 {
    return max(s + 1u, params.n) - params.n;
}

/// Where the value of (a, b) is kept.
fn place_of(a: u32, b: u32) -> u32 {
    let s = a + b;
    return s % params.depth * ((params.n + 1u) / 2u) + min(a, b) - first(s);
}

fn add_to_row(row: u32, value: u32) {
    rows[row + 1u + value / 32u] |= 1u << (value % 32u);
    var word = rows[row];
    while (word + 1u < params.words && rows[row + 1u + word] == ~0u) {
        word += 1u;
    }
    rows[row] = word;
}

fn add_to_diagonal(diagonal: u32, value: u32) {
    diagonals[diagonal + 1u + value / 32u] |= 1u << (value % 32u);
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let i = (group.y * params.width + group.x) * WORKGROUP + lane;
    if (i >= params.cells) {
        return;
    }
    let a = first(params.s) + i;
    let b = params.s - a;
    let row = a * (params.words + 1u);
    let column = b * (params.words + 1u);
    let diagonal = (b - a) * (params.words + 1u);

    var word = max(max(rows[row], rows[column]), diagonals[diagonal]);
    var at = word + 1u;
    var used = rows[row + at] | rows[column + at] | diagonals[diagonal + at];
    // Some value up to a + b is missing, so the end is never reached.
    while (used == ~0u && at < params.words) {
        at += 1u;
        used = rows[row + at] | rows[column + at] | diagonals[diagonal + at];
    }
    let value = 32u * (at - 1u) + countTrailingZeros(~used);
    out[params.at + i] = value;
    kept[place_of(a, b)] = value;

    add_to_row(row, value);
    // In the middle they are one.
    if (a < b) {
        add_to_row(column, value);
    }
    // What the next cell down the diagonal can reach by taking from both heaps.
    add_to_diagonal(diagonal, value);
    for (var j = 1u; j < params.r && j <= b; j += 1u) {
        let left = kept[place_of(a, b - j)];
        let up = kept[place_of(a - min(j, a), b)];
        add_to_diagonal(diagonal, left);
        add_to_diagonal(diagonal, select(left, up, j <= a));
    }
    word = diagonals[diagonal];
    while (word + 1u < params.words && diagonals[diagonal + 1u + word] == ~0u) {
        word += 1u;
    }
    diagonals[diagonal] = word;
}
