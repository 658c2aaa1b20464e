//! The suite every backend is held to.

use phinum_core::conformance::{Effort, Section, check};

use crate::support::{gpu, turn};

fn run(section: Section) {
    let Some(_turn) = turn() else { return };
    match check(gpu(), section, Effort::Full) {
        Ok(compared) => assert!(compared > 0, "nothing was compared"),
        Err(failure) => panic!("{failure}"),
    }
}

#[test]
fn ranges() {
    run(Section::Ranges);
}

#[test]
fn cuts() {
    run(Section::Cuts);
}

#[test]
fn lists() {
    run(Section::Lists);
}

#[test]
fn summaries() {
    run(Section::Summaries);
}

#[test]
fn cold() {
    run(Section::Cold);
}

#[test]
fn random_games() {
    run(Section::RandomGames);
}

#[test]
fn known() {
    run(Section::Known);
}
