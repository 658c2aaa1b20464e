//! Random games: an invocation plays one, from where it stands, for a bounded
//! number of moves.
// #import philox

/// What is the same for every game.
struct Params {
    /// How many games there are.
    count: u32,
    /// Workgroups in a row of the dispatch.
    width: u32,
    /// How many numbers are drawn at most, and so moves made.
    moves: u32,
    /// Fours of counts a game has.
    fours: u32,
    /// Every move there is: the two words of moves.
    all: vec2<u32>,
    /// The key of the generator.
    key: vec2<u32>,
}

/// What a move does: `deltas` are added to the counts of `places`.
struct Step {
    /// Indices.
    places: vec4<u32>,
    /// What is added, modulo 2^32.
    deltas: vec4<u32>,
}

/// A condition: a move at index i needs `count` of place i - `below`, except where
/// its bit in `spared` is set.
struct Term {
    /// 1 or 2.
    count: u32,
    /// Less than 32.
    below: u32,
    /// Of the two words of moves.
    spared: vec2<u32>,
}

/// How many terms there are.
const TERMS: u32 = 4u;

/// Places there are counts for.
const PLACES: u32 = 32u;

override WORKGROUP: u32 = 256u;

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> terms: array<Term>;
// By the bits of the two words of moves.
@group(0) @binding(2) var<storage, read> steps: array<Step>;
// For each game its number in two words, its length, the draws used, the counts.
@group(0) @binding(3) var<storage, read> games: array<vec4<u32>>;
// The same when the moves are made; no draws if the game is over.
@group(0) @binding(4) var<storage, read_write> out: array<vec4<u32>>;

// The legal moves.
fn legal(some: u32, several: u32) -> vec2<u32> {
    var moves = params.all;
    for (var i = 0u; i < TERMS; i += 1u) {
        let term = terms[i];
        let present = select(several, some, term.count == 1u) << term.below;
        moves &= vec2<u32>(present) | term.spared;
    }
    return moves;
}

// Where the one with k below it stands; k is less than the number of ones.
fn nth_one(word: u32, k: u32) -> u32 {
    var place = 0u;
    var left = k;
    for (var half = 16u; half > 0u; half >>= 1u) {
        let below = countOneBits(extractBits(word, place, half));
        if (left >= below) {
            left -= below;
            place += half;
        }
    }
    return place;
}

@compute @workgroup_size(WORKGROUP)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let index = (group.y * params.width + group.x) * WORKGROUP + lane;
    if (index >= params.count) {
        return;
    }
    let row = index * (1u + params.fours);
    let head = games[row];
    var length = head.z;
    var draws = head.w;
    var counts: array<u32, PLACES>;
    var some = 0u;
    var several = 0u;
    for (var i = 0u; i < params.fours; i += 1u) {
        let four = games[row + 1u + i];
        for (var j = 0u; j < 4u; j += 1u) {
            counts[4u * i + j] = four[j];
            some |= u32(four[j] >= 1u) << (4u * i + j);
            several |= u32(four[j] >= 2u) << (4u * i + j);
        }
    }
    // The words of a block, the next one to be used first.
    var block = philox(vec4<u32>(draws >> 3u, 0u, head.xy), params.key);
    for (var used = 0u; used < ((draws >> 1u) & 3u); used += 1u) {
        block = block.yzwx;
    }

    // A draw an iteration, and a move with most of them: a loop of its own for the
    // few that are drawn again is miscompiled by Mesa 22.3's llvmpipe through GL.
    var over = false;
    for (var drawing = 0u; drawing < params.moves; drawing += 1u) {
        let moves = legal(some, several);
        let ones = countOneBits(moves);
        let count = ones.x + ones.y;
        if (count == 0u) {
            over = true;
            break;
        }
        let low = (draws & 1u) == 0u;
        let drawn = select(block.x >> 16u, block.x & 0xffffu, low) * count;
        draws += 1u;
        if ((draws & 7u) == 0u) {
            block = philox(vec4<u32>(draws >> 3u, 0u, head.xy), params.key);
        } else if (!low) {
            block = block.yzwx;
        }
        // The few draws that are left over when each number has equally many.
        let rest = drawn & 0xffffu;
        if (rest < count && rest < 65536u % count) {
            continue;
        }
        let chosen = drawn >> 16u;
        let upper = chosen >= ones.x;
        let word = select(moves.x, moves.y, upper);
        let bit = nth_one(word, select(chosen, chosen - ones.x, upper));
        let step = steps[select(bit, bit + 32u, upper)];
        for (var i = 0u; i < 4u; i += 1u) {
            let place = step.places[i];
            let now = counts[place] + step.deltas[i];
            counts[place] = now;
            some = (some & ~(1u << place)) | (min(now, 1u) << place);
            several = (several & ~(1u << place)) | ((min(now, 2u) >> 1u) << place);
        }
        length += 1u;
    }

    out[row] = vec4<u32>(head.xy, length, select(draws, 0u, over));
    for (var i = 0u; i < params.fours; i += 1u) {
        let at = 4u * i;
        out[row + 1u + i] = vec4<u32>(counts[at], counts[at + 1u], counts[at + 2u], counts[at + 3u]);
    }
}
