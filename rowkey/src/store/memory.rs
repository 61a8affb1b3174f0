//! A store in memory.

use super::{Direction, Read, Table, Write};
use crate::range::KeyRange;
use alloc::collections::{BTreeMap, btree_map};
use alloc::vec::Vec;
use core::convert::Infallible;

/// A store in memory: one `BTreeMap` for the rows of each table. For tests and examples.
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
/// static HOSTS: Table = Table::new("hosts", HostKey::LAYOUT, "text");
///
/// let mut store = Memory::new();
/// store.put(&HOSTS, &HostKey { host: 7 }.encode(), b"up")?;
/// assert_eq!(store.rows("hosts").collect::<Vec<_>>(), [(&[0, 7][..], &b"up"[..])]);
/// # Ok::<(), std::convert::Infallible>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Memory {
    /// Contains no empty tables, so that stores with equal rows are equal.
    tables: BTreeMap<&'static str, BTreeMap<Vec<u8>, Vec<u8>>>,
}

impl Memory {
    /// Returns a store without rows.
    pub const fn new() -> Self {
        Self { tables: BTreeMap::new() }
    }

    /// Returns the keys and values of a table, in the order of the keys.
    pub fn rows(&self, table: &str) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.tables.get(table).into_iter().flatten().map(|(key, value)| (key.as_slice(), value.as_slice()))
    }

    /// Returns the names of the tables that have rows.
    pub fn tables(&self) -> impl Iterator<Item = &'static str> {
        self.tables.keys().copied()
    }
}

impl Read for Memory {
    type Error = Infallible;
    type Bytes<'s> = &'s [u8];
    type Range<'s> = MemoryRange<'s>;

    fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<&[u8]>, Infallible> {
        Ok(self.tables.get(table.name()).and_then(|rows| rows.get(key)).map(Vec::as_slice))
    }

    fn range(
        &self,
        table: &'static Table,
        range: &KeyRange,
        direction: Direction,
    ) -> Result<MemoryRange<'_>, Infallible> {
        let rows = self.tables.get(table.name()).map(|rows| rows.range::<[u8], _>(range.as_bounds()));
        Ok(MemoryRange { rows, direction })
    }
}

impl Write for Memory {
    fn put(&mut self, table: &'static Table, key: &[u8], value: &[u8]) -> Result<(), Infallible> {
        self.tables.entry(table.name()).or_default().insert(key.into(), value.into());
        Ok(())
    }

    fn delete(&mut self, table: &'static Table, key: &[u8]) -> Result<(), Infallible> {
        if let Some(rows) = self.tables.get_mut(table.name()) {
            rows.remove(key);
            if rows.is_empty() {
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
    type Item = Result<(&'s [u8], &'s [u8]), Infallible>;

    fn next(&mut self) -> Option<Self::Item> {
        let rows = self.rows.as_mut()?;
        let (key, value) = match self.direction {
            Direction::Forward => rows.next(),
            Direction::Backward => rows.next_back(),
        }?;
        Some(Ok((key, value)))
    }
}
