//! Wide rows: many values of one partition key in the columns of one row.

use crate::StoreError;
use crate::gateway::{Connection, Gateway};
use crate::store::{FAMILY, Hbase, rows_of};
use blocking::unblock;
use futures_util::future::try_join_all;
use hbase_thrift::hbase::{BatchMutation, Mutation, THbaseSyncClient as _, TRowResult, TScan};
use rowkey::record::{Format, Record};
use rowkey::store::Table;
use rowkey::{KeyRange, OwnedKey, RangeQuery};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The number of rows that one request returns. Each can have many columns.
const ROWS: i32 = 64;

impl Hbase {
    /// Puts values into the columns of wide rows. The key of a value is split at the field with
    /// [`sort_key`](rowkey::attributes#rowkeysort_key): the fields before it are the row, and the others are the qualifier of
    /// the column, in the column family `r`. HBase writes the columns of one row atomically.
    ///
    /// The table must have no other rows: give the key a table of its own. It is created by the first call. Unlike that of
    /// records, its layout is not recorded, so pin it with `fingerprint`. The key has no indexes.
    ///
    /// ```no_run
    /// use rowkey::RowKey;
    /// use rowkey_hbase::Hbase;
    ///
    /// /// The layout of OpenTSDB without tags: an hour of a metric is a row, and a second in it is a column.
    /// #[derive(Debug, RowKey)]
    /// #[rowkey(value = [u8; 8], format = rowkey::Raw, table = "points")]
    /// struct PointKey {
    ///     #[salt(md5, 1)]
    ///     #[bytes(3)]
    ///     metric: u32,
    ///     hour: u32,
    ///     #[rowkey(sort_key)]
    ///     second: u16,
    /// }
    ///
    /// # async fn example() -> Result<(), rowkey_hbase::StoreError> {
    /// let hbase = Hbase::new("127.0.0.1:9090");
    /// let key = PointKey { metric: 7, hour: 400_000, second: 59 };
    /// hbase.put_columns(&[(key, 0.5_f64.to_be_bytes())]).await?;
    /// for (key, value) in hbase.columns(PointKey::prefix().metric(7).hour(400_000).second_in(..60)).await? {
    ///     println!("{key:?} {}", f64::from_be_bytes(value));
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// A key or a value cannot be encoded, or HBase could not write. Then some rows may be written.
    pub async fn put_columns<K: Record>(&self, cells: &[(K, K::Value)]) -> Result<(), StoreError> {
        const { assert!(K::TABLE.indexes().is_empty(), "values in columns have no indexes: store them as records") }
        let mut rows = BTreeMap::<_, Vec<Mutation>>::new();
        for (key, value) in cells {
            let changes = key.changes(None, Some(value)).map_err(|error| cell_error(K::TABLE, &[], &error))?;
            for change in &changes {
                let (row, qualifier) = split(K::TABLE, change.key)
                    .ok_or_else(|| cell_error(K::TABLE, change.key, &"no field before it has bytes"))?;
                rows.entry(row.to_vec()).or_default().push(Mutation {
                    is_delete: Some(false),
                    column: Some([FAMILY, b":", qualifier].concat()),
                    value: change.value.map(Into::into),
                    write_to_w_a_l: Some(true),
                });
            }
        }
        let batch: Vec<_> = rows
            .into_iter()
            .map(|(row, mutations)| BatchMutation { row: Some(row), mutations: Some(mutations) })
            .collect();
        let table = K::TABLE.name();
        self.write(table, move |gateway| {
            gateway.repeat(|connection| connection.mutate_rows(table.into(), batch.clone(), BTreeMap::new()))
        })
        .await
    }

