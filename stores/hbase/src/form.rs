//! How a table of HBase stores keys: as rows with one column, or as the columns of wide rows.

use crate::StoreError;
use crate::gateway::Connection;
use hbase_thrift::hbase::{ColumnDescriptor, THbaseSyncClient as _, TScan};
use rowkey::KeyRange;
use rowkey::store::Table;
use std::collections::BTreeMap;

/// The limit of HDFS for the name of a folder, which HBase creates for a table.
pub(crate) const MAX_NAME_LEN: usize = 255;

/// Returns the number of bytes of the longest row of a table that is safe. HBase accepts 32,767 bytes. But a client that does not
/// know the region of a row looks it up with a row of the catalogue, which holds the name of the table, the row and 16 other
/// bytes, and must fit too. Longer rows are written until the gateway forgets the region, and then cannot be read.
pub(crate) fn max_row_len(table: &Table) -> usize {
    32_751 - table.name().len().min(MAX_NAME_LEN)
}

/// Checks the name of a table. A name can have a namespace and a colon before it.
pub(crate) fn check_name(table: &'static Table) -> Result<(), StoreError> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let (namespace, name) = table.name().split_once(':').unwrap_or(("default", table.name()));
    let is_valid = table.name().len() <= MAX_NAME_LEN
        && !namespace.is_empty()
        && namespace.bytes().all(is_word)
        && name.bytes().next().is_some_and(is_word)
        && name.bytes().all(|byte| is_word(byte) || matches!(byte, b'-' | b'.'));
    if is_valid { Ok(()) } else { Err(StoreError::TableName { table: table.name() }) }
}

/// Cuts the lower bound of a range of rows, so that HBase can look up its region. No row can be between the two bounds.
pub(crate) fn cut_start<'k>(table: &Table, start: &'k [u8]) -> &'k [u8] {
    start.get(..max_row_len(table)).unwrap_or(start)
}

/// Cuts the upper bound of a range of rows. Returns `None` if every row can be before it.
pub(crate) fn cut_end(table: &Table, end: &[u8]) -> Option<Vec<u8>> {
    match end.get(..max_row_len(table)) {
        // Of the rows that begin with the cut bound, only one is short enough to exist, and it is before the bound.
        Some(cut) if cut.len() < end.len() => KeyRange::beginning_with(cut).end().map(<[u8]>::to_vec),
        _ => Some(end.to_vec()),
    }
}

/// The only qualifier of a tall table.
const VALUE: &[u8] = b"v";

/// How a table stores keys. The name of its column family tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Family `r`: the row is the key, and the only column is `v`.
    Tall,
    /// Family `w` and a number: the row is the partition key, and the qualifier is the sort key, which begins with the field
    /// of this number.
    Wide(usize),
}

/// The row and the qualifier of a key.
pub(crate) type Cell<'k> = (&'k [u8], &'k [u8]);

impl Form {
    /// Returns the form in which a new table is created.
    pub(crate) fn of_new(table: &Table, are_wide: bool) -> Self {
        table.layout().sort_key().filter(|_| are_wide).map_or(Self::Tall, Self::Wide)
    }

    /// Reads the name of a column family, which may end with a colon.
    pub(crate) fn of_family(name: &[u8]) -> Option<Self> {
        match name.strip_suffix(b":").unwrap_or(name) {
            b"r" => Some(Self::Tall),
            name => str::from_utf8(name.strip_prefix(b"w")?).ok()?.parse().ok().map(Self::Wide),
        }
    }

    pub(crate) fn family(self) -> String {
        match self {
            Self::Tall => "r".into(),
            Self::Wide(sort_key) => format!("w{sort_key}"),
        }
    }

    /// Returns the name of a column: the family, a colon and the qualifier.
    pub(crate) fn column(self, qualifier: &[u8]) -> Vec<u8> {
        [self.family().as_bytes(), b":", qualifier].concat()
    }

    /// Returns the columns that a scan reads.
    pub(crate) fn scanned(self) -> Vec<u8> {
        if self == Self::Tall { self.column(VALUE) } else { self.family().into() }
    }

    /// Returns the key of a cell. `column` is the name of the column.
    pub(crate) fn key(self, row: &[u8], column: &[u8]) -> Vec<u8> {
        let qualifier = column.split_at_checked(self.family().len() + 1).unwrap_or_default().1;
        if self == Self::Tall { row.to_vec() } else { [row, qualifier].concat() }
    }

    /// Splits a key as the program does. Returns `None` if the program does not know the row of the key: the table has no key
    /// type, or the sort key begins elsewhere, or the key ends before it.
    pub(crate) fn split<'k>(self, table: &Table, key: &'k [u8]) -> Option<Cell<'k>> {
        if self == Self::Tall {
            return Some((key, VALUE));
        }
        self.is_of(table).then(|| key.split_at_checked(table.partition_key_len(key)?)).flatten()
    }

    /// Returns whether the key type of a table splits keys as this form does.
    pub(crate) fn is_of(self, table: &Table) -> bool {
        self == Self::Tall || (table.knows_sort_key() && table.layout().sort_key().map(Self::Wide) == Some(self))
    }

    /// Splits a key. If the program cannot find the sort key, asks HBase for the row of the key. Returns `None` if HBase has
    /// no such row.
    pub(crate) fn find<'k>(
        self,
        connection: &mut Connection,
        table: &Table,
        key: &'k [u8],
    ) -> thrift::Result<Option<Cell<'k>>> {
        if self.is_of(table) || key.is_empty() {
            return Ok(self.split(table, key));
        }
        // No row is the beginning of another, so the last row up to the key is the only one that can be its beginning.
        let scan = TScan {
            batch_size: Some(1),
            caching: Some(1),
            filter_string: Some("FirstKeyOnlyFilter()".into()),
            reversed: Some(true),
            ..scan_of(cut_start(table, key).to_vec(), Vec::new(), self.scanned())
        };
        let id = connection.scanner_open_with_scan(table.name().into(), scan, BTreeMap::new())?;
        let last = connection.scanner_get_list(id, 1)?.into_iter().next().and_then(|result| result.row);
        connection.scanner_close(id)?;
        Ok(last.filter(|row| key.starts_with(row)).and_then(|row| key.split_at_checked(row.len())))
    }

    /// Returns the column family of a new table.
    pub(crate) fn descriptor(self) -> ColumnDescriptor {
        ColumnDescriptor {
            name: Some(self.family().into()),
            max_versions: Some(1),
            compression: Some("NONE".into()),
            in_memory: Some(false),
            bloom_filter_type: Some("ROW".into()),
            bloom_filter_vector_size: None,
            bloom_filter_nb_hashes: None,
            block_cache_enabled: Some(true),
            time_to_live: Some(i32::MAX),
        }
    }
}

/// Returns a forward scan of rows.
pub(crate) fn scan_of(start: Vec<u8>, stop: Vec<u8>, columns: Vec<u8>) -> TScan {
    // All fields are listed. `TScan::default()` has the timestamp 0, and HBase returns only rows that are older than the
    // timestamp.
    TScan {
        start_row: Some(start),
        stop_row: Some(stop),
        timestamp: None,
        columns: Some(vec![columns]),
        caching: None,
        filter_string: None,
        batch_size: None,
        sort_columns: Some(false),
        reversed: Some(false),
        cache_blocks: Some(true),
    }
}
