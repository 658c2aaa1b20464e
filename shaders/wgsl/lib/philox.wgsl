// Philox4x32-10, the counter-based generator of Salmon et al. (2011).

// The product of two words: its low word and its high one.
fn product(a: u32, b: u32) -> vec2<u32> {
    let low = (a & 0xffffu) * (b & 0xffffu);
    let one = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
    let other = (a & 0xffffu) * (b >> 16u) + (one & 0xffffu);
    return vec2<u32>(a * b, (a >> 16u) * (b >> 16u) + (one >> 16u) + (other >> 16u));
}

// Four words from a counter and a key.
fn philox(counter: vec4<u32>, first_key: vec2<u32>) -> vec4<u32> {
    var c = counter;
    var key = first_key;
    for (var round = 0u; round < 10u; round += 1u) {
        let p = product(0xd2511f53u, c.x);
        let q = product(0xcd9e8d57u, c.z);
        c = vec4<u32>(q.y ^ c.y ^ key.x, q.x, p.y ^ c.w ^ key.y, p.x);
        key += vec2<u32>(0x9e3779b9u, 0xbb67ae85u);
    }
    return c;
}
