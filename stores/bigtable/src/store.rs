//! The rows of [`RowByRow`](rowkey_async::RowByRow) as rows of Bigtable with one column.

use crate::StoreError;
use bigtable_rs::bigtable::read_rows::decode_read_rows_response_to_vec;
use bigtable_rs::bigtable::{BigTable, RowCell};
use bigtable_rs::google::bigtable::v2::column_range::{EndQualifier, StartQualifier};
use bigtable_rs::google::bigtable::v2::mutate_rows_request::Entry;
use bigtable_rs::google::bigtable::v2::mutation::{DeleteFromColumn, Mutation as Kind, SetCell};
use bigtable_rs::google::bigtable::v2::read_rows_response::cell_chunk::RowStatus;
use bigtable_rs::google::bigtable::v2::row_filter::{Chain, Filter};
use bigtable_rs::google::bigtable::v2::row_range::{EndKey, StartKey};
use bigtable_rs::google::bigtable::v2::value_range::{EndValue, StartValue};
use bigtable_rs::google::bigtable::v2::{
    CheckAndMutateRowRequest, ColumnRange, MutateRowRequest, MutateRowsRequest, Mutation, ReadRowsRequest, RowFilter,
    RowRange, RowSet, TimestampRange, ValueRange,
};
use futures_util::future::try_join_all;
use rowkey::KeyRange;
use rowkey::store::{Direction, Table};
use rowkey_async::{RangePage, RangeRequest, RowByRow, RowStore, StoredValue, ranges_apart, wait_time};
use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fmt;
use std::mem;
use std::time::{SystemTime, UNIX_EPOCH};
use tonic::metadata::MetadataValue;
use tonic::{Code, Request};

const FAMILY: &str = "r";
const QUALIFIER: &[u8] = b"v";
const MAX_KEY_LEN: usize = 4096;
pub(crate) const MAX_VALUE_LEN: usize = 100_000_000;
pub(crate) const MAX_NAME_LEN: usize = 50;
/// The number of bytes of the keys that are read with one request. Bigtable accepts requests of up to 512 KiB.
const MAX_KEYS_LEN: usize = 400 << 10;
/// The number of bytes that a key needs in a request, beside its own.
const KEY_LEN: usize = 10;
/// The number of rows that are written with one request. Bigtable accepts up to 100,000 mutations, and a row has up to two.
const MAX_WRITES: usize = 50_000;
/// The number of bytes of the longest answer. Bigtable accepts no longer row. The default of the client is 4 MiB.
const MAX_ANSWER_LEN: usize = 256 << 20;
/// Bigtable keeps timestamps in microseconds, and accepts whole milliseconds only.
const MICROS: i64 = 1000;
/// The number of bytes after which no more rows of a range are read with one request.
const MAX_BYTES: usize = 4 << 20;
/// Several ranges are read with one request if they ask for at most this many rows together.
const SHORT: usize = 500;
const ATTEMPTS: u32 = 6;
/// The message `FeatureFlags { reverse_scans: true }`: this client can read rows in reverse order.
const FEATURES: &str = "CAE=";

/// An instance of Bigtable as the store of a [`RowByRow`](rowkey_async::RowByRow).
pub struct Bigtable {
    client: BigTable,
}

impl fmt::Debug for Bigtable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bigtable").finish_non_exhaustive()
    }
}

fn check_key(table: &'static Table, key: &[u8]) -> Result<(), StoreError> {
    let length = key.len();
    if (1..=MAX_KEY_LEN).contains(&length) {
        Ok(())
    } else {
        Err(StoreError::KeyLength { table: table.name(), length })
    }
}

/// Puts a value with a timestamp in milliseconds, or with the time of the server.
fn set(value: &[u8], timestamp: Option<u64>) -> Mutation {
    let micros = timestamp.and_then(|timestamp| i64::try_from(timestamp).ok()?.checked_mul(MICROS));
    Mutation {
        mutation: Some(Kind::SetCell(SetCell {
            family_name: FAMILY.into(),
            column_qualifier: QUALIFIER.into(),
            timestamp_micros: micros.unwrap_or(-1),
            value: value.into(),
        })),
    }
}

/// Deletes the values up to a timestamp in milliseconds, or all.
fn delete(up_to: Option<u64>) -> Mutation {
    let end = up_to.and_then(|timestamp| i64::try_from(timestamp).ok()?.checked_add(1)?.checked_mul(MICROS));
    let range = end.map(|end_timestamp_micros| TimestampRange { start_timestamp_micros: 0, end_timestamp_micros });
    Mutation {
        mutation: Some(Kind::DeleteFromColumn(DeleteFromColumn {
            family_name: FAMILY.into(),
            column_qualifier: QUALIFIER.into(),
            time_range: range,
        })),
    }
}

