//! Runs as a user meets them: interrupted, without room, damaged, and asked for in the
//! wrong words.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::{phinum, stdout};

pub(crate) const FORMATS: [&str; 4] = ["csv", "jsonl", "npy", "parquet"];
/// Every file of a folder but the locks.
pub(crate) fn content(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = std::fs::read_dir(path).unwrap().map(|entry| {
        let entry = entry.unwrap();
        (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap())
    });
    files.filter(|(name, _)| !name.starts_with(".lock")).collect()
}

/// How many blocks are on record.
pub(crate) fn recorded(out: &Path) -> usize {
    let text = std::fs::read_to_string(out.join("manifest.json")).unwrap_or_default();
    text.matches("\"index\":").count()
}

/// Begins a run of a million blocks and waits until some are on record.
#[cfg(unix)]
fn begun(out: &Path) -> std::process::Child {
    let args = ["run", "terms", "0..1e9", "--block", "1000", "-f", "csv", "--backend", "cpu", "-o"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_phinum"));
    let child = command.args(args).arg(out).stderr(Stdio::piped()).spawn().unwrap();
    while recorded(out) == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[cfg(unix)]
fn hangups_are_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).unwrap() & 1 == 1)
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_saves_what_it_has() {
    let mut signals = vec!["-INT", "-TERM"];
    // Where these tests run under nohup, so does what they begin.
    if !hangups_are_ignored() {
        signals.push("-HUP");
    }
    for signal in signals {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("run");
        let child = begun(&out);
        let before = recorded(&out);
        assert!(
            Command::new("kill")
                .args([signal, &child.id().to_string()])
                .status()
                .unwrap()
                .success()
        );
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{said}");
        let blocks = recorded(&out);
        let kept = format!("{blocks} of 1000000 blocks are kept; go on with: phinum resume ");
        assert!(said.contains(&kept) && said.contains("error: interrupted"), "{said}");
        // Everything that is there is on record, and there is nothing temporary.
        assert!(blocks >= before && content(&out).len() == blocks + 1);
        let mut verify = phinum(&["verify", "--json"]);
        let output = verify.arg(&out).assert().code(75).get_output().clone();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&report["sound"], &report["complete"]), (&true.into(), &false.into()));
        assert_eq!(report["reports"][0]["blocks"], blocks);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            said.contains(&format!("has {blocks} of its 1000000 blocks: go on with")),
            "{said}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_second_writer_is_told_to_wait() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let mut child = begun(&out);
    for command in ["resume", "merge", "verify"] {
        let said = phinum(&[command]).arg(&out).assert().code(75).get_output().stderr.clone();
        let said = String::from_utf8_lossy(&said).into_owned();
        assert!(said.contains("another phinum is at work on this run"), "{said}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // The lock went with its holder.
    let said = phinum(&["verify"]).arg(&out).assert().code(75).get_output().stderr.clone();
    assert!(String::from_utf8_lossy(&said).contains("go on with"));
}

/// A folder on a disk of a few MiB, which goes when this does. Mounts are made in a
/// namespace of the command's own, so nothing is left behind, whatever happens.
#[cfg(target_os = "linux")]
fn on_a_small_disk(script: &str) -> Option<std::process::Output> {
    let folder = tempfile::tempdir().unwrap();
    let mount = "mount -t tmpfs -o size=3m none \"$1\" || exit 99\ncd \"$1\"\n";
    let run = |flags: &[&str]| {
        let mut command = Command::new("unshare");
        command.args(flags).args(["sh", "-c", &format!("{mount}{script}"), "sh"]);
        command.arg(folder.path()).arg(env!("CARGO_BIN_EXE_phinum"));
        command.output().ok().filter(|output| !matches!(output.status.code(), Some(1 | 99) | None))
    };
    run(&["--mount"]).or_else(|| run(&["--user", "--map-root-user", "--mount"]))
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_fills_up_leaves_nothing_half_written() {
    for format in FORMATS {
        // Then there is room again, and the run is finished.
        let script = format!(
            "head -c 1500000 /dev/zero > ballast\n\
             $2 run terms 0..500000 --block 5000 -f {format} --backend cpu --out run; first=$?\n\
             ls -A run; $2 verify run > /dev/null; second=$?\n\
             rm ballast; mount -o remount,size=60m . || exit 99\n\
             $2 resume run --backend cpu > /dev/null && $2 verify run > /dev/null; third=$?\n\
             echo codes $first $second $third"
        );
        let Some(output) = on_a_small_disk(&script) else {
            assert!(
                std::env::var_os("PHINUM_SKIP_MOUNT_TESTS").is_some_and(|v| v == "1"),
                "this test mounts a small disk, which needs unshare and a right to mount: leave \
                 it out with PHINUM_SKIP_MOUNT_TESTS=1"
            );
            return;
        };
        let (out, said) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        // Parquet is so short that all of it fits.
        let codes = if format == "parquet" { "codes 0 0 0" } else { "codes 2 75 0" };
        assert!(out.contains(codes), "{format}: {out}{said}");
        assert!(!out.contains(".phinum-"), "{format}: {out}");
        if format != "parquet" {
            assert!(said.contains("No space left on device"), "{said}");
            assert!(
                said.contains("of 100 blocks are kept; go on with: phinum resume run"),
                "{said}"
            );
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_what_is_there_is_on_record() {
    // Blocks so small that the manifest is what fills the disk.
    let script = "$2 run terms,gap 0..1000000 --block 50 -f npy --backend cpu --out run > /dev/null\n\
                  echo files $(ls run | grep -c npy) records $(grep -c index run/manifest.json)";
    let Some(output) = on_a_small_disk(script) else { return };
    let out = String::from_utf8_lossy(&output.stdout);
    let numbers: Vec<usize> = out.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    assert!(numbers[0] == numbers[1] && numbers[0] > 100, "{out}");
    assert!(
        !String::from_utf8_lossy(&output.stderr).contains(".phinum"),
        "no temporary name is told"
    );
}

#[cfg(unix)]
#[test]
fn a_limit_on_the_size_of_files_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    // The limit is in blocks of 512 or 1024 bytes, and its signal is not to kill.
    let script = "trap '' XFSZ; ulimit -f 40; exec \"$1\" run terms 0..30000 --block 10000 -f csv --backend cpu --out \"$2\"";
    let mut limited = Command::new("sh");
    let limited = limited.args(["-c", script, "sh", env!("CARGO_BIN_EXE_phinum")]);
    let out = folder.path().join("run");
    let output = limited.arg(&out).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("File too large") && said.contains("0 of 3 blocks are kept"), "{said}");
    assert_eq!(content(&out).keys().collect::<Vec<_>>(), ["manifest.json"]);
    phinum(&["resume", "--backend", "cpu"]).arg(&out).assert().success();
}

#[test]
fn memory_is_bounded_by_the_block_and_not_by_the_plan() {
    // A plan of a million blocks is begun in little memory, and at once.
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let mut child = Command::new(env!("CARGO_BIN_EXE_phinum"))
        .args(["run", "terms", "0..1e10", "--block", "1e4", "--backend", "cpu", "--out"])
        .arg(&out)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while recorded(&out) < 20 {
        std::thread::sleep(Duration::from_millis(5));
    }
    if cfg!(target_os = "linux") {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let kib: u64 = peak.trim().strip_suffix(" kB").unwrap().parse().unwrap();
        assert!(kib < 200 << 10, "{kib} KiB");
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn bad_words_are_answered_with_what_is_right() {
    let folder = tempfile::tempdir().unwrap();
    let out: PathBuf = folder.path().join("run");
    let out = out.to_str().unwrap();
    for (args, code, what) in [
        (&["run", "cold", "0..9", "-o", out][..], 2, "a quantity of positions"),
        (&["run", "term", "0..9", "-o", out], 2, "did you mean 'terms'?"),
        (&["run", "terms", "9..0", "-o", out], 2, "9..0"),
        (&["run", "terms", "0..9"], 2, "--out <DIR>"),
        (&["run", "terms", "0..9", "-o", out, "--block", "0"], 2, "1 to 67108864"),
        (&["run", "terms", "0..9", "-o", out, "--block", "-1"], 2, "-1"),
        (&["run", "terms", "0..9", "-o", out, "--block", "1.5"], 2, "1.5"),
        (&["run", "terms", "0..9", "-o", out, "--format", "xml"], 2, "xml"),
        (&["run", "terms", "0..1e12", "-o", out, "--block", "9"], 2, "blocks of 1000000 or more"),
        (&["run", "upper-bound", "2^127..2^127+9", "-o", out], 2, "does not fit 128 bits"),
        (&["run", "terms", "0..9", "-o", "/proc/x", "--backend", "cpu"], 2, "cannot make /proc/x"),
        (&["shard", "terms", "0..9", "-o", out, "--index", "4", "--of", "4"], 2, "the last is 3"),
        (&["shard", "terms", "0..9", "-o", out, "--index", "0", "--of", "0"], 2, "1 to 99999"),
        (&["shard", "terms", "0..9", "-o", out, "--index", "-1", "--of", "2"], 2, "-1"),
        (&["resume", "no-such-folder"], 2, "cannot read no-such-folder"),
        (&["verify", "/dev/null"], 2, "this is a file, and a run is a folder"),
        (&["merge", folder.path().to_str().unwrap()], 2, "this is no run"),
    ] {
        let assert = phinum(args).assert().code(code).stdout("");
        let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(said.contains(what), "{args:?}: {said}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing was begun");
}

#[test]
fn damage_is_an_exit_code_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    phinum(&["run", "gap", "0..9000", "--block", "4000", "--backend", "cpu", "-o"])
        .arg(&out)
        .assert()
        .success();
    phinum(&["verify"]).arg(&out).assert().success();
    let name = content(&out).into_keys().nth(1).unwrap();
    let mut bytes = std::fs::read(out.join(&name)).unwrap();
    bytes[40] ^= 1;
    std::fs::write(out.join(&name), bytes).unwrap();
    let said = stdout_of(phinum(&["verify"]).arg(&out), 1);
    assert!(said.contains(&format!("{name}: its checksum is wrong")), "{said}");
    assert!(said.contains("1 file is damaged"), "{said}");
    let json: Value =
        serde_json::from_str(&stdout_of(phinum(&["verify", "--json"]).arg(&out), 1)).unwrap();
    assert_eq!(json["damaged"].as_array().unwrap().len(), 1);
    let said = phinum(&["resume", "--backend", "cpu"])
        .arg(&out)
        .assert()
        .success()
        .get_output()
        .stderr
        .clone();
    assert!(String::from_utf8_lossy(&said).contains("making it anew"));
    phinum(&["verify"]).arg(&out).assert().success();
}

#[cfg(unix)]
#[test]
fn a_hangup_that_is_ignored_stays_so() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let script =
        "trap '' HUP; exec \"$1\" run terms 0..1e9 --block 1000 -f csv --backend cpu -o \"$2\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_phinum")]).arg(&out);
    let mut child = command.stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    while recorded(&out) == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(
        Command::new("kill").args(["-HUP", &child.id().to_string()]).status().unwrap().success()
    );
    let before = recorded(&out);
    while recorded(&out) < before + 10 {
        assert!(child.try_wait().unwrap().is_none(), "it went on");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_verdict_needs_no_reader() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    phinum(&["run", "gap", "0..9000", "--backend", "cpu", "-o"]).arg(&out).assert().success();
    let name = content(&out).into_keys().next().unwrap();
    std::fs::write(out.join(&name), "damaged").unwrap();
    let mut full = Command::new(env!("CARGO_BIN_EXE_phinum"));
    full.arg("verify").arg(&out).stderr(Stdio::null());
    full.stdout(std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
    assert_eq!(full.status().unwrap().code(), Some(1));
    let mut closed = Command::new("sh");
    let script = "\"$1\" verify \"$2\" 2>/dev/null; echo $? >&2";
    closed.args(["-c", script, "sh", env!("CARGO_BIN_EXE_phinum")]).arg(&out);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = closed.stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
    let output = output.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr).trim(), "1");
}

#[test]
fn what_is_no_manifest_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("manifest.json"), "{\"manifest_version\":3}").unwrap();
    let mut run = phinum(&["run", "gap", "0..9", "--backend", "cpu", "-o"]);
    let said = run.arg(folder.path()).assert().code(2).get_output().stderr.clone();
    assert!(
        String::from_utf8_lossy(&said).contains("does not begin as the manifest of a run does")
    );
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

fn stdout_of(command: &mut assert_cmd::Command, code: i32) -> String {
    String::from_utf8(command.assert().code(code).get_output().stdout.clone()).unwrap()
}

#[test]
fn a_double_check_names_both() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("run");
    let mut run = phinum(&["run", "all", "1e6..+50000", "--block", "2e4", "--double-check"]);
    let run = run.args(["--backend", "cpu", "--json", "-f", "npy", "-o"]).arg(&out);
    let report: Value = serde_json::from_str(&stdout(run)).unwrap();
    let [made, checked] = ["made_by", "checked_by"].map(|key| &report[key][0]);
    assert_eq!((&made["blocks"], &checked["blocks"]), (&3.into(), &3.into()));
    assert_ne!(made["backend"], checked["backend"]);
    assert!(report["totals"].as_array().unwrap().len() > 10);
}
