//! The committed picture is the one its example draws now, and its key is true.

#[path = "../examples/gap_picture/picture.rs"]
mod picture;

use phinum_core::places::{place, top_index};

#[test]
fn the_committed_picture_is_drawn_from_todays_values() {
    let committed = include_str!("../../../docs/gap.svg");
    assert!(
        picture::svg() == committed,
        "docs/gap.svg is stale: cargo run -p phinum-cpu --example gap_picture > docs/gap.svg"
    );
}

#[test]
fn zeros_and_maxima_are_where_the_key_says() {
    for (n, gap) in (0..).zip(picture::gaps()).skip(1) {
        let k = top_index(n);
        let max = u64::from(k - 1).pow(2) / 4;
        assert_eq!(gap == 0, n + 1 == place(k + 1), "gap({n}) = {gap}");
        assert!(if n == place(k) { gap == max } else { gap <= max }, "gap({n}) = {gap}");
    }
}
