//! The errors of a store.

use rowkey::store::{KeyLength, LayoutChanged, OpenError, RowsError};
use std::fmt;

/// The error of every operation on records. [`RowsError::Store`] contains the error of the store.
pub type Error = RowsError<StoreError>;

/// The error of a store: an error of fjall, a table that cannot be used, or a key of a length that fjall cannot store.
///
/// fjall's errors convert into a `StoreError`, so that `?` also works on fjall's own calls within a transaction.
#[non_exhaustive]
pub enum StoreError {
    /// An error of fjall.
    Fjall(fjall::Error),
    /// The stored rows of a table do not fit this program: usually, their layout has changed.
    Changed(LayoutChanged),
    /// A table cannot be used for another reason, such as a `RemovedIndex` with the name of a table that is not an index, or a keyspace
    /// that was deleted while the database had it open.
    Rejected(String),
    /// A key is empty or too long.
    KeyLength(KeyLength),
}

/// Prints the message, because a `main` that returns the error prints its `Debug`.
impl fmt::Debug for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fjall(error) => error.fmt(f),
            Self::Changed(changed) => changed.fmt(f),
            Self::Rejected(reason) => f.write_str(reason),
            Self::KeyLength(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Fjall(error) => error.source(),
            Self::Changed(_) | Self::Rejected(_) | Self::KeyLength(_) => None,
        }
    }
}

/// `?` on a call of the store itself works in the closure of [`Database::write`](crate::Database::write).
impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<OpenError<Self>> for StoreError {
    fn from(error: OpenError<Self>) -> Self {
        match error {
            OpenError::Changed(changed) => Self::Changed(changed),
            OpenError::Store(error) => error,
            // `OpenError::NotAnIndex`, and variants that `OpenError` may get later. Only their messages are kept.
            error => Self::Rejected(error.to_string()),
        }
    }
}

impl From<fjall::Error> for StoreError {
    fn from(error: fjall::Error) -> Self {
        Self::Fjall(error)
    }
}

impl From<KeyLength> for StoreError {
    fn from(error: KeyLength) -> Self {
        Self::KeyLength(error)
    }
}
