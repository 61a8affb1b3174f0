// The README's own definitions of these links, which come later and so are ignored here, are for where it is read alone.
//! [`RowKey`]: trait@crate::RowKey
//! [`Codec`]: crate::Codec
//! [`KeyRange`]: crate::KeyRange
//! [`merge`]: crate::merge()
//! [attributes]: crate::attributes
//! [format]: crate::format
//! [choosing]: crate::choosing
//! [evolution]: crate::evolution
//! [performance]: crate::performance
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod ascii;
mod code;
mod codec;
mod constant;
mod digest;
mod error;
pub mod explain;
mod field;
mod key;
mod layout;
mod notation;
mod query;
mod range;
mod salt;
#[cfg(feature = "testing")]
pub mod testing;
mod wire;

#[doc = include_str!("../docs/attributes.md")]
pub mod attributes {}

// The pictures stand inline, as rustdoc takes no files along; between empty lines, as Markdown wants it.
#[doc = include_str!("../docs/choosing/1-questions.md")]
#[doc = ""]
#[doc = include_str!("../docs/choosing/hot.svg")]
#[doc = ""]
#[doc = include_str!("../docs/choosing/2-writes.md")]
#[doc = ""]
#[doc = include_str!("../docs/choosing/spread.svg")]
#[doc = ""]
#[doc = include_str!("../docs/choosing/3-price.md")]
pub mod choosing {}

#[doc = include_str!("../docs/layout.md")]
pub mod format {}

#[doc = include_str!("../docs/evolution.md")]
pub mod evolution {}

#[doc = include_str!("../docs/performance.md")]
pub mod performance {}

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
/// | [`ByProxy`](messages::ByProxy), [`TaggedAddress`](messages::TaggedAddress) | durations, addresses, times, identifiers, decimals; `IpAddr` |
/// | [`OptionOf`](messages::OptionOf) | `Option` |
/// | [`PaddedDigits<N, FITS>`](messages::PaddedDigits), [`PaddedString<N, PAD>`](messages::PaddedString) | `#[pad(N)]` on integers, on strings |
/// | [`DescendingOf`](messages::DescendingOf) | `#[descending]` |
/// | [`ReversedOf`](messages::ReversedOf), [`ReversedContent`](messages::ReversedContent) | `#[reverse]` on integers and arrays, on strings and bytes |
/// | [`HashOf`](messages::HashOf) | `#[hash(..)]` |
/// | [`EncodedBy`] | `#[rowkey(codec = ..)]` |
///
/// The field itself is called `TheField<'customer>`, after its name. Where it stands is another type: [`MidField`](messages::MidField) or [`LastField`](messages::LastField), in a key whose strings are
/// [`Escaped`](messages::Escaped) or end in a [`DelimitedBy`](messages::DelimitedBy) or
/// [`TerminatedBy`](messages::TerminatedBy).
pub mod messages {
    pub use crate::codec::array::ByteArray;
    pub use crate::codec::big_endian::BigEndian;
    pub use crate::codec::codes::Codes;
    pub use crate::codec::descending::DescendingOf;
    pub use crate::codec::digits::PaddedDigits;
    pub use crate::codec::float::TotalOrder;
    pub use crate::codec::hashed::HashOf;
    pub use crate::codec::open::{OpenBytes, OpenText};
    pub use crate::codec::optional::OptionOf;
    pub use crate::codec::padded_text::PaddedString;
    pub use crate::codec::position::{DelimitedBy, Escaped, LastField, MidField, TerminatedBy};
    pub use crate::codec::proxy::ByProxy;
    pub use crate::codec::reversed::{ReversedContent, ReversedOf};
    pub use crate::codec::scalar::Scalar;
    pub use crate::codec::structure::Fields;
    pub use crate::codec::time_text::{FromHour, FromYear, TimeText};
    pub use crate::codec::wrapped::Wrapped;
    pub use crate::codec::{DecodeField, FieldCodec};
    pub use crate::digest::algorithms::*;
    pub use crate::digest::{CompiledIn, Digest};
    pub use crate::field::ip::TaggedAddress;
    pub use crate::field::{LentField, PadCharTarget, PadTarget, ReverseTarget, WidePadTarget};
    pub use crate::key::bounds::{
        ByCharacter, ByWidth, CanDescend, DecodableField, EndsWithField, KeptField, KnownSalt, OrderedField, ReadPart,
        SpreadField, StartsWithField, TextField, TheField, TotalField,
    };
    pub use crate::key::bounds::{DecodeFields, Holds, OwnedFields, SpreadStart, TextFields, TotalFields};
    pub use crate::query::{Chance, FewRanges, NoField, NoSalt, OneRange};
    pub use crate::salt::ModuloField;
    #[cfg(not(feature = "random"))]
    pub use crate::salt::chance::{HasChance, ThisBuild};
}

