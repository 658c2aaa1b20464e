//! `phinum wythoff` and `phinum compare cold`.

use std::io::Write as _;

use serde_json::Value;

use crate::{phinum, stdout};

fn text(args: &[&str]) -> String {
    stdout(&mut phinum(&[&["wythoff"], args].concat()))
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&text(&[args, &["--json"]].concat())).expect("JSON")
}

fn refused(args: &[&str]) -> String {
    let output = phinum(args).assert().code(2).get_output().clone();
    assert!(output.stdout.is_empty(), "{args:?} printed something");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.starts_with("error: "), "{args:?}: {said}");
    said
}

/// Ordered cold positions by Beatty's formula in floating point, exact this low down.
fn is_cold(a: u64, b: u64) -> bool {
    let (a, k) = (a.min(b), a.abs_diff(b));
    (k as f64 * f64::midpoint(1.0, 5f64.sqrt())).floor() as u64 == a
}

#[test]
fn positions_by_three_routes() {
    for a in [0, 1, 2, 3, 4, 5, 6, 8, 13] {
        for b in [0, 1, 2, 3, 5, 7, 8, 10, 21] {
            let report = json(&[&a.to_string(), &b.to_string()]);
            assert_eq!(report["agree"], true, "{report}");
            assert_eq!(report["cold"], is_cold(a, b), "{report}");
            for route in ["digits", "beatty", "mex"] {
                assert_eq!(report["cold_by"][route], is_cold(a, b), "{report}");
            }
            assert_eq!(report["grundy"]["value"] == 0, is_cold(a, b));
            assert_eq!(report["grundy"]["by"], "table");
            let moves = report["winning_moves"].as_array().unwrap();
            assert!(moves.len() <= 3 && moves.is_empty() == is_cold(a, b), "{report}");
            for play in moves {
                let number = |value: &Value| value.as_u64().unwrap();
                let (take, to) = (&play["take"], &play["to"]);
                let (k, l) = (number(&take[0]), number(&take[1]));
                assert!(k == 0 || l == 0 || k == l, "{play}");
                assert_eq!((number(&to[0]) + k, number(&to[1]) + l), (a, b));
                assert!(is_cold(number(&to[0]), number(&to[1])), "{play}");
            }
        }
    }
}

#[test]
fn positions_of_any_size() {
    let far = json(&["F(2000)", "F(2001)"]);
    // F_2000 ends in 1999 zeros: the shift alone would call it cold.
    assert_eq!((&far["cold"], &far["shifted"]), (&false.into(), &true.into()));
    assert_eq!(far["numerals"]["trailing_zeros"], 1999);
    let cold = json(&["F(2001)", "F(2002)"]);
    assert_eq!((&cold["cold"], &cold["agree"]), (&true.into(), &true.into()));
    assert_eq!(cold["winning_moves"], serde_json::json!([]));
    // A row with a certificate reaches any size.
    let row = json(&["10^40", "3"]);
    assert_eq!(row["grundy"]["by"], "certificate");
    assert_eq!(row["cold_by"]["mex"], false);
    assert_eq!(row["grundy"]["value"], json(&["value", "3", "10^40"])["value"]);
    assert_eq!(json(&["10^20", "10^20"])["grundy"], Value::Null);
}

#[test]
fn positions_of_other_r() {
    let cold = json(&["5", "17", "--r", "3"]);
    assert_eq!((&cold["cold"], &cold["r"]), (&true.into(), &3.into()));
    let hot = json(&["5", "18", "--r", "3"]);
    assert_eq!((&hot["cold"], &hot["agree"]), (&false.into(), &true.into()));
    let picture = text(&["169", "2327", "--r", "12"]);
    assert!(picture.contains("smaller heap       1. 0.12\n"), "{picture}");
}

