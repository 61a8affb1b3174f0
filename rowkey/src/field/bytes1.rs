//! `bytes` 1.

use super::{KeyField, ReverseTarget};
use crate::codec::open::{self, FromOpen, OpenField};
use crate::codec::reversed::ReversedContent;
use crate::error::DecodeErrorKind;
use crate::wire::text;
use alloc::borrow::Cow;
use bytes::Bytes;

/// Like `Vec<u8>` (feature `bytes1`): a variable-length field.
///
/// ```
/// use bytes::Bytes;
/// use rowkey::RowKey;
///
/// #[derive(Debug, PartialEq, RowKey)]
/// struct ObjectKey {
///     bucket: Bytes,
///     object: Bytes,
/// }
///
/// let key = ObjectKey { bucket: Bytes::from_static(b"b\0"), object: Bytes::from_static(b"o\0") };
/// assert_eq!(key.encode(), b"b\0\xFF\0\0o\0");
/// assert_eq!(ObjectKey::decode(b"b\0\xFF\0\0o\0")?, key);
///
/// let range = ObjectKey::prefix().bucket(b"b\0").object_starts_with(b"o").range();
/// assert!(range.contains(&key.encode()));
/// # Ok::<(), rowkey::DecodeError>(())
/// ```
///
/// Equality takes `&[u8]`. Decoding copies: a `Bytes` shares memory only with another, and a key is read from a slice.
#[diagnostic::do_not_recommend]
impl<F> KeyField<F> for Bytes {
    type Codec = open::OpenBytes;
}

#[diagnostic::do_not_recommend]
impl<F> ReverseTarget<F> for Bytes {
    type Codec = ReversedContent<open::OpenBytes>;
}

impl OpenField for Bytes {
    type Borrowed = [u8];

    #[inline]
    fn content(&self) -> &[u8] {
        self
    }
}

impl<'de> FromOpen<'de> for Bytes {
    #[inline]
    fn from_open(content: Cow<'de, [u8]>) -> Result<Self, DecodeErrorKind> {
        Ok(match content {
            Cow::Borrowed(bytes) => Self::copy_from_slice(bytes),
            Cow::Owned(bytes) => bytes.into(),
        })
    }

    fn from_reversed(content: Cow<'de, [u8]>) -> Result<Self, DecodeErrorKind> {
        Ok(text::reversed_bytes(&content).into())
    }
}