fn filter(filter: Filter) -> RowFilter {
    RowFilter { filter: Some(filter) }
}

/// Returns a filter for the newest value of each column. It does not select the column, because [`stored`] does, and the
/// emulator takes three times as long with a filter that does.
fn newest() -> RowFilter {
    filter(Filter::CellsPerColumnLimitFilter(1))
}

/// Checks that the name of a table is 1 to 50 letters, digits and characters of `_-.`, and does not begin with `-` or `.`.
fn check_name(table: &'static Table) -> Result<(), StoreError> {
    let name = table.name();
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_valid = name.len() <= MAX_NAME_LEN
        && name.bytes().next().is_some_and(is_word)
        && name.bytes().all(|byte| is_word(byte) || matches!(byte, b'-' | b'.'));
    if is_valid { Ok(()) } else { Err(StoreError::TableName { table: name }) }
}

/// Returns a filter for the newest value of the column, if it is there, and is in a range of values if there is one.
fn newest_in(values: Option<KeyRange>) -> RowFilter {
    let column = ColumnRange {
        family_name: FAMILY.into(),
        start_qualifier: Some(StartQualifier::StartQualifierClosed(QUALIFIER.into())),
        end_qualifier: Some(EndQualifier::EndQualifierClosed(QUALIFIER.into())),
    };
    let mut filters = vec![filter(Filter::ColumnRangeFilter(column)), newest()];
    filters.extend(values.map(|values| {
        let (start, end) = values.into_parts();
        filter(Filter::ValueRangeFilter(ValueRange {
            start_value: Some(StartValue::StartValueClosed(start)),
            end_value: end.map(EndValue::EndValueOpen),
        }))
    }));
    filter(Filter::Chain(Chain { filters }))
}

fn stored(cells: Vec<RowCell>) -> StoredValue {
    let cell = cells.into_iter().find(|cell| cell.family_name == FAMILY && cell.qualifier == QUALIFIER);
    cell.map_or_else(StoredValue::default, |cell| StoredValue {
        bytes: Some(cell.value),
        version: u128::try_from(cell.timestamp_micros / MICROS).unwrap_or_default(),
    })
}

/// Groups the keys of each table into requests.
fn requests(tables: BTreeMap<&str, Vec<Vec<u8>>>) -> Vec<(&str, Vec<Vec<u8>>)> {
    let mut requests = Vec::<(_, Vec<_>)>::new();
    for (table, keys) in tables {
        let mut len = usize::MAX;
        for key in keys {
            len = len.saturating_add(key.len() + KEY_LEN);
            match requests.last_mut() {
                Some((_, keys)) if len <= MAX_KEYS_LEN => keys.push(key),
                _ => {
                    len = key.len() + KEY_LEN;
                    requests.push((table, vec![key]));
                }
            }
        }
    }
    requests
}

/// Returns whether the request may succeed if it is sent again. Time-outs and lost connections have an error of the client as
/// their source, and the code `Cancelled` or `Unknown`.
fn is_temporary(error: &StoreError) -> bool {
    error.status().is_some_and(|status| {
        status.source().is_some() || matches!(status.code(), Code::Unavailable | Code::Aborted | Code::DeadlineExceeded)
    })
}

/// The rows of an answer.
#[derive(Default)]
struct Rows {
    rows: Vec<(Vec<u8>, StoredValue)>,
    /// True if the range has more rows, which were not read because these are many bytes.
    is_cut: bool,
}

impl Bigtable {
    /// Stores rows in the tables of an instance.
    pub fn new(mut client: BigTable) -> Self {
        client.configure_inner_client(|client| client.max_decoding_message_size(MAX_ANSWER_LEN));
        Self { client }
    }

    /// Sends a read again if Bigtable is not available.
    async fn read(&self, request: ReadRowsRequest) -> Result<Rows, StoreError> {
        let mut attempt = 1;
        loop {
            match self.read_once(request.clone()).await {
                Err(error) if attempt < ATTEMPTS && is_temporary(&error) => self.wait(attempt).await,
                result => return result,
            }
            attempt += 1;
        }
    }

