//! What the digits alone say of a heap of any size.
//!
//! With z_1 < z_2 < … the terms of n: (n, c) is lost exactly if c < z_1, and the
//! winning takes are the sums t = z_1 + … + z_k with t ≤ c that leave either
//! nothing or a next term z_{k+1} > 2t. The values 0 to 3 have descriptions by
//! the terms too (Larsson and Rubinstein-Salzedo 2015), and so the takes that leave
//! them; larger ones have none.

use dashu_int::UBig;

use crate::numeral::zeckendorf_big;
use crate::places::places_at;

/// The terms of `n`, ascending.
pub fn terms(n: &UBig) -> Vec<UBig> {
    places_at(zeckendorf_big(n).indices())
}

/// Every take that wins from the heap `n` with the cap `cap`, ascending; none if
/// the position is lost.
///
/// ```
/// use phinum_core::{dashu::UBig, fibonacci_nim::rule::winning_takes};
/// let takes = winning_takes(&UBig::from(17u8), &UBig::from(16u8));
/// assert_eq!(takes, [UBig::from(1u8), UBig::from(4u8)]);
/// ```
pub fn winning_takes(n: &UBig, cap: &UBig) -> Vec<UBig> {
    let terms = terms(n);
    let sums = terms.iter().scan(UBig::ZERO, |sum, term| {
        *sum += term;
        Some(sum.clone())
    });
    // The term above a sum, none where it takes the heap.
    let above = terms.iter().skip(1).map(Some).chain([None]);
    sums.take_while(|take| take <= cap)
        .zip(above)
        .filter(|(take, above)| above.is_none_or(|above| take * 2u8 < *above))
        .map(|(take, _)| take)
        .collect()
}

/// Every take from the heap `n` with the cap `cap` that leaves a position worth
/// `value`, ascending.
///
/// What is worth 1, 2 or 3 under the cap 2t has as its least terms 1, 2, 3 or 1 and 3,
/// d in sum, and above them none or a term z > 2t. Where z is 34 or more, t + d is
/// below the place next under z, so z and what is above it are terms of n, and t is
/// what the terms below come to, less d. Where z is less, t is at most 16.
///
/// ```
/// use phinum_core::{dashu::UBig, fibonacci_nim::rule::takes_to};
/// let takes = takes_to(&UBig::from(17u8), &UBig::from(16u8), 1);
/// assert_eq!(takes, [UBig::from(3u8), UBig::from(16u8)]);
/// ```
///
/// # Panics
/// If `value` is above 3: larger values have no description.
pub fn takes_to(n: &UBig, cap: &UBig, value: u8) -> Vec<UBig> {
    let lowest: &[u8] = match value {
        0 => return winning_takes(n, cap),
        1 => &[1],
        2 => &[2],
        3 => &[3, 4],
        _ => panic!("the takes to the value {value} have no description"),
    };
    let cap = cap.min(n);
    let brute = (1..=16u8).map(UBig::from).take_while(|take| take <= cap);
    let mut takes: Vec<UBig> =
        brute.filter(|take| small_value(&(n - take), &(take * 2u8)) == Some(value)).collect();
    let terms = terms(n);
    let mut sum = UBig::ZERO;
    for (i, term) in terms.iter().enumerate() {
        sum += term;
        let above = terms.get(i + 1);
        if above.is_some_and(|above| *above < UBig::from(34u8)) {
            continue;
        }
        for &low in lowest.iter().rev() {
            if sum <= UBig::from(low) {
                continue;
            }
            let take = &sum - low;
            let next_cap = &take * 2u8;
            let (least, less) = (if value == 3 { 3 } else { value }, u8::from(low == 3));
            let within = next_cap >= UBig::from(least)
                && above.is_none_or(|above| &next_cap + less < *above);
            if within && take <= *cap {
                takes.push(take);
            }
        }
    }
    takes.sort_unstable();
    takes.dedup();
    takes
}

/// Whether the player to move loses.
///
/// ```
/// use phinum_core::{dashu::UBig, fibonacci_nim::rule::is_lost};
/// assert!(is_lost(&UBig::from(21u8), &UBig::from(20u8)));
/// ```
pub fn is_lost(n: &UBig, cap: &UBig) -> bool {
    terms(n).first().is_none_or(|smallest| cap < smallest)
}

/// The Grundy value of the heap `n` with the cap `cap` if it is 3 or less.
pub fn small_value(n: &UBig, cap: &UBig) -> Option<u8> {
    let cap = cap.min(n);
    let terms = terms(n);
    let mut terms = terms.iter();
    // A term that is missing is above every cap.
    let [first, second, third] = [terms.next(), terms.next(), terms.next()];
    let below = |term: Option<&UBig>, less: u8| term.is_none_or(|term| cap + less < *term);
    let first_is = |value: u8| first == Some(&UBig::from(value));
    let at_least = |value: u8| *cap >= UBig::from(value);
    if below(first, 0) {
        Some(0)
    } else if first_is(1) && below(second, 0) {
        Some(1)
    } else if first_is(2) && at_least(2) && below(second, 0) {
        Some(2)
    } else if first_is(3) && at_least(3) && below(second, 1)
        || first_is(1) && second == Some(&UBig::from(3u8)) && at_least(3) && below(third, 0)
    {
        Some(3)
    } else {
        None
    }
}
