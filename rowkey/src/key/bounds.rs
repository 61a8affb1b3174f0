//! The trait bounds that a derived key has on its fields, each with a compile error.
//!
//! The codecs implement plain traits, such as [`Total`]. The traits here add a message and the name of the field. The
//! derive writes this name as a lifetime parameter, as in `for<'customer> Codec: TotalField<'customer, _, _>`, for two
//! reasons:
//!
//! * If a bound can never be satisfied, rustc reports it at the `impl`, even if the program does not need this `impl`.
//!   If the bound has a lifetime parameter, rustc reports it only where a method needs the `impl`.
//! * rustc prints the name of the lifetime, and so the name of the field, below the message. (A type named like the
//!   field would also be printed, but with its whole path if the program has another type of this name.)

use crate::codec::custom::EncodedBy;
use crate::codec::delimited::take_field;
use crate::codec::descending::DescendingOf;
use crate::codec::optional::OptionOf;
use crate::codec::position::{Escaped, MidField, Position};
use crate::codec::unterminated::UnterminatedOf;
use crate::codec::{DecodeField, EndsWith, Ordered, StartsWith, Total};
use crate::error::DecodeError;
use crate::key::read::CheckedSalt;
use crate::wire::reader::Reader;
use crate::wire::span::Span;

/// An assertion about `T`: the derive passes a constant for `HOLDS` that compiles only if the assertion is true.
///
/// [`Resolve`] resolves the assertion to `T` if the constant compiles. Otherwise rustc reports the constant once and
/// stays silent about everything that uses the type.
#[derive(Debug)]
pub struct Assert<T, const HOLDS: bool>(core::marker::PhantomData<T>);

/// Resolves an [`Assert`] to its type.
#[doc(hidden)]
pub trait Resolve {
    /// The type that the assertion is about.
    type Type;
}

impl<T> Resolve for Assert<T, true> {
    type Type = T;
}

/// A call compiles only if the type `T` exists. The derive passes an associated type, such as [`InRange::Checked`],
/// which exists only if the trait is implemented.
pub const fn exists<T: ?Sized>() {}

// The derive implements the traits from `TotalFields` to `DecodeFields`, with a bound for each field that matters.
// Blanket impls provide the public traits, such as `TotalKey`. If the derive implemented the public traits itself,
// every message about a field would also say that the public trait "is implemented" for the key.

/// A key type that can encode every value.
pub trait TotalFields {}

/// A key type whose first bytes after the namespace take all values about equally often.
pub trait SpreadStart {}

/// A key type whose bytes are always text.
pub trait TextFields {}

/// A key type that owns its fields and can be decoded.
#[doc(hidden)]
pub trait OwnedFields {}

/// Decodes the fields of a key. The derive implements this trait, with a bound for each field.
pub trait DecodeFields<'de>: Sized {
    /// Reads a key. `checked` is the last salt that a scan has checked, or `None` for a single key.
    #[doc(hidden)]
    fn __rowkey_read(reader: Reader<'de>, checked: Option<&mut CheckedSalt>) -> Result<Self, DecodeError>;
}

/// Defines the traits of fields that can encode every value of their type. The derive chooses the trait by the
/// attributes of the field, so that the notes of a message name only causes that are possible for the field.
macro_rules! total_fields {
    ($($(#[$doc:meta])* $name:ident: $($note:literal)+;)*) => {$(
        $(#[$doc])*
        #[diagnostic::on_unimplemented(
            message = "a field of this key cannot encode every `{T}`, so encoding may fail: call `try_encode` instead of `encode`",
            label = "`encode` needs a key whose values can all be encoded",
            $(note = $note),+
        )]
        pub trait $name<'field, T, P> {}

        #[diagnostic::do_not_recommend]
        impl<T, P: Position, C: Total<T, P>> $name<'_, T, P> for C {}
    )*};
}

