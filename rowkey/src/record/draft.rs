//! Computes the [`Changes`] of a record from the entries of its old and its new value.

use super::changes::{ChangeError, ChangeErrorKind, Changes, Operation};
use super::format::{Format, FormatError};
use super::table::Table;
use super::unchanged::Dependencies;
use crate::key::RowKey;
use crate::wire::span::Span;
use alloc::vec::Vec;

/// An entry of an index.
#[derive(Debug, Clone, Copy)]
struct Entry {
    table: &'static Table,
    /// The number of the index: see [`Draft::index_number`].
    index_number: usize,
    key: Span,
    value: Span,
    /// True if the entry belongs to the old value and is not deleted.
    remains: bool,
}

/// A snapshot of the fields of the old value that the entries of an index depend on.
#[derive(Debug, Clone, Copy)]
struct Snapshot {
    /// `None` if the fields are unknown or cannot be compared.
    fields: Option<Span>,
    /// The position of the first entry of the index in the list of all old entries. This list is `Draft::old` before the edit,
    /// and `Draft::before_edit` afterwards.
    first_entry: usize,
}

/// Says whether the old value has an entry with the same key as an entry of the new value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EntryKey {
    /// The old value has no entry with this key.
    New,
    /// The old value has an entry with this key.
    Old,
}

/// The first capacity, in bytes, of the buffer for a record and its entries.
const CAPACITY: usize = 256;

/// A builder of [`Changes`]. A draft can be reused for many records, so that its buffers are allocated once.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    changes: Changes,
    /// The entries of the old value, except those that are known to be unchanged.
    old: Vec<Entry>,
    /// The entries of the new value, except those that are known to be unchanged.
    new: Vec<Entry>,
    /// If a closure has edited the old value, all entries that the value had before. The entries of each index that may have
    /// changed are also in `old`.
    before_edit: Vec<Entry>,
    /// A snapshot for each index, if a closure edits the old value.
    snapshots: Vec<Snapshot>,
    /// True if a closure edits the old value itself, so that the old value no longer exists when the new value is known.
    expects_edit: bool,
    /// The new value.
    value: Option<Span>,
    /// The number of the index whose entries are added now, counted from 1. 0 before the first index.
    index_number: usize,
    /// True if the entries that are added now belong to the new value.
    adds_new_entries: bool,
}

impl Draft {
    /// Starts the changes of a record in `table`, and encodes its primary key.
    pub(crate) fn start<K: RowKey>(&mut self, table: &Table, key: &K) -> Result<(), ChangeError> {
        self.clear();
        let bytes = &mut self.changes.bytes;
        if bytes.capacity() == 0 {
            // A value is appended in small parts. Without this capacity, the buffer would grow several times in each transaction.
            bytes.reserve(CAPACITY);
        }
        key.encode_into(bytes).map_err(|error| ChangeError::of_key(table, error))?;
        self.changes.primary = Span { start: 0, end: bytes.len() };
        Ok(())
    }

    /// Starts the changes of the record whose encoded primary key is `primary`.
    pub(crate) fn start_with_encoded_key(&mut self, primary: &[u8]) {
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
        self.before_edit.clear();
        self.snapshots.clear();
        self.expects_edit = false;
        self.value = None;
    }

    /// Starts again before the first index. Must be called before entries are added.
    ///
    /// If there are snapshots, the entries that were added so far belong to the old value, which a closure has edited since. These
    /// entries become `before_edit`.
    #[inline]
    pub(crate) fn restart(&mut self) -> &mut Self {
        self.index_number = 0;
        if !self.snapshots.is_empty() {
            core::mem::swap(&mut self.old, &mut self.before_edit);
        }
        self
    }

    /// Declares that a closure will edit the old value, so that the draft takes snapshots of this value. Must be called before the
    /// entries of the old value are added.
    pub(crate) fn expect_edit(&mut self) {
        self.expects_edit = true;
    }

    /// Declares that the entries that are added afterwards belong to the old value.
    #[inline]
    pub(super) fn begin_old_entries(&mut self) {
        self.adds_new_entries = false;
    }

    /// Declares that the entries that are added afterwards belong to the new value.
    #[inline]
    pub(super) fn begin_new_entries(&mut self) {
        self.adds_new_entries = true;
    }

    /// Returns the tables, keys and values of the entries that were added for the new value.
    pub(crate) fn new_entries(&self) -> impl Iterator<Item = (&'static Table, &[u8], &[u8])> {
        let bytes = self.changes.bytes.as_slice();
        self.new.iter().map(move |entry| (entry.table, entry.key.slice(bytes), entry.value.slice(bytes)))
    }

