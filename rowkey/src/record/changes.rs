//! Changes: the puts and deletes that turn one state of a record into the next.

use super::Record;
use super::format::{Format, FormatError};
use super::index::IndexOf;
use super::table::Table;
use crate::error::EncodeError;
use crate::key::RowKey;
use crate::wire::span::Span;
use alloc::vec::Vec;
use core::fmt;

/// The puts and deletes that turn one state of a record into the next, for the record itself and for its entries in all
/// indexes. [`Record::changes`] computes them.
///
/// The order is safe if a process stops between two changes: entries are put before the record, and deleted after the
/// record, so that the stored record always has all its entries. An entry or a record that does not change has no put and no
/// delete.
///
/// Any store can apply changes, and applying them twice has no further effect:
///
/// ```
/// use rowkey::RowKey;
/// use rowkey::record::{ChangeError, Record};
/// use std::collections::BTreeMap;
///
/// #[derive(RowKey)]
/// #[rowkey(value = String, format = rowkey::Raw, indexes(UserByName))]
/// struct UserKey {
///     user: u16,
/// }
///
/// #[derive(RowKey)]
/// #[rowkey(index_of = UserKey)]
/// struct UserByName {
///     #[rowkey(from = value.to_lowercase())]
///     name: String,
///     user: u16,
/// }
///
/// let mut store = BTreeMap::new();
/// let changes = UserKey { user: 7 }.changes(None, Some(&"Ada".into()))?;
/// for change in &changes {
///     let row = (change.table.name(), change.key.to_vec());
///     match change.value {
///         Some(value) => store.insert(row, value.to_vec()),
///         None => store.remove(&row),
///     };
/// }
/// assert_eq!(store[&("UserKey", vec![0, 7])], b"Ada");
/// assert_eq!(store[&("UserByName", b"ada\0\0\0\x07".to_vec())], b"");
/// # Ok::<(), ChangeError>(())
/// ```
#[derive(Clone, Default)]
pub struct Changes {
    /// The bytes of all keys and values.
    bytes: Vec<u8>,
    /// The primary key.
    primary: Span,
    operations: Vec<Operation>,
}

#[derive(Debug, Clone, Copy)]
struct Operation {
    table: &'static Table,
    key: Span,
    /// The new value, or `None` to delete the row.
    value: Option<Span>,
    /// True if the row is an entry of a unique index that the record did not have before.
    claims: bool,
}

impl Changes {
    /// Returns whether there is nothing to write or delete.
    pub fn is_empty(&self) -> bool {
        self.operations.is_empty()
    }

    /// Returns the number of puts and deletes.
    pub fn len(&self) -> usize {
        self.operations.len()
    }

    /// Returns the puts and deletes, in an order that is safe to apply.
    pub fn iter(&self) -> ChangesIter<'_> {
        ChangesIter { changes: self, operations: self.operations.iter() }
    }

    /// Returns the entries in unique indexes that the changes give the record and that the record did not have before. No other
    /// record may have the same entries.
    ///
    /// Before applying changes, look up each of these keys, and reject the changes unless
    /// [`permits`](UniqueEntry::permits) returns `true` for the stored value.
    pub fn unique_entries(&self) -> impl Iterator<Item = UniqueEntry<'_>> {
        let claims = self.operations.iter().filter(|operation| operation.claims);
        claims.map(|operation| UniqueEntry {
            table: operation.table,
            key: operation.key.slice(&self.bytes),
            primary: self.primary(),
        })
    }

    /// Returns the bytes of the record's key.
    pub fn primary(&self) -> &[u8] {
        self.primary.slice(&self.bytes)
    }
}

impl fmt::Debug for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<'c> IntoIterator for &'c Changes {
    type Item = Change<'c>;
    type IntoIter = ChangesIter<'c>;

    fn into_iter(self) -> ChangesIter<'c> {
        self.iter()
    }
}

/// The iterator over [`Changes`].
#[derive(Debug, Clone)]
#[must_use = "iterators are lazy"]
pub struct ChangesIter<'c> {
    changes: &'c Changes,
    operations: core::slice::Iter<'c, Operation>,
}

