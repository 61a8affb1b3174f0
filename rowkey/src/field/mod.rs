//! The trait [`KeyField`], which a type implements to be a field of a key. Each attribute has a trait of its own: for
//! example, types that accept `#[pad(N)]` implement [`PadTarget`].

#[cfg(feature = "bytes1")]
mod bytes1;
#[cfg(feature = "chrono04")]
mod chrono04;
#[cfg(any(feature = "chrono04", feature = "jiff1", feature = "time03"))]
pub(crate) mod civil;
mod duration;
#[cfg(feature = "records")]
pub(crate) mod identical;
pub(crate) mod ip;
#[cfg(feature = "jiff1")]
mod jiff;
#[cfg(any(feature = "chrono04", feature = "jiff1", feature = "time03"))]
pub(crate) mod period;
pub(crate) mod proxied;
#[cfg(feature = "rust_decimal1")]
mod rust_decimal1;
#[cfg(feature = "smol_str03")]
mod smol_str03;
#[cfg(feature = "time03")]
mod time03;
#[cfg(feature = "ulid3")]
mod ulid3;
#[cfg(feature = "uuid1")]
mod uuid1;

use crate::codec::FieldCodec;
use crate::codec::array::ByteArray;
use crate::codec::big_endian::BigEndian;
use crate::codec::digits::PaddedDigits;
use crate::codec::elements::ArrayElementCodec;
use crate::codec::float::TotalOrder;
use crate::codec::length::{Length, LengthPrefixed};
use crate::codec::newtype::NewtypeOf;
use crate::codec::optional::OptionOf;
use crate::codec::padded_text::PaddedString;
use crate::codec::repeated::{IfPresent, ListOf};
use crate::codec::reversed::{ReversedContent, ReversedOf};
use crate::codec::scalar::Scalar;
use crate::codec::variable::VariableLength;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::num::NonZero;

