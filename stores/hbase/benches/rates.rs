//! Compares the records of rowkey with `hbase-thrift` by hand, on HBase:
//!
//! ```sh
//! HBASE=127.0.0.1:9090 cargo bench
//! ```

#![allow(clippy::indexing_slicing, reason = "a benchmark may panic")]

#[path = "../../benches/rates.rs"]
mod rates;

use blocking::unblock;
use futures_lite::future::block_on;
use hbase_thrift::hbase::{BatchMutation, HbaseSyncClient, Mutation, TCell, THbaseSyncClient as _, TRowResult, TScan};
use rates::ByHand;
use std::collections::BTreeMap;
use std::error::Error;
use std::hash::{BuildHasher as _, RandomState};
use std::net::TcpStream;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use thrift::protocol::{TBinaryInputProtocol, TBinaryOutputProtocol};
use thrift::transport::{
    ReadHalf, TBufferedReadTransport, TBufferedWriteTransport, TIoChannel as _, TTcpChannel, WriteHalf,
};

type BoxError = Box<dyn Error>;
type Input = TBinaryInputProtocol<TBufferedReadTransport<ReadHalf<TTcpChannel>>>;
type Output = TBinaryOutputProtocol<TBufferedWriteTransport<WriteHalf<TTcpChannel>>>;
type Connection = HbaseSyncClient<Input, Output>;

const USERS: &[u8] = b"rate_users";
const NAMES: &[u8] = b"rate_users.name";
const COLUMN: &[u8] = b"r:v";

/// The key and the value of a row.
type Row = (Vec<u8>, Vec<u8>);

/// A connection whose requests block the thread.
struct Blocking(Mutex<Connection>);

/// The same for an async program. It runs each operation on a thread that may wait, as a program by hand would do.
struct Client(Arc<Blocking>);

fn connect(address: &str) -> Result<Blocking, BoxError> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let (input, output) = TTcpChannel::with_stream(stream).split()?;
    let input = TBinaryInputProtocol::new(TBufferedReadTransport::with_capacity(64 << 10, input), true);
    let output = TBinaryOutputProtocol::new(TBufferedWriteTransport::with_capacity(64 << 10, output), true);
    Ok(Blocking(Mutex::new(HbaseSyncClient::new(input, output))))
}

fn mutation(value: Option<&[u8]>) -> Mutation {
    Mutation {
        is_delete: Some(value.is_none()),
        column: Some(COLUMN.into()),
        value: value.map(Into::into),
        write_to_w_a_l: Some(true),
    }
}

fn row(result: TRowResult) -> Option<Row> {
    let TCell { value, .. } = result.columns?.remove(COLUMN)?;
    Some((result.row?, value?))
}

fn entry(name: &str, user: u32) -> Vec<u8> {
    [name.as_bytes(), b"\0\0", &user.to_be_bytes()].concat()
}

impl Blocking {
    /// Deletes the tables of an earlier run.
    fn delete_tables(&self) -> Result<(), BoxError> {
        let mut connection = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for table in connection.get_table_names()?.into_iter().filter(|table| [USERS, NAMES].contains(&&**table)) {
            connection.disable_table(table.clone())?;
            connection.delete_table(table)?;
        }
        Ok(())
    }

    /// Reads the rows of a table from `start` to `end`, a thousand with a request.
    fn read_range(&self, table: &[u8], start: &[u8], end: Option<Vec<u8>>) -> Result<Vec<Row>, BoxError> {
        let mut connection = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let scan = TScan {
            start_row: Some(start.into()),
            stop_row: Some(end.unwrap_or_default()),
            timestamp: None,
            columns: Some(vec![COLUMN.into()]),
            caching: Some(1000),
            filter_string: None,
            batch_size: None,
            sort_columns: Some(false),
            reversed: Some(false),
            cache_blocks: Some(true),
        };
        let scanner = connection.scanner_open_with_scan(table.into(), scan, BTreeMap::new())?;
        let mut rows = Vec::new();
        loop {
            let page = connection.scanner_get_list(scanner, 1000)?;
            let is_end = page.len() < 1000;
            rows.extend(page.into_iter().filter_map(row));
            if is_end {
                connection.scanner_close(scanner)?;
                return Ok(rows);
            }
        }
    }
}

