//! [`Snapshot`]: the rows that are fetched, with the writes of a closure on top.

use crate::cache::{Cache, MissedRange, Misses};
use crate::layouts::is_layouts;
use crate::{AsyncError, AsyncStore, Commit, Direction, ReadRow, RowWrite, StoredValue, Table};
use rowkey::KeyRange;
use rowkey::store::{Read, Write};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::iter::Peekable;
use std::marker::PhantomData;
use std::rc::Rc;

/// The store that a closure reads and writes: the rows that are fetched, with the writes of the closure.
///
/// See [`AsyncDatabase`](crate::AsyncDatabase).
pub struct Snapshot<S> {
    cache: Rc<Cache>,
    outcome: Rc<Outcome>,
    /// The rows that the closure has written, by the names of tables and by keys.
    written: BTreeMap<&'static str, WrittenRows>,
    /// True if a record is among them.
    writes_record: bool,
    store: PhantomData<fn() -> S>,
}

/// The writes to the rows of a table.
type WrittenRows = BTreeMap<Vec<u8>, Written>;

#[derive(Debug)]
struct Written {
    table: &'static Table,
    /// `None` if the row is deleted.
    value: Option<Vec<u8>>,
}

/// The tables of rows, by the names of the tables and the keys of the rows.
type Reads = BTreeMap<(&'static str, Vec<u8>), &'static Table>;

/// The reads of one attempt.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    pub(crate) misses: RefCell<Misses>,
    /// True if two rows contradict each other, because one has changed between two requests.
    pub(crate) is_doubtful: Cell<bool>,
    /// The rows that were read by their keys, on which a commit depends. `None` if nothing will be committed.
    reads: Option<RefCell<Reads>>,
    /// True if rows that are probably new need not be fetched.
    assumes_new: bool,
    /// True if a result depends on rows that were not fetched. The commit then fails if one of them exists.
    pub(crate) has_assumed: Cell<bool>,
}

impl<S> fmt::Debug for Snapshot<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot").field("written", &self.written).finish_non_exhaustive()
    }
}

impl Outcome {
    pub(crate) fn new(is_committed: bool, assumes_new: bool) -> Self {
        Self { reads: is_committed.then(RefCell::default), assumes_new, ..Self::default() }
    }
}

impl<S: AsyncStore> Snapshot<S> {
    pub(crate) fn new(cache: Rc<Cache>, outcome: Rc<Outcome>) -> Self {
        Self { cache, outcome, written: BTreeMap::new(), writes_record: false, store: PhantomData }
    }

    /// Returns the writes, and the rows on which they depend.
    pub(crate) fn into_commit(self) -> Commit {
        let mut reads = self.outcome.reads.as_ref().map(RefCell::take).unwrap_or_default();
        let mut commit = Commit::default();
        for (name, rows) in self.written {
            for (key, Written { table, value }) in rows {
                // A row of a range is not among `reads`. A write to it depends on its value as well.
                let is_read = reads.remove(&(name, key.clone())).is_some();
                let expected = match self.cache.get(table, &key) {
                    Some(fetched) => Some(fetched).filter(|fetched| is_read || fetched.bytes.is_some()).cloned(),
                    // A row that was assumed to be new.
                    None => is_read.then(StoredValue::default),
                };
                commit.writes.push(RowWrite { table, key, value, expected });
            }
        }
        if !commit.writes.is_empty() {
            let read = |((_, key), table): ((&str, Vec<u8>), _)| {
                let value = self.cache.get(table, &key).cloned().unwrap_or_default();
                ReadRow { table, key, value }
            };
            commit.reads = reads.into_iter().map(read).collect();
        }
        if !S::TRANSACTIONS {
            self.cache.pack_layouts(&mut commit);
        }
        commit
    }
}

impl<S: AsyncStore> Read for Snapshot<S> {
    type Error = AsyncError<S::Error>;
    type Bytes<'s>
        = &'s [u8]
    where
        Self: 's;
    type Range<'s>
        = SnapshotRange<'s, S>
    where
        Self: 's;

