// Link targets for the README, as paths of this crate. The end of the README defines the same links as URLs of docs.rs,
// for readers on GitHub and crates.io. If a link is defined twice, rustdoc uses the first definition, which is the one
// here.
//! [messages]: crate::messages
//! [guide]: crate::guide#in-your-own-words
//! [attributes]: crate::guide::attributes
//! [stores]: crate::guide::stores
//! [records]: crate::record
//! [cookbook]: crate::guide::cookbook
//! [choosing]: crate::guide::choosing
//! [existing keys]: crate::guide::existing_keys
//! [byte layout]: crate::guide::byte_layout
//! [evolution]: crate::guide::evolution
//! [performance]: crate::guide::performance
//! [comparison]: crate::guide::comparison
//! [format]: crate::format
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
#[doc(hidden)]
#[path = "untyped.rs"]
pub mod __untyped;
mod ascii;
mod code;
mod codec;
mod constant;
mod digest;
mod error;
pub mod explain;
mod field;
pub mod format;
pub mod guide;
mod key;
mod layout;
mod notation;
mod query;
mod range;
#[cfg(feature = "records")]
pub mod record;
mod salt;
#[cfg(feature = "records")]
pub mod store;
#[cfg(feature = "testing")]
pub mod testing;
mod wire;

/// The types that a [`Codec`] of yours can encode to, and [`EncodedBy`](codecs::EncodedBy), which makes a codec the codec of
/// a field or a type.
///
/// `encode` returns bytes, or bytes in a type that makes a promise about the bytes. [`Codec`] has an example of each type:
///
/// | type | promise |
/// |---|---|
/// | `[u8; N]`, `Vec<u8>` | none: a fixed width, or a terminator of the key |
/// | [`SelfDelimited`](codecs::SelfDelimited) | the codec finds the end of its bytes |
/// | [`InOrder`](codecs::InOrder), [`Descending`](codecs::Descending) | the bytes sort as the values do, or in reverse |
/// | [`Without`](codecs::Without) | the bytes never contain a certain character |
/// | [`StartsAlike`](codecs::StartsAlike) | values that start alike have bytes that start alike |
/// | `Result` of one of these | some values cannot be encoded; for types that sort, the error is [`OutOfRange`](codecs::OutOfRange) |
pub mod codecs {
    pub use crate::codec::custom::EncodedBy;
    pub use crate::codec::error::OutOfRange;
    pub use crate::codec::output::{CodecOutput, Descending, InOrder, SelfDelimited, StartsAlike, Without};
}

/// Days, months and hours as arguments of query methods: `paid_at_in(rowkey::period::day(date))` finds all payments of a
/// day, for a field `paid_at` of a type of the crates `jiff`, `chrono` or `time`.
///
/// [`day`](period::day), [`days`](period::days), [`month`](period::month) and [`hour`](period::hour) return the periods.
/// All periods are in UTC.
#[cfg(any(feature = "chrono04", feature = "jiff1", feature = "time03"))]
pub mod period {
    pub use crate::field::period::{CalendarDate, Days, Hours, OnCalendar, OnClock, day, days, hour, month};
}

/// Scans, which read the rows of a query from any store: in order across the buckets of a salt, in both directions, and in
/// pages.
///
/// | item | reads |
/// |---|---|
/// | [`Scan`](scan::Scan), which `query.scan(..)` returns | decoded rows, from iterators of the store |
/// | [`Page`](scan::Page) and [`Cursor`](scan::Cursor) | some rows of a scan, and the position after them as text |
/// | [`stream`](crate#features), with the feature `stream` | decoded rows, from async requests |
/// | [`merge`](scan::merge()) | rows without decoding the keys, from one sorted iterator for each bucket |
///
/// The closure of a scan returns rows of any type that implements [`Row`](scan::Row), such as pairs of key and value.
/// [`rows_by`](scan::rows_by) adapts rows of other types. The other traits appear in bounds and compile errors.
pub mod scan {
    pub use crate::query::cursor::{Cursor, CursorError, Page};
    pub use crate::query::merge::{Merge, MergeRow, merge};
    pub use crate::query::scan::{
        AnyRows, Row, RowsBy, Scan, ScanError, ScanErrorKind, ScanItem, ScanOf, ScanRows, rows_by,
    };
    #[cfg(feature = "stream")]
    pub use crate::query::stream::{RowStream, stream};
}

