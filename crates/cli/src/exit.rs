//! How the command ends: its exit codes, and errors as one sentence.
//!
//! 0 fine; 1 a mismatch or a failed check; 2 usage or input and output; 3 no
//! adapter; 75 not now, but running it again can help; 130 interrupted.

use std::process::ExitCode;

use phinum_bulk::Error;
use phinum_core::backend::BackendError;
use phinum_gpu::OpenError;

use crate::{interrupt, note, report};

/// A check came out against phinum or a backend; what it found is printed already.
#[derive(Debug, thiserror::Error)]
#[error("a check failed")]
pub struct CheckFailed;

/// EX_TEMPFAIL of sysexits.h: what schedulers take as a reason to try again.
const TRY_AGAIN: u8 = 75;

/// The exit code of a result, with its error said on stderr.
pub fn code(result: anyhow::Result<()>) -> ExitCode {
    let Err(error) = result else { return ExitCode::SUCCESS };
    // Whoever reads us has seen enough: `phinum … | head` is a success.
    if let Some(Error::Closed) = error.downcast_ref() {
        return ExitCode::SUCCESS;
    }
    if error.is::<CheckFailed>() {
        return ExitCode::from(1);
    }
    note::error(&error);
    ExitCode::from(match (error.downcast_ref::<Error>(), error.downcast_ref::<OpenError>()) {
        (Some(Error::Wrong(_) | Error::Damaged(_) | Error::Totals(_)), _) => 1,
        (Some(Error::Busy(_) | Error::Incomplete(_)), _) => TRY_AGAIN,
        (Some(Error::Backend(failed)), _) if !matches!(failed, BackendError::Value(_)) => TRY_AGAIN,
        (Some(Error::Interrupted), _) => interrupt::EXIT_CODE,
        (_, Some(_)) => 3,
        _ => 2,
    })
}

/// What clap has to say: help and versions are output, anything else is an error.
pub fn of_usage(said: &clap::Error) -> ExitCode {
    if said.use_stderr() {
        // Printing an error fails only where nobody would see it.
        let _ = said.print();
        return ExitCode::from(2);
    }
    code(report::print(&said.render().to_string()).map_err(Into::into))
}
