//! [`StoreError`], the error of a transaction of fjall, and [`Error`], the error of operations on records.

use rowkey::store::{KeyLength, LayoutChanged, OpenError, RowsError};
use std::fmt;

/// The error of every operation on records. The variant [`RowsError::Store`] contains a [`StoreError`].
pub type Error = RowsError<StoreError>;

/// The error of a store: an error of fjall, a table that cannot be used, or a key of a length that fjall cannot store.
///
/// fjall's errors convert into a `StoreError`, so that `?` also works on fjall's own calls within a transaction.
#[non_exhaustive]
pub enum StoreError {
    /// An error of fjall.
    Fjall(fjall::Error),
    /// The stored rows of a table do not fit this program. Usually, the layout of the table has changed since the rows
    /// were written.
    Changed(LayoutChanged),
    /// A table cannot be used, for a reason other than a changed layout. For example, a `RemovedIndex` has the name of a table that is not an
    /// index, or a keyspace was deleted while the database had it open.
    Rejected(String),
    /// A key is empty or too long.
    KeyLength(KeyLength),
}

/// Prints the same message as `Display`, because a `main` that returns an error prints the error with `Debug`.
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

/// Lets `?` convert the error of a method of the store, such as `rows.store_mut().set_built(..)?`, in the closure of
/// [`Database::write`](crate::Database::write).
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
            // `OpenError::NotAnIndex`, and variants that later versions of rowkey may add. A `StoreError` keeps only
            // their messages.
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
