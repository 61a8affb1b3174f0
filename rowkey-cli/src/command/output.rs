//! Rows as people and programs read them: a table whose columns fit the terminal, JSON lines, or CSV.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write};

use anyhow::Result;
use rowkey::explain::{Explanation, Notation};
use rowkey_cli::explain;
use serde_json::{Map, Value};

use crate::catalog::{Catalog, Recorded, fields};

/// The output format of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Table,
    Json,
    Csv,
}

/// The first rows determine the widths of the columns. Later rows are printed at once.
const FIRST_ROWS: usize = 200;
const MIN_WIDTH: usize = 4;

/// The escape sequences of a terminal for the names of the columns.
const BOLD: &str = "\x1b[1m";
const PLAIN: &str = "\x1b[0m";

/// Counts the rows of a long command, and shows the count in one line of a terminal.
pub(crate) struct Progress {
    rows: u64,
    what: &'static str,
    is_shown: bool,
}

impl Progress {
    pub(crate) fn new(what: &'static str) -> Self {
        Self { rows: 0, what, is_shown: std::io::stderr().is_terminal() && !std::io::stdout().is_terminal() }
    }

    pub(crate) fn add(&mut self) {
        self.rows += 1;
        if self.is_shown && self.rows.is_multiple_of(100_000) {
            eprint!("\r{} {}", self.rows, self.what);
        }
    }

    pub(crate) fn finish(&self) {
        if self.is_shown && self.rows >= 100_000 {
            eprint!("\r\x1b[K");
        }
    }
}

/// Prints rows with the same columns.
pub(crate) struct Rows<'w, W> {
    out: &'w mut W,
    form: Form,
    columns: Vec<String>,
    first: Vec<Vec<String>>,
    widths: Option<Vec<usize>>,
    /// The number of characters of a line. `None` if the output is not a terminal.
    terminal: Option<usize>,
}

impl<'w, W: Write> Rows<'w, W> {
    pub(crate) fn new(out: &'w mut W, form: Form, columns: Vec<String>, terminal: Option<usize>) -> Self {
        Self { out, form, columns, first: Vec::new(), widths: None, terminal }
    }

    pub(crate) fn row(&mut self, row: Vec<Value>) -> Result<()> {
        match self.form {
            Form::Json => {
                let object: Map<_, _> = self.columns.iter().cloned().zip(row).collect();
                serde_json::to_writer(&mut *self.out, &object).map_err(std::io::Error::from)?;
                writeln!(self.out)?;
            }
            Form::Csv => {
                if self.widths.is_none() {
                    self.widths = Some(Vec::new());
                    let names = self.columns.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(",");
                    writeln!(self.out, "{names}")?;
                }
                writeln!(self.out, "{}", row.iter().map(|value| quoted(&text(value))).collect::<Vec<_>>().join(","))?;
            }
            Form::Table => {
                let row: Vec<_> = row.iter().map(text).collect();
                if self.widths.is_some() {
                    return self.line(&row);
                }
                self.first.push(row);
                if self.first.len() == FIRST_ROWS {
                    self.start()?;
                }
            }
        }
        Ok(())
    }

    /// Prints the names of the columns and the first rows.
    fn start(&mut self) -> Result<()> {
        let rows = std::mem::take(&mut self.first);
        let width = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column)).chain(self.columns.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
        };
        let mut widths: Vec<_> = (0..self.columns.len()).map(width).collect();
        if let Some(terminal) = self.terminal {
            // Shortens the widest column until the line fits.
            while widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1) > terminal {
                match widths.iter_mut().max() {
                    Some(widest) if *widest > MIN_WIDTH => *widest -= 1,
                    _ => break,
                }
            }
        }
        self.widths = Some(widths);
        let columns = self.columns.clone();
        let [bold, plain] = if self.terminal.is_some() { [BOLD, PLAIN] } else { [""; 2] };
        write!(self.out, "{bold}")?;
        self.line(&columns)?;
        write!(self.out, "{plain}")?;
        rows.iter().try_for_each(|row| self.line(row))
    }

    fn line(&mut self, cells: &[String]) -> Result<()> {
        let widths = self.widths.as_deref().unwrap_or_default();
        let mut line = String::new();
        for (index, (cell, width)) in cells.iter().zip(widths).enumerate() {
            let is_cut = self.terminal.is_some() && cell.chars().count() > *width;
            let shown: String =
                if is_cut { cell.chars().take(width - 1).chain(['…']).collect() } else { cell.clone() };
            let gap = if index == 0 { "" } else { "  " };
            let _ = write!(line, "{gap}{shown:<width$}"); // never fails
        }
        writeln!(self.out, "{}", line.trim_end())?;
        Ok(())
    }

    /// Prints the rows that are not printed yet.
    pub(crate) fn finish(mut self) -> Result<()> {
        if self.form == Form::Table && self.widths.is_none() {
            self.start()?;
        }
        Ok(())
    }
}