    async fn read_once(&self, request: ReadRowsRequest) -> Result<Rows, StoreError> {
        let table = format!("table_name={}", request.table_name.replace('/', "%2F"));
        let is_range = request.rows_limit > 0;
        let mut request = Request::new(request);
        request.metadata_mut().insert("bigtable-features", MetadataValue::from_static(FEATURES));
        if let Ok(table) = table.parse() {
            request.metadata_mut().insert("x-goog-request-params", table);
        }
        let mut client = self.client.clone();
        let mut answer = client.get_client().read_rows(request).await?.into_inner();
        let (mut rows, mut chunks, mut bytes) = (Rows::default(), Vec::new(), 0);
        while let Some(message) = answer.message().await? {
            bytes += message.chunks.iter().map(|chunk| chunk.value.len()).sum::<usize>();
            chunks.extend(message.chunks);
            // A row can be spread over several messages.
            if !matches!(chunks.last().map(|chunk| &chunk.row_status), Some(Some(RowStatus::CommitRow(_)))) {
                continue;
            }
            for row in decode_read_rows_response_to_vec(mem::take(&mut chunks)) {
                let (key, cells) = row?;
                rows.rows.push((key, stored(cells)));
            }
            if is_range && bytes > MAX_BYTES {
                rows.is_cut = true;
                break;
            }
        }
        Ok(rows)
    }

    /// Reads the first rows of ranges, in the order of their keys.
    async fn read_ranges(
        &self,
        table: &'static Table,
        ranges: impl Iterator<Item = &KeyRange>,
        direction: Direction,
        limit: usize,
    ) -> Result<RangePage, StoreError> {
        check_name(table)?;
        let row_ranges = ranges.map(|range| RowRange {
            start_key: (!range.start().is_empty()).then(|| StartKey::StartKeyClosed(range.start().into())),
            end_key: range.end().map(|end| EndKey::EndKeyOpen(end.into())),
        });
        let rows_limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let rows = self.read(ReadRowsRequest {
            table_name: self.client.get_full_table_name(table.name()),
            rows: Some(RowSet { row_keys: Vec::new(), row_ranges: row_ranges.collect() }),
            filter: Some(newest()),
            rows_limit,
            reversed: direction == Direction::Backward,
            ..ReadRowsRequest::default()
        });
        let Rows { rows, is_cut } = rows.await?;
        let is_end = !is_cut && rows.len() < limit;
        Ok(RangePage { rows, is_end })
    }

    /// Writes rows of one table, with up to this number of requests.
    async fn write(&self, table: &str, entries: &[Entry], attempts: u32) -> Result<(), StoreError> {
        let mut attempt = 1;
        loop {
            match self.write_once(table, entries.to_vec()).await {
                Err(error) if attempt < attempts && is_temporary(&error) => self.wait(attempt).await,
                result => return result,
            }
            attempt += 1;
        }
    }

    async fn write_once(&self, table: &str, entries: Vec<Entry>) -> Result<(), StoreError> {
        let mut client = self.client.clone();
        let table_name = client.get_full_table_name(table);
        // The request for one row is faster.
        let entries = match <[Entry; 1]>::try_from(entries) {
            Ok([Entry { row_key, mutations, .. }]) => {
                let request = MutateRowRequest { table_name, row_key, mutations, ..MutateRowRequest::default() };
                client.mutate_row(request).await?;
                return Ok(());
            }
            Err(entries) => entries,
        };
        let mut answers =
            client.mutate_rows(MutateRowsRequest { table_name, entries, ..MutateRowsRequest::default() }).await?;
        while let Some(answer) = answers.message().await? {
            for status in answer.entries.into_iter().filter_map(|entry| entry.status) {
                if status.code != 0 {
                    return Err(tonic::Status::new(Code::from(status.code), status.message).into());
                }
            }
        }
        Ok(())
    }

    async fn write_tables(&self, tables: BTreeMap<&'static str, Vec<Entry>>, attempts: u32) -> Result<(), StoreError> {
        let requests = tables.iter().flat_map(|(table, entries)| {
            entries.chunks(MAX_WRITES).map(|entries| self.write(table, entries, attempts))
        });
        try_join_all(requests).await?;
        Ok(())
    }
}

fn entry(key: &[u8], mutations: Vec<Mutation>) -> Entry {
    Entry { row_key: key.into(), mutations, ..Entry::default() }
}

impl RowStore for Bigtable {
    type Error = StoreError;

    const TICKS_PER_SECOND: u64 = 1000;

