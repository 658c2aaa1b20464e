//! Random games do not depend on the threads.

use phinum_core::backend::{Backend, LengthHistogram, RandomGames};
use phinum_core::zeckendorf_game::random::random_games;
use phinum_core::zeckendorf_game::rules::ZECKENDORF;
use phinum_cpu::{Cpu, Options};

fn on(threads: usize, task: &RandomGames) -> LengthHistogram {
    let cpu = Cpu::new(Options { threads: Some(threads), ..Options::default() }).expect("threads");
    cpu.random_games(task).expect("a CPU does not fail")
}

#[test]
fn any_number_of_threads_and_the_plain_form_agree() {
    // Several pieces of work, the last of them short.
    let task = RandomGames::new(&ZECKENDORF, 1000, 77, 12_345..14_400).expect("it is possible");
    let lengths = on(1, &task);
    assert_eq!(lengths.games(), 2055);
    assert_eq!(on(3, &task), lengths);
    assert_eq!(random_games(&task), lengths);
}

#[test]
fn the_largest_game_uses_every_index() {
    let most = RandomGames::most(&ZECKENDORF);
    let task = RandomGames::new(&ZECKENDORF, most, 5, 0..1).expect("it is possible");
    assert_eq!(on(1, &task), random_games(&task));
}
