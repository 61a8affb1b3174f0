//! Reads keys of an `HBase` table through the Thrift gateway, for the command `guess`.

use std::collections::BTreeMap;

use anyhow::{Result, anyhow, bail};
use hbase_thrift::hbase::{THbaseSyncClient as Client, TRowResult, TScan};
use rowkey_hbase::{__Connection, StoreError};

use crate::sampled::SortedKeys;

pub(crate) struct Table {
    connection: __Connection,
    name: String,
}

impl Table {
    pub(crate) fn open(address: &str, name: &str) -> Result<Self> {
        let mut connection = __Connection::open(address).map_err(|error| message(&error))?;
        let names = connection.send(Client::get_table_names).map_err(|error| message(&error))?;
        let names: Vec<_> = names.iter().map(|name| String::from_utf8_lossy(name)).collect();
        if !names.iter().any(|other| other == name) {
            bail!("there is no table `{name}`; the tables are {}", names.join(", "));
        }
        drop(names);
        Ok(Self { connection, name: name.to_owned() })
    }

    /// Returns the first keys of a scan from `start`, up to `limit` keys. If `start` is empty, a reversed scan begins with the last
    /// key.
    fn scan(&mut self, start: &[u8], limit: usize, reversed: bool) -> Result<Vec<Vec<u8>>> {
        let rows = self.rows(start, limit, reversed, "FirstKeyOnlyFilter() AND KeyOnlyFilter()")?;
        Ok(rows.into_iter().filter_map(|row| row.row).collect())
    }

    /// Returns the qualifiers of the first columns of a row.
    pub(crate) fn first_qualifiers(&mut self, row: &[u8]) -> Result<Vec<Vec<u8>>> {
        let rows = self.rows(row, 1, false, "KeyOnlyFilter() AND ColumnPaginationFilter(8, 0)")?;
        let columns = rows.into_iter().filter(|found| found.row.as_deref() == Some(row)).filter_map(|row| row.columns);
        // The name of a column is the family, a colon and the qualifier. A family contains no colon.
        let qualifier = |column: Vec<u8>| column.splitn(2, |byte| *byte == b':').nth(1).map(<[u8]>::to_vec);
        Ok(columns.flat_map(BTreeMap::into_keys).filter_map(qualifier).collect())
    }

    fn rows(&mut self, start: &[u8], limit: usize, reversed: bool, filter: &str) -> Result<Vec<TRowResult>> {
        let limit = i32::try_from(limit)?;
        let scan = TScan {
            start_row: Some(start.to_vec()),
            stop_row: Some(Vec::new()),
            timestamp: None,
            columns: None,
            caching: Some(limit),
            filter_string: Some(filter.into()),
            batch_size: None,
            sort_columns: Some(false),
            reversed: Some(reversed),
            cache_blocks: Some(false),
        };
        let table = self.name.clone().into_bytes();
        let rows = self.connection.send(|client| {
            let scanner = client.scanner_open_with_scan(table, scan, BTreeMap::new())?;
            let rows = client.scanner_get_list(scanner, limit)?;
            client.scanner_close(scanner)?;
            Ok(rows)
        });
        rows.map_err(|error| message(&error))
    }
}

impl SortedKeys for Table {
    fn keys_from(&mut self, start: &[u8], limit: usize) -> Result<Vec<Vec<u8>>> {
        self.scan(start, limit, false)
    }

    fn last_before(&mut self, end: &[u8]) -> Result<Option<Vec<u8>>> {
        // A reversed scan begins with the given key itself, if the table has the key.
        Ok(self.scan(end, 2, true)?.into_iter().find(|key| key != end))
    }
}

/// Converts an error to its message, without its source, which the message says.
fn message(error: &StoreError) -> anyhow::Error {
    anyhow!("{error}")
}
