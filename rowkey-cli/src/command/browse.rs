//! The commands that show a store: `ls`, `scan` and `get`.

use std::collections::BTreeSet;
use std::io::Write;
use std::ops::ControlFlow;

use anyhow::{Context, Result, bail};
use rowkey::KeyRange;
use rowkey::store::{Direction, LAYOUTS};
use serde_json::{Value, json};

use crate::catalog::Catalog;
use crate::cli::{Get, Ls, RowForm, Scan};
use crate::conditions::{Selection, between};
use crate::output::{Columns, Form, Rows, shown_key};
use crate::store::Count;

impl RowForm {
    pub(crate) fn form(&self) -> Form {
        match (self.json, self.csv) {
            (true, _) => Form::Json,
            (_, true) => Form::Csv,
            _ => Form::Table,
        }
    }
}

/// Lists the tables. Returns false if the layout of a table is damaged.
pub(crate) fn ls(args: &Ls, out: &mut impl Write, err: &mut impl Write, terminal: Option<usize>) -> Result<bool> {
    let catalog = Catalog::open(&args.store)?;
    let form = args.form.form();
    if form == Form::Table {
        writeln!(out, "{}: {}\n", args.store.display(), catalog.store.kind().name())?;
    }
    let mut listed: Vec<[Value; 6]> = Vec::new();
    // Some stores create a table with its first row, so a recorded table may not exist yet.
    let recorded_names = catalog.tables.iter().map(|table| table.recorded.name());
    let names: BTreeSet<&str> = catalog.store.names().iter().map(String::as_str).chain(recorded_names).collect();
    for name in names.into_iter().filter(|name| *name != LAYOUTS.name()) {
        let exists = catalog.store.names().iter().any(|other| other == name);
        let count = if exists {
            catalog.store.count(name).with_context(|| format!("table `{name}`"))?
        } else {
            Count::Exactly(0)
        };
        let rows_of = match (form, count) {
            (Form::Table, Count::About(rows)) => json!(format!("about {rows}")),
            (Form::Table, Count::AtLeast(rows)) => json!(format!("at least {rows}")),
            (_, count) => json!(count.rows()),
        };
        let bytes = if exists { catalog.store.bytes(name)? } else { None };
        let bytes = bytes.map_or(Value::Null, |bytes| json!(bytes));
        let recorded: Vec<_> = catalog.tables.iter().filter(|table| table.recorded.name() == name).collect();
        for table in &recorded {
            let names = table.layout().field_names().collect::<Vec<_>>().join(", ");
            let state = catalog.state(table).map_or(Value::Null, |state| json!(state));
            listed.push([
                json!(table.shown_name()),
                rows_of.clone(),
                bytes.clone(),
                json!(table.kind()),
                state,
                json!(names),
            ]);
        }
        if recorded.is_empty() {
            let damaged = catalog.damaged.iter().find(|(damaged, _)| damaged == name).map(|(_, reason)| json!(reason));
            let kind = if damaged.is_some() { "layout damaged" } else { "not of rowkey" };
            listed.push([json!(name), rows_of, bytes, json!(kind), damaged.unwrap_or(Value::Null), Value::Null]);
        }
    }
    // redb does not know the size of a table.
    let has_bytes = form != Form::Table || listed.iter().any(|[_, _, bytes, ..]| !bytes.is_null());
    let is_shown = |column: usize| has_bytes || column != 2;
    let columns = ["table", "rows", "bytes", "kind", "state", "fields"].into_iter().enumerate();
    let columns = columns.filter(|(column, _)| is_shown(*column)).map(|(_, name)| name.to_owned());
    let mut rows = Rows::new(out, form, columns.collect(), terminal);
    for row in listed {
        let row = row.into_iter().enumerate().filter(|(column, _)| is_shown(*column));
        rows.row(row.map(|(_, cell)| cell).collect())?;
    }
    rows.finish()?;
    if args.layouts {
        for table in &catalog.tables {
            writeln!(out, "\n{}", table.recorded.to_string().trim_end())?;
        }
    }
    for job in &catalog.jobs {
        writeln!(err, "note: the job `{job}` has not finished")?;
    }
    for (name, reason) in &catalog.damaged {
        writeln!(err, "table `{name}`: {reason}")?;
    }
    Ok(catalog.damaged.is_empty())
}

