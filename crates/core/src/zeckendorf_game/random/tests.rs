use super::*;
use crate::zeckendorf_game::rules::{Move, MoveKind, Pattern, TRIBONACCI, ZECKENDORF};
use rand_philox::philox4x32_10;

/// The known answers published with Random123 (kat_vectors, philox4x32 10).
#[test]
fn the_generator_gives_the_published_answers() {
    let pi = [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344];
    for (counter, key, answer) in [
        ([0; 4], [0; 2], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]),
        ([u32::MAX; 4], [u32::MAX; 2], [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]),
        (pi, [0xa409_3822, 0x299f_31d0], [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]),
    ] {
        assert_eq!(philox4x32_10(counter, key), answer);
    }
    // The counter is the block and then the game; a word is drawn low half first.
    let mut draws = Draws::new([7, 8], 3 << 32 | 2);
    for block in 0..3 {
        for word in philox4x32_10([block, 0, 2, 3], [7, 8]) {
            assert_eq!(draws.next_draw(), word & 0xffff);
            assert_eq!(draws.next_draw(), word >> 16);
        }
    }
}

/// How often each number below `count` comes from all the draws there are.
fn tally(count: u32, choose: impl Fn(u32) -> Option<u32>) -> Vec<u32> {
    let mut tally = vec![0; count as usize];
    (0..1 << DRAW_BITS).filter_map(choose).for_each(|number| tally[number as usize] += 1);
    tally
}

#[test]
fn each_number_comes_from_equally_many_draws() {
    for count in 1..=MOVES as u32 {
        let each = (1 << DRAW_BITS) / count;
        assert_eq!(tally(count, |draw| below(draw, count)), vec![each; count as usize]);
        // A remainder would not do.
        let even = tally(count, |draw| Some(draw % count)).iter().all(|&times| times == each);
        assert_eq!(even, count.is_power_of_two(), "{count}");
    }
}

/// Plays a game by the masks, choosing with the plain form's draws.
fn play_by_masks(task: &RandomGames, game: u64) -> u32 {
    let masks = task.masks();
    let mut counts = [0u32; TOP as usize + 1];
    counts[1] = task.n();
    let mut draws = Draws::new(task.key(), game);
    let mut length = 0;
    loop {
        let at_least =
            |least| (0..).zip(counts).filter(|c| c.1 >= least).fold(0, |w, c| w | 1 << c.0);
        let mut legal = masks.legal(at_least(1), at_least(2));
        if legal == 0 {
            return length;
        }
        for _ in 0..draws.below(legal.count_ones()) {
            legal &= legal - 1;
        }
        let step = masks.steps()[legal.trailing_zeros() as usize];
        for (place, delta) in step.places.into_iter().zip(step.deltas) {
            counts[place as usize] = counts[place as usize].wrapping_add(delta);
        }
        length += 1;
    }
}

#[test]
fn masks_play_as_the_rules_do() {
    for rules in [&ZECKENDORF, &TRIBONACCI] {
        for n in 1..80 {
            let task = RandomGames::new(rules, n, n, 0..5).unwrap();
            let by_masks = task.games().map(|game| (play_by_masks(&task, game), 1)).collect();
            assert_eq!(random_games(&task), by_masks, "{rules} from {n}");
        }
    }
}

#[test]
fn the_zeckendorf_game_takes_three_conditions() {
    let masks = Masks::new(&ZECKENDORF).unwrap();
    let needs: Vec<_> = masks.terms().iter().map(|term| (term.count, term.below)).collect();
    assert_eq!(needs, [(2, 0), (1, 1), (1, 0), (1, 0)]);
    // No move makes a place past the last bit.
    assert_eq!(masks.all(), 0x7fff_fffc_7fff_fffe);
    let ones = masks.legal(0b10, 0b10);
    assert_eq!(ones, 0b10);
    assert_eq!(Move { pattern: 0, index: 1 }.notation(&ZECKENDORF), "F_1 ∧ F_1 → F_2");
}

static THREE_ONES: Rules = Rules {
    name: "three ones",
    first_places: &[1, 3],
    order: 2,
    patterns: &[Pattern {
        kind: MoveKind::CombineOnes,
        first: 1,
        last: 1,
        takes: &[(0, 3)],
        makes: &[(1, 1)],
    }],
};

#[test]
fn impossible_tasks_are_refused() {
    let refused = |rules, n, games| RandomGames::new(rules, n, 0, games).unwrap_err().to_string();
    assert_eq!(RandomGames::most(&ZECKENDORF), 3_524_577);
    assert!(RandomGames::new(&ZECKENDORF, 3_524_577, 0, 0..1).is_ok());
    assert!(refused(&ZECKENDORF, 3_524_578, 0..1).contains("3524577"));
    assert!(refused(&ZECKENDORF, u64::MAX, 0..1).contains("18446744073709551615 are more"));
    assert!(refused(&ZECKENDORF, 0, 0..1).contains("at least one F_1"));
    assert!(refused(&ZECKENDORF, 5, 3..3).contains("at least one game"));
    assert!(refused(&THREE_ONES, 5, 0..1).contains("more than two of a place"));
}