    async fn get(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, StoreError> {
        let mut tables = BTreeMap::<&str, Vec<Vec<u8>>>::new();
        // Bigtable has no rows with other keys.
        for (table, key) in keys.iter().filter(|(table, key)| check_key(table, key).is_ok()) {
            check_name(table)?;
            tables.entry(table.name()).or_default().push(key.clone());
        }
        let mut found = HashMap::new();
        for (table, row_keys) in requests(tables) {
            let rows = self.read(ReadRowsRequest {
                table_name: self.client.get_full_table_name(table),
                rows: Some(RowSet { row_keys, row_ranges: Vec::new() }),
                filter: Some(newest()),
                ..ReadRowsRequest::default()
            });
            found.extend(rows.await?.rows.into_iter().map(|(key, value)| ((table, key), value)));
        }
        Ok(keys.iter().map(|(table, key)| found.remove(&(table.name(), key.clone())).unwrap_or_default()).collect())
    }

    async fn range(&self, request: &RangeRequest) -> Result<RangePage, StoreError> {
        let RangeRequest { table, range, direction, limit, .. } = request;
        self.read_ranges(table, [range].into_iter(), *direction, *limit).await
    }

    /// Reads short ranges, such as the first rows of all buckets of a salt, with one request.
    async fn ranges(&self, requests: &[RangeRequest]) -> Result<Vec<RangePage>, StoreError> {
        let limit = requests.iter().map(|request| request.limit).sum::<usize>();
        let len = |range: &KeyRange| range.start().len() + range.end().map_or(0, <[u8]>::len) + 2 * KEY_LEN;
        if let Some(RangeRequest { table, direction, .. }) = requests.first()
            && requests.iter().all(|request| (request.table.name(), request.direction) == (table.name(), *direction))
            && limit <= SHORT
            && requests.iter().map(|request| len(&request.range)).sum::<usize>() <= MAX_KEYS_LEN
        {
            let ranges = requests.iter().map(|request| &request.range);
            let found = self.read_ranges(table, ranges, *direction, limit).await?;
            if found.is_end {
                let page_of = |request: &RangeRequest| {
                    let rows = found.rows.iter().filter(|(key, _)| request.range.contains(key)).cloned().collect();
                    RangePage { rows, is_end: true }
                };
                return Ok(requests.iter().map(page_of).collect());
            }
            // The rows are those of the first ranges only.
        }
        ranges_apart(requests, |request| self.range(request)).await
    }

    async fn check(&self, rows: &[(&'static Table, &[u8], &[u8])]) -> Result<(), StoreError> {
        for (table, key, value) in rows {
            check_name(table)?;
            check_key(table, key)?;
            let length = value.len();
            if length > MAX_VALUE_LEN {
                return Err(StoreError::ValueLength { table: table.name(), key: key.to_vec(), length });
            }
        }
        Ok(())
    }

    async fn put(&self, rows: &[(&'static Table, &[u8], &[u8])], timestamp: Option<u64>) -> Result<(), StoreError> {
        let mut tables = BTreeMap::<_, Vec<_>>::new();
        for (table, key, value) in rows {
            // Without a timestamp, the new value replaces all others. Older values of an entry would stay for up to a week, and
            // belong to the row, whose limit is 256 MB.
            let mutations = match timestamp {
                Some(timestamp) if value.is_empty() => vec![set(value, Some(timestamp))],
                Some(timestamp) => vec![delete(Some(timestamp)), set(value, Some(timestamp))],
                None => vec![delete(None), set(value, None)],
            };
            tables.entry(table.name()).or_default().push(entry(key, mutations));
        }
        // A write with a timestamp has the same effect if it is sent again. Another one could replace a later value.
        self.write_tables(tables, if timestamp.is_some() { ATTEMPTS } else { 1 }).await
    }

    async fn delete(&self, rows: &[(&'static Table, &[u8], u64)]) -> Result<(), StoreError> {
        let mut tables = BTreeMap::<_, Vec<_>>::new();
        for (table, key, timestamp) in rows.iter().filter(|(table, key, _)| check_key(table, key).is_ok()) {
            tables.entry(table.name()).or_default().push(entry(key, vec![delete(Some(*timestamp))]));
        }
        self.write_tables(tables, ATTEMPTS).await
    }

    async fn check_and_put(
        &self,
        table: &'static Table,
        key: &[u8],
        expected: Option<&[u8]>,
        value: &[u8],
    ) -> Result<bool, StoreError> {
        // Bigtable accepts filters of up to 20 KiB, so values are compared by their headers.
        let expected = expected.map(|expected| match RowByRow::<Self>::header_of(table, expected) {
            Some(header) => KeyRange::beginning_with(header),
            None => KeyRange::beginning_with(expected).before(&[expected, &[0]].concat()),
        });
        let is_expected = expected.is_some();
        let (if_found, if_not_found) = if is_expected {
            (vec![delete(None), set(value, None)], Vec::new())
        } else {
            (Vec::new(), vec![set(value, None)])
        };
        let request = CheckAndMutateRowRequest {
            table_name: self.client.get_full_table_name(table.name()),
            row_key: key.into(),
            predicate_filter: Some(newest_in(expected)),
            true_mutations: if_found,
            false_mutations: if_not_found,
            ..CheckAndMutateRowRequest::default()
        };
        let answer = self.client.clone().check_and_mutate_row(request).await?;
        Ok(answer.predicate_matched == is_expected)
    }

    async fn wait(&self, attempt: u32) {
        tokio::time::sleep(wait_time(attempt)).await;
    }

    fn now(&self) -> u64 {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since_1970.as_millis()).unwrap_or_default()
    }
}
