//! Prints an explanation as a table.

use super::explanation::{ExplainedPart, Explanation};
use crate::notation::{Hex, Shell};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// The table shows at most this many bytes of a part. [`ExplainedPart::bytes`] returns all of them.
const MAX_BYTES: usize = 32;

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const COLUMNS: usize = 5;
        let header = ["part", "offset", "hex", "hbase shell", "value"].map(String::from);
        let rows: Vec<[String; COLUMNS]> = [header].into_iter().chain(self.parts.iter().map(row)).collect();
        let widths: [usize; COLUMNS] = core::array::from_fn(|column| {
            rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        });
        match &self.problem {
            None => writeln!(f, "a key of {}", self.layout)?,
            Some(problem) => writeln!(f, "not a key of {}: {problem}", self.layout)?,
        }
        for (index, row) in rows.iter().enumerate() {
            let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
            let line = cells.collect::<Vec<_>>().join("  ");
            // Row 0 is the header.
            let part = index.checked_sub(1).and_then(|index| self.parts.get(index));
            match part.and_then(|part| part.problem.as_ref()) {
                None => writeln!(f, "  {}", line.trim_end())?,
                Some(problem) => {
                    writeln!(f, "> {line}  <- at byte {}: {}", problem.offset, problem.reason)?;
                }
            }
        }
        Ok(())
    }
}

fn row(part: &ExplainedPart) -> [String; 5] {
    let shown = part.bytes.get(..MAX_BYTES).filter(|shown| shown.len() < part.bytes.len());
    let (shown, total) = match shown {
        Some(shown) => (shown, format!(".. {} bytes", part.bytes.len())),
        None => (part.bytes.as_slice(), String::new()),
    };
    let value = match (&part.value, &part.note) {
        (Some(value), None) => value.clone(),
        (Some(value), Some(note)) => format!("{value} ({note})"),
        (None, Some(note)) => format!("({note})"),
        (None, None) => String::new(),
    };
    [
        part.name.clone(),
        part.offset.map_or_else(|| "-".to_string(), |offset| offset.to_string()),
        format!("{}{total}", Hex(shown)),
        format!("{}{total}", Shell(shown)),
        value,
    ]
}
