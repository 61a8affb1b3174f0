//! [`ScanError`], which a scan returns in place of a row.

use crate::error::{DecodeError, print_message_of_store};
use crate::notation::QuotedKey;
use crate::query::cursor::CursorError;
use alloc::vec::Vec;
use core::fmt;

/// An error of a scan, such as a row that could not be read, with the number of its bucket.
///
/// The message names the bucket if the scan reads several ranges. A key that cannot be decoded is printed in the notation of
/// [`HBase`'s shell](crate::explain::HbaseShell).
///
/// ```
/// use rowkey::{RowKey, scan::ScanErrorKind};
/// use std::collections::BTreeMap;
///
/// #[derive(Debug, RowKey)]
/// struct PortKey {
///     port: u16,
/// }
///
/// let table = BTreeMap::from([(vec![0, 80], "http"), (vec![1, 187, 7], "not a key")]);
/// let mut rows = PortKey::prefix().scan(|range| table.range(range));
/// assert_eq!(rows.next().unwrap()?.0.port, 80);
///
/// let error = rows.next().unwrap().unwrap_err();
/// assert_eq!((error.bucket(), error.key()), (0, Some(&[1, 187, 7][..])));
/// assert!(matches!(error.kind(), ScanErrorKind::Key(_)));
/// # Ok::<(), rowkey::scan::ScanError<std::convert::Infallible>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct ScanError<E> {
    pub(super) bucket: usize,
    /// True if the scan reads more than one range. False for errors of the kinds `After` and `Cursor`, which belong to no bucket.
    pub(super) has_several_ranges: bool,
    pub(super) key: Option<Vec<u8>>,
    pub(super) kind: ScanErrorKind<E>,
}

/// The cause of a [`ScanError`].
///
/// ```
/// use rowkey::{RowKey, scan::ScanErrorKind};
///
/// #[derive(Debug, RowKey)]
/// struct PortKey {
///     port: u16,
/// }
///
/// // A store that cannot open a range.
/// let rows_in = |_range| Err::<std::vec::IntoIter<(Vec<u8>, u32)>, _>("no such table");
/// let error = PortKey::prefix().scan(rows_in).next().unwrap().unwrap_err();
/// assert_eq!(error.into_kind(), ScanErrorKind::Open("no such table"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScanErrorKind<E> {
    /// The store could not open the range of the bucket. The scan continues with the other buckets.
    Open(E),
    /// The store could not read a row. The scan continues with the next item of the store's iterator. The error is
    /// returned before the next row of the same bucket. Rows of other buckets can come before or after the error,
    /// because the key of the row is unknown. A stream ends after this error, because its request failed to read many
    /// rows.
    Row(E),
    /// The key of the row cannot be decoded. The scan continues with the next row. The error is returned at the row's
    /// position in the order of the stored bytes after the salt.
    Key(DecodeError),
    /// The bytes that were passed to `after` cannot be decoded as a key, and are outside of the ranges of the query.
    /// The scan ends.
    After(DecodeError),
    /// The cursor that was passed to `page` does not belong to this query. There is no page.
    Cursor(CursorError),
}

impl<E> ScanError<E> {
    #[cfg(feature = "stream")]
    pub(crate) fn new(bucket: usize, has_several_ranges: bool, key: Option<Vec<u8>>, kind: ScanErrorKind<E>) -> Self {
        Self { bucket, has_several_ranges, key, kind }
    }

    /// Returns the number of the bucket, counted from 0 in the order of `ranges()`. The number is 0 if the query has only one
    /// range, and for errors of the kinds [`After`](ScanErrorKind::After) and [`Cursor`](ScanErrorKind::Cursor).
    pub fn bucket(&self) -> usize {
        self.bucket
    }

    /// Returns the bytes of the key that could not be decoded, if this is an error of the kind [`ScanErrorKind::Key`].
    pub fn key(&self) -> Option<&[u8]> {
        self.key.as_deref()
    }

    /// Returns the cause.
    pub fn kind(&self) -> &ScanErrorKind<E> {
        &self.kind
    }

    /// Returns the cause by value, with the store's own error.
    pub fn into_kind(self) -> ScanErrorKind<E> {
        self.kind
    }
}

print_message_of_store!(ScanError);

impl<E> ScanError<E> {
    fn write_message(
        &self,
        f: &mut fmt::Formatter<'_>,
        write_error_of_store: fn(&E, &mut fmt::Formatter<'_>) -> fmt::Result,
    ) -> fmt::Result {
        if self.has_several_ranges {
            write!(f, "bucket {}: ", self.bucket)?;
        }
        match &self.kind {
            ScanErrorKind::Open(error) => {
                f.write_str("the range could not be opened: ")?;
                write_error_of_store(error, f)
            }
            ScanErrorKind::Row(error) => {
                f.write_str("a row could not be read: ")?;
                write_error_of_store(error, f)
            }
            ScanErrorKind::Key(error) => {
                write!(f, "key {}: {error}", QuotedKey(self.key().unwrap_or_default()))
            }
            ScanErrorKind::After(error) => write!(f, "the bytes passed to `after` are not a key: {error}"),
            ScanErrorKind::Cursor(error) => fmt::Display::fmt(error, f),
        }
    }
}

impl<E: core::error::Error + 'static> core::error::Error for ScanError<E> {
    /// Returns the source of the store's error, and not the store's error itself, which is already part of this error's
    /// message. [`kind`](Self::kind) returns the store's error.
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            ScanErrorKind::Open(error) | ScanErrorKind::Row(error) => error.source(),
            ScanErrorKind::Key(error) | ScanErrorKind::After(error) => error.source(),
            ScanErrorKind::Cursor(error) => error.source(),
        }
    }
}
