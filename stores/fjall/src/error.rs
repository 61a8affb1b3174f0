//! [`StoreError`], the error of a transaction of fjall, and [`Error`], the error of operations on records.

use crate::database::MAX_NAME_LENGTH;
use rowkey::store::{KeyLength, RowsError};
use std::fmt;

/// The error of every operation on records. The variant [`RowsError::Store`] contains a [`StoreError`].
pub type Error = RowsError<StoreError>;

/// The error of a store: an error of fjall, or a key of a length that fjall cannot store.
///
/// fjall's errors convert into a `StoreError`, so that `?` also works on fjall's own calls within a transaction.
#[non_exhaustive]
pub enum StoreError {
    /// An error of fjall.
    Fjall(fjall::Error),
    /// The keyspace with this name was deleted while the database had it open.
    Deleted(&'static str),
    /// fjall accepts no keyspace with this name.
    Name(&'static str),
    /// A key is empty or too long.
    KeyLength(KeyLength),
}

rowkey::__rowkey_store_error!(StoreError, KeyLength);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fjall(error) => error.fmt(f),
            Self::Deleted(name) => write!(
                f,
                "the keyspace `{name}` was deleted while the database had it open\n\
                 help: close the database and open it again"
            ),
            Self::Name(name) => write!(
                f,
                "`{name}` cannot be the name of a keyspace: it has {} bytes, and fjall accepts 1 to {MAX_NAME_LENGTH}\n\
                 help: write `#[rowkey(table = \"..\")]`",
                name.len()
            ),
            Self::KeyLength(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Fjall(error) => error.source(),
            Self::Deleted(_) | Self::Name(_) | Self::KeyLength(_) => None,
        }
    }
}

impl From<fjall::Error> for StoreError {
    fn from(error: fjall::Error) -> Self {
        Self::Fjall(error)
    }
}