/// Returns a value in one line, without the quotes of a string.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => {
            text.chars().flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] }).collect()
        }
        other => other.to_string(),
    }
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

/// Returns a field as JSON: a number, a Boolean, or the text that `explain` prints.
fn field_value(text: &str) -> Value {
    if text == "None" {
        return Value::Null;
    }
    if let Some(inner) = text.strip_prefix("Some(").and_then(|text| text.strip_suffix(')')) {
        return field_value(inner);
    }
    match serde_json::from_str(text) {
        Ok(value @ (Value::Number(_) | Value::Bool(_) | Value::String(_))) => value,
        _ => Value::String(text.to_owned()),
    }
}

/// Returns the value of a record as JSON, as text, or as bytes in hex, depending on the format. Only the program can read
/// some formats, such as `postcard`. For such a format, returns the number of bytes and the bytes in hex.
pub(crate) fn stored_value(format: &str, bytes: &[u8]) -> Value {
    let hex = || format!("0x{}", Notation::Hex.write(bytes));
    let read = match format {
        "json" => serde_json::from_slice(bytes).ok(),
        "text" => std::str::from_utf8(bytes).ok().map(|text| Value::String(text.to_owned())),
        "bytes" => Some(Value::String(hex())),
        "nothing" => Some(Value::Null),
        _ => None,
    };
    read.unwrap_or_else(|| Value::String(format!("{} bytes {}", bytes.len(), hex())))
}

/// A converter from the rows of a table to the cells of columns.
pub(crate) struct Columns<'c> {
    catalog: &'c Catalog,
    table: &'c Recorded,
    records: Option<&'c Recorded>,
}

/// A row that was read.
pub(crate) struct Shown {
    pub(crate) fields: BTreeMap<String, String>,
    pub(crate) cells: Vec<Value>,
    /// The reason why the row is damaged, or `None` if the row is valid.
    pub(crate) problem: Option<String>,
}

impl<'c> Columns<'c> {
    pub(crate) fn new(catalog: &'c Catalog, table: &'c Recorded) -> Self {
        Self { catalog, table, records: catalog.records_of(table) }
    }

    /// Returns the names of the columns: the fields, and the value. An index also has a column for the record's value.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = self.table.layout().field_names().map(str::to_owned).collect();
        if self.table.recorded.records().is_none() {
            names.push("value".to_owned());
            return names;
        }
        if self.table.recorded.format().is_some() {
            names.push("stored".to_owned());
        }
        if self.records.is_some() {
            names.push("record".to_owned());
        }
        names
    }

    pub(crate) fn row(&self, key: &[u8], value: &[u8]) -> Result<Shown> {
        let explanation = explain(self.table.layout(), key);
        let mut problem = explanation.problem().map(|problem| format!("{problem}"));
        let fields = fields(&explanation).unwrap_or_default();
        let cell = |name: &str| fields.get(name).map_or(Value::Null, |text| field_value(text));
        let mut cells: Vec<_> = self.table.layout().field_names().map(cell).collect();
        let recorded = &self.table.recorded;
        if recorded.records().is_none() {
            cells.push(stored_value(recorded.format().unwrap_or_default(), value));
            return Ok(Shown { fields, cells, problem });
        }
        if let Some(format) = recorded.format() {
            let stored = if recorded.stores_primary() {
                recorded.split_entry(value).map(|(_, stored)| stored)
            } else {
                Some(value)
            };
            cells.push(stored.map_or(Value::Null, |stored| stored_value(format, stored)));
        }
        if let Some(records) = self.records {
            let primary = match problem {
                None => self.catalog.primary_key(self.table, key, value),
                Some(_) => Err(anyhow::anyhow!("the key of the entry is damaged")),
            };
            let record = match primary {
                Ok(primary) => self.catalog.store.get(records.table, &primary)?,
                Err(error) => {
                    problem.get_or_insert(format!("{error:#}"));
                    None
                }
            };
            if record.is_none() {
                problem.get_or_insert_with(|| "the record of this entry does not exist".to_owned());
            }
            cells.push(
                record.map_or(Value::Null, |value| stored_value(records.recorded.format().unwrap_or_default(), &value)),
            );
        }
        Ok(Shown { fields, cells, problem })
    }
}

/// Returns a key in the notation of HBase's shell, for messages.
pub(crate) fn shown_key(key: &[u8]) -> String {
    Notation::HbaseShell.write(key)
}

/// Returns the fields of a key as JSON, or no fields if the key is damaged.
pub(crate) fn fields_as_json(explanation: &Explanation) -> Map<String, Value> {
    fields(explanation).unwrap_or_default().into_iter().map(|(name, text)| (name, field_value(&text))).collect()
}
