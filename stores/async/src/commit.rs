//! [`Commit`]: the rows that a closure has read, and those that it writes.

use crate::layouts::is_layouts;
use rowkey::store::Table;

/// What is stored under a key.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StoredValue {
    /// The bytes of the value, or `None` if there is no row.
    pub bytes: Option<Vec<u8>>,
    /// The number by which the store tells versions of a row apart. 0 if the store has none, and compares values.
    pub version: u128,
}

impl StoredValue {
    /// Returns a value without a version.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { bytes: Some(bytes), version: 0 }
    }
}

/// A row as a closure has read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadRow {
    /// The table.
    pub table: &'static Table,
    /// The key of the row.
    pub key: Vec<u8>,
    /// What was stored.
    pub value: StoredValue,
}

/// A row to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowWrite {
    /// The table.
    pub table: &'static Table,
    /// The key of the row.
    pub key: Vec<u8>,
    /// The value to put, or `None` to delete the row.
    pub value: Option<Vec<u8>>,
    /// What was read before, and must still be stored. `None` if the row was not read, and is written whatever is stored.
    pub expected: Option<StoredValue>,
}

/// The changes of a closure, and the rows on which they depend: see [`AsyncStore::commit`](crate::AsyncStore::commit).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Commit {
    /// The rows that were read but are not written.
    pub reads: Vec<ReadRow>,
    /// The rows to write, each key once.
    pub writes: Vec<RowWrite>,
}

/// The kinds of rows in a commit. A store without transactions writes them in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Layouts,
    EntryToPut,
    Record,
    EntryToDelete,
}

impl Commit {
    /// Returns the writes of rows of this kind.
    pub(crate) fn writes_of(&self, kind: Kind) -> impl Iterator<Item = &RowWrite> {
        self.writes.iter().filter(move |write| write.kind() == kind)
    }
}

impl RowWrite {
    pub(crate) fn kind(&self) -> Kind {
        match (self.table.is_index(), &self.value) {
            (true, Some(_)) => Kind::EntryToPut,
            (true, None) => Kind::EntryToDelete,
            (false, _) if is_layouts(self.table) => Kind::Layouts,
            (false, _) => Kind::Record,
        }
    }
}