/// A type that can be a field of a row key.
///
/// | type | bytes |
/// |---|---|
/// | `u8` to `u128`, `NonZero` of them | big-endian |
/// | `i8` to `i128`, `NonZero` of them | big-endian, sign bit flipped |
/// | `bool` | 00 or 01 |
/// | `char` | 4 bytes, as `u32` |
/// | `f32`, `f64` | IEEE bits in total order; `-0.0` and `0.0` are different values |
/// | `[u8; N]` | unchanged |
/// | `String`, `&str`, `Cow<str>`, `Box<str>` | variable-length: the bytes and a terminator |
/// | `Vec<u8>`, `&[u8]`, `Cow<[u8]>`, `Box<[u8]>` | variable-length, like strings |
/// | `Option` of a type in this table | 00 for `None`, 01 and the value for `Some` |
/// | arrays of a type in this table, such as `[u16; 3]` | the elements, each encoded like a field of a struct |
/// | `Duration` | 8 bytes of seconds, then 4 of nanoseconds |
/// | `Ipv4Addr`, `Ipv6Addr` | the 4 or 16 bytes, unchanged |
/// | `IpAddr` | 04 or 06, then the address: 5 or 17 bytes |
///
/// Types of other crates. Each needs a feature that is named after the crate and its version, such as `jiff1` for
/// version 1 of jiff:
///
/// | feature | type | bytes |
/// |---|---|---|
/// | `uuid1` | `Uuid` | the 16 bytes, unchanged |
/// | `ulid3` | `Ulid` | the 16 bytes, unchanged |
/// | `jiff1` | `Timestamp`, `Date`, `Time`, `DateTime` | 12, 4, 8, 12 bytes |
/// | `chrono04` | `DateTime<Utc>`, `NaiveDate`, `NaiveTime`, `NaiveDateTime` | the same bytes as for `jiff1` |
/// | `time03` | `UtcDateTime`, `Date`, `Time`, `PrimitiveDateTime` | the same bytes as for `jiff1` |
/// | `rust_decimal1` | `Decimal` | 13 bytes for the value, then 1 byte for the scale |
/// | `bytes1` | `Bytes` | as `Vec<u8>` |
/// | `smol_str03` | `SmolStr` | as `String` |
///
/// Types of your own: [`#[derive(KeyField)]`](derive@crate::KeyField).
///
/// "Implementations on Foreign Types" below describes each type, with the values that need care: negative years, leap
/// seconds, `1.00` and `1`.
///
/// A type alias of a key field is a key field, too. `usize` and `isize` are not key fields, because their width differs
/// between machines: write `u64` or `i64`. For any other type, name a codec with `#[rowkey(codec = ..)]`: see
/// [`Codec`](crate::Codec).
///
/// # A codec for a type
///
/// To make a type a key field, write a [`Codec`](crate::Codec) and implement `KeyField` in two lines. Keys that contain
/// the type need not name the codec, and `Option`, structs, `#[descending]` and `#[hash(..)]` work with the type as
/// with any other type:
///
/// ```
/// use rowkey::{Codec, CodecError, KeyField, RowKey, codecs::{EncodedBy, InOrder}};
///
/// /// A type of a money library.
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// struct Cents(u32);
///
/// impl Codec<Cents> for Cents {
///     type Encoded = InOrder<[u8; 4]>;
///     const NAME: &'static str = "cents";
///     fn encode(value: &Cents) -> InOrder<[u8; 4]> { InOrder(value.0.to_be_bytes()) }
///     fn decode(bytes: [u8; 4]) -> Result<Cents, CodecError> { Ok(Cents(u32::from_be_bytes(bytes))) }
/// }
///
/// impl<Field> KeyField<Field> for Cents {
///     type Codec = EncodedBy<Self, true>; // `true`: `prefix().price(Cents(5))`, `false`: `.price(&Cents(5))`
/// }
///
/// #[derive(Debug, PartialEq, RowKey)]
/// struct OfferKey {
///     #[descending]
///     price: Cents,
///     before: Option<Cents>,
/// }
///
/// let key = OfferKey { price: Cents(5), before: Some(Cents(9)) };
/// assert_eq!(key.encode(), [!0, !0, !0, !5, 1, 0, 0, 0, 9]);
/// assert_eq!(OfferKey::decode(&key.encode())?, key);
/// let cheap = OfferKey::prefix().price_in(..Cents(10)).range();
/// assert!(cheap.contains(&key.encode()));
/// # Ok::<(), rowkey::DecodeError>(())
/// ```
///
/// For a newtype, write the codec of its value above the newtype: `#[derive(KeyField)] #[rowkey(codec = Percent)]
/// struct Name(String);`, see [attributes](crate::guide::attributes::types#on-a-type-that-fields-have).
///
/// Rust's orphan rule requires that the `impl` is in the crate of the type (or in rowkey). For a type of a third crate,
/// name the codec at the field, `#[rowkey(codec = ..)]`, or write the `impl` on a newtype of yours.
///
/// The type parameter `Field` is a marker for the field, so that compile errors can name the field.
#[diagnostic::on_unimplemented(
    message = "field `{Field}`: a row key cannot encode `{Self}`",
    label = "not a type that a key field can have",
    note = "key fields are integers, `bool`, `char`, floats, strings, bytes, `Duration`, IP addresses, and `Option` and arrays of these; instead of `usize`, whose width differs between machines, write `u64`",
    note = "on your own struct or enum write `#[derive(rowkey::KeyField)]`; instead of a tuple write several fields or such a struct; a list as the last field needs `#[rowkey(list)]`; for any other type name a codec: `#[rowkey(codec = path::to::YourCodec)]`",
    note = "types of other crates need a feature of `rowkey`, which ends in the version of the crate: `uuid1` is for `uuid` 1.x, and not for the type of the same name in another version; the features are `uuid1`, `ulid3`, `jiff1`, `chrono04`, `time03`, `rust_decimal1`, `bytes1`, `smol_str03`; a key does not keep the zone or offset of a time: convert the time to UTC; instead of `SystemTime`, write the milliseconds since 1970 as an `i64`"
)]
pub trait KeyField<Field = ()>: Sized {
    /// The codec of the type: [`EncodedBy<C>`](crate::codecs::EncodedBy) for a [`Codec`](crate::Codec) `C` of yours, or the
    /// codec of another key field that has the same bytes.
    type Codec: FieldCodec<Self>;
}

/// A reference that a key can borrow. Derived code checks this trait instead of [`KeyField`] if a field is a reference.
/// Otherwise rustc suggests adding another `&`, which does not help.
#[diagnostic::on_unimplemented(
    message = "field `{Field}`: a row key cannot borrow `{Self}`",
    label = "a key borrows only text and bytes",
    note = "write the type without its `&`; text is borrowed as `&'a str`, bytes as `&'a [u8]`"
)]
pub trait LentField<Field = ()> {
    /// The reference itself.
    type Lent;
}

#[diagnostic::do_not_recommend]
impl<'a, Field> LentField<Field> for &'a str {
    type Lent = &'a str;
}

#[diagnostic::do_not_recommend]
impl<'a, Field> LentField<Field> for &'a [u8] {
    type Lent = &'a [u8];
}

