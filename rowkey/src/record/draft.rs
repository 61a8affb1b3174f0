//! Computes the [`Changes`] of a record: compares the index entries of its old value with those of its new value.

use super::Record;
use super::changes::{ChangeError, ChangeErrorKind, Changes, Operation};
use super::format::{ValueError, write_checked};
use super::table::Table;
use crate::key::RowKey;
use crate::wire::span::Span;
use alloc::vec::Vec;

#[derive(Debug, Clone, Copy)]
struct Entry {
    table: &'static Table,
    /// The number of the index, as in [`Draft::index_number`].
    index_number: usize,
    key: Span,
    value: Span,
    /// True if this is an entry of the old value that must not be deleted.
    remains: bool,
}

/// The effect of a put on the entries of an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PutEffect {
    /// Adds an entry: the old value has no entry with this key.
    Adds,
    /// Replaces the value of an entry: the old value has an entry with this key.
    Replaces,
}

/// The initial capacity, in bytes, of the buffer for a record and its entries.
const CAPACITY: usize = 256;

/// A builder of [`Changes`]. A draft is reused for many records, so that its buffers are allocated once.
///
/// The caller
///
/// 1. calls `start` with the primary key,
/// 2. sets the new value, if there is one,
/// 3. goes through the indexes, and adds the entries of the old value and of the new value to each index,
/// 4. calls `finish`.
///
/// The entries are those of the values that the store gives back, as `set_value` returns them.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    changes: Changes,
    /// The entries of the old value that `finish` compares with `new_entries`. An index whose entries are known to be
    /// unchanged has no entries here.
    old_entries: Vec<Entry>,
    /// The entries of the new value. An index whose entries are known to be unchanged has no entries here.
    new_entries: Vec<Entry>,
    /// The bytes of the new value.
    new_value: Option<Span>,
    /// The number of the index whose entries are added now: 1 for the first index, and 0 before the first index.
    index_number: usize,
    /// False if entries of the old value are added now.
    adds_new_entries: bool,
}

impl Draft {
    pub(crate) fn start<K: RowKey>(&mut self, table: &Table, key: &K) -> Result<(), ChangeError> {
        self.clear();
        let bytes = &mut self.changes.bytes;
        if bytes.capacity() == 0 {
            // Values are appended in small parts. Without this capacity, the buffer would grow several times in each
            // transaction.
            bytes.reserve(CAPACITY);
        }
        key.encode_into(bytes).map_err(|error| ChangeError::of_key(table, error))?;
        self.changes.primary = Span { start: 0, end: bytes.len() };
        Ok(())
    }

    pub(crate) fn start_with_encoded_key(&mut self, primary: &[u8]) {
        self.clear();
        self.changes.bytes.extend_from_slice(primary);
        self.changes.primary = Span { start: 0, end: primary.len() };
    }

    pub(crate) fn primary(&self) -> &[u8] {
        self.changes.primary()
    }

    /// Returns the changes, which are complete after [`finish`](Self::finish).
    pub(crate) fn changes(&self) -> &Changes {
        &self.changes
    }

    fn clear(&mut self) {
        self.changes.bytes.clear();
        self.changes.operations.clear();
        self.old_entries.clear();
        self.new_entries.clear();
        self.new_value = None;
        self.index_number = 0;
    }

    #[inline]
    pub(super) fn begin_old_entries(&mut self) {
        self.adds_new_entries = false;
    }

    #[inline]
    pub(super) fn begin_new_entries(&mut self) {
        self.adds_new_entries = true;
    }

    /// Returns the table, the key and the value of each entry of the new value.
    pub(crate) fn new_entries(&self) -> impl Iterator<Item = (&'static Table, &[u8], &[u8])> {
        let bytes = self.changes.bytes.as_slice();
        self.new_entries.iter().map(move |entry| (entry.table, entry.key.slice(bytes), entry.value.slice(bytes)))
    }

    #[inline]
    pub(super) fn next_index(&mut self) {
        self.index_number += 1;
    }