impl<'c> Iterator for ChangesIter<'c> {
    type Item = Change<'c>;

    fn next(&mut self) -> Option<Change<'c>> {
        let bytes = self.changes.bytes.as_slice();
        let operation = self.operations.next()?;
        let value = operation.value.map(|value| value.slice(bytes));
        Some(Change { table: operation.table, key: operation.key.slice(bytes), value })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.operations.size_hint()
    }
}

impl ExactSizeIterator for ChangesIter<'_> {}

/// A put or a delete.
#[derive(Clone, Copy)]
pub struct Change<'c> {
    /// The table of the row.
    pub table: &'static Table,
    /// The key of the row.
    pub key: &'c [u8],
    /// The value to put, or `None` to delete the row.
    pub value: Option<&'c [u8]>,
}

impl fmt::Debug for Change<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (table, key) = (self.table.name(), self.key.escape_ascii());
        match self.value {
            Some(value) => write!(f, "put {table} \"{key}\" \"{}\"", value.escape_ascii()),
            None => write!(f, "delete {table} \"{key}\""),
        }
    }
}

/// An entry that [`Changes`] put into a unique index. No other record may have the same entry.
#[derive(Debug, Clone, Copy)]
pub struct UniqueEntry<'c> {
    /// The table of the index.
    pub table: &'static Table,
    /// The key of the entry.
    pub key: &'c [u8],
    primary: &'c [u8],
}

impl UniqueEntry<'_> {
    /// Returns whether the changes can be applied. `stored` is the value that the store has under the key of the entry.
    /// The changes can be applied if the store has no value there, or if the value belongs to the same record.
    pub fn permits(&self, stored: Option<&[u8]>) -> bool {
        match stored {
            None => true,
            Some(value) => self.table.split_entry(value).is_some_and(|(primary, _)| primary == self.primary),
        }
    }
}

/// The error of [`Record::changes`]: a key or a value cannot be encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeError {
    table: &'static str,
    kind: ChangeErrorKind,
}

/// The cause of a [`ChangeError`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChangeErrorKind {
    /// The key of the record or of an entry cannot be encoded.
    Key(EncodeError),
    /// The value of the record, or the value that a covering index stores, cannot be encoded.
    Value(FormatError),
    /// The primary key is longer than 4 GiB, so that a covering index cannot store it.
    TooLong,
}

impl ChangeError {
    #[cold]
    pub(crate) fn of_key(table: &Table, error: EncodeError) -> Self {
        Self::new(table, ChangeErrorKind::Key(error))
    }

    #[cold]
    fn new(table: &Table, kind: ChangeErrorKind) -> Self {
        Self { table: table.name(), kind }
    }

    /// Returns the name of the table whose key or value cannot be encoded.
    pub fn table(&self) -> &'static str {
        self.table
    }

    /// Returns the cause.
    pub fn kind(&self) -> &ChangeErrorKind {
        &self.kind
    }
}

impl fmt::Display for ChangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = self.table;
        match &self.kind {
            ChangeErrorKind::Key(error) => write!(f, "key of `{table}`: {error}"),
            ChangeErrorKind::Value(error) => write!(f, "value of `{table}`: {error}"),
            ChangeErrorKind::TooLong => write!(f, "value of `{table}`: the primary key is longer than 4 GiB"),
        }
    }
}

impl core::error::Error for ChangeError {}

/// An entry of an index.
#[derive(Debug, Clone, Copy)]
struct Entry {
    table: &'static Table,
    /// The position of the index in `indexes(..)` of the record.
    index: usize,
    key: Span,
    value: Span,
    /// True if the entry belongs to the old value and is not deleted.
    remains: bool,
}

/// A builder of [`Changes`]. A draft can be reused for many records, so that its buffers are allocated once.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    changes: Changes,
    old: Vec<Entry>,
    new: Vec<Entry>,
    /// The new value.
    value: Option<Span>,
    index: usize,
    is_new: bool,
}