/// A type that accepts `#[pad(N)]`.
#[diagnostic::on_unimplemented(
    message = "field `{Field}`: `#[pad]` is for integers and strings, not for `{Self}`",
    label = "this type cannot be padded",
    note = "without `#[pad]` the field is encoded in binary, which sorts too; write `u64` instead of `usize`; if the key has a time as a number of milliseconds, declare the field as a `u64`"
)]
pub trait PadTarget<Field = ()> {
    /// The number of digits of the greatest value. For strings and for types with negative values, this number is
    /// `usize::MAX`, because no `N` is enough for all of their values.
    const DIGITS: usize;
    /// `DigitsKind` or `TextKind`, which selects the codec.
    type Kind;
}

/// A type that accepts `#[pad(N)]` with an `N` above 39: a string. No integer has more than 39 digits.
#[diagnostic::on_unimplemented(
    message = "field `{Field}`: `#[pad(N)]` on `{Self}` takes an N from 1 to 39, because no integer has more digits",
    label = "more digits than any integer has",
    note = "write `#[pad(39)]`, or fewer digits for smaller numbers: a `u64` has up to 20, a `u32` up to 10"
)]
pub trait WidePadTarget<Field = ()> {
    /// `TextKind`, which selects the codec.
    type Wide;
}

/// A type that accepts `#[pad(N, 'x')]`.
#[diagnostic::on_unimplemented(
    message = "field `{Field}`: a pad character is for strings, not for `{Self}`",
    label = "integers are padded with zeros on the left",
    note = "write `#[pad(N)]`, without a character"
)]
pub trait PadCharTarget<Field = ()> {
    /// `TextKind`, which selects the codec.
    type CharKind;
}

/// A type that accepts `#[reverse]` without `#[pad]`.
#[diagnostic::on_unimplemented(
    message = "field `{Field}`: `#[reverse]` is for integers, strings and bytes, not for `{Self}`",
    label = "this type cannot be reversed",
    note = "leave out `#[reverse]`; to spread the rows, write `#[salt(md5, 1)]` instead"
)]
pub trait ReverseTarget<Field = ()> {
    /// The codec that reverses the bytes of the type.
    type Codec;
}

/// A type that accepts `#[length(..)]`.
#[diagnostic::on_unimplemented(
    message = "field `{Field}`: `#[length]` is for strings and bytes, not for `{Self}`",
    label = "this type has no length to store",
    note = "leave out `#[length]`",
    note = "an array such as `[u8; 20]` always has the same length: if the stored key contains the length, write `#[rowkey(before = 20)]` for a length of one byte, or the type `Vec<u8>`"
)]
pub trait LengthTarget<Field = ()> {
    /// The kind of the type, which selects the codec.
    type Kind;
}

/// A type that accepts `#[rowkey(optional)]`.
#[diagnostic::on_unimplemented(
    message = "field `{Field}`: `optional` is for an `Option`, not for `{Self}`",
    label = "this type always has a value",
    note = "leave out `optional`, or write the type as an `Option`"
)]
pub trait OptionalTarget<Field = ()> {
    /// The type within the `Option`. Derived code checks this type separately. Otherwise a compile error would blame
    /// the `Option`.
    type Value;
    /// The codec of the `Option` if `C` is the codec of the value.
    type Codec<C>;
}

/// A type that accepts `#[rowkey(list)]`.
#[diagnostic::on_unimplemented(
    message = "field `{Field}`: `list` is for a `Vec`, not for `{Self}`",
    label = "this type is not a list",
    note = "leave out `list`, or write the type as a `Vec`"
)]
pub trait ListTarget<Field = ()> {
    /// The type of the elements. Derived code checks this type separately. Otherwise a compile error would blame the
    /// `Vec`.
    type Value;
    /// The codec of the `Vec` if `C` is the codec of the elements.
    type Codec<C>;
}

#[diagnostic::do_not_recommend]
impl<F, T> OptionalTarget<F> for Option<T> {
    type Value = T;
    type Codec<C> = IfPresent<C>;
}

#[diagnostic::do_not_recommend]
impl<F, T> ListTarget<F> for Vec<T> {
    type Value = T;
    type Codec<C> = ListOf<C>;
}

/// The codec of a field of type `T` with `#[rowkey(optional)]`.
pub type OptionalCodec<T> = <T as OptionalTarget>::Codec<<<T as OptionalTarget>::Value as KeyField>::Codec>;

/// The codec of a field of type `T` with `#[rowkey(list)]`.
pub type ListCodec<T> = <T as ListTarget>::Codec<<<T as ListTarget>::Value as KeyField>::Codec>;

