//! The command as a user meets it: the documents' examples, formats, faults.

mod bench;
mod census;
mod devices;
mod documents;
mod faults;
mod formats;
mod game_play;
mod game_random;
mod game_solve;
mod game_theorems;
mod kills;
mod nim;
mod nim_eval;
mod nim_table;
mod readers;
mod runs;
mod statistics;
mod sum_of;
mod usage;
mod wythoff;

use assert_cmd::Command;

/// The command, on the CPU's own terms: no adapter is looked for unless asked. None is
/// measured, and nothing kept in the user's own folder.
fn phinum(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("phinum").expect("built with the tests");
    command.args(args);
    command.env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
    command.env("PHINUM_GPU_TUNING", "default");
    command
}

/// Makes every GPU driver of this machine invisible to a command.
fn without_adapters(command: &mut Command) -> &mut Command {
    command
        .env("VK_DRIVER_FILES", "/nonexistent")
        .env("VK_ICD_FILENAMES", "/nonexistent")
        .env("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent")
        .env("LIBGL_DRIVERS_PATH", "/nonexistent")
}

/// What a command printed to standard output; it has succeeded.
fn stdout(command: &mut Command) -> String {
    let output = command.assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("UTF-8")
}
