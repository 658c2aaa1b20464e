//! The numerals of two heaps one above the other, aligned at the low end: the zeros at
//! the end of the smaller heap are marked, and where the larger heap's digits are those
//! of the smaller one shifted up.

use phinum_core::wythoff::Numeral;

/// Digits on a line: longer numerals are cut into pieces, the highest first.
const LINE: usize = 80;
/// The names at the left.
const NAMES: [&str; 3] = ["smaller heap", "shifted up", "larger heap"];

/// The picture of `lower` and `upper`, numerals of one r.
pub fn picture(lower: &Numeral, upper: &Numeral, r: u32) -> String {
    let shifted = lower.shifted_up();
    let numerals = [lower.digits(), shifted.digits(), upper.digits()];
    let places = numerals.iter().map(|digits| digits.len()).max().unwrap_or(0).max(1);
    let cells = Cells::new(&numerals, r);
    let zeros = lower.trailing_zeros();
    let mut pieces = Vec::new();
    let mut end = places;
    while end > 0 {
        // The last piece is the one that may be shorter at its top.
        let start = (end - 1) / LINE * LINE;
        let digits = |i: usize| cells.line(start..end, |place| cells.digit(numerals[i], place));
        let marks = |mark: &dyn Fn(usize) -> char| {
            cells.line(start..end, |place| mark(place).to_string().repeat(cells.width))
        };
        let zero = |place: usize| if place < zeros { '^' } else { ' ' };
        let agree = |place: usize| {
            let (shifted, upper) = (numerals[1].get(place), numerals[2].get(place));
            match (shifted, upper) {
                (None, None) => ' ',
                _ if shifted == upper => '=',
                _ => '!',
            }
        };
        let lines = [
            (NAMES[0], digits(0)),
            ("", marks(&zero)),
            (NAMES[1], digits(1)),
            (NAMES[2], digits(2)),
            ("", marks(&agree)),
        ];
        let line =
            |(name, line): &(&str, String)| format!("{name:<15}{line}").trim_end().to_owned();
        let lines: Vec<String> = lines.iter().map(line).filter(|line| !line.is_empty()).collect();
        pieces.push(lines.join("\n") + "\n");
        end = start;
    }
    pieces.join("\n")
}

/// How a digit is written: all of them as wide as the widest.
struct Cells {
    width: usize,
    separator: &'static str,
}

impl Cells {
    fn new(numerals: &[&[u32]], r: u32) -> Cells {
        let widest = numerals.iter().flat_map(|digits| digits.iter()).max().copied().unwrap_or(0);
        // As the numeral itself is written: points from r = 10 on.
        let separator = if r > 9 { "." } else { "" };
        Cells { width: widest.to_string().len(), separator }
    }

    fn digit(&self, digits: &[u32], place: usize) -> String {
        let digit = match digits.get(place) {
            Some(digit) => digit.to_string(),
            // 0 has no digit, and is written as one.
            None if digits.is_empty() && place == 0 => "0".into(),
            None => String::new(),
        };
        format!("{digit:>width$}", width = self.width)
    }

    /// The cells of some places, the highest first.
    fn line(&self, places: std::ops::Range<usize>, cell: impl Fn(usize) -> String) -> String {
        let mut line = String::new();
        for place in places.rev() {
            let cell = cell(place);
            // Nothing separates what is not there.
            let blank = line.trim().is_empty() || cell.trim().is_empty();
            let between = if blank && !self.separator.is_empty() { " " } else { self.separator };
            if !line.is_empty() {
                line += between;
            }
            line += &cell;
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use dashu_int::UBig;
    use phinum_core::wythoff::Numeration;

    use super::*;

    fn drawn(a: u64, b: u64, r: u32) -> String {
        let numeral = |n: u64| Numeration::new(r).numeral(&UBig::from(n));
        picture(&numeral(a), &numeral(b), r)
    }

    #[test]
    fn a_cold_pair() {
        let expected = "\
smaller heap    10000
                 ^^^^
shifted up     100000
larger heap    100000
               ======
";
        assert_eq!(drawn(8, 13, 1), expected);
    }

    #[test]
    fn digits_that_differ() {
        let expected = "\
smaller heap    1001
shifted up     10010
larger heap    10001
               ===!!
";
        assert_eq!(drawn(6, 9, 1), expected);
        let expected = "\
smaller heap      10
                   ^
shifted up       100
larger heap    10000
               !!!==
";
        assert_eq!(drawn(2, 8, 1), expected);
    }

    #[test]
    fn an_empty_heap_is_a_nought() {
        let expected = "smaller heap   0\nshifted up     0\nlarger heap    0\n";
        assert_eq!(drawn(0, 0, 1), expected);
        let expected = "\
smaller heap      0
shifted up        0
larger heap    1001
               !!!!
";
        assert_eq!(drawn(0, 6, 1), expected);
    }

    #[test]
    fn digits_of_several_figures_stand_apart() {
        // The places of r = 12 are 1, 13, 157, 1897.
        let expected = "\
smaller heap       1. 0.12
shifted up      1. 0.12. 0
larger heap     1. 0.11. 0
               ==.==.!!.==
";
        assert_eq!(drawn(157 + 12, 1897 + 11 * 13, 12), expected);
    }

    #[test]
    fn long_numerals_are_cut_at_the_same_places() {
        let (a, b) = (phinum_core::places::place(90) + 1, phinum_core::places::place(91) + 2);
        let numeral = |n: u128| Numeration::new(1).numeral(&UBig::from(n));
        let text = picture(&numeral(a), &numeral(b), 1);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[..4],
            [
                "smaller heap    1000000000",
                "shifted up     10000000000",
                "larger heap    10000000000",
                "               ===========",
            ]
        );
        assert_eq!(lines[4], "");
        assert_eq!(lines[5], format!("smaller heap   {}1", "0".repeat(79)));
        assert_eq!(lines[6], format!("shifted up     {}10", "0".repeat(78)));
        assert_eq!(lines.len(), 9);
    }
}
