//! The rows through which records are found: the records themselves, or the entries of an index.

use super::table::Table;
use crate::error::DecodeError;
use crate::key::RowKey;
use alloc::vec::Vec;

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
