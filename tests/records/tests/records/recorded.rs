//! A store in memory that records the layouts of its tables, as the adapters of real stores do.

use rowkey::KeyRange;
use rowkey::store::{CheckedTables, Direction, LayoutChanged, Memory, MemoryRange, OpenError, Read, Table, Write};

#[derive(Debug, Default)]
pub struct Recorded {
    pub memory: Memory,
    checked: CheckedTables,
}

impl Recorded {
    pub fn reopened(self) -> Self {
        Self { memory: self.memory, checked: CheckedTables::new() }
    }

    fn open(&self, table: &'static Table) -> Result<(), OpenError<LayoutChanged>> {
        self.checked.open_for_reading(&self.memory, table)
    }

    fn record(&mut self, table: &'static Table) -> Result<(), OpenError<LayoutChanged>> {
        self.checked.open_for_writing(&mut self.memory, table)
    }
}

impl Read for Recorded {
    type Error = OpenError<LayoutChanged>;
    type Bytes<'s> = &'s [u8];
    type Range<'s> = std::iter::Map<MemoryRange<'s>, fn(MemoryRow<'s>) -> Row<'s>>;

    fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<&[u8]>, Self::Error> {
        self.open(table)?;
        self.memory.get(table, key).map_err(OpenError::Store)
    }

    fn range(
        &self,
        table: &'static Table,
        range: &KeyRange,
        direction: Direction,
    ) -> Result<Self::Range<'_>, Self::Error> {
        self.open(table)?;
        let rows = self.memory.range(table, range, direction).map_err(OpenError::Store)?;
        Ok(rows.map(|row| row.map_err(OpenError::Store)))
    }

    fn is_built(&self, index: &'static Table) -> Result<bool, Self::Error> {
        self.checked.is_built(&self.memory, index)
    }
}

type MemoryRow<'s> = Result<(&'s [u8], &'s [u8]), LayoutChanged>;

type Row<'s> = Result<(&'s [u8], &'s [u8]), OpenError<LayoutChanged>>;

impl Write for Recorded {
    fn put(&mut self, table: &'static Table, key: &[u8], value: &[u8]) -> Result<(), Self::Error> {
        self.record(table)?;
        self.memory.put(table, key, value).map_err(OpenError::Store)
    }

    fn delete(&mut self, table: &'static Table, key: &[u8]) -> Result<(), Self::Error> {
        self.record(table)?;
        self.memory.delete(table, key).map_err(OpenError::Store)
    }

    fn set_built(&mut self, index: &'static Table) -> Result<(), Self::Error> {
        self.checked.set_built(&mut self.memory, index)
    }

    fn generation(&mut self, table: &'static Table) -> Result<u64, Self::Error> {
        self.checked.generation(&mut self.memory, table)
    }
}