    /// Continues with the next index. Entries that are added afterwards belong to that index.
    #[inline]
    pub(super) fn next_index(&mut self) {
        self.index_number += 1;
    }

    /// Takes a snapshot of the fields of the old value that the entries of the current index depend on, if a closure
    /// [will edit](Self::expect_edit) this value.
    #[inline]
    pub(super) fn take_snapshot(&mut self, dependencies: &impl Dependencies) {
        if !self.expects_edit {
            return;
        }
        let bytes = &mut self.changes.bytes;
        let start = bytes.len();
        let fields = dependencies.snapshot(bytes).then_some(Span { start, end: bytes.len() });
        self.snapshots.push(Snapshot { fields, first_entry: self.old.len() });
    }

    /// Returns true if no field that the entries of the current index depend on has changed since the snapshot. Both values then
    /// have the same entries, and the index can be skipped. If a field may have changed, adds the old entries of this index to
    /// those that are compared with the new entries, and returns false. Without a snapshot, only returns false.
    #[inline]
    pub(super) fn skip_if_unchanged(&mut self, dependencies: &impl Dependencies) -> bool {
        // `index_number` counts from 1, so that the snapshot of the next index is at this position.
        let next_position = self.index_number;
        let Some(snapshot) = next_position.checked_sub(1).and_then(|position| self.snapshots.get(position)) else {
            return false;
        };
        if snapshot.fields.is_some_and(|old| dependencies.are_unchanged(&mut old.slice(&self.changes.bytes))) {
            return true;
        }
        let end = self.snapshots.get(next_position).map_or(self.before_edit.len(), |next| next.first_entry);
        self.old.extend_from_slice(self.before_edit.get(snapshot.first_entry..end).unwrap_or_default());
        false
    }

    /// Adds an entry of the index with this table. `write_stored_part` appends the part of the record's value that the entry
    /// stores.
    #[inline]
    pub(super) fn add_entry<I: RowKey>(
        &mut self,
        table: &'static Table,
        entry: &I,
        write_stored_part: impl FnOnce(&mut Vec<u8>) -> Result<(), FormatError>,
    ) -> Result<(), ChangeError> {
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
        write_stored_part(bytes).map_err(|error| ChangeError::new(table, ChangeErrorKind::Value(error)))?;
        let value = Span { start: key.end, end: bytes.len() };
        let entries = if self.adds_new_entries { &mut self.new } else { &mut self.old };
        entries.push(Entry { table, index_number: self.index_number, key, value, remains: false });
        Ok(())
    }

    /// Encodes the new value of the record.
    pub(crate) fn set_value<F: Format<V>, V>(&mut self, table: &Table, value: &V) -> Result<(), ChangeError> {
        let bytes = &mut self.changes.bytes;
        let start = bytes.len();
        F::write(value, bytes).map_err(|error| ChangeError::new(table, ChangeErrorKind::Value(error)))?;
        self.value = Some(Span { start, end: bytes.len() });
        Ok(())
    }

    /// Returns the bytes of the new value, once it is [set](Self::set_value).
    pub(crate) fn value(&self) -> Option<&[u8]> {
        self.value.map(|value| value.slice(&self.changes.bytes))
    }

    /// Sets the new value if there is one, and [finishes](Self::finish) the changes of a record in `table`. Must be called after
    /// the entries of both values are added.
    pub(crate) fn set_value_and_finish<F: Format<V>, V>(
        &mut self,
        table: &'static Table,
        old: Option<&[u8]>,
        new: Option<&V>,
    ) -> Result<(), ChangeError> {
        if let Some(new) = new {
            self.set_value::<F, V>(table, new)?;
        }
        self.finish(table, old);
        Ok(())
    }

    /// Computes the changes of a record in `table`, once the entries of both values are added and the new value is set, if
    /// there is one.
    ///
    /// `old` contains the bytes of the old value. If the new value has the same bytes, the record is not written. If `old` is
    /// `None`, the new value is always written.
    pub(crate) fn finish(&mut self, table: &'static Table, old: Option<&[u8]>) {
        self.put_changed_entries();
        let value = self.value();
        if value.is_none() || value != old {
            let put_or_delete =
                Operation { table, key: self.changes.primary, value: self.value, is_new_unique_entry: false };
            self.changes.operations.push(put_or_delete);
        }
        self.delete_old_entries();
    }

