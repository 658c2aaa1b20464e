//! Runs that are killed at random moments come out the same, byte for byte.

#![cfg(unix)]

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::runs::{FORMATS, content, recorded};

/// Blocks enough that a run is hit in the middle, whenever it is.
const BLOCKS: usize = 160;

fn words(format: &str, out: &Path) -> Vec<String> {
    let words = ["run", "terms,longest", "1e9..+1280000", "--block", "8000", "--backend", "cpu"];
    let mut words: Vec<String> = words.map(str::to_owned).into();
    words.extend(["--format".into(), format.into(), "--out".into(), out.display().to_string()]);
    words
}

fn resume(out: &Path) -> Vec<String> {
    let words = ["resume", &out.display().to_string(), "--backend", "cpu"];
    words.map(str::to_owned).into()
}

fn command(words: &[String]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_phinum"));
    command.args(words).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

/// What there is to go on with: a run that was killed before it had a manifest is begun
/// again.
fn next(format: &str, out: &Path) -> Vec<String> {
    if out.join("manifest.json").exists() { resume(out) } else { words(format, out) }
}

fn uninterrupted(format: &str, folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let out = folder.join("whole");
    assert!(command(&words(format, &out)).status().unwrap().success());
    let files = content(&out);
    assert_eq!(files.len(), BLOCKS + 2);
    files
}

fn drill(format: &str) {
    const KILLS: usize = 50;
    let folder = tempfile::tempdir().unwrap();
    let expected = uninterrupted(format, folder.path());
    let mut random =
        fastrand::Rng::with_seed(FORMATS.iter().position(|f| *f == format).unwrap() as u64);
    let (mut kills, mut partial) = (0, 0);
    while kills < KILLS {
        let out = folder.path().join(format!("killed-{kills}"));
        // One run is killed again and again, until it outruns its killer.
        loop {
            let mut child = command(&next(format, &out)).spawn().unwrap();
            std::thread::sleep(Duration::from_micros(random.u64(0..60_000)));
            child.kill().unwrap();
            if child.wait().unwrap().success() {
                break;
            }
            kills += 1;
            partial += usize::from((1..BLOCKS).contains(&recorded(&out)));
        }
        assert!(command(&resume(&out)).status().unwrap().success());
        assert!(content(&out) == expected, "{format}, after {kills} kills");
        std::fs::remove_dir_all(&out).unwrap();
    }
    assert!(partial > 0, "of {kills} kills of {format} none was in the middle of a run");
}

#[test]
fn killed_at_any_moment_a_csv_run_is_the_same() {
    drill("csv");
}

#[test]
fn killed_at_any_moment_a_jsonl_run_is_the_same() {
    drill("jsonl");
}

#[test]
fn killed_at_any_moment_an_npy_run_is_the_same() {
    drill("npy");
}

#[test]
fn killed_at_any_moment_a_parquet_run_is_the_same() {
    drill("parquet");
}
