//! The errors of [`Rows`](super::Rows).

use crate::error::DecodeError;
use crate::query::cursor::CursorError;
use crate::record::table::Table;
use crate::record::{ChangeError, FormatError};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::ops::RangeInclusive;

/// The error of an operation on [`Rows`](super::Rows). `E` is the store's own error.
///
/// An operation on one record, or a [`batch`](super::Rows::batch), writes nothing if it fails. An operation on several
/// records, such as [`remove_all`](super::Rows::remove_all) or [`migrate`](super::Rows::migrate), can have written some of its
/// changes before it fails. So can every operation if the store itself fails to write. All further writes then fail with
/// [`Poisoned`](Self::Poisoned), and the transaction must be aborted.
#[derive(Debug)]
#[non_exhaustive]
pub enum RowsError<E> {
    /// The store could not read or write.
    Store(E),
    /// A key or a value cannot be encoded.
    Change(ChangeError),
    /// The value of a stored row cannot be read.
    #[non_exhaustive]
    Value {
        /// The name of the table.
        table: &'static str,
        /// The key of the row.
        key: Vec<u8>,
        /// True if the row is an entry of a covering index, whose value is a part of the record's value.
        is_entry: bool,
        /// The error of the format.
        error: FormatError,
    },
    /// The key of a stored row cannot be decoded.
    #[non_exhaustive]
    Key {
        /// The name of the table.
        table: &'static str,
        /// The key of the row.
        key: Vec<u8>,
        /// The reason why the key cannot be decoded.
        error: DecodeError,
    },
    /// An entry of an index does not belong to a record: a program has written to the store without [`Rows`](super::Rows), or
    /// a function has changed that an expression of the index calls. [`Rows::rebuild`](super::Rows::rebuild) corrects the entries.
    #[non_exhaustive]
    NoRecord {
        /// The name of the index's table.
        index: &'static str,
        /// The key of the entry.
        entry: Vec<u8>,
    },
    /// `insert` found a record with the same key.
    #[non_exhaustive]
    Exists {
        /// The name of the table.
        table: &'static str,
        /// The encoded key.
        key: Vec<u8>,
    },
    /// Another record has the same entry in a unique index. To swap the entries of two records, write both in one
    /// [`Rows::batch`](super::Rows::batch).
    #[non_exhaustive]
    Taken {
        /// The name of the index's table.
        index: &'static str,
        /// The key of the entry.
        entry: Vec<u8>,
        /// The encoded key of the other record.
        record: Vec<u8>,
        /// The encoded key of the record that cannot have the entry, too.
        rejected: Vec<u8>,
    },
    /// Records were written while the index was not listed in `indexes(..)`, or the expressions of the index have changed. Its
    /// rebuild has not finished.
    #[non_exhaustive]
    NotBuilt {
        /// The name of the index's table.
        index: &'static str,
        /// The expressions that have changed since the entries were computed.
        changed: Option<Box<ExpressionsChanged>>,
    },
    /// The cursor does not belong to this query.
    Cursor(CursorError),
    /// An earlier write failed in the store, so that the transaction must be aborted.
    Poisoned,
}

impl<E> From<ChangeError> for RowsError<E> {
    fn from(error: ChangeError) -> Self {
        Self::Change(error)
    }
}

impl<E> From<CursorError> for RowsError<E> {
    fn from(error: CursorError) -> Self {
        Self::Cursor(error)
    }
}

impl<E: fmt::Display> fmt::Display for RowsError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::Change(error) => error.fmt(f),
            Self::Value { table, key, is_entry, error } => {
                writeln!(f, "table `{table}`, key \"{}\": the value cannot be read: {error}", key.escape_ascii())?;
                f.write_str("help: if the type has changed since this row was written, ")?;
                f.write_str(if *is_entry {
                    "give the index another table name and rebuild it: see \"Change the type of a value\" in `rowkey::record`"
                } else {
                    "let the new type read the old bytes, or move the records: see \"Change the type of a value\" in `rowkey::record`"
                })
            }
            Self::Key { table, key, error } => {
                write!(f, "table `{table}`, key \"{}\": the key cannot be decoded: {error}", key.escape_ascii())
            }
            Self::NoRecord { index, entry } => {
                write!(
                    f,
                    "index `{index}`, entry \"{}\": the record of this entry does not exist",
                    entry.escape_ascii()
                )
            }
            Self::Exists { table, key } => {
                write!(f, "table `{table}`, key \"{}\": the record exists already", key.escape_ascii())
            }
            Self::Taken { index, entry, record, rejected } => write!(
                f,
                "unique index `{index}`, entry \"{}\": the record \"{}\" has this entry already, so the record \"{}\" cannot have it",
                entry.escape_ascii(),
                record.escape_ascii(),
                rejected.escape_ascii()
            ),
            Self::NotBuilt { index, changed } => {
                match changed {
                    None => writeln!(
                        f,
                        "index `{index}` is not built: records were written while the index was not listed"
                    )?,
                    Some(changed) => write!(f, "index `{index}` is outdated: its expressions have changed\n{changed}")?,
                }
                f.write_str("help: call `Rows::rebuild` for this index until `next` of its result is `None`")
            }
            Self::Cursor(error) => error.fmt(f),
            Self::Poisoned => f.write_str("an earlier write failed, so the transaction must be aborted"),
        }
    }
}

impl<E: Error + 'static> Error for RowsError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Store(error) => error.source(),
            _ => None,
        }
    }
}

/// The expressions of an index that differ from those with which its entries were computed. [`RowsError::NotBuilt`] contains
/// them.
///
/// Prints each expression as it was and as it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpressionsChanged {
    pub(super) stored: Vec<String>,
    pub(super) current: Vec<String>,
}

impl ExpressionsChanged {
    /// Returns the expressions with which the entries were computed, such as `from  name = value.name`.
    pub fn stored(&self) -> &[String] {
        &self.stored
    }

    /// Returns the expressions of the same fields in this program.
    pub fn current(&self) -> &[String] {
        &self.current
    }
}

impl fmt::Display for ExpressionsChanged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (stored, current) in self.stored.iter().zip(&self.current) {
            writeln!(f, "in the store     {stored}\nin this program  {current}")?;
        }
        Ok(())
    }
}

/// The error for a key that a store cannot hold, because the key is empty or too long.
///
/// A store that limits the length of its keys returns this error from `put`. Its `get` finds no row under such a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyLength {
    table: &'static str,
    length: usize,
    supported: RangeInclusive<usize>,
}

impl KeyLength {
    /// Checks the length of a key. `supported` are the lengths of keys that the store can hold.
    ///
    /// # Errors
    /// The length of the key is not one of the supported lengths.
    pub fn check(table: &'static Table, key: &[u8], supported: RangeInclusive<usize>) -> Result<(), Self> {
        if supported.contains(&key.len()) {
            return Ok(());
        }
        Err(Self { table: table.name(), length: key.len(), supported })
    }
}

impl fmt::Display for KeyLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, length, supported } = self;
        let (least, most) = (supported.start(), supported.end());
        write!(f, "table `{table}`: a key has {length} bytes, but the store holds keys of {least} to {most} bytes")
    }
}

impl Error for KeyLength {}
