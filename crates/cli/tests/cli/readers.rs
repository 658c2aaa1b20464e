//! Tables as their users read them: NPY by NumPy, Parquet by pyarrow and DuckDB, each
//! held against the CSV of the same numbers.
//!
//! `scripts/test` installs them and says in `PHINUM_TEST_PYTHON` where the Python is
//! that has them; `PHINUM_SKIP_PYTHON_TESTS=1` leaves these tests out.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::phinum;

/// The Python that has the readers; none if the tests are to be left out.
fn python() -> Option<PathBuf> {
    if std::env::var_os("PHINUM_SKIP_PYTHON_TESTS").is_some_and(|value| value == "1") {
        return None;
    }
    let python = std::env::var_os("PHINUM_TEST_PYTHON").expect(
        "PHINUM_TEST_PYTHON names a Python with numpy, pyarrow and duckdb; scripts/test makes \
         one, PHINUM_SKIP_PYTHON_TESTS=1 skips",
    );
    Some(python.into())
}

/// Whether the readers find in `files` what the CSV file has.
fn held(python: &Path, csv: &Path, files: &[PathBuf]) -> Output {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/readers.py");
    Command::new(python).arg(script).arg(csv).args(files).output().unwrap()
}

/// Writes the table of a command in every format and holds them against each other.
fn read(python: &Path, args: &[&str], input: &str, formats: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let written = |format: &str| {
        let path = folder.path().join(format!("out.{format}"));
        // The format is that of the name.
        phinum(args).arg("-o").arg(&path).write_stdin(input).assert().success();
        path
    };
    let (csv, files) = (written("csv"), formats.iter().map(|format| written(format)));
    let output = held(python, &csv, &files.collect::<Vec<_>>());
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
}

const BOTH: [&str; 2] = ["npy", "parquet"];

#[test]
fn ranges_of_every_width() {
    let Some(python) = python() else { return };
    for (quantities, range) in [
        ("all", "0..1000"),
        // Up to the last value of a width, and past it.
        ("smallest-term,longest,closed-bound", "0..=255"),
        ("shift,smallest-term,upper-bound", "2^16-3..2^16"),
        ("shift,smallest-term,upper-bound", "2^16-3..=2^16"),
        // The shift passes 2^32 in the second.
        ("shift,terms", "2654435760..+5"),
        ("shift,terms", "2654435760..+30"),
        ("all", "2^64-3..+6"),
        ("terms,lower-wythoff,numeral", "2^64-1..+1"),
        // Row groups and blocks end at 2^20.
        ("longest,terms", "2^63..+2^20+5"),
        ("terms,gap,shift", "10^38-3..+6"),
        ("terms,nim-take", "2^128-4..2^128-1"),
        ("closed-bound,terms", "7..7"),
        ("nim-grundy,terms", "0..300"),
    ] {
        read(&python, &["eval", quantities, range, "--backend", "cpu"], "", &BOTH);
    }
    read(&python, &["wythoff", "pairs", "2^63..+9"], "", &BOTH);
    read(&python, &["wythoff", "pairs", "10^38..+9"], "", &BOTH);
    read(&python, &["wythoff", "row", "3", "--upto", "3000"], "", &BOTH);
}

#[test]
fn lists_of_unknown_length() {
    let Some(python) = python() else { return };
    let list = |what, input: &str, formats: &[&str]| {
        let args = ["eval", what, "--input", "-", "--backend", "cpu"];
        read(&python, &args, input, formats);
    };
    list("terms,longest,closed-bound", "18446744073709551615\n0\n100\n100\n", &BOTH);
    list("cold", "6,10\n10 6\n5,8\n18446744073709551615,18446744073709551615\n", &BOTH);
    list("nim-grundy,nim-take", "7:3\n100:18446744073709551615\n", &BOTH);
    list("nim-sum", "9:8 4\n\n1:1 2:2 3:3\n", &["parquet"]);
}

#[test]
fn blocks_of_a_run() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let block = |format: &str| {
        let out = folder.path().join(format);
        let run =
            ["run", "all", "2^64-50..+100", "--block", "60", "--backend", "cpu", "-f", format];
        phinum(&run).arg("-o").arg(&out).assert().success();
        let files = std::fs::read_dir(out).unwrap().map(|entry| entry.unwrap().path());
        let mut files: Vec<PathBuf> =
            files.filter(|path| path.extension().is_some_and(|e| e == format)).collect();
        files.sort();
        assert_eq!(files.len(), 2);
        files
    };
    let (csv, npy, parquet) = (block("csv"), block("npy"), block("parquet"));
    for i in 0..2 {
        let output = held(&python, &csv[i], &[npy[i].clone(), parquet[i].clone()]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_pipe_carries_the_same_bytes() {
    for format in BOTH {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let args = ["eval", "all", "0..70000", "--backend", "cpu", "--format", format];
        let piped = phinum(&args).assert().success().get_output().stdout.clone();
        phinum(&args).arg("-o").arg(&path).assert().success();
        assert!(piped == std::fs::read(&path).unwrap(), "{format}");
        // Nothing of it is from this run.
        phinum(&args).env("RAYON_NUM_THREADS", "1").arg("-o").arg(&path).assert().success();
        assert!(piped == std::fs::read(&path).unwrap(), "{format} on one thread");
    }
}

#[test]
fn one_wrong_digit_is_seen() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    for format in BOTH {
        let (csv, file) = (folder.path().join("a.csv"), folder.path().join(format!("a.{format}")));
        for path in [&csv, &file] {
            let mut command = phinum(&["eval", "longest", "2^64..+50", "--backend", "cpu", "-o"]);
            command.arg(path).assert().success();
        }
        let right = std::fs::read_to_string(&csv).unwrap();
        assert!(held(&python, &csv, std::slice::from_ref(&file)).status.success());
        let line = right.lines().last().unwrap();
        let digit = if line.ends_with('1') { '2' } else { '1' };
        let wrong = right.trim_end().strip_suffix(|_: char| true).unwrap().to_owned();
        std::fs::write(&csv, format!("{wrong}{digit}\n")).unwrap();
        let output = held(&python, &csv, std::slice::from_ref(&file));
        assert_eq!(output.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&output.stderr).contains("longest differs"), "{format}");
        // A file cut short is no file.
        let bytes = std::fs::read(&file).unwrap();
        std::fs::write(&csv, right).unwrap();
        std::fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
        assert!(!held(&python, &csv, &[file]).status.success(), "{format}");
    }
}