    /// `write_stored_part` appends the part of the record's value that the entry stores. An entry that stores the whole
    /// value gets a copy of the bytes of the value, so that both have the same spelling.
    #[inline]
    pub(super) fn add_entry<I: RowKey>(
        &mut self,
        table: &'static Table,
        entry: &I,
        write_stored_part: impl FnOnce(&mut Vec<u8>) -> Result<(), ValueError>,
    ) -> Result<(), ChangeError> {
        let whole_value = self.new_value.filter(|_| self.adds_new_entries && table.stores_whole_value());
        let bytes = &mut self.changes.bytes;
        let start = bytes.len();
        entry.encode_into(bytes).map_err(|error| ChangeError::of_key(table, error))?;
        let key = Span { start, end: bytes.len() };
        if table.stores_primary() {
            let primary = self.changes.primary;
            if table.stores_value() {
                let len = u32::try_from(primary.end - primary.start);
                let len = len.map_err(|_| ChangeError::new(table, ChangeErrorKind::TooLong))?;
                bytes.extend_from_slice(&len.to_be_bytes());
            }
            bytes.extend_from_within(primary.start..primary.end);
        }
        match whole_value {
            Some(value) => bytes.extend_from_within(value.start..value.end),
            None => {
                write_stored_part(bytes)
                    .map_err(|error| ChangeError::of_value(table, self.changes.primary(), error))?;
            }
        }
        let bytes = &self.changes.bytes;
        let value = Span { start: key.end, end: bytes.len() };
        let entries = if self.adds_new_entries { &mut self.new_entries } else { &mut self.old_entries };
        entries.push(Entry { table, index_number: self.index_number, key, value, remains: false });
        Ok(())
    }

    /// Sets the bytes of the new value, which a store has returned.
    pub(crate) fn set_stored_value(&mut self, value: &[u8]) {
        let bytes = &mut self.changes.bytes;
        let start = bytes.len();
        bytes.extend_from_slice(value);
        self.new_value = Some(Span { start, end: bytes.len() });
    }

    /// Writes the new value, and reads it back. Returns the value that was read, because the store will return this value. The
    /// caller computes the entries from it. Returns `None` if the format is known to give back `value` itself.
    #[inline]
    pub(crate) fn set_value<K: Record>(&mut self, value: &K::Value) -> Result<Option<K::Value>, ChangeError> {
        let bytes = &mut self.changes.bytes;
        let start = bytes.len();
        let read = write_checked::<K::Format, _>(value, bytes);
        let end = bytes.len();
        self.new_value = Some(Span { start, end });
        read.map_err(|error| ChangeError::of_value(K::TABLE, self.changes.primary(), error))
    }

    /// Sets the value of a new record, and adds its entries.
    #[inline]
    pub(crate) fn set_new_record<K: Record>(&mut self, key: &K, value: &K::Value) -> Result<(), ChangeError> {
        let read = self.set_value::<K>(value)?;
        key.__rowkey_entries(None, read.as_ref().or(Some(value)), self)
    }

    /// Returns the bytes of the new value, or `None` before [`set_value`](Self::set_value).
    pub(crate) fn value(&self) -> Option<&[u8]> {
        self.new_value.map(|value| value.slice(&self.changes.bytes))
    }

    /// Computes the changes of a record in `table`. The caller must call `finish` after it has added the entries of the
    /// old value and of the new value, and after it has set the new value. Without a new value, the record is deleted.
    ///
    /// `old` contains the bytes of the old value. If the new value has the same bytes, the record is not written. If
    /// `old` is `None`, the new value is always written.
    pub(crate) fn finish(&mut self, table: &'static Table, old: Option<&[u8]>) {
        self.put_changed_entries();
        let value = self.value();
        if value.is_none() || value != old {
            let put_or_delete =
                Operation { table, key: self.changes.primary, value: self.new_value, is_new_unique_entry: false };
            self.changes.operations.push(put_or_delete);
        }
        self.delete_old_entries();
    }

    /// Like [`finish`](Self::finish), for a record that the caller deletes: computes only the changes of its entries.
    pub(crate) fn finish_entries(&mut self) {
        self.delete_old_entries();
    }

    /// Checks whether the old value has the same entries as the new value, in the same order, so that the indexes need
    /// no changes.
    #[inline]
    pub(crate) fn has_same_entries(&self) -> bool {
        // Usually `old_entries` and `new_entries` are empty, because the caller skips indexes that are known to be
        // unchanged.
        self.old_entries.len() == self.new_entries.len() && (self.old_entries.is_empty() || self.all_pairs_are_equal())
    }

