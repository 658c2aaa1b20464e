//! `phinum eval` of positions of Fibonacci Nim.

use crate::nim::{nim, refused};
use crate::{phinum, stdout};

/// `eval` of the text as its input.
fn evaluated(names: &str, text: &str, more: &[&str]) -> Result<String, String> {
    let args = [&["eval", names, "--input", "-", "--backend", "cpu"], more].concat();
    let output = phinum(&args).write_stdin(text).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

#[test]
fn openings_over_a_range() {
    let grundy = stdout(&mut phinum(&["eval", "nim-grundy", "2..=24", "--backend", "cpu"]));
    let values: Vec<&str> =
        grundy.lines().skip(1).map(|line| line.split_once(',').unwrap().1).collect();
    assert_eq!(values.join(","), "0,0,3,0,4,4,0,5,5,5,6,0,6,6,7,7,7,7,7,0,8,8,8");
    // Columns stand in the order in which they are named.
    for (names, header) in [
        ("nim-take,nim-grundy", "n,nim-take,nim-grundy"),
        ("nim-grundy,nim-take", "n,nim-grundy,nim-take"),
        ("terms,nim-grundy,shift,terms", "n,terms,nim-grundy,shift"),
    ] {
        let table = stdout(&mut phinum(&["eval", names, "1..100", "--backend", "cpu"]));
        assert_eq!(table.lines().next().unwrap(), header);
        assert_eq!(table.lines().count(), 100);
    }
    let both = stdout(&mut phinum(&["eval", "nim-take,nim-grundy", "0..9", "--backend", "cpu"]));
    assert!(both.contains("\n0,0,0\n1,0,0\n2,0,0\n3,0,0\n4,1,3\n"), "{both}");
    let empty = stdout(&mut phinum(&["eval", "nim-grundy", "5..5", "--backend", "cpu"]));
    assert_eq!(empty, "n,nim-grundy\n");
    // More than a block of them.
    let many = stdout(&mut phinum(&["eval", "nim-grundy", "0..1100000", "--backend", "cpu"]));
    assert_eq!(many.lines().nth(982_345 + 1), Some("982345,52"));
    for (args, words) in [
        (
            &["eval", "nim-grundy", "0..2^31+2"][..],
            "heaps up to 2^31, and the range ends at 2147483649",
        ),
        (&["eval", "nim-grundy", "1e8..+5"], "--memory SIZE allows more"),
        (&["eval", "nim-sum", "0..5"], "--input FILE"),
        (&["eval", "nim-sum,terms", "0..5"], "evaluate it alone"),
        (&["eval", "nim-grundi", "0..5"], "did you mean 'nim-grundy'?"),
        (&["eval", "terms", "0..5", "--table", "x"], "--table is the table of 'nim-grundy'"),
        (&["compare", "nim-grundy", "0..5"], "compare takes numbers"),
    ] {
        assert!(refused(args).contains(words), "{args:?}: {}", refused(args));
    }
}

#[test]
fn heaps_and_caps_from_a_file() {
    let text = "9\n9:3\n9,3\n9 3\n\n9:50\n0\n1\n1:1\n13\n";
    let expected =
        "heap,cap,nim-grundy\n9,8,5\n9,3,1\n9,3,1\n9,3,1\n9,9,5\n0,0,0\n1,0,0\n1,1,1\n13,12,0\n";
    assert_eq!(evaluated("nim-grundy", text, &[]).unwrap(), expected);
    let both = evaluated("nim-grundy,nim-take", "9\n9:1\n8\n8:8\n0\n10:1\n", &[]).unwrap();
    assert_eq!(both.lines().next().unwrap(), "heap,cap,nim-grundy,nim-take");
    let takes: Vec<&str> =
        both.lines().skip(1).map(|line| line.rsplit_once(',').unwrap().1).collect();
    assert_eq!(takes, ["1", "1", "0", "8", "0", "0"]);
    // A table that must grow, and one that was saved.
    let growing: String = (0..2000).map(|i| format!("{}\n", i * 7)).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let name = path.to_str().unwrap();
    phinum(&["nim", "table", "--to", "14000", "--save", name]).assert().success();
    let made = evaluated("nim-grundy", &growing, &[]).unwrap();
    assert_eq!(evaluated("nim-grundy", &growing, &["--table", name]).unwrap(), made);
    let said = evaluated("nim-grundy", "9\n14001\n", &["--table", name]).unwrap_err();
    assert!(said.contains("ends at 14000, and a heap of 14001 is above that"), "{said}");
    assert!(said.contains("phinum nim table --to 14001 --save FILE"), "{said}");
    for (text, words) in [
        ("9\nx\n", "line 2: 'x' is not a whole number"),
        ("9:3:1\n", "line 1: '9:3:1' is no heap with a cap"),
        ("9:\n", "line 1: '9:' is no heap with a cap"),
        ("-9\n", "line 1: '-9' is negative"),
        ("2147483649\n", "above 2147483648, the largest of a table: use 'phinum nim'"),
        ("", "has no numbers"),
        ("100000000\n", "--memory SIZE allows more"),
    ] {
        let said = evaluated("nim-grundy", text, &[]).unwrap_err();
        assert!(said.contains(words), "{text:?}: {said}");
    }
    let said = evaluated("terms,nim-grundy", "9\n", &[]).unwrap_err();
    assert!(said.contains("evaluate them apart"), "{said}");
}

#[test]
fn takes_under_a_cap_and_without() {
    assert_eq!(evaluated("nim-take", "9\n8\n", &[]).unwrap(), "n,nim-take\n9,1\n8,0\n");
    // The first line decides what the file is of.
    let caps = evaluated("nim-take", "\n12:2\n12:3\n12\n8:8\n18446744073709551615:2\n", &[]);
    assert_eq!(
        caps.unwrap(),
        "heap,cap,nim-take\n12,2,1\n12,3,1\n12,11,1\n8,8,8\n18446744073709551615,2,2\n"
    );
    assert_eq!(evaluated("nim-take", "10,1\n", &[]).unwrap(), "heap,cap,nim-take\n10,1,0\n");
    let said = evaluated("nim-take", "9\n9:3\n", &[]).unwrap_err();
    assert!(said.contains("line 2: '9:3' is not a whole number"), "{said}");
}

#[test]
fn sums_from_a_file() {
    let text = "9:8 4:3 6:5\n4 4\n\n0\n 9:50 \n13\t1\n";
    let expected =
        "position,nim-sum,outcome\n9:8 4:3 6:5,2,1\n4:3 4:3,0,0\n0:0,0,0\n9:9,5,1\n13:12 1:0,0,0\n";
    assert_eq!(evaluated("nim-sum", text, &[]).unwrap(), expected);
    let jsonl = evaluated("nim-sum", "9 4\n", &["--format", "jsonl"]).unwrap();
    assert_eq!(jsonl, "{\"position\":\"9:8 4:3\",\"nim-sum\":6,\"outcome\":1}\n");
    // More lines than are read at a time, each as `nim` has it.
    let many: String = (0..9000).map(|i| format!("{} {}:{}\n", i % 97, i % 89, i % 7)).collect();
    let rows = evaluated("nim-sum", &many, &[]).unwrap();
    assert_eq!(rows.lines().count(), 9001);
    let row = rows.lines().nth(1 + 500).unwrap();
    let position: Vec<&str> = row.split(',').next().unwrap().split(' ').collect();
    assert_eq!(position, ["15:14", "55:3"]);
    let sum = nim(&position)["nim_sum"].to_string();
    assert_eq!(row.split(',').nth(1), Some(sum.as_str()));
    for (text, words) in [
        ("9 : 8\n", "line 1: ':' is no heap"),
        ("9,8\n", "line 1: '9,8' is no heap: write HEAP or HEAP:CAP"),
        ("9 x\n", "line 1: 'x' is not a whole number"),
        ("9 -4\n", "line 1: '-4' is negative"),
        ("9\n4294967296\n", "line 2: the heap 4294967296 is above 2147483648"),
    ] {
        let said = evaluated("nim-sum", text, &[]).unwrap_err();
        assert!(said.contains(words), "{text:?}: {said}");
    }
}
