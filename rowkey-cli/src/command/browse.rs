//! The commands that show a store: `ls`, `scan` and `get`.

use std::collections::BTreeSet;
use std::io::Write;
use std::ops::ControlFlow;

use anyhow::{Context, Result, bail};
use rowkey::KeyRange;
use rowkey::store::{Direction, LAYOUTS};
use rowkey_cli::{Selection, Value, between};

use crate::catalog::Catalog;
use crate::cli::{Get, Ls, RowForm, Scan};
use crate::output::{Cell, Columns, Form, Rows, in_lines, json_object, new_name, shown_key, text};
use crate::store::{self, Count};

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
        writeln!(out, "{}: {}\n", store::shown(&args.store), catalog.store.kind().name())?;
    }
    let mut listed: Vec<[Cell; 6]> = Vec::new();
    let word = |text: &str| Some(Value::Other(text.to_owned()));
    let number = |number: u64| Some(Value::Literal(number.to_string()));
    let shown_count = |count| match (form, count) {
        (Form::Table, Count::About(rows)) => word(&format!("about {rows}")),
        (Form::Table, Count::AtLeast(rows)) => word(&format!("at least {rows}")),
        (_, count) => number(count.rows()),
    };
    // Some stores create a table with its first row, so a recorded table may not exist yet.
    let recorded_names = catalog.tables.iter().map(|table| table.recorded.name());
    let names: BTreeSet<&str> = catalog.store.names().iter().map(String::as_str).chain(recorded_names).collect();
    for name in names.into_iter().filter(|name| *name != LAYOUTS.name()) {
        let exists = catalog.store.names().iter().any(|other| other == name);
        let recorded: Vec<_> = catalog.tables.iter().filter(|table| table.recorded.name() == name).collect();
        // The store knows only the rows and bytes of all kinds together.
        let is_shared = recorded.len() > 1;
        let count = || {
            let count = if exists { catalog.store.count(name) } else { Ok(Count::Exactly(0)) };
            count.with_context(|| format!("table `{name}`"))
        };
        let bytes = if exists && !is_shared { catalog.store.bytes(name)?.and_then(number) } else { None };
        for table in &recorded {
            let count = if exists && is_shared { catalog.count(table)? } else { count()? };
            let fields = table.layout().field_names().collect::<Vec<_>>().join(", ");
            listed.push([
                word(&table.shown_name()),
                shown_count(count),
                bytes.clone(),
                word(&table.kind()),
                catalog.state(table).and_then(word),
                word(&fields),
            ]);
        }
        if recorded.is_empty() {
            let damaged = catalog.damaged.iter().find(|(damaged, _)| damaged == name).map(|(_, reason)| reason);
            let kind = if damaged.is_some() { "layout damaged" } else { "not of rowkey" };
            listed.push([
                word(name),
                shown_count(count()?),
                bytes,
                word(kind),
                damaged.and_then(|reason| word(reason)),
                None,
            ]);
        }
    }
    // redb does not know the size of a table.
    let has_bytes = form != Form::Table || listed.iter().any(|[_, _, bytes, ..]| bytes.is_some());
    let is_shown = |column: usize| has_bytes || column != 2;
    let columns = ["table", "rows", "bytes", "kind", "state", "fields"].into_iter().enumerate();
    let columns = columns.filter(|(column, _)| is_shown(*column)).map(|(_, name)| name.to_owned());
    let mut rows = Rows::new(out, form, columns.collect(), terminal);
    for row in listed {
        let row = row.into_iter().enumerate().filter(|(column, _)| is_shown(*column));
        rows.row(&row.map(|(_, cell)| cell).collect::<Vec<_>>())?;
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

/// The number of rows whose records are read together.
const SOME: u64 = 100;

/// Prints rows. Returns false if a row is damaged.
pub(crate) fn scan(args: &Scan, out: &mut impl Write, err: &mut impl Write, terminal: Option<usize>) -> Result<bool> {
    let catalog = Catalog::open(&args.store)?;
    let table = catalog.table(&args.table)?;
    let selection = Selection::new(table.layout(), &args.conditions)?;
    let filtered = selection.filtered_fields().collect::<Vec<_>>().join("`, `");
    if !filtered.is_empty() {
        writeln!(
            err,
            "note: reads more rows than it prints, because the rows with this `{filtered}` are not next to each other"
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
        selection.ranges().iter().map(|range| within(range, from.as_deref(), to.as_deref())).collect();
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
        let mut print = |some: &mut Vec<(Vec<u8>, Vec<u8>)>, left: &mut u64| -> Result<()> {
            for ((key, _), row) in some.iter().zip(columns.rows(some)?) {
                if let Some(problem) = &row.problem {
                    all_valid &= !row.is_damaged;
                    writeln!(err, "row {}: {problem}", shown_key(key))?;
                }
                if selection.matches(&row.explanation) {
                    rows.row(&row.cells)?;
                    *left -= 1;
                }
            }
            some.clear();
            Ok(())
        };
        let mut some = Vec::new();
        let scanned = catalog.store.scan(table.table, range, direction, &mut |key, value| {
            some.push((key.to_vec(), value.to_vec()));
            if some.len() as u64 == left.min(SOME) {
                print(&mut some, &mut left)?;
            }
            Ok(if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        // The rows before an error are printed, too.
        print(&mut some, &mut left)?;
        scanned?;
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
    for range in selection.ranges() {
        catalog.store.scan(table.table, range, Direction::Forward, &mut |key, value| {
            let row = columns.row(key, value)?;
            if selection.matches(&row.explanation) {
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
    let names = columns.names();
    if args.json {
        writeln!(out, "{}", json_object(names.iter().zip(&row.cells)))?;
    } else {
        let key_name = new_name("key", &names);
        let width = names.iter().chain([&key_name]).map(|name| name.chars().count()).max().unwrap_or_default();
        writeln!(out, "{key_name:<width$}  {}", shown_key(&key))?;
        for (name, cell) in names.iter().zip(&row.cells) {
            let text = if let Some(Value::Json(json)) = cell { in_lines(json) } else { text(cell) };
            writeln!(out, "{name:<width$}  {text}")?;
        }
    }
    if let Some(problem) = &row.problem {
        writeln!(err, "row {}: {problem}", shown_key(&key))?;
    }
    Ok(!row.is_damaged)
}
