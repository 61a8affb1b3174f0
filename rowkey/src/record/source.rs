//! The rows through which records are found: the records themselves, or the entries of an index.

use super::table::Table;
use crate::error::DecodeError;
use crate::key::RowKey;
use alloc::vec::Vec;

/// A key that finds records: the primary key of records, or an index of records.
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

/// A key that finds records with the primary key `K`.
///
/// `Rows::scan` has this bound on the key of its query, and returns rows of `K`. If the query has another key, rustc reports a single
/// error for this bound and [`Record`](super::Record). An associated type of [`Source`] in the return type would be a second error.
pub trait Finds<K> {}

impl<X: Source> Finds<X::Record> for X {}

/// Finds the primary key of the record that a row belongs to.
pub trait PathTo<K: Source> {
    /// The table of the rows.
    const TABLE: &'static Table;

    /// True if the rows are the records themselves.
    const ROWS_ARE_RECORDS: bool;

    /// Returns the primary key of the record that a row belongs to.
    ///
    /// # Errors
    /// The key of the row cannot be decoded, or the value of an entry is too short to contain the primary key.
    fn primary<'r>(key: &'r [u8], value: &'r [u8]) -> Result<Primary<'r, K::Record>, EntryError>;

    /// Replaces the contents of `out` by the bytes of the primary key.
    ///
    /// # Errors
    /// The same as [`primary`](Self::primary), or the fields of an entry are not a primary key.
    fn write_primary(key: &[u8], value: &[u8], out: &mut Vec<u8>) -> Result<(), EntryError>;
}

/// A primary key as a row holds it: as bytes or decoded.
#[derive(Debug)]
pub enum Primary<'r, K> {
    /// The key, from the fields of an entry.
    Key(K),
    /// The bytes of the key.
    Bytes(&'r [u8]),
}

impl<K: RowKey> Primary<'_, K> {
    /// Replaces the contents of `out` by the bytes of the key.
    ///
    /// # Errors
    /// The fields are not a primary key.
    #[inline]
    pub(crate) fn write(&self, out: &mut Vec<u8>) -> Result<(), EntryError> {
        out.clear();
        match self {
            Self::Key(key) => key.encode_into(out).map_err(|_| EntryError::Value),
            Self::Bytes(bytes) => {
                out.extend_from_slice(bytes);
                Ok(())
            }
        }
    }
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
