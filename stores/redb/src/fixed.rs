//! Redb tables whose keys are `&[u8; N]` and whose values are `()`. The width N is a part of the type, so the tables are
//! used as trait objects.

#![allow(clippy::inline_always, reason = "a row is large: a call for each row took half of the time of a scan")]

use redb::{ReadTransaction, ReadableTable, StorageError, TableDefinition, TableError, WriteTransaction};
use rowkey::KeyRange;
use rowkey::store::Direction;
use std::ops::Bound;

type Array<const N: usize> = &'static [u8; N];

type Opened<T> = Result<Box<T>, TableError>;

/// A width of keys, and the functions that open redb tables with keys of this width.
pub(crate) struct Width {
    pub(crate) bytes: usize,
    pub(crate) open: fn(&ReadTransaction, &str) -> Opened<dyn FixedTable>,
    pub(crate) open_for_writing: for<'t> fn(&'t WriteTransaction, &str) -> Opened<dyn FixedWriteTable + 't>,
}

/// The widths of most entries. The code of redb is compiled once for each of them. Whoever adds or removes a width
/// changes the type of stored tables.
pub(crate) static WIDTHS: [Width; 7] =
    [width::<8>(), width::<12>(), width::<16>(), width::<20>(), width::<24>(), width::<28>(), width::<32>()];

const fn width<const N: usize>() -> Width {
    Width {
        bytes: N,
        open: |transaction, name| Ok(Box::new(Fixed(transaction.open_table(definition::<N>(name))?))),
        open_for_writing: |transaction, name| Ok(Box::new(Fixed(transaction.open_table(definition::<N>(name))?))),
    }
}

fn definition<const N: usize>(name: &str) -> TableDefinition<'_, Array<N>, ()> {
    TableDefinition::new(name)
}

/// A redb table whose keys have one width.
pub(crate) trait FixedTable {
    fn width(&self) -> usize;

    fn contains(&self, key: &[u8]) -> Result<bool, StorageError>;

    fn range(&self, range: &KeyRange) -> Result<Box<dyn FixedRange + '_>, StorageError>;
}

pub(crate) trait FixedWriteTable: FixedTable {
    /// Inserts a key. Does nothing if the key has another width.
    fn insert(&mut self, key: &[u8]) -> Result<(), StorageError>;

    fn remove(&mut self, key: &[u8]) -> Result<(), StorageError>;
}

pub(crate) trait FixedRange {
    fn next(&mut self, direction: Direction) -> Option<Result<ShortKey, StorageError>>;
}

struct Fixed<const N: usize, T>(T);

impl<const N: usize, T: ReadableTable<Array<N>, ()>> FixedTable for Fixed<N, T> {
    fn width(&self) -> usize {
        N
    }

    fn contains(&self, key: &[u8]) -> Result<bool, StorageError> {
        // A key of another width is not in the table.
        key.try_into().map_or(Ok(false), |key: &[u8; N]| Ok(self.0.get(key)?.is_some()))
    }

    fn range(&self, range: &KeyRange) -> Result<Box<dyn FixedRange + '_>, StorageError> {
        let start = of_width(range.start());
        // A stored key that equals the first N bytes of a longer bound sorts before the bound. Zero bytes after a shorter
        // bound make the least key that begins with the bound.
        let start = if range.start().len() > N { Bound::Excluded(&start) } else { Bound::Included(&start) };
        let end = range.end().map(|end| (of_width(end), end.len() > N));
        let end = match &end {
            Some((end, true)) => Bound::Included(end),
            Some((end, false)) => Bound::Excluded(end),
            None => Bound::Unbounded,
        };
        Ok(Box::new(self.0.range::<&[u8; N]>((start, end))?))
    }
}

impl<const N: usize> FixedWriteTable for Fixed<N, redb::Table<'_, Array<N>, ()>> {
    fn insert(&mut self, key: &[u8]) -> Result<(), StorageError> {
        key.try_into().map_or(Ok(()), |key: &[u8; N]| self.0.insert(key, ()).map(drop))
    }

    fn remove(&mut self, key: &[u8]) -> Result<(), StorageError> {
        key.try_into().map_or(Ok(()), |key: &[u8; N]| self.0.remove(key).map(drop))
    }
}

impl<const N: usize> FixedRange for redb::Range<'_, Array<N>, ()> {
    fn next(&mut self, direction: Direction) -> Option<Result<ShortKey, StorageError>> {
        let row = next(self, direction);
        row.map(|row| row.map(|(key, _)| ShortKey::new(key.value())))
    }
}

/// A key of up to 32 bytes from a redb table whose keys have one width.
pub(crate) struct ShortKey {
    bytes: [u8; 32],
    len: usize,
}

impl ShortKey {
    /// Copies a key of at most 32 bytes.
    #[inline]
    pub(crate) fn new<const N: usize>(key: &[u8; N]) -> Self {
        let mut bytes = [0; 32];
        const { assert!(N <= 32) };
        if let Some(start) = bytes.first_chunk_mut() {
            *start = *key;
        }
        Self { bytes, len: N }
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }
}

/// Returns the next item of an iterator, or its last item if the direction is backward.
#[inline(always)]
pub(crate) fn next<I: DoubleEndedIterator>(rows: &mut I, direction: Direction) -> Option<I::Item> {
    match direction {
        Direction::Forward => rows.next(),
        Direction::Backward => rows.next_back(),
    }
}

/// Returns the first N bytes. If there are fewer bytes, appends zero bytes.
fn of_width<const N: usize>(bytes: &[u8]) -> [u8; N] {
    if let Some(first) = bytes.first_chunk() {
        return *first;
    }
    let mut array = [0; N];
    array.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    array
}
