//! `explain` shows the parts of keys.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use rowkey::explain::{ExplainedPart, PartKind, Problem};
use rowkey_cli::{FileLayout, Notation};
use serde::Serialize;

use crate::catalog::Catalog;
use crate::cli::Explain;
use crate::json_line;
use crate::layouts::LayoutFile;
use crate::store::Kind;

/// Returns true if all keys are valid.
pub(crate) fn explain(args: &Explain, input: impl BufRead, out: &mut impl Write) -> Result<bool> {
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
    if Kind::of(&args.layout).is_none() {
        ensure!(args.table.is_none(), "`--table` needs a store, and {} is none", args.layout.display());
        return LayoutFile::read(&args.layout);
    }
    let catalog = Catalog::open(&args.layout)?;
    let tables = match &args.table {
        Some(name) => vec![catalog.table(name)?],
        None => catalog.tables.iter().collect::<Vec<_>>(),
    };
    ensure!(!tables.is_empty(), "the store has no tables that rowkey has recorded");
    Ok(LayoutFile::Space(tables.into_iter().map(|table| FileLayout(table.layout().clone())).collect()))
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
    layout: &'a str,
    problem: Option<FoundProblem<'a>>,
    parts: Vec<Part<'a>>,
}

#[derive(Serialize)]
struct Part<'a> {
    kind: &'a str,
    name: &'a str,
    offset: Option<usize>,
    bytes: String,
    value: Option<&'a str>,
    note: Option<&'a str>,
    problem: Option<FoundProblem<'a>>,
}

#[derive(Serialize)]
struct FoundProblem<'a> {
    field: Option<&'a str>,
    offset: usize,
    reason: &'a str,
}

impl<'a> From<&'a ExplainedPart> for Part<'a> {
    fn from(part: &'a ExplainedPart) -> Self {
        Self {
            // Only fields have names of their own.
            kind: if part.kind() == PartKind::Field { "field" } else { part.name() },
            name: part.name(),
            offset: part.range().map(|range| range.start),
            bytes: Notation::Hex.write(part.bytes()),
            value: part.value(),
            note: part.note(),
            problem: part.problem().map(FoundProblem::from),
        }
    }
}

impl<'a> From<&'a Problem> for FoundProblem<'a> {
    fn from(problem: &'a Problem) -> Self {
        Self { field: problem.field(), offset: problem.offset(), reason: problem.reason() }
    }
}

fn explain_one(layouts: &LayoutFile, key: &str, args: &Explain, out: &mut impl Write) -> Result<bool> {
    let bytes = args.from.notation(key).parse(key)?;
    let explanation = layouts.explain(&bytes);
    let ok = explanation.is_ok();
    if args.json {
        let problem = explanation.problem().map(FoundProblem::from);
        let parts = explanation.parts().iter().map(Part::from).collect();
        json_line(&Explained { key, ok, layout: explanation.layout(), problem, parts }, out)?;
    } else {
        writeln!(out, "{}: {explanation}", if key.is_empty() { "\"\"" } else { key })?;
    }
    Ok(ok)
}
