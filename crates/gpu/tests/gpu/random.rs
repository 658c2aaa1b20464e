//! Random games against the plain form, whatever the device does.

use std::time::Duration;

use phinum_core::backend::{Backend, LengthHistogram, RandomGames};
use phinum_core::zeckendorf_game::random::random_games;
use phinum_core::zeckendorf_game::rules::ZECKENDORF;
use phinum_gpu::{Faults, Options};

use crate::support::{gpu, open, turn};

fn task(n: u64, games: std::ops::Range<u64>) -> RandomGames {
    RandomGames::new(&ZECKENDORF, n, 0x0123_4567_89ab_cdef, games).expect("it is possible")
}

#[test]
fn every_count_about_a_workgroup() {
    let Some(_turn) = turn() else { return };
    for len in [1, 2, 255, 256, 257, 1025] {
        let task = task(20, 3..3 + len);
        assert_eq!(gpu().random_games(&task).expect("the device works"), random_games(&task));
    }
}

#[test]
fn games_of_several_turns_end_where_they_should() {
    let Some(_turn) = turn() else { return };
    // About 6000 moves each, of which a dispatch makes at most 4096.
    let task = task(5000, u64::MAX - 70..u64::MAX);
    assert_eq!(gpu().random_games(&task).expect("the device works"), random_games(&task));
}

#[test]
fn faults_do_not_show() {
    let Some(_turn) = turn() else { return };
    let task = task(300, 0..2500);
    let expected: LengthHistogram = random_games(&task);
    let slow = Faults { slowness: Duration::from_micros(1), ..Faults::default() };
    let narrow = Faults { row: Some(2), ..Faults::default() };
    let short = Faults { no_memory: 2..4, ..Faults::default() };
    let lost = (0..4).map(|i| Faults { lost_after: vec![i], ..Faults::default() });
    for faults in lost.chain([slow, narrow, short]) {
        let gpu = open(Options { faults, ..Options::default() });
        assert_eq!(gpu.random_games(&task).expect("it goes on"), expected);
    }
}
