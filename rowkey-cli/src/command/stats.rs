//! `stats` counts the rows and bytes of each table, of each value of the first field, and of each bucket of a salt.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::ops::ControlFlow;

use anyhow::{Context, Result, bail};
use rowkey::explain::PartKind;
use rowkey::store::Direction;
use rowkey_cli::{Notation, Selection, Value, explain};
use serde::Serialize;

use crate::catalog::{Catalog, Recorded};
use crate::cli::Stats;
use crate::output::text;

const BAR: usize = 40;
/// The number of bars of a table.
const TOP: usize = 10;

#[derive(Default, Serialize, Clone, Copy)]
struct Size {
    rows: u64,
    bytes: u64,
}

impl Size {
    fn add(&mut self, bytes: usize) {
        self.rows += 1;
        self.bytes += bytes as u64;
    }
}

#[derive(Serialize)]
struct TableStats {
    table: String,
    rows: u64,
    key_bytes: u64,
    value_bytes: u64,
    /// The name of the first field, and the values with the most bytes.
    first_field: String,
    top: Vec<(String, Size)>,
    values: usize,
    /// The buckets of the salt, in order.
    buckets: Vec<(String, Size)>,
}

pub(crate) fn stats(args: &Stats, out: &mut impl Write) -> Result<()> {
    let catalog = Catalog::open(&args.store)?;
    let tables = match &args.table {
        Some(name) => vec![catalog.table(name)?],
        None => catalog.tables.iter().collect(),
    };
    let mut all = Vec::new();
    for table in tables {
        let (mut key_bytes, mut value_bytes, mut rows) = (0, 0, 0);
        let (mut values, mut buckets) = (BTreeMap::<String, Size>::new(), BTreeMap::<Vec<u8>, Size>::new());
        let field = args.by.as_deref().or(table.layout().field_names().next()).unwrap_or_default().to_owned();
        let selection = Selection::new(table.layout(), &args.conditions)?;
        let index = position(table, &field, args)?;
        for range in selection.ranges() {
            catalog.store.scan(table.table, range, Direction::Forward, &mut |key, value| {
                let explanation = explain(table.layout(), key);
                if !selection.matches(&explanation) {
                    return Ok(ControlFlow::Continue(()));
                }
                rows += 1;
                key_bytes += key.len() as u64;
                value_bytes += value.len() as u64;
                let len = key.len() + value.len();
                if let Some(index) = index {
                    let value = Value::of_fields(table.layout(), &explanation).into_iter().nth(index).flatten();
                    let value = if value.is_some() { text(&value) } else { "not known".to_owned() };
                    values.entry(value).or_default().add(len);
                }
                for salt in explanation.parts().iter().filter(|part| part.kind() == PartKind::Salt) {
                    buckets.entry(salt.bytes().to_vec()).or_default().add(len);
                }
                Ok(ControlFlow::Continue(()))
            })?;
        }
        let count = values.len();
        let mut top: Vec<_> = values.into_iter().collect();
        top.sort_by_key(|(_, size)| std::cmp::Reverse(size.bytes));
        top.truncate(TOP);
        let buckets = buckets.into_iter().map(|(salt, size)| (Notation::Hex.write(&salt), size)).collect();
        all.push(TableStats {
            table: table.shown_name(),
            rows,
            key_bytes,
            value_bytes,
            first_field: field,
            top,
            values: count,
            buckets,
        });
    }
    if let Some(path) = &args.svg {
        std::fs::write(path, svg(&all)?).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if args.json {
        serde_json::to_writer(&mut *out, &all).map_err(std::io::Error::from)?;
        writeln!(out)?;
        return Ok(());
    }
    let total = |table: &TableStats| table.key_bytes + table.value_bytes;
    let all_bytes: u64 = all.iter().map(total).sum();
    let width = all.iter().map(|table| table.table.chars().count()).max().unwrap_or_default();
    for table in &all {
        let bytes = total(table);
        writeln!(out, "{:<width$}  {:>10}  {}", table.table, bytes_text(bytes), bar(bytes, all_bytes))?;
    }
    for table in &all {
        let average = |bytes: u64| bytes.checked_div(table.rows).unwrap_or_default();
        writeln!(
            out,
            "\n{}: {} rows, keys of {} bytes and values of {} bytes on average",
            table.table,
            table.rows,
            average(table.key_bytes),
            average(table.value_bytes)
        )?;
        let largest = table.top.first().map_or(0, |(_, size)| size.bytes);
        let shown = table
            .top
            .iter()
            .map(|(value, _)| table.first_field.chars().count() + 3 + value.chars().count())
            .max()
            .unwrap_or_default();
        for (value, size) in &table.top {
            let name = format!("{} = {value}", table.first_field);
            writeln!(
                out,
                "  {name:<shown$}  {:>8} rows  {:>10}  {}",
                size.rows,
                bytes_text(size.bytes),
                bar(size.bytes, largest)
            )?;
        }
        if table.values > table.top.len() {
            writeln!(out, "  and {} other values of {}", table.values - table.top.len(), table.first_field)?;
        }
        let sizes = || table.buckets.iter().map(|(_, size)| size.rows);
        if let (Some(least), Some(most)) = (sizes().min(), sizes().max()) {
            writeln!(out, "  {} buckets, with {least} to {most} rows", table.buckets.len())?;
        }
    }
    Ok(())
}

/// Returns the position of the field whose values are compared. Returns `None` if the key has no fields.
fn position(table: &Recorded, field: &str, args: &Stats) -> Result<Option<usize>> {
    let position = table.layout().field_names().position(|name| name == field);
    if position.is_none() && args.by.is_some() {
        let names = table.layout().field_names().collect::<Vec<_>>().join(", ");
        bail!("there is no field `{field}`; the fields are {names}");
    }
    Ok(position)
}

fn bar(part: u64, whole: u64) -> String {
    let width = usize::try_from((part * BAR as u64).checked_div(whole).unwrap_or_default()).unwrap_or(BAR);
    "█".repeat(width)
}

fn bytes_text(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} B"),
        10_000..10_000_000 => format!("{} kB", bytes / 1000),
        10_000_000..10_000_000_000 => format!("{} MB", bytes / 1_000_000),
        _ => format!("{} GB", bytes / 1_000_000_000),
    }
}