#[test]
fn pairs_in_both_formats() {
    let csv = text(&["pairs", "0..6"]);
    assert_eq!(csv, "k,a,b\n0,0,0\n1,1,2\n2,3,5\n3,4,7\n4,6,10\n5,8,13\n");
    let jsonl = text(&["pairs", "10^18..+1", "--format", "jsonl"]);
    let expected = "{\"k\":\"1000000000000000000\",\"a\":\"1618033988749894848\",\"b\":\"2618033988749894848\"}\n";
    assert_eq!(jsonl, expected);
    assert_eq!(text(&["pairs", "1..=2", "--r", "2"]), "k,a,b\n1,1,3\n2,2,6\n");
    assert_eq!(text(&["pairs", "5..5"]), "k,a,b\n");
    // Every pair is cold by the digits.
    let folder = tempfile::tempdir().unwrap();
    let (file, pairs) = (folder.path().join("pairs.csv"), folder.path().join("pairs"));
    text(&["pairs", "2^62..+1000", "-o", file.to_str().unwrap()]);
    let rows = std::fs::read_to_string(&file).unwrap();
    let heaps = rows.lines().skip(1).map(|row| row.split_once(',').unwrap().1.to_owned() + "\n");
    std::fs::write(&pairs, heaps.collect::<String>()).unwrap();
    let input = ["eval", "cold", "--input", pairs.to_str().unwrap(), "--backend", "cpu"];
    let answers = stdout(&mut phinum(&input));
    assert_eq!(answers.lines().skip(1).filter(|row| row.ends_with(",1")).count(), 1000);
}

#[test]
fn the_last_pairs_of_128_bits() {
    let last = phinum_core::wythoff::beatty::last_k(1);
    let rows = text(&["pairs", &format!("{last}-2..={last}")]);
    let end = rows.lines().last().unwrap().split(',').next_back().unwrap().parse::<u128>().unwrap();
    assert!(u128::MAX - end < 3, "{rows}");
    let said = refused(&["wythoff", "pairs", &format!("0..={last}+1")]);
    assert!(said.contains(&format!("the last that does is that of k = {last}")), "{said}");
}

#[test]
fn tables_in_both_formats() {
    let csv = text(&["table", "4", "--backend", "cpu"]);
    assert_eq!(csv, "a,0,1,2,3\n0,0,1,2,3\n1,1,2,0,4\n2,2,0,1,5\n3,3,4,5,6\n");
    assert_eq!(text(&["table", "0", "--backend", "cpu"]), "a\n");
    assert_eq!(text(&["table", "2", "--r", "2", "--backend", "cpu"]), "a,0,1\n0,0,1\n1,1,2\n");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table.npy");
    let name = file.to_str().unwrap();
    let report = json(&["table", "64", "--format", "npy", "-o", name, "--backend", "cpu"]);
    assert_eq!(
        (&report["values"]["sum"], &report["values"]["largest"]),
        (&160_262.into(), &95.into())
    );
    let bytes = std::fs::read(&file).unwrap();
    assert!(bytes.starts_with(b"\x93NUMPY"));
    let header = String::from_utf8_lossy(&bytes[..128]);
    assert!(header.contains("'<u2'") && header.contains("(64, 64, )"), "{header}");
    let values = bytes[bytes.len() - 2 * 64 * 64..].chunks(2);
    let sum: u64 = values.map(|pair| u64::from(u16::from_le_bytes([pair[0], pair[1]]))).sum();
    assert_eq!(sum, 160_262);
}

#[test]
fn rows_and_values_say_the_same() {
    let row = json(&["row", "10", "--upto", "1000"]);
    let certificate = &row["certificate"];
    assert_eq!((&certificate["preperiod"], &certificate["period"]), (&224.into(), &24.into()));
    let values = text(&["row", "10", "--upto", "1000", "-o", "-"]);
    let values: Vec<u64> = values
        .lines()
        .skip(1)
        .map(|line| line.split_once(',').unwrap().1.parse().unwrap())
        .collect();
    assert_eq!(values.len(), 1000);
    assert_eq!(values[..8], [10, 11, 9, 8, 13, 12, 0, 15]);
    for b in [0, 100, 223, 500, 999] {
        let value = json(&["value", "10", &b.to_string()]);
        assert_eq!(value["value"], values[b], "{value}");
        assert_eq!(json(&["value", &b.to_string(), "10"])["value"], values[b]);
    }
    // The first column of a later period.
    let far = json(&["value", "10", "224+24*10^30"]);
    let expected = values[224] as u128 + 24 * 10u128.pow(30);
    assert_eq!((&far["value"], &far["by"]), (&expected.to_string().into(), &"certificate".into()));
    let open = json(&["row", "10", "--upto", "100"]);
    assert_eq!((&open["certificate"], &open["columns"]), (&Value::Null, &100.into()));
    assert!(text(&["row", "10", "--upto", "100"]).contains("none: no period was found"));
    // A table, where the row is too far up for a certificate.
    let value = json(&["value", "3000", "3001"]);
    assert_eq!(value["by"], "table");
}

