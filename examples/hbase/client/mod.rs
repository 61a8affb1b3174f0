//! A client of `HBase` through its Thrift gateway: puts, gets and scans of tables with one column.
//!
//! If the gateway or a region server fails, the client sends a put or a get again, which is safe because both are
//! idempotent. A scan continues with a new scanner. The client waits longer after each attempt, and gives up after a
//! fixed number of attempts.

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

/// The length of the longest row key of `HBase`, in bytes. For a longer or an empty key, the gateway only says "Internal
/// error".
pub(crate) const MAX_KEY_LEN: usize = 32_767;

/// The column family and column of all tables.
pub(crate) const COLUMN: &[u8] = b"f:v";

/// A key and its value.
pub(crate) type Row = (Vec<u8>, Vec<u8>);

/// The address of a gateway, and the settings of its clients.
#[derive(Debug, Clone)]
pub(crate) struct Gateway {
    /// `HOST:PORT`
    pub(crate) address: String,
    pub(crate) patience: Patience,
    /// The sum of the counts of all clients of this gateway.
    pub(crate) tally: Arc<Tally>,
}

impl Gateway {
    pub(crate) fn new(address: String) -> Self {
        Self { address, patience: Patience::default(), tally: Arc::default() }
    }

    /// Opens a connection. A connection handles one request at a time, so parallel work needs several.
    ///
    /// Fails at once if no gateway has ever answered at this address. If the gateway answered before, it may be
    /// restarting: the returned client then connects when it is used.
    pub(crate) fn connect(&self) -> Result<Client, Error> {
        let connection = match connect(&self.address) {
            Ok(connection) => {
                self.tally.record_answer();
                Some(connection)
            }
            Err(_) if self.tally.has_answered() => None,
            Err(error) => return Err(Error::no_gateway(&self.address, &error)),
        };
        Ok(Client { gateway: self.clone(), connection })
    }
}

/// A client with one connection to a gateway. Connects again when the connection breaks.
pub(crate) struct Client {
    gateway: Gateway,
    connection: Option<Connection>,
}

impl Client {
    pub(crate) fn tables(&mut self) -> Result<Vec<String>, Error> {
        let names = self.call(None, "list the tables", HbaseSyncClient::get_table_names)?;
        Ok(names.iter().map(|name| String::from_utf8_lossy(name).into_owned()).collect())
    }

    /// Writes rows. If this fails, some rows may have been written.
    pub(crate) fn put(&mut self, table: &str, rows: &[Row]) -> Result<(), Error> {
        for (key, _) in rows {
            check_key(table, key)?;
        }
        let batch: Vec<_> = rows.iter().map(|(key, value)| mutation(key, value)).collect();
        self.call(Some(table), &action("write", batch.len()), |connection| {
            connection.mutate_rows(table.into(), batch.clone(), BTreeMap::new())
        })
    }

    /// Returns the value of each key, in the order of `keys`. The value is `None` if the table has no row with the key.
    pub(crate) fn get(&mut self, table: &str, keys: &[Vec<u8>]) -> Result<Vec<Option<Vec<u8>>>, Error> {
        for key in keys {
            check_key(table, key)?;
        }
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let found = self.call(Some(table), &action("read", keys.len()), |connection| {
            connection.get_rows_with_columns(table.into(), keys.to_vec(), vec![COLUMN.into()], BTreeMap::new())
        })?;
        let mut found: HashMap<_, _> = found.into_iter().filter_map(row).collect();
        Ok(keys.iter().map(|key| found.remove(key)).collect())
    }

    /// Sends a request until it succeeds or [`Attempts::failed`] gives up.
    fn call<T>(
        &mut self,
        table: Option<&str>,
        action: &str,
        mut run: impl FnMut(&mut Connection) -> thrift::Result<T>,
    ) -> Result<T, Error> {
        let mut attempts = Attempts::new(self.gateway.patience, table, action.to_owned());
        loop {
            match self.once(&mut run) {
                Ok(value) => return Ok(value),
                Err(error) => attempts.failed(self, &error)?,
            }
        }
    }

    /// Sends a request once. Connects first if there is no connection.
    fn once<T>(&mut self, run: impl FnOnce(&mut Connection) -> thrift::Result<T>) -> thrift::Result<T> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            none => {
                let connection = connect(&self.gateway.address)?;
                self.gateway.tally.record_reconnection();
                none.insert(connection)
            }
        };
        let result = run(connection);
        // After these errors, the rest of an answer may still arrive on the connection, and the next request would read it.
        if matches!(result, Err(thrift::Error::Transport(_) | thrift::Error::Protocol(_))) {
            self.connection = None;
        }
        result
    }

    /// Checks whether a table exists. Returns `None` if the gateway does not answer.
    fn has_table(&mut self, table: &str) -> Option<bool> {
        let names = self.once(HbaseSyncClient::get_table_names).ok()?;
        Some(names.iter().any(|name| name == table.as_bytes()))
    }
}

/// Describes a request for error messages, such as `write 1,000 rows`.
fn action(verb: &str, rows: usize) -> String {
    format!("{verb} {} row{}", HumanCount(rows as u64), if rows == 1 { "" } else { "s" })
}

/// Checks the length of a key, because the gateway would only say "Internal error".
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

/// Converts a row from the gateway. Returns `None` if the row does not have [`COLUMN`].
fn row(result: TRowResult) -> Option<Row> {
    let TCell { value, .. } = result.columns?.remove(COLUMN)?;
    Some((result.row?, value?))
}
