//! [`Sorter`]: sorts more rows than fit into memory. Rows that do not fit are written to a temporary file in sorted runs,
//! which are merged when the rows are read.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::iter::Flatten;
use core::mem;
use core::ops::{Range, RangeInclusive};
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};

/// The length of a chunk of memory that collects rows.
const CHUNK: usize = 1 << 20;

/// The number of bytes that are written to the file at once.
const WRITTEN: usize = 64 << 10;

/// The least and the greatest length of the buffer for the rows of a run.
const BUFFER: RangeInclusive<usize> = 4 << 10..=1 << 20;

/// The bytes before each row: the number of its table, and the lengths of its key and of its value.
const HEADER: usize = 10;

/// A function that creates an empty temporary file.
pub(super) type CreateFile<'f> = Box<dyn FnMut() -> io::Result<File> + 'f>;

/// The table number, the key and the value of a row.
pub(super) type TableRow<'r> = (u16, &'r [u8], &'r [u8]);

/// Where a row is in the chunks.
#[derive(Clone, Copy)]
struct RowAt {
    /// The first bytes of the key, so that most comparisons do not read the key.
    beginning: [u64; 2],
    chunk: u32,
    offset: u32,
}

/// Collects rows, which [`finish`](Self::finish) returns in the order of their tables and keys.
pub(super) struct Sorter<'f> {
    memory: usize,
    chunks: Vec<Vec<u8>>,
    /// The rows of each table that are in memory.
    tables: Vec<Vec<RowAt>>,
    /// The number of bytes in `chunks`.
    len: usize,
    /// The number of rows that were added.
    count: u64,
    create_file: CreateFile<'f>,
    runs: Option<Runs>,
}

/// The runs in the temporary file.
struct Runs {
    file: BufWriter<File>,
    /// The end of each run.
    ends: Vec<u64>,
}

impl<'f> Sorter<'f> {
    /// Creates a sorter that keeps up to `memory` bytes in memory.
    pub(super) fn new(memory: usize, create_file: CreateFile<'f>) -> Self {
        Self { memory, chunks: Vec::new(), tables: Vec::new(), len: 0, count: 0, create_file, runs: None }
    }

