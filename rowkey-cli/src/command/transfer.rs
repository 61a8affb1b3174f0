//! `export` writes all rows of rowkey's tables as JSON lines, and `import` writes them to a store, byte for byte.
//!
//! The first line names the form. Then come the rows of the table of layouts, then the rows of each index, and then the records.
//! In this order, no entry is younger than its record, which stores without transactions need. An import first writes the
//! layouts with all indexes marked as not built, so that no program reads an index that is not complete. It sorts as many rows as
//! it may keep in memory, hands them to the store's own way in for many rows, and stores how many lines are done. The last
//! transaction writes the layouts as they were.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::mem;
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

const FORM: u32 = 2;

/// The name of the job whose cursor is the [`Position`] of an import.
const JOB: &str = "rowkey import";

#[derive(Serialize, Deserialize)]
struct Header {
    rowkey_export: u32,
}

/// A row of an export. The line also has the fields of the key and the value for people, which an import does not read.
#[derive(Deserialize)]
struct Line<'l> {
    #[serde(borrow)]
    table: Cow<'l, str>,
    #[serde(borrow)]
    key: Cow<'l, str>,
    #[serde(borrow)]
    value: Cow<'l, str>,
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
    let mut lines = Lines { out, hex: Vec::new(), progress: Progress::new("rows exported", args.output.is_none()) };
    for name in &args.tables {
        // A name that several kinds of rows share chooses all of them.
        if !catalog.tables.iter().any(|table| table.recorded.name() == name) {
            catalog.table(name)?;
        }
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
    for exports_indexes in [true, false] {
        for name in catalog.store.names().iter().filter(|name| *name != LAYOUTS.name() && is_chosen(name)) {
            let kinds: Vec<_> = catalog.tables.iter().filter(|table| table.recorded.name() == name).collect();
            let Some(first) = kinds.first() else {
                if exports_indexes {
                    writeln!(
                        err,
                        "note: the table `{name}` is left out, because rowkey has recorded no layout for it"
                    )?;
                }
                continue;
            };
            if kinds.iter().all(|kind| kind.table.is_index() != exports_indexes) {
                continue;
            }
            // Indexes and records can share a table.
            catalog.store.scan(first.table, &all, Direction::Forward, &mut |key, value| {
                let kind = kinds.iter().find(|kind| key.starts_with(kind.recorded.namespace())).unwrap_or(first);
                if kind.table.is_index() == exports_indexes {
                    let for_people = if args.bytes_only { String::new() } else { for_people(kind, key, value) };
                    lines.write(name, key, value, &for_people)?;
                }
                Ok(ControlFlow::Continue(()))
            })?;
        }
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
    let mut position = Position::default();
    while let Some((number, line)) = lines.next_if(|(_, line)| line.as_ref().is_ok_and(|line| is_layout(line))) {
        let line = line?;
        let line = parse(number, &line)?;
        layouts.push((bytes_of(number, &line.key)?, bytes_of(number, &line.value)?));
        position = Position::of(number, &line);
    }
    let kind = kind_of_target(args)?;
    // The first of the kinds that share a table names the table.
    let (mut tables, mut kinds) = (BTreeMap::new(), Vec::new());
    let mut unbuilt = Vec::new();
    for (key, value) in &layouts {
        let recorded = RecordedTable::read(key, value).map_err(anyhow::Error::msg)?;
        ensure!(
            !(kind.has_unfinished_changes() && recorded.is_unique()),
            "{} has no transactions, so it cannot keep the index `{}` unique\nhelp: export only other tables",
            kind.name(),
            recorded.name()
        );
        let table = store::table_of(&recorded);
        tables.entry(table.name()).or_insert(table);
        kinds.push(table);
        let value = if recorded.records().is_some() { recorded.to_incomplete() } else { value.clone() };
        unbuilt.push(layout_change(key, value));
    }

    let mut earlier = check_target(&args.store, kind, &kinds)?;
    let writer = store::open_for_writing(&args.store, kind, &kinds)?;
    if let Some(earlier) = &earlier {
        writeln!(err, "note: continues after line {}", earlier.line)?;
    } else {
        unbuilt.push(position.change());
        writer.write(&[], &unbuilt)?;
    }
    earlier = earlier.filter(|earlier| *earlier != position);
    let mut step = Step { writer: &*writer, limit: args.memory.saturating_mul(1 << 20), rows: Vec::new(), bytes: 0 };
    let (mut count, mut progress) = (0_u64, Progress::new("rows imported", false));
    for (number, line) in lines {
        let line = line.with_context(|| format!("line {number}"))?;
        if earlier.as_ref().is_some_and(|earlier| number < earlier.line) {
            continue;
        }
        let line = parse(number, &line)?;
        if let Some(earlier) = &earlier {
            ensure!(*earlier == Position::of(number, &line), OTHER_EXPORT);
        }
        if earlier.take().is_some() {
            continue;
        }
        let table = tables
            .get(&*line.table)
            .with_context(|| format!("line {number}: the export has no layout of `{}`", line.table))?;
        step.add(Change { table, key: bytes_of(number, &line.key)?, value: Some(bytes_of(number, &line.value)?) });
        count += 1;
        progress.add();
        if step.is_full() {
            step.write(&[Position::of(number, &line).change()])?;
        }
    }
    ensure!(earlier.is_none(), OTHER_EXPORT);
    // The layouts as they were, which say that the indexes are built.
    let mut last: Vec<_> = layouts.into_iter().map(|(key, value)| layout_change(&key, value)).collect();
    last.push(Change { table: &LAYOUTS, key: RecordedTable::key_of_job(JOB), value: None });
    step.write(&last)?;
    progress.finish();
    writeln!(err, "{count} rows in {} tables", tables.len())?;
    Ok(())
}

const OTHER_EXPORT: &str = "the store has the first part of another export, whose import was interrupted: finish that import \
                            first, or import into a new store";

/// The rows that one transaction writes.
struct Step<'w> {
    writer: &'w dyn Writer,
    /// The number of bytes after which a step is written.
    limit: usize,
    rows: Vec<Change>,
    bytes: usize,
}