#[test]
fn rows_go_to_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("row.jsonl");
    let report =
        text(&["row", "2", "--upto", "3", "-o", file.to_str().unwrap(), "--format", "jsonl"]);
    assert!(report.contains("row"), "{report}");
    let rows = std::fs::read_to_string(file).unwrap();
    assert_eq!(rows, "{\"b\":0,\"grundy\":2}\n{\"b\":1,\"grundy\":0}\n{\"b\":2,\"grundy\":1}\n");
}

#[test]
fn squares_are_compared() {
    let args = ["compare", "cold", "0..60", "--backend", "cpu", "--json"];
    let reports: Value = serde_json::from_str(&stdout(&mut phinum(&args))).unwrap();
    let report = &reports[0];
    assert_eq!((&report["agree"], &report["positions"]), (&true.into(), &3600.into()));
    let rule = |name: &str| {
        let rules = report["rules"].as_array().unwrap();
        rules.iter().find(|rule| rule["rule"] == name).unwrap_or_else(|| panic!("{name}")).clone()
    };
    for whole in ["digits", "beatty", "table"] {
        assert_eq!(rule(whole)["right"], 3600);
    }
    let score =
        |rule: &Value| ["right", "false_cold", "false_hot"].map(|key| rule[key].as_u64().unwrap());
    assert_eq!(score(&rule("shift only")), [3572, 28, 0]);
    assert_eq!(score(&rule("parity only")), [1479, 2121, 0]);
    let text = stdout(&mut phinum(&["compare", "cold", "100..200", "--backend", "cpu"]));
    assert!(text.contains("Every whole rule is right everywhere."), "{text}");
    stdout(&mut phinum(&["compare", "cold", "5..5", "--backend", "cpu"]));
}

