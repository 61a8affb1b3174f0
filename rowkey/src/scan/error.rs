//! What can go wrong in a scan, and in which bucket.

use crate::error::{DecodeError, EncodeError};
use alloc::vec::Vec;
use core::fmt;

/// A row that a scan could not give, and the bucket in which it happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScanError<E> {
    pub(super) bucket: usize,
    pub(super) key: Option<Vec<u8>>,
    pub(super) kind: ScanErrorKind<E>,
}

/// Why a scan could not give a row.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScanErrorKind<E> {
    /// The store could not open the bucket's range. The other buckets go on.
    Open(E),
    /// The store could not read a row.
    Row(E),
    /// The row's key is none of this type.
    Key(DecodeError),
    /// The key given to `after` has no bytes, so that there is no place to go on from.
    After(EncodeError),
}

impl<E> ScanError<E> {
    /// The bucket, counted from 0 in the order of `ranges()`.
    pub fn bucket(&self) -> usize {
        self.bucket
    }

    /// The bytes of the key that could not be decoded.
    pub fn key(&self) -> Option<&[u8]> {
        self.key.as_deref()
    }

    /// What happened.
    pub fn kind(&self) -> &ScanErrorKind<E> {
        &self.kind
    }

    /// The same by value, with the store's own error.
    pub fn into_kind(self) -> ScanErrorKind<E> {
        self.kind
    }
}

impl<E: fmt::Display> fmt::Display for ScanError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let ScanErrorKind::After(error) = &self.kind {
            return write!(f, "no place to go on from: {error}");
        }
        write!(f, "bucket {}: ", self.bucket)?;
        if let Some(key) = &self.key {
            write!(f, "key \"{}\": ", key.escape_ascii())?;
        }
        match &self.kind {
            ScanErrorKind::Open(error) => write!(f, "the range could not be opened: {error}"),
            ScanErrorKind::Row(error) => write!(f, "a row could not be read: {error}"),
            ScanErrorKind::Key(error) => error.fmt(f),
            ScanErrorKind::After(error) => error.fmt(f),
        }
    }
}

impl<E: core::error::Error + 'static> core::error::Error for ScanError<E> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            ScanErrorKind::Open(error) | ScanErrorKind::Row(error) => Some(error),
            ScanErrorKind::Key(error) => Some(error),
            ScanErrorKind::After(error) => Some(error),
        }
    }
}
