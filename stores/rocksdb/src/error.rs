//! [`StoreError`], the error of a transaction of RocksDB, and [`Error`], the error of operations on records.

use rowkey::store::RowsError;
use std::fmt;

/// The error of every operation on records. The variant [`RowsError::Store`] contains a [`StoreError`].
pub type Error = RowsError<StoreError>;

/// An error of RocksDB.
///
/// RocksDB's errors convert into a `StoreError`, so that `?` also works on RocksDB's own calls within a transaction.
pub struct StoreError(pub rocksdb::Error);

rowkey::__rowkey_store_error!(StoreError);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)?;
        if self.0.kind() == rocksdb::ErrorKind::Busy {
            f.write_str(
                "\nhelp: the program changed a row of this transaction outside of `write`: run the transaction again",
            )?;
        }
        Ok(())
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

impl From<rocksdb::Error> for StoreError {
    fn from(error: rocksdb::Error) -> Self {
        Self(error)
    }
}
