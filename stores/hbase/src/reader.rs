//! [`Reader`]: reads the cells of a range in the order of their keys, and keeps what it has read ahead.

use crate::form::{Form, cut_end, cut_start, scan_of};
use crate::gateway::Connection;
use hbase_thrift::hbase::{TCell, THbaseSyncClient as _, TRowResult, TScan};
use rowkey::KeyRange;
use rowkey::store::{Direction, Table};
use rowkey_async::{RangeRequest, StoredValue};
use std::collections::{BTreeMap, VecDeque};
use std::mem;

/// HBase returns a wide row in parts of this many cells.
const BATCH: usize = 32;
/// The least number of parts in a request, if rows are narrow or are read backward.
const RESULTS: usize = 32;
/// HBase returns the cells of a row in ascending order. To read a row backward, the reader keeps the last cells, from this
/// many to twice as many, and remembers where each part of this many cells before them begins.
const PART: usize = 1000;

/// The key and the value of a cell.
type Row = (Vec<u8>, StoredValue);

/// Reads a range.
pub(crate) struct Reader {
    table: &'static Table,
    form: Form,
    direction: Direction,
    /// The parts that are not read completely, in reverse: the next one is the last.
    parts: Vec<Part>,
    /// The cells that are read, in the direction of the range.
    ready: VecDeque<Row>,
}

/// A part of a range.
struct Part {
    scan: TScan,
    /// The number of the scanner, after it was opened.
    scanner: Option<i32>,
    is_read: bool,
    /// The number of results of a request is multiplied by this number, from 1 to 4. It grows if the rows have fewer cells
    /// than a batch.
    factor: usize,
    /// What the scanner has returned, and `ready` does not contain.
    results: VecDeque<TRowResult>,
    /// The row that is being read backward.
    row: Option<RowBackward>,
}

/// The cells of a row that were read in ascending order.
#[derive(Default)]
struct RowBackward {
    row: Vec<u8>,
    /// The first keys of the parts that were read and dropped.
    dropped: Vec<Vec<u8>>,
    cells: VecDeque<Row>,
}

impl RowBackward {
    fn push(&mut self, cell: Row) {
        if self.cells.len() == 2 * PART {
            let mut part = self.cells.drain(..PART);
            self.dropped.extend(part.next().map(|(key, _)| key));
        }
        self.cells.push_back(cell);
    }
}

impl Part {
    fn new(scan: TScan) -> Self {
        Self { scan, scanner: None, is_read: false, factor: 1, results: VecDeque::new(), row: None }
    }
}

impl Reader {
    /// Divides a range into parts. Each is within one row, or consists of whole rows.
    pub(crate) fn new(connection: &mut Connection, request: &RangeRequest, form: Form) -> thrift::Result<Self> {
        let RangeRequest { table, ref range, direction, .. } = *request;
        let mut reader = Self { table, form, direction, parts: Vec::new(), ready: VecDeque::new() };
        let end = range.end();
        if form == Form::Tall {
            reader.push_rows(range.start(), end);
            return Ok(reader);
        }
        let first = form.find(connection, table, range.start())?;
        if let Some((row, start)) = first {
            let last = KeyRange::beginning_with(row);
            if last.end().is_none_or(|last| end.is_some_and(|end| end <= last)) {
                // An empty bound means that there is none: the end of the range can be the end of the row.
                let end = end.and_then(|end| end.strip_prefix(row)).unwrap_or_default();
                reader.push_row(row, start, end);
                return Ok(reader);
            }
        }
        let last = match end {
            Some(end) => form.find(connection, table, end)?,
            None => None,
        };
        let stop = last.map_or(end, |(row, _)| Some(row));
        let after_first;
        let start = match first {
            Some((row, [_, ..])) => {
                after_first = [row, &[0]].concat();
                &after_first
            }
            _ => range.start(),
        };
        if let Some((row, start @ [_, ..])) = first {
            reader.push_row(row, start, &[]);
        }
        reader.push_rows(start, stop);
        if let Some((row, end @ [_, ..])) = last {
            reader.push_row(row, &[], end);
        }
        if direction == Direction::Forward {
            reader.parts.reverse();
        }
        Ok(reader)
    }

    /// Adds the cells of one row whose qualifiers are in a range. An empty bound means that there is none.
    fn push_row(&mut self, row: &[u8], start: &[u8], end: &[u8]) {
        let filter = [b"ColumnRangeFilter(", &*quoted(start), b", true, ", &*quoted(end), b", false)"].concat();
        let scan = scan_of(row.to_vec(), [row, &[0]].concat(), self.form.scanned());
        self.parts.push(Part::new(TScan { filter_string: Some(filter), ..scan }));
    }

    /// Adds whole rows.
    fn push_rows(&mut self, start: &[u8], stop: Option<&[u8]>) {
        if stop.is_some_and(|stop| stop <= start) {
            return;
        }
        let start = cut_start(self.table, start);
        let stop = stop.and_then(|stop| cut_end(self.table, stop)).unwrap_or_default();
        let columns = self.form.scanned();
        self.parts.push(Part::new(if self.direction == Direction::Forward {
            scan_of(start.to_vec(), stop, columns)
        } else {
            // HBase includes the first bound and excludes the second one. Backward, these are the end of the range, which the
            // caller drops, and a row just before its start. A wide row at the end of the range is not even read.
            let filter = [b"RowFilter(<, ", &*quoted(&[b"binary:", &stop[..]].concat()), b")"].concat();
            let filter = (self.form != Form::Tall && !stop.is_empty()).then_some(filter);
            TScan {
                reversed: Some(true),
                filter_string: filter,
                ..scan_of(stop, cut_start(self.table, &before(start)).to_vec(), columns)
            }
        }));
    }

