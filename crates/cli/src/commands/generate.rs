//! `phinum completions` and `phinum man`: made from the command's own definition.

use anyhow::{Context, Result};
use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::report;

/// Prints a completion script.
///
/// # Errors
/// If standard output cannot be written.
pub fn completions(args: &CompletionsArgs) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "phinum", &mut script);
    Ok(report::print(&String::from_utf8(script)?)?)
}

/// Prints a man page.
///
/// # Errors
/// If there is no such command, or standard output cannot be written.
pub fn man(args: &ManArgs) -> Result<()> {
    let mut command = Cli::command();
    command.build();
    if let Some(name) = &args.command {
        let found = command.find_subcommand(name).cloned();
        command =
            found.with_context(|| format!("there is no command '{name}'; see 'phinum --help'"))?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    Ok(report::print(&String::from_utf8(page)?)?)
}
