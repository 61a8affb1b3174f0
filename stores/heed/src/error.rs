//! [`StoreError`], the error of a transaction of LMDB, and [`Error`], the error of operations on records.

use rowkey::store::{KeyLength, RowsError};
use std::fmt;

/// The error of every operation on records. The variant [`RowsError::Store`] contains a [`StoreError`].
pub type Error = RowsError<StoreError>;

/// The error of a store: an error of heed, or a key of a length that LMDB cannot store.
///
/// heed's errors convert into a `StoreError`, so that `?` also works on heed's own calls within a transaction.
#[non_exhaustive]
pub enum StoreError {
    /// An error of heed.
    Heed(heed::Error),
    /// A key is empty or too long.
    KeyLength(KeyLength),
    /// The table with this name was not passed to [`Database::new`](crate::Database::new).
    NotOpened(&'static str),
}

rowkey::__rowkey_store_error!(StoreError, KeyLength);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Heed(error) => error.fmt(f),
            Self::KeyLength(error) => error.fmt(f),
            Self::NotOpened(name) => write!(f, "table `{name}` is not open: pass it to `Database::new`"),
        }
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Heed(error) => error.source(),
            Self::KeyLength(_) | Self::NotOpened(_) => None,
        }
    }
}

impl From<heed::Error> for StoreError {
    fn from(error: heed::Error) -> Self {
        Self::Heed(error)
    }
}
