//! What is written, read back.

use std::collections::BTreeSet;
use std::io::Write;

use phinum_core::quantity::QUANTITIES;
use serde_json::Value;

use crate::{phinum, stdout};

/// An integer of a report: a number up to 2^53, a string above.
fn integer(value: &Value) -> u128 {
    match value {
        Value::Number(n) => {
            let n = n.as_u64().expect("an integer");
            assert!(n <= 1 << 53, "{n} is no number that every reader keeps");
            n.into()
        }
        Value::String(digits) => {
            let n = digits.parse().expect("digits");
            assert!(n > 1 << 53, "{n} needs no string");
            n
        }
        other => panic!("{other} is no integer"),
    }
}

#[test]
fn csv_and_jsonl_carry_the_same_values() {
    let range = "2^64-3..+6";
    let csv = stdout(&mut phinum(&["eval", "all", range, "--backend", "cpu"]));
    let jsonl = stdout(&mut phinum(&["eval", "all", range, "--backend", "cpu", "-f", "jsonl"]));
    let mut lines = csv.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    let names: Vec<&str> = core::iter::once("n").chain(QUANTITIES.iter().map(|q| q.name)).collect();
    assert_eq!(header, names);
    assert_eq!(lines.clone().count(), 6);
    for (line, object) in lines.zip(jsonl.lines()) {
        let object: Value = serde_json::from_str(object).unwrap();
        for (name, cell) in header.iter().zip(line.split(',')) {
            assert_eq!(integer(&object[name]), cell.parse().unwrap(), "{name}");
        }
    }
}

#[test]
fn a_range_may_end_at_the_last_number_there_is() {
    let args = ["eval", "terms,gap,lower-wythoff", "2^128-100000..2^128-1", "--backend", "cpu"];
    assert_eq!(stdout(&mut phinum(&args)).lines().count(), 100_000);
    let args = ["compare", "all", "2^128-100000..2^128-1", "--backend", "cpu"];
    assert!(stdout(&mut phinum(&args)).contains("agree bit for bit"));
}

#[test]
fn an_empty_range_is_a_header_and_no_rows() {
    assert_eq!(stdout(&mut phinum(&["eval", "gap", "5..5", "--backend", "cpu"])), "n,gap\n");
    let json = stdout(&mut phinum(&["compare", "gap", "5..5", "--backend", "cpu", "--json"]));
    assert_eq!(serde_json::from_str::<Value>(&json).unwrap()[0]["agree"], true);
}

#[test]
fn lists_and_pairs_keep_their_order() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(b"18446744073709551615\n0\n\n100\n100\n").unwrap();
    let path = file.path().to_str().unwrap();
    let args = ["eval", "terms,longest", "--input", path, "--backend", "cpu"];
    let expected = "n,terms,longest\n18446744073709551615,26,48294202966742298586\n0,0,0\n100,3,223\n100,3,223\n";
    assert_eq!(stdout(&mut phinum(&args)), expected);

    let args = ["eval", "cold", "--input", "-", "--backend", "cpu"];
    let mut pairs = phinum(&args);
    pairs.write_stdin("6,10\n10 6\n5,8\n0,0\n1836311903,2971215073\n");
    let expected = "a,b,cold\n6,10,1\n10,6,1\n5,8,0\n0,0,1\n1836311903,2971215073,1\n";
    assert_eq!(stdout(&mut pairs), expected);
}

#[test]
fn a_table_of_weights_is_a_quantity() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    let fibonacci: String = [1u64, 2, 3, 5, 8, 13].map(|f| format!("{f}\n")).concat();
    file.write_all(fibonacci.as_bytes()).unwrap();
    let path = file.path().to_str().unwrap();
    // The places themselves as weights give n back.
    let args = ["eval", "weights", "0..21", "--weights", path, "--backend", "cpu"];
    let csv = stdout(&mut phinum(&args));
    assert!(csv.lines().skip(1).all(|line| line.split_once(',').is_some_and(|(n, w)| n == w)));
    assert_eq!(csv.lines().count(), 22);
    // 21 needs index 7, which the table does not have.
    let mut short = phinum(&["eval", "weights", "0..22", "--weights", path, "--backend", "cpu"]);
    let said = short.assert().code(2).get_output().stderr.clone();
    assert!(String::from_utf8_lossy(&said).contains("ends at index 6"));
}

#[test]
fn compare_reports_what_its_format_promises() {
    let args = ["compare", "all", "2^53-1000..+2000", "--backend", "cpu", "--json"];
    let reports: Value = serde_json::from_str(&stdout(&mut phinum(&args))).unwrap();
    let reports = reports.as_array().expect("an object per quantity");
    let names: Vec<&str> = reports.iter().map(|r| r["quantity"].as_str().unwrap()).collect();
    assert!(names.iter().eq(QUANTITIES.iter().map(|q| &q.name)));
    for report in reports {
        let keys: BTreeSet<&str> = report.as_object().unwrap().keys().map(String::as_str).collect();
        let expected = [
            "quantity",
            "range",
            "agree",
            "mismatches",
            "smallest_mismatch",
            "sum",
            "closed_sum",
            "backends",
        ];
        assert_eq!(keys, BTreeSet::from(expected));
        assert_eq!((&report["agree"], &report["mismatches"]), (&true.into(), &0.into()));
        if report["quantity"] == "closed-bound" {
            assert!(report["closed_sum"].is_null());
        } else {
            assert_eq!(integer(&report["sum"]), integer(&report["closed_sum"]));
        }
        let keys = ["name", "adapter", "software", "seconds", "values_per_second", "ratio_to_cpu"];
        for backend in report["backends"].as_array().unwrap() {
            assert!(keys.iter().all(|key| !backend[key].is_null()), "{backend}");
        }
        assert_eq!(report["backends"][0]["ratio_to_cpu"], 1.0);
    }
}

#[test]
fn show_has_a_key_for_every_quantity_at_any_size() {
    for n in ["0", "100", "2^64-1", "F(1000)-1", "10^300"] {
        let json: Value =
            serde_json::from_str(&stdout(&mut phinum(&["show", n, "--json"]))).unwrap();
        for quantity in &QUANTITIES {
            assert!(!json[quantity.name].is_null(), "{} of {n}", quantity.name);
        }
        assert!(json["zeckendorf"].is_string() && json["lazy"].is_string());
        assert!(json["places"].is_array() && json["indices"].is_array());
    }
    let json: Value =
        serde_json::from_str(&stdout(&mut phinum(&["show", "10^18", "--json"]))).unwrap();
    assert_eq!(integer(&json["longest"]), 2_618_033_988_749_891_985);
    assert_eq!(json["terms"], 27);
}

#[test]
fn a_bare_file_name_is_one_in_the_working_folder() {
    let folder = tempfile::tempdir().unwrap();
    for args in [
        &["eval", "terms", "0..5", "--backend", "cpu", "-o", "out"][..],
        &["game", "solve", "10", "--save", "saved"],
    ] {
        phinum(args).current_dir(&folder).assert().success();
        assert!(folder.path().join(args[args.len() - 1]).metadata().unwrap().len() > 20);
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
}

#[test]
fn a_file_is_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    let args = ["eval", "terms", "0..5", "--backend", "cpu", "-o", path.to_str().unwrap()];
    assert_eq!(stdout(&mut phinum(&args)), "");
    assert_eq!(std::fs::read_to_string(path).unwrap(), "n,terms\n0,0\n1,1\n2,1\n3,1\n4,2\n");
}