    /// Returns the values in the columns of wide rows whose keys match a query, in the order of the fields: see
    /// [`put_columns`](Self::put_columns).
    ///
    /// A query that sets the whole row reads only the columns that it matches. Another one reads all columns of the rows.
    ///
    /// # Errors
    /// HBase could not read, or a column was not written by `put_columns`.
    pub async fn columns<Q, K>(&self, query: Q) -> Result<Vec<(K, K::Value)>, StoreError>
    where
        Q: RangeQuery<Key = K>,
        K: Record + OwnedKey,
    {
        let ranges = query.ranges().map(|range| {
            let gateway = Arc::clone(&self.gateway);
            unblock(move || read(&gateway, K::TABLE, &range))
        });
        let mut cells: Vec<_> = try_join_all(ranges).await?.into_iter().flatten().collect();
        let skip = K::LAYOUT.fields_offset();
        cells.sort_by(|(a, _), (b, _)| a.get(skip..).cmp(&b.get(skip..)));
        let cell = |(key, value): Cell| {
            let decoded = K::decode(&key).map_err(|error| cell_error(K::TABLE, &key, &error))?;
            let value = <K::Format as Format<K::Value>>::read(&value);
            Ok((decoded, value.map_err(|error| cell_error(K::TABLE, &key, &error))?))
        };
        cells.into_iter().map(cell).collect()
    }
}

fn cell_error(table: &'static Table, key: &[u8], reason: &impl ToString) -> StoreError {
    StoreError::Cell { table: table.name(), key: key.into(), reason: reason.to_string() }
}

/// Splits a key into a row and a qualifier.
fn split<'k>(table: &Table, key: &'k [u8]) -> Option<(&'k [u8], &'k [u8])> {
    key.split_at_checked(table.partition_key_len(key)?).filter(|(row, _)| !row.is_empty())
}

/// The key and the value of a cell.
type Cell = (Vec<u8>, Vec<u8>);

/// Reads the cells of a range, in order.
fn read(gateway: &Gateway, table: &'static Table, range: &KeyRange) -> Result<Vec<Cell>, StoreError> {
    let scan = scan(table, range);
    let rows = gateway.repeat(|connection| read_rows(connection, table, scan.clone()));
    let mut cells = Vec::new();
    for row in rows_of(gateway, rows)? {
        let (Some(name), Some(columns)) = (row.row, row.columns) else { continue };
        for (column, cell) in columns {
            let qualifier = column.get(FAMILY.len() + 1..).unwrap_or_default();
            let key = [&name, qualifier].concat();
            if range.contains(&key) {
                cells.push((key, cell.value.unwrap_or_default()));
            }
        }
    }
    Ok(cells)
}

fn read_rows(connection: &mut Connection, table: &Table, scan: TScan) -> thrift::Result<Vec<TRowResult>> {
    let id = connection.scanner_open_with_scan(table.name().into(), scan, BTreeMap::new())?;
    let mut rows = Vec::new();
    loop {
        let page = connection.scanner_get_list(id, ROWS)?;
        let is_end = page.is_empty();
        rows.extend(page);
        if is_end {
            connection.scanner_close(id)?;
            return Ok(rows);
        }
    }
}

/// Returns the scan that finds the keys of a range. If all of them are in one row, the scan reads only their columns.
fn scan(table: &Table, range: &KeyRange) -> TScan {
    let row = table.partition_of(range);
    let filter = row.map(|row| {
        // An empty bound means that there is none: the end of the range can be the end of the row.
        let [start, end] = [Some(range.start()), range.end()]
            .map(|bound| bound.and_then(|bound| bound.strip_prefix(row)).unwrap_or_default());
        [b"ColumnRangeFilter(", &*quoted(start), b", true, ", &*quoted(end), b", false)"].concat()
    });
    let (start, stop) = if let Some(row) = row {
        (row.to_vec(), [row, &[0]].concat())
    } else {
        let row = split(table, range.start()).map_or(range.start(), |(row, _)| row);
        (row.to_vec(), range.end().unwrap_or_default().to_vec())
    };
    TScan {
        start_row: Some(start),
        stop_row: Some(stop),
        timestamp: None,
        columns: Some(vec![FAMILY.into()]),
        caching: Some(ROWS),
        filter_string: filter,
        batch_size: None,
        sort_columns: Some(false),
        reversed: Some(false),
        cache_blocks: Some(true),
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