    /// Reads at least `limit` cells, unless the range has fewer.
    pub(crate) fn read(&mut self, connection: &mut Connection, limit: usize) -> thrift::Result<()> {
        while self.ready.len() < limit {
            let Some(mut part) = self.parts.pop() else { break };
            if let Some(result) = part.results.pop_front() {
                let row = self.take(&mut part, result);
                self.parts.push(part);
                self.add_backward(row);
            } else if part.is_read {
                self.add_backward(part.row);
            } else {
                self.fetch(connection, &mut part, limit)?;
                self.parts.push(part);
            }
        }
        Ok(())
    }

    /// Fetches the next results of a part.
    fn fetch(&self, connection: &mut Connection, part: &mut Part, limit: usize) -> thrift::Result<()> {
        let number = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        let is_tall = self.form == Form::Tall;
        // Backward, a wide row is read to its end before its last cell is known, so more results are fetched at once.
        let (batch, least) = match self.direction {
            _ if is_tall => (1, 1),
            Direction::Forward => (limit.clamp(1, BATCH), 1),
            Direction::Backward => (BATCH, RESULTS),
        };
        let missing = (limit - self.ready.len()).div_ceil(batch).max(least);
        let count = if part.factor == 1 { missing } else { missing.saturating_mul(part.factor).max(RESULTS) };
        let id = if let Some(id) = part.scanner {
            id
        } else {
            // The results that a region server sends to the gateway at once. A longer first request begins a scan of many rows.
            let caching = match limit {
                ..100 => count,
                _ if is_tall => count.max(1000),
                _ => count.max(250),
            };
            let scan = TScan {
                caching: Some(number(caching)),
                batch_size: (!is_tall).then(|| number(batch)),
                ..mem::take(&mut part.scan)
            };
            connection.scanner_open_with_scan(self.table.name().into(), scan, BTreeMap::new())?
        };
        part.scanner = Some(id);
        part.results = connection.scanner_get_list(id, number(count))?.into();
        part.is_read = part.results.len() < count;
        if part.is_read {
            connection.scanner_close(id)?;
        }
        let cells: usize = part.results.iter().filter_map(|result| Some(result.columns.as_ref()?.len())).sum();
        part.factor = if cells < count.saturating_mul(batch) / 2 { (2 * part.factor).min(4) } else { 1 };
        Ok(())
    }

    /// Takes the cells of a result. Returns the previous row if it is complete, and was read backward.
    fn take(&mut self, part: &mut Part, result: TRowResult) -> Option<RowBackward> {
        let (row, columns) = (result.row?, result.columns?);
        let form = self.form;
        let cells = columns.into_iter();
        let cells = cells.filter_map(|(column, cell)| Some((form.key(&row, &column), stored_value(cell)?)));
        if self.direction == Direction::Forward || form == Form::Tall {
            self.ready.extend(cells);
            return None;
        }
        let is_next = part.row.as_ref().is_some_and(|before| before.row != row);
        let complete = if is_next { part.row.take() } else { None };
        let backward = part.row.get_or_insert_with(|| RowBackward { row: row.clone(), ..RowBackward::default() });
        cells.for_each(|cell| backward.push(cell));
        complete
    }

    /// Adds a row that was read backward: its last cells, and the parts before them, which are read again.
    fn add_backward(&mut self, row: Option<RowBackward>) {
        let Some(RowBackward { row, dropped, cells }) = row else { return };
        let ends = dropped.iter().skip(1).chain(cells.front().map(|(key, _)| key));
        let qualifier = |key: &[u8]| key.split_at_checked(row.len()).unwrap_or_default().1.to_vec();
        for (start, end) in dropped.iter().zip(ends) {
            self.push_row(&row, &qualifier(start), &qualifier(end));
        }
        self.ready.extend(cells.into_iter().rev());
    }

    /// Returns at most `limit` of the cells that are read, and whether the range has no others.
    pub(crate) fn page(&mut self, range: &KeyRange, limit: usize) -> (Vec<Row>, bool) {
        let mut rows = self.ready.drain(..limit.min(self.ready.len())).collect::<Vec<_>>();
        rows.retain(|(key, _)| range.contains(key));
        (rows, self.ready.is_empty() && self.parts.is_empty())
    }

    /// Returns the numbers of the scanners that are open.
    pub(crate) fn scanners(&self) -> impl Iterator<Item = i32> {
        self.parts.iter().filter(|part| !part.is_read).filter_map(|part| part.scanner)
    }
}

/// Returns a key a little less than `key`. Returns an empty key if `key` is the least one.
fn before(key: &[u8]) -> Vec<u8> {
    match key.split_last() {
        None => Vec::new(),
        Some((0, rest)) => rest.to_vec(),
        Some((last, rest)) => [rest, &[last - 1], &[0xFF; 8]].concat(),
    }
}

/// Writes bytes as HBase's language of filters does: in quotes, and with each quote twice.
fn quoted(bytes: &[u8]) -> Vec<u8> {
    let mut quoted = vec![b'\''];
    for byte in bytes {
        quoted.extend(if *byte == b'\'' { &b"''"[..] } else { std::slice::from_ref(byte) });
    }
    quoted.push(b'\'');
    quoted
}

/// Returns the value and the timestamp of a cell.
pub(crate) fn stored_value(TCell { value, timestamp }: TCell) -> Option<StoredValue> {
    Some(StoredValue { bytes: value, version: timestamp.and_then(|time| time.try_into().ok())? })
}
