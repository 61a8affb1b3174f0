//! The traits of indexes: row keys that are computed from a record. Each row of an index, called an entry, leads to the
//! record's primary key.

use super::Record;
use super::changes::ChangeError;
use super::draft::Draft;
use super::format::{FormatError, ValueError, is_same_value};
use super::source::{EntryError, PathFrom, Primary, Source, ThroughIndex};
use super::table::Table;
use super::unchanged::{Dependencies, Unknown};
use crate::error::DecodeError;
use crate::key::{OwnedKey, RowKey};
use alloc::vec::Vec;

/// A secondary index: a row key that is computed from a record. The rows of an index are its entries.
///
/// Write `#[rowkey(index_of = MessageKey)]` above a struct with `#[derive(RowKey)]`, and list the index in the
/// attribute `indexes(..)` of the record's key. [Records](crate::record) shows all kinds of indexes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an index",
    label = "expected a query of an index",
    note = "read the records of a primary key with `scan(..)`",
    note = "for an index, write `#[rowkey(index_of = TheKey)]` above the struct, where `TheKey` is the key of the records"
)]
pub trait Index: Source<Record: Record> {
    /// The same type as `Source::Record`. The bound `Maintains` makes it a compile error if the key of the records does
    /// not list this index in `indexes(..)`. rustc points to the name of the key in `index_of = ..`.
    #[doc(hidden)]
    type MaintainedBy: Maintains<Self>;

    /// The table of the entries.
    const TABLE: &'static Table;

    /// Decodes the key of an entry and returns the primary key from its fields. Returns `None` if the entry stores the
    /// bytes of the primary key instead.
    #[doc(hidden)]
    fn __rowkey_primary(entry: &[u8]) -> Result<Option<Self::Record>, DecodeError> {
        let _ = entry;
        Ok(None)
    }
}

/// An index that is unique: no two records have the same entry, so that an entry leads to at most one record.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a unique index, so an entry may lead to several records",
    label = "expected an entry of a unique index",
    note = "write `#[rowkey(index_of = .., unique)]`, or read the records with `records(..)`"
)]
pub trait UniqueIndex: Index {}

/// The argument of [`Rows::find`](crate::store::Rows::find): a reference to an entry of a unique index.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an entry of a unique index",
    label = "expected a reference to an entry",
    note = "`find` takes a whole entry by reference, and not a query: `find(&UserByMail {{ mail: .. }})`",
    note = "an index is unique if `#[rowkey(index_of = .., unique)]` is above its struct; for an index that is not unique, read the records with `records(..)`"
)]
pub trait EntryToFind {
    /// The key of the records.
    type Record: Record + OwnedKey;

    /// The index.
    type Index: UniqueIndex<Record = Self::Record>;

    #[doc(hidden)]
    fn entry(&self) -> &Self::Index;
}

impl<I: UniqueIndex<Record: OwnedKey>> EntryToFind for &I {
    type Record = I::Record;
    type Index = I;

    fn entry(&self) -> &I {
        self
    }
}

/// An index whose entries store the record's value or a part of it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a covering index: its entries store nothing of the value",
    label = "expected a query of a covering index",
    note = "write `#[rowkey(index_of = .., stores = value)]`, or `stores = Part` with a `Part: for<'a> From<&'a Value>`, or read the records with `records(..)`"
)]
pub trait CoveringIndex: Index<Record: OwnedKey> {
    /// The value, or the stored part of it.
    type Stored;

    /// Reads the value, or the stored part of it, from `bytes`. If the entry also stores the primary key, the caller
    /// has removed the primary key.
    #[doc(hidden)]
    fn __rowkey_stored(bytes: &[u8]) -> Result<Self::Stored, FormatError>;

    /// Returns whether two byte strings are the same stored part, written in two ways.
    #[doc(hidden)]
    fn __rowkey_is_same(a: &[u8], b: &[u8], is_equal: fn(&Self::Stored, &Self::Stored) -> bool) -> bool {
        is_same_value([a, b], Self::__rowkey_stored, is_equal)
    }
}