    /// Returns the number of rows that were added.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn add(&mut self, table: u16, key: &[u8], value: &[u8]) -> io::Result<()> {
        let [key_len, value_len] = [key, value].map(|bytes| u32::try_from(bytes.len()));
        let (Ok(key_len), Ok(value_len)) = (key_len, value_len) else {
            return Err(io::Error::new(ErrorKind::InvalidInput, "a key or a value has more than 4 GiB"));
        };
        let len = HEADER + key.len() + value.len();
        if self.used() + len > self.memory && self.len > 0 {
            self.write_run()?;
        }
        if self.chunks.last().is_none_or(|chunk| chunk.capacity() - chunk.len() < len) {
            self.chunks.push(Vec::with_capacity(CHUNK.max(len)));
        }
        let position = self.chunks.len() - 1;
        let Some(chunk) = self.chunks.last_mut() else { return Ok(()) };
        let row = RowAt { beginning: beginning_of(key), chunk: number(position)?, offset: number(chunk.len())? };
        chunk.extend_from_slice(&table.to_be_bytes());
        chunk.extend_from_slice(&key_len.to_be_bytes());
        chunk.extend_from_slice(&value_len.to_be_bytes());
        chunk.extend_from_slice(key);
        chunk.extend_from_slice(value);
        self.len += len;
        self.count += 1;
        if self.tables.len() <= usize::from(table) {
            self.tables.resize_with(usize::from(table) + 1, Vec::new);
        }
        if let Some(rows) = self.tables.get_mut(usize::from(table)) {
            rows.push(row);
        }
        Ok(())
    }

    /// Returns the number of bytes in use.
    fn used(&self) -> usize {
        self.len + self.tables.iter().map(|rows| rows.len() * size_of::<RowAt>()).sum::<usize>()
    }

    fn sort(&mut self) {
        let Self { chunks, tables, .. } = self;
        let key = |row: &RowAt| split_row(bytes_at(chunks, row)).map_or(&[][..], |(_, key, _)| key);
        for rows in tables {
            rows.sort_unstable_by(|a, b| match a.beginning.cmp(&b.beginning) {
                Ordering::Equal => key(a).cmp(key(b)),
                order => order,
            });
        }
    }

    /// Appends the rows in memory to the file, as a run.
    fn write_run(&mut self) -> io::Result<()> {
        self.sort();
        let runs = match &mut self.runs {
            Some(runs) => runs,
            none => {
                none.insert(Runs { file: BufWriter::with_capacity(WRITTEN, (self.create_file)()?), ends: Vec::new() })
            }
        };
        for row in self.tables.iter().flatten() {
            let bytes = bytes_at(&self.chunks, row);
            runs.file.write_all(bytes.get(..row_len(bytes)).unwrap_or_default())?;
        }
        let end = runs.ends.last().copied().unwrap_or_default() + self.len as u64;
        runs.ends.push(end);
        self.tables.iter_mut().for_each(Vec::clear);
        self.chunks.clear();
        self.len = 0;
        Ok(())
    }

    /// Sorts the rows.
    pub(super) fn finish(mut self) -> io::Result<SortedRows> {
        if self.runs.is_none() {
            self.sort();
            let rows = self.tables.into_iter().flatten();
            return Ok(SortedRows { count: self.count, rows: Rows::InMemory { chunks: self.chunks, rows } });
        }
        if self.len > 0 {
            self.write_run()?;
        }
        let Some(Runs { file, ends }) = self.runs.take() else { return Err(ErrorKind::InvalidData.into()) };
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        let len = (self.memory / ends.len().max(1)).clamp(*BUFFER.start(), *BUFFER.end());
        let count = self.count;
        drop(self);
        Merge::new(file, &ends, len).map(|merge| SortedRows { count, rows: Rows::InRuns(merge) })
    }
}

/// Returns the first bytes of a key. Sorts as the key does, unless two keys begin with the same bytes.
fn beginning_of(key: &[u8]) -> [u64; 2] {
    let mut bytes = [0; 16];
    let len = key.len().min(bytes.len());
    if let (Some(bytes), Some(key)) = (bytes.get_mut(..len), key.get(..len)) {
        bytes.copy_from_slice(key);
    }
    let [a, b] = *bytes.as_chunks().0 else { return [0; 2] };
    [a, b].map(u64::from_be_bytes)
}

fn number(position: usize) -> io::Result<u32> {
    u32::try_from(position).map_err(|_| ErrorKind::OutOfMemory.into())
}

/// Returns the bytes from the beginning of a row on.
fn bytes_at<'c>(chunks: &'c [Vec<u8>], row: &RowAt) -> &'c [u8] {
    chunks.get(row.chunk as usize).and_then(|chunk| chunk.get(row.offset as usize..)).unwrap_or_default()
}

fn header_of(bytes: &[u8]) -> Option<(u16, usize, usize)> {
    let (table, rest) = bytes.split_first_chunk()?;
    let (key_len, rest) = rest.split_first_chunk()?;
    let value_len = rest.first_chunk()?;
    let [key_len, value_len] = [key_len, value_len].map(|len| u32::from_be_bytes(*len) as usize);
    Some((u16::from_be_bytes(*table), key_len, value_len))
}

/// Returns the length of the row at the beginning of the bytes, with its header.
fn row_len(bytes: &[u8]) -> usize {
    header_of(bytes).map_or(0, |(_, key_len, value_len)| HEADER + key_len + value_len)
}

/// Returns the row at the beginning of the bytes.
fn split_row(bytes: &[u8]) -> Option<TableRow<'_>> {
    let (table, key_len, value_len) = header_of(bytes)?;
    let (key, rest) = bytes.get(HEADER..)?.split_at_checked(key_len)?;
    Some((table, key, rest.get(..value_len)?))
}

