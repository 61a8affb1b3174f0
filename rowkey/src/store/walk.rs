//! [`Walk`]: visits the rows of a table or of a query one after the other, for operations that work in steps.

use super::Read;
use super::error::RowsError;
use super::raw::RawScan;
use super::rows::Rows;
use super::scan::Missing;
use super::tables::Tables;
use crate::wire::span::Span;
use alloc::borrow::ToOwned;
use alloc::vec::Vec;
use core::borrow::Borrow;

/// The number of rows in a batch. A batch is read completely before its first row is visited, because an open scan
/// borrows the store, and a visit can write.
const BATCH_SIZE: usize = 1000;

/// The number of bytes after which a batch ends, so that a batch of large values needs little memory.
const BATCH_LEN: usize = 1 << 20;

/// The number of rows of a transaction that stay free for what a step records: its cursor, and an index that is built.
const ROOM_FOR_LAYOUTS: usize = 4;

/// The rows that are read and will be visited.
#[derive(Debug, Default)]
struct Batch {
    bytes: Vec<u8>,
    /// The key and the value of each row in `bytes`.
    rows: Vec<[Span; 2]>,
}

impl Batch {
    // `add_row` and `row` are compiled once. A `map` over an array in a generic function is about 250 lines of LLVM in each copy.

    fn add_row(&mut self, key: &[u8], value: &[u8]) {
        let row = [self.add(key), self.add(value)];
        self.rows.push(row);
    }

    fn add(&mut self, bytes: &[u8]) -> Span {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        Span { start, end: self.bytes.len() }
    }

    /// Returns the key and the value of a row.
    fn row(&self, [key, value]: &[Span; 2]) -> [&[u8]; 2] {
        [key.slice(&self.bytes), value.slice(&self.bytes)]
    }
}

/// The result of a visit to a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Visit {
    Done,
    /// Nothing: the row is not one of those that the step counts.
    Skipped,
    /// The row does not fit into the transaction. The step ends before this row.
    NoRoom,
}

/// One step of an operation that visits many rows.
#[derive(Debug)]
pub(super) struct Walk {
    /// The key of the last visited row. The walk continues after this key.
    pub(super) after: Option<Vec<u8>>,
    /// The number of rows that are done.
    pub(super) done: u64,
    /// The number of done rows at which the step ends.
    limit: u64,
    /// True if the step ends before the first row that does not fit into the transaction.
    must_fit: bool,
}

impl Walk {
    pub(super) fn new(limit: u64, must_fit: bool) -> Self {
        Self { after: None, done: 0, limit, must_fit }
    }

    /// Returns how many more rows the next visit can read by their keys or write. The first row of a step is visited
    /// even if it does not fit. Otherwise, an operation would never end.
    pub(super) fn room<S: Read>(&self, tables: &Tables<S>) -> usize {
        if !self.must_fit || self.done == 0 {
            return usize::MAX;
        }
        match tables.store.__rowkey_room() {
            usize::MAX => usize::MAX,
            room => room.saturating_sub(ROOM_FOR_LAYOUTS),
        }
    }

    /// Visits the rows of a scan after `self.after`. Passes `rows`, the room, and the key and the value of a row to
    /// `visit`. Returns true after the last row, and false if the step ends before it.
    pub(super) fn visit_rows<S: Read, R: Borrow<Rows<S>>>(
        &mut self,
        rows: &mut R,
        scan: impl Fn(&Tables<S>) -> RawScan<'_, S>,
        mut visit: impl FnMut(&mut R, usize, &[u8], &[u8]) -> Result<Visit, RowsError<S::Error>>,
    ) -> Result<bool, RowsError<S::Error>> {
        let (mut missing, mut batch, mut is_end) = (Missing::default(), Batch::default(), false);
        while self.done < self.limit && !is_end {
            let tables = tables_of(rows);
            is_end = self.read_batch(tables, scan(tables), &mut missing, &mut batch)?;
            for row in &batch.rows {
                let [key, value] = batch.row(row);
                let room = self.room(tables_of(rows));
                let visited = visit(rows, room, key, value);
                match missing.take(tables_of(rows), visited)? {
                    Some(Visit::NoRoom) => return missing.check().map(|()| false),
                    Some(Visit::Skipped) => {}
                    Some(Visit::Done) | None => self.done += 1,
                }
                key.clone_into(self.after.get_or_insert_default());
            }
        }
        missing.check().map(|()| is_end)
    }

    /// Reads the next batch. Returns true if no row follows the batch, or if the next row must be fetched first.
    fn read_batch<'s, S: Read>(
        &self,
        tables: &'s Tables<S>,
        mut scan: RawScan<'s, S>,
        missing: &mut Missing<S>,
        batch: &mut Batch,
    ) -> Result<bool, RowsError<S::Error>> {
        let rest = usize::try_from(self.limit - self.done).unwrap_or(usize::MAX);
        // The next step would read rows that do not fit into this transaction again.
        let room = if self.must_fit { tables.store.__rowkey_room().max(1) } else { usize::MAX };
        let size = rest.min(room).min(BATCH_SIZE);
        if let Some(after) = &self.after {
            scan = scan.after(after.clone());
        }
        batch.bytes.clear();
        batch.rows.clear();
        while batch.rows.len() < size && batch.bytes.len() < BATCH_LEN {
            let is_row = scan.read_next(
                |key, value| {
                    batch.add_row(key, value);
                    Ok(true)
                },
                |error| error.map_or(Ok(false), Err),
            );
            if missing.take(tables, is_row)? != Some(true) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Returns the store of `Rows`, of a reference to it, or of a mutable reference.
pub(super) fn tables_of<S: Read, R: Borrow<Rows<S>>>(rows: &R) -> &Tables<S> {
    let rows: &Rows<S> = rows.borrow();
    &rows.tables
}
