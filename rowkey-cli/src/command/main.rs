//! Shows the rows of stores, explains row keys, and guesses layouts from keys: `rowkey --help`.

mod browse;
mod catalog;
mod check;
mod cli;
#[cfg(test)]
#[path = "../../../tests/records/counting.rs"]
mod counting;
mod diff;
mod explain;
mod guess;
#[cfg(feature = "hbase")]
mod hbase;
mod layouts;
#[cfg(test)]
mod memory_tests;
mod output;
mod pager;
mod sampled;
mod samples;
mod stats;
mod store;
#[cfg(test)]
mod store_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod text_tests;
mod transfer;

use std::ffi::OsString;
use std::io::{self, BufRead, BufWriter, IsTerminal as _, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{CommandFactory, Parser};
use serde::Serialize;

use crate::cli::{Cli, Command, Layout, Range};
use crate::layouts::LayoutFile;
use crate::pager::Pager;

const OK: u8 = 0;
const INVALID_KEY: u8 = 1;
const INVALID_INPUT: u8 = 2;

fn main() -> ExitCode {
    let terminal =
        io::stdout().is_terminal().then(|| terminal_size::terminal_size().map_or(80, |(width, _)| width.0.into()));
    let mut pager = if terminal.is_some() { Pager::from_env() } else { Pager::off() };
    let mut out = BufWriter::new(&mut pager);
    let code = run(std::env::args_os(), io::stdin().lock(), &mut out, &mut io::stderr().lock(), terminal);
    drop(out);
    pager.finish();
    ExitCode::from(code)
}

fn run(
    args: impl IntoIterator<Item = OsString>,
    input: impl BufRead,
    out: &mut impl Write,
    err: &mut impl Write,
    terminal: Option<usize>,
) -> u8 {
    let command = match Cli::try_parse_from(args) {
        Ok(Cli { command }) => command,
        Err(error) => {
            let text = error.render();
            // If the output cannot be written, there is no way to report the error.
            let _ = if error.use_stderr() { write!(err, "{text}") } else { write!(out, "{text}") };
            return if error.use_stderr() { INVALID_INPUT } else { OK };
        }
    };
    let result = match &command {
        Command::Ls(args) => browse::ls(args, out, err, terminal),
        Command::Scan(args) => browse::scan(args, out, err, terminal),
        Command::Get(args) => browse::get(args, out, err),
        Command::Export(args) => transfer::export(args, out, err).map(|()| true),
        Command::Import(args) => transfer::import(args, input, err).map(|()| true),
        Command::Verify(args) => check::verify(args, out),
        Command::Stats(args) => stats::stats(args, out).map(|()| true),
        Command::Diff(args) => diff::diff(args, out),
        Command::Completions(args) => {
            clap_complete::generate(args.shell, &mut Cli::command(), "rowkey", out);
            Ok(true)
        }
        Command::Man => clap_mangen::Man::new(Cli::command()).render(out).map(|()| true).map_err(Into::into),
        Command::Explain(args) => explain::explain(args, input, out),
        Command::Range(args) => range(args, out).map(|()| true),
        Command::Layout(args) => layout(args, out).map(|()| true),
        Command::Guess(args) => guess::guess(args, input, out).map(|()| true),
    };
    // Flushes even after an error, because the output before the error is valid.
    let flushed = out.flush().context("cannot write the answer");
    match result.and_then(|valid| flushed.map(|()| valid)) {
        Ok(true) => OK,
        Ok(false) => INVALID_KEY,
        // The reader of the output, such as `head`, has stopped reading.
        Err(error) if is_broken_pipe(&error) => OK,
        Err(error) => {
            let _ = writeln!(err, "error: {error:#}");
            INVALID_INPUT
        }
    }
}

fn json_line(value: &impl Serialize, out: &mut impl Write) -> Result<()> {
    serde_json::to_writer(&mut *out, value).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(())
}

#[derive(Serialize)]
struct Bounds {
    start: String,
    end: Option<String>,
}

fn range(args: &Range, out: &mut impl Write) -> Result<()> {
    let layouts = LayoutFile::read(&args.layout)?;
    let layout = layouts.one(args.key.as_deref())?;
    let values: Vec<(&str, &str)> = args.values.iter().map(|(field, value)| (field.as_str(), value.as_str())).collect();
    let notation = args.to.notation();
    for range in rowkey_cli::ranges(layout, &values)? {
        let bounds = Bounds { start: notation.write(range.start()), end: range.end().map(|end| notation.write(end)) };
        if args.json {
            json_line(&bounds, out)?;
        } else {
            writeln!(out, "{}\t{}", bounds.start, bounds.end.unwrap_or_default())?;
        }
    }
    Ok(())
}

fn layout(args: &Layout, out: &mut impl Write) -> Result<()> {
    let layouts = LayoutFile::read(&args.layout)?;
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &layouts).map_err(io::Error::from)?;
        writeln!(out)?;
        return Ok(());
    }
    for (index, layout) in layouts.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        write!(out, "{layout}")?;
        writeln!(out, "fingerprint 0x{:016x}", layout.fingerprint())?;
    }
    Ok(())
}

/// Checks whether the error is that the reader of the output, such as `head`, has stopped reading.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
