use super::*;
use crate::places::MAX_INDEX;

/// Evaluates the parts as a kernel would.
fn by_parts(tile: &Tile, start: u128, len: u64) -> Vec<u128> {
    let mut values = Vec::new();
    for part in tile.parts(start, len) {
        for j in 0..part.len {
            let table = part.from.map_or(0, |from| tile.table().get((from + j) as usize));
            let relief = match part.times {
                0 => 0,
                times => {
                    let m = tile.relief()[(part.relief_from + j) as usize];
                    (i128::from(times) * i128::from(m)) as u128
                }
            };
            values.push(table.wrapping_add(relief).wrapping_add(part.add));
        }
    }
    if tile.needs_finish() {
        let packed: Vec<u32> = values.iter().map(|packed| *packed as u32).collect();
        crate::closed_bound::finish(start, &packed, &mut values);
    }
    values
}

fn check(tile: &Tile, start: u128, len: u64) {
    let values = by_parts(tile, start, len);
    assert_eq!(values.len() as u64, len);
    for (n, value) in (start..=u128::MAX).zip(values) {
        let expected = tile.function().value_wrapped(n);
        let name = tile.function().name();
        assert_eq!(value, expected, "{name} at {n}, K = {}", tile.index());
    }
}

#[test]
fn small_tiles_evaluate_every_function_from_zero() {
    for function in Function::all() {
        for index in [6, 7, 8, 11] {
            check(&Tile::new(&function, index), 0, 20_000);
        }
    }
}

#[test]
fn runs_begin_and_end_anywhere() {
    for function in Function::all() {
        let tile = Tile::new(&function, 9);
        for start in 0..200 {
            for len in [0, 1, 2, 55, 56, 130] {
                check(&tile, start, len);
            }
        }
    }
}

#[test]
fn around_every_place() {
    for function in Function::all() {
        let tile = Tile::new(&function, 10);
        for k in 12..MAX_INDEX - 1 {
            check(&tile, place(k) - 100, 200);
        }
    }
}

#[test]
fn constants_are_not_negative() {
    for function in Function::all() {
        for index in [8, 22, 24] {
            let tile = Tile::new(&function, index);
            let edges = (30..180).map(|k| place(k) - 20_000);
            for start in edges.chain([0, 1 << 32, 1 << 64, 1 << 100]) {
                // Past its column a value means nothing.
                if function.width(start..start + 50_000).is_err() {
                    continue;
                }
                for part in tile.parts(start, 50_000) {
                    let first = part.from.map_or(0, |from| tile.table().get(from as usize));
                    let sum = part.add.checked_add(first);
                    assert!(sum.is_some(), "{}: {part:?}", function.name());
                }
            }
        }
    }
}

#[test]
fn a_weight_as_wide_as_a_word_makes_a_wide_table() {
    let wide = Function::weighted("wide", &[1 << 40, 1, 1 << 90, 3, 4, 5, 6, 7]);
    let tile = Tile::new(&wide, 8);
    assert!(matches!(tile.table(), Column::U128(_)));
    check(&tile, 0, 50);
}
