// #import places
// The rules for reading a numeral with a table over the indices, as in
// phinum_core::scatter. Values are modulo 2^(32 LIMBS).

/// The sum over the terms, plus a constant.
const SUM: u32 = 0u;
/// The entry of the least index.
const LOWEST: u32 = 1u;
/// The entry of the least index; 0 where that is the only one.
const LOWEST_OF_SEVERAL: u32 = 2u;
/// The entry of the greatest index.
const HIGHEST: u32 = 3u;
/// The longest game.
const LONGEST: u32 = 4u;
/// The sum over the terms, less the longest game.
const GAP: u32 = 5u;

/// Which of the rules.
override RULE: u32 = 0u;
/// How many words a value has, 1 to 4.
override LIMBS: u32 = 1u;

/// A row of the table over the indices.
struct Entry {
    /// The table at i.
    value: vec4<u32>,
    /// The sum of the table over 1 ..= i.
    up_to: vec4<u32>,
}

fn plus(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
    var s = a + b;
    if (LIMBS > 1u) {
        var carry = u32(s.x < a.x);
        s.y += carry;
        if (LIMBS > 2u) {
            carry = select(u32(s.y < a.y), u32(s.y <= a.y), carry == 1u);
            s.z += carry;
            carry = select(u32(s.z < a.z), u32(s.z <= a.z), carry == 1u);
            s.w += carry;
        }
    }
    return s;
}

fn minus(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
    var d = a - b;
    if (LIMBS > 1u) {
        var borrow = u32(a.x < b.x);
        d.y -= borrow;
        if (LIMBS > 2u) {
            borrow = select(u32(a.y < b.y), u32(a.y <= b.y), borrow == 1u);
            d.z -= borrow;
            borrow = select(u32(a.z < b.z), u32(a.z <= b.z), borrow == 1u);
            d.w -= borrow;
        }
    }
    return d;
}

fn terms_added(n: vec2<u32>, constant: vec4<u32>) -> vec4<u32> {
    var rest = n;
    var value = constant;
    while (!is_zero(rest)) {
        let i = top_index(rest);
        rest = difference(rest, places[i].value);
        value = plus(value, entries[i].value);
    }
    return value;
}

fn least_entry(n: vec2<u32>) -> vec4<u32> {
    var rest = n;
    var least = 0u;
    var terms = 0u;
    while (!is_zero(rest)) {
        least = top_index(rest);
        rest = difference(rest, places[least].value);
        terms += 1u;
    }
    if (RULE == LOWEST_OF_SEVERAL && terms == 1u) {
        least = 0u;
    }
    return entries[least].value;
}

// The lazy numeral of n is the complement of the Zeckendorf numeral of its mirror
// image F_{k+2} - 2 - n, so each run of ones of n lies between two terms of that.
//
// From the low end, a run of m ones takes floor(e^2/4) moves with e = m up to and
// with the first run of two or more, and e = m + 1 above it. From the top nobody
// knows which run is the first such, so every run is charged with e = m + 1, and
// in the end the runs of one below it, and that run itself, get back what is due.
fn longest(n: vec2<u32>) -> vec4<u32> {
    if (is_zero(n)) {
        return vec4<u32>();
    }
    let two = vec2<u32>(2u, 0u);
    let top = top_index(n);
    var k = top - 1u;
    if (is_zero(difference(difference(places[top + 1u].value, n), vec2<u32>(1u, 0u)))) {
        k = top;
    }
    var mirror = difference(difference(places[k + 2u].value, two), n);
    var value = entries[k].up_to;
    var moves = 0u;
    var ones_below = 0u;
    var first_long = 0u;
    var above = k + 1u;
    loop {
        var zero = 0u;
        if (!is_zero(mirror)) {
            zero = top_index(mirror);
            mirror = difference(mirror, places[zero].value);
            value = minus(value, entries[zero].value);
        }
        let run = above - zero - 1u;
        moves += ((run + 1u) * (run + 1u)) >> 2u;
        if (run >= 2u) {
            ones_below = 0u;
            first_long = run;
        } else {
            ones_below += run;
        }
        if (zero == 0u) {
            break;
        }
        above = zero;
    }
    moves -= ones_below + ((first_long + 1u) >> 1u);
    return plus(value, vec4<u32>(moves, 0u, 0u, 0u));
}

fn evaluate(n: vec2<u32>, constant: vec4<u32>) -> vec4<u32> {
    if (RULE == SUM) {
        return terms_added(n, constant);
    }
    if (RULE == HIGHEST) {
        return entries[top_index(n)].value;
    }
    if (RULE == LONGEST) {
        return longest(n);
    }
    if (RULE == GAP) {
        return minus(terms_added(n, vec4<u32>()), longest(n));
    }
    return least_entry(n);
}
