//! A store in memory that records the layouts of its tables, as the adapters of real stores do.

use rowkey::KeyRange;
use rowkey::store::{ComparedTables, Direction, LayoutChanged, Memory, MemoryRange, Read, Rows, Table, Write};
use std::sync::Arc;

#[derive(Debug, Default)]
pub struct Recorded {
    pub memory: Memory,
    compared: Arc<ComparedTables>,
}

impl Recorded {
    /// Returns the store as a program finds it that has not opened it before.
    pub fn reopened(self) -> Self {
        Self { memory: self.memory, compared: Arc::default() }
    }
}

/// A store of which the tests create a [`Rows`].
pub trait IntoRows: Write + Default {
    fn opened(self) -> Rows<Self>;
}

impl IntoRows for Recorded {
    fn opened(self) -> Rows<Self> {
        let (compared, ()) = self.compared.begin(|| ());
        Rows::with_layouts(self, compared)
    }
}

impl IntoRows for Memory {
    fn opened(self) -> Rows<Self> {
        Rows::new(self)
    }
}

impl Read for Recorded {
    type Error = LayoutChanged;
    type Bytes<'s> = &'s [u8];
    type Range<'s> = MemoryRange<'s>;

    fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<&[u8]>, LayoutChanged> {
        self.memory.get(table, key)
    }

    fn range(
        &self,
        table: &'static Table,
        range: &KeyRange,
        direction: Direction,
    ) -> Result<MemoryRange<'_>, LayoutChanged> {
        self.memory.range(table, range, direction)
    }
}

impl Write for Recorded {
    fn put(&mut self, table: &'static Table, key: &[u8], value: &[u8]) -> Result<(), LayoutChanged> {
        self.memory.put(table, key, value)
    }

    fn delete(&mut self, table: &'static Table, key: &[u8]) -> Result<(), LayoutChanged> {
        self.memory.delete(table, key)
    }
}
