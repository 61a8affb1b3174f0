//! Row keys read by a layout file: `cargo run --example rowkey -- --help`.

mod cli;
mod layouts;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::io::{self, BufRead, BufWriter, Write};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use clap::Parser;
use rowkey_examples::terminal::is_broken_pipe;
use serde::Serialize;

use crate::cli::{Cli, Command, Explain, Layout, Range};
use crate::layouts::LayoutFile;

const FINE: u8 = 0;
const NOT_OF_THE_LAYOUT: u8 = 1;
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    ExitCode::from(run(std::env::args_os(), io::stdin().lock(), &mut out, &mut io::stderr().lock()))
}

/// Does what the arguments say; gives the exit code.
fn run(
    args: impl IntoIterator<Item = OsString>,
    input: impl BufRead,
    out: &mut impl Write,
    err: &mut impl Write,
) -> u8 {
    let command = match Cli::try_parse_from(args) {
        Ok(Cli { command }) => command,
        Err(error) => {
            let text = error.render();
            // Where nobody reads on, there is nobody to tell.
            let _ = if error.use_stderr() { write!(err, "{text}") } else { write!(out, "{text}") };
            return if error.use_stderr() { BAD_INPUT } else { FINE };
        }
    };
    let done = match &command {
        Command::Explain(args) => explain(args, input, out),
        Command::Range(args) => range(args, out).map(|()| true),
        Command::Layout(args) => layout(args, out).map(|()| true),
    };
    // What was printed before an error is still right.
    let flushed = out.flush().context("cannot write the answer");
    match done.and_then(|fine| flushed.map(|()| fine)) {
        Ok(true) => FINE,
        Ok(false) => NOT_OF_THE_LAYOUT,
        // Whoever read the answers, like `head`, has read enough.
        Err(error) if is_broken_pipe(&error) => FINE,
        Err(error) => {
            let _ = writeln!(err, "error: {error:#}");
            BAD_INPUT
        }
    }
}

/// Explains every key; whether all are of the layout.
fn explain(args: &Explain, input: impl BufRead, out: &mut impl Write) -> Result<bool> {
    let layouts = LayoutFile::read(&args.layout)?;
    let mut all_fine = true;
    if args.keys.is_empty() {
        for (index, line) in input.lines().enumerate() {
            let number = index + 1;
            let line = line.map_err(|error| unreadable(error, number))?;
            all_fine &= explain_one(&layouts, &line, args, out).with_context(|| format!("line {number}"))?;
        }
    } else {
        for key in &args.keys {
            all_fine &= explain_one(&layouts, key, args, out).with_context(|| format!("key `{key}`"))?;
        }
    }
    Ok(all_fine)
}

fn unreadable(error: io::Error, line: usize) -> anyhow::Error {
    if error.kind() == io::ErrorKind::InvalidData {
        return anyhow!(
            "line {line} of standard input is no text: write raw bytes in hex, each key on a line of its own"
        );
    }
    anyhow!(error).context(format!("cannot read line {line} of standard input"))
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
struct Ends {
    start: String,
    end: Option<String>,
}

fn range(args: &Range, out: &mut impl Write) -> Result<()> {
    let layouts = LayoutFile::read(&args.layout)?;
    let layout = layouts.one(args.key.as_deref())?;
    let values: Vec<(&str, &str)> = args.values.iter().map(|(field, value)| (field.as_str(), value.as_str())).collect();
    let notation = args.to.notation();
    for range in layout.ranges(&values)? {
        let ends = Ends { start: notation.write(range.start()), end: range.end().map(|end| notation.write(end)) };
        if args.json {
            json_line(&ends, out)?;
        } else {
            writeln!(out, "{}\t{}", ends.start, ends.end.unwrap_or_default())?;
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