/// Prints rows. Returns false if a row is damaged.
pub(crate) fn scan(args: &Scan, out: &mut impl Write, err: &mut impl Write, terminal: Option<usize>) -> Result<bool> {
    let catalog = Catalog::open(&args.store)?;
    let table = catalog.table(&args.table)?;
    let selection = Selection::new(table.layout(), &args.conditions)?;
    if !selection.filters.is_empty() {
        let fields = selection.filters.iter().map(|(field, _)| field.as_str()).collect::<Vec<_>>().join(", ");
        let first = table.layout().field_names().next().unwrap_or_default();
        writeln!(
            err,
            "note: reads more rows than it prints, because `{fields}` is not a leading field (the first is `{first}`)"
        )?;
    }
    let notation = |text: &String| args.notation.notation(text).parse(text).with_context(|| format!("key `{text}`"));
    let from = args.from.as_ref().map(notation).transpose()?;
    let to = args.to.as_ref().map(notation).transpose()?;
    let columns = Columns::new(&catalog, table);
    let mut rows = Rows::new(out, args.form.form(), columns.names(), terminal);
    let (mut left, mut all_valid) = (args.limit.unwrap_or(u64::MAX), true);
    let direction = if args.rev { Direction::Backward } else { Direction::Forward };
    let mut ranges: Vec<KeyRange> =
        selection.ranges.iter().map(|range| within(range, from.as_deref(), to.as_deref())).collect();
    if ranges.len() > 1 {
        writeln!(err, "note: the rows of {} buckets follow each other", ranges.len())?;
    }
    if args.rev {
        ranges.reverse();
    }
    for range in &ranges {
        if left == 0 {
            break;
        }
        catalog.store.scan(table.table, range, direction, &mut |key, value| {
            let row = columns.row(key, value)?;
            if let Some(problem) = &row.problem {
                all_valid = false;
                writeln!(err, "row {}: {problem}", shown_key(key))?;
            }
            if selection.matches(&row.fields) {
                rows.row(row.cells)?;
                left -= 1;
            }
            Ok(if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
    }
    rows.finish()?;
    Ok(all_valid)
}

/// Returns the part of a range from `from` on and before `to`.
fn within(range: &KeyRange, from: Option<&[u8]>, to: Option<&[u8]>) -> KeyRange {
    let start = from.unwrap_or_default().max(range.start());
    let end = match (to, range.end()) {
        (Some(to), Some(end)) => Some(to.min(end)),
        (to, end) => to.or(end),
    };
    between(start, end)
}

/// Prints one row, a field in each line. Returns false if there is no such row.
pub(crate) fn get(args: &Get, out: &mut impl Write, err: &mut impl Write) -> Result<bool> {
    let catalog = Catalog::open(&args.store)?;
    let table = catalog.table(&args.table)?;
    let selection = Selection::new(table.layout(), &args.conditions)?;
    let columns = Columns::new(&catalog, table);
    let mut found = Vec::new();
    for range in &selection.ranges {
        catalog.store.scan(table.table, range, Direction::Forward, &mut |key, value| {
            let row = columns.row(key, value)?;
            if selection.matches(&row.fields) {
                found.push((key.to_vec(), row));
            }
            Ok(if found.len() > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
    }
    let (key, row) = match found.len() {
        0 => {
            writeln!(err, "no row of `{}` matches", args.table)?;
            return Ok(false);
        }
        1 => found.remove(0),
        _ => bail!("several rows match; give a value to each field, or use `rowkey scan`"),
    };
    if args.json {
        let object: serde_json::Map<_, _> = columns.names().into_iter().zip(row.cells).collect();
        serde_json::to_writer(&mut *out, &object).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        let names = columns.names();
        let width = names.iter().map(String::len).max().unwrap_or_default();
        writeln!(out, "{:<width$}  {}", "key", shown_key(&key))?;
        for (name, value) in names.iter().zip(&row.cells) {
            let text = match value {
                Value::String(text) => text.clone(),
                Value::Object(_) | Value::Array(_) => serde_json::to_string_pretty(value).unwrap_or_default(),
                other => other.to_string(),
            };
            writeln!(out, "{name:<width$}  {text}")?;
        }
    }
    if let Some(problem) = &row.problem {
        writeln!(err, "row {}: {problem}", shown_key(&key))?;
    }
    Ok(row.problem.is_none())
}