total_fields! {
    /// A hashed field, an optional field or a list. In a key without a delimiter or terminator, also a field without
    /// one of the attributes that the following traits name.
    TotalType:
        "a struct or an enum may have a field that rejects values: see the attributes of its fields";

    /// A field without one of the attributes that the following traits name, in a key with a delimiter or terminator.
    TotalField:
        "a string or bytes before the delimiter or terminator of the key may contain this character"
        "a struct or an enum may have a field that rejects values: see the attributes of its fields";

    /// A field with `#[pad]`.
    TotalPadded:
        "an integer under `#[pad(N)]` can encode every value if its type is unsigned and N is at least the number of digits of the greatest value (10 for `u32`)"

        "a string under `#[pad(N)]` is rejected if it is too long, or if it ends in the pad character";

    /// A field with `#[format]`.
    TotalTime:
        "`#[format(..)]` rejects years outside 0 to 9999, and times that the format cannot show completely";

    /// A field with `#[length]`.
    TotalLength:
        "`#[length(u8)]`, `#[length(u16)]` and `#[length(u32)]` reject longer values; `#[length(u64)]` and `#[length(varint)]` hold every length";

    /// A field with `#[decimal]`.
    TotalDecimal:
        "a negative integer contains the `-` that is the delimiter or terminator of this key; write an unsigned type or another delimiter";

    /// A field with a codec or a format, in a key without a delimiter or terminator.
    TotalCodec:
        "the codec of the field may reject values, because its output is a `Result`; the documentation of a format, such as those of `rowkey_formats`, lists the values that it rejects";

    /// A field with a codec or a format, in a key with a delimiter or terminator.
    TotalDelimitedCodec:
        "a codec rejects values if its output is a `Result`, or if its output is `Vec<u8>` before a delimiter or terminator; `Without<'/', Vec<u8>>` promises that the bytes do not contain the delimiter `/`"
        "`rowkey_formats::PercentEscaped` is `PercentEscaped<'/'>`: in a key with another delimiter or terminator, name its character, such as `PercentEscaped<'|'>`"
        "the documentation of a format, such as those of `rowkey_formats`, lists the values that it rejects";
}

/// A field that can be decoded from key bytes that live for `'de`.
///
/// `INDEX` is the index of the field. Without the index, rustc could not tell apart two fields whose types differ only
/// in their lifetimes.
#[diagnostic::on_unimplemented(
    message = "a field cannot borrow its `{T}` from the bytes of this key: write `Cow<'a, str>` or `String` (for bytes `Cow<'a, [u8]>` or `Vec<u8>`)",
    label = "this key cannot be decoded",
    note = "a string or bytes can be borrowed if the key contains them unchanged: as the last field, or before a delimiter or terminator, or under `#[pad(N)]`; not if they are descending, reversed, or in a struct that is a field"
)]
pub trait DecodableField<'field, 'de, T, P, const INDEX: usize> {
    #[doc(hidden)]
    fn __read(reader: &mut Reader<'de>, field: &'static str) -> Result<(T, Span), DecodeError>;
}

#[diagnostic::do_not_recommend]
impl<'de, T, P: Position, C: DecodeField<'de, T, P>, const INDEX: usize> DecodableField<'_, 'de, T, P, INDEX> for C {
    #[inline]
    fn __read(reader: &mut Reader<'de>, field: &'static str) -> Result<(T, Span), DecodeError> {
        take_field::<C, T, P>(reader, field)
    }
}

/// A field whose value can borrow from the bytes of the key. Not implemented for fields in the formats of other
/// systems.
#[diagnostic::on_unimplemented(
    message = "a field in the format of another system cannot be borrowed from the bytes of this key: write `String` (for bytes `Vec<u8>`)",
    label = "this key cannot be decoded",
    note = "the bytes of the value are copied out of the format, so they need an owner"
)]
pub trait BorrowingField<'field> {}

#[diagnostic::do_not_recommend]
impl<C, const BY_VALUE: bool> BorrowingField<'_> for EncodedBy<C, BY_VALUE> {}

#[diagnostic::do_not_recommend]
impl<'field, C: BorrowingField<'field>> BorrowingField<'field> for DescendingOf<C> {}

#[diagnostic::do_not_recommend]
impl<'field, C: BorrowingField<'field>> BorrowingField<'field> for OptionOf<C> {}

#[diagnostic::do_not_recommend]
impl<'field, C: BorrowingField<'field>, const TAIL: usize> BorrowingField<'field> for UnterminatedOf<C, TAIL> {}

