//! The rows of [`RowByRow`](rowkey::store::remote::RowByRow) as rows of HBase with one column.

use crate::StoreError;
use crate::error::is_missing_table;
use crate::gateway::{Connection, Gateway};
use blocking::unblock;
use futures_util::future::try_join_all;
use hbase_thrift::hbase::{
    AlreadyExists, BatchMutation, ColumnDescriptor, Mutation, TCell, THbaseSyncClient as _, TRowResult, TScan,
};
use rowkey::store::remote::{RangePage, RangeRequest, RowStore, StoredValue, wait_time};
use rowkey::store::{Direction, Table};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub(crate) const FAMILY: &[u8] = b"r";
const COLUMN: &[u8] = b"r:v";
const MAX_KEY_LEN: usize = 32_767;
/// The number of scanners that are kept open for the next page of a range.
const SCANNERS: usize = 100;

/// HBase as the store of a [`RowByRow`](rowkey::store::remote::RowByRow).
pub struct Hbase {
    pub(crate) gateway: Arc<Gateway>,
    scanners: Arc<Scanners>,
    /// The tables that exist. HBase has no clear error for a write to a table that does not.
    tables: Arc<Mutex<HashSet<&'static str>>>,
}

impl fmt::Debug for Hbase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hbase").finish_non_exhaustive()
    }
}

/// Returns the statement of HBase's shell that creates a table with regions that start at these keys.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey::record::Record;
///
/// #[derive(RowKey)]
/// #[rowkey(value = String, format = rowkey::Raw, table = "users", salt(md5, buckets = 16))]
/// struct UserKey {
///     user: u32,
/// }
///
/// let split_points = UserKey::split_points(4).unwrap();
/// assert_eq!(
///     rowkey_hbase::create_statement(UserKey::TABLE, &split_points),
///     r#"create 'users', {NAME => 'r', VERSIONS => 1}, SPLITS => ["\x04", "\x08", "\x0C"]"#,
/// );
/// ```
pub fn create_statement<K: AsRef<[u8]>>(table: &Table, split_points: &[K]) -> String {
    let byte = |byte: &u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(*byte).to_string(),
        byte => format!("\\x{byte:02X}"),
    };
    let point = |point: &K| format!("\"{}\"", point.as_ref().iter().map(byte).collect::<String>());
    let points: Vec<_> = split_points.iter().map(point).collect();
    format!("create '{}', {{NAME => 'r', VERSIONS => 1}}, SPLITS => [{}]", table.name(), points.join(", "))
}

/// The scanners that have more rows. A scan that stops early leaves its scanner, which the gateway closes after a while.
#[derive(Default)]
struct Scanners {
    open: Mutex<BTreeMap<u64, Scanner>>,
    next: AtomicU64,
}

#[derive(Clone, Copy)]
struct Scanner {
    id: i32,
    /// The generation of the gateway that has opened the scanner.
    generation: u64,
}

impl Hbase {
    /// Stores rows in HBase. `gateway` is the host and the port of a Thrift gateway.
    pub fn new(gateway: impl Into<String>) -> Self {
        Self { gateway: Arc::new(Gateway::new(gateway.into())), scanners: Arc::default(), tables: Arc::default() }
    }
}