/// The bit of a timestamp that says that the header has 16 bytes.
const IS_LONG: u64 = 1 << 52;

/// The header that rowkey stores before the value of a record: a timestamp and a random number, which tell versions apart.
fn timestamp(header: [u8; 16]) -> u64 {
    u64::try_from(u128::from_be_bytes(header) >> 65).unwrap_or_default() & (IS_LONG - 1)
}

fn now() -> Result<u64, BoxError> {
    Ok(u64::try_from(SystemTime::now().duration_since(UNIX_EPOCH)?.as_micros())?)
}

fn record(name: &str, timestamp: u64) -> Vec<u8> {
    let header = (u128::from(timestamp | IS_LONG) << 65) | u128::from(RandomState::new().hash_one(()));
    [&header.to_be_bytes(), name.as_bytes()].concat()
}

fn change(row: Vec<u8>, value: Option<&[u8]>) -> BatchMutation {
    BatchMutation { row: Some(row), mutations: Some(vec![mutation(value)]) }
}

impl Blocking {
    /// A removed record leaves a row, so the old row is read first.
    fn insert(&self, user: u32, name: &str) -> Result<(), BoxError> {
        let mut connection = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (key, time) = (user.to_be_bytes().to_vec(), now()?);
        let old = connection.get_row_with_columns(USERS.into(), key.clone(), vec![COLUMN.into()], BTreeMap::new())?;
        assert!(old.is_empty());
        let put = change(entry(name, user), Some(b""));
        connection.mutate_rows_ts(NAMES.into(), vec![put], i64::try_from(time)?, BTreeMap::new())?;
        let put = mutation(Some(&record(name, time)));
        assert!(connection.check_and_put(USERS.into(), key, COLUMN.into(), Vec::new(), put, BTreeMap::new())?);
        Ok(())
    }

    /// HBase has no condition for several rows, so the rows are read before and after, as rowkey does.
    fn load(&self, users: &[(u32, String)]) -> Result<(), BoxError> {
        let mut connection = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for users in users.chunks(2000) {
            let time = now()?;
            let keys: Vec<_> = users.iter().map(|(user, _)| user.to_be_bytes().to_vec()).collect();
            let mut read = || {
                let columns = vec![COLUMN.into()];
                connection.get_rows_with_columns(USERS.into(), keys.clone(), columns, BTreeMap::new())
            };
            assert!(read()?.is_empty());
            let entries = users.iter().map(|(user, name)| change(entry(name, *user), Some(b""))).collect();
            connection.mutate_rows_ts(NAMES.into(), entries, i64::try_from(time)?, BTreeMap::new())?;
            let records =
                users.iter().map(|(user, name)| change(user.to_be_bytes().into(), Some(&record(name, time)))).collect();
            let before = i64::try_from(time / 1000)? - 60_000;
            connection.mutate_rows_ts(USERS.into(), records, before, BTreeMap::new())?;
            let columns = vec![COLUMN.into()];
            let stored = connection.get_rows_with_columns(USERS.into(), keys, columns, BTreeMap::new())?;
            let stored: BTreeMap<_, _> = stored.into_iter().filter_map(row).collect();
            assert!(users.iter().all(|(user, name)| stored[&user.to_be_bytes()[..]].ends_with(name.as_bytes())));
        }
        Ok(())
    }