#[doc = include_str!("../docs/messages.md")]
///
/// The codec of a field is a type that is composed of smaller types, such as `DescendingOf<BigEndian>`:
///
/// | in compile errors | in the struct |
/// |---|---|
/// | [`BigEndian`](messages::BigEndian), [`TotalOrder`](messages::TotalOrder), [`Scalar`](messages::Scalar), [`ByteArray`](messages::ByteArray) | integers, floats, `bool` and `char`, `[u8; N]` |
/// | [`VariableLength<str>`](messages::VariableLength), `VariableLength<[u8]>` | strings, bytes |
/// | [`ByProxy`](messages::ByProxy) | durations, addresses except `IpAddr`, times, identifiers such as `Uuid`, decimals |
/// | [`TaggedAddress`](messages::TaggedAddress) | `IpAddr` |
/// | [`OptionOf`](messages::OptionOf), [`ArrayOf`](messages::ArrayOf) | `Option`, arrays except `[u8; N]` |
/// | [`PaddedDigits<N, FITS>`](messages::PaddedDigits), [`PaddedString<N, PAD>`](messages::PaddedString) | `#[pad(N)]` on integers, on strings |
/// | [`UnpaddedDigits`](messages::UnpaddedDigits) | `#[decimal]` |
/// | [`LengthPrefixed`](messages::LengthPrefixed) | `#[length(..)]` |
/// | [`IfPresent`](messages::IfPresent), [`ListOf`](messages::ListOf) | `#[rowkey(optional)]`, `#[rowkey(list)]` |
/// | [`DescendingOf`](messages::DescendingOf) | `#[descending]` |
/// | [`ReversedOf`](messages::ReversedOf), [`ReversedContent`](messages::ReversedContent) | `#[reverse]` on integers and arrays, on strings and bytes |
/// | [`HashOf`](messages::HashOf) | `#[hash(..)]` |
/// | [`Codes`](messages::Codes), [`Fields`](messages::Fields), [`Variants`](messages::Variants), [`NewtypeOf`](messages::NewtypeOf) | `#[derive(KeyField)]` on an enum without data, a struct, an enum with data, a newtype |
/// | [`EncodedBy`](codecs::EncodedBy), [`FormatOf`](messages::FormatOf) | `#[rowkey(codec = ..)]` with a codec, with a format |
///
/// The lifetime parameter of a trait is the name of a field: a compile error about `TotalField<'customer, ..>` concerns
/// the field `customer`. The position of the field in the key is also a type: [`MidField`](messages::MidField) or
/// [`LastField`](messages::LastField). The type parameter of the position says how variable-length fields end:
/// [`Escaped`](messages::Escaped), [`DelimitedBy`](messages::DelimitedBy) or [`TerminatedBy`](messages::TerminatedBy).
pub mod messages;

pub use crate::codec::custom::Codec;
pub use crate::codec::error::CodecError;
pub use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
pub use crate::field::KeyField;
pub use crate::key::space::{DecodeSpace, KeySpace, TotalSpace};
pub use crate::key::{DecodeKey, OwnedKey, PossibleKeys, RandomSalt, RowKey, Spreads, TextKey, TotalKey};
#[cfg(feature = "records")]
pub use crate::layout::InvalidLayout;
pub use crate::layout::{Layout, RegionCountError};
pub use crate::query::composite::{CompositeField, CompositePrefix, CompositeRange};
pub use crate::query::prefix::Prefix;
pub use crate::query::ranges::Ranges;
pub use crate::query::{FinishedQuery, Query, RangeQuery};
pub use crate::range::{KeyRange, KeyRangeRef};
#[cfg(feature = "json")]
#[doc(inline)]
pub use crate::record::Json;
#[cfg(feature = "postcard")]
#[doc(inline)]
pub use crate::record::Postcard;
#[cfg(feature = "records")]
#[doc(inline)]
pub use crate::record::Raw;
pub use crate::salt::shard::Shard;

