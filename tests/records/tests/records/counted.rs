//! A store in memory that counts its reads and writes, and that can fail.

use rowkey::KeyRange;
use rowkey::store::{Direction, Memory, Read, Table, Write};
use std::cell::{Cell, RefCell};
use std::fmt;

#[derive(Debug, Default)]
pub struct Counted {
    pub memory: Memory,
    /// The number of calls of `get`.
    pub gets: Cell<usize>,
    /// The number of calls of `range`.
    pub ranges: Cell<usize>,
    /// The number of rows that the iterators of `range` have returned.
    pub rows: Cell<usize>,
    /// The lower bound of each range that `range` was called with.
    pub range_starts: RefCell<Vec<Vec<u8>>>,
    /// The number of calls of `put` and `delete`.
    pub writes: usize,
    /// The number of writes that succeed before all later writes fail.
    pub fails_after: Option<usize>,
    /// The number of gets that succeed before all later gets fail.
    pub gets_fail_after: Option<usize>,
    /// The number of ranges that can be opened before all later ranges fail.
    pub ranges_fail_after: Option<usize>,
}

impl Counted {
    /// Returns the numbers of gets, of range reads, of rows that the range reads returned, and of writes since the last
    /// call.
    pub fn take_counts(&mut self) -> [usize; 4] {
        let writes = std::mem::take(&mut self.writes);
        [self.gets.take(), self.ranges.take(), self.rows.take(), writes]
    }

    fn write(&mut self) -> Result<(), Failed> {
        self.writes += 1;
        if self.fails_after.is_some_and(|limit| self.writes > limit) { Err(Failed) } else { Ok(()) }
    }
}

#[derive(Debug)]
pub struct Failed;

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the disk is full")
    }
}

impl std::error::Error for Failed {}

impl Read for Counted {
    type Error = Failed;
    type Bytes<'s> = &'s [u8];
    type Range<'s> = Box<dyn Iterator<Item = Result<(&'s [u8], &'s [u8]), Failed>> + 's>;

    fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<&[u8]>, Failed> {
        self.gets.set(self.gets.get() + 1);
        if self.gets_fail_after.is_some_and(|limit| self.gets.get() > limit) {
            return Err(Failed);
        }
        Ok(self.memory.get(table, key).unwrap())
    }

    fn range(&self, table: &'static Table, range: &KeyRange, direction: Direction) -> Result<Self::Range<'_>, Failed> {
        self.ranges.set(self.ranges.get() + 1);
        if self.ranges_fail_after.is_some_and(|limit| self.ranges.get() > limit) {
            return Err(Failed);
        }
        self.range_starts.borrow_mut().push(range.start().to_vec());
        let rows = self.memory.range(table, range, direction).unwrap();
        Ok(Box::new(rows.map(|row| {
            self.rows.set(self.rows.get() + 1);
            Ok(row.unwrap())
        })))
    }
}

impl Write for Counted {
    fn put(&mut self, table: &'static Table, key: &[u8], value: &[u8]) -> Result<(), Failed> {
        self.write()?;
        self.memory.put(table, key, value).unwrap();
        Ok(())
    }

    fn delete(&mut self, table: &'static Table, key: &[u8]) -> Result<(), Failed> {
        self.write()?;
        self.memory.delete(table, key).unwrap();
        Ok(())
    }
}
