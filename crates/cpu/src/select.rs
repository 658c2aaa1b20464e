//! The k-th bit of a word, without branches or instructions not every CPU has:
//! eight counts at once in the bytes of a word, then a table for the last byte.
//! After Vigna ("Broadword implementation of rank/select queries", 2008).

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// Where bit k of each byte stands, at 256 k + byte.
static IN_BYTE: [u8; 8 * 256] = in_byte();

const fn in_byte() -> [u8; 8 * 256] {
    let mut table = [0; 8 * 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut k) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[256 * k + byte] = bit as u8;
                k += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

/// A word with the number of ones in its bytes, each with all those below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ones {
    word: u64,
    up_to: u64,
}

impl Ones {
    #[inline(always)]
    pub(crate) fn of(word: u64) -> Ones {
        let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        Ones { word, up_to: bytes.wrapping_mul(ONES) }
    }

    /// How many there are.
    #[inline(always)]
    pub(crate) fn count(self) -> u32 {
        (self.up_to >> 56) as u32
    }

    /// Where the one with `k` below it stands; `k` is less than their number.
    #[inline(always)]
    pub(crate) fn nth(self, k: u32) -> u32 {
        let k = u64::from(k);
        // The bytes that hold no more than k, with all below: the one meant is above.
        let passed = (((k * ONES) | HIGHS) - self.up_to) & HIGHS;
        let place = ((passed >> 7).wrapping_mul(ONES) >> 56) * 8;
        let before = self.up_to << 8 >> place & 0xff;
        let byte = self.word >> place & 0xff;
        place as u32 + u32::from(IN_BYTE[((k - before) << 8 | byte) as usize & 2047])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_one_of_words_of_every_kind_is_found() {
        let mut words = vec![0, 1, u64::MAX, 1 << 63, HIGHS, ONES, 0xff << 56, 0x5555 << 24];
        let mut word = 1u64;
        for i in 0..20_000 {
            word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
            words.push(word >> (i % 64));
        }
        for word in words {
            let ones = Ones::of(word);
            assert_eq!(ones.count(), word.count_ones());
            let places = (0..64).filter(|bit| word >> bit & 1 == 1);
            for (k, place) in places.enumerate() {
                assert_eq!(ones.nth(k as u32), place, "{k} of {word:#x}");
            }
        }
    }
}
