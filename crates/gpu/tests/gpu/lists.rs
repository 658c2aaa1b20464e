//! Listed numbers against the scalar reference.

use crate::support::{around_places, check_list, functions, gpu, random, turn};

#[test]
fn every_small_number() {
    let Some(_turn) = turn() else { return };
    let inputs: Vec<u64> = (0..20_000).collect();
    for function in functions() {
        check_list(gpu(), &function, &inputs);
    }
}

#[test]
fn around_every_place_and_at_the_last_number() {
    let Some(_turn) = turn() else { return };
    let mut inputs = around_places();
    inputs.extend([u64::MAX, u64::MAX - 1, 1 << 63, (1 << 63) - 1, 1 << 32, 0, 0]);
    for function in functions() {
        check_list(gpu(), &function, &inputs);
        // Narrower results too.
        let below_32: Vec<u64> = inputs.iter().copied().filter(|n| n >> 31 == 0).collect();
        check_list(gpu(), &function, &below_32);
    }
}

#[test]
fn random_numbers_of_every_length() {
    let Some(_turn) = turn() else { return };
    for (i, function) in functions().iter().enumerate() {
        check_list(gpu(), function, &random(100_003, i as u64));
        for len in [0, 1, 255, 257] {
            check_list(gpu(), function, &random(len, 7));
        }
    }
}

#[test]
fn more_than_several_dispatches() {
    let Some(_turn) = turn() else { return };
    let inputs = random(1_300_001, 99);
    for function in &functions()[9..11] {
        check_list(gpu(), function, &inputs);
    }
}
