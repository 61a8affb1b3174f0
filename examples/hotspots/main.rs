//! Simulates where the writes of a month of flights go under twelve key designs, and what questions cost under each
//! design: `cargo run --release --example hotspots -- --help`.

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

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;
use rowkey_examples::terminal;

use crate::cli::Cli;
use crate::replay::Replay;
use crate::simulate::Setup;

fn main() -> ExitCode {
    terminal::exit_code(&compare(&Cli::parse(), &mut io::stdout().lock()))
}

fn compare(cli: &Cli, out: &mut impl Write) -> Result<()> {
    let folder = cli.out.clone().unwrap_or_else(default_folder);
    // Creates the folder before the long replay, so that the user sees an error at once.
    fs::create_dir_all(&folder).with_context(|| format!("cannot create the folder {}", folder.display()))?;
    let replay = Replay::load(cli)?;
    let setup = Setup::new(&replay, cli)?;
    let outcomes = run::all(&cli.choices(), &setup)?;
    let [svg, html] = picture::write(&outcomes, &setup, &folder)?;
    eprintln!("drew {} and {}", svg.display(), html.display());
    table::print(&outcomes, &setup, out)?;
    Ok(())
}

fn default_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("target").join("hotspots")
}