/// A bound that is never satisfied. The derive writes it for each hashed field, so that rustc prints the compile error
/// below.
#[diagnostic::on_unimplemented(
    message = "a hashed field cannot be decoded: the key contains only a digest of its value",
    label = "this key cannot be decoded",
    note = "write `#[salt(..)]` instead of `#[hash(..)]`: the key then contains the value, too; or store the value in the row"
)]
pub trait KeptField<'field> {}

// Without any impl, rustc would propose to add one.
#[diagnostic::do_not_recommend]
impl KeptField<'_> for core::convert::Infallible {}

/// A field whose bytes sort as its values do. If the type of the field may be a struct or an enum, the derive writes
/// [`OrderedType`] instead, which has another message.
#[diagnostic::on_unimplemented(
    message = "this field has no method `.._in`: its bytes do not sort as its values do",
    label = "the field is encoded as `{Self}`",
    note = "set the field to one value with the method that has no `_in` in its name; or change the layout, which changes the stored bytes; if an integer in two's complement is never negative, write its unsigned type without `codec = TwosComplement<N>`: the bytes stay the same, and they sort",
    note = "these fields do not sort: reversed, hashed, unterminated, little-endian, in two's complement, after a length, in unpadded digits, or padded with a character other than '\\0'; strings and bytes before a delimiter or terminator other than '\\0'; a codec whose output is not `InOrder`; a list whose elements sort, but cannot encode every value, has no `_in` either"
)]
pub trait OrderedField<'field, T, P: Position>: Ordered<T, P> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: Ordered<T, P>> OrderedField<'_, T, P> for C {}

/// A field whose bytes sort as its values do, and whose type may be a struct or an enum. The query method that the
/// derive generates for such a field, such as `place_in` for a field `place`, takes a
/// [`FieldRange`](crate::query::composite::FieldRange). The impl of `FieldRange` for ranges of values has this bound.
#[diagnostic::on_unimplemented(
    message = "this field has no method `.._in`: its bytes do not sort as its values do, or it contains a part that cannot encode every value",
    label = "the field is encoded as `{Self}`",
    note = "set the field to one value with the method that has no `_in` in its name; or change the layout, which changes the stored bytes; if an integer in two's complement is never negative, write its unsigned type without `codec = TwosComplement<N>`: the bytes stay the same, and they sort",
    note = "a struct, an enum with data, or an array of these has `_in` only if each of its fields can encode every value; otherwise, write the fields of the struct into the key: a field of the key has `_in` even if it cannot encode every value, such as a `u32` in three bytes or a string before a terminator '\\0'; or pass a prefix of the struct, such as `place_in(Place::prefix().equals(\"Oslo\").within(2..5))`",
    note = "these fields do not sort: strings and bytes before a delimiter or terminator other than '\\0'; an enum whose codes do not ascend in declared order; a struct that contains such a field, a `Decimal`, or a field that is reversed, hashed, little-endian, in two's complement, after a length or in unpadded digits"
)]
pub trait OrderedType<'field, T, P: Position>: Ordered<T, P> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: Ordered<T, P>> OrderedType<'_, T, P> for C {}

/// A field `host` with the query method `host_starts_with`: all values that begin with the same text or bytes are in
/// one range.
#[diagnostic::on_unimplemented(
    message = "this field has no method `.._starts_with`: values with the same beginning are not stored next to each other",
    label = "the field is encoded as `{Self}`",
    note = "for numbers, write the method with `_in` in its name, such as `customer_in(100..200)`",
    note = "for a struct or an enum with data, pass a prefix of its fields to the method with `_in`: `subject_in(Term::prefix().iri().starts_with(\"http\"))`",
    note = "`_starts_with` is for strings and bytes; not if they are reversed, hashed, optional, after a length, padded with a character other than '\\0', or encoded by a codec that does not promise it: see `rowkey::codecs::StartsAlike`"
)]
pub trait StartsWithField<'field, T, P: Position>: StartsWith<T, P> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: StartsWith<T, P>> StartsWithField<'_, T, P> for C {}

/// A trait without implementations, for a compile error: the method `customer_starts_with` of a number `customer` has
/// an argument with this bound. `F` is a type with the name of the field.
#[diagnostic::on_unimplemented(
    message = "field `{F}` has no method `.._starts_with`, which is for strings and bytes",
    label = "field `{F}` is a number, a `bool`, a `char` or an `Option`",
    note = "for numbers, write the method with `_in` in its name, such as `customer_in(100..200)`",
    note = "for an `Option`, write the method with `_in`, too, such as `alias_in(Some(\"a\")..Some(\"b\"))`"
)]
pub trait StartValue<F> {}

