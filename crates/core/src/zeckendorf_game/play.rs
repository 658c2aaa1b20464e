//! The longest game played, many moves at a time.

/// The length of the longest game from `n` ones, by playing it: all the splits
/// and combine-ones that are legal, halves of every pile at once, until none is;
/// then the smallest combine, and again. The order of the first two does not
/// change their number (Lemma 2.2 of Cusenza et al.).
pub fn longest_by_batched_play(n: u64) -> u128 {
    // h[i] counts F_i; no game reaches past the indices of a u64.
    let mut h = [0u64; 96];
    h[1] = n;
    let mut moves: u128 = 0;
    loop {
        while let Some(lowest) = (1..h.len()).find(|&i| h[i] >= 2) {
            for i in lowest..h.len() - 1 {
                let halves = h[i] / 2;
                if halves == 0 {
                    continue;
                }
                h[i] -= 2 * halves;
                h[i + 1] += halves;
                match i {
                    // Combine ones: 2 F_1 = F_2.
                    1 => {}
                    // 2 F_2 = F_1 + F_3.
                    2 => h[1] += halves,
                    // 2 F_i = F_{i-2} + F_{i+1}.
                    _ => h[i - 2] += halves,
                }
                moves += u128::from(halves);
            }
        }
        let Some(i) = (2..h.len()).find(|&i| h[i - 1] == 1 && h[i] == 1) else {
            return moves;
        };
        h[i - 1] = 0;
        h[i] = 0;
        h[i + 1] += 1;
        moves += 1;
    }
}