/// Implements [`KeyField`](trait@crate::KeyField), so that fields of keys can have your type: a newtype, a struct, or
/// an enum with `#[code(..)]` on its variants.
///
/// ```
/// use rowkey::{KeyField, RowKey};
///
/// // Encoded as the `u32`. A field of this type can have the attributes of a `u32`, such as `#[pad]`.
/// #[derive(Clone, Copy, KeyField)]
/// struct CustomerId(u32);
///
/// // Encoded as its fields, one after the other. The fields can have attributes.
/// #[derive(KeyField)]
/// struct Seat {
///     hall: String,
///     #[descending]
///     row: u8,
/// }
///
/// // Encoded as the code of the variant, so that variants can be reordered and renamed.
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
/// // A prefix takes `Copy` types by value, and other types by reference.
/// let range = TicketKey::prefix().channel(Channel::Web).seat(&seat).range();
/// assert_eq!(range.start(), b"weA\0\0\xFE");
/// ```
///
/// See [attributes](crate::guide::attributes::types#on-a-type-that-fields-have) for the rules and all attributes.
pub use rowkey_derive::KeyField;

/// Implements [`KeySpace`](trait@crate::KeySpace) for an enum of row keys, so that one table can store several kinds of
/// rows. Each variant contains the row key of one kind.
///
/// ```
/// use rowkey::{KeySpace, RowKey};
///
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(namespace = "u")]
/// struct UserKey {
///     user: u32,
/// }
///
/// #[derive(Debug, PartialEq, RowKey)]
/// #[rowkey(namespace = "o")]
/// struct OrderKey {
///     order: u32,
/// }
///
/// #[derive(Debug, PartialEq, KeySpace)]
/// enum ShopKey {
///     User(UserKey),
///     Order(OrderKey),
/// }
///
/// let stored = OrderKey { order: 7 }.encode();
/// assert_eq!(ShopKey::decode(&stored)?, ShopKey::Order(OrderKey { order: 7 }));
/// # Ok::<(), rowkey::DecodeError>(())
/// ```
pub use rowkey_derive::KeySpace;

/// Implements [`RowKey`](trait@crate::RowKey) for a struct. See [`attributes`](guide::attributes) for the attributes of its fields.
///
/// The derive also defines the type that [`prefix()`](crate::RowKey::prefix) returns: `PaymentKeyPrefix` for a
/// `PaymentKey`, with the visibility of the struct. The documentation of `PaymentKeyPrefix` shows the layout. The type
/// has query methods for each field: `customer` and `customer_in` for the field `customer`, for example.
///
/// ```
/// use rowkey::RowKey;
///
/// #[derive(Debug, PartialEq, RowKey)]
/// struct PaymentKey {
///     customer: u32,
///     #[descending]
///     paid_at: i64,
/// }
///
/// let key = PaymentKey { customer: 7, paid_at: 5 };
/// let stored = key.encode();
/// assert_eq!(PaymentKey::decode(&stored)?, key);
///
/// let prefix: PaymentKeyPrefix<_> = PaymentKey::prefix();
/// assert!(prefix.customer(7).paid_at_in(..10).range().contains(&stored));
/// # Ok::<(), rowkey::DecodeError>(())
/// ```
///
/// The page [attributes](guide::attributes) lists the attributes. The list that rustdoc adds at the top of this page also contains common
/// mistakes, such as `desc`: the derive accepts these names only to report what to write instead.
pub use rowkey_derive::RowKey;
