//! `phinum game play`, `strategies` and `length`.

use crate::{phinum, stdout};

fn refused(args: &[&str]) -> String {
    let output = phinum(args).assert().code(2).get_output().clone();
    assert!(output.stdout.is_empty(), "{args:?} printed something");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&stdout(&mut phinum(args))).expect("JSON")
}

#[test]
fn bad_input_gets_a_sentence() {
    let play = |rest: &[&'static str]| refused(&[&["game", "play"], rest].concat());
    for (said, words) in [
        (play(&["0", "-s", "longest"]), "no game from n = 0"),
        (play(&["-3", "-s", "longest"]), "negative"),
        (play(&["7/2", "-s", "longest"]), "not exact"),
        (play(&["5"]), "--strategy"),
        (play(&["-s", "longest"]), "required"),
        (play(&["5", "-s", "longst"]), "there are combine-largest, combine-smallest"),
        (play(&["5", "-s", "longest,longest,longest"]), "two players"),
        (play(&["5", "-s", "longest,"]), "the second strategy is missing"),
        (play(&["-s", "longest", "--from", "1^3,4"]), "the nearest are 3 and 5"),
        (play(&["-s", "longest", "--from", "1^0"]), "no place in this position"),
        (play(&["5", "-s", "longest", "--from", "1^3"]), "{1^3} is one of 3, not of 5"),
        (play(&["-s", "longest", "--range", "0..5"]), "no game from n = 0"),
        (play(&["5", "-s", "longest", "--range", "1..5"]), "cannot be used with"),
        (play(&["2^64", "-s", "shortest"]), "played many moves at a time"),
        (play(&["1e15", "-s", "shortest"]), "at least 1.0e15 moves"),
        (play(&["1e18", "-s", "longest", "--transcript"]), "without --transcript"),
        (play(&["2^5000", "-s", "longest"]), "phinum game length"),
        (play(&["-s", "shortest", "--range", "1..1e9"]), "too long"),
        (refused(&["game", "length", "0"]), "no game from n = 0"),
        (refused(&["game", "strategies", "0"]), "no game from n = 0"),
        (refused(&["game", "strategies", "1e18"]), "too long"),
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn the_longest_game_of_any_size_is_counted_move_by_move() {
    let report = json(&["game", "play", "1e18", "--strategy", "longest", "--json"]);
    assert_eq!(report["length"], "2618033988749891985");
    let times = |m: &serde_json::Value| -> u128 {
        let times = &m["times"];
        times.as_str().map_or_else(|| times.as_u64().unwrap().into(), |t| t.parse().unwrap())
    };
    let sum: u128 = report["moves"].as_array().unwrap().iter().map(times).sum();
    assert_eq!(sum, 2_618_033_988_749_891_985);
    let text = stdout(&mut phinum(&["game", "play", "10^40", "-s", "longest"]));
    assert!(text.contains("26180339887498948482045868343656381163596"), "{text}");
}

#[test]
fn one_by_one_or_batched_the_longest_game_is_the_same() {
    let batched = json(&["game", "play", "5000", "-s", "longest", "--json"]);
    let by_one = json(&["game", "play", "5000", "-s", "split-smallest", "--json"]);
    for key in ["length", "combine", "split", "combine-ones", "winner", "moves", "end"] {
        assert_eq!(batched[key], by_one[key], "{key}");
    }
}

#[test]
fn a_range_is_one_game_a_line() {
    let text = stdout(&mut phinum(&["game", "play", "-s", "longest", "--range", "1..=200"]));
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("n,length,combine-ones,combine,split,winner"));
    let table = include_str!("../../../core/tests/vectors/zeckendorf_longest_1_200.txt");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let known: Vec<(&str, &str)> = rows
        .map(|line| {
            let mut words = line.split_whitespace();
            (words.next().unwrap(), words.next().unwrap())
        })
        .collect();
    assert_eq!(known.len(), 200);
    for ((n, length), line) in known.into_iter().zip(lines) {
        assert!(line.starts_with(&format!("{n},{length},")), "{line}");
        let odd = length.parse::<u64>().unwrap() % 2;
        assert!(line.ends_with(if odd == 1 { ",1" } else { ",2" }), "{line}");
    }
    let lines =
        stdout(&mut phinum(&["game", "play", "-s", "random", "--range", "9..12", "--json"]));
    for line in lines.lines() {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let n = row["n"].to_string();
        let alone = json(&["game", "play", &n, "-s", "random", "--json"]);
        assert_eq!(row["length"], alone["length"], "the same seed is the same game");
    }
}

#[test]
fn transcripts_end_in_the_report() {
    let args = ["game", "play", "30", "-s", "random,shortest", "--transcript", "--json"];
    let text = stdout(phinum(&args).args(["--seed", "7"]));
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (report, moves) = lines.split_last().unwrap();
    assert_eq!(report["length"], moves.len());
    assert_eq!(report["winner"], moves.last().unwrap()["player"]);
    assert_eq!(report["end"], moves.last().unwrap()["state"]);
    assert_eq!(stdout(phinum(&args).args(["--seed", "7"])), text);
    assert_ne!(stdout(phinum(&args).args(["--seed", "8"])), text);
}

#[test]
fn sixteen_pairs_and_the_extremes() {
    let report = json(&["game", "strategies", "377", "--json"]);
    let games = report["games"].as_array().unwrap();
    assert_eq!(games.len(), 18);
    let length = json(&["game", "length", "377", "--json"]);
    for game in games {
        let of = |name: &str| game["strategies"] == serde_json::json!([name, name]);
        if of("combine-largest") || of("split-largest") || of("shortest") {
            assert_eq!(game["length"], length["shortest"]);
        }
        if of("split-smallest") || of("longest") {
            assert_eq!(game["length"], length["longest"]);
        }
    }
}

#[test]
fn lengths_of_any_size_by_three_routes() {
    let report = json(&["game", "length", "2^64-1", "--json"]);
    assert_eq!(report["longest"], "48294202966742298586");
    assert_eq!(report["upper-bound"], "48294202966742300431");
    assert_eq!(report["gap"], 1845);
    for route in ["lazy-form", "deficit-form", "batched-play"] {
        assert_eq!(report["longest-by"][route], report["longest"], "{route}");
    }
    assert_eq!((&report["agree"], &report["sharp"]), (&true.into(), &false.into()));
    let report = json(&["game", "length", "F(300)-1", "--json"]);
    assert_eq!((&report["gap"], &report["sharp"]), (&0.into(), &true.into()));
    let report = json(&["game", "length", "10^1000", "--json"]);
    assert!(report["longest-by"]["batched-play"].is_null());
    assert_eq!(report["agree"], true);
}

#[cfg(unix)]
#[test]
fn a_long_play_says_what_it_costs_and_can_be_interrupted() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_phinum"))
        .args(["game", "play", "1e11", "-s", "shortest"])
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut said = String::new();
    BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut said).unwrap();
    assert!(said.contains("minutes; Ctrl-C stops it"), "{said}");
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
