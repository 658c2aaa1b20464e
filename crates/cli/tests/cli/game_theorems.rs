//! `phinum game theorems`.

use serde_json::Value;

use crate::{phinum, stdout};

#[test]
fn there_is_no_exception() {
    let args = ["game", "theorems", "1..=2e6", "--backend", "cpu", "--json"];
    let verdicts: Value = serde_json::from_str(&stdout(&mut phinum(&args))).unwrap();
    let verdicts = verdicts.as_array().unwrap();
    assert_eq!(verdicts.len(), 7);
    for verdict in verdicts {
        assert!(verdict["exception"].is_null(), "{verdict}");
        if verdict["theorem"] != "Theorem 1.2, played" {
            assert_eq!(verdict["checked"], 2_000_000);
        }
    }
    // 1, 2, 4, 7, …, 1346268: one below each of F_2 … F_30.
    let sharp = verdicts.iter().find(|v| v["theorem"] == "Theorem 1.4").unwrap();
    assert_eq!(sharp["sharp"], 29);
}

#[test]
fn past_2_to_the_64() {
    let check = |range| stdout(&mut phinum(&["game", "theorems", range, "--backend", "cpu"]));
    let text = check("2^64-5000..+10000");
    assert_eq!(text.matches("none").count(), 7, "{text}");
    // The game is played in words, and no word holds so many ones.
    let text = check("F(120)-5000..+10000");
    assert_eq!(
        (text.matches("none").count(), text.matches("not checked").count()),
        (6, 1),
        "{text}"
    );
    phinum(&["game", "theorems", "0..5"]).assert().code(2);
}
