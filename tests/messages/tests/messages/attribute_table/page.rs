//! Reads and writes the cells of the tables in `tests/messages/attribute_tables.md`. The code calls this file the page.

use std::fmt;
use std::path::PathBuf;

/// All tables come after this heading.
const FIRST_HEADING: &str = "# Combinations of attributes";

#[derive(Debug)]
pub struct Page {
    path: PathBuf,
    lines: Vec<String>,
    pub cells: Vec<Cell>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    pub heading: String,
    pub row: String,
    pub column: String,
    pub content: Content,
    line: usize,
    column_index: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// An empty cell. A table of pairs of attributes has each pair once, so half of its cells are empty.
    Nothing,
    Bytes(Vec<u8>),
    /// Words of the compiler's message, which the cell quotes.
    Error(String),
    /// Content that is neither bytes nor an error.
    Unreadable(String),
}

impl Page {
    pub fn read() -> Self {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("attribute_tables.md");
        let lines: Vec<_> = std::fs::read_to_string(&path).unwrap().lines().map(String::from).collect();
        let start = lines.iter().position(|line| line == FIRST_HEADING).expect("the page has the part with the tables");
        let mut cells = Vec::new();
        let mut heading = "";
        let mut columns = Vec::new();
        for (number, line) in lines.iter().enumerate().skip(start) {
            if let Some(text) = line.strip_prefix("## ") {
                heading = text;
            }
            let Some(row) = line.strip_prefix('|') else {
                columns.clear();
                continue;
            };
            let texts: Vec<_> = row.trim_end_matches('|').split('|').map(str::trim).collect();
            if columns.is_empty() {
                columns = texts;
            } else if !texts.iter().all(|text| text.starts_with("---")) {
                assert_eq!(texts.len(), columns.len(), "cells in line {} of the page", number + 1);
                cells.extend(texts.iter().enumerate().skip(1).map(|(column_index, text)| Cell {
                    heading: heading.into(),
                    row: texts[0].into(),
                    column: columns[column_index].into(),
                    content: Content::parse(text),
                    line: number,
                    column_index,
                }));
            }
        }
        Self { path, lines, cells }
    }

    pub fn write(&mut self, cell: &Cell, text: &str) {
        let line = &mut self.lines[cell.line];
        let mut texts: Vec<_> = line.trim_matches('|').split('|').map(|text| text.trim().to_string()).collect();
        texts[cell.column_index] = text.into();
        *line = format!("| {} |", texts.join(" | "));
    }

    pub fn save(&self) {
        std::fs::write(&self.path, self.lines.join("\n") + "\n").unwrap();
    }
}

impl Cell {
    /// Checks whether the cell is in the third of the cells that the test checks by default, to save time. The sample
    /// contains every third cell of each row and of each column.
    pub fn is_in_sample(&self) -> bool {
        (self.line + self.column_index).is_multiple_of(3)
    }
}

impl Content {
    fn parse(text: &str) -> Self {
        if text.is_empty() {
            return Self::Nothing;
        }
        if let Some(words) = text.strip_prefix("error: ") {
            return Self::Error(words.trim_end_matches('…').trim().into());
        }
        let bytes = text.strip_prefix('`').and_then(|text| text.strip_suffix('`')).and_then(parse_bytes);
        bytes.map_or_else(|| Self::Unreadable(text.into()), Self::Bytes)
    }
}

/// Parses the bytes of a cell, such as `01 02 "text" 00`.
fn parse_bytes(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for (index, part) in text.split('"').enumerate() {
        if index % 2 == 1 {
            bytes.extend_from_slice(part.as_bytes());
            continue;
        }
        for pair in part.split_whitespace() {
            bytes.push(u8::from_str_radix(pair, 16).ok().filter(|_| pair.len() == 2)?);
        }
    }
    Some(bytes)
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} | {}\n    the page: ", self.heading, self.row, self.column)?;
        match &self.content {
            Content::Nothing => f.write_str("nothing"),
            Content::Bytes(bytes) => write!(f, "{}", Bytes(bytes)),
            Content::Error(words) => write!(f, "error: {words}"),
            Content::Unreadable(text) => write!(f, "{text}, which is neither bytes nor an error"),
        }
    }
}

/// Prints bytes as on the page: two or more printable characters in a row as text, other bytes in hex.
pub struct Bytes<'a>(pub &'a [u8]);

impl fmt::Display for Bytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_text = |byte: &u8| byte.is_ascii_graphic() && !b"`|\"\\".contains(byte);
        let runs: Vec<_> = self
            .0
            .chunk_by(|a, b| is_text(a) && is_text(b))
            .map(|run| match run {
                [_, _, ..] => format!("\"{}\"", run.escape_ascii()),
                _ => run.iter().map(|byte| format!("{byte:02X}")).collect(),
            })
            .collect();
        write!(f, "`{}`", runs.join(" "))
    }
}
