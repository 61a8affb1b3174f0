//! Tests the simulation, and what its pictures say about the designs.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::unwrap_used, reason = "a test fails by panicking")]

mod claims;
mod cluster;
mod command;
mod docs;
mod key_space;
mod picture;
mod replay;
mod windows;

use std::sync::LazyLock;

use clap::Parser;

use crate::cli::Cli;
use crate::replay::Replay;
use crate::run;
use crate::simulate::{Outcome, Setup};

fn cli(words: &str) -> Cli {
    Cli::try_parse_from(["hotspots"].into_iter().chain(words.split_whitespace()))
        .unwrap_or_else(|error| panic!("{error}"))
}

/// The flights that come with the example, loaded once for all tests.
static FLIGHTS: LazyLock<Replay> = LazyLock::new(|| Replay::load(&cli("")).expect("the flights can be read"));

static SETUP: LazyLock<Setup<'static>> = LazyLock::new(|| Setup::new(&FLIGHTS, &cli("")).expect("there are flights"));

static OUTCOMES: LazyLock<Vec<Outcome>> =
    LazyLock::new(|| run::all(&cli("").choices(), &SETUP).expect("every flight has keys"));

fn outcome(name: &str) -> &'static Outcome {
    OUTCOMES.iter().find(|outcome| outcome.about.name == name).expect("a design of this name")
}
