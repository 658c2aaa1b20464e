//! The operations of an expression: exact, and refused before they can grow too large.
//!
//! Each function first bounds the result from below by the sizes of its operands and refuses
//! what must pass [`MAX_BITS`]. What is left has at most about twice that many bits, so it is
//! computed and then measured: the limit is exact and the cost of finding out is small.
//! The errors are messages; the parser knows where they belong.

use dashu_int::ops::{BitTest, DivRem, RemEuclid};
use dashu_int::{IBig, Sign, UBig};

use super::MAX_BITS;

/// One operation's answer, or why there is none.
pub(super) type Outcome = Result<IBig, String>;

/// Millionths of log2(10), rounded down.
const LOG2_TEN: u128 = 3_321_928;
/// Millionths of log2(φ), rounded down.
const LOG2_PHI: u128 = 694_241;
/// What the two logarithms are counted in.
const MILLION: u128 = 1_000_000;

/// Why a value past the limit is refused.
pub(super) fn too_large(what: &str) -> String {
    format!("{what} has more than {MAX_BITS} bits, the most a number may have")
}

/// `value`, when it keeps the limit.
fn measured(value: IBig, what: &str) -> Outcome {
    if value.bit_len() > MAX_BITS { Err(too_large(what)) } else { Ok(value) }
}

/// The value in parentheses for a message, or nothing when it is too long to read.
pub(super) fn aside(value: &IBig) -> String {
    if value.bit_len() > 128 { String::new() } else { format!(" ({value})") }
}

/// a + b.
pub(super) fn add(a: &IBig, b: &IBig) -> Outcome {
    measured(a + b, "this sum")
}

/// a − b.
pub(super) fn subtract(a: &IBig, b: &IBig) -> Outcome {
    measured(a - b, "this difference")
}

/// a · b.
pub(super) fn multiply(a: &IBig, b: &IBig) -> Outcome {
    // The product of an i-bit and a j-bit number has i + j − 1 or i + j bits.
    if a.bit_len() + b.bit_len() > MAX_BITS + 1 && !a.is_zero() && !b.is_zero() {
        return Err(too_large("this product"));
    }
    measured(a * b, "this product")
}

/// a / b, which must be exact.
pub(super) fn divide(a: &IBig, b: &IBig) -> Outcome {
    if b.is_zero() {
        return Err("this divides by zero".to_owned());
    }
    let (quotient, remainder) = a.div_rem(b);
    if remainder.is_zero() {
        Ok(quotient)
    } else {
        let aside = aside(&remainder);
        Err(format!("this division is not exact: it leaves a remainder{aside}, and / never rounds"))
    }
}

/// The residue of a modulo b, from 0 to |b| − 1.
pub(super) fn residue(a: &IBig, b: &IBig) -> Outcome {
    if b.is_zero() {
        return Err("this takes a remainder modulo zero".to_owned());
    }
    Ok(IBig::from(a.rem_euclid(b)))
}

/// a^b; 0^0 = 1.
pub(super) fn power(a: &IBig, b: &IBig) -> Outcome {
    if b.sign() == Sign::Negative {
        let aside = aside(b);
        return Err(format!(
            "a power takes an exponent of 0 or more, and this one is negative{aside}"
        ));
    }
    let odd = b.bit(0);
    if a.is_zero() || a.bit_len() == 1 {
        // 0, 1 and −1 stay small under any exponent, even one that no machine word holds.
        return Ok(if b.is_zero() || (a.sign() == Sign::Negative && !odd) {
            IBig::ONE
        } else {
            a.clone()
        });
    }
    // |a| ≥ 2^(L − 1) for its length L, so the power has more than (L − 1)·b bits.
    match usize::try_from(b) {
        Ok(exponent) if (a.bit_len() - 1).saturating_mul(exponent) < MAX_BITS => {
            measured(a.pow(exponent), "this power")
        }
        _ => Err(too_large("this power")),
    }
}

/// The Fibonacci place F_k, with F_0 = F_1 = 1 and F_2 = 2.
pub(super) fn place(k: &IBig) -> Outcome {
    if k.sign() == Sign::Negative {
        let aside = aside(k);
        return Err(format!("F(k) takes an index of 0 or more, and this one is negative{aside}"));
    }
    // F_k ≥ φ^(k − 1), so it has more than (k − 1)·log2(φ) bits.
    match u64::try_from(k) {
        Ok(k) if u128::from(k.saturating_sub(1)) * LOG2_PHI / MILLION < MAX_BITS as u128 => {
            measured(IBig::from(fibonacci(k + 1)), "this Fibonacci place")
        }
        _ => Err(too_large("this Fibonacci place")),
    }
}

/// The Fibonacci number f(n) in the usual count, f(0) = 0 and f(1) = 1, by doubling:
/// f(2m) = f(m)·(2f(m+1) − f(m)) and f(2m+1) = f(m)² + f(m+1)².
fn fibonacci(n: u64) -> UBig {
    let (mut low, mut high) = (UBig::ZERO, UBig::ONE);
    for bit in (0..u64::BITS - n.leading_zeros()).rev() {
        let even = &low * ((&high << 1) - &low);
        let odd = low.sqr() + high.sqr();
        (low, high) = if n >> bit & 1 == 1 {
            let next = even + &odd;
            (odd, next)
        } else {
            (even, odd)
        };
    }
    low
}

/// digits · 10^zeros, for a literal; `digits` are decimal digits without leading zeros.
pub(super) fn decimal(digits: &str, zeros: u64) -> Outcome {
    let places = digits.len() as u128 + u128::from(zeros);
    // A number of d decimal digits has more than (d − 1)·log2(10) bits.
    if !digits.is_empty() && (places - 1) * LOG2_TEN / MILLION >= MAX_BITS as u128 {
        return Err(too_large("this number"));
    }
    let digits = radix(digits, 10)?;
    if digits.is_zero() {
        return Ok(digits);
    }
    // The check above leaves a few ten thousand zeros.
    measured(digits * IBig::from(10).pow(zeros as usize), "this number")
}

/// The value of `digits` in base 2, 10 or 16; none is 0.
pub(super) fn radix(digits: &str, radix: u32) -> Outcome {
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() {
        return Ok(IBig::ZERO);
    }
    let least_bits = match radix {
        16 => 4 * digits.len() - 3,
        2 => digits.len(),
        _ => (digits.len() - 1) * 3,
    };
    if least_bits > MAX_BITS {
        return Err(too_large("this number"));
    }
    let value = IBig::from_str_radix(digits, radix);
    measured(value.map_err(|_| format!("this is not a number in base {radix}"))?, "this number")
}
