//! [`Memory`], a store in memory for tests and examples.

use super::changed::{LayoutChanged, Reason};
use super::{Direction, Read, RowsError, Table, Write};
use crate::range::KeyRange;
use alloc::collections::{BTreeMap, btree_map};
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

/// The error of every operation on records in a [`Memory`].
pub type MemoryError = RowsError<LayoutChanged>;

/// A store in memory, for tests and examples. Keeps the rows of each table in a `BTreeMap`.
///
/// A kind of rows is all records of a key type, or all entries of an index. Like the stores on disk, a `Memory` rejects
/// a row if its table has rows of another kind that could be mistaken for this row. So a test with a `Memory` shows that
/// two kinds of rows cannot share a table. They can share a table in two cases:
///
/// - Neither of their namespaces is the beginning of the other. The empty namespace is the beginning of every
///   namespace.
/// - Their namespaces and their layouts are equal. Both kinds must then be records, or both must be indexes of the same
///   records.
///
/// After all rows of a table are deleted, the table accepts rows of any kind. A `Memory` does not record which indexes
/// are built: every index counts as [built](super::Rows::is_built).
///
/// Two stores are equal if they hold the same rows.
///
/// ```
/// use rowkey::RowKey;
/// use rowkey::store::{Memory, Table, Write};
///
/// #[derive(RowKey)]
/// struct HostKey {
///     host: u16,
/// }
///
/// #[derive(RowKey)]
/// #[rowkey(namespace = "c")]
/// struct ClusterKey {
///     cluster: u16,
/// }
///
/// static HOSTS: Table = Table::new("hosts", HostKey::LAYOUT, "text");
/// static CLUSTERS: Table = Table::new("hosts", ClusterKey::LAYOUT, "text");
///
/// let mut store = Memory::new();
/// store.put(&HOSTS, &HostKey { host: 7 }.encode(), b"up")?;
/// assert_eq!(store.rows("hosts").collect::<Vec<_>>(), [(&[0, 7][..], &b"up"[..])]);
///
/// // A query of all hosts would also find the clusters.
/// let error = store.put(&CLUSTERS, &ClusterKey { cluster: 1 }.encode(), b"").unwrap_err();
/// assert!(error.to_string().starts_with("table `hosts` has rows with no namespace"));
/// # Ok::<(), rowkey::store::LayoutChanged>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Memory {
    /// Contains no empty tables, so that stores with equal rows are equal.
    tables: BTreeMap<&'static str, MemoryTable>,
}

type StoredRows = BTreeMap<Vec<u8>, Vec<u8>>;

#[derive(Clone, Default)]
struct MemoryTable {
    /// The kinds of rows that were put since the table was last empty.
    kinds: Vec<&'static Table>,
    rows: StoredRows,
}

impl MemoryTable {
    fn has_kind(&self, table: &'static Table) -> bool {
        // Two indexes can be equal as `Table`s but belong to different records.
        self.kinds.iter().any(|kind| *kind == table && kind.records() == table.records())
    }

    /// Checks that the rows of the key type of `table` cannot be mistaken for rows of the other kinds that are stored
    /// under the same name.
    fn check(&self, table: &'static Table) -> Result<(), LayoutChanged> {
        let reason = self.kinds.iter().find_map(|kind| Some((kind, Reason::of_tables(kind, table)?)));
        reason.map_or(Ok(()), |(kind, reason)| Err(LayoutChanged::new(table, kind.to_string(), reason)))
    }
}

impl fmt::Debug for MemoryTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows.fmt(f)
    }
}

impl PartialEq for MemoryTable {
    fn eq(&self, other: &Self) -> bool {
        self.rows == other.rows
    }
}

impl Eq for MemoryTable {}

impl Memory {
    /// Returns a store without rows.
    pub const fn new() -> Self {
        Self { tables: BTreeMap::new() }
    }

    /// Returns the keys and values of a table, in the order of the keys.
    pub fn rows(&self, table: &str) -> impl Iterator<Item = (&[u8], &[u8])> {
        let rows = self.tables.get(table).into_iter().flat_map(|table| &table.rows);
        rows.map(|(key, value)| (key.as_slice(), value.as_slice()))
    }

    /// Returns the names of the tables that have rows.
    pub fn tables(&self) -> impl Iterator<Item = &'static str> {
        self.tables.keys().copied()
    }

    /// Checks `table`, its records and all indexes of the records. Does nothing if rows of this kind were put before,
    /// because `put` has already made these checks.
    fn check(&self, table: &'static Table) -> Result<(), LayoutChanged> {
        if self.tables.get(table.name()).is_some_and(|stored| stored.has_kind(table)) {
            return Ok(());
        }
        let records = table.records();
        for checked in [table, records].iter().chain(records.indexes()) {
            if let Some(stored) = self.tables.get(checked.name()) {
                stored.check(checked)?;
            }
        }
        Ok(())
    }

    fn checked_rows(&self, table: &'static Table) -> Result<Option<&StoredRows>, LayoutChanged> {
        self.check(table)?;
        Ok(self.tables.get(table.name()).map(|stored| &stored.rows))
    }
}

impl Read for Memory {
    type Error = LayoutChanged;
    type Bytes<'s> = &'s [u8];
    type Range<'s> = MemoryRange<'s>;

    fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<&[u8]>, LayoutChanged> {
        Ok(self.checked_rows(table)?.and_then(|rows| rows.get(key)).map(Vec::as_slice))
    }

    fn range(
        &self,
        table: &'static Table,
        range: &KeyRange,
        direction: Direction,
    ) -> Result<MemoryRange<'_>, LayoutChanged> {
        let rows = self.checked_rows(table)?.map(|rows| rows.range::<[u8], _>(range.as_bounds()));
        Ok(MemoryRange { rows, direction })
    }
}

impl Write for Memory {
    fn put(&mut self, table: &'static Table, key: &[u8], value: &[u8]) -> Result<(), LayoutChanged> {
        self.check(table)?;
        let stored = self.tables.entry(table.name()).or_default();
        if !stored.has_kind(table) {
            stored.kinds.push(table);
        }
        stored.rows.insert(key.into(), value.into());
        Ok(())
    }

    fn delete(&mut self, table: &'static Table, key: &[u8]) -> Result<(), LayoutChanged> {
        self.check(table)?;
        if let Some(stored) = self.tables.get_mut(table.name()) {
            stored.rows.remove(key);
            if stored.rows.is_empty() {
                self.tables.remove(table.name());
            }
        }
        Ok(())
    }
}

/// The rows of a range of a [`Memory`].
#[derive(Debug, Clone)]
#[must_use = "iterators are lazy"]
pub struct MemoryRange<'s> {
    rows: Option<btree_map::Range<'s, Vec<u8>, Vec<u8>>>,
    direction: Direction,
}

impl<'s> Iterator for MemoryRange<'s> {
    type Item = Result<(&'s [u8], &'s [u8]), LayoutChanged>;

    fn next(&mut self) -> Option<Self::Item> {
        let rows = self.rows.as_mut()?;
        let (key, value) = match self.direction {
            Direction::Forward => rows.next(),
            Direction::Backward => rows.next_back(),
        }?;
        Some(Ok((key, value)))
    }
}