impl Draft {
    /// Starts the changes of a record, and encodes its primary key.
    pub(crate) fn start<K: Record>(&mut self, key: &K) -> Result<(), ChangeError> {
        self.clear();
        let bytes = &mut self.changes.bytes;
        key.encode_into(bytes).map_err(|error| ChangeError::new(K::TABLE, ChangeErrorKind::Key(error)))?;
        self.changes.primary = Span { start: 0, end: bytes.len() };
        Ok(())
    }

    /// Starts the changes of the record whose encoded primary key is `primary`.
    pub(crate) fn start_at(&mut self, primary: &[u8]) {
        self.clear();
        self.changes.bytes.extend_from_slice(primary);
        self.changes.primary = Span { start: 0, end: primary.len() };
    }

    /// Returns the bytes of the primary key.
    pub(crate) fn primary(&self) -> &[u8] {
        self.changes.primary()
    }

    /// Returns the changes, once they are [finished](Self::finish).
    pub(crate) fn changes(&self) -> &Changes {
        &self.changes
    }

    fn clear(&mut self) {
        self.changes.bytes.clear();
        self.changes.operations.clear();
        self.old.clear();
        self.new.clear();
        self.value = None;
    }

    /// Adds the entries of the old value.
    pub(crate) fn add_old<K: Record>(&mut self, key: &K, value: &K::Value) -> Result<(), ChangeError> {
        (self.index, self.is_new) = (0, false);
        key.__entries(value, self)
    }

    /// Adds the entries of the new value.
    pub(crate) fn add_new<K: Record>(&mut self, key: &K, value: &K::Value) -> Result<(), ChangeError> {
        (self.index, self.is_new) = (0, true);
        key.__entries(value, self)
    }

    /// Adds the entries of the new value in one index.
    pub(crate) fn entries_of<K: Record, I: IndexOf<K> + RowKey>(
        &mut self,
        key: &K,
        value: &K::Value,
    ) -> Result<(), ChangeError> {
        self.is_new = true;
        I::__add(key, value, self)
    }

    /// Returns the keys and values of the entries that were added for the new value.
    pub(crate) fn new_entries(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        let bytes = self.changes.bytes.as_slice();
        self.new.iter().map(move |entry| (entry.key.slice(bytes), entry.value.slice(bytes)))
    }

    /// Continues with the next index. Entries that are added afterwards belong to that index.
    pub(super) fn next_index(&mut self) {
        self.index += 1;
    }

    /// Adds an entry.
    pub(super) fn entry<K: Record, I: IndexOf<K> + RowKey>(
        &mut self,
        entry: &I,
        value: &K::Value,
    ) -> Result<(), ChangeError> {
        let bytes = &mut self.changes.bytes;
        let start = bytes.len();
        entry.encode_into(bytes).map_err(|error| ChangeError::new(I::__TABLE, ChangeErrorKind::Key(error)))?;
        let key = Span { start, end: bytes.len() };
        if I::__TABLE.stores_primary() {
            let primary = self.changes.primary;
            if I::__TABLE.stores_value() {
                let len = u32::try_from(primary.end - primary.start);
                let len = len.map_err(|_| ChangeError::new(I::__TABLE, ChangeErrorKind::TooLong))?;
                bytes.extend_from_slice(&len.to_be_bytes());
            }
            bytes.extend_from_within(primary.start..primary.end);
        }
        I::__store(value, bytes).map_err(|error| ChangeError::new(I::__TABLE, ChangeErrorKind::Value(error)))?;
        let value = Span { start: key.end, end: bytes.len() };
        let entries = if self.is_new { &mut self.new } else { &mut self.old };
        entries.push(Entry { table: I::__TABLE, index: self.index, key, value, remains: false });
        Ok(())
    }

    /// Writes the new value of the record.
    pub(crate) fn set_value<K: Record>(&mut self, value: &K::Value) -> Result<(), ChangeError> {
        let bytes = &mut self.changes.bytes;
        let start = bytes.len();
        <K::Format as Format<K::Value>>::write(value, bytes)
            .map_err(|error| ChangeError::new(K::TABLE, ChangeErrorKind::Value(error)))?;
        self.value = Some(Span { start, end: bytes.len() });
        Ok(())
    }

    /// Returns the bytes of the new value, once it is [set](Self::set_value).
    pub(crate) fn value(&self) -> Option<&[u8]> {
        self.value.map(|value| value.slice(&self.changes.bytes))
    }

