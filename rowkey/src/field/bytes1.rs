//! Makes `Bytes` of the `bytes` crate, version 1, a key field.

use super::{BytesKind, KeyField, LengthTarget, ReverseTarget};
use crate::codec::content::from_content;
use crate::codec::reversed::ReversedContent;
use crate::codec::variable::VariableLength;
#[cfg(feature = "records")]
use crate::field::identical::identical_bytes;
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
/// `prefix().bucket(..)` takes a `&[u8]`. Decoding copies the content: a `Bytes` cannot borrow from the slice that the
/// key is read from.
#[diagnostic::do_not_recommend]
impl<F> KeyField<F> for Bytes {
    type Codec = VariableLength<[u8]>;
}

#[diagnostic::do_not_recommend]
impl<F> LengthTarget<F> for Bytes {
    type Kind = BytesKind;
}

#[diagnostic::do_not_recommend]
impl<F> ReverseTarget<F> for Bytes {
    type Codec = ReversedContent<VariableLength<[u8]>>;
}

from_content!([u8]: Bytes;);

#[cfg(feature = "records")]
identical_bytes!(Bytes);
