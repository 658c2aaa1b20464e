// Unsigned 64-bit numbers as vec2<u32>: x is the low word, y the high one.

fn less(a: vec2<u32>, b: vec2<u32>) -> bool {
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

fn is_zero(a: vec2<u32>) -> bool {
    return (a.x | a.y) == 0u;
}

// The difference modulo 2^64.
fn difference(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    return vec2<u32>(a.x - b.x, a.y - b.y - u32(a.x < b.x));
}

// The sum modulo 2^64.
fn sum(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a.x + b.x;
    return vec2<u32>(low, a.y + b.y + u32(low < a.x));
}

// How many bits a has; 0 for 0, since firstLeadingBit(0) is 0xffffffff.
fn bit_length(a: vec2<u32>) -> u32 {
    if (a.y != 0u) {
        return firstLeadingBit(a.y) + 33u;
    }
    return firstLeadingBit(a.x) + 1u;
}
