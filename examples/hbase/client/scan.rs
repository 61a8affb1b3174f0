//! Scans the rows of one range.

use std::collections::BTreeMap;
use std::vec;

use hbase_thrift::hbase::{THbaseSyncClient, TScan};
use rowkey::KeyRange;
use rowkey_examples::hex;

use super::retry::Attempts;
use super::{COLUMN, Client, Error, Gateway, MAX_KEY_LEN, Row, row};

/// An iterator over the rows of a range, in the order of their keys.
///
/// Fetches `fetch_size` rows at a time. If a fetch fails, opens a new scanner at the last fetched row and skips this
/// row, so that no row is lost or returned twice. If all attempts fail, returns the error, and then no more rows.
pub(crate) struct Rows {
    client: Client,
    table: String,
    /// The last fetched key or, before the first fetch, the start of the range.
    from: Vec<u8>,
    /// True if `from` is a fetched key.
    fetched: bool,
    /// The end of the range; empty for the end of the table.
    to: Vec<u8>,
    fetch_size: i32,
    scanner: Option<i32>,
    ready: vec::IntoIter<Row>,
    ended: bool,
}

impl Rows {
    /// Connects. The first call of `next` opens the scanner.
    pub(crate) fn new(gateway: &Gateway, table: &str, range: &KeyRange, fetch_size: u16) -> Result<Self, Error> {
        let (start, end) = range.clone().into_parts();
        for key in [Some(&start), end.as_ref()].into_iter().flatten() {
            if key.len() > MAX_KEY_LEN {
                return Err(Error::KeyLength { table: table.to_owned(), length: key.len() });
            }
        }
        Ok(Self {
            client: gateway.connect()?,
            table: table.to_owned(),
            from: start,
            fetched: false,
            to: end.unwrap_or_default(),
            fetch_size: fetch_size.max(1).into(),
            scanner: None,
            ready: Vec::new().into_iter(),
            // For a range whose end equals its start, HBase returns the row of this key, so an empty range is never sent.
            ended: range.is_empty(),
        })
    }

    fn fetch(&mut self) -> Result<Vec<Row>, Error> {
        let table = self.table.clone();
        let mut attempts = Attempts::new(self.client.gateway.patience, Some(&table), self.action());
        loop {
            let Some(scanner) = self.scanner else {
                match self.open() {
                    Ok(scanner) => self.scanner = Some(scanner),
                    Err(error) => attempts.failed(&mut self.client, &error)?,
                }
                continue;
            };
            match self.client.once(|connection| connection.scanner_get_list(scanner, self.fetch_size)) {
                Ok(rows) if rows.is_empty() => return Ok(Vec::new()),
                Ok(rows) => {
                    let rows = rows.into_iter().filter_map(row);
                    let rows: Vec<_> = rows.filter(|(key, _)| !self.fetched || *key > self.from).collect();
                    if let Some((last, _)) = rows.last() {
                        self.from.clone_from(last);
                        self.fetched = true;
                        return Ok(rows);
                    }
                }
                Err(error) => {
                    self.scanner = None;
                    attempts.scanner_failed(&mut self.client, &error)?;
                    self.client.gateway.tally.record_resumed_scan();
                }
            }
        }
    }

    /// Describes the scan for error messages, such as `scan the rows after key 0180..`.
    fn action(&self) -> String {
        const MAX: usize = 32;
        match self.from.get(..MAX) {
            _ if !self.fetched => "scan the rows".to_owned(),
            Some(first_bytes) if self.from.len() > MAX => {
                format!("scan the rows after key {}..", hex::encode(first_bytes))
            }
            _ => format!("scan the rows after key {}", hex::encode(&self.from)),
        }
    }

    fn open(&mut self) -> thrift::Result<i32> {
        let (table, request) = (self.table.clone().into(), self.request());
        self.client.once(|connection| connection.scanner_open_with_scan(table, request, BTreeMap::new()))
    }

    /// Returns the request for a scanner. The scanner starts at the last fetched row, which `fetch` skips. The next
    /// possible key is the last key and a byte 00, but HBase would reject this key if the last key has the maximum
    /// length.
    fn request(&self) -> TScan {
        // All fields are listed. `TScan::default()` has the timestamp 0, and HBase returns only rows that are older than the
        // timestamp.
        TScan {
            start_row: Some(self.from.clone()),
            stop_row: Some(self.to.clone()),
            timestamp: None,
            columns: Some(vec![COLUMN.into()]),
            caching: Some(self.fetch_size),
            filter_string: None,
            batch_size: None,
            sort_columns: Some(false),
            reversed: Some(false),
            cache_blocks: Some(true),
        }
    }

    fn close(&mut self) {
        if let Some(scanner) = self.scanner.take().filter(|_| self.client.connection.is_some()) {
            // If this fails, the gateway closes the scanner later.
            let _ = self.client.once(|connection| connection.scanner_close(scanner));
        }
    }
}

impl Iterator for Rows {
    type Item = Result<Row, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(row) = self.ready.next() {
                return Some(Ok(row));
            }
            if self.ended {
                return None;
            }
            match self.fetch() {
                Ok(rows) => {
                    self.ended = rows.is_empty();
                    self.ready = rows.into_iter();
                }
                Err(error) => {
                    self.ended = true;
                    self.close();
                    return Some(Err(error));
                }
            }
            if self.ended {
                self.close();
            }
        }
    }
}

impl Drop for Rows {
    fn drop(&mut self) {
        self.close();
    }
}
