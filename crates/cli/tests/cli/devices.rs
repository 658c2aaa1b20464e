//! `phinum devices`, and the tuning of what it lists.

use std::path::Path;

use assert_cmd::Command;

use crate::{phinum, stdout, without_adapters};

/// The command as a user has it, whose cache is in `folder`.
fn of_user(folder: &Path, args: &[&str]) -> Command {
    let mut command = phinum(args);
    command.env_remove("PHINUM_GPU_TUNING").env("XDG_CACHE_HOME", folder);
    command
}

/// What a command says on standard error; it has succeeded.
fn stderr(command: &mut Command) -> String {
    String::from_utf8_lossy(&command.assert().success().get_output().stderr).into_owned()
}

fn json(command: &mut Command) -> serde_json::Value {
    serde_json::from_str(&stdout(command)).expect("JSON")
}

/// Whether the tests that need an adapter are switched off, in so many words.
fn skipped() -> bool {
    std::env::var_os("PHINUM_SKIP_GPU_TESTS").is_some_and(|value| value == "1")
}

#[test]
fn nonsense_is_refused_with_a_sentence() {
    let refused = |command: &mut Command| {
        let output = command.assert().code(2).get_output().clone();
        assert!(output.stdout.is_empty());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    for args in [
        &["devices", "--gpu-tuning"][..],
        &["eval", "terms", "0..5", "--gpu-tuning"],
        &["compare", "terms", "0..5", "--gpu-tuning"],
        &["sum", "terms", "0..5", "--gpu-tuning"],
        &["selftest", "--quick", "--gpu-tuning"],
        &["bench", "range", "--gpu-tuning"],
    ] {
        let said = refused(&mut phinum(&[args, &["K=99"]].concat()));
        assert!(said.contains("K is a number from 6 to 30"), "{said}");
    }
    let unset = phinum(&["eval", "terms", "4..6", "--backend", "cpu"]);
    assert_eq!(stdout({ unset }.env("PHINUM_GPU_TUNING", "")), "n,terms\n4,2\n5,1\n");
    let said = refused(phinum(&["devices"]).env("PHINUM_GPU_TUNING", "fast"));
    assert!(said.contains("'fast' is no setting"), "{said}");
    let said = refused(&mut phinum(&["devices", "--adapter", "0"]));
    assert!(said.contains("--tune"), "{said}");
    let output = phinum(&["devices", "--tune", "--adapter", "no such adapter"]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn the_level_of_the_cpu_is_that_of_the_variable() {
    let folder = tempfile::tempdir().unwrap();
    let with = |level: &str| {
        let mut devices = of_user(folder.path(), &["devices", "--json"]);
        without_adapters(&mut devices).env("PHINUM_CPU_LEVEL", level);
        devices
    };
    for (word, name) in [("portable", "portable"), ("", phinum_cpu::Level::highest().name())] {
        assert_eq!(json(&mut with(word))[0]["name"], name);
    }
    for nonsense in ["AVX9000", "Portable", " "] {
        let output = with(nonsense).assert().code(2).get_output().clone();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(&format!("'{nonsense}' is no level")), "{said}");
        assert!(said.contains("it has portable"), "{said}");
    }
}

#[test]
fn without_adapters_there_is_nothing_to_tune() {
    let folder = tempfile::tempdir().unwrap();
    let mut devices = of_user(folder.path(), &["devices", "--tune", "--json"]);
    let devices = json(without_adapters(&mut devices));
    assert_eq!(devices.as_array().map(Vec::len), Some(1));
    assert!(devices[0]["tuning"].is_null());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is kept");
}

#[test]
fn what_is_said_is_in_force() {
    if skipped() {
        return;
    }
    let tuning = |command: &mut Command| json(command)[1]["tuning"].clone();
    let given = tuning(&mut phinum(&["devices", "--json", "--gpu-tuning", "K=22,values=8"]));
    assert_eq!((&given["source"], &given["K"]), (&"given".into(), &22.into()), "{given}");
    assert_eq!((&given["values"], &given["fill"]), (&8.into(), &().into()), "{given}");
    let variable = tuning(phinum(&["devices", "--json"]).env("PHINUM_GPU_TUNING", "reads=7"));
    assert_eq!((&variable["source"], &variable["reads"]), (&"given".into(), &7.into()));
    let built_in = tuning(&mut phinum(&["devices", "--json"]));
    assert_eq!(built_in["source"], "built-in");
    let text = stdout(&mut phinum(&["devices", "--gpu-tuning", "K=9"]));
    assert!(text.contains("    tuning K=9,values=") && text.contains(", as given\n"), "{text}");
}

#[test]
fn what_is_measured_is_kept_and_nothing_depends_on_it() {
    if skipped() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let tune = ["devices", "--tune", "--adapter", "0", "--json"];
    let measured = json(&mut of_user(folder.path(), &tune))[1]["tuning"].clone();
    assert_eq!(measured["source"], "measured");
    let file = folder.path().join("phinum/gpu-tuning.json");
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(kept.contains("\"tile_index\": "), "{kept}");
    let mut devices = of_user(folder.path(), &["devices", "--json"]);
    let mut again = json(&mut devices)[1]["tuning"].clone();
    assert_eq!(again["source"], "kept");
    again["source"] = "measured".into();
    assert_eq!(again, measured);
    // Whatever is in its place, a command does its work and says nothing of it.
    let eval = ["eval", "longest", "2^40-100..+500", "--adapter", "0"];
    let right = stdout(&mut phinum(&["eval", "longest", "2^40-100..+500", "--backend", "cpu"]));
    let said = stderr(&mut of_user(folder.path(), &eval));
    let silly = kept.replace("\"tile_index\": ", "\"tile_index\": 99");
    for text in [&kept[..kept.len() / 2], "", "[1, 2]", &silly] {
        std::fs::write(&file, text).unwrap();
        let mut command = of_user(folder.path(), &eval);
        assert_eq!(stdout(&mut command), right, "{text}");
        assert_eq!(stderr(&mut command), said, "{text}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text, "no command of software writes");
    }
    std::fs::write(&file, "[1, 2]").unwrap();
    let devices = stderr(&mut of_user(folder.path(), &["devices"]));
    assert!(devices.contains("gpu-tuning.json: this is not what phinum keeps"), "{devices}");
}

#[test]
fn no_place_to_keep_it_is_no_failure() {
    if skipped() {
        return;
    }
    let tune = ["devices", "--tune", "--adapter", "0"];
    let said = stderr(&mut of_user(Path::new("/dev/null/nowhere"), &tune));
    assert!(said.contains("what was measured is not kept"), "{said}");
    // A driver of its own mind writes there: not into the sources.
    let folder = tempfile::tempdir().unwrap();
    let mut homeless = of_user(Path::new("relative"), &["eval", "terms", "0..3", "--adapter", "0"]);
    homeless.env("HOME", "").current_dir(folder.path());
    assert_eq!(stdout(&mut homeless), "n,terms\n0,0\n1,1\n2,1\n");
}

#[test]
fn results_do_not_depend_on_the_tuning() {
    if skipped() {
        return;
    }
    let range = "2^64-1000..+5000";
    let right = stdout(&mut phinum(&["eval", "terms,longest", range, "--backend", "cpu"]));
    for tuning in ["default", "K=9,values=3,reads=2,workgroup=8", "K=27,values=1024"] {
        let eval = ["eval", "terms,longest", range, "--backend", "gpu", "--gpu-tuning", tuning];
        assert!(stdout(&mut phinum(&eval)) == right, "{tuning}");
    }
}
