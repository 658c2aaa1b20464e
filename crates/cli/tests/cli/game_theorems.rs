//! `phinum game theorems`.

use serde_json::Value;

use crate::{phinum, stdout};

#[test]
fn there_is_no_exception() {
    let args = ["game", "theorems", "0..=2e6", "--backend", "cpu", "--json"];
    let verdicts: Value = serde_json::from_str(&stdout(&mut phinum(&args))).unwrap();
    let verdicts = verdicts.as_array().unwrap();
    assert_eq!(verdicts.len(), 7);
    for verdict in verdicts {
        assert!(verdict["exception"].is_null(), "{verdict}");
        if verdict["theorem"] != "Theorem 1.2, played" {
            assert_eq!(verdict["checked"], 2_000_001);
        }
    }
    // 0, 1, 2, 4, 7, …, 1346268: one below each of F_1 … F_30.
    let sharp = verdicts.iter().find(|v| v["theorem"] == "Theorem 1.4").unwrap();
    assert_eq!(sharp["sharp"], 30);
}

#[test]
fn past_2_to_the_64() {
    for range in ["2^64-5000..+10000", "F(120)-5000..+10000"] {
        let text = stdout(&mut phinum(&["game", "theorems", range, "--backend", "cpu"]));
        assert_eq!(text.matches("none").count(), 7, "{text}");
    }
}
