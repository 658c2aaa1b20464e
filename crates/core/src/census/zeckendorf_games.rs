//! Cusenza, Dunkelberg, Huffman, Ke, McClatchey, Miller, Mizgerd, Tiwari, Ye and
//! Zheng, "Bounds on Zeckendorf Games", 2020 (arXiv 2009.09510).

mod bounds;
mod lengths;
mod moves;
mod numerals;

use super::{Claim, Figure, Source};
use Figure::{Always, Decimal, Number, Numbers};
pub(super) use numerals::exactly_one_way;

const PAPER: Source = Source::ZeckendorfGames;

/// One below a place: F_k − 1 for k ≥ 2, as far as games are searched.
const BELOW_PLACES: Figure = Numbers(&[1, 2, 4, 7, 12, 20, 33]);

const SEARCH: &str = "game-tree search, n to 50";
const POSITIONS: &str = "game-tree search, every position, n to 50";
const SUMS: &str = "every such sum, n below 121393";
const PLAYED: &str = "search, n to 50; move by move, n to 1000";

/// What it claims.
pub(super) const CLAIMS: &[Claim] = &[
    PAPER.says(
        "section 1",
        "n is a sum of non-neighbours in exactly one way",
        Always,
        SUMS,
        exactly_one_way,
    ),
    PAPER.says(
        "section 1",
        "with 1, 1, 2, 3, 5, ... it would not be one way",
        Always,
        "every sum of 12 places",
        numerals::not_one_way_from_two_ones,
    ),
    PAPER.says(
        "Definition 1.1",
        "a play ends at the decomposition, only there",
        Always,
        POSITIONS,
        moves::ends_at_the_decomposition,
    ),
    PAPER.says(
        "abstract",
        "the moves decide who wins (n from 4 on)",
        Always,
        SEARCH,
        lengths::either_can_win,
    ),
    PAPER.errs(
        "abstract",
        "Player 2 wins for every n from this one on",
        (
            Number(2),
            Number(3),
            "from 2 ones there is one move, the first player's; the paper quoted says n > 2",
        ),
        SEARCH,
        lengths::second_player_wins_from,
    ),
    PAPER.says(
        "section 1",
        "Z(n) is at most the greatest index",
        Always,
        SUMS,
        numerals::terms_are_at_most_the_top,
    ),
    PAPER.says(
        "section 1",
        "the shortest game has n - Z(n) moves",
        Always,
        SEARCH,
        lengths::shortest_is_n_less_z,
    ),
    PAPER.says(
        "section 1",
        "Combine Largest plays the shortest game",
        Always,
        PLAYED,
        lengths::combine_largest,
    ),
    PAPER.says(
        "section 1",
        "Split Largest plays the shortest game",
        Always,
        PLAYED,
        lengths::split_largest,
    ),
    PAPER.says(
        "section 1",
        "Split Smallest plays the longest game",
        Always,
        PLAYED,
        lengths::split_smallest,
    ),
    PAPER.says(
        "section 1",
        "longest <= 3n - 3Z(n) - IZ(n) + 1",
        Always,
        SEARCH,
        bounds::prior_bound,
    ),
    PAPER.says(
        "Theorem 1.2",
        "splits and C_1 in any order, else the smallest combine: the longest game",
        Always,
        SEARCH,
        lengths::any_order_is_longest,
    ),
    PAPER.says(
        "Lemmas 2.1-2.3",
        "from any position too: one length, the longest",
        Always,
        POSITIONS,
        lengths::any_order_is_longest_from_anywhere,
    ),
    PAPER.says(
        "Lemma 2.3",
        "moves gained in cases 1.1, 2.1.1-3, 2.2.1-2",
        Numbers(&[1, 1, 2, 2, 1, 1]),
        "both ways played, indices to 20",
        moves::exchanges,
    ),
    PAPER.says(
        "(3.1)-(3.5)",
        "moves made balance the counts of places",
        Always,
        "300 random plays, move by move",
        moves::balance,
    ),
    PAPER.says(
        "(3.12), (3.13)",
        "the first row of the inverse of A is F_(j+1) - 1",
        Always,
        "back substitution, 60 rows",
        bounds::first_row,
    ),
    PAPER.says(
        "(3.15)",
        "its columns sum to a_i = F_(i+2) - i - 2",
        Always,
        "back substitution, 60 rows",
        bounds::column_sums,
    ),
    PAPER.says(
        "(3.16)",
        "length = sum of a_i less i - 1 a combine at i",
        Always,
        "every move of every position, n to 50",
        moves::length_identity,
    ),
    PAPER.says(
        "Remark 3.1",
        "so too for plays that do not start from ones",
        Always,
        "300 random plays, move by move",
        moves::length_identity_from_anywhere,
    ),
    PAPER.says(
        "Theorem 1.3",
        "longest <= sum of the a_i",
        Always,
        "search, n to 50; batched play, n to 5000",
        bounds::upper_bound,
    ),
    PAPER.says(
        "(3.20)",
        "a_i <= phi^2 F_i - i - phi",
        Always,
        "exact integers, i to 60",
        bounds::each_weight,
    ),
    PAPER.says(
        "Theorem 1.3",
        "sum of the a_i <= phi^2 n - IZ(n) - phi Z(n)",
        Always,
        SUMS,
        bounds::closed_bound,
    ),
    PAPER.says(
        "section 1",
        "the sum of the a_i is at most that older bound",
        Always,
        SUMS,
        bounds::improves,
    ),
    PAPER.says(
        "Theorem 1.3",
        "the longest game grows like (3 + sqrt 5)/2 n",
        Decimal { digits: 2_618_033_988_750, places: 12 },
        "batched play from 10^18 ones",
        bounds::growth,
    ),
    PAPER.says(
        "Theorem 1.4",
        "splits and C_1 alone end it exactly at F_k - 1",
        BELOW_PLACES,
        SEARCH,
        lengths::splits_alone,
    ),
    PAPER.says(
        "section 3",
        "the sum of the a_i is the longest game exactly there",
        BELOW_PLACES,
        SEARCH,
        bounds::sharp,
    ),
    PAPER.says(
        "Lemma 3.2",
        "at F_k - 1 all positions but the end have two of a place",
        Always,
        POSITIONS,
        moves::two_of_a_place,
    ),
    PAPER.says(
        "Lemma 3.2",
        "F_k - 1 is F_1 + F_3 + ... or F_2 + F_4 + ...",
        Always,
        SUMS,
        numerals::below_a_place,
    ),
    PAPER.says(
        "Claim 1",
        "the widest gap that splits and C_1 alone leave",
        Number(3),
        SEARCH,
        moves::widest_gap,
    ),
];
