//! The baseline is as exact as what is measured against it.

use phinum_core::function::Function;
use phinum_gpu::baseline;

use crate::support::{functions, gpu, turn};

#[test]
fn element_by_element_gives_the_same() {
    let Some(_turn) = turn() else { return };
    for function in functions() {
        if function.name() == "closed-bound" {
            continue;
        }
        for start in [0, (1 << 32) - 3000, 1 << 50, u64::MAX - 10_000] {
            let mut out = vec![u64::MAX; 10_001];
            if baseline::fill(gpu(), &function, start, &mut out).is_err() {
                continue;
            }
            for (n, value) in (start..=u64::MAX).zip(out) {
                assert_eq!(
                    u128::from(value),
                    function.value_wrapped(n.into()),
                    "{} {n}",
                    function.name()
                );
            }
        }
    }
}

#[test]
fn past_64_bits_is_refused() {
    let Some(_turn) = turn() else { return };
    let shift = &Function::all()[5];
    assert!(baseline::fill(gpu(), shift, u64::MAX - 3, &mut [0; 3]).is_err());
}