    /// Checks whether the same entries were added for both values, in the same order. The indexes then need no changes.
    #[inline]
    pub(crate) fn has_same_entries(&self) -> bool {
        // An update that changes no index adds no entries.
        self.old.len() == self.new.len() && (self.old.is_empty() || self.all_pairs_are_equal())
    }

    /// Checks whether each entry of the old value is equal to the entry of the new value at the same position. Both values must
    /// have the same number of entries.
    fn all_pairs_are_equal(&self) -> bool {
        let bytes = self.changes.bytes.as_slice();
        let width = |entry: &Entry| entry.key.end - entry.key.start;
        // The value of an entry follows its key, so that one comparison is enough for both.
        let key_and_value = |entry: &Entry| Span { start: entry.key.start, end: entry.value.end }.slice(bytes);
        let is_same = |(old, new): (&Entry, &Entry)| {
            old.index_number == new.index_number && width(old) == width(new) && key_and_value(old) == key_and_value(new)
        };
        self.old.iter().zip(&self.new).all(is_same)
    }

    /// Puts the new entries that differ from the old ones, and marks the old entries that remain.
    fn put_changed_entries(&mut self) {
        let Changes { bytes, operations, .. } = &mut self.changes;
        let bytes = bytes.as_slice();
        let mut put = |entry: &Entry, entry_key: EntryKey| {
            let is_new_unique_entry = entry_key == EntryKey::New && entry.table.is_unique();
            operations.push(Operation {
                table: entry.table,
                key: entry.key,
                value: Some(entry.value),
                is_new_unique_entry,
            });
        };
        let (mut all_old, mut all_new) = (self.old.as_mut_slice(), self.new.as_mut_slice());
        while let Some(index_number) = first_index_number(all_old, all_new) {
            let (old, new);
            (old, all_old) = split_index(all_old, index_number);
            (new, all_new) = split_index(all_new, index_number);
            // The usual cases need no sorting.
            match (old, new) {
                ([], []) => {}
                ([old], [new]) if old.key.slice(bytes) == new.key.slice(bytes) => {
                    old.remains = true;
                    if old.value.slice(bytes) != new.value.slice(bytes) {
                        put(new, EntryKey::Old);
                    }
                }
                ([] | [_], [new]) => put(new, EntryKey::New),
                (old, new) => compare_lists(bytes, old, new, &mut put),
            }
        }
    }

    /// Deletes the old entries that do not remain.
    fn delete_old_entries(&mut self) {
        let deleted_entries = self.old.iter().filter(|entry| !entry.remains);
        let deletes = deleted_entries.map(|entry| Operation {
            table: entry.table,
            key: entry.key,
            value: None,
            is_new_unique_entry: false,
        });
        self.changes.operations.extend(deletes);
    }

    /// Returns the changes.
    pub(crate) fn into_changes(self) -> Changes {
        self.changes
    }
}

/// Returns the number of the first index that has an entry in one of the lists.
fn first_index_number(old: &[Entry], new: &[Entry]) -> Option<usize> {
    match (old, new) {
        ([old, ..], [new, ..]) => Some(old.index_number.min(new.index_number)),
        ([entry, ..], []) | ([], [entry, ..]) => Some(entry.index_number),
        ([], []) => None,
    }
}

/// Splits a list into the entries of the index with this number, which are the first of the list, and the other entries.
fn split_index(entries: &mut [Entry], index_number: usize) -> (&mut [Entry], &mut [Entry]) {
    let count = entries.iter().take_while(|entry| entry.index_number == index_number).count();
    entries.split_at_mut_checked(count).unwrap_or_default()
}

/// Puts the new entries of one index that differ from the old ones, and marks the old entries that remain. A record may have the
/// same entry twice, for example if the same tag occurs twice in its list of tags.
fn compare_lists(bytes: &[u8], old: &mut [Entry], new: &mut [Entry], put: &mut impl FnMut(&Entry, EntryKey)) {
    let order = |a: &Entry, b: &Entry| a.key.slice(bytes).cmp(b.key.slice(bytes));
    old.sort_unstable_by(order);
    new.sort_unstable_by(order);
    let mut previous = None;
    for entry in old.iter_mut() {
        let key = Some(entry.key.slice(bytes));
        // Of several entries with the same key, only the first may be deleted. The others count as remaining.
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
            put(entry, if stored.is_some() { EntryKey::Old } else { EntryKey::New });
        }
    }
}
