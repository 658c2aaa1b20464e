//! sum, stats, count, find and records.

use crate::phinum;

fn stdout(args: &[&str]) -> String {
    crate::stdout(&mut phinum(args))
}

fn refused(args: &[&str]) -> String {
    let output = phinum(args).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&stdout(args)).unwrap()
}

#[test]
fn published_sums() {
    let sums = json(&["sum", "terms", "0..10^18", "--json"]);
    assert_eq!(sums[0]["sum"], "23797777008892266952");
    assert_eq!(sums[0]["from"], "closed form");
    // Project Euler 297.
    assert_eq!(json(&["sum", "terms", "1..10^17", "--json"])[0]["sum"], "2252639041804718029");
}

#[test]
fn a_closed_form_and_streaming_say_the_same() {
    let of = |extra: &[&str]| {
        let args = [&["stats", "all", "5..123456", "--json", "--backend", "cpu"], extra].concat();
        let mut all = json(&args);
        for one in all.as_array_mut().unwrap() {
            one.as_object_mut().unwrap().remove("from");
        }
        all
    };
    let closed = of(&[]);
    assert_eq!(closed, of(&["--stream"]));
    assert_eq!(closed.as_array().unwrap().len(), 16);
    let terms = &closed[0];
    assert_eq!(terms["mean"]["numerator"], terms["sum"]);
    let numbers = terms["histogram"].as_array().unwrap().iter();
    assert_eq!(numbers.map(|row| row["numbers"].as_u64().unwrap()).sum::<u64>(), 123_451);
}

#[test]
fn long_ranges_leave_out_what_has_no_closed_form() {
    let output = phinum(&["sum", "all", "0..2^120"]).output().unwrap();
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("left out: closed-bound"));
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 16);
    // One that leaves 128 bits has a sum all the same.
    assert!(stdout(&["sum", "prior-bound", "0..2^127"]).contains("closed form"));
}

#[test]
fn empty_ranges() {
    assert!(stdout(&["sum", "terms", "5..5"]).contains(" 0  closed form"));
    let stats = json(&["stats", "terms", "5..5", "--json"]);
    assert!(stats[0]["minimum"].is_null() && stats[0].get("mean").is_none());
    assert!(stdout(&["count", "5..5", "--where", "gap = 0"]).contains("count           0"));
    assert_eq!(stdout(&["find", "5..5", "--where", "gap = 0", "--backend", "cpu"]), "n,gap\n");
    assert_eq!(stdout(&["records", "gap", "5..5", "--backend", "cpu"]), "n,gap\n");
}

#[test]
fn a_table_of_ones_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("weights");
    std::fs::write(&path, "1\n10\n100\n1000\n").unwrap();
    let weights = path.to_str().unwrap();
    let sum = stdout(&["sum", "weights", "0..8", "--weights", weights]);
    // 0, F_1, F_2, F_3, F_3 + F_1, F_4, F_4 + F_1, F_4 + F_2.
    let by_hand = 1 + 10 + 100 + 101 + 1000 + 1001 + 1010;
    assert!(sum.contains(&format!(" {by_hand} ")), "{sum}");
    let said = refused(&["sum", "weights", "0..9", "--weights", weights]);
    assert!(said.contains("the table of weights ends at index 4"), "{said}");
    let found = stdout(&[
        "find",
        "0..8",
        "--where",
        "weights >= 1001",
        "--weights",
        weights,
        "--backend",
        "cpu",
    ]);
    assert_eq!(found, "n,weights\n6,1001\n7,1010\n");
}

#[test]
fn the_formats_and_first() {
    let args = ["find", "1..100", "--where", "gap = 0", "--first", "2", "--backend", "cpu"];
    assert_eq!(
        stdout(&[&args[..], &["--format", "jsonl"]].concat()),
        "{\"n\":1,\"gap\":0}\n{\"n\":2,\"gap\":0}\n"
    );
    let none = ["find", "1..100", "--where", "gap = 0", "--first", "0", "--backend", "cpu"];
    assert_eq!(stdout(&none), "n,gap\n");
    let count = json(&["count", "1..1e6", "--where", "n % 7 = 3", "--json", "--backend", "cpu"]);
    assert_eq!((&count["count"], &count["condition"]), (&142_857.into(), &"(n % 7) = 3".into()));
}

#[test]
fn bad_conditions_are_pointed_at() {
    for (condition, what) in [
        ("gap", "compare it"),
        ("gap = ", "missing at the end"),
        ("gapp = 0", "did you mean 'gap'?"),
        ("gap = 1.5", "not a whole number"),
        ("gap = 0 && n > 1", "both is written and"),
        ("n % (terms - terms) = 0", "a divisor in the condition may be 0"),
        ("n * n * n > 0", "evaluated in 128 bits"),
        ("", "missing at the end"),
    ] {
        for command in ["count", "find"] {
            let said = refused(&[command, "2^60..+9", "--where", condition]);
            assert!(said.contains(what), "{condition}: {said}");
        }
    }
    assert!(refused(&["count", "9..1", "--where", "gap = 0"]).contains("before the start"));
    assert!(refused(&["count", "0..9"]).contains("--where"));
    assert!(refused(&["records", "all", "0..9"]).contains("one quantity"));
    assert!(refused(&["records", "tersm", "0..9"]).contains("did you mean 'terms'?"));
    assert!(refused(&["find", "0..9", "--where", "n > 1", "--first", "-1"]).contains("negative"));
    assert!(refused(&["sum", "cold", "0..9"]).contains("cold"));
}
