//! `export` writes all rows of rowkey's tables as JSON lines, and `import` writes them to a store, byte for byte.
//!
//! The first line names the form. Then come the rows of the table of layouts, and then the rows of each table. An import
//! first writes the layouts with all indexes marked as not built, so that no program reads an index that is not complete.
//! With each transaction, it stores how many lines are done. The last transaction writes the layouts as they were.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use rowkey::__untyped::hex_digits;
use rowkey::KeyRange;
use rowkey::store::{Direction, LAYOUTS, RecordedTable, Table};
use rowkey_cli::{Notation, Value, explain, json_string};
use serde::{Deserialize, Serialize};

use crate::catalog::{Catalog, Recorded};
use crate::cli::{Export, Import};
use crate::output::{Progress, json, json_object, stored_value};
use crate::store::{self, Change, Kind, Writer};

const FORM: u32 = 1;

/// The number of rows that one transaction of an import writes.
const STEP: usize = 10_000;

/// The name of the job whose cursor is the number of lines that an import has written.
const JOB: &str = "rowkey import";

#[derive(Serialize, Deserialize)]
struct Header {
    rowkey_export: u32,
}

/// A row of an export. The line also has the fields of the key and the value for people, which an import does not read.
#[derive(Deserialize)]
struct Line {
    table: String,
    key: String,
    value: String,
}

pub(crate) fn export(args: &Export, out: &mut impl Write, err: &mut impl Write) -> Result<()> {
    let catalog = Catalog::open(&args.store)?;
    let Some(path) = &args.output else { return export_to(&catalog, args, out, err) };
    // The file has its name only when it is complete.
    let part = path.with_extension("part");
    let file = File::create(&part).with_context(|| format!("cannot write {}", part.display()))?;
    let mut out = BufWriter::new(file);
    export_to(&catalog, args, &mut out, err)?;
    out.into_inner()?.sync_all()?;
    fs::rename(&part, path).with_context(|| format!("cannot write {}", path.display()))
}

fn export_to(catalog: &Catalog, args: &Export, out: &mut impl Write, err: &mut impl Write) -> Result<()> {
    serde_json::to_writer(&mut *out, &Header { rowkey_export: FORM }).map_err(std::io::Error::from)?;
    writeln!(out)?;
    let mut lines = Lines { out, hex: Vec::new(), progress: Progress::new("rows exported") };
    for name in &args.tables {
        catalog.table(name)?;
    }
    let is_chosen = |name: &str| args.tables.is_empty() || args.tables.iter().any(|table| table == name);
    let all = KeyRange::beginning_with(b"");
    if !catalog.tables.is_empty() {
        catalog.store.scan(&LAYOUTS, &all, Direction::Forward, &mut |key, value| {
            // Jobs and damaged layouts are left out.
            if RecordedTable::read(key, value).is_ok_and(|table| is_chosen(table.name())) {
                lines.write(LAYOUTS.name(), key, value, "")?;
            }
            Ok(ControlFlow::Continue(()))
        })?;
    }
    for name in catalog.store.names().iter().filter(|name| *name != LAYOUTS.name() && is_chosen(name)) {
        let kinds: Vec<_> = catalog.tables.iter().filter(|table| table.recorded.name() == name).collect();
        let Some(first) = kinds.first() else {
            writeln!(err, "note: the table `{name}` is left out, because rowkey has recorded no layout for it")?;
            continue;
        };
        catalog.store.scan(first.table, &all, Direction::Forward, &mut |key, value| {
            let kind = || kinds.iter().find(|kind| key.starts_with(kind.recorded.namespace())).unwrap_or(first);
            let for_people = if args.bytes_only { String::new() } else { for_people(kind(), key, value) };
            lines.write(name, key, value, &for_people)?;
            Ok(ControlFlow::Continue(()))
        })?;
    }
    lines.progress.finish();
    Ok(lines.out.flush()?)
}

/// Returns the fields of a key and the value of a record as members of a JSON object.
fn for_people(kind: &Recorded, key: &[u8], value: &[u8]) -> String {
    let explanation = explain(kind.layout(), key);
    let fields = explanation.is_ok().then(|| {
        let names: Vec<_> = kind.layout().field_names().map(str::to_owned).collect();
        let cells = Value::of_fields(kind.layout(), &explanation);
        format!(",\"fields\":{}", json_object(names.iter().zip(&cells)))
    });
    let text = kind.recorded.records().is_none().then(|| json(&stored_value(kind, value).cell));
    fields.unwrap_or_default() + &text.map(|text| format!(",\"text\":{text}")).unwrap_or_default()
}

/// Writes the rows of an export. Most of the time of an export goes into hex, so hex is written directly.
struct Lines<'w, W> {
    out: &'w mut W,
    hex: Vec<u8>,
    progress: Progress,
}

impl<W: Write> Lines<'_, W> {
    /// Writes a line that [`Line`] reads. `for_people` are further members.
    fn write(&mut self, table: &str, key: &[u8], value: &[u8], for_people: &str) -> Result<()> {
        write!(self.out, "{{\"table\":{}", json_string(table))?;
        for (name, bytes) in [(&b",\"key\":\""[..], key), (b",\"value\":\"", value)] {
            self.out.write_all(name)?;
            self.hex.clear();
            self.hex.extend(hex_digits(bytes));
            self.hex.push(b'"');
            self.out.write_all(&self.hex)?;
        }
        writeln!(self.out, "{for_people}}}")?;
        self.progress.add();
        Ok(())
    }
}

