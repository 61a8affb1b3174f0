//! Indexes: row keys that are computed from a record. An entry of an index leads back to the record's primary key.

use super::Record;
use super::changes::{ChangeError, Draft};
use super::format::FormatError;
use super::table::Table;
use crate::error::DecodeError;
use crate::key::RowKey;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

/// A secondary index: a row key that is computed from a record. The rows of an index are its entries.
///
/// Write `#[rowkey(index_of = MessageKey)]` above a struct with `#[derive(RowKey)]`, and list the index in the attribute
/// `indexes(..)` of the record's key. [Records](crate::records) shows all kinds of indexes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an index",
    label = "expected a query of an index",
    note = "read the records of a primary key with `scan(..)`",
    note = "for an index, write `#[rowkey(index_of = TheKey)]` above the struct, where `TheKey` is the key of the records"
)]
pub trait Index: RowKey {
    /// The key of the records.
    type Record: Maintains<Self>;

    /// The table of the entries.
    const TABLE: &'static Table;

    /// Decodes the key of an entry and returns the primary key from its fields. Returns `None` if the entry stores the
    /// bytes of the primary key instead.
    #[doc(hidden)]
    fn __primary(entry: &[u8]) -> Result<Option<Self::Record>, DecodeError> {
        let _ = entry;
        Ok(None)
    }
}

/// An index that is unique: no two records have the same entry, so that an entry finds at most one record.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a unique index, so an entry may lead to several records",
    label = "expected an entry of a unique index",
    note = "write `#[rowkey(index_of = .., unique)]`, or read the records with `records(..)`"
)]
pub trait UniqueIndex: Index {}

/// An index whose entries store a part of the record's value.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a covering index: its entries store nothing of the value",
    label = "expected a query of a covering index",
    note = "write `#[rowkey(index_of = .., stores = Part)]`, where `Part: for<'a> From<&'a Value>`, or read the records with `records(..)`"
)]
pub trait CoveringIndex: Index {
    /// The part of the value.
    type Stored;

    /// Reads the part of the value.
    #[doc(hidden)]
    fn __stored(bytes: &[u8]) -> Result<Self::Stored, FormatError>;
}

/// A key whose records have entries in the index `I`. The derive implements this trait for each index in `indexes(..)`.
#[diagnostic::on_unimplemented(
    message = "`{I}` is not maintained by `{Self}`: add it to `indexes(..)`",
    label = "`{Self}` does not list this index",
    note = "write `#[rowkey(indexes({I}))]` above the struct `{Self}`"
)]
pub trait Maintains<I>: Record {}

/// An index of the records of `K`. The derive implements this trait for the key in `index_of = K`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an index of `{K}`",
    label = "not an index of `{K}`",
    note = "write `#[rowkey(index_of = {K})]` above the struct `{Self}`, or list the index under its own key"
)]
pub trait IndexOf<K: Record>: Sized {
    #[doc(hidden)]
    const __TABLE: &'static Table;

    /// Calls `each` with every entry of a record.
    #[doc(hidden)]
    fn __entries(
        key: &K,
        value: &K::Value,
        each: &mut dyn FnMut(Self) -> Result<(), ChangeError>,
    ) -> Result<(), ChangeError>;

    /// Appends the part of the value that the entries store.
    #[doc(hidden)]
    fn __store(value: &K::Value, out: &mut Vec<u8>) -> Result<(), FormatError> {
        let _ = (value, out);
        Ok(())
    }

    /// Adds the entries of a record to a draft.
    #[doc(hidden)]
    fn __add(key: &K, value: &K::Value, draft: &mut Draft) -> Result<(), ChangeError>
    where
        Self: RowKey,
    {
        draft.next_index();
        Self::__entries(key, value, &mut |entry| draft.entry(&entry, value))
    }
}

/// A key with which records are found: the primary key of records, or an index of records.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a record nor an index",
    label = "no records are found through this key",
    note = "write `#[rowkey(value = .., format = ..)]` or `#[rowkey(index_of = ..)]` above the struct"
)]
pub trait Source: RowKey {
    /// The primary key of the records.
    type Record;

    #[doc(hidden)]
    type Path: PathTo<Self>;
}

/// Finds the primary key of the record that a row belongs to.
pub trait PathTo<K: Source> {
    /// The table of the rows.
    const TABLE: &'static Table;

    /// True if the rows are the records themselves.
    const DIRECT: bool;

    /// Writes the bytes of the primary key to `primary`. Returns the key, too, if it was decoded.
    ///
    /// # Errors
    /// The key of the row cannot be decoded.
    fn primary(key: &[u8], value: &[u8], primary: &mut Vec<u8>) -> Result<Option<K::Record>, EntryError>;
}

/// The error for an entry that does not lead to a primary key.
#[derive(Debug)]
pub enum EntryError {
    /// The key of the entry cannot be decoded.
    Key(DecodeError),
    /// The fields of the entry are not a primary key, or the value of the entry is too short.
    Value,
}

/// The row is the record.
#[derive(Debug)]
pub enum Direct {}

/// The row is an entry of an index.
#[derive(Debug)]
pub enum ThroughIndex {}