pub use crate::codec::custom::{Codec, CodecBytes, CodecOutput, EncodedBy, InOrder};
pub use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
pub use crate::field::KeyField;
#[cfg(any(feature = "chrono04", feature = "jiff02", feature = "time03"))]
pub use crate::field::period::{CalendarDate, Days, Hours, OnCalendar, OnClock, day, days, hour, month};
pub use crate::key::space::{DecodeSpace, KeySpace};
pub use crate::key::{DecodeKey, OwnedKey, PossibleKeys, RandomSalt, RowKey, Spreads, TextKey, TotalKey};
pub use crate::layout::{
    Code, Encoding, KeySalt, Layout, Nested, Part, RegionCountError, SaltForm, SaltLayout, Separator, ValueKind,
};
pub use crate::query::merge::{Merge, MergeRow, merge};
pub use crate::query::prefix::Prefix;
pub use crate::query::ranges::Ranges;
pub use crate::query::scan::{
    AnyRows, ReadFromEnd, Row, Rows, RowsBy, Scan, ScanError, ScanErrorKind, ScanItem, ScanOf, StoredKey, rows_by,
};
pub use crate::query::{Bounded, Query};
pub use crate::range::{KeyRange, KeyRangeRef};
pub use crate::salt::shard::Shard;

/// Makes a type of yours one that fields of keys can have: a newtype, a struct, or an enum with `#[code(..)]` on its
/// variants.
///
/// ```
/// use rowkey::{KeyField, RowKey};
///
/// // As the `u32` in it, `#[pad]` and `#[reverse]` included.
/// #[derive(Clone, Copy, KeyField)]
/// struct CustomerId(u32);
///
/// // Its fields one after the other, with attributes of their own.
/// #[derive(KeyField)]
/// struct Seat {
///     hall: String,
///     #[descending]
///     row: u8,
/// }
///
/// // The codes stand in the key, so that variants can be reordered and renamed.
/// #[derive(Clone, Copy, KeyField)]
/// enum Channel {
///     #[code("bo")]
///     BoxOffice,
///     #[code("we")]
///     Web,
/// }
///
/// #[derive(RowKey)]
/// struct TicketKey {
///     channel: Channel,
///     seat: Seat,
///     customer: CustomerId,
/// }
///
/// let seat = Seat { hall: "A".into(), row: 1 };
/// // Equality takes types that are `Copy` as they are, and others by reference.
/// let range = TicketKey::prefix().channel(Channel::Web).seat(&seat).range();
/// assert_eq!(range.start(), b"weA\0\0\xFE");
/// ```
///
/// The rules, and what else may stand on such a type: [attributes](crate::attributes#on-a-type-that-fields-have).
pub use rowkey_derive::KeyField;

/// Makes an enum whose variants each hold one row key a [`KeySpace`](trait@crate::KeySpace): several kinds of rows in one
/// table.
pub use rowkey_derive::KeySpace;

/// Makes a struct a row key. What it then can do is described at the trait [`RowKey`](trait@crate::RowKey), its attributes
/// in [`attributes`].
///
/// It implements the trait, and makes the type that [`prefix()`](crate::RowKey::prefix) gives: `PaymentKeyPrefix` for a
/// `PaymentKey`, with the struct's visibility. Its documentation shows the layout, and its methods are those of the
/// fields.
pub use rowkey_derive::RowKey;