/// A key whose records have entries in the index `I`. The derive implements this trait for each index in `indexes(..)`.
#[diagnostic::on_unimplemented(
    message = "`{I}` is not maintained by `{Self}`: add it to `indexes(..)`",
    label = "`{Self}` does not list this index",
    note = "if the struct `{Self}` has a list `indexes(..)`, add `{I}` to this list; otherwise, write `#[rowkey(indexes({I}))]` above the struct"
)]
pub trait Maintains<I>: Record {}

/// An index of the records of `K`. The derive implements this trait for a struct with `index_of = K`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an index of `{K}`",
    label = "not an index of `{K}`",
    note = "write `#[rowkey(index_of = {K})]` above the struct `{Self}`, or list the index under its own key"
)]
pub trait IndexOf<K: Record>: Sized {
    #[doc(hidden)]
    const __TABLE: &'static Table;

    /// Calls `each` with every entry that the record with this key and value has in the index.
    #[doc(hidden)]
    fn __rowkey_entries(
        key: &K,
        value: &K::Value,
        each: &mut impl FnMut(Self) -> Result<(), ChangeError>,
    ) -> Result<(), ChangeError>;

    /// Appends the part of the value that the entries store.
    #[doc(hidden)]
    fn __rowkey_store(value: &K::Value, out: &mut Vec<u8>) -> Result<(), ValueError> {
        let _ = (value, out);
        Ok(())
    }

    /// Returns the fields of a value that the entries depend on. Values with identical dependencies have the same
    /// entries.
    #[doc(hidden)]
    #[inline]
    fn __rowkey_dependencies(value: &K::Value) -> impl Dependencies {
        let _ = value;
        Unknown
    }

    /// Adds the entries of the old and of the new value to a draft, unless the values are known to have the same
    /// entries.
    #[doc(hidden)]
    #[inline]
    fn __rowkey_add(
        key: &K,
        old: Option<&K::Value>,
        new: Option<&K::Value>,
        draft: &mut Draft,
    ) -> Result<(), ChangeError>
    where
        Self: RowKey,
    {
        draft.next_index();
        if let (Some(old), Some(new)) = (old, new)
            && Self::__rowkey_dependencies(old).are_identical(&Self::__rowkey_dependencies(new))
        {
            return Ok(());
        }
        if let Some(old) = old {
            draft.begin_old_entries();
            add_entries::<Self, K>(key, old, draft)?;
        }
        if let Some(new) = new {
            draft.begin_new_entries();
            add_entries::<Self, K>(key, new, draft)?;
        }
        Ok(())
    }
}

/// Adds the entries of one value to a draft.
fn add_entries<I: IndexOf<K> + RowKey, K: Record>(
    key: &K,
    value: &K::Value,
    draft: &mut Draft,
) -> Result<(), ChangeError> {
    I::__rowkey_entries(key, value, &mut |entry| {
        draft.add_entry(I::__TABLE, &entry, |bytes| I::__rowkey_store(value, bytes))
    })
}

impl<I: Index> PathFrom<I> for ThroughIndex {
    const TABLE: &'static Table = <I as Index>::TABLE;
    const ROWS_ARE_RECORDS: bool = false;

    #[inline]
    fn primary<'r>(key: &'r [u8], value: &'r [u8]) -> Result<Primary<'r, I::Record>, EntryError> {
        if let Some(key) = I::__rowkey_primary(key).map_err(EntryError::Key)? {
            return Ok(Primary::Key(key));
        }
        let (bytes, _) = <I as Index>::TABLE.split_entry(value).ok_or(EntryError::Value)?;
        Ok(Primary::Bytes(bytes))
    }

    fn write_primary(key: &[u8], value: &[u8], out: &mut Vec<u8>) -> Result<(), EntryError> {
        <Self as PathFrom<I>>::primary(key, value)?.write(out)
    }
}