/// A type that accepts `#[decimal]`.
#[diagnostic::on_unimplemented(
    message = "field `{Field}`: `#[decimal]` is not for `{Self}`",
    label = "this type cannot be stored like that",
    note = "leave out `#[decimal]`, which is for integers"
)]
pub trait DecimalTarget<Field = ()> {
    /// The kind of the type, which selects the codec.
    type Kind;
}

/// The kind of integers with `#[decimal]`.
#[derive(Debug)]
pub struct IntegerKind;

/// The kind of an `Option` of a type of kind `K`.
#[derive(Debug)]
pub struct OptionalKind<K>(PhantomData<K>);

/// The kind of bytes with `#[length(..)]`.
#[derive(Debug)]
pub struct BytesKind;

/// The kind of integers with `#[pad]`.
#[derive(Debug)]
pub struct DigitsKind;

/// The kind of strings with `#[pad]` or `#[length(..)]`.
#[derive(Debug)]
pub struct TextKind;

/// The kind of a newtype around a type of kind `K`.
#[derive(Debug)]
pub struct NewtypeKind<K>(PhantomData<K>);

/// Represents `#[pad(N)]` and `#[pad(N, PAD)]` in [`CodecKind`]. `FITS` is true if `N` digits can hold every value of
/// the type.
#[derive(Debug)]
pub struct Padded<const N: usize, const FITS: bool, const PAD: char>;

/// Represents `#[pad]` with `#[reverse]` in [`CodecKind`].
#[derive(Debug)]
pub struct PaddedReversed<const N: usize, const FITS: bool, const PAD: char>;

/// Selects the codec of a field. `Self` is the kind of the field's type. `A` represents the attributes of the field:
/// [`Padded`], [`PaddedReversed`], or a [`Length`]. For an [`IntegerKind`], `A` is the codec itself.
///
/// For example, the derive writes `<<u32 as PadTarget>::Kind as CodecKind<Padded<6, false, '\0'>>>::Codec` for
/// `#[pad(6)]` on a `u32`. This type is `PaddedDigits<6, false>`.
#[doc(hidden)]
pub trait CodecKind<A> {
    /// The codec of the field.
    type Codec;
}

impl<A, K: CodecKind<A>> CodecKind<A> for NewtypeKind<K> {
    type Codec = NewtypeOf<K::Codec>;
}

impl<A, K: CodecKind<A>> CodecKind<A> for OptionalKind<K> {
    type Codec = OptionOf<K::Codec>;
}

impl<C> CodecKind<C> for IntegerKind {
    type Codec = C;
}

impl<L: Length> CodecKind<L> for TextKind {
    type Codec = LengthPrefixed<str, L>;
}

impl<L: Length> CodecKind<L> for BytesKind {
    type Codec = LengthPrefixed<[u8], L>;
}

impl<const N: usize, const FITS: bool> CodecKind<Padded<N, FITS, '\0'>> for DigitsKind {
    type Codec = PaddedDigits<N, FITS>;
}

impl<const N: usize, const FITS: bool> CodecKind<PaddedReversed<N, FITS, '\0'>> for DigitsKind {
    type Codec = ReversedOf<PaddedDigits<N, FITS>>;
}

impl<const N: usize, const FITS: bool, const PAD: char> CodecKind<Padded<N, FITS, PAD>> for TextKind {
    type Codec = PaddedString<N, PAD>;
}

impl<const N: usize, const FITS: bool, const PAD: char> CodecKind<PaddedReversed<N, FITS, PAD>> for TextKind {
    type Codec = ReversedContent<PaddedString<N, PAD>>;
}

#[diagnostic::do_not_recommend]
impl<F, T: LengthTarget<F>> LengthTarget<F> for Option<T> {
    type Kind = OptionalKind<T::Kind>;
}

#[diagnostic::do_not_recommend]
impl<F, T: DecimalTarget<F>> DecimalTarget<F> for Option<T> {
    type Kind = OptionalKind<T::Kind>;
}

macro_rules! fields {
    ($($codec:ty: $($type:ty),*;)*) => {$($(
        #[diagnostic::do_not_recommend]
        impl<F> KeyField<F> for $type {
            type Codec = $codec;
        }
    )*)*};
}

fields! {
    Scalar: bool, char;
    TotalOrder: f32, f64;
    VariableLength<str>: String, &str, Cow<'_, str>, Box<str>;
    VariableLength<[u8]>: &[u8], Cow<'_, [u8]>, Box<[u8]>;
}

