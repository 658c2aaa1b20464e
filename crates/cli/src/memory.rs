//! Memory that a command may take.

use crate::args::number_argument;

/// The most memory a command may take unless told otherwise.
pub const DEFAULT_MEMORY: &str = "4G";

/// A number of bytes: an expression, or a whole number with a unit.
pub fn size(text: &str) -> Result<u64, String> {
    let upper = text.trim().to_ascii_uppercase();
    let short = upper.strip_suffix("IB").or_else(|| upper.strip_suffix('B')).unwrap_or(&upper);
    let unit = [('K', 10), ('M', 20), ('G', 30), ('T', 40)]
        .into_iter()
        .find_map(|(letter, shift)| Some((short.strip_suffix(letter)?, shift)));
    let bytes = match unit {
        Some((digits, shift)) => {
            if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
                return Err("a size is a whole number, and K, M, G or T: 512M".into());
            }
            number_argument(digits)? << shift
        }
        None => number_argument(text.trim())?,
    };
    u64::try_from(&bytes).map_err(|_| format!("'{text}' is more memory than there is"))
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_have_units() {
        for (text, bytes) in [
            ("4G", 4 << 30),
            ("4GiB", 4 << 30),
            ("512m", 512 << 20),
            ("1e6", 1_000_000),
            ("2K", 2048),
            ("4gb", 4 << 30),
            ("2^20", 1 << 20),
        ] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        assert!(size("2^70").is_err() && size("G").is_err() && size("1.5G").is_err());
    }
}
