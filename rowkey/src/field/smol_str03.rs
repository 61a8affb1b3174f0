//! Makes `SmolStr` of the `smol_str` crate, version 0.3, a key field.

use super::{
    KeyField, LengthTarget, PadCharTarget, PadTarget, ReverseTarget, TextKind, WidePadTarget, padded_texts, texts,
};
use crate::codec::content::from_content;
use crate::codec::reversed::ReversedContent;
use crate::codec::variable::VariableLength;
#[cfg(feature = "records")]
use crate::field::identical::identical_bytes;
use smol_str::SmolStr;

/// Like `String` (feature `smol_str03`): a variable-length field, or a field of fixed width under `#[pad(N)]`.
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
/// `prefix().country(..)` takes a `&str`. A string of up to 23 bytes is decoded without an allocation, unless it was
/// escaped, complemented or reversed.
#[diagnostic::do_not_recommend]
impl<F> KeyField<F> for SmolStr {
    type Codec = VariableLength<str>;
}

padded_texts!(SmolStr);
texts!(SmolStr);

from_content!(str: SmolStr;);

#[cfg(feature = "records")]
identical_bytes!(SmolStr);
