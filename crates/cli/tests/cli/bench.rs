//! `phinum bench`. Nothing here says how fast anything is.

use std::path::Path;

use serde_json::Value;

use crate::{phinum, stdout, without_adapters};

const GROUPS: [&str; 4] = ["range", "scattered", "nim", "game"];

/// What a group's table measures, and against what.
fn of_table(text: &str) -> Vec<(String, String)> {
    let rows = text.lines().filter_map(|line| line.split_once("  times "));
    let row = |(before, after): (&str, &str)| {
        let what = before.trim_end().rsplit_once(' ').expect("a median").0.trim_end();
        (what.to_owned(), after.split("  ").next().expect("a baseline").to_owned())
    };
    rows.map(row).collect()
}

#[test]
fn json_has_what_the_table_has() {
    for group in GROUPS {
        let table = of_table(&stdout(&mut phinum(&["bench", group, "--least"])));
        let json = stdout(&mut phinum(&["bench", group, "--least", "--json"]));
        let json: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(json["header"]["effort"], "least");
        assert_eq!(json["header"]["adapter"], Value::Null);
        let ratios = json["ratios"].as_array().unwrap();
        let word = |ratio: &Value, key| ratio[key].as_str().unwrap().to_owned();
        let listed = ratios.iter().map(|ratio| (word(ratio, "what"), word(ratio, "baseline")));
        assert_eq!(table, listed.collect::<Vec<_>>());
        assert!(!table.is_empty());
        for ratio in ratios {
            let [least, median, most] = ["least", "median", "most"].map(|key| &ratio[key]);
            assert!(least.as_f64() > Some(0.0) && least.as_f64() <= median.as_f64(), "{ratio}");
            assert!(median.as_f64() <= most.as_f64(), "{ratio}");
            assert_eq!(ratio["group"], group);
        }
    }
}

#[test]
fn without_an_adapter_all_leaves_the_gpu_out_and_gpu_is_an_error() {
    let output = without_adapters(&mut phinum(&["bench", "--least"])).assert().success();
    let said = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
    assert!(said.contains("the group gpu is left out: no GPU adapter was found"), "{said}");
    let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    for group in GROUPS {
        assert!(text.contains(&format!("\n{group}. ")), "{text}");
    }
    assert!(!text.contains("\ngpu. "), "{text}");
    let refused = without_adapters(&mut phinum(&["bench", "gpu"])).assert().code(3);
    assert!(refused.get_output().stdout.is_empty());
}

#[test]
fn an_adapter_is_named_with_its_driver() {
    if std::env::var_os("PHINUM_SKIP_GPU_TESTS").is_some_and(|value| value == "1") {
        return;
    }
    let json = stdout(&mut phinum(&["bench", "gpu", "--least", "--json"]));
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let adapter = json["header"]["adapter"].as_str().expect("PHINUM_SKIP_GPU_TESTS=1 skips");
    let software = json["header"]["software"].as_bool().unwrap();
    assert_eq!(adapter.ends_with(", software)"), software, "{adapter}");
    for ratio in json["ratios"].as_array().unwrap() {
        assert!(ratio["setting"].as_str().unwrap().starts_with(adapter), "{ratio}");
    }
}

fn names(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).unwrap();
    files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_page_is_written_whole_and_well_formed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bench.html");
    std::fs::write(&path, "before").unwrap();
    let args = ["bench", "nim", "--least", "--html", path.to_str().unwrap()];
    let table = of_table(&stdout(&mut phinum(&args)));
    let page = std::fs::read_to_string(&path).unwrap();
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let page = roxmltree::Document::parse_with_options(&page, options).unwrap();
    let bars = page.descendants().filter(|node| node.has_tag_name("rect")).count();
    assert_eq!(bars, table.len());
    assert_eq!(names(folder.path()), ["bench.html"]);
}

#[test]
fn bad_words_are_answered_before_anything_is_measured() {
    for (args, words) in [
        (&["everything"][..], "[possible values: range, scattered, gpu, nim, game, all]"),
        (&["range", "--html", "/no/such/folder/x.html"], "cannot write /no/such/folder/x.html"),
        (&["range", "--html", "/"], "cannot write /"),
        (&["range", "--html", "-"], "--html writes a file"),
        (&["range", "--adapter", "0"], "--adapter chooses the GPU of the group gpu"),
    ] {
        let output = phinum(&[&["bench"], args].concat()).assert().code(2).get_output().clone();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(words), "{args:?}: {said}");
        assert!(output.stdout.is_empty(), "{args:?} printed something");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let args = ["bench", "nim", "--least", "--html", "/dev/full"];
    let output = phinum(&args).assert().code(2).get_output().clone();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("cannot write /dev/full"), "{said}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_nothing() {
    use std::process::{Command, Stdio};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bench.html");
    let mut child = Command::new(env!("CARGO_BIN_EXE_phinum"))
        .args(["bench", "range", "--full", "--html", path.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(1));
    assert_eq!(names(folder.path()).len(), 1, "it is at work");
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(names(folder.path()).is_empty());
}