    const ENTRIES_ARE_HINTS: bool = true;
    const HAS_TRANSACTIONS: bool = S::TRANSACTIONS;
    const HAS_PARTITIONS: bool = S::PARTITIONS;

    fn get(&self, table: &'static Table, key: &[u8]) -> Result<Option<&[u8]>, Self::Error> {
        if let Some(written) = self.written.get(table.name()).and_then(|rows| rows.get(key)) {
            return Ok(written.value.as_deref());
        }
        let Some(value) = self.cache.get(table, key) else {
            self.outcome.misses.borrow_mut().add_key(&self.cache, table, key);
            return Err(AsyncError::NotFetched);
        };
        if let Some(reads) = &self.outcome.reads {
            reads.borrow_mut().insert((table.name(), key.to_vec()), table);
        }
        Ok(value.bytes.as_deref())
    }

    fn range(
        &self,
        table: &'static Table,
        range: &KeyRange,
        direction: Direction,
    ) -> Result<SnapshotRange<'_, S>, Self::Error> {
        let fetched = self.cache.range(table, range, direction);
        if fetched.is_none() && !range.is_empty() {
            let missed = MissedRange::New { table, range: range.clone(), direction };
            self.outcome.misses.borrow_mut().add_range(missed);
        }
        let written = self.written.get(table.name()).map(|rows| rows.range::<[u8], _>(range.as_bounds()));
        let written = written.into_iter().flatten().map(|(key, written)| (&key[..], written.value.as_deref()));
        let written: WrittenRange<'_> = match direction {
            Direction::Forward => Box::new(written),
            Direction::Backward => Box::new(written.rev()),
        };
        Ok(SnapshotRange {
            snapshot: self,
            fetched,
            position: fetched.map_or(0, |number| self.cache.first(number, range, direction)),
            range: range.clone(),
            direction,
            written: written.peekable(),
        })
    }

    fn __rowkey_get_new(&self, table: &'static Table, key: &[u8]) -> Result<Option<&[u8]>, Self::Error> {
        let is_written = self.written.get(table.name()).is_some_and(|rows| rows.contains_key(key));
        match &self.outcome.reads {
            Some(reads) if self.outcome.assumes_new && !is_written && self.cache.get(table, key).is_none() => {
                self.outcome.has_assumed.set(true);
                reads.borrow_mut().insert((table.name(), key.to_vec()), table);
                Ok(None)
            }
            _ => self.get(table, key),
        }
    }

    fn __rowkey_is_waiting(&self) -> bool {
        self.outcome.misses.borrow().is_waiting
    }

    fn __rowkey_set_doubtful(&self) {
        self.outcome.is_doubtful.set(true);
    }

    fn __rowkey_room(&self) -> usize {
        if !S::TRANSACTIONS {
            // A commit changes one record.
            return if self.writes_record { 0 } else { usize::MAX };
        }
        if S::MAX_ROWS == usize::MAX && S::MAX_LEN == usize::MAX {
            return usize::MAX;
        }
        let (mut rows, mut bytes) = (0, 0);
        for (key, Written { table, value }) in self.written.values().flatten() {
            let may_be_first = S::PARTITIONS && value.is_some() && table.layout().sort_key().is_some();
            rows += 1 + usize::from(may_be_first);
            bytes += key.len() + value.as_ref().map_or_else(|| self.fetched_len(table, key), Vec::len);
        }
        for ((name, key), table) in self.outcome.reads.iter().flat_map(|reads| reads.borrow().clone()) {
            if !self.written.get(name).is_some_and(|rows| rows.contains_key(&key)) {
                rows += 1;
                bytes += key.len() + self.fetched_len(table, &key);
            }
        }
        // The bytes of the next record are not known, so half of them are kept for it.
        if bytes > S::MAX_LEN / 2 { 0 } else { S::MAX_ROWS.saturating_sub(rows) }
    }
}

