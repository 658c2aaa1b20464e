//! "What restores the theorem": sums of heaps of Fibonacci Nim, each with its own
//! cap, and the Grundy values of heap and cap together.

mod cost;
mod heaps;
mod openings;
mod sums;

use super::{Claim, Figure, Source};
use Figure::{Always, Decimal, Number, Numbers, Share};
pub(super) use openings::{lost as lost_openings, smallest_term_wins};

const ESSAY: Source = Source::NimSums;

const RECURSION: &str = "mex recursion, heaps to 1000";
const PAIRS: &str = "direct search, 91 pairs of 2..14";
const TRIPLES: &str = "direct search, 165 triples of 2..10";
const REACHED: &str = "every position reached";
const COUNTED: &str = "counted without a search";
const SWEEP: &str = "one sweep; an independent program";

/// What it claims and asks for.
pub(super) const CLAIMS: &[Claim] = &[
    ESSAY.says(
        "The heap was never the position",
        "the lost openings to 1000: the Fibonacci numbers",
        Numbers(&[2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987]),
        RECURSION,
        openings::lost,
    ),
    ESSAY.says(
        "The heap was never the position",
        "9 under a cap of 2 is not 9 under one of 8",
        Always,
        RECURSION,
        heaps::caps_tell_nines_apart,
    ),
    ESSAY.says(
        "What the wrong number costs",
        "the bit is right, pairs",
        Share(68, 91),
        PAIRS,
        sums::bit_on_pairs,
    ),
    ESSAY.says(
        "What the wrong number costs",
        "the bit is right, triples",
        Share(133, 165),
        TRIPLES,
        sums::bit_on_triples,
    ),
    ESSAY.says(
        "What the wrong number costs",
        "quarters of the pairs, and of the triples, it is wrong on",
        Numbers(&[1, 1]),
        "direct search",
        sums::quarters_wrong,
    ),
    ESSAY.says(
        "Where the extra information is",
        "pairs on which the bit is wrong",
        Number(23),
        PAIRS,
        sums::missed_pairs,
    ),
    ESSAY.says(
        "What restoring it costs",
        "the smallest of them",
        Numbers(&[4, 6]),
        PAIRS,
        sums::first_miss,
    ),
    ESSAY.errs(
        "What the wrong number costs",
        "of (4, 6), (5, 9) and (7, 11) the bit is wrong on",
        (
            Number(3),
            Number(2),
            "5 is a Fibonacci number, so the bits of (5, 9) are 0 and 1: a win, which it is",
        ),
        PAIRS,
        sums::named_misses,
    ),
    ESSAY.says(
        "What restoring it costs",
        "those pairs: non-Fibonacci heaps, unequal values",
        Always,
        PAIRS,
        sums::shape_of_misses,
    ),
    ESSAY.says(
        "The number a heap actually carries",
        "the values are right, pairs",
        Share(91, 91),
        PAIRS,
        sums::values_on_pairs,
    ),
    ESSAY.says(
        "The number a heap actually carries",
        "the values are right, triples",
        Share(165, 165),
        TRIPLES,
        sums::values_on_triples,
    ),
    ESSAY.says(
        "The number a heap actually carries",
        "the values of the openings of 2 to 24",
        Numbers(&[0, 0, 3, 0, 4, 4, 0, 5, 5, 5, 6, 0, 6, 6, 7, 7, 7, 7, 7, 0, 8, 8, 8]),
        RECURSION,
        openings::values,
    ),
    ESSAY.says(
        "What the census does not say",
        "the largest value of an opening to 24",
        Number(8),
        RECURSION,
        openings::largest,
    ),
    ESSAY.says(
        "What the census does not say",
        "the staircase: values that are not 0, from 4 on",
        Numbers(&[3, 4, 4, 5, 5, 5, 6]),
        RECURSION,
        openings::staircase,
    ),
    ESSAY.errs(
        "What the census does not say",
        "the neighbours of 12 are worth",
        (Numbers(&[5, 5]), Numbers(&[5, 0]), "13 is a Fibonacci number, and worth 0"),
        RECURSION,
        openings::neighbours_of_12,
    ),
    ESSAY.says(
        "The number a heap actually carries",
        "a heap of 9 is worth",
        Number(5),
        RECURSION,
        openings::nine,
    ),
    ESSAY.says(
        "Where the extra information is",
        "9 and 4: values, nim-sum, nim-sum of the bits",
        Numbers(&[5, 3, 6, 0]),
        RECURSION,
        sums::nine_and_four,
    ),
    ESSAY.says(
        "Where the extra information is",
        "9 and 4 together are a win",
        Always,
        "direct search",
        sums::nine_and_four_win,
    ),
    ESSAY.says(
        "What restoring it costs",
        "4 and 6: values, nim-sum",
        Numbers(&[3, 4, 7]),
        RECURSION,
        sums::four_and_six,
    ),
    ESSAY.says(
        "What restoring it costs",
        "4 and 6 are a win, by moves to nim-sum 0",
        Always,
        "direct search",
        sums::four_and_six_win,
    ),
    ESSAY.says(
        "What restoring it costs",
        "3 under a cap of 2 is lost, what it leaves won",
        Always,
        "direct search",
        heaps::three_under_two,
    ),
    ESSAY.says(
        "What the repair says about the famous rule",
        "the smallest Zeckendorf term is a winning take",
        Always,
        RECURSION,
        smallest_term_wins,
    ),
    ESSAY.says(
        "What the census does not say",
        "a value is at most the number of options",
        Always,
        RECURSION,
        heaps::values_are_at_most_the_options,
    ),
    ESSAY.says(
        "The convention, named",
        "a cap above the heap is one equal to it",
        Always,
        "mex, caps to 120, heaps to 40",
        heaps::clamped,
    ),
    ESSAY.says(
        "What restoring it costs",
        "states of heaps of 5, 10 and 20",
        Numbers(&[6, 19, 66]),
        REACHED,
        heaps::states,
    ),
    ESSAY.says(
        "What restoring it costs",
        "states for each counter of a heap of 20",
        Decimal { digits: 3, places: 0 },
        REACHED,
        heaps::states_a_counter,
    ),
    ESSAY.says(
        "What restoring it costs",
        "it grows with the heap (5, 10, 20, ..., 320)",
        Always,
        REACHED,
        heaps::ratio_grows,
    ),
    ESSAY.asks(
        "What restoring it costs",
        "states for each counter of a heap of 400",
        "every position reached; rest by rest",
        heaps::states_a_counter_far_on,
    ),
    ESSAY.says(
        "What restoring it costs",
        "searching whole over searching parts, pairs",
        Decimal { digits: 63, places: 1 },
        PAIRS,
        cost::of_pairs,
    ),
    ESSAY.says(
        "What restoring it costs",
        "searching whole over searching parts, triples",
        Decimal { digits: 169, places: 1 },
        TRIPLES,
        cost::of_triples,
    ),
    ESSAY.asks(
        "Where the ladder goes next",
        "searching whole over parts, four heaps of 2..10",
        "counted without a search; reached by moves",
        cost::of_four,
    ),
    ESSAY.asks(
        "Where the ladder goes next",
        "searching whole over parts, five heaps of 2..10",
        COUNTED,
        cost::of_five,
    ),
    ESSAY.asks(
        "Where the ladder goes next",
        "searching whole over parts, six heaps of 2..10",
        COUNTED,
        cost::of_six,
    ),
    ESSAY.asks(
        "Where the ladder goes next",
        "its growth with each heap more, from two to six",
        COUNTED,
        cost::steps,
    ),
    ESSAY.asks(
        "Where the ladder goes next",
        "positions of five and of six heaps of 2..6",
        "counted as those; reached move by move",
        cost::counts_agree,
    ),
    ESSAY.says(
        "What the census does not say",
        "with one cap for both heaps it is another game",
        Always,
        PAIRS,
        sums::shared_cap_is_another_game,
    ),
    ESSAY.asks(
        "What the census does not say",
        "pairs of 2..14 whose winner that changes",
        "direct search",
        sums::shared_cap,
    ),
    ESSAY.asks(
        "What the census does not say",
        "the largest value of an opening to 10^7",
        SWEEP,
        openings::largest_far_on,
    ),
    ESSAY.asks(
        "What the census does not say",
        "first openings worth 10, 20, 30, 40, 50, 60",
        SWEEP,
        openings::first_with,
    ),
    ESSAY.asks(
        "What the census does not say",
        "won openings to 10^7 worth less than the last",
        "one sweep; an independent program",
        openings::falls,
    ),
    ESSAY.asks(
        "The number a heap actually carries",
        "lost openings from 2 to 10^7",
        "one sweep; the Fibonacci numbers counted",
        openings::lost_far_on,
    ),
    ESSAY.asks(
        "The number a heap actually carries",
        "the sum of all values, heaps to 1000",
        "one sweep; mex recursion",
        openings::all_values,
    ),
];
