//! [`Changes`]: the puts and deletes that a store applies when a record is added, changed or removed, for the record
//! itself and for its entries in all indexes.

use super::format::{FormatError, ValueError};
use super::key_text::KeyText;
use super::table::Table;
use crate::error::EncodeError;
use crate::error::debug_as_message;
use crate::wire::span::Span;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// The puts and deletes that turn one state of a record into the next, for the record itself and for its entries in all
/// indexes. [`Record::changes`](crate::record::Record::changes) computes them.
///
/// The order is safe if a process stops between two changes: entries are put first, then the record is put or deleted,
/// and entries are deleted last. So the stored record always has all its entries, if only one program at a time changes
/// the record. Two programs need a transaction, or [timestamps](crate::guide::cookbook::indexes#two-programs-that-change-one-record).
/// An entry or a record that does not change has no put and no delete.
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
    /// The bytes of all keys and values, to which each [`Span`] below refers.
    pub(super) bytes: Vec<u8>,
    /// The encoded key of the record (the primary key).
    pub(super) primary: Span,
    pub(super) operations: Vec<Operation>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Operation {
    pub(super) table: &'static Table,
    pub(super) key: Span,
    pub(super) value: Option<Span>,
    /// True if the row is an entry of a unique index, and the record had no entry with this key before.
    pub(super) is_new_unique_entry: bool,
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

    /// Returns the puts and deletes, in the [order](Self) that is safe to apply.
    pub fn iter(&self) -> ChangesIter<'_> {
        ChangesIter { changes: self, operations: self.operations.iter() }
    }

    /// Returns the entries in unique indexes that the record has after the changes, but not before. No other record may
    /// have the same entries.
    ///
    /// Before applying changes, look up each of these keys, and reject the changes unless
    /// [`permits`](UniqueEntry::permits) returns `true` for the stored value.
    pub fn unique_entries(&self) -> impl Iterator<Item = UniqueEntry<'_>> {
        let new_entries = self.operations.iter().filter(|operation| operation.is_new_unique_entry);
        new_entries.map(|operation| UniqueEntry {
            table: operation.table,
            key: operation.key.slice(&self.bytes),
            primary: self.primary(),
        })
    }

    /// Returns each entry of a unique index that the old value of the record has, and that the changes delete or
    /// replace. To replace an entry is to put another value under the same key. The `bool` is true if the changes
    /// delete the entry, and false if the changes replace the entry.
    pub(crate) fn replaced_or_deleted_unique_entries(&self) -> impl Iterator<Item = (UniqueEntry<'_>, bool)> {
        let operations =
            self.operations.iter().filter(|operation| operation.table.is_unique() && !operation.is_new_unique_entry);
        operations.map(|operation| {
            let key = operation.key.slice(&self.bytes);
            (UniqueEntry { table: operation.table, key, primary: self.primary() }, operation.value.is_none())
        })
    }

    /// Returns the encoded key of the record (the primary key), under which the record is stored.
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

/// An entry of a record in a unique index: see [`Changes::unique_entries`]. No other record may have the same entry.
#[derive(Debug, Clone, Copy)]
pub struct UniqueEntry<'c> {
    /// The table of the index.
    pub table: &'static Table,
    /// The key of the entry.
    pub key: &'c [u8],
    /// The encoded key of the record (the primary key).
    pub(crate) primary: &'c [u8],
}

impl UniqueEntry<'_> {
    /// Returns whether no other record has this entry. `stored` is the value that the store has under the key of the
    /// entry. The result is true if the store has no value under this key, or if the value belongs to the same record.
    pub fn permits(&self, stored: Option<&[u8]>) -> bool {
        match stored {
            None => true,
            Some(value) => self.table.split_entry(value).is_some_and(|(primary, _)| primary == self.primary),
        }
    }
}

/// The error of [`Record::changes`](crate::record::Record::changes): a key or a value cannot be encoded.
#[derive(Clone, PartialEq, Eq)]
pub struct ChangeError {
    table: &'static str,
    /// The record whose value cannot be stored. Boxed, so that a `Result` with this error stays small.
    record: Option<Box<RejectedRecord>>,
    kind: ChangeErrorKind,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct RejectedRecord {
    /// The text of the primary key.
    key: String,
    /// The name of the format of the value.
    format: &'static str,
}

/// The cause of a [`ChangeError`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChangeErrorKind {
    /// The key of the record or of an entry cannot be encoded.
    Key(EncodeError),
    /// The format cannot write the value of the record, or the value that a covering index stores.
    Value(FormatError),
    /// The format has written the value, but cannot read it. For example, JSON writes the number NaN as `null`. Postcard
    /// cannot read a value if `#[serde(skip_serializing_if = ..)]` has left out one of its fields.
    NotReadBack(FormatError),
    /// The length of the primary key does not fit into 4 bytes, so that a covering index cannot store the key.
    TooLong,
}

impl ChangeError {
    #[cold]
    pub(crate) fn of_key(table: &Table, error: EncodeError) -> Self {
        Self::new(table, ChangeErrorKind::Key(error))
    }

    #[cold]
    pub(super) fn new(table: &Table, kind: ChangeErrorKind) -> Self {
        Self { table: table.name(), record: None, kind }
    }

    #[cold]
    pub(super) fn of_value(table: &'static Table, primary: &[u8], error: ValueError) -> Self {
        let kind = match error {
            ValueError::Rejected(error) => ChangeErrorKind::Value(error),
            ValueError::Unreadable(error) => ChangeErrorKind::NotReadBack(error),
        };
        let key = KeyText { table: table.records(), key: primary }.to_string();
        Self { record: Some(Box::new(RejectedRecord { key, format: table.format })), ..Self::new(table, kind) }
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
        let (record, format) = self.record.as_ref().map(|record| (&*record.key, record.format)).unwrap_or_default();
        match &self.kind {
            ChangeErrorKind::Key(error) => write!(f, "key of `{table}`: {error}"),
            ChangeErrorKind::Value(error) => {
                write!(f, "table `{table}`, record {record}: the format `{format}` cannot write the value: {error}")
            }
            ChangeErrorKind::NotReadBack(error) => write!(
                f,
                "table `{table}`, record {record}: the format `{format}` writes a value that it cannot read: {error}\n\
                 help: nothing was written, because the record could never be read; change the value, or the type so \
                 that the format gives back each value, which `rowkey::testing::values` tests"
            ),
            ChangeErrorKind::TooLong => write!(f, "value of `{table}`: the primary key has 4 GiB or more"),
        }
    }
}

impl core::error::Error for ChangeError {}

debug_as_message!(ChangeError);
