#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod codec;
mod error;
mod facts;
mod field;
mod key;
mod layout;
mod prefix;
mod range;
mod salt;
mod write;

#[doc = include_str!("../docs/attributes.md")]
pub mod attributes {}

#[doc = include_str!("../docs/layout.md")]
pub mod format {}

/// The names by which the compiler speaks of keys in its messages.
///
/// There is nothing to call here, and any of it may change with a release. It is public so that messages are short
/// (`PaddedDigits<6, false>`, not the path to it) and what they name can be looked up.
///
/// How a field stands in a key is a type, made from small ones:
///
/// | in messages | in the struct |
/// |---|---|
/// | [`BigEndian`](messages::BigEndian), [`TotalOrder`](messages::TotalOrder), [`Scalar`](messages::Scalar), [`ByteArray`](messages::ByteArray) | integers, floats, `bool` and `char`, `[u8; N]` |
/// | [`OpenText`](messages::OpenText), [`OpenBytes`](messages::OpenBytes) | strings, bytes |
/// | [`OptionOf`](messages::OptionOf) | `Option` |
/// | [`PaddedDigits<N, FITS>`](messages::PaddedDigits), [`PaddedString<N, PAD>`](messages::PaddedString) | `#[pad(N)]` on integers, on strings |
/// | [`DescendingOf`](messages::DescendingOf) | `#[descending]` |
/// | [`ReversedOf`](messages::ReversedOf), [`ReversedContent`](messages::ReversedContent) | `#[reverse]` on integers and arrays, on strings and bytes |
/// | [`HashOf`](messages::HashOf) | `#[hash(..)]` |
/// | [`EncodedBy`](messages::EncodedBy) | `#[rowkey(codec = ..)]` |
///
/// The field itself is called `TheField<'customer>`, after its name. Where it stands is another type: [`MidField`](messages::MidField) or [`LastField`](messages::LastField), in a key whose strings are
/// [`Escaped`](messages::Escaped) or end in a [`DelimitedBy`](messages::DelimitedBy) or
/// [`TerminatedBy`](messages::TerminatedBy).
pub mod messages {
    pub use crate::codec::array::ByteArray;
    pub use crate::codec::big_endian::BigEndian;
    pub use crate::codec::custom::EncodedBy;
    pub use crate::codec::descending::DescendingOf;
    pub use crate::codec::digits::PaddedDigits;
    pub use crate::codec::float::TotalOrder;
    pub use crate::codec::hashed::HashOf;
    pub use crate::codec::open::{OpenBytes, OpenText};
    pub use crate::codec::optional::OptionOf;
    pub use crate::codec::padded_text::PaddedString;
    pub use crate::codec::position::{DelimitedBy, Escaped, LastField, MidField, TerminatedBy};
    pub use crate::codec::reversed::{ReversedContent, ReversedOf};
    pub use crate::codec::scalar::Scalar;
    pub use crate::codec::{DecodeField, FieldCodec};
    pub use crate::facts::{
        ByCharacter, ByWidth, CanDescend, DecodableField, DecodeFields, EndsWithField, KeptField, OrderedField,
        StartsWithField, TheField, TotalField, TotalFields,
    };
    pub use crate::field::{PadCharTarget, PadTarget, ReverseTarget, WidePadTarget};
    pub use crate::prefix::OneRange;
    pub use crate::salt::ModuloField;
    pub use crate::salt::digest::{Crc32, Digest, Md5, Murmur3, Sha256, Xxh3};
}

pub use crate::codec::custom::{Codec, CodecBytes, CodecOrder, InOrder, Unordered};
pub use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
pub use crate::field::KeyField;
pub use crate::key::{DecodeKey, RowKey, TotalKey};
pub use crate::layout::{Encoding, KeySalt, Layout, Part, SaltForm, SaltLayout, Separator};
pub use crate::prefix::Bounded;
pub use crate::range::{KeyRange, KeyRangeRef};
pub use rowkey_derive::RowKey;
