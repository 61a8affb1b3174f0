//! `smol_str` 0.3.

use super::{KeyField, PadCharTarget, PadTarget, ReverseTarget, TextKind, WidePadTarget, padded_texts, texts};
use crate::codec::open::{FromOpen, OpenField, OpenText};
use crate::codec::reversed::ReversedContent;
use crate::error::DecodeErrorKind;
use crate::wire::text::utf8_cow;
use alloc::borrow::Cow;
use smol_str::SmolStr;

/// Like `String` (feature `smol_str03`): a variable-length field, or as many bytes as `#[pad]` says.
///
/// ```
/// use rowkey::RowKey;
/// use smol_str::SmolStr;
///
/// #[derive(Debug, PartialEq, RowKey)]
/// struct HostKey {
///     #[pad(3)]
///     country: SmolStr,
///     #[reverse]
///     host: SmolStr,
/// }
///
/// let key = HostKey { country: "it".into(), host: "www.example.com".into() };
/// assert_eq!(key.try_encode()?, b"it\0moc.elpmaxe.www");
/// assert_eq!(HostKey::decode(b"it\0moc.elpmaxe.www")?, key);
///
/// let range = HostKey::prefix().country("it").host_ends_with(".example.com").range();
/// assert!(range.contains(&key.try_encode()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Equality takes `&str`. A string of up to 23 bytes is decoded without an allocation, unless it was escaped,
/// complemented or reversed.
#[diagnostic::do_not_recommend]
impl<F> KeyField<F> for SmolStr {
    type Codec = OpenText;
}

padded_texts!(SmolStr);
texts!(SmolStr);

impl OpenField for SmolStr {
    type Borrowed = str;

    #[inline]
    fn content(&self) -> &str {
        self
    }
}

impl<'de> FromOpen<'de> for SmolStr {
    #[inline]
    fn from_open(content: Cow<'de, [u8]>) -> Result<Self, DecodeErrorKind> {
        Ok(match utf8_cow(content)? {
            Cow::Borrowed(text) => Self::new(text),
            Cow::Owned(text) => text.into(),
        })
    }

    fn from_reversed(content: Cow<'de, [u8]>) -> Result<Self, DecodeErrorKind> {
        Ok(utf8_cow(content)?.chars().rev().collect())
    }
}
