//! `phinum nim table`, and what reads its files.

use serde_json::Value;

use crate::nim::{json, nim, noted, refused};
use crate::{phinum, stdout};

#[test]
fn a_table_is_saved_whole_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let name = path.to_str().unwrap();
    let made = json(&["nim", "table", "--to", "5000", "--save", name]);
    assert_eq!((&made["heaps"], &made["openings_that_fall"]), (&5000.into(), &0.into()));
    // 1 and the Fibonacci numbers 2 to 4181.
    assert_eq!(made["lost_openings"], 18);
    let stages: Vec<(u64, u64)> = made["growth"]
        .as_array()
        .unwrap()
        .iter()
        .map(|stage| (stage["heaps"].as_u64().unwrap(), stage["sum_of_values"].as_u64().unwrap()))
        .collect();
    assert_eq!(stages.iter().map(|stage| stage.0).collect::<Vec<_>>(), [10, 100, 1000, 5000]);
    assert_eq!((stages[1].1, stages[2].1), (29_304, 6_929_802));
    let first = |value: u64| {
        let all = made["first_openings"].as_array().unwrap();
        all.iter().find(|one| one["value"] == value).map(|one| one["heap"].as_u64().unwrap())
    };
    assert_eq!(
        [first(9), first(10), first(20), first(1), first(2)],
        [Some(33), Some(42), Some(606), None, None]
    );
    assert_eq!(made["checked"]["by_cause"], 5001);
    let once = std::fs::read(&path).unwrap();
    assert!(once.starts_with(b"phinum-nim\n"));
    json(&["nim", "table", "--to", "5000", "--save", name]);
    assert_eq!(std::fs::read(&path).unwrap(), once);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    assert_eq!(nim(&["4000", "333:50", "--table", name]), nim(&["4000", "333:50"]));
    // A table that ends too soon is said to, and one is made.
    let said = noted(&["nim", "6000", "--table", name]);
    assert!(said.contains("the table ends at 5000: one that reaches 6000 is made"), "{said}");
}

#[test]
fn openings_alone_are_the_same() {
    let (mut all, mut openings) = (
        json(&["nim", "table", "--to", "1e5"]),
        json(&["nim", "table", "--to", "1e5", "--openings-only"]),
    );
    assert!(openings["checked"].is_null());
    for report in [&mut all, &mut openings] {
        report["checked"] = Value::Null;
    }
    assert_eq!(all, openings);
    assert_eq!(all["growth"][3]["sum_of_values"], 1_168_412_840);
    for (to, heaps) in [("0", 0), ("1", 1), ("2", 2)] {
        let report = json(&["nim", "table", "--to", to]);
        assert_eq!(report["heaps"], heaps);
        stdout(&mut phinum(&["nim", "table", "--to", to]));
    }
}

#[test]
fn what_no_table_suffices_for_is_refused_before_any_work() {
    for (args, words) in [
        (&["--to", "2^31+1"][..], "reaches heaps up to 2^31, and 2147483649 is above that"),
        (&["--to", "10^30"], "reaches heaps up to 2^31"),
        (&["--to", "1e8"], "--openings-only keeps no table and takes"),
        (&["--to", "1e6", "--memory", "1M"], "at most 1 MiB may be used; --memory SIZE"),
        (&["--to", "2^31", "--openings-only"], "of memory, and at most 4 GiB"),
        (&["--to", "3e8", "--memory", "1T"], "more thresholds than 32 bits count"),
        (&["--to", "9", "--save", "/no/such/folder/x"], "cannot write"),
        (&["--to", "9", "--save", "x", "--openings-only"], "--openings-only"),
        (&["--to", "9", "--memory", "4Q"], "run into letters"),
    ] {
        let said = refused(&[&["nim", "table"], args].concat());
        assert!(said.contains(words), "{args:?}: {said}");
    }
    let said = refused(&["nim", "100000", "--memory", "1M"]);
    assert!(said.contains("at most 1 MiB may be used"), "{said}");
}

#[test]
fn a_file_that_is_no_table_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let name = path.to_str().unwrap();
    phinum(&["nim", "table", "--to", "60", "--save", name]).assert().success();
    let whole = std::fs::read(&path).unwrap();
    let with = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        let said = refused(&["nim", "9", "--table", name]);
        assert!(said.contains(name) && said.lines().count() == 1, "{said}");
        said
    };
    let changed = |at: usize| {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x40;
        bytes
    };
    assert!(with(&changed(0)).contains("no Fibonacci Nim table file"));
    assert!(with(&changed(11)).contains("has format 65, and this phinum reads format 1"));
    assert!(with(&changed(16)).contains("damaged"));
    for at in [31, 200, whole.len() - 200, whole.len() - 1] {
        assert!(with(&changed(at)).contains("its checksum is wrong"), "{at}");
    }
    assert!(with(&whole[..whole.len() - 3]).contains("wrong length"));
    assert!(with(&[&whole[..], b"x"].concat()).contains("wrong length"));
    std::fs::write(&path, &whole).unwrap();
    let said = refused(&["nim", "9", "--table", name, "--memory", "100"]);
    assert!(said.contains("--memory SIZE allows more"), "{said}");
    for args in [
        &["nim", "9", "--table", "/no/such/file"][..],
        &["sum-of", "nim:9", "--table", "/no/such/file"],
        &["eval", "nim-grundy", "0..9", "--table", "/no/such/file", "--backend", "cpu"],
    ] {
        assert!(refused(args).contains("cannot read /no/such/file"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    assert!(refused(&["nim", "table", "--to", "99", "--save", "/dev/full"]).contains("No space"));
    for args in [&["nim", "9"][..], &["nim", "table", "--to", "9"], &["sum-of", "heap:9"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_phinum"));
        let output = command.args(args).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_what_was_there() {
    use std::process::Command;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    std::fs::write(&path, "before").unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_phinum"))
        .args(["nim", "table", "--to", "2e8", "--memory", "64G", "--save"])
        .stderr(std::process::Stdio::null())
        .arg(&path)
        .spawn()
        .unwrap();
    // The handler is there before the temporary file is.
    while std::fs::read_dir(&folder).unwrap().count() < 2 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "before");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "no temporary file");
}