// This impl, and the other impls for `Vec`, `Cow` and `Box` outside of the macros, are written out for the sake of
// messages. A message about a `Vec` of another type points to the only impl for a `Vec`. If a macro wrote the impl, the
// message would blame the macro.
#[diagnostic::do_not_recommend]
impl<F> KeyField<F> for Vec<u8> {
    type Codec = VariableLength<[u8]>;
}

#[diagnostic::do_not_recommend]
impl<F, T: KeyField<F, Codec: ArrayElementCodec<T, N>>, const N: usize> KeyField<F> for [T; N] {
    type Codec = <T::Codec as ArrayElementCodec<T, N>>::ArrayCodec;
}

#[diagnostic::do_not_recommend]
impl<F, T: KeyField<F>> KeyField<F> for Option<T> {
    type Codec = OptionOf<T::Codec>;
}

macro_rules! integers {
    ($($int:ty: $digits:expr),*) => {$(
        integers!(@type $int, $digits);
        integers!(@type NonZero<$int>, $digits);
    )*};
    (@type $type:ty, $digits:expr) => {
        fields!(BigEndian: $type;);

        #[diagnostic::do_not_recommend]
        impl<F> PadTarget<F> for $type {
            const DIGITS: usize = $digits;
            type Kind = DigitsKind;
        }

        #[diagnostic::do_not_recommend]
        impl<F> DecimalTarget<F> for $type {
            type Kind = IntegerKind;
        }

        #[diagnostic::do_not_recommend]
        impl<F> ReverseTarget<F> for $type {
            type Codec = ReversedOf<BigEndian>;
        }
    };
}

integers!(u8: 3, u16: 5, u32: 10, u64: 20, u128: 39);
integers!(i8: SIGNED, i16: SIGNED, i32: SIGNED, i64: SIGNED, i128: SIGNED);

/// [`PadTarget::DIGITS`] of types with negative values.
const SIGNED: usize = usize::MAX;

macro_rules! padded_texts {
    ($($text:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<F> PadTarget<F> for $text {
            const DIGITS: usize = usize::MAX;
            type Kind = TextKind;
        }
    )*};
}

#[cfg(feature = "smol_str03")]
use padded_texts;

padded_texts!(String, &str);

#[diagnostic::do_not_recommend]
impl<F> PadTarget<F> for Cow<'_, str> {
    const DIGITS: usize = usize::MAX;
    type Kind = TextKind;
}

#[diagnostic::do_not_recommend]
impl<F> PadTarget<F> for Box<str> {
    const DIGITS: usize = usize::MAX;
    type Kind = TextKind;
}

macro_rules! texts {
    ($($text:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<F> WidePadTarget<F> for $text {
            type Wide = TextKind;
        }

        #[diagnostic::do_not_recommend]
        impl<F> PadCharTarget<F> for $text {
            type CharKind = TextKind;
        }

        #[diagnostic::do_not_recommend]
        impl<F> LengthTarget<F> for $text {
            type Kind = TextKind;
        }

        #[diagnostic::do_not_recommend]
        impl<F> ReverseTarget<F> for $text {
            type Codec = ReversedContent<VariableLength<str>>;
        }
    )*};
}

#[cfg(feature = "smol_str03")]
use texts;

texts!(String, &str, Cow<'_, str>, Box<str>);

macro_rules! bytes {
    ($($bytes:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<F> LengthTarget<F> for $bytes {
            type Kind = BytesKind;
        }

        #[diagnostic::do_not_recommend]
        impl<F> ReverseTarget<F> for $bytes {
            type Codec = ReversedContent<VariableLength<[u8]>>;
        }
    )*};
}

bytes!(Cow<'_, [u8]>, Box<[u8]>);

// rustc names the impls below in messages about arrays and other vectors. Inside the macro, it would also blame the macro.
#[diagnostic::do_not_recommend]
impl<F> LengthTarget<F> for &[u8] {
    type Kind = BytesKind;
}

#[diagnostic::do_not_recommend]
impl<F> ReverseTarget<F> for &[u8] {
    type Codec = ReversedContent<VariableLength<[u8]>>;
}

#[diagnostic::do_not_recommend]
impl<F> LengthTarget<F> for Vec<u8> {
    type Kind = BytesKind;
}

#[diagnostic::do_not_recommend]
impl<F> ReverseTarget<F> for Vec<u8> {
    type Codec = ReversedContent<VariableLength<[u8]>>;
}

#[diagnostic::do_not_recommend]
impl<F, const N: usize> ReverseTarget<F> for [u8; N] {
    type Codec = ReversedOf<ByteArray>;
}