impl<S: AsyncStore> Write for Snapshot<S> {
    fn put(&mut self, table: &'static Table, key: &[u8], value: &[u8]) -> Result<(), Self::Error> {
        self.write(table, key, Some(value.to_vec()));
        Ok(())
    }

    fn delete(&mut self, table: &'static Table, key: &[u8]) -> Result<(), Self::Error> {
        self.write(table, key, None);
        Ok(())
    }
}

impl<S> Snapshot<S> {
    /// Returns the number of bytes of a value that is fetched.
    fn fetched_len(&self, table: &'static Table, key: &[u8]) -> usize {
        self.cache.get(table, key).and_then(|value| value.bytes.as_ref()).map_or(0, Vec::len)
    }

    fn write(&mut self, table: &'static Table, key: &[u8], value: Option<Vec<u8>>) {
        self.writes_record |= !table.is_index() && !is_layouts(table);
        self.written.entry(table.name()).or_default().insert(key.to_vec(), Written { table, value });
    }
}

/// The key and the value of a row.
type Row<'s> = (&'s [u8], &'s [u8]);

/// The keys that the closure has written in a range, each with its value, or `None` if the row is deleted.
type WrittenRange<'s> = Box<dyn Iterator<Item = (&'s [u8], Option<&'s [u8]>)> + 's>;

/// The rows of a range of a [`Snapshot`].
pub struct SnapshotRange<'s, S> {
    snapshot: &'s Snapshot<S>,
    range: KeyRange,
    direction: Direction,
    /// The number of the range in the cache, and the position of the next row in it.
    fetched: Option<usize>,
    position: usize,
    written: Peekable<WrittenRange<'s>>,
}

impl<S> fmt::Debug for SnapshotRange<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SnapshotRange").field("range", &self.range).finish_non_exhaustive()
    }
}

impl<'s, S: AsyncStore> SnapshotRange<'s, S> {
    /// Returns the next fetched row without moving on.
    fn peek_fetched(&mut self) -> Result<Option<Row<'s>>, AsyncError<S::Error>> {
        if self.range.is_empty() {
            return Ok(None);
        }
        let Snapshot { cache, outcome, .. } = self.snapshot;
        let Some(number) = self.fetched else {
            outcome.misses.borrow_mut().is_waiting = true;
            return Err(AsyncError::NotFetched);
        };
        while let Some((key, value)) = cache.row(number, self.position, self.direction) {
            if !self.range.contains(key) {
                return Ok(None);
            }
            if let Some(value) = value {
                return Ok(Some((key, value)));
            }
            self.position += 1;
        }
        if cache.is_complete(number) {
            return Ok(None);
        }
        let mut misses = outcome.misses.borrow_mut();
        misses.add_range(MissedRange::Rest(number));
        misses.is_waiting = true;
        Err(AsyncError::NotFetched)
    }
}

impl<'s, S: AsyncStore> Iterator for SnapshotRange<'s, S> {
    type Item = Result<Row<'s>, AsyncError<S::Error>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let fetched = match self.peek_fetched() {
                Ok(row) => row,
                Err(error) => return Some(Err(error)),
            };
            let written = self.written.peek().copied();
            let is_written_first = match (fetched, written) {
                (None, None) => return None,
                (None, Some(_)) => true,
                (Some(_), None) => false,
                (Some((fetched, _)), Some((written, _))) => {
                    self.position += usize::from(fetched == written);
                    match self.direction {
                        Direction::Forward => written <= fetched,
                        Direction::Backward => written >= fetched,
                    }
                }
            };
            if is_written_first {
                self.written.next();
                // A deleted row is skipped.
                if let Some((key, Some(value))) = written {
                    return Some(Ok((key, value)));
                }
            } else {
                self.position += 1;
                return fetched.map(Ok);
            }
        }
    }
}