/// A field `host` with the query method `host_ends_with`: all values that end with the same text or bytes are in one
/// range.
#[diagnostic::on_unimplemented(
    message = "this field has no method `.._ends_with`: values with the same end are not stored next to each other",
    label = "the field is encoded as `{Self}`",
    note = "`_ends_with` is for strings and bytes under `#[reverse]`; not if they are padded with a character other than '\\0'"
)]
pub trait EndsWithField<'field, T, P: Position>: EndsWith<T, P> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: EndsWith<T, P>> EndsWithField<'_, T, P> for C {}

/// A property of a field, a constant, a salt or an enum, as a type: `Holds<true>` or `Holds<false>`. Derived code
/// computes `YES` in a constant expression.
#[derive(Debug)]
pub struct Holds<const YES: bool>;

/// The bound `Holds<SPREADS>: True` is satisfied if `SPREADS` is true. The impls of [`SpreadField`] and [`TextField`]
/// have such a bound. If these two traits were implemented for `Holds<true>` itself, messages about other fields would
/// list these impls, which do not help the user.
#[doc(hidden)]
pub trait True {}

impl True for Holds<true> {}

/// Chooses how a descending field ends: `Holds<true>` if the field has a fixed width.
#[doc(hidden)]
pub trait DescendingEnd {
    /// [`ByWidth`] or [`ByCharacter`].
    type End;
}

/// The field has a fixed width.
#[derive(Debug)]
pub struct ByWidth;

/// The field ends with a character that its complemented bytes may contain.
#[derive(Debug)]
pub struct ByCharacter;

impl DescendingEnd for Holds<true> {
    type End = ByWidth;
}

impl DescendingEnd for Holds<false> {
    type End = ByCharacter;
}

/// A field that can have `#[descending]`: its complemented bytes cannot be confused with its terminator.
#[diagnostic::on_unimplemented(
    message = "field `{F}`: descending strings and bytes are complemented, so they may contain the delimiter or terminator of this key",
    label = "descending, and without a fixed width",
    note = "write `delimiter = '\\0'` or `terminator = '\\0'`, or leave both out, or write `#[pad(N)]` on a string"
)]
pub trait CanDescend<F> {
    /// Exists if the trait is implemented.
    type Checked;
}

#[diagnostic::do_not_recommend]
impl<F> CanDescend<F> for ByWidth {
    type Checked = ();
}

/// A bound that is never satisfied. The derive writes it for a key with a random salt, so that rustc prints the compile
/// error below.
#[diagnostic::on_unimplemented(
    message = "the salt of `{K}` is random, so its fields do not determine the bucket: call `encode_random()` or `encode_in(bucket)` instead of `encode`",
    label = "`encode` does not choose a bucket",
    note = "to find a row, read each of `possible_keys()`, or scan"
)]
pub trait KnownSalt<'x, K> {}

// Without any impl, rustc would propose to add one.
#[diagnostic::do_not_recommend]
impl<K> KnownSalt<'_, K> for core::convert::Infallible {}

/// A codec of a field whose first bytes take all values about equally often. The derive passes this property as
/// `SPREADS`. `INDEX` is the index of the field.
#[diagnostic::on_unimplemented(
    message = "this key has no split points: its first field is not known to spread the keys evenly",
    label = "no split points for this key",
    note = "`split_points` is for keys that begin with a salt, a hash, or reversed digits or integers",
    note = "to spread the keys, write `#[salt(md5, buckets = 16)]` on the first field if this field has many values and each query sets it, or `#[rowkey(salt(md5, buckets = 16))]` on the struct, where a query that does not set every field reads 16 ranges; both change the stored bytes",
    note = "to keep the bytes, choose split points among the keys that the table will have"
)]
pub trait SpreadField<'field, const INDEX: usize, const SPREADS: bool> {}

#[diagnostic::do_not_recommend]
impl<C, const INDEX: usize, const SPREADS: bool> SpreadField<'_, INDEX, SPREADS> for C where Holds<SPREADS>: True {}