    /// Compares `old_entries` and `new_entries`, which must have the same length.
    fn all_pairs_are_equal(&self) -> bool {
        let bytes = self.changes.bytes.as_slice();
        let key_len = |entry: &Entry| entry.key.end - entry.key.start;
        // The value of an entry directly follows its key in `bytes`, so that one comparison covers the key and the
        // value.
        let key_and_value = |entry: &Entry| Span { start: entry.key.start, end: entry.value.end }.slice(bytes);
        let is_same = |(old, new): (&Entry, &Entry)| {
            old.index_number == new.index_number
                && key_len(old) == key_len(new)
                && key_and_value(old) == key_and_value(new)
        };
        self.old_entries.iter().zip(&self.new_entries).all(is_same)
    }

    /// Puts the new entries that differ from the old entries, and sets `remains` of the old entries that must not be
    /// deleted.
    fn put_changed_entries(&mut self) {
        let Changes { bytes, operations, .. } = &mut self.changes;
        let bytes = bytes.as_slice();
        let mut put = |entry: &Entry, effect: PutEffect| {
            let is_new_unique_entry = effect == PutEffect::Adds && entry.table.is_unique();
            operations.push(Operation {
                table: entry.table,
                key: entry.key,
                value: Some(entry.value),
                is_new_unique_entry,
            });
        };
        let (mut all_old, mut all_new) = (self.old_entries.as_mut_slice(), self.new_entries.as_mut_slice());
        while let Some(index_number) = first_index_number(all_old, all_new) {
            let (old, new);
            (old, all_old) = split_index(all_old, index_number);
            (new, all_new) = split_index(all_new, index_number);
            // The first three arms are the usual cases. They need no sorting.
            match (old, new) {
                ([], []) => {}
                ([old], [new]) if old.key.slice(bytes) == new.key.slice(bytes) => {
                    old.remains = true;
                    if old.value.slice(bytes) != new.value.slice(bytes) {
                        put(new, PutEffect::Replaces);
                    }
                }
                ([] | [_], [new]) => put(new, PutEffect::Adds),
                (old, new) => compare_lists(bytes, old, new, &mut put),
            }
        }
    }

    fn delete_old_entries(&mut self) {
        let deleted_entries = self.old_entries.iter().filter(|entry| !entry.remains);
        let deletes = deleted_entries.map(|entry| Operation {
            table: entry.table,
            key: entry.key,
            value: None,
            is_new_unique_entry: false,
        });
        self.changes.operations.extend(deletes);
    }

    pub(crate) fn into_changes(self) -> Changes {
        self.changes
    }
}

/// Returns the least `index_number` of the entries in `old` and `new`. Each list is sorted by `index_number`.
fn first_index_number(old: &[Entry], new: &[Entry]) -> Option<usize> {
    match (old, new) {
        ([old, ..], [new, ..]) => Some(old.index_number.min(new.index_number)),
        ([entry, ..], []) | ([], [entry, ..]) => Some(entry.index_number),
        ([], []) => None,
    }
}

/// Splits a list after the entries of the index with this number. The list must begin with these entries, or have no
/// such entries.
fn split_index(entries: &mut [Entry], index_number: usize) -> (&mut [Entry], &mut [Entry]) {
    let count = entries.iter().take_while(|entry| entry.index_number == index_number).count();
    entries.split_at_mut_checked(count).unwrap_or_default()
}

/// Compares the old and the new entries of one index for [`Draft::put_changed_entries`]. A record can have the same
/// entry twice, for example if a tag occurs twice in its list of tags.
fn compare_lists(bytes: &[u8], old: &mut [Entry], new: &mut [Entry], put: &mut impl FnMut(&Entry, PutEffect)) {
    let order = |a: &Entry, b: &Entry| a.key.slice(bytes).cmp(b.key.slice(bytes));
    old.sort_unstable_by(order);
    new.sort_unstable_by(order);
    let mut previous = None;
    for entry in old.iter_mut() {
        let key = Some(entry.key.slice(bytes));
        // Among several entries with the same key, only the first may be deleted. The other entries count as remaining,
        // so that the key is deleted only once.
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
        let mut old_value = None;
        while let Some(old) = old.next_if(|old| old.key.slice(bytes) <= key) {
            if old.key.slice(bytes) == key {
                old.remains = true;
                old_value = Some(old.value.slice(bytes));
            }
        }
        if old_value != Some(entry.value.slice(bytes)) {
            put(entry, if old_value.is_some() { PutEffect::Replaces } else { PutEffect::Adds });
        }
    }
}