/// Draws a bar for each table. Below the bar of a table, draws a bar for each value with many bytes.
fn svg(tables: &[TableStats]) -> Result<String> {
    const LINE: usize = 22;
    const LEFT: usize = 260;
    const WIDTH: usize = 400;
    let lines: usize = tables.iter().map(|table| 2 + table.top.len()).sum();
    let height = lines * LINE + LINE;
    let mut svg = String::new();
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\">",
        LEFT + WIDTH + 120
    )?;
    let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    let all = tables.iter().map(|table| table.key_bytes + table.value_bytes).max().unwrap_or_default();
    let mut y = LINE;
    let mut draw = |name: &str, bytes: u64, whole: u64, color: &str, left: usize| {
        let width = usize::try_from((bytes * WIDTH as u64).checked_div(whole).unwrap_or_default()).unwrap_or(WIDTH);
        let line = format!(
            "<text x=\"{left}\" y=\"{}\">{}</text><rect x=\"{LEFT}\" y=\"{y}\" width=\"{width}\" height=\"{}\" fill=\"{color}\"/><text x=\"{}\" y=\"{}\">{}</text>\n",
            y + 14,
            escape(name),
            LINE - 6,
            LEFT + width + 6,
            y + 14,
            bytes_text(bytes)
        );
        y += LINE;
        line
    };
    for table in tables {
        svg += &draw(&table.table, table.key_bytes + table.value_bytes, all, "#4878a8", 8);
        let largest = table.top.first().map_or(0, |(_, size)| size.bytes);
        for (value, size) in &table.top {
            svg += &draw(&format!("{} = {value}", table.first_field), size.bytes, largest, "#a8c4e0", 24);
        }
    }
    svg += "</svg>\n";
    Ok(svg)
}