    /// Computes the changes, once the entries of both values are added. `new` is the new value, and `old` contains the
    /// bytes of the old value, if they are known.
    pub(crate) fn finish<K: Record>(&mut self, old: Option<&[u8]>, new: Option<&K::Value>) -> Result<(), ChangeError> {
        if let Some(new) = new {
            self.set_value::<K>(new)?;
        }
        self.complete::<K>(old);
        Ok(())
    }

    /// Computes the changes, once the entries of both values are added and the new value is set, if there is one. `old`
    /// contains the bytes of the old value, if they are known.
    pub(crate) fn complete<K: Record>(&mut self, old: Option<&[u8]>) {
        if !(self.old.is_empty() && self.new.is_empty()) {
            self.compare();
        }
        let value = self.value();
        if value.is_none() || value != old {
            let put = Operation { table: K::TABLE, key: self.changes.primary, value: self.value, claims: false };
            self.changes.operations.push(put);
        }
        self.delete_old();
    }

    /// Puts the new entries that differ from the old ones, and marks the old entries that remain.
    fn compare(&mut self) {
        let Changes { bytes, operations, .. } = &mut self.changes;
        let bytes = bytes.as_slice();
        let mut put = |entry: &Entry, is_new: bool| {
            let claims = is_new && entry.table.is_unique();
            operations.push(Operation { table: entry.table, key: entry.key, value: Some(entry.value), claims });
        };
        let (mut all_old, mut all_new) = (self.old.as_mut_slice(), self.new.as_mut_slice());
        for index in 1..=self.index {
            let (old, new);
            (old, all_old) = split_index(all_old, index);
            (new, all_new) = split_index(all_new, index);
            // The usual cases need no sorting.
            match (old, new) {
                ([], []) => {}
                ([old], [new]) if old.key.slice(bytes) == new.key.slice(bytes) => {
                    old.remains = true;
                    if old.value.slice(bytes) != new.value.slice(bytes) {
                        put(new, false);
                    }
                }
                ([] | [_], [new]) => put(new, true),
                (old, new) => compare_lists(bytes, old, new, &mut put),
            }
        }
    }

    fn delete_old(&mut self) {
        let gone = self.old.iter().filter(|entry| !entry.remains);
        let deletes = gone.map(|entry| Operation { table: entry.table, key: entry.key, value: None, claims: false });
        self.changes.operations.extend(deletes);
    }

    /// Returns the changes.
    pub(crate) fn into_changes(self) -> Changes {
        self.changes
    }
}

/// Splits off the entries of an index, which are the first of the list.
fn split_index(entries: &mut [Entry], index: usize) -> (&mut [Entry], &mut [Entry]) {
    let count = entries.iter().take_while(|entry| entry.index == index).count();
    entries.split_at_mut_checked(count).unwrap_or_default()
}

/// Compares the entries of one index. A record may have the same entry twice, for example if the same tag occurs twice in its
/// list of tags.
fn compare_lists(bytes: &[u8], old: &mut [Entry], new: &mut [Entry], put: &mut impl FnMut(&Entry, bool)) {
    let order = |a: &Entry, b: &Entry| a.key.slice(bytes).cmp(b.key.slice(bytes));
    old.sort_unstable_by(order);
    new.sort_unstable_by(order);
    let mut previous = None;
    for entry in old.iter_mut() {
        let key = Some(entry.key.slice(bytes));
        // A second entry of the same key is not deleted once more.
        entry.remains = key == previous;
        previous = key;
    }
    let mut old = old.iter_mut().peekable();
    let mut previous = None;
    for entry in new {
        let key = entry.key.slice(bytes);
        if previous == Some(key) {
            continue;
        }
        previous = Some(key);
        let mut stored = None;
        while let Some(old) = old.next_if(|old| old.key.slice(bytes) <= key) {
            if old.key.slice(bytes) == key {
                old.remains = true;
                stored = Some(old.value.slice(bytes));
            }
        }
        if stored != Some(entry.value.slice(bytes)) {
            put(entry, stored.is_none());
        }
    }
}