/// The rows of a [`Sorter`] in the order of their tables and keys. Rows with the same key follow each other.
pub(super) struct SortedRows {
    count: u64,
    rows: Rows,
}

enum Rows {
    InMemory { chunks: Vec<Vec<u8>>, rows: Flatten<vec::IntoIter<Vec<RowAt>>> },
    InRuns(Merge),
}

impl SortedRows {
    /// Returns the number of all rows.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Returns the next row, or `None` after the last row.
    pub(super) fn next(&mut self) -> io::Result<Option<TableRow<'_>>> {
        match &mut self.rows {
            Rows::InMemory { chunks, rows } => Ok(rows.next().and_then(|row| split_row(bytes_at(chunks, &row)))),
            Rows::InRuns(merge) => merge.next(),
        }
    }
}

/// Merges the runs of a file.
struct Merge {
    file: File,
    /// A heap: the next row of each run is not greater than those of the two runs at twice its position, plus one and two.
    runs: Vec<Run>,
    /// True if the next row of the first run was returned.
    is_returned: bool,
}

/// The rest of a run.
struct Run {
    /// The next bytes of the run, which begin with the next row.
    buffer: Vec<u8>,
    /// The position of the next row in `buffer`.
    start: usize,
    /// The bytes of the file after `buffer`.
    rest: Range<u64>,
}

impl Merge {
    fn new(file: File, ends: &[u64], len: usize) -> io::Result<Self> {
        let starts = [0].iter().chain(ends);
        let run = |(start, end): (&u64, &u64)| Run { buffer: Vec::with_capacity(len), start: 0, rest: *start..*end };
        let mut merge = Self { file, runs: starts.zip(ends).map(run).collect(), is_returned: false };
        for run in &mut merge.runs {
            run.fill(&mut merge.file)?;
        }
        for position in (0..merge.runs.len() / 2).rev() {
            merge.sift_down(position);
        }
        Ok(merge)
    }

    fn next(&mut self) -> io::Result<Option<TableRow<'_>>> {
        if mem::replace(&mut self.is_returned, true)
            && let Some(first) = self.runs.first_mut()
        {
            first.start += row_len(first.bytes());
            first.fill(&mut self.file)?;
            if first.bytes().is_empty() {
                self.runs.swap_remove(0);
            }
            self.sift_down(0);
        }
        Ok(self.runs.first().and_then(|run| split_row(run.bytes())))
    }

    /// Moves a run towards the end of the heap, until the runs that follow it are not less.
    fn sift_down(&mut self, mut position: usize) {
        loop {
            let children = 2 * position + 1..(2 * position + 3).min(self.runs.len());
            let least = children.min_by(|a, b| self.compare(*a, *b));
            match least {
                Some(least) if self.compare(least, position) == Ordering::Less => {
                    self.runs.swap(least, position);
                    position = least;
                }
                _ => return,
            }
        }
    }

    fn compare(&self, a: usize, b: usize) -> Ordering {
        let row = |position: usize| {
            let (table, key, _) = split_row(self.runs.get(position)?.bytes())?;
            Some((table, key))
        };
        row(a).cmp(&row(b))
    }
}

impl Run {
    fn bytes(&self) -> &[u8] {
        self.buffer.get(self.start..).unwrap_or_default()
    }

    /// Reads more bytes of the run if the buffer does not have the whole next row.
    fn fill(&mut self, file: &mut File) -> io::Result<()> {
        while split_row(self.bytes()).is_none() && !self.rest.is_empty() {
            self.buffer.drain(..self.start);
            self.start = 0;
            let wanted = row_len(&self.buffer).max(self.buffer.capacity()) - self.buffer.len();
            file.seek(SeekFrom::Start(self.rest.start))?;
            let (len, available) = (self.buffer.len(), self.rest.end - self.rest.start);
            let read = usize::try_from(available).map_or(wanted, |available| available.min(wanted));
            self.buffer.resize(len + read, 0);
            file.read_exact(self.buffer.get_mut(len..).unwrap_or_default())?;
            self.rest.start += read as u64;
        }
        Ok(())
    }
}