    fn put(&self, user: u32, name: &str) -> Result<(), BoxError> {
        let mut connection = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = user.to_be_bytes().to_vec();
        let old = connection.get_row_with_columns(USERS.into(), key.clone(), vec![COLUMN.into()], BTreeMap::new())?;
        let (_, old) = old.into_iter().next().and_then(row).ok_or("no such user")?;
        // The first bytes tell versions of a record apart, as those of rowkey.
        let (header, old_name) = old.split_first_chunk().ok_or("no version")?;
        let old_time = timestamp(*header);
        let time = (old_time + 1).max(now()?);
        let put = BatchMutation { row: Some(entry(name, user)), mutations: Some(vec![mutation(Some(b""))]) };
        connection.mutate_rows_ts(NAMES.into(), vec![put], i64::try_from(time)?, BTreeMap::new())?;
        let put = mutation(Some(&record(name, time)));
        assert!(connection.check_and_put(USERS.into(), key, COLUMN.into(), old.clone(), put, BTreeMap::new())?);
        let old_entry = entry(std::str::from_utf8(old_name)?, user);
        let delete = BatchMutation { row: Some(old_entry), mutations: Some(vec![mutation(None)]) };
        Ok(connection.mutate_rows_ts(NAMES.into(), vec![delete], i64::try_from(old_time)?, BTreeMap::new())?)
    }

    fn scan(&self) -> Result<usize, BoxError> {
        let mut bytes = 0;
        for (key, value) in self.read_range(USERS, b"", None)? {
            let _user = u32::from_be_bytes(key.as_slice().try_into()?);
            bytes += String::from_utf8(value[16..].to_vec())?.len();
        }
        Ok(bytes)
    }

    fn through_index(&self, name: &str) -> Result<usize, BoxError> {
        let mut end = name.as_bytes().to_vec();
        *end.last_mut().ok_or("no name")? += 1;
        let entries = self.read_range(NAMES, name.as_bytes(), Some(end))?;
        let keys: Vec<_> = entries.iter().map(|(key, _)| key[key.len() - 4..].to_vec()).collect();
        let mut connection = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut bytes = 0;
        for keys in keys.chunks(1000) {
            let columns = vec![COLUMN.into()];
            let rows = connection.get_rows_with_columns(USERS.into(), keys.to_vec(), columns, BTreeMap::new())?;
            for (key, value) in rows.into_iter().filter_map(row) {
                let _user = u32::from_be_bytes(key.as_slice().try_into()?);
                bytes += String::from_utf8(value[16..].to_vec())?.len();
            }
        }
        Ok(bytes)
    }
}

impl Client {
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Blocking) -> Result<T, BoxError> + Send + 'static,
    ) -> Result<T, BoxError> {
        let client = Arc::clone(&self.0);
        Ok(unblock(move || work(&client).map_err(|error| error.to_string())).await?)
    }
}

impl ByHand for Client {
    async fn insert(&self, user: u32, name: &str) -> Result<(), BoxError> {
        let name = name.to_owned();
        self.run(move |client| client.insert(user, &name)).await
    }

    async fn load(&self, users: Vec<(u32, String)>) -> Result<(), BoxError> {
        self.run(move |client| client.load(&users)).await
    }

    async fn put(&self, user: u32, name: &str) -> Result<(), BoxError> {
        let name = name.to_owned();
        self.run(move |client| client.put(user, &name)).await
    }

    async fn scan(&self) -> Result<usize, BoxError> {
        self.run(Blocking::scan).await
    }

    async fn through_index(&self, name: &str) -> Result<usize, BoxError> {
        let name = name.to_owned();
        self.run(move |client| client.through_index(&name)).await
    }
}

fn main() -> Result<(), BoxError> {
    let Ok(gateway) = std::env::var("HBASE") else {
        println!("HBASE is not set to the address of a gateway, see the head of this file");
        return Ok(());
    };
    let (database, client) = (rowkey_hbase::open(&*gateway), connect(&gateway)?);
    client.delete_tables()?;
    block_on(rates::compare(&database, &Client(Arc::new(client))))
}
