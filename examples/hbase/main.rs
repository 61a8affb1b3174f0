//! Loads the flights of the example `flights` into a real `HBase`, under the same keys with a salt before them:
//! `cargo run --release --features hbase --example hbase -- --help`.

mod check;
mod cli;
mod client;
mod cluster;
mod control;
mod faults;
mod keys;
mod load;
mod names;
mod queries;
mod spread;
mod tables;
#[cfg(test)]
mod tests;
mod vectors;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use rowkey_examples::flights::command::Question;
use rowkey_examples::flights::print;
use rowkey_examples::terminal;

use crate::cli::{Cli, Command, Faults};
use crate::cluster::Cluster;

fn main() -> ExitCode {
    terminal::exit_code(&run(Cli::parse(), &mut io::stdout().lock()))
}

fn run(cli: Cli, out: &mut impl Write) -> Result<()> {
    let open = || Cluster::open(cli.cluster.clone(), cli.folder.as_deref());
    let questions = match cli.command {
        None => Question::examples(),
        Some(Command::Ask(question)) => vec![question],
        Some(Command::Load { again }) => return load::ensure_loaded(&open()?, &cli.data, again).map(drop),
        Some(Command::Check) => {
            let cluster = open()?;
            let about = load::ensure_loaded(&cluster, &cli.data, false)?;
            return check::check(&cluster, &about, &cli.data, out);
        }
        Some(Command::Faults(Faults { writes })) => return faults::run(&open()?, writes.into(), out),
        Some(Command::Spread(options)) => return spread::run(&open()?, &options, &cli.data, out),
        Some(Command::Vectors { file }) => return vectors::write(&file),
    };
    let cluster = open()?;
    let about = load::ensure_loaded(&cluster, &cli.data, false)?;
    for question in &questions {
        let answer = queries::answer(question, &cluster.gateway, &about)?;
        if answer.flights.is_empty() {
            eprintln!("no flight answers `{question}`");
        }
        print::answer(&answer, cli.printing, out)?;
    }
    Ok(())
}