impl Step<'_> {
    fn add(&mut self, row: Change) {
        self.bytes += size_of::<Change>() + row.key.len() + row.value.as_ref().map_or(0, Vec::len);
        self.rows.push(row);
    }

    fn is_full(&self) -> bool {
        self.bytes >= self.limit
    }

    /// Writes the rows and these changes. If several rows have the same key, the last one is written.
    fn write(&mut self, changes: &[Change]) -> Result<()> {
        fn key_of(row: &Change) -> (&str, &[u8]) {
            (row.table.name(), &row.key)
        }
        self.rows.sort_by(|a, b| key_of(a).cmp(&key_of(b)));
        self.rows.dedup_by(|next, row| {
            key_of(next) == key_of(row) && {
                mem::swap(next, row);
                true
            }
        });
        self.writer.write(&self.rows, changes)?;
        self.rows.clear();
        self.bytes = 0;
        Ok(())
    }
}

/// The last line that an import has written, with its table and key.
#[derive(Default, PartialEq)]
struct Position {
    line: usize,
    row: String,
}

impl Position {
    fn of(number: usize, line: &Line<'_>) -> Self {
        Self { line: number, row: format!("{} {}", line.table, line.key) }
    }

    fn change(&self) -> Change {
        let value = format!("{} {}", self.line, self.row);
        Change { table: &LAYOUTS, key: RecordedTable::key_of_job(JOB), value: Some(value.into_bytes()) }
    }

    fn read(value: &[u8]) -> Result<Self> {
        let value = str::from_utf8(value).ok().and_then(|text| text.split_once(' '));
        let read = value.and_then(|(line, row)| Some(Self { line: line.parse().ok()?, row: row.to_owned() }));
        read.context("the progress of the earlier import is damaged: import into a new store")
    }
}

fn layout_change(key: &[u8], value: Vec<u8>) -> Change {
    Change { table: &LAYOUTS, key: key.into(), value: Some(value) }
}

fn is_layout(line: &str) -> bool {
    serde_json::from_str::<Line<'_>>(line).is_ok_and(|line| line.table == LAYOUTS.name())
}

fn parse(number: usize, line: &str) -> Result<Line<'_>> {
    serde_json::from_str(line).with_context(|| format!("line {number} is not a row of an export"))
}

fn bytes_of(number: usize, hex: &str) -> Result<Vec<u8>> {
    Notation::Hex.parse(hex).with_context(|| format!("line {number}"))
}

fn kind_of_target(args: &Import) -> Result<Kind> {
    match (Kind::of(&args.store), args.kind) {
        (Some(found), Some(kind)) if found != kind => {
            bail!("{} is a {} store", store::shown(&args.store), found.name())
        }
        (Some(found), _) => Ok(found),
        (None, Some(kind)) => Ok(kind),
        (None, None) if args.store.extension().is_some_and(|extension| extension == "redb") => Ok(Kind::Redb),
        (None, None) => bail!(
            "{} does not exist: say which kind of store to create, with `--kind redb`, `--kind fjall` or `--kind lmdb`",
            store::shown(&args.store)
        ),
    }
}

/// Returns the position of an earlier import that was interrupted. Fails if the store has rows of one of the tables.
fn check_target(path: &Path, kind: Kind, kinds: &[&'static Table]) -> Result<Option<Position>> {
    if Kind::of(path).is_none() {
        return Ok(None);
    }
    if kind == Kind::Redb || kind.is_remote() {
        // After an import that was killed, redb must repair the file before it can be read. DynamoDB creates its table.
        drop(store::open_for_writing(path, kind, kinds)?);
    }
    let catalog = Catalog::open(path)?;
    let names: BTreeSet<_> = catalog.store.names().iter().map(String::as_str).collect();
    if names.contains(LAYOUTS.name())
        && let Some(position) = catalog.store.get(&LAYOUTS, &RecordedTable::key_of_job(JOB))?
    {
        return Position::read(&position).map(Some);
    }
    for name in kinds.iter().map(|table| table.name()).filter(|name| names.contains(*name)) {
        ensure!(
            catalog.store.count(name)?.rows() == 0,
            "the store has rows in the table `{name}` already: import into a new store, or export other tables"
        );
    }
    Ok(None)
}
