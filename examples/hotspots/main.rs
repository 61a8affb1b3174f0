//! Where the writes of a month of flights go under twelve row keys, and what a question costs under each:
//! `cargo run --release --example hotspots -- --help`.

mod cli;
mod cluster;
mod designs;
mod event;
mod heat;
mod picture;
mod questions;
mod replay;
mod run;
mod simulate;
mod table;
#[cfg(test)]
mod tests;
mod windows;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use crate::cli::Cli;
use crate::replay::Replay;
use crate::simulate::Setup;

fn main() -> ExitCode {
    match compare(&Cli::parse(), &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the table, like `head`, has read enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn compare(cli: &Cli, out: &mut impl Write) -> Result<()> {
    let replay = Replay::load(cli)?;
    let setup = Setup::new(&replay, cli)?;
    let outcomes = run::all(&cli.choices(), &setup)?;
    let folder = cli.out.clone().unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/hotspots"));
    let [svg, html] = picture::write(&outcomes, &setup, &folder)?;
    eprintln!("drew {} and {}", svg.display(), html.display());
    table::print(&outcomes, &setup, out)?;
    Ok(())
}
