//! What is said of bad input: a sentence, the place, and exit code 2.

use std::io::Write;

use crate::{phinum, stdout};

/// What a command that must be refused says.
fn refused(args: &[&str]) -> String {
    let output = phinum(args).assert().code(2).get_output().clone();
    assert!(output.stdout.is_empty(), "{args:?} printed something");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn bad_numbers_and_ranges_are_pointed_at() {
    for (args, words) in [
        (&["eval", "terms", "10..5"][..], "the end 5 is before the start 10"),
        (&["eval", "terms", "1e-3..5"], "not a whole number"),
        (&["show", "1e-3"], "not a whole number"),
        (&["show", "-1"], "negative"),
        (&["eval", "terms", "-1..5"], "negative"),
        (&["eval", "terms", "2^200..+1"], "phinum show"),
        (&["eval", "terms", "0..=2^128-1"], "2^128-1"),
        (&["eval", "terms", "5"], "A..B"),
        (&["show", "7/2"], "7/2"),
        (&["show", "10^10^10"], "32768 bits"),
        (&["compare", "terms", "5..1"], "before the start"),
    ] {
        let said = refused(args);
        assert!(said.contains(words), "{args:?}: {said}");
        assert!(said.contains('^'), "{args:?} has no caret: {said}");
    }
}

#[test]
fn values_that_fit_no_column_are_refused_before_any_work() {
    let said = refused(&["eval", "terms,numeral", "2^100..+1", "--backend", "cpu"]);
    assert!(said.contains("numeral may reach") && said.contains("128 bits"), "{said}");
    let said = refused(&["compare", "upper-bound", "2^127..+1", "--backend", "cpu"]);
    assert!(said.contains("upper-bound may reach"), "{said}");
}

#[test]
fn unknown_quantities_get_the_nearest() {
    assert!(refused(&["eval", "term", "0..5"]).contains("did you mean 'terms'?"));
    assert!(refused(&["eval", "upper_bound", "0..5"]).contains("'upper-bound'"));
    assert!(refused(&["compare", "longst", "0..5"]).contains("'longest'"));
    assert!(refused(&["eval", "nonsense", "0..5"]).contains("there are terms, index-sum"));
    assert!(refused(&["eval", "weights", "0..5"]).contains("--weights FILE"));
    assert!(refused(&["eval", "cold", "0..5"]).contains("--input FILE"));
}

#[test]
fn bad_files_are_named_with_their_line() {
    let file = |text: &str| {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file
    };
    for (text, words) in [
        ("", "has no numbers"),
        ("1\ntwo\n", "line 2: 'two' is not a whole number"),
        ("1\n2\n-3\n", "line 3: '-3' is negative"),
        ("2.5\n", "line 1: '2.5'"),
        ("18446744073709551616\n", "phinum show"),
    ] {
        let file = file(text);
        let path = file.path().to_str().unwrap();
        let said = refused(&["eval", "terms", "--input", path, "--backend", "cpu"]);
        assert!(said.contains(words) && said.contains(path), "{text:?}: {said}");
    }
    let weights = file("1\n-2\n");
    let path = weights.path().to_str().unwrap();
    let said = refused(&["eval", "weights", "0..5", "--weights", path, "--backend", "cpu"]);
    assert!(said.contains("line 2: '-2' is not a weight"), "{said}");
    let weights = file("1\n2\n");
    let path = weights.path().to_str().unwrap();
    let said = refused(&["eval", "terms", "0..5", "--weights", path, "--backend", "cpu"]);
    assert!(said.contains("name it"), "{said}");
    for args in [
        &["eval", "terms", "--input", "/no/such/file", "--backend", "cpu"][..],
        &["eval", "terms", "0..5", "-o", "/no/such/folder/x", "--backend", "cpu"],
        &["eval", "terms", "0..5", "-o", "/", "--backend", "cpu"],
    ] {
        let said = refused(args);
        assert!(said.starts_with("error: cannot ") && said.lines().count() == 1, "{said}");
    }
}

#[test]
fn completions_and_man_pages_come_from_the_definition() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(stdout(&mut phinum(&["completions", shell])).contains("selftest"), "{shell}");
    }
    assert!(stdout(&mut phinum(&["man"])).contains(".TH phinum"));
    assert!(stdout(&mut phinum(&["man", "eval"])).contains("weights"));
    assert!(refused(&["man", "nothing"]).contains("no command 'nothing'"));
}

#[test]
fn the_quick_self_test_passes() {
    let text = stdout(&mut phinum(&["selftest", "--quick"]));
    assert!(text.contains("cpu (portable") && text.contains("Every value is right"), "{text}");
}
