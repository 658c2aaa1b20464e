//! `phinum game solve`.

use serde_json::Value;

use crate::{phinum, stdout};

fn json(args: &[&str]) -> Value {
    let args = [&["game", "solve"], args, &["--json"]].concat();
    serde_json::from_str(&stdout(&mut phinum(&args))).expect("JSON")
}

fn refused(args: &[&str]) -> String {
    let output = phinum(&[&["game", "solve"], args].concat()).assert().code(2).get_output().clone();
    assert!(output.stdout.is_empty(), "{args:?} printed something");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn results_as_json() {
    let solved = json(&["18"]);
    for (key, value) in
        [("n", 18), ("positions", 99), ("winner", 2), ("grundy", 0), ("shortest", 16)]
    {
        assert_eq!(solved[key], value, "{key}");
    }
    assert_eq!((&solved["longest"], &solved["plays"]), (&29.into(), &650_056_938.into()));
    assert!(solved.get("distribution").is_none());
    // Integers above 2^53 are strings.
    assert_eq!(json(&["30"])["plays"], "365881075590442631674");
    assert!(json(&["30", "--no-plays"]).get("plays").is_none());
    assert_eq!(json(&["2"])["winner"], 1);
    assert_eq!(json(&["1"])["longest"], 0);
}

#[test]
fn a_distribution_sums_to_the_plays() {
    for n in 1..=25 {
        let solved = json(&[&n.to_string(), "--distribution"]);
        let rows = solved["distribution"].as_array().unwrap();
        let number = |value: &Value| value.to_string().trim_matches('"').parse::<u128>().unwrap();
        let total: u128 = rows.iter().map(|row| number(&row["plays"])).sum();
        assert_eq!(total, number(&solved["plays"]), "{n}");
        assert_eq!(rows.first().unwrap()["length"], solved["shortest"]);
        assert_eq!(rows.last().unwrap()["length"], solved["longest"]);
    }
    let text = stdout(&mut phinum(&["game", "solve", "61", "--distribution"]));
    assert!(text.contains("█"), "{text}");
    let said = phinum(&["game", "solve", "61", "--distribution"]).assert().get_output().clone();
    assert!(String::from_utf8_lossy(&said.stderr).contains("of memory"));
}

#[test]
fn alliances() {
    for n in 5..=12 {
        let solved = json(&[&n.to_string(), "--players", "4"]);
        let all = solved["alliances"].as_array().unwrap();
        assert_eq!(all.len(), 14);
        let alone = all.iter().filter(|one| one["alliance"].as_array().unwrap().len() == 1);
        assert!(alone.into_iter().all(|one| one["wins"] == false), "{n}");
    }
    let two = json(&["30", "--players", "2", "--alliance", "2"]);
    assert_eq!(two["alliances"][0]["wins"], true);
    let text = stdout(&mut phinum(&["game", "solve", "20", "--players", "3", "--alliance", "1,3"]));
    assert!(text.contains("alliance 1,3  has a winning strategy"), "{text}");
}

#[test]
fn a_strategy_is_saved_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("strategy");
    let name = path.to_str().unwrap();
    stdout(&mut phinum(&["game", "solve", "50", "--save", name]));
    let once = std::fs::read(&path).unwrap();
    assert!(once.starts_with(b"phinum-cold\n"));
    stdout(phinum(&["game", "solve", "50", "--save", name]).env("RAYON_NUM_THREADS", "1"));
    assert_eq!(std::fs::read(&path).unwrap(), once);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    assert!(refused(&["50", "--save", "no/such/folder/file"]).contains("cannot write"));
    assert!(refused(&["50", "--save", name, "--players", "3"]).contains("--players"));
}

#[test]
fn what_cannot_be_solved_is_refused_with_its_size() {
    assert!(refused(&["0"]).contains("there is no game from n = 0"));
    assert!(refused(&["-1"]).contains("negative"));
    let said = refused(&["300", "--memory", "1M"]);
    assert!(said.contains("75209095 positions") && said.contains("at most 1 MiB"), "{said}");
    let said = refused(&["150", "--distribution", "--memory", "64M"]);
    assert!(said.contains("910775 positions") && said.contains("--no-plays"), "{said}");
    for n in ["1000", "5000", "1e12", "2^200"] {
        let said = refused(&[n]);
        assert!(said.contains("positions") && said.contains("at most 4 GiB"), "{said}");
    }
    assert!(refused(&["20", "--memory", "2^70"]).contains("more memory than there is"));
    assert!(refused(&["20", "--players", "1"]).contains("2..=64"));
    assert!(refused(&["20", "--alliance", "1"]).contains("--players"));
    assert!(refused(&["20", "--players", "3", "--alliance", "1,4"]).contains("no player 4"));
    assert!(refused(&["20", "--players", "7"]).contains("--alliance"));
    assert!(refused(&["20", "--players", "3", "--distribution"]).contains("--players"));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_with_130() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_phinum"))
        .args(["game", "solve", "500", "--no-plays", "--progress", "plain"])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A line of progress says that it is under way.
    let mut line = String::new();
    let mut progress = BufReader::new(child.stderr.take().unwrap());
    progress.read_line(&mut line).unwrap();
    assert!(line.contains('%'), "{line}");
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn a_saved_strategy_wins_against_any_other() {
    let folder = tempfile::tempdir().unwrap();
    for n in ["2", "3", "30", "60"] {
        let path = folder.path().join(n);
        let path = path.to_str().unwrap();
        stdout(&mut phinum(&["game", "solve", n, "--save", path]));
        let winner = if n == "2" { "player 1" } else { "player 2" };
        for strategy in ["combine-largest", "split-smallest", "longest", "random"] {
            let play = ["game", "play", n, "--strategy", strategy, "--against", path, "--json"];
            let game: Value = serde_json::from_str(&stdout(&mut phinum(&play))).unwrap();
            let text = game.to_string();
            assert!(text.contains("solved"), "{text}");
            let won = format!("player {}", game["winner"]);
            assert_eq!(won, winner, "n = {n} against {strategy}: {text}");
        }
    }
    let path = folder.path().join("30");
    let wrong = ["game", "play", "31", "-s", "longest", "--against", path.to_str().unwrap()];
    let said = phinum(&wrong).assert().code(2).get_output().stderr.clone();
    assert!(String::from_utf8_lossy(&said).contains("the strategy is for n = 30"));
}

#[test]
fn sizes_and_seats_that_make_no_sense_are_refused() {
    for (args, words) in [
        (&["game", "solve", "10", "--memory", "4\u{fb06}"][..], "not"),
        (&["game", "solve", "10", "--memory", "2+3G"], "whole number, and K, M, G or T"),
        (&["game", "solve", "10", "--memory", "-1"], "negative"),
        (&["game", "solve", "0"], "there is no game from n = 0"),
        (&["game", "solve", "30", "--save", "/no/such/folder/x"], "cannot write"),
        (&["game", "play", "9", "-s", "longest,"], "second strategy is missing"),
        (&["game", "play", "9", "-s", "longest,shortest", "--against", "x"], "one strategy"),
        (&["game", "play", "9", "-s", "random", "--seed", "2^64"], "below 2^64"),
    ] {
        let output = phinum(args).assert().code(2).get_output().clone();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(words), "{args:?}: {said}");
    }
    stdout(&mut phinum(&["game", "play", "9", "-s", "random", "--seed", "2^64-1"]));
}
