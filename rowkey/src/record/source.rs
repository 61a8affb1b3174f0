//! Finds records through rows. A row is either a record itself or an entry of an index, which leads to a record.

use super::table::Table;
use crate::error::DecodeError;
use crate::key::RowKey;
use alloc::vec::Vec;

/// A key type whose rows lead to records: the primary key of the records, or an index of the records.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a record nor an index",
    label = "this key is neither the key of records nor an index",
    note = "write `#[rowkey(value = .., format = ..)]` or `#[rowkey(index_of = ..)]` above the struct"
)]
pub trait Source: RowKey {
    /// The primary key of the records.
    type Record;

    #[doc(hidden)]
    type Path: PathFrom<Self>;
}

/// A key type whose rows lead to records with the primary key `K`.
///
/// Equivalent to the bound `Source<Record = K>`, for better messages. `Rows::scan` has the bound `Finds<K>`, and `K` in
/// its return type. So rustc reports one error if the key of the query has no records. With `Source::Record` in the
/// return type, rustc would report two errors.
pub trait Finds<K> {}

impl<X: Source> Finds<X::Record> for X {}

/// The path from a row with the key type `K` to the primary key of a record. [`Direct`] and [`ThroughIndex`] implement
/// this trait.
pub trait PathFrom<K: Source> {
    /// The table of the rows.
    const TABLE: &'static Table;

    /// True if the rows are the records themselves.
    const ROWS_ARE_RECORDS: bool;

    /// Returns the primary key that the row with this `key` and `value` leads to.
    ///
    /// # Errors
    /// The key of the row cannot be decoded, or the value of an entry is too short to contain the primary key.
    fn primary<'r>(key: &'r [u8], value: &'r [u8]) -> Result<Primary<'r, K::Record>, EntryError>;

    /// Replaces the contents of `out` with the bytes of the primary key.
    ///
    /// # Errors
    /// The same as [`primary`](Self::primary), or the fields of an entry cannot be encoded as a primary key.
    fn write_primary(key: &[u8], value: &[u8], out: &mut Vec<u8>) -> Result<(), EntryError>;
}

/// The primary key that a row leads to.
#[derive(Debug)]
pub enum Primary<'r, K> {
    /// The key, which was built from the decoded fields of an entry.
    Key(K),
    /// The bytes of the key, which the row contains.
    Bytes(&'r [u8]),
}

impl<K: RowKey> Primary<'_, K> {
    /// Replaces the contents of `out` with the bytes of the key.
    ///
    /// # Errors
    /// The key cannot be encoded.
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
    /// The fields of the entry cannot be encoded as a primary key, or the value of the entry is too short.
    Value,
}

/// The path for a primary key: the row is the record itself.
#[derive(Debug)]
pub enum Direct {}

/// The path for an index: the row is an entry, which leads to the record.
#[derive(Debug)]
pub enum ThroughIndex {}
