//! [`RowByRow`]: records in a store that writes each row atomically, and has no transactions.

use crate::commit::Kind;
use crate::layouts::{self, is_layouts};
use crate::{
    AsyncStore, Commit, CommitError, Direction, REQUESTS, RangePage, RangeRequest, RowWrite, Scanner, StoredValue,
    Table, random, ranges_apart,
};
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use rowkey::KeyRange;
use rowkey::record::Record;
use std::borrow::Cow;
use std::future::Future;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{iter, mem};

/// A store that writes each row atomically, keeps a timestamp with each row, and has no transactions, for example HBase or
/// Bigtable. [`RowByRow`] makes an [`AsyncStore`] of it.
pub trait RowStore: Send + Sync {
    /// The store's error.
    type Error: std::error::Error + Send + Sync + 'static;

    /// The number of timestamps in a second, up to a billion. The default is a million: timestamps are microseconds since
    /// 1970.
    const TICKS_PER_SECOND: u64 = 1_000_000;

    /// Reads rows by their keys: see [`AsyncStore::get`]. The version of a value is its timestamp.
    fn get(
        &self,
        keys: &[(&'static Table, Vec<u8>)],
    ) -> impl Future<Output = Result<Vec<StoredValue>, Self::Error>> + Send;

    /// Reads the first rows of a range: see [`AsyncStore::range`].
    fn range(&self, request: &RangeRequest) -> impl Future<Output = Result<RangePage, Self::Error>> + Send;

    /// Reads the first rows of several ranges: see [`AsyncStore::ranges`].
    fn ranges(&self, requests: &[RangeRequest]) -> impl Future<Output = Result<Vec<RangePage>, Self::Error>> + Send {
        ranges_apart(requests, |request| self.range(request))
    }

    /// Checks whether the store accepts rows: the names of their tables, and the lengths of their keys and values. It is called
    /// with all rows of a change before the first of them is written. So if one of them is an error, nothing is written.
    ///
    /// The other methods must accept keys of any length, because a query can ask for a key that the store cannot hold.
    fn check(&self, rows: &[(&'static Table, &[u8], &[u8])]) -> impl Future<Output = Result<(), Self::Error>> + Send {
        let _ = rows;
        std::future::ready(Ok(()))
    }

    /// Puts rows with a timestamp. A row with a later timestamp stays as it is. Without a timestamp, the new values replace
    /// the old ones.
    ///
    /// If the answer to a put without a timestamp is lost, return the error. Do not send the put again: it could replace a
    /// value that another program has put since then.
    fn put(
        &self,
        rows: &[(&'static Table, &[u8], &[u8])],
        timestamp: Option<u64>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// Deletes rows, each up to a timestamp. A value with a later timestamp stays.
    fn delete(&self, rows: &[(&'static Table, &[u8], u64)]) -> impl Future<Output = Result<(), Self::Error>> + Send;

    /// Puts a row if its stored value equals `expected`. `None` means that no row is stored. Returns whether the row was
    /// put.
    ///
    /// Comparing the headers of the values is enough: see [`RowByRow::header_of`].
    fn check_and_put(
        &self,
        table: &'static Table,
        key: &[u8],
        expected: Option<&[u8]>,
        value: &[u8],
    ) -> impl Future<Output = Result<bool, Self::Error>> + Send;

    /// Puts each of these rows unless a row is stored with its key. Returns for each row whether it was put. If an answer is lost,
    /// return the error: the rows are then read.
    ///
    /// The default calls [`check_and_put`](Self::check_and_put), for up to 32 rows at the same time. Override it if the store
    /// puts several new rows faster with one request.
    fn put_new(
        &self,
        rows: &[(&'static Table, &[u8], &[u8])],
    ) -> impl Future<Output = Result<Vec<bool>, Self::Error>> + Send {
        let puts = rows.iter().map(|(table, key, value)| self.check_and_put(table, key, None, value));
        stream::iter(puts).buffered(REQUESTS).try_collect()
    }

    /// Waits before a closure runs again: see [`AsyncStore::wait`].
    fn wait(&self, attempt: u32) -> impl Future<Output = ()> + Send {
        let _ = attempt;
        std::future::ready(())
    }

    /// Returns the present time as a timestamp. The default is the number of microseconds since 1970.
    fn now(&self) -> u64 {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since_1970.as_micros()).unwrap_or_default()
    }
}

/// Records in a store without transactions.
///
/// The rows of a record and of its entries are written in an order that loses no entry, whatever other programs do, and
/// wherever a program stops:
///
/// 1. The new entries are put with a new timestamp, which is later than the one of the old record.
/// 2. The record is replaced if it is still the one that was read. Otherwise, the closure runs again.
/// 3. The old entries are deleted up to the timestamp of the old record, so that an entry which another program has put
///    since then stays.
///
/// Entries of programs that have stopped, or have lost against another program, can remain. A read through an index skips
/// them, because it compares each entry with its record.
///
/// A record is stored as a header of 16 bytes, which hold its timestamp and a random number, and its value. A record that was
/// removed leaves its header, so that no older write can follow the removal. [`remove_remains`](Self::remove_remains) deletes
/// the header later. A program whose answer is lost reads the record. If two programs make the same change at the same time,
/// for example because both take the same record, the random number tells which of them has written.
///
/// Two programs could write the same entry of a unique index, so the compiler rejects a record with one:
///
/// ```compile_fail
/// use rowkey::RowKey;
/// use rowkey_async::{AsyncDatabase, AsyncResult, RowByRow, RowStore};
///
/// #[derive(RowKey)]
/// #[rowkey(value = String, format = rowkey::Raw, indexes(UserByName))]
/// struct UserKey {
///     user: u32,
/// }
///
/// #[derive(RowKey)]
/// #[rowkey(index_of = UserKey, unique)] // without `unique`, and with a field `user`, this compiles
/// struct UserByName {
///     #[rowkey(from = value)]
///     name: String,
/// }
///
/// # struct Hbase;
/// # impl RowStore for Hbase {
/// #     type Error = std::io::Error;
/// #     async fn get(&self, _: &[(&'static rowkey::store::Table, Vec<u8>)]) -> Result<Vec<rowkey_async::StoredValue>, std::io::Error> { Ok(vec![]) }
/// #     async fn range(&self, _: &rowkey_async::RangeRequest) -> Result<rowkey_async::RangePage, std::io::Error> { Ok(Default::default()) }
/// #     async fn put(&self, _: &[(&'static rowkey::store::Table, &[u8], &[u8])], _: Option<u64>) -> Result<(), std::io::Error> { Ok(()) }
/// #     async fn delete(&self, _: &[(&'static rowkey::store::Table, &[u8], u64)]) -> Result<(), std::io::Error> { Ok(()) }
/// #     async fn check_and_put(&self, _: &'static rowkey::store::Table, _: &[u8], _: Option<&[u8]>, _: &[u8]) -> Result<bool, std::io::Error> { Ok(true) }
/// # }
/// async fn write(database: &AsyncDatabase<RowByRow<Hbase>>) -> AsyncResult<(), RowByRow<Hbase>> {
///     database.write(|rows| rows.put(&UserKey { user: 7 }, &"Ada".into())).await
/// }
/// # futures_lite::future::block_on(write(&AsyncDatabase::new(RowByRow::new(Hbase)))).unwrap();
/// ```
#[derive(Debug)]
pub struct RowByRow<R> {
    rows: R,
}

/// The number of times that a request is sent if its answer is lost.
const ATTEMPTS: u32 = 5;

impl<R: RowStore> RowByRow<R> {
    /// The time after which no write is on its way: a minute.
    const DEADLINE: u64 = 60 * R::TICKS_PER_SECOND;
    /// The age from which an entry without a record is not the beginning of a change: ten minutes.
    const GRACE: u64 = 10 * Self::DEADLINE;
    /// The number of bits of a timestamp, which are enough until the year 2085 or later.
    const TIMESTAMP_BITS: u32 = (230 * 31_557_600 * R::TICKS_PER_SECOND).ilog2();
    /// The bit of a version whose upper half is a random number, and whose header has 16 bytes. Earlier programs have stored headers
    /// of 8 bytes, whose timestamps are too small for this bit.
    const IS_LONG: u64 = 1 << Self::TIMESTAMP_BITS;

    /// Stores records in these rows.
    pub fn new(rows: R) -> Self {
        Self { rows }
    }

    /// Returns the store of the rows.
    pub fn rows(&self) -> &R {
        &self.rows
    }

    /// Returns a version that no other program has, even if it writes at the same time.
    ///
    /// The random number has 64 bits, because two programs that take the same record often have the same timestamp: the one
    /// after the old record's, if their clocks are late. A program that mistook the other's version for its own would take
    /// the record a second time.
    fn new_version(timestamp: u64) -> u128 {
        u128::from(random()) << u64::BITS | u128::from(timestamp | Self::IS_LONG)
    }

    fn timestamp_of(version: u128) -> u64 {
        halves(version).1 & (Self::IS_LONG - 1)
    }

    /// Splits the stored bytes of a record into its header and its value.
    pub fn split_record(row: &[u8]) -> Option<(&[u8], &[u8])> {
        let first = u64::from_be_bytes(*row.first_chunk()?);
        row.split_at_checked(if first >> 1 & Self::IS_LONG == 0 { 8 } else { 16 })
    }

    /// Returns the first bytes of a stored value, which no other value of the same row has. So a store can compare values by these
    /// bytes. Returns `None` for recorded layouts that an earlier program has stored.
    pub fn header_of<'v>(table: &Table, value: &'v [u8]) -> Option<&'v [u8]> {
        if is_layouts(table) { layouts::header(value) } else { Some(Self::split_record(value)?.0) }
    }

    /// Returns the stored bytes of a record, or of what is left of it.
    fn write_record(value: Option<&[u8]>, version: u128) -> Vec<u8> {
        let (random, timestamp) = halves(version);
        let mut row = (timestamp << 1 | u64::from(value.is_none())).to_be_bytes().to_vec();
        if timestamp & Self::IS_LONG != 0 {
            row.extend(random.to_be_bytes());
        }
        row.extend(value.unwrap_or_default());
        row
    }

    /// Returns the value of a record, without its header, for a program that reads the rows itself. Returns no bytes if the
    /// record was removed.
    pub fn record_of(row: &StoredValue) -> StoredValue {
        Self::read_record(row.clone())
    }

    fn read_record(row: StoredValue) -> StoredValue {
        let mut bytes = row.bytes.unwrap_or_default();
        let Some((header, _)) = Self::split_record(&bytes) else { return StoredValue::default() };
        let half = |half: Option<&[u8]>| half.and_then(<[u8]>::first_chunk).copied().map_or(0, u64::from_be_bytes);
        let (first, random) = (half(header.get(..8)), half(header.get(8..)));
        bytes.drain(..header.len());
        let version = u128::from(random) << u64::BITS | u128::from(first >> 1);
        StoredValue { bytes: (first & 1 == 0).then_some(bytes), version }
    }

    fn read_row(table: &Table, raw: StoredValue) -> StoredValue {
        if table.is_index() || is_layouts(table) { raw } else { Self::read_record(raw) }
    }

    fn read_page(request: &RangeRequest, mut page: RangePage) -> RangePage {
        for (_, value) in &mut page.rows {
            *value = Self::read_row(request.table, mem::take(value));
        }
        page
    }

    /// Returns the keys and values of the table [`LAYOUTS`](rowkey::store::LAYOUTS), which are one row in a store without
    /// transactions. `row` is the value of this row. [`RecordedTable::read`](rowkey::store::RecordedTable::read) reads each of
    /// them.
    pub fn layouts_of(row: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
        layouts::unpack(row)
    }

    /// Deletes what is left of records that were removed at least ten minutes ago. Reads the whole table. Returns the
    /// number of deleted rows.
    ///
    /// # Errors
    /// The store could not read or write.
    pub async fn remove_remains<K: Record>(&self) -> Result<u64, R::Error> {
        let mut request = RangeRequest {
            table: K::TABLE,
            range: KeyRange::beginning_with(K::TABLE.namespace()),
            direction: Direction::Forward,
            limit: 1000,
            scanner: Some(Scanner::default()),
        };
        let (mut removed, now) = (0, self.rows.now());
        while !request.range.is_empty() {
            let page = self.rows.range(&request).await?;
            let old = page.rows.iter().filter(|(_, raw)| {
                let value = Self::record_of(raw);
                value.bytes.is_none() && Self::timestamp_of(value.version) + Self::GRACE < now
            });
            let old: Vec<_> = old.map(|(key, raw)| (K::TABLE, &key[..], Self::timestamp_of(raw.version))).collect();
            self.rows.delete(&old).await?;
            removed += old.len() as u64;
            if page.is_end {
                break;
            }
            if let Some((last, _)) = page.rows.last() {
                request.range = request.range.after(last);
            }
        }
        Ok(removed)
    }

    /// Puts a row if it is unchanged since it was read. If the answer is lost, reads the row, and puts it again unless it is
    /// the new one or has changed. Does not put it after `deadline`, because its entries may be deleted by then.
    async fn replace(
        &self,
        write: &RowWrite,
        expected: Option<&[u8]>,
        new: &[u8],
        deadline: u64,
    ) -> Result<(), CommitError<R::Error>> {
        let keys = [(write.table, write.key.clone())];
        let mut attempt = 1;
        loop {
            let error = match self.rows.check_and_put(write.table, &write.key, expected, new).await {
                Ok(true) => return Ok(()),
                // After a lost answer, the row may be the new one.
                Ok(false) if attempt == 1 => return Err(CommitError::Conflict),
                Ok(false) => None,
                Err(error) => Some(error),
            };
            let stored = self.rows.get(&keys).await.map(|mut stored| stored.pop().unwrap_or_default().bytes);
            let error = match (stored, error) {
                (Ok(stored), _) if stored.as_deref() == Some(new) => return Ok(()),
                // The first write had no effect, or another program has already replaced its row.
                (Ok(_), None) => return Err(CommitError::Overtaken),
                (Ok(stored), Some(error)) if stored.as_deref() != expected => return Err(CommitError::Unknown(error)),
                (Ok(_), Some(error)) | (Err(error), _) => error,
            };
            if attempt == ATTEMPTS {
                return Err(CommitError::Unknown(error));
            }
            self.rows.wait(attempt).await;
            if self.rows.now() > deadline {
                return Err(CommitError::Unknown(error));
            }
            attempt += 1;
        }
    }

    async fn replace_layouts(&self, commit: &Commit) -> Result<(), CommitError<R::Error>> {
        for write in commit.writes_of(Kind::Layouts) {
            let expected = write.expected.as_ref().and_then(|expected| expected.bytes.as_deref());
            let deadline = self.rows.now().saturating_add(Self::DEADLINE);
            self.replace(write, expected, write.value.as_deref().unwrap_or_default(), deadline).await?;
        }
        Ok(())
    }

    /// Checks all rows of a commit before the first of them is written.
    async fn check(&self, commit: &Commit) -> Result<(), R::Error> {
        let stored = commit.writes.iter().filter_map(|write| match (write.kind(), write.value.as_deref()) {
            (Kind::Record, value) => Some((write, Cow::Owned(Self::write_record(value, Self::IS_LONG.into())))),
            (_, value) => Some((write, Cow::Borrowed(value?))),
        });
        let stored: Vec<_> = stored.collect();
        let rows: Vec<_> = stored.iter().map(|(write, value)| (write.table, &write.key[..], &value[..])).collect();
        self.rows.check(&rows).await
    }

    async fn put_entries(&self, commit: &Commit, timestamp: u64) -> Result<(), R::Error> {
        let entries = commit.writes_of(Kind::EntryToPut);
        let entries = entries.filter_map(|write| Some((write.table, &write.key[..], write.value.as_deref()?)));
        let entries: Vec<_> = entries.collect();
        if entries.is_empty() { Ok(()) } else { self.rows.put(&entries, Some(timestamp)).await }
    }

    /// Returns a timestamp for new entries, which is later than those of the old records, and the time after which no record may
    /// follow them, because they may be deleted by then.
    fn timestamp<'c>(&self, records: impl Iterator<Item = &'c RowWrite>) -> (u64, u64) {
        let expected = records.filter_map(|record| record.expected.as_ref());
        let old = expected.map(|expected| Self::timestamp_of(expected.version)).max().unwrap_or_default();
        let timestamp = self.rows.now().max(old + 1);
        (timestamp, timestamp.saturating_add(Self::DEADLINE))
    }

    async fn commit_record(&self, commit: &Commit, record: &RowWrite) -> Result<(), CommitError<R::Error>> {
        self.replace_layouts(commit).await?;
        let (timestamp, deadline) = self.timestamp(iter::once(record));
        self.put_entries(commit, timestamp).await.map_err(CommitError::Failed)?;
        if self.rows.now() > deadline {
            return Err(CommitError::Conflict);
        }
        let new = Self::write_record(record.value.as_deref(), Self::new_version(timestamp));
        let Some(expected) = &record.expected else {
            let row = [(record.table, &record.key[..], &new[..])];
            return self.rows.put(&row, None).await.map_err(CommitError::Unknown);
        };
        let old = Self::timestamp_of(expected.version);
        let expected = (expected.version > 0).then(|| Self::write_record(expected.bytes.as_deref(), expected.version));
        self.replace(record, expected.as_deref(), &new, deadline).await?;

        let entries: Vec<_> =
            commit.writes_of(Kind::EntryToDelete).map(|write| (write.table, &write.key[..], old)).collect();
        if !entries.is_empty() {
            // The record is written. If the entries stay, reads skip them.
            for attempt in 1..ATTEMPTS {
                match self.rows.delete(&entries).await {
                    Ok(()) => break,
                    Err(_) => self.rows.wait(attempt).await,
                }
            }
        }
        Ok(())
    }

    /// Writes the entries that a rebuild corrects or `drop_index` deletes, and then what they have recorded.
    async fn commit_entries(&self, commit: &Commit) -> Result<(), CommitError<R::Error>> {
        let now = self.rows.now();
        self.put_entries(commit, now).await.map_err(CommitError::Failed)?;
        let entries = commit.writes_of(Kind::EntryToDelete).filter_map(|write| {
            let version = Self::timestamp_of(write.expected.as_ref()?.version);
            // A younger entry may be the beginning of a change whose record follows. No reader needs an entry of a removed
            // index, whose recorded layout says that entries are missing.
            (write.table.is_removed() || version + Self::GRACE < now).then_some((write.table, &write.key[..], version))
        });
        let entries: Vec<_> = entries.collect();
        if !entries.is_empty() {
            self.rows.delete(&entries).await.map_err(CommitError::Failed)?;
        }
        self.replace_layouts(commit).await
    }
}

/// Returns the random number of a version, and the number with its timestamp.
fn halves(version: u128) -> (u64, u64) {
    let half = |half| u64::try_from(half).unwrap_or_default();
    (half(version >> u64::BITS), half(version & u128::from(u64::MAX)))
}

impl<R: RowStore> AsyncStore for RowByRow<R> {
    type Error = R::Error;

    const TRANSACTIONS: bool = false;

    async fn get(&self, keys: &[(&'static Table, Vec<u8>)]) -> Result<Vec<StoredValue>, R::Error> {
        let values = self.rows.get(keys).await?;
        Ok(keys.iter().zip(values).map(|((table, _), raw)| Self::read_row(table, raw)).collect())
    }

    async fn range(&self, request: &RangeRequest) -> Result<RangePage, R::Error> {
        Ok(Self::read_page(request, self.rows.range(request).await?))
    }

    async fn ranges(&self, requests: &[RangeRequest]) -> Result<Vec<RangePage>, R::Error> {
        let pages = self.rows.ranges(requests).await?;
        Ok(requests.iter().zip(pages).map(|(request, page)| Self::read_page(request, page)).collect())
    }

    async fn commit(&self, commit: &Commit) -> Result<(), CommitError<R::Error>> {
        let mut records = commit.writes_of(Kind::Record);
        let record = match (records.next(), records.next()) {
            (Some(_), Some(_)) => return Err(CommitError::SeveralRecords),
            (record, _) => record,
        };
        self.check(commit).await.map_err(CommitError::Failed)?;
        match record {
            Some(record) => self.commit_record(commit, record).await,
            None => self.commit_entries(commit).await,
        }
    }

    async fn load(&self, commit: &Commit) -> Result<(), CommitError<R::Error>> {
        self.check(commit).await.map_err(CommitError::Failed)?;
        self.replace_layouts(commit).await?;
        let (timestamp, deadline) = self.timestamp(commit.writes_of(Kind::Record));
        self.put_entries(commit, timestamp).await.map_err(CommitError::Failed)?;
        if self.rows.now() > deadline {
            return Err(CommitError::Conflict);
        }
        let version = Self::new_version(timestamp);
        let (mut new, mut removed) = (Vec::new(), Vec::new());
        for record in commit.writes_of(Kind::Record) {
            let value = Self::write_record(record.value.as_deref(), version);
            match &record.expected {
                Some(expected) if expected.version > 0 => {
                    removed.push((record, Self::write_record(None, expected.version), value));
                }
                _ => new.push((record, value)),
            }
        }
        let rows: Vec<_> = new.iter().map(|(record, value)| (record.table, &record.key[..], &value[..])).collect();
        let are_put = self.rows.put_new(&rows).await.map_err(CommitError::Unknown)?;
        // Few records have the key of one that was removed.
        for (record, removed, value) in &removed {
            self.replace(record, Some(removed), value, deadline).await?;
        }
        if are_put.contains(&false) { Err(CommitError::Conflict) } else { Ok(()) }
    }

    fn wait(&self, attempt: u32) -> impl Future<Output = ()> + Send {
        self.rows.wait(attempt)
    }
}
