//! "The digits say which move wins": the cold positions of Wythoff's game by their
//! numerals.

mod numerals;
mod rule;
mod square;

use super::{Claim, Figure, Source, zeckendorf_games};
use Figure::{Always, Decimal, Number, Numbers, Share, Word};

const ESSAY: Source = Source::WythoffDigits;

const SUMS: &str = "every such sum, n below 121393";
const TABLE: &str = "mex of every cell's options, 80 x 80";
const SMALL: &str = "mex of every cell's options, 60 x 60";
const LARGE: &str = "mex, 4096 x 4096; digits and Beatty";

/// What it claims and asks for.
pub(super) const CLAIMS: &[Claim] = &[
    ESSAY.says(
        "Every integer is a sum of Fibonacci numbers",
        "n is a sum of non-neighbours in exactly one way",
        Always,
        SUMS,
        zeckendorf_games::exactly_one_way,
    ),
    ESSAY.says(
        "Every integer is a sum of Fibonacci numbers",
        "12 is the sum of",
        Numbers(&[8, 3, 1]),
        SUMS,
        |w| numerals::terms(w, 12),
    ),
    ESSAY.says(
        "Every integer is a sum of Fibonacci numbers",
        "12 is written",
        Word("10101"),
        SUMS,
        |w| numerals::word(w, 12),
    ),
    ESSAY.says(
        "Every integer is a sum of Fibonacci numbers",
        "100 is the sum of",
        Numbers(&[89, 8, 3]),
        SUMS,
        |w| numerals::terms(w, 100),
    ),
    ESSAY.says(
        "Every integer is a sum of Fibonacci numbers",
        "100 is written",
        Word("1000010100"),
        SUMS,
        |w| numerals::word(w, 100),
    ),
    ESSAY.says(
        "Checked against the table",
        "the digit rule is right",
        Share(6400, 6400),
        TABLE,
        square::digit_rule,
    ),
    ESSAY.says(
        "introduction",
        "Beatty is right: floors of n phi and n phi^2",
        Share(6400, 6400),
        TABLE,
        square::beatty,
    ),
    ESSAY.says(
        "Checked against the table",
        "the shift alone is right",
        Share(3572, 3600),
        SMALL,
        square::shift_alone,
    ),
    ESSAY.says(
        "Checked against the table",
        "hot positions that the shift takes for cold",
        Number(28),
        SMALL,
        square::false_positives_of_the_shift,
    ),
    ESSAY.says(
        "Checked against the table",
        "cold positions that the shift takes for hot",
        Number(0),
        SMALL,
        square::false_negatives_of_the_shift,
    ),
    ESSAY.says(
        "Checked against the table",
        "it fails exactly where the smaller half ends in an odd number of zeros",
        Always,
        SMALL,
        square::where_the_shift_fails,
    ),
    ESSAY.says(
        "Checked against the table",
        "the smallest failure is two consecutive Fibonacci numbers",
        Always,
        SMALL,
        square::smallest_failure,
    ),
    ESSAY.asks(
        "Checked against the table",
        "hot positions that the parity takes for cold",
        "mex, 60 x 60; an independent program",
        square::false_positives_of_the_parity,
    ),
    ESSAY.asks(
        "Checked against the table",
        "cold positions that the parity takes for hot",
        "mex, 60 x 60; an independent program",
        square::false_negatives_of_the_parity,
    ),
    ESSAY.says(
        "Reading a cold pair",
        "the fourth cold pair",
        Numbers(&[6, 10]),
        TABLE,
        square::fourth_pair,
    ),
    ESSAY.says("Reading a cold pair", "6 is the sum of", Numbers(&[5, 1]), SUMS, |w| {
        numerals::terms(w, 6)
    }),
    ESSAY.says("Reading a cold pair", "6 is written", Word("1001"), SUMS, |w| numerals::word(w, 6)),
    ESSAY.says("Reading a cold pair", "10 is the sum of", Numbers(&[8, 2]), SUMS, |w| {
        numerals::terms(w, 10)
    }),
    ESSAY.says("Reading a cold pair", "10 is written", Word("10010"), SUMS, |w| {
        numerals::word(w, 10)
    }),
    ESSAY.says("Reading a cold pair", "5 is written", Word("1000"), SUMS, |w| numerals::word(w, 5)),
    ESSAY
        .says("Reading a cold pair", "8 is written", Word("10000"), SUMS, |w| numerals::word(w, 8)),
    ESSAY.says(
        "Reading a cold pair",
        "the zeros at the end of 6 and of 5",
        Numbers(&[0, 3]),
        SUMS,
        numerals::zeros_of_six_and_five,
    ),
    ESSAY.says(
        "Reading a cold pair",
        "(5, 8) is a shift, and hot",
        Always,
        TABLE,
        square::five_and_eight,
    ),
    ESSAY.says(
        "The three descriptions are two",
        "first pairs whose larger half is the shift",
        Share(14, 14),
        "Beatty pairs in exact integers",
        numerals::shifted_pairs,
    ),
    ESSAY.says(
        "The three descriptions are two",
        "numbers whose smallest term is at an even place",
        Numbers(&[1, 3, 4, 6, 8, 9, 11, 12, 14]),
        SUMS,
        numerals::even_places,
    ),
    ESSAY.says(
        "The three descriptions are two",
        "numbers whose smallest term is at an odd place",
        Numbers(&[2, 5, 7, 10, 13]),
        SUMS,
        numerals::odd_places,
    ),
    ESSAY.says(
        "The three descriptions are two",
        "those are the floors of n phi and of n phi^2",
        Always,
        "every n below 121393; exact integers",
        numerals::even_places_are_the_lower_sequence,
    ),
    ESSAY.says(
        "Which explains the bug, and the base",
        "the shift is n phi to less than 1",
        Always,
        "every n below 121393; exact integers",
        numerals::shift_is_by_phi,
    ),
    ESSAY.says(
        "Checked against the table",
        "the slope of the line of zeros",
        Decimal { digits: 1618, places: 3 },
        "mex, the last zero of 4096 x 4096",
        square::slope,
    ),
    ESSAY.says(
        "What each costs",
        "the digits of 10^12",
        Number(58),
        "greedy digits; places counted",
        numerals::digits_of_a_trillion,
    ),
    ESSAY.says(
        "What each costs",
        "the cells of a table for such heaps",
        Number(1_000_000_000_000_000_000_000_000),
        "10^12 squared",
        numerals::cells_of_a_trillion,
    ),
    ESSAY.says(
        "What each costs",
        "it gives the moves to cold positions, all of them",
        Always,
        TABLE,
        square::moves,
    ),
    ESSAY.says(
        "What the picture cannot show",
        "the digit rule on the squares of 24 and 34 cells",
        Always,
        TABLE,
        square::squares_drawn,
    ),
    ESSAY.says(
        "The convention, named",
        "under misere play they change, only at the bottom",
        Always,
        "misere outcomes of every cell, 80 x 80",
        square::misere,
    ),
    ESSAY.asks(
        "introduction",
        "trailing zeros and shift of 1836311903",
        "digits; places by the recurrence",
        rule::the_pair_asked_for,
    ),
    ESSAY.asks(
        "introduction",
        "(1836311903, 2971215073) is",
        "digits; Beatty in exact integers",
        rule::verdict_of_the_pair_asked_for,
    ),
    ESSAY.asks(
        "What each costs",
        "(10^12, 1.6*10^12) is",
        "digits; Beatty in exact integers",
        rule::verdict_of_trillions,
    ),
    ESSAY.asks(
        "introduction",
        "first floor n phi wrong in 32 and in 64 bits",
        "exact integers; an independent program",
        rule::floating_point,
    ),
    ESSAY.asks(
        "What the picture cannot show",
        "the digit rule on a square of 4096",
        LARGE,
        square::digit_rule_far_on,
    ),
];
