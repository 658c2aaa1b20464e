//! `phinum nim`: sums of heaps, the shared cap, tables in files.

use serde_json::Value;

use crate::{phinum, stdout};

pub(crate) fn json(args: &[&str]) -> Value {
    let args = [args, &["--json"]].concat();
    serde_json::from_str(&stdout(&mut phinum(&args))).expect("JSON")
}

pub(crate) fn nim(args: &[&str]) -> Value {
    json(&[&["nim"], args].concat())
}

pub(crate) fn refused(args: &[&str]) -> String {
    let output = phinum(args).assert().code(2).get_output().clone();
    assert!(output.stdout.is_empty(), "{args:?} printed something");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub(crate) fn noted(args: &[&str]) -> String {
    let output = phinum(args).assert().success().get_output().clone();
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What a list of winning moves says: component, take, heap and cap left.
fn moves(report: &Value) -> Vec<(u64, u64, u64, u64)> {
    let number = |value: &Value| value.as_u64().expect("a small number");
    let one = |one: &Value| {
        let leaves = &one["leaves"];
        let (heap, cap) = (number(&leaves["heap"]), number(&leaves["cap"]));
        (number(&one["component"]), number(&one["take"]), heap, cap)
    };
    report["winning_moves"].as_array().expect("moves").iter().map(one).collect()
}

#[test]
fn a_sum_of_heaps() {
    let sum = nim(&["9:8", "4:3", "6:5"]);
    assert_eq!((&sum["nim_sum"], &sum["wins"]), (&2.into(), &true.into()));
    let values: Vec<&Value> =
        sum["components"].as_array().unwrap().iter().map(|one| &one["value"]).collect();
    assert_eq!(values, [5, 3, 4]);
    // Each move leaves a sum that is lost.
    assert_eq!(sum["winning_moves_known"], moves(&sum).len());
    for (component, _, heap, cap) in moves(&sum) {
        let mut heaps = ["9:8", "4:3", "6:5"].map(String::from);
        heaps[component as usize] = format!("{heap}:{cap}");
        let heaps: Vec<&str> = heaps.iter().map(String::as_str).collect();
        assert_eq!(nim(&heaps)["wins"], false, "{heaps:?}");
    }
    // Openings need no cap.
    assert_eq!(nim(&["9", "4", "6"]), sum);
    // (4, 6) is the first pair that the rule of one heap gets wrong.
    assert_eq!(nim(&["4", "6"])["wins"], true);
    assert_eq!(nim(&["4", "4"])["wins"], false);
    assert_eq!(nim(&["17"])["winning_moves"].as_array().unwrap().len(), 2);
}

#[test]
fn heaps_without_a_move() {
    for (heaps, wins) in [
        (&["0"][..], false),
        (&["1"], false),
        (&["1:1"], true),
        (&["0:9"], false),
        (&["0", "1", "2"], false),
        (&["1", "4"], true),
    ] {
        assert_eq!(nim(heaps)["wins"], wins, "{heaps:?}");
    }
    let text = stdout(&mut phinum(&["nim", "0"]));
    assert!(text.contains("the player to move loses") && text.contains("none"), "{text}");
}

#[test]
fn a_cap_above_its_heap_is_clamped_and_said() {
    let said = noted(&["nim", "9:50"]);
    assert!(said.contains("the cap 50 is above the heap 9, and permits what 9 does"), "{said}");
    assert_eq!(nim(&["9:50"]), nim(&["9:9"]));
    assert_eq!(noted(&["nim", "9:9"]), "");
    let said = noted(&["nim", "--shared-cap=50", "9", "3"]);
    assert!(said.contains("the cap 50 is above every heap, and permits what 9 does"), "{said}");
}

#[test]
fn one_heap_of_any_size() {
    for heap in ["10^30", "F(200)+1", "2^32", "3*10^9"] {
        let one = nim(&[heap]);
        assert_eq!(one["wins"], true, "{heap}");
        assert!(one["components"][0]["value"].is_null());
        assert_eq!(one["components"][0]["at_least"], 4, "{heap}");
        assert!(one["winning_moves_unknown_of"].as_array().unwrap().is_empty());
        // What a move leaves is lost.
        for one in one["winning_moves"].as_array().unwrap() {
            let text = |key: &str| one["leaves"][key].to_string().replace('"', "");
            let left = format!("{}:{}", text("heap"), text("cap"));
            assert_eq!(nim(&[&left])["wins"], false, "{left}");
        }
    }
    assert_eq!(nim(&["F(200)"])["wins"], false);
    assert_eq!(nim(&["F(200)"])["nim_sum"], 0);
    let text = stdout(&mut phinum(&["nim", "2^30000"]));
    assert!(text.contains("digits") && text.contains("4 or more"));
}

#[test]
fn what_is_not_known_is_said() {
    let sum = nim(&["10^30", "4"]);
    // 4 or more against 3.
    assert_eq!(sum["wins"], true);
    let sum = nim(&["10^30", "6"]);
    assert!(sum["wins"].is_null() && sum["nim_sum"].is_null(), "{sum}");
    assert_eq!(sum["winning_moves_unknown_of"].as_array().unwrap().len(), 2);
    let text = stdout(&mut phinum(&["nim", "10^30", "6"]));
    assert!(text.contains("not known"), "{text}");
    // Equal positions cancel.
    assert_eq!(nim(&["10^30", "10^30"])["wins"], false);
    assert_eq!(nim(&["10^30", "6", "10^30"])["nim_sum"], 4);
    let said = noted(&["nim", "3e6", "6"]);
    assert!(said.contains("'phinum nim table --to 3000000 --save FILE'"), "{said}");
}

#[test]
fn a_long_list_is_cut_and_says_so() {
    let text = stdout(&mut phinum(&["nim", "2000", "500"]));
    let all = stdout(&mut phinum(&["nim", "2000", "500", "--all"]));
    let more = text.lines().find(|line| line.contains("more: --all prints them")).expect(&text);
    let more: usize = more.split(' ').nth(1).unwrap().parse().unwrap();
    assert_eq!(all.lines().count(), text.lines().count() - 1 + more);
    let report = nim(&["2000", "500"]);
    assert_eq!(report["winning_moves_known"], report["winning_moves"].as_array().unwrap().len());
}

#[test]
fn bad_heaps_are_pointed_at() {
    for (args, words) in [
        (&["nim", "-3"][..], "negative"),
        (&["nim", "9:-1"], "negative"),
        (&["nim", "9:"], "the cap is missing"),
        (&["nim", ":8"], "the heap is missing"),
        (&["nim", "9:8:7"], "a heap has one cap"),
        (&["nim", "9.5"], "not a whole number"),
        (&["nim", "nine"], "this name is not known"),
        (&["nim", "9", "table"], "this name is not known"),
        (&["nim", "--shared-cap=-1", "9"], "negative"),
        (&["nim", "10^10^10"], "32768 bits"),
        (&["nim", "table", "--to", "-1"], "negative"),
        (&["nim", "table", "--to", "1.5"], "not a whole number"),
        (&["nim", "table", "--to", "3/2"], "not exact"),
    ] {
        let said = refused(args);
        assert!(said.contains(words) && said.contains('^'), "{args:?}: {said}");
    }
    assert!(refused(&["nim"]).contains("HEAP[:CAP]"));
    assert!(refused(&["nim", "table"]).contains("--to <N>"));
}

#[test]
fn a_shared_cap_is_searched_whole() {
    let report = nim(&["--shared-cap", "3", "4", "5"]);
    assert!(report["positions_searched"].as_u64().unwrap() > 10);
    assert_eq!(report["heaps"], serde_json::json!([3, 4, 5]));
    assert!(report["shared_cap"].is_null());
    // One heap alone is the same game either way.
    for heap in 1..40u32 {
        let heap = heap.to_string();
        let (alone, shared) = (nim(&[&heap]), nim(&["--shared-cap", &heap]));
        assert_eq!(alone["wins"], shared["wins"], "{heap}");
        let takes = |report: &Value| {
            let moves = report["winning_moves"].as_array().unwrap();
            moves.iter().map(|one| one["take"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(takes(&alone), takes(&shared), "{heap}");
    }
    // What a move leaves is lost.
    for one in report["winning_moves"].as_array().unwrap() {
        let cap = format!("--shared-cap={}", one["cap"]);
        let heaps: Vec<String> =
            one["leaves"].as_array().unwrap().iter().map(ToString::to_string).collect();
        let heaps: Vec<&str> = heaps.iter().map(String::as_str).collect();
        assert_eq!(nim(&[&[cap.as_str()], &heaps[..]].concat())["wins"], false, "{one}");
    }
    let text = stdout(&mut phinum(&["nim", "--shared-cap=2", "3", "4"]));
    assert!(text.contains("no nim-sum tells it"), "{text}");
    // It is another game: the sum of 1 and 2 with a counter each is won by nobody's rule.
    let differ = (2..9u32).flat_map(|a| (a..9).map(move |b| [a.to_string(), b.to_string()]));
    let differ =
        differ.filter(|[a, b]| nim(&["--shared-cap", a, b])["wins"] != nim(&[a, b])["wins"]);
    assert!(differ.count() > 0);
}

#[test]
fn a_shared_cap_keeps_to_small_boards() {
    assert!(refused(&["nim", "--shared-cap", "9:8", "3"]).contains("a cap of its own"));
    assert!(refused(&["nim", "--shared-cap", "301"]).contains("at most 300 counters"));
    assert!(refused(&["nim", "--shared-cap", "10^30"]).contains("at most 300 counters"));
    let said = refused(&["nim", "--shared-cap", "40", "40", "40", "--memory", "64K"]);
    assert!(said.contains("more than 256 positions can be reached"), "{said}");
    assert!(refused(&["nim", "--shared-cap", "9", "--table", "x"]).contains("--table"));
}