pub(crate) fn import(args: &Import, input: impl BufRead, err: &mut impl Write) -> Result<()> {
    match &args.file {
        Some(path) => {
            let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
            import_lines(args, BufReader::new(file), err).with_context(|| path.display().to_string())
        }
        None => import_lines(args, input, err).context("standard input"),
    }
}

fn import_lines(args: &Import, input: impl BufRead, err: &mut impl Write) -> Result<()> {
    let mut lines = input.lines().enumerate().map(|(index, line)| (index + 1, line)).peekable();
    let header = lines.next().context("there are no lines")?.1.context("line 1")?;
    let header: Header = serde_json::from_str(&header).context("line 1 is not that of an export of `rowkey export`")?;
    ensure!(header.rowkey_export == FORM, "another release of rowkey has written the export");

    let mut layouts = Vec::new();
    while let Some((number, line)) = lines.next_if(|(_, line)| line.as_ref().is_ok_and(|line| is_layout(line))) {
        let line = parse(number, &line?)?;
        layouts.push((bytes_of(number, &line.key)?, bytes_of(number, &line.value)?));
    }
    let mut tables: BTreeMap<String, &'static Table> = BTreeMap::new();
    let mut unbuilt = Vec::new();
    for (key, value) in &layouts {
        let recorded = RecordedTable::read(key, value).map_err(anyhow::Error::msg)?;
        let name = recorded.name().to_owned();
        tables.entry(name).or_insert_with(|| recorded.leak_table());
        let value = if recorded.records().is_some() { recorded.to_incomplete() } else { value.clone() };
        unbuilt.push(layout_change(key, value));
    }

    let kind = kind_of_target(args)?;
    let done = check_target(&args.store, &tables)?;
    let target: Vec<_> = tables.values().copied().collect();
    let writer = store::open_for_writing(&args.store, kind, &target)?;
    if done == 0 {
        unbuilt.push(progress(1 + layouts.len()));
        writer.write(&unbuilt)?;
    } else {
        writeln!(err, "note: continues after line {done}")?;
    }
    let mut step = Vec::with_capacity(STEP);
    let (mut count, mut progress_line) = (0_u64, Progress::new("rows imported"));
    for (number, line) in lines {
        let line = line.with_context(|| format!("line {number}"))?;
        if number <= done {
            continue;
        }
        let line = parse(number, &line)?;
        let table = tables
            .get(&line.table)
            .with_context(|| format!("line {number}: the export has no layout of `{}`", line.table))?;
        step.push(Change { table, key: bytes_of(number, &line.key)?, value: Some(bytes_of(number, &line.value)?) });
        count += 1;
        progress_line.add();
        if step.len() == STEP {
            finish_step(&*writer, &mut step, number)?;
        }
    }
    // The layouts as they were, which say that the indexes are built.
    step.extend(layouts.into_iter().map(|(key, value)| layout_change(&key, value)));
    step.push(Change { table: &LAYOUTS, key: RecordedTable::key_of_job(JOB), value: None });
    writer.write(&step)?;
    progress_line.finish();
    writeln!(err, "{count} rows in {} tables", tables.len())?;
    Ok(())
}

fn finish_step(writer: &dyn Writer, step: &mut Vec<Change>, number: usize) -> Result<()> {
    step.push(progress(number));
    writer.write(step)?;
    step.clear();
    Ok(())
}

fn layout_change(key: &[u8], value: Vec<u8>) -> Change {
    Change { table: &LAYOUTS, key: key.into(), value: Some(value) }
}

fn progress(lines: usize) -> Change {
    Change { table: &LAYOUTS, key: RecordedTable::key_of_job(JOB), value: Some(lines.to_string().into_bytes()) }
}

fn is_layout(line: &str) -> bool {
    serde_json::from_str::<Line>(line).is_ok_and(|line| line.table == LAYOUTS.name())
}

fn parse(number: usize, line: &str) -> Result<Line> {
    serde_json::from_str(line).with_context(|| format!("line {number} is not a row of an export"))
}

fn bytes_of(number: usize, hex: &str) -> Result<Vec<u8>> {
    Notation::Hex.parse(hex).with_context(|| format!("line {number}"))
}

fn kind_of_target(args: &Import) -> Result<Kind> {
    match (Kind::of(&args.store), args.kind) {
        (Some(found), Some(kind)) if found != kind => bail!("{} is a {} store", args.store.display(), found.name()),
        (Some(found), _) => Ok(found),
        (None, Some(kind)) => Ok(kind),
        (None, None) if args.store.extension().is_some_and(|extension| extension == "redb") => Ok(Kind::Redb),
        (None, None) => bail!(
            "{} does not exist: say which kind of store to create, with `--kind redb`, `--kind fjall` or `--kind lmdb`",
            args.store.display()
        ),
    }
}

/// Returns the number of lines that an earlier import has written. Fails if the store has rows of one of the tables.
fn check_target(path: &Path, tables: &BTreeMap<String, &'static Table>) -> Result<usize> {
    if Kind::of(path).is_none() {
        return Ok(0);
    }
    let catalog = Catalog::open(path)?;
    let names: BTreeSet<_> = catalog.store.names().iter().collect();
    if names.iter().any(|name| *name == LAYOUTS.name())
        && let Some(done) = catalog.store.get(&LAYOUTS, &RecordedTable::key_of_job(JOB))?
    {
        let done = String::from_utf8_lossy(&done).parse().context("the progress of the earlier import is damaged")?;
        return Ok(done);
    }
    for name in tables.keys().filter(|name| names.contains(name)) {
        ensure!(
            catalog.store.count(name)?.rows() == 0,
            "the store has rows in the table `{name}` already: import into a new store, or export other tables"
        );
    }
    Ok(0)
}