/// A codec of a field whose bytes are text. The derive passes this property as `IS_TEXT`. `INDEX` is the index of the
/// field.
#[diagnostic::on_unimplemented(
    message = "a field of this key is not text, so the key has no text form: call `encode` or `try_encode`",
    label = "this key has no text form",
    note = "to get text, write `#[pad(N)]` on an integer",
    note = "these fields are text: integers and strings under `#[pad(N)]`; strings that are the last field or before a delimiter or terminator; times under `#[format(..)]`; hashes with `hex`; enums whose codes are strings"
)]
pub trait TextField<'field, const INDEX: usize, const IS_TEXT: bool> {}

#[diagnostic::do_not_recommend]
impl<C, const INDEX: usize, const IS_TEXT: bool> TextField<'_, INDEX, IS_TEXT> for C where Holds<IS_TEXT>: True {}

/// The assertion that a constant in an attribute, such as `WIDTH` in `#[pad(WIDTH)]`, is from 1 to `MAX`. Implemented
/// only for `WithinLimits`, which `Limits` chooses if the assertion is true. The derive itself checks literals, such
/// as `#[pad(6)]`.
#[diagnostic::on_unimplemented(
    message = "the constant is {VALUE}, but the number must be from 1 to {MAX}",
    label = "the value of this constant is {VALUE}",
    note = "set the constant to a number from 1 to {MAX}"
)]
pub trait InRange<const VALUE: u64, const MAX: u64> {
    /// Exists if the trait is implemented.
    type Checked;
}

#[diagnostic::do_not_recommend]
impl<const VALUE: u64, const MAX: u64> InRange<VALUE, MAX> for WithinLimits {
    type Checked = ();
}

/// The constant is in range.
#[derive(Debug)]
pub struct WithinLimits;

/// The constant is out of range. Messages name this type.
#[derive(Debug)]
pub struct OutsideLimits;

/// Chooses the type that must implement [`InRange`]. If `InRange` were implemented for `Holds<true>`, the help of a
/// message about `Holds<false>` would name `Holds<true>`.
#[doc(hidden)]
pub trait Limits {
    /// [`WithinLimits`] or [`OutsideLimits`].
    type Limits;
}

impl Limits for Holds<true> {
    type Limits = WithinLimits;
}

impl Limits for Holds<false> {
    type Limits = OutsideLimits;
}

/// A bound that only `Holds<true>` satisfies: the constant bytes of a key are text.
#[diagnostic::on_unimplemented(
    message = "a constant of this key is not UTF-8, so the key has no text form: call `encode` or `try_encode`",
    label = "this key has no text form"
)]
pub trait TextConstant<'x> {}

#[diagnostic::do_not_recommend]
impl TextConstant<'_> for Holds<true> {}

/// A bound that only `Holds<true>` satisfies: the salt of a key has at most 4096 buckets, so that a query may read all
/// buckets.
pub trait FewBuckets<'x> {}

#[diagnostic::do_not_recommend]
impl FewBuckets<'_> for Holds<true> {}

/// A bound that only `Holds<true>` satisfies: the codes of an enum ascend in declared order.
pub trait CodesAscend<'x> {}

#[diagnostic::do_not_recommend]
impl CodesAscend<'_> for Holds<true> {}

/// A field of a nested struct. The field can encode every value of its type.
#[doc(hidden)]
pub trait TotalNestedField<'x, T> {}

#[diagnostic::do_not_recommend]
impl<T, C: Total<T, MidField<Escaped>>> TotalNestedField<'_, T> for C {}

/// A field of a nested struct that can be decoded at position `P`. `INDEX` is the index of the field.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be borrowed in a struct that is a field: write `Cow<'a, str>` or `String`",
    label = "this key cannot be decoded",
    note = "a string in a struct can be borrowed only under `#[length(..)]` or `#[pad(N)]`, and not if the string or the struct is descending: the key contains no other strings unchanged"
)]
pub trait ReadNestedField<'de, T, P, const INDEX: usize> {
    #[doc(hidden)]
    fn __read(reader: &mut Reader<'de>) -> Result<T, DecodeError>;
}

#[diagnostic::do_not_recommend]
impl<'de, T, P: Position, C: DecodeField<'de, T, P>, const INDEX: usize> ReadNestedField<'de, T, P, INDEX> for C {
    #[inline]
    fn __read(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        C::decode(reader).map(|(value, _)| value)
    }
}
