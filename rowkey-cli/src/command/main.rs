//! Shows the rows of stores, explains row keys, and guesses layouts from keys: `cargo run -p rowkey-cli -- --help`.

mod browse;
mod catalog;
mod check;
mod cli;
mod diff;
mod guess;
#[cfg(feature = "hbase")]
mod hbase;
mod layouts;
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
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal as _, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, ensure};
use clap::{CommandFactory, Parser};
use serde::Serialize;

use crate::cli::{Cli, Command, Explain, Layout, Range};
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
        Command::Explain(args) => explain(args, input, out),
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

/// Returns true if all keys are valid.
fn explain(args: &Explain, input: impl BufRead, out: &mut impl Write) -> Result<bool> {
    let layouts = explained_layouts(args)?;
    if let Some(path) = &args.file {
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        return explain_lines(&layouts, BufReader::new(file), &path.display().to_string(), args, out);
    }
    if args.keys.is_empty() {
        return explain_lines(&layouts, input, "standard input", args, out);
    }
    let mut all_valid = true;
    for key in &args.keys {
        let valid = explain_one(&layouts, key, args, out).with_context(|| format!("key `{key}`"))?;
        ensure!(valid || !Path::new(key).is_file(), "`{key}` is a file; help: --file {key} explains the keys in it");
        all_valid &= valid;
    }
    Ok(all_valid)
}

/// Reads a layout file, or the layouts that a store has recorded.
fn explained_layouts(args: &Explain) -> Result<LayoutFile> {
    if store::Kind::of(&args.layout).is_none() {
        ensure!(args.table.is_none(), "`--table` needs a store, and {} is none", args.layout.display());
        return LayoutFile::read(&args.layout);
    }
    let catalog = catalog::Catalog::open(&args.layout)?;
    let layouts = match &args.table {
        Some(name) => vec![catalog.table(name)?.layout().clone()],
        None => catalog.tables.iter().map(|table| table.layout().clone()).collect(),
    };
    ensure!(!layouts.is_empty(), "the store has no tables that rowkey has recorded");
    Ok(LayoutFile::Space(layouts))
}

fn explain_lines(
    layouts: &LayoutFile,
    input: impl BufRead,
    source: &str,
    args: &Explain,
    out: &mut impl Write,
) -> Result<bool> {
    let mut all_valid = true;
    for (index, line) in input.lines().enumerate() {
        let number = index + 1;
        let line = line.map_err(|error| unreadable(error, number, source))?;
        all_valid &= explain_one(layouts, &line, args, out).with_context(|| format!("line {number}"))?;
    }
    Ok(all_valid)
}

fn unreadable(error: io::Error, line: usize, source: &str) -> anyhow::Error {
    if error.kind() == io::ErrorKind::InvalidData {
        return anyhow!("line {line} of {source} is not text: write raw bytes in hex, one key per line");
    }
    anyhow!(error).context(format!("cannot read line {line} of {source}"))
}

#[derive(Serialize)]
struct Explained<'a> {
    key: &'a str,
    ok: bool,
    #[serde(flatten)]
    explanation: &'a rowkey::explain::Explanation,
}

fn explain_one(layouts: &LayoutFile, key: &str, args: &Explain, out: &mut impl Write) -> Result<bool> {
    let bytes = args.from.notation(key).parse(key)?;
    let explanation = layouts.explain(&bytes);
    let ok = explanation.is_ok();
    if args.json {
        json_line(&Explained { key, ok, explanation: &explanation }, out)?;
    } else {
        writeln!(out, "{}: {explanation}", if key.is_empty() { "\"\"" } else { key })?;
    }
    Ok(ok)
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
