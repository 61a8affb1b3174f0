//! Rows as people and programs read them: a table whose columns fit the terminal, JSON lines, or CSV.

use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write};

use anyhow::Result;
use rowkey::explain::Explanation;
use rowkey_cli::{Notation, Value, explain, json_string};
use serde_json::value::RawValue;

use crate::catalog::{Catalog, Recorded};

/// A value, or nothing if the row has no value for the column.
pub(crate) type Cell = Option<Value>;

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
    /// `prints` tells whether the command writes to the standard output, whose lines the count would disturb on a terminal.
    pub(crate) fn new(what: &'static str, prints: bool) -> Self {
        let is_shown = std::io::stderr().is_terminal() && !(prints && std::io::stdout().is_terminal());
        Self { rows: 0, what, is_shown }
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

    pub(crate) fn row(&mut self, row: &[Cell]) -> Result<()> {
        match self.form {
            Form::Json => writeln!(self.out, "{}", json_object(self.columns.iter().zip(row)))?,
            Form::Csv => {
                if self.widths.is_none() {
                    self.widths = Some(Vec::new());
                    let names = self.columns.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(",");
                    writeln!(self.out, "{names}")?;
                }
                let cells = row.iter().map(|cell| quoted(&cell.as_ref().map(Value::to_csv).unwrap_or_default()));
                let line = cells.collect::<Vec<_>>().join(",");
                // Parsers skip empty lines.
                writeln!(self.out, "{}", if line.is_empty() { "\"\"" } else { &line })?;
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

/// Returns the text form of a cell.
pub(crate) fn text(cell: &Cell) -> String {
    cell.as_ref().map(ToString::to_string).unwrap_or_default()
}

pub(crate) fn json(cell: &Cell) -> String {
    cell.as_ref().map_or("null".to_owned(), Value::to_json)
}

/// Returns an object with a member for each column.
pub(crate) fn json_object<'c>(cells: impl Iterator<Item = (&'c String, &'c Cell)>) -> String {
    let member = |(name, cell): (&String, &Cell)| format!("{}:{}", json_string(name), json(cell));
    format!("{{{}}}", cells.map(member).collect::<Vec<_>>().join(","))
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

/// The value of a record, or what is wrong with it.
pub(crate) struct Stored {
    pub(crate) cell: Cell,
    pub(crate) problem: Option<String>,
}

/// Reads the value of a record as JSON, as text, or as bytes in hex, depending on the format. Only the program can read
/// some formats, such as `postcard`. The cell of such a value, and of a damaged value, has the number of bytes and the bytes
/// in hex.
pub(crate) fn stored_value(recorded: &Recorded, bytes: &[u8]) -> Stored {
    let hex = || format!("0x{}", Notation::Hex.write(bytes));
    let valid = |value: Value| Stored { cell: Some(value), problem: None };
    let unread = |problem| Stored { cell: Some(Value::Other(format!("{} bytes {}", bytes.len(), hex()))), problem };
    match recorded.recorded.format().unwrap_or_default() {
        "json" => match serde_json::from_slice::<&RawValue>(bytes) {
            Ok(json) => valid(Value::Json(in_one_line(json.get()))),
            Err(error) => unread(Some(format!("the value is not JSON: {error}"))),
        },
        "text" => match std::str::from_utf8(bytes) {
            Ok(text) => valid(Value::Text { text: text.to_owned(), is_optional: false }),
            Err(error) => unread(Some(format!("the value is not text: {error}"))),
        },
        "bytes" => valid(Value::Other(hex())),
        "nothing" if bytes.is_empty() => Stored { cell: None, problem: None },
        "nothing" => unread(Some("the record has no value, but bytes are stored".to_owned())),
        _ => unread(None),
    }
}

/// Returns a JSON text in one line, without white space between its parts.
fn in_one_line(json: &str) -> String {
    spaced(json, false)
}

/// Returns a JSON text with each member and element in a line of its own.
pub(crate) fn in_lines(json: &str) -> String {
    spaced(json, true)
}

/// Numbers and strings stay as they are: a parser would round numbers.
fn spaced(json: &str, has_lines: bool) -> String {
    let (mut out, mut depth, mut is_string, mut is_escaped) =
        (String::with_capacity(json.len()), 0_usize, false, false);
    for character in json.chars() {
        if is_string {
            is_string = is_escaped || character != '"';
            is_escaped = character == '\\' && !is_escaped;
            out.push(character);
            continue;
        }
        let is_end = matches!(character, '}' | ']');
        let starts_line = if is_end { !out.ends_with(['{', '[']) } else { out.ends_with(['{', '[', ',']) };
        match character {
            ' ' | '\t' | '\n' | '\r' => continue,
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            _ => is_string = character == '"',
        }
        if has_lines && starts_line {
            let outer = depth - usize::from(matches!(character, '{' | '['));
            out.push('\n');
            out.extend(std::iter::repeat_n("  ", outer));
        }
        out.push(character);
        if has_lines && character == ':' {
            out.push(' ');
        }
    }
    out
}

/// A converter from the rows of a table to the cells of columns.
pub(crate) struct Columns<'c> {
    catalog: &'c Catalog,
    table: &'c Recorded,
    records: Option<&'c Recorded>,
}

/// A row that was read.
pub(crate) struct Shown {
    pub(crate) explanation: Explanation,
    pub(crate) cells: Vec<Cell>,
    /// A message about the row, or `None` if the row is as it should be.
    pub(crate) problem: Option<String>,
    /// True if the row is damaged. Without a problem, this is false.
    pub(crate) is_damaged: bool,
}

impl<'c> Columns<'c> {
    pub(crate) fn new(catalog: &'c Catalog, table: &'c Recorded) -> Self {
        Self { catalog, table, records: catalog.records_of(table) }
    }

    /// Returns the names of the columns: the fields, and the value. An index also has a column for the record's value. If a
    /// field has the name of such a column, `_` follows the name of the column.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = self.table.layout().field_names().map(str::to_owned).collect();
        let others = if self.table.recorded.records().is_none() {
            vec!["value"]
        } else {
            let stored = self.table.recorded.format().map(|_| "stored");
            stored.into_iter().chain(self.records.map(|_| "record")).collect()
        };
        for name in others {
            names.push(new_name(name, &names));
        }
        names
    }

    pub(crate) fn row(&self, key: &[u8], value: &[u8]) -> Result<Shown> {
        Ok(self.rows(&[(key.to_vec(), value.to_vec())])?.remove(0))
    }

    /// Reads the records of several entries together, because a store on another machine needs a while for each answer.
    pub(crate) fn rows(&self, rows: &[(Vec<u8>, Vec<u8>)]) -> Result<Vec<Shown>> {
        let explanations: Vec<_> = rows.iter().map(|(key, _)| explain(self.table.layout(), key)).collect();
        let Some(records) = self.records else {
            let shown =
                rows.iter().zip(explanations).map(|((_, value), explanation)| self.show(value, explanation, None));
            return Ok(shown.collect());
        };
        let primary = rows.iter().zip(&explanations).map(|((key, value), explanation)| match explanation.problem() {
            None => self.catalog.primary_key(self.table, key, value),
            Some(_) => Err(anyhow::anyhow!("the key of the entry is damaged")),
        });
        let primary: Vec<_> = primary.collect();
        let keys = primary.iter().filter_map(|key| key.as_ref().ok().cloned()).collect();
        let mut found = self.catalog.store.get_all(records.table, keys)?.into_iter();
        let shown = rows.iter().zip(primary).zip(explanations).map(|(((_, value), primary), explanation)| {
            let record = primary.map(|_| found.next().flatten());
            self.show(value, explanation, Some((records, record)))
        });
        Ok(shown.collect())
    }

    /// Shows a row. An entry of an index comes with its record, or with the reason why the record cannot be found.
    fn show(
        &self,
        value: &[u8],
        explanation: Explanation,
        record: Option<(&Recorded, Result<Option<Vec<u8>>>)>,
    ) -> Shown {
        let mut problem = explanation.problem().map(|problem| format!("{problem}"));
        let mut cells = Value::of_fields(self.table.layout(), &explanation);
        let mut push = |stored: Option<Stored>, problem: &mut Option<String>| {
            let (cell, wrong) = stored.map_or((None, None), |stored| (stored.cell, stored.problem));
            cells.push(cell);
            *problem = problem.take().or(wrong);
        };
        let recorded = &self.table.recorded;
        if recorded.records().is_none() {
            push(Some(stored_value(self.table, value)), &mut problem);
        } else if recorded.format().is_some() {
            push(self.table.stored_part(value).map(|stored| stored_value(self.table, stored)), &mut problem);
        }
        let mut is_unfinished = false;
        if let Some((records, record)) = record {
            let record = record.unwrap_or_else(|error| {
                problem.get_or_insert(format!("{error:#}"));
                None
            });
            if record.is_none() && problem.is_none() {
                is_unfinished = self.catalog.store.kind().has_unfinished_changes();
                let reason = if is_unfinished { ": a change has not finished, or was interrupted" } else { "" };
                problem = Some(format!("the record of this entry does not exist{reason}"));
            }
            push(record.map(|value| stored_value(records, &value)), &mut problem);
        }
        let is_damaged = problem.is_some() && !is_unfinished;
        Shown { explanation, cells, problem, is_damaged }
    }
}

/// Returns a name that is not one of `names`.
pub(crate) fn new_name(name: &str, names: &[String]) -> String {
    let mut name = name.to_owned();
    while names.contains(&name) {
        name.push('_');
    }
    name
}

/// Returns a key in the notation of HBase's shell, for messages.
pub(crate) fn shown_key(key: &[u8]) -> String {
    Notation::HbaseShell.write(key)
}
