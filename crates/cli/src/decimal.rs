//! Exact ratios as decimals.

use dashu_int::IBig;

/// `over` / `under` to `places` decimal places, the last one rounded half up;
/// `under` is positive, `over` not negative.
pub fn ratio(over: &IBig, under: &IBig, places: usize) -> String {
    let scale = IBig::from(10).pow(places);
    let scaled = (over * &scale * 2 + under) / (under * 2);
    let (whole, rest): (IBig, IBig) = (&scaled / &scale, scaled % &scale);
    format!("{whole}.{:0>places$}", rest.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_place_is_rounded() {
        let of = |over: i64, under: i64, places| ratio(&over.into(), &under.into(), places);
        assert_eq!(of(1, 3, 4), "0.3333");
        assert_eq!(of(2, 3, 4), "0.6667");
        assert_eq!(of(1, 2000, 3), "0.001");
        assert_eq!(of(0, 7, 2), "0.00");
        assert_eq!(of(29_999, 10_000, 3), "3.000");
        assert_eq!(of(100, 1, 1), "100.0");
    }
}