impl<K: Record + Source> PathTo<K> for Direct {
    const TABLE: &'static Table = <K as Record>::TABLE;
    const DIRECT: bool = true;

    fn primary(key: &[u8], _: &[u8], primary: &mut Vec<u8>) -> Result<Option<<K as Source>::Record>, EntryError> {
        primary.clear();
        primary.extend_from_slice(key);
        Ok(None)
    }
}

impl<I: Index + Source<Record = <I as Index>::Record>> PathTo<I> for ThroughIndex {
    const TABLE: &'static Table = <I as Index>::TABLE;
    const DIRECT: bool = false;

    #[inline]
    fn primary(key: &[u8], value: &[u8], primary: &mut Vec<u8>) -> Result<Option<<I as Index>::Record>, EntryError> {
        primary.clear();
        if let Some(key) = I::__primary(key).map_err(EntryError::Key)? {
            key.encode_into(primary).map_err(|_| EntryError::Value)?;
            return Ok(Some(key));
        }
        let (bytes, _) = <I as Index>::TABLE.split_entry(value).ok_or(EntryError::Value)?;
        primary.extend_from_slice(bytes);
        Ok(None)
    }
}

/// The value of an expression before `?` in `from = value.expires_at?`: an `Option`. `None` means that the record has
/// no entry.
#[diagnostic::on_unimplemented(
    message = "`?` needs an `Option`: if it is `None`, the record has no entry in this index",
    label = "this is a `{Self}`",
    note = "leave out `?` if every record has an entry"
)]
pub trait Sparse<T> {
    /// Returns the value as an `Option`.
    fn into_option(self) -> Option<T>;
}

#[diagnostic::do_not_recommend]
impl<T> Sparse<T> for Option<T> {
    fn into_option(self) -> Self {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<'a, T> Sparse<&'a T> for &'a Option<T> {
    fn into_option(self) -> Option<&'a T> {
        self.as_ref()
    }
}

/// A part of a record that `from` names, such as `value.author`, and that becomes a field of type `T`.
#[diagnostic::on_unimplemented(
    message = "`from` yields `{Self}`, but the field is a `{T}`",
    label = "expected `{T}`",
    note = "convert the value in the expression, such as `from = u64::from(value.age)`",
    note = "an `Option` needs a `?` at the end, `from = value.manager?`: a record with `None` has no entry in the index",
    note = "a list needs `from_each = value.tags`: a record has an entry for each element"
)]
#[doc(hidden)]
pub trait Copied<T> {
    /// Returns the field.
    fn into_field(self) -> T;
}

#[diagnostic::do_not_recommend]
impl<T> Copied<T> for T {
    fn into_field(self) -> T {
        self
    }
}

/// A field of the primary key that is a field of type `T` in the index.
#[diagnostic::on_unimplemented(
    message = "this field is a `{Self}` in the primary key, but a `{T}` in the index",
    label = "expected `{Self}`",
    note = "without `from`, a field of an index is the field of the primary key that has the same name",
    note = "write the type `{Self}`, or compute another field with `#[rowkey(from = ..)]`"
)]
#[doc(hidden)]
pub trait Kept<T> {
    /// Returns the field of an index.
    fn into_index(self) -> T;

    /// Returns the field of the primary key.
    fn from_index(field: T) -> Self;
}

#[diagnostic::do_not_recommend]
impl<T> Kept<T> for T {
    fn into_index(self) -> T {
        self
    }

    fn from_index(field: T) -> T {
        field
    }
}

/// An element of `from_each` that becomes a field of type `T`.
#[diagnostic::on_unimplemented(
    message = "`from_each` yields `{Self}`, but the field is a `{T}`",
    label = "expected elements of type `{T}`",
    note = "convert the elements: `from_each = value.tags.iter().map(|tag| ..)`"
)]
#[doc(hidden)]
pub trait Element<T> {
    /// Returns the field.
    fn into_field(self) -> T;
}

#[diagnostic::do_not_recommend]
impl<T> Element<T> for T {
    fn into_field(self) -> T {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<T: Clone> Element<T> for &T {
    fn into_field(self) -> T {
        self.clone()
    }
}

#[diagnostic::do_not_recommend]
impl Element<String> for &str {
    fn into_field(self) -> String {
        self.to_owned()
    }
}

#[diagnostic::do_not_recommend]
impl Element<Vec<u8>> for &[u8] {
    fn into_field(self) -> Vec<u8> {
        self.to_owned()
    }
}

/// A part of a value that a covering index stores.
#[diagnostic::on_unimplemented(
    message = "the covering index cannot make a `{Self}` from a `{V}`",
    label = "expected `impl From<&{V}> for {Self}`",
    note = "write `impl From<&{V}> for {Self} {{ .. }}`"
)]
pub trait StoredFrom<V> {
    /// Returns the part of the value.
    fn stored_from(value: &V) -> Self;
}

#[diagnostic::do_not_recommend]
impl<V, S: for<'a> From<&'a V>> StoredFrom<V> for S {
    fn stored_from(value: &V) -> S {
        S::from(value)
    }
}
