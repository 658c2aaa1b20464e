//! What goes wrong around the command: full disks, closed pipes, no adapter,
//! interrupts.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{phinum, stdout, without_adapters};

const FORMATS: [&str; 4] = ["csv", "jsonl", "npy", "parquet"];

#[cfg(target_os = "linux")]
#[test]
fn bytes_are_not_for_a_terminal() {
    let terminal = || std::fs::OpenOptions::new().read(true).write(true).open("/dev/ptmx").unwrap();
    for format in FORMATS {
        let mut command = Command::new(env!("CARGO_BIN_EXE_phinum"));
        command.args(["eval", "terms", "0..10", "--backend", "cpu", "-f", format]);
        let output = command.stdout(terminal()).stderr(Stdio::piped()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        if ["csv", "jsonl"].contains(&format) {
            assert!(output.status.success(), "{format}: {said}");
        } else {
            assert_eq!(output.status.code(), Some(2), "{format}: {said}");
            assert!(said.contains("is not for a terminal: write it to a file"), "{said}");
        }
    }
}

#[test]
fn npy_needs_to_know_how_many_rows_there_are() {
    let mut list = phinum(&["eval", "terms", "--input", "-", "--backend", "cpu", "-f", "npy"]);
    let said = list.write_stdin("5\n").assert().code(2).stdout("").get_output().stderr.clone();
    assert!(String::from_utf8_lossy(&said).contains("known only at the end"));
    let folder = tempfile::tempdir().unwrap();
    let mut words = phinum(&["eval", "nim-sum", "--input", "-", "--backend", "cpu", "-o"]);
    words.arg(folder.path().join("out.npy")).write_stdin("5\n").assert().code(2);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_in_every_format() {
    for args in [
        &["eval", "terms", "0..10", "--backend", "cpu"][..],
        &["eval", "terms", "0..10", "--backend", "cpu", "--format", "jsonl"],
        &["eval", "terms", "0..10", "--backend", "cpu", "--format", "npy"],
        &["eval", "terms", "0..10", "--backend", "cpu", "--format", "parquet"],
        &["compare", "terms", "0..10", "--backend", "cpu"],
        &["compare", "terms", "0..10", "--backend", "cpu", "--json"],
        &["show", "100"],
        &["show", "100", "--json"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
        &["--version"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_phinum"))
            .args(args)
            .stdout(full)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert_eq!(said.matches("No space left on device").count(), 1, "{args:?}: {said}");
    }
    for format in FORMATS {
        phinum(&["eval", "terms", "0..9", "--backend", "cpu", "-o", "/dev/full", "-f", format])
            .assert()
            .code(2);
    }
}

#[test]
fn a_closed_pipe_is_a_quiet_success() {
    for format in FORMATS {
        let mut child = Command::new(env!("CARGO_BIN_EXE_phinum"))
            .args(["eval", "terms", "0..1e9", "--backend", "cpu", "--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = Vec::new();
        BufReader::new(child.stdout.take().unwrap()).read_until(b'\n', &mut line).unwrap();
        assert!(!line.is_empty());
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn nobody_to_tell_is_no_failure() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut noisy = Command::new(env!("CARGO_BIN_EXE_phinum"));
    noisy.args(["eval", "terms", "5..5"]).stderr(full);
    assert_eq!(noisy.output().unwrap().status.code(), Some(0));
}

#[cfg(unix)]
#[test]
fn an_interrupt_while_input_is_awaited() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_phinum"))
        .args(["eval", "terms", "--input", "-", "--backend", "cpu"])
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // Held open: waiting for the child would close it.
    let _stdin = child.stdin.take();
    std::thread::sleep(Duration::from_secs(3));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[cfg(target_os = "linux")]
#[test]
fn a_line_without_end_is_refused() {
    let mut endless = phinum(&["eval", "terms", "--input", "/dev/zero", "--backend", "cpu"]);
    let said = endless.assert().code(2).get_output().stderr.clone();
    assert!(String::from_utf8_lossy(&said).contains("line 1: a line is longer"));
}

#[test]
fn without_an_adapter() {
    // Asked for: an error that says what to install.
    let mut asked = phinum(&["eval", "terms", "0..3", "--backend", "gpu"]);
    let said = without_adapters(&mut asked).assert().code(3).get_output().stderr.clone();
    let said = String::from_utf8_lossy(&said).into_owned();
    assert!(said.contains("apt-get install mesa-vulkan-drivers"), "{said}");
    for args in
        [&["compare", "terms", "0..9", "--backend", "gpu"][..], &["selftest", "--adapter", "0"]]
    {
        without_adapters(&mut phinum(args)).assert().code(3);
    }
    // Not asked for: the CPU, and one line that says so.
    let mut auto = phinum(&["eval", "terms", "0..3"]);
    let output = without_adapters(&mut auto).assert().success().get_output().clone();
    assert_eq!(output.stdout, b"n,terms\n0,0\n1,1\n2,1\n");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("using the CPU"), "{said}");
    // A comparison goes on with the paths of the CPU, and says what it lacks.
    let mut compare = phinum(&["compare", "all", "0..10000"]);
    let output = without_adapters(&mut compare).assert().success().get_output().clone();
    let (table, said) = (String::from_utf8(output.stdout), String::from_utf8(output.stderr));
    assert!(table.unwrap().contains("All 16 agree bit for bit"));
    assert!(said.unwrap().contains("no gpu was compared"));
}

#[test]
fn an_adapter_nobody_has_is_named_with_those_there_are() {
    phinum(&["eval", "terms", "0..3", "--adapter", "no such card"]).assert().code(3);
    phinum(&["eval", "terms", "0..3", "--adapter", "0", "--backend", "cpu"]).assert().code(2);
}

/// Starts a long evaluation into `path`, lets it work, and sends it a signal.
#[cfg(unix)]
fn signalled(path: &Path, signal: &str) -> Option<i32> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_phinum"))
        .args(["eval", "terms,longest", "0..1e12", "--backend", "cpu", "-o"])
        .arg(path)
        .spawn()
        .unwrap();
    let folder = path.parent().unwrap();
    let start = Instant::now();
    let written = || {
        let mut files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap());
        files.any(|f| f.path() != path && f.metadata().is_ok_and(|m| m.len() > 0))
    };
    while !written() {
        assert!(start.elapsed() < Duration::from_mins(1), "nothing is written");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(
        Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success()
    );
    child.wait().unwrap().code()
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_what_was_there() {
    for signal in ["-INT", "-TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.csv");
        std::fs::write(&path, "before").unwrap();
        assert_eq!(signalled(&path, signal), Some(130));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "before");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file");
    }
}

#[cfg(unix)]
#[test]
fn a_kill_leaves_nothing_half_written_under_the_final_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.csv");
    assert_eq!(signalled(&path, "-KILL"), None);
    assert!(!path.exists());
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded_whatever_the_range() {
    let bounded = |command: &str| {
        // Address space, in KiB: the values alone of 10^8 numbers would be 800 MB.
        let script = format!("ulimit -v 700000; exec {} {command}", env!("CARGO_BIN_EXE_phinum"));
        let mut shell = assert_cmd::Command::new("sh");
        shell.args(["-c", &script]).env("RAYON_NUM_THREADS", "2").assert().success();
    };
    bounded("eval longest 0..1e8 --backend cpu -o /dev/null");
    bounded("eval longest 0..1e8 --backend cpu -o /dev/null --format npy");
    bounded("eval longest 0..1e8 --backend cpu -o /dev/null --format parquet");
    bounded("compare longest 0..1e8 --backend cpu");
}

#[test]
fn driver_chatter_is_not_ours() {
    let mut devices = phinum(&["devices"]);
    devices.env_remove("XDG_RUNTIME_DIR");
    let said = devices.assert().success().get_output().stderr.clone();
    let said = String::from_utf8_lossy(&said).into_owned();
    assert!(said.lines().all(|line| line.starts_with("phinum: ")), "{said}");
    assert!(stdout(&mut phinum(&["devices"])).contains("cpu"));
}
