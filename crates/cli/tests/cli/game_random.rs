//! `phinum game random`.

use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::{phinum, stdout};

fn json(n: &str, games: &str, threads: &str) -> Value {
    let args = ["game", "random", n, "--games", games, "--seed", "7", "--backend", "cpu", "--json"];
    let text = stdout(phinum(&args).env("RAYON_NUM_THREADS", threads));
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn the_result_does_not_depend_on_threads() {
    let (one, three) = (json("300", "20000", "1"), json("300", "20000", "3"));
    assert_eq!(one["histogram"], three["histogram"]);
    let bins = one["histogram"].as_array().unwrap();
    let sum = |of: fn(&Value) -> u64| bins.iter().map(of).sum::<u64>();
    assert_eq!(sum(|bin| bin["games"].as_u64().unwrap()), 20_000);
    let moves = sum(|bin| bin["games"].as_u64().unwrap() * bin["length"].as_u64().unwrap());
    assert_eq!(one["moves"].as_u64(), Some(moves));
    let mean = one["mean"].as_f64().unwrap();
    assert!((mean - moves as f64 / 20_000.0).abs() < 1e-9);
    // No shorter than n - Z, no longer than the longest game: 300 = 233 + 55 + 8 + 3 + 1.
    let first = bins[0]["length"].as_u64().unwrap();
    assert!(first >= 295 && mean > 295.0, "{first}");
    assert!(one["checked_games"].as_u64() > Some(0));
    let wins = |player: &str| one[player].as_u64().unwrap();
    assert_eq!(wins("first_player_wins") + wins("second_player_wins"), 20_000);
    assert!(one["normality"]["chi_square"]["p"].as_f64().unwrap() <= 1.0);
}

#[test]
fn games_of_one_length_have_no_shape() {
    let one = json("3", "10", "1");
    assert_eq!((one["mean"].as_f64(), &one["skewness"]), (Some(2.0), &Value::Null));
    assert_eq!(one["normality"], Value::Null);
}

#[test]
fn bad_input_is_one_sentence() {
    for (args, words) in [
        (&["0"][..], "there is no game from n = 0"),
        (&["3524578"], "at most 3524577 ones, and 3524578 are more"),
        (&["10^30"], "at most 3524577 ones"),
        (&["5", "--games", "0"], "at least one game"),
        (&["5", "--games", "2^64"], "--games 18446744073709551616 is too large"),
        (&["5", "--seed", "2^64"], "--seed 18446744073709551616 is too large"),
    ] {
        let args = [&["game", "random", "--backend", "cpu"], args].concat();
        let output = phinum(&args).assert().code(2).get_output().clone();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(words) && said.lines().count() == 1, "{args:?}: {said}");
        assert!(output.stdout.is_empty());
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_is_heard_soon() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_phinum"))
        .args(["game", "random", "1000", "--games", "1e9", "--backend", "cpu"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for json in [&["--json"][..], &[]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let status = Command::new(env!("CARGO_BIN_EXE_phinum"))
            .args(["game", "random", "9", "--games", "9", "--backend", "cpu"])
            .args(json)
            .stdout(full)
            .stderr(Stdio::null())
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(2));
    }
}
