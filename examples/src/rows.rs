//! Reads flights from a CSV file, plain or gzipped.

use std::io::{self, BufRead, BufReader, Read};

use csv::StringRecord;
use csv_core::ReadRecordResult;
use flate2::bufread::MultiGzDecoder;
use thiserror::Error;

use crate::flight::{Columns, Flight, RowError};

/// An error for the whole file: the file is not a CSV of flights, or cannot be read to its end.
#[derive(Debug, Error)]
pub enum ReadError {
    /// The first line does not name the columns.
    #[error("not a CSV of flights, as its first line shows: {0}")]
    Header(String),
    /// The bytes cannot be read or decompressed.
    #[error("line {line} cannot be read")]
    Io {
        /// Counted from 1, the header included.
        line: u64,
        /// The cause.
        source: io::Error,
    },
}

/// One line of the file.
#[derive(Debug)]
pub struct Line {
    /// Counted from 1, the header included.
    pub number: u64,
    /// The flight in the line, or what is wrong with the line.
    pub flight: Result<Flight, RowError>,
}

/// An iterator over the lines of a CSV of flights.
///
/// Every line is one row, even if a quote is still open at its end. So an unclosed quote makes only its own row
/// invalid. An empty line is an invalid row, and is not skipped.
pub struct Rows<'a> {
    input: Box<dyn BufRead + 'a>,
    splitter: Splitter,
    header: StringRecord,
    number: u64,
    /// The current line. Always ends in `\n`, even if the file does not.
    line: Vec<u8>,
}

impl std::fmt::Debug for Rows<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rows").field("number", &self.number).finish_non_exhaustive()
    }
}

impl<'a> Rows<'a> {
    /// Reads the header. A gzipped file is recognized by its first bytes, not by its name.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or its first line does not name the columns of flights.
    pub fn new(input: impl Read + 'a) -> Result<Self, ReadError> {
        let mut input = BufReader::new(input);
        let start = input.fill_buf().map_err(|source| ReadError::Io { line: 1, source })?;
        let mut rows = Self {
            input: if start.starts_with(&[0x1f, 0x8b]) {
                Box::new(BufReader::new(MultiGzDecoder::new(input)))
            } else {
                Box::new(input)
            },
            splitter: Splitter::new(),
            header: StringRecord::new(),
            number: 0,
            line: Vec::new(),
        };
        rows.read_line()?;
        rows.header = rows.splitter.split(&rows.line).map_err(|error| ReadError::Header(error.to_string()))?;
        match rows.header.deserialize::<Columns<'_>>(Some(&rows.header)) {
            Ok(_) => Ok(rows),
            Err(error) => Err(ReadError::Header(header_problem(error))),
        }
    }

    /// Reads the next line. Returns `false` after the last line.
    fn read_line(&mut self) -> Result<bool, ReadError> {
        self.number += 1;
        self.line.clear();
        let length = self
            .input
            .read_until(b'\n', &mut self.line)
            .map_err(|source| ReadError::Io { line: self.number, source })?;
        if self.line.last() != Some(&b'\n') {
            self.line.push(b'\n');
        }
        Ok(length > 0)
    }

    fn flight(&mut self) -> Result<Flight, RowError> {
        let row = self.splitter.split(&self.line)?;
        let wrong_width = RowError::Width { found: row.len(), expected: self.header.len() };
        if row.len() != self.header.len() {
            return Err(wrong_width);
        }
        let columns: Columns<'_> = row.deserialize(Some(&self.header)).map_err(|_| wrong_width)?;
        columns.try_into()
    }
}

impl Iterator for Rows<'_> {
    type Item = Result<Line, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.read_line() {
            Ok(false) => None,
            Ok(true) => Some(Ok(Line { number: self.number, flight: self.flight() })),
            Err(error) => {
                self.input = Box::new(io::empty());
                Some(Err(error))
            }
        }
    }
}

/// Returns the message of an error about the header, without the position that `csv` adds: the header is always line 1.
fn header_problem(error: csv::Error) -> String {
    match error.into_kind() {
        csv::ErrorKind::Deserialize { err, .. } => err.to_string(),
        kind => format!("{kind:?}"),
    }
}

struct Splitter {
    parser: csv_core::Reader,
    text: Vec<u8>,
    /// The offset in `text` at which each field ends.
    ends: Vec<usize>,
}

impl Splitter {
    fn new() -> Self {
        Self { parser: csv_core::Reader::new(), text: Vec::new(), ends: Vec::new() }
    }

    /// Splits a line, which must include its newline.
    fn split(&mut self, line: &[u8]) -> Result<StringRecord, RowError> {
        if line.trim_ascii().is_empty() {
            return Err(RowError::Empty);
        }
        self.text.resize(line.len(), 0);
        self.ends.resize(line.len() + 1, 0);
        self.parser.reset();
        let (result, _, _, fields) = self.parser.read_record(line, &mut self.text, &mut self.ends);
        if !matches!(result, ReadRecordResult::Record) {
            return Err(RowError::OpenQuote);
        }
        let mut record = StringRecord::with_capacity(line.len(), fields);
        let mut start = 0;
        for &end in self.ends.iter().take(fields) {
            let field = self.text.get(start..end).unwrap_or_default();
            record.push_field(str::from_utf8(field).map_err(|_| RowError::NotText)?);
            start = end;
        }
        Ok(record)
    }
}
