//! Reads keys of an `HBase` table through the Thrift gateway, for the command `guess`.

mod connection;

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, bail};
use hbase_thrift::hbase::{THbaseSyncClient, TScan};

use self::connection::{Connection, connect, reason};
use crate::sampled::SortedKeys;

pub(crate) struct Table {
    connection: Connection,
    name: String,
}

impl Table {
    pub(crate) fn open(address: &str, name: &str) -> Result<Self> {
        let mut connection = connect(address).map_err(|error| in_one_line(&error)).with_context(|| {
            format!("no Thrift gateway of HBase answers at {address}; `hbase thrift start` starts one on port 9090")
        })?;
        let names = connection.get_table_names().map_err(|error| in_one_line(&error))?;
        let names: Vec<_> = names.iter().map(|name| String::from_utf8_lossy(name)).collect();
        if !names.iter().any(|other| other == name) {
            bail!("there is no table `{name}`; the tables are {}", names.join(", "));
        }
        drop(names);
        Ok(Self { connection, name: name.to_owned() })
    }

    /// Returns the first `limit` keys of a scan from `start`. If `start` is empty, a reversed scan begins with the last
    /// key.
    fn scan(&mut self, start: &[u8], limit: usize, reversed: bool) -> Result<Vec<Vec<u8>>> {
        let limit = i32::try_from(limit)?;
        let scan = TScan {
            start_row: Some(start.to_vec()),
            stop_row: Some(Vec::new()),
            timestamp: None,
            columns: None,
            caching: Some(limit),
            filter_string: Some(b"FirstKeyOnlyFilter() AND KeyOnlyFilter()".to_vec()),
            batch_size: None,
            sort_columns: Some(false),
            reversed: Some(reversed),
            cache_blocks: Some(false),
        };
        let table = self.name.clone().into_bytes();
        let scanner = self
            .connection
            .scanner_open_with_scan(table, scan, BTreeMap::new())
            .map_err(|error| in_one_line(&error))?;
        let rows = self.connection.scanner_get_list(scanner, limit).map_err(|error| in_one_line(&error))?;
        self.connection.scanner_close(scanner).map_err(|error| in_one_line(&error))?;
        Ok(rows.into_iter().filter_map(|row| row.row).collect())
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

fn in_one_line(error: &thrift::Error) -> anyhow::Error {
    anyhow!(reason(error))
}