#[test]
fn what_makes_no_sense_is_refused_in_one_sentence() {
    for (args, words) in [
        (&["wythoff", "-1", "3"][..], "negative"),
        (&["wythoff", "3", "7/2"], "not exact"),
        (&["wythoff", "3", "10^10^10"], "32768 bits"),
        (&["wythoff", "3", "5", "--r", "0"], "r = 0 is no game"),
        (&["wythoff", "3", "5", "--r", "-1"], "negative"),
        (&["wythoff", "3", "5", "--r", "2^32"], "at most 2^32 - 1"),
        (&["wythoff", "3", "5", "--r", "1.5"], "not a whole number"),
        (&["wythoff", "5"], "<B>"),
        (&["wythoff", "pears", "5"], "this name is not known"),
        (&["wythoff", "pairs", "9..5"], "before the start"),
        (&["wythoff", "pairs", "0..2^127"], "the last that does is that of k = "),
        (&["wythoff", "pairs", "0..5", "--r", "0"], "r = 0 is no game"),
        (&["wythoff", "pairs", "0..5", "--format", "xlsx"], "invalid value 'xlsx'"),
        (&["wythoff", "pairs", "0..5", "-o", "no/such/folder/x"], "cannot write"),
        (&["wythoff", "table", "32769"], "at most 32768"),
        (&["wythoff", "table", "2^70"], "at most 32768"),
        (&["wythoff", "table", "-4"], "negative"),
        (&["wythoff", "table", "4", "--r", "0"], "r = 0 is no game"),
        (&["wythoff", "table", "4096", "--memory", "1M"], "takes 25 MiB of memory"),
        (&["wythoff", "table", "4", "--format", "parquet"], "invalid value 'parquet'"),
        (&["wythoff", "table", "4", "--json"], "--output"),
        (&["wythoff", "table", "4", "--json", "-o", "-"], "-o - puts the table"),
        (&["wythoff", "table", "4", "-o", "no/such/folder/x"], "cannot write"),
        (
            &["wythoff", "table", "4", "--backend", "cpu", "--adapter", "x"],
            "--backend cpu uses none",
        ),
        (&["wythoff", "row", "5000"], "too far up"),
        (&["wythoff", "row", "2^70"], "too far up"),
        (&["wythoff", "row", "-1"], "negative"),
        (&["wythoff", "row", "3", "--upto", "2^40"], "up to column"),
        (&["wythoff", "row", "3", "--r", "0"], "r = 0 is no game"),
        (&["wythoff", "row", "3", "--json", "-o", "-"], "-o - puts the values"),
        (&["wythoff", "row", "3", "-o", "no/such/folder/x"], "cannot write"),
        (
            &["wythoff", "value", "100", "10^20", "--cells", "1e4"],
            "showed no period in its first 99",
        ),
        (&["wythoff", "value", "10^20", "10^20"], "too far up"),
        (&["wythoff", "value", "20000", "30000", "--cells", "5"], "a table of more than 5 cells"),
        (&["wythoff", "value", "3", "5", "--cells", "2^64"], "--cells"),
        (&["wythoff", "value", "3", "5/2"], "not exact"),
        (&["compare", "cold,terms", "0..5"], "compare it apart"),
        (&["compare", "cold", "0..=65536", "--backend", "cpu"], "ends at 65536 at most"),
        (&["compare", "cold", "2^100..+5", "--backend", "cpu"], "eval cold --input FILE"),
        (&["compare", "cold", "9..5"], "before the start"),
    ] {
        let said = refused(args);
        assert!(said.contains(words), "{args:?}: {said}");
    }
    let mut weights = tempfile::NamedTempFile::new().unwrap();
    weights.write_all(b"1\n").unwrap();
    let path = weights.path().to_str().unwrap();
    assert!(refused(&["compare", "cold", "0..5", "--weights", path]).contains("no weights"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_everywhere() {
    for args in [
        &["wythoff", "6", "10"][..],
        &["wythoff", "6", "10", "--json"],
        &["wythoff", "pairs", "0..9"],
        &["wythoff", "table", "9", "--backend", "cpu"],
        &["wythoff", "table", "9", "--backend", "cpu", "--format", "npy"],
        &["wythoff", "row", "3"],
        &["wythoff", "row", "3", "-o", "-"],
        &["wythoff", "value", "3", "10^30"],
        &["compare", "cold", "0..9", "--backend", "cpu"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_phinum"));
        let output = command.args(args).stdout(full).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains("No space left on device"), "{args:?}: {said}");
    }
    for args in [
        &["wythoff", "pairs", "0..9", "-o", "/dev/full"][..],
        &["wythoff", "table", "9", "--backend", "cpu", "-o", "/dev/full"],
        &["wythoff", "table", "9", "--backend", "cpu", "-f", "npy", "-o", "/dev/full"],
        &["wythoff", "row", "3", "-o", "/dev/full"],
    ] {
        assert!(refused(args).contains("cannot write /dev/full"), "{args:?}");
    }
}

#[test]
fn a_closed_pipe_is_a_quiet_success() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    for args in
        [&["wythoff", "pairs", "0..1e9"][..], &["wythoff", "table", "3000", "--backend", "cpu"]]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_phinum"));
        let mut child =
            command.args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_each_with_130() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    for args in [
        &["wythoff", "pairs", "0..1e12", "-o", "/dev/null"][..],
        &["compare", "cold", "0..65536", "--backend", "cpu"],
        &["wythoff", "row", "700", "--upto", "2^30"],
        &["wythoff", "value", "700", "10^30", "--cells", "1e15"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_phinum"));
        let command = command.args(args).args(["--progress", "plain"]).stderr(Stdio::piped());
        let mut child = command.stdout(Stdio::null()).spawn().unwrap();
        // A line of progress says that it is under way.
        let mut line = String::new();
        let mut progress = BufReader::new(child.stderr.take().unwrap());
        while !line.ends_with("%)\n") && !line.ends_with(" done\n") {
            line.clear();
            assert!(progress.read_line(&mut line).unwrap() > 0, "{args:?} ended");
        }
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded() {
    let bounded = |limit: u64, command: &str| {
        let program = env!("CARGO_BIN_EXE_phinum");
        let script = format!("ulimit -v {limit}; exec {program} wythoff {command}");
        let mut shell = assert_cmd::Command::new("sh");
        shell.args(["-c", &script]).env("RAYON_NUM_THREADS", "2").assert().success();
    };
    // In KiB of address space: 10^7 rows are some 300 MB, a table of side 4096 has 2 GiB.
    bounded(500_000, "pairs 10^15..+10^7 -o /dev/null");
    bounded(2 << 20, "table 4096 --backend cpu --format npy -o /dev/null");
}
