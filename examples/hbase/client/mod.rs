//! A client of `HBase` through its Thrift gateway: puts, gets and scans of tables with one column.
//!
//! Whatever it sends may be sent twice without harm, so that it is sent again when the gateway or a region server fails:
//! a bounded number of times, with longer and longer waits, and then it says what it gave up on.

mod connection;
mod error;
mod retry;
mod scan;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use hbase_thrift::hbase::{BatchMutation, HbaseSyncClient, Mutation, TCell, THbaseSyncClient, TRowResult};
use indicatif::HumanCount;

use self::connection::{Connection, connect};
use self::retry::Attempts;

pub(crate) use self::error::Error;
pub(crate) use self::retry::{Patience, Tally};
pub(crate) use self::scan::Rows;

/// The longest row key that `HBase` takes, in bytes. Of longer ones, and of empty ones, its gateway says only that
/// something is wrong.
pub(crate) const MAX_KEY_LEN: usize = 32_767;

/// Column family and column of all tables here.
pub(crate) const COLUMN: &[u8] = b"f:v";

/// A row: its key and its value.
pub(crate) type Row = (Vec<u8>, Vec<u8>);

/// Where a gateway is, and how its clients behave.
#[derive(Debug, Clone)]
pub(crate) struct Gateway {
    /// `HOST:PORT`
    pub(crate) address: String,
    pub(crate) patience: Patience,
    /// What all clients of this gateway have seen of it, and had to do again.
    pub(crate) tally: Arc<Tally>,
}

impl Gateway {
    pub(crate) fn new(address: String) -> Self {
        Self { address, patience: Patience::default(), tally: Arc::default() }
    }

    /// Opens a connection. It does one thing at a time; what runs in parallel needs one each.
    ///
    /// Where no gateway was seen yet, there is none, which is said at once. One that was seen is only away: its client is
    /// given, and connects with the patience of all its calls.
    pub(crate) fn connect(&self) -> Result<Client, Error> {
        let connection = match connect(&self.address) {
            Ok(connection) => {
                self.tally.seen();
                Some(connection)
            }
            Err(_) if self.tally.was_seen() => None,
            Err(error) => return Err(Error::no_gateway(&self.address, &error)),
        };
        Ok(Client { gateway: self.clone(), connection })
    }
}

/// A connection to a gateway, which is opened anew when it breaks.
pub(crate) struct Client {
    gateway: Gateway,
    connection: Option<Connection>,
}

impl Client {
    /// The names of all tables.
    pub(crate) fn tables(&mut self) -> Result<Vec<String>, Error> {
        let names = self.call(None, "list the tables", HbaseSyncClient::get_table_names)?;
        Ok(names.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect())
    }

    /// Writes rows. When it fails, some may be written.
    pub(crate) fn put(&mut self, table: &str, rows: &[Row]) -> Result<(), Error> {
        for (key, _) in rows {
            check_key(table, key)?;
        }
        let batch: Vec<_> = rows.iter().map(|(key, value)| mutation(key, value)).collect();
        self.call(Some(table), &what("write", batch.len()), |connection| {
            connection.mutate_rows(table.into(), batch.clone(), BTreeMap::new())
        })
    }

    /// The values under some keys, in their order.
    pub(crate) fn get(&mut self, table: &str, keys: &[Vec<u8>]) -> Result<Vec<Option<Vec<u8>>>, Error> {
        for key in keys {
            check_key(table, key)?;
        }
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let found = self.call(Some(table), &what("read", keys.len()), |connection| {
            connection.get_rows_with_columns(table.into(), keys.to_vec(), vec![COLUMN.into()], BTreeMap::new())
        })?;
        let mut found: HashMap<_, _> = found.into_iter().filter_map(row).collect();
        Ok(keys.iter().map(|key| found.remove(key)).collect())
    }

    /// Does something until it succeeds, cannot succeed, or was tried too often.
    fn call<T>(
        &mut self,
        table: Option<&str>,
        what: &str,
        mut run: impl FnMut(&mut Connection) -> thrift::Result<T>,
    ) -> Result<T, Error> {
        let mut attempts = Attempts::new(self.gateway.patience, table, what.to_owned());
        loop {
            match self.once(&mut run) {
                Ok(value) => return Ok(value),
                Err(error) => attempts.failed(self, &error)?,
            }
        }
    }

    /// Does something once, over a new connection if there is none.
    fn once<T>(&mut self, run: impl FnOnce(&mut Connection) -> thrift::Result<T>) -> thrift::Result<T> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => {
                let connection = connect(&self.gateway.address)?;
                self.gateway.tally.reconnected();
                none.insert(connection)
            }
        };
        let result = run(connection);
        // After any other error the rest of an answer may still be on its way.
        if matches!(result, Err(thrift::Error::Transport(_) | thrift::Error::Protocol(_))) {
            self.connection = None;
        }
        result
    }

    /// Whether a table is there, as far as the gateway can be asked.
    fn has_table(&mut self, table: &str) -> Option<bool> {
        let names = self.once(HbaseSyncClient::get_table_names).ok()?;
        Some(names.iter().any(|name| name == table.as_bytes()))
    }
}

/// `write 1,000 rows`
fn what(verb: &str, rows: usize) -> String {
    format!("{verb} {} row{}", HumanCount(rows as u64), if rows == 1 { "" } else { "s" })
}

/// Better said here: the gateway says "Internal error".
fn check_key(table: &str, key: &[u8]) -> Result<(), Error> {
    if (1..=MAX_KEY_LEN).contains(&key.len()) {
        Ok(())
    } else {
        Err(Error::KeyLength { table: table.to_owned(), length: key.len() })
    }
}

fn mutation(key: &[u8], value: &[u8]) -> BatchMutation {
    let put = Mutation {
        is_delete: Some(false),
        column: Some(COLUMN.into()),
        value: Some(value.into()),
        write_to_w_a_l: Some(true),
    };
    BatchMutation { row: Some(key.into()), mutations: Some(vec![put]) }
}

/// A row as the gateway gives it; `None` when it has not our column.
fn row(result: TRowResult) -> Option<Row> {
    let TCell { value, .. } = result.columns?.remove(COLUMN)?;
    Some((result.row?, value?))
}