impl Hbase {
    /// Returns the names of the tables in HBase, in order, including those of other programs.
    ///
    /// # Errors
    /// The gateway does not answer.
    pub async fn table_names(&self) -> Result<Vec<String>, StoreError> {
        let gateway = Arc::clone(&self.gateway);
        let names =
            unblock(move || gateway.repeat(Connection::get_table_names).map_err(|error| gateway.error(error))).await?;
        Ok(names.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect())
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

fn mutation(value: Option<&[u8]>) -> Mutation {
    Mutation {
        is_delete: Some(value.is_none()),
        column: Some(COLUMN.into()),
        value: value.map(Into::into),
        write_to_w_a_l: Some(true),
    }
}

fn batch(key: &[u8], value: Option<&[u8]>) -> BatchMutation {
    BatchMutation { row: Some(key.into()), mutations: Some(vec![mutation(value)]) }
}

/// Converts a row. Returns `None` if it has other columns only.
fn row(result: TRowResult) -> Option<(Vec<u8>, StoredValue)> {
    let TCell { value, timestamp } = result.columns?.remove(COLUMN)?;
    Some((result.row?, StoredValue { bytes: value, version: timestamp.and_then(|time| time.try_into().ok())? }))
}

/// Creates a table with one region, unless it exists.
fn ensure_table(gateway: &Gateway, table: &str) -> thrift::Result<()> {
    if gateway.repeat(Connection::get_table_names)?.iter().any(|name| name == table.as_bytes()) {
        return Ok(());
    }
    let family = ColumnDescriptor {
        name: Some(FAMILY.into()),
        max_versions: Some(1),
        compression: Some("NONE".into()),
        in_memory: Some(false),
        bloom_filter_type: Some("ROW".into()),
        bloom_filter_vector_size: None,
        bloom_filter_nb_hashes: None,
        block_cache_enabled: Some(true),
        time_to_live: Some(i32::MAX),
    };
    match gateway.repeat(|connection| connection.create_table(table.into(), vec![family.clone()])) {
        // Another program has created it meanwhile.
        Err(thrift::Error::User(error)) if error.is::<AlreadyExists>() => Ok(()),
        result => result,
    }
}

/// Returns the rows of a request for rows of a table. A table that does not exist has none.
pub(crate) fn rows_of<T: Default>(gateway: &Gateway, result: thrift::Result<T>) -> Result<T, StoreError> {
    match result {
        Err(error) if is_missing_table(&error) => Ok(T::default()),
        result => result.map_err(|error| gateway.error(error)),
    }
}

/// The rows of one table to write with one timestamp.
type Batches = BTreeMap<(&'static str, Option<u64>), Vec<BatchMutation>>;

impl Hbase {
    /// Runs a request that writes to a table, after the table was created.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        table: &'static str,
        write: impl FnOnce(&Gateway) -> thrift::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (gateway, tables) = (Arc::clone(&self.gateway), Arc::clone(&self.tables));
        unblock(move || {
            let tables = || tables.lock().unwrap_or_else(PoisonError::into_inner);
            let is_known = tables().contains(table);
            let ensured = if is_known { Ok(()) } else { ensure_table(&gateway, table) };
            if ensured.is_ok() {
                tables().insert(table);
            }
            ensured.and_then(|()| write(&gateway)).map_err(|error| gateway.error(error))
        })
        .await
    }

    async fn write_batches(&self, batches: Batches) -> Result<(), StoreError> {
        let writes = batches.into_iter().map(async |((table, timestamp), batch)| {
            let write = move |connection: &mut Connection| match timestamp.map(i64::try_from) {
                Some(Ok(timestamp)) => {
                    connection.mutate_rows_ts(table.into(), batch.clone(), timestamp, BTreeMap::new())
                }
                _ => connection.mutate_rows(table.into(), batch.clone(), BTreeMap::new()),
            };
            self.write(table, move |gateway| gateway.repeat(&write)).await
        });
        try_join_all(writes).await?;
        Ok(())
    }
}

impl RowStore for Hbase {
    type Error = StoreError;

    async fn get(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, StoreError> {
        let mut by_table = BTreeMap::<&str, Vec<Vec<u8>>>::new();
        // HBase has no rows with other keys.
        for (table, key) in keys.iter().filter(|(table, key)| check_key(table, key).is_ok()) {
            by_table.entry(table.name()).or_default().push(key.clone());
        }
        let gateway = Arc::clone(&self.gateway);
        let mut found = unblock(move || {
            let mut found = HashMap::new();
            for (table, keys) in by_table {
                let rows = gateway.repeat(|connection| {
                    let (table, columns) = (table.into(), vec![COLUMN.into()]);
                    match &keys[..] {
                        // The request for one row is faster.
                        [key] => connection.get_row_with_columns(table, key.clone(), columns, BTreeMap::new()),
                        keys => connection.get_rows_with_columns(table, keys.to_vec(), columns, BTreeMap::new()),
                    }
                });
                let rows = rows_of(&gateway, rows)?.into_iter().filter_map(row);
                found.extend(rows.map(|(key, value)| ((table, key), value)));
            }
            Ok(found)
        })
        .await?;
        Ok(keys.iter().map(|(table, key)| found.remove(&(table.name(), key.clone())).unwrap_or_default()).collect())
    }

    async fn range(&self, request: &RangeRequest) -> Result<RangePage, StoreError> {
        let (gateway, scanners, request) = (Arc::clone(&self.gateway), Arc::clone(&self.scanners), request.clone());
        unblock(move || scanners.read(&gateway, &request)).await
    }

    async fn put(&self, rows: &[(&'static Table, &[u8], &[u8])], timestamp: Option<u64>) -> Result<(), StoreError> {
        let mut batches = Batches::new();
        for (table, key, value) in rows {
            check_key(table, key)?;
            batches.entry((table.name(), timestamp)).or_default().push(batch(key, Some(value)));
        }
        self.write_batches(batches).await
    }

    async fn delete(&self, rows: &[(&'static Table, &[u8], u64)]) -> Result<(), StoreError> {
        let mut batches = Batches::new();
        for (table, key, timestamp) in rows.iter().filter(|(table, key, _)| check_key(table, key).is_ok()) {
            batches.entry((table.name(), Some(*timestamp))).or_default().push(batch(key, None));
        }
        self.write_batches(batches).await
    }

    async fn check_and_put(
        &self,
        table: &'static Table,
        key: &[u8],
        expected: Option<&[u8]>,
        value: &[u8],
    ) -> Result<bool, StoreError> {
        check_key(table, key)?;
        // To HBase, an empty expected value means that the row does not exist.
        let (key, expected) = (key.to_vec(), expected.unwrap_or_default().to_vec());
        let put = mutation(Some(value));
        let table = table.name();
        self.write(table, move |gateway| {
            gateway.once(|connection| {
                connection.check_and_put(table.into(), key, COLUMN.into(), expected, put, BTreeMap::new())
            })
        })
        .await
    }

    async fn wait(&self, attempt: u32) {
        unblock(move || std::thread::sleep(wait_time(attempt))).await;
    }
}

impl Scanners {
    fn open(&self) -> MutexGuard<'_, BTreeMap<u64, Scanner>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read(&self, gateway: &Gateway, request: &RangeRequest) -> Result<RangePage, StoreError> {
        let table = request.table.name();
        let limit = i32::try_from(request.limit.max(1)).unwrap_or(i32::MAX);
        let generation = gateway.generation();
        let before = request.scanner.and_then(|number| self.open().remove(&number));
        let mut before = before.filter(|scanner| scanner.generation == generation).map(|scanner| scanner.id);
        let read = gateway.repeat(|connection| {
            let id = match before.take() {
                Some(id) => id,
                None => connection.scanner_open_with_scan(table.into(), scan(request, limit), BTreeMap::new())?,
            };
            let rows = connection.scanner_get_list(id, limit)?;
            let is_end = i32::try_from(rows.len()).is_ok_and(|count| count < limit);
            if is_end {
                connection.scanner_close(id)?;
            }
            Ok(Some((id, rows, is_end)))
        });
        let Some((id, rows, is_end)) = rows_of(gateway, read)? else {
            return Ok(RangePage { is_end: true, ..RangePage::default() });
        };
        let rows = rows.into_iter().filter_map(row).filter(|(key, _)| request.range.contains(key)).collect();
        if is_end {
            return Ok(RangePage { rows, is_end, scanner: None });
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let mut open = self.open();
        open.insert(number, Scanner { id, generation });
        let oldest = if open.len() > SCANNERS { open.pop_first() } else { None };
        drop(open);
        if let Some((_, oldest)) = oldest {
            // If this fails, the gateway closes the scanner later.
            let _ = gateway.once(|connection| connection.scanner_close(oldest.id));
        }
        Ok(RangePage { rows, is_end, scanner: Some(number) })
    }
}

fn scan(request: &RangeRequest, limit: i32) -> TScan {
    let (start, end) = (request.range.start(), request.range.end().unwrap_or_default());
    let backward = request.direction == Direction::Backward;
    // HBase includes the first bound and excludes the second one. Backward, that is the end of the range, which the caller
    // drops, and a key just before its start.
    let (start, end) = if backward { (end.to_vec(), before(start)) } else { (start.to_vec(), end.to_vec()) };
    // All fields are listed. `TScan::default()` has the timestamp 0, and HBase returns only rows that are older than the
    // timestamp.
    TScan {
        start_row: Some(start),
        stop_row: Some(end),
        timestamp: None,
        columns: Some(vec![COLUMN.into()]),
        // The rows that a region server sends to the gateway at once. A longer first request begins a scan of many rows.
        caching: Some(if limit < 100 { limit } else { 1000.max(limit) }),
        filter_string: None,
        batch_size: None,
        sort_columns: Some(false),
        reversed: Some(backward),
        cache_blocks: Some(true),
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
