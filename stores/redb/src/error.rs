//! [`StoreError`], the error of a transaction of redb, and [`Error`], the error of operations on records.

use rowkey::store::{KeyLength, RowsError};
use std::fmt;

/// The error of every operation on records. The variant [`RowsError::Store`] contains a [`StoreError`].
pub type Error = RowsError<StoreError>;

/// The error of a store: an error of redb, or a row of another shape than the rows of its table.
///
/// All error types of redb convert into a `StoreError`, so that `?` also works on redb's own calls within a
/// transaction.
#[non_exhaustive]
pub enum StoreError {
    /// An error of redb.
    Redb(redb::Error),
    /// A key has another width than all keys of its redb table.
    KeyLength(KeyLength),
    /// A row of the table with this name has a value, but the redb table has no values.
    Value(&'static str),
}

const WRONG_TYPE: &str = ", but the layout needs a table of another type\n\
     help: another program, or an earlier version of rowkey-redb, has created this table: write the rows to a new database";

rowkey::__rowkey_store_error!(StoreError, KeyLength);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Redb(error) => {
                error.fmt(f)?;
                if let redb::Error::TableTypeMismatch { .. } = error {
                    f.write_str(WRONG_TYPE)?;
                }
                Ok(())
            }
            Self::KeyLength(error) => error.fmt(f),
            Self::Value(table) => write!(f, "table `{table}`: a row has a value, but the redb table has no values"),
        }
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Redb(error) => error.source(),
            Self::KeyLength(_) | Self::Value(_) => None,
        }
    }
}

macro_rules! from_redb {
    ($($error:ident),*) => {$(
        impl From<redb::$error> for StoreError {
            fn from(error: redb::$error) -> Self {
                Self::Redb(error.into())
            }
        }
    )*};
}

from_redb!(
    Error,
    StorageError,
    TableError,
    DatabaseError,
    TransactionError,
    CommitError,
    SavepointError,
    SetDurabilityError,
    CompactionError
);
