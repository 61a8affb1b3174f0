//! What a derived key asks of its fields, each with the message for when it does not hold.
//!
//! The codecs prove facts by plain traits; these wrap them with a message and a [`TheField`]. The derive asks
//! `for<'customer> Codec: TotalField<_, _, TheField<'customer>>`. A bound with a lifetime of its own that is plainly false is
//! no error where it is written, so that it is one where the method is called; and lifetimes alone are always printed as
//! they are named, while a type is printed with its path as soon as another has its name.

use crate::codec::delimited::take;
use crate::codec::position::{Escaped, MidField, Position};
use crate::codec::{DecodeField, EndsWith, Ordered, StartsWith, Total};
use crate::error::DecodeError;
use crate::wire::reader::Reader;
use crate::wire::span::Span;

/// Stands for the field that the lifetime is named after.
#[derive(Debug)]
pub struct TheField<'name>(core::marker::PhantomData<&'name ()>);

/// `T`, if what was asked of it holds. If not, the constant `HOLDS` does not compile, which is the one error; all types
/// made from it are errors already reported.
#[derive(Debug)]
pub struct Asked<T, const HOLDS: bool>(core::marker::PhantomData<T>);

/// The type that was asked about.
pub trait Answered {
    /// It.
    type Type;
}

impl<T> Answered for Asked<T, true> {
    type Type = T;
}

/// Naming `T`, a type that a trait gives, compiles where the trait is there.
pub const fn exists<T: ?Sized>() {}

// The derive implements the next traits, with a bound for each field that has to have the fact. The public traits follow
// from them by blanket impls: if the derive implemented those itself, the compiler would add to a message about a field
// that the trait "is implemented" for the key.

/// Every value of the key can be encoded.
pub trait TotalFields {}

/// The first bytes of the keys are spread evenly.
pub trait SpreadStart {}

/// All bytes of the key are text.
pub trait TextFields {}

/// The key owns its fields, and can be decoded.
pub trait OwnedFields {}

/// Decodes the fields of a key. The derive implements it, with a bound for each field.
pub trait DecodeFields<'de>: Sized {
    #[doc(hidden)]
    fn __read(bytes: &'de [u8]) -> Result<Self, DecodeError>;
}

/// Every value of the field has bytes.
#[diagnostic::on_unimplemented(
    message = "`{F}` cannot hold every `{T}`, so encoding this key may fail: call `try_encode` instead of `encode`",
    label = "`encode` is only there for keys that always have bytes",
    note = "under `#[pad(N)]` an integer needs the digits of its type's largest value (10 for `u32`) and cannot be negative, and a string may be too long; a string or bytes in front of a delimiter or terminator cannot hold it; a time under `#[format]` may have parts that the format does not show, or a year outside 0000 to 9999; a codec of your own may refuse values"
)]
pub trait TotalField<T, P, F> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, F, C: Total<T, P>> TotalField<T, P, F> for C {}

/// The field, the `INDEX`th, can be decoded from a key that lives for `'de`.
///
/// The index keeps two fields apart whose types differ in their lifetimes only.
#[diagnostic::on_unimplemented(
    message = "`{F}`: `{T}` cannot be borrowed from the bytes of this key: write `Cow<'a, str>` or `String` (for bytes `Cow<'a, [u8]>` or `Vec<u8>`)",
    label = "this key cannot be decoded",
    note = "a string or bytes can be borrowed where they stand in the key as they are: last, delimited, terminated or padded, and neither descending nor reversed nor within a struct that is a field"
)]
pub trait DecodableField<'de, T, P, F, const INDEX: usize> {
    #[doc(hidden)]
    fn __take(reader: &mut Reader<'de>, field: &'static str) -> Result<(T, Span), DecodeError>;
}

#[diagnostic::do_not_recommend]
impl<'de, T, P: Position, F, C: DecodeField<'de, T, P>, const INDEX: usize> DecodableField<'de, T, P, F, INDEX> for C {
    #[inline]
    fn __take(reader: &mut Reader<'de>, field: &'static str) -> Result<(T, Span), DecodeError> {
        take::<C, T, P>(reader, field)
    }
}

/// The field's value stands in the key: never true of a hashed one.
#[diagnostic::on_unimplemented(
    message = "`{F}` is hashed: the key holds only part of its digest, from which no `decode` brings the value back",
    label = "this key cannot be decoded",
    note = "keep the value in the row, or write `#[salt(..)]` instead: the key then holds the field too"
)]
pub trait KeptField<F> {}

#[diagnostic::do_not_recommend]
impl<F> KeptField<F> for core::convert::Infallible {}

/// The field's bytes sort as its values do.
#[diagnostic::on_unimplemented(
    message = "`{F}` has no `_in`: its bytes do not sort as its values do",
    label = "the field stands in the key as `{Self}`, at `{P}`",
    note = "a field sorts unless it is reversed, hashed, padded with a character other than '\\0', a string or bytes in front of a delimiter or terminator other than '\\0', or encoded by a codec whose bytes are not `InOrder`, or an enum whose codes do not rise in declared order, or a struct with such a field or with a `Decimal`; set it with equality, or change the layout"
)]
pub trait OrderedField<T, P: Position, F>: Ordered<T, P> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, F, C: Ordered<T, P>> OrderedField<T, P, F> for C {}

/// Values of the field that begin alike stand together.
#[diagnostic::on_unimplemented(
    message = "`{F}` has no `_starts_with`: its bytes do not begin as its values do",
    label = "the field stands in the key as `{Self}`, at `{P}`",
    note = "`_starts_with` is for strings and bytes that are neither reversed, hashed nor optional, nor padded with a character other than '\\0', nor encoded by a codec of your own"
)]
pub trait StartsWithField<T, P: Position, F>: StartsWith<T, P> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, F, C: StartsWith<T, P>> StartsWithField<T, P, F> for C {}

/// Values of the field that end alike stand together.
#[diagnostic::on_unimplemented(
    message = "`{F}` has no `_ends_with`: its bytes do not begin as its values end",
    label = "the field stands in the key as `{Self}`, at `{P}`",
    note = "`_ends_with` is for strings and bytes under `#[reverse]`, not padded with a character other than '\\0'"
)]
pub trait EndsWithField<T, P: Position, F>: EndsWith<T, P> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, F, C: EndsWith<T, P>> EndsWithField<T, P, F> for C {}

/// A fact about a field that its encoding decides, as a type.
#[derive(Debug)]
pub struct Holds<const YES: bool>;

/// A fact that does not hold, as the spelling of a type shows.
pub type No = Holds<false>;

/// How the end of a descending field is known.
pub trait DescendingEnd {
    /// [`ByWidth`] or [`ByCharacter`].
    type End;
}

/// It has a width.
#[derive(Debug)]
pub struct ByWidth;

/// By a character that its complement may hold.
#[derive(Debug)]
pub struct ByCharacter;

impl DescendingEnd for Holds<true> {
    type End = ByWidth;
}

impl DescendingEnd for Holds<false> {
    type End = ByCharacter;
}

/// `#[descending]` can stand on the field.
#[diagnostic::on_unimplemented(
    message = "field `{F}`: `#[descending]` on a string or bytes needs an end that sorts: the complement may hold this key's delimiter or terminator",
    label = "descending, and without a width",
    note = "write `delimiter = '\\0'` or `terminator = '\\0'`, leave both out, or give a string a width with `#[pad(N)]`"
)]
pub trait CanDescend<F> {
    /// Exists.
    type Can;
}

#[diagnostic::do_not_recommend]
impl<F> CanDescend<F> for ByWidth {
    type Can = ();
}

/// The salt of `K` follows from its fields: never true of a random one.
#[diagnostic::on_unimplemented(
    message = "the salt of `{K}` is random, so that its bytes do not follow from its fields: call `encode_in(bucket)` or `encode_random()` instead of `encode`",
    label = "`encode` is not there for keys with a random salt",
    note = "to find a row, look under all of `possible_keys()`, or scan"
)]
pub trait KnownSalt<'x, K> {}

#[diagnostic::do_not_recommend]
impl<K> KnownSalt<'_, K> for core::convert::Infallible {}

/// The field's first bytes are spread evenly over all that they can be.
#[diagnostic::on_unimplemented(
    message = "the keys do not spread evenly over `{F}`, their first, so no split points cut the table into even regions",
    label = "no split points for this key",
    note = "split points are there for keys that begin with a salt, a hash, or reversed digits or integers; this one begins with `{Self}`"
)]
pub trait SpreadField<H, F, const INDEX: usize> {}

#[diagnostic::do_not_recommend]
impl<C, F, const INDEX: usize> SpreadField<Holds<true>, F, INDEX> for C {}

/// The field's bytes are text.
#[diagnostic::on_unimplemented(
    message = "`{F}` is not text in this key: it is encoded as `{Self}`",
    label = "this key has no text form",
    note = "write `#[pad(N)]` on an integer, or call `encode` or `try_encode`; text are padded integers and strings, strings that are last or in front of a delimiter or terminator, times under `#[format(..)]`, hashes in hex, and codes given as strings"
)]
pub trait TextField<H, F, const INDEX: usize> {}

#[diagnostic::do_not_recommend]
impl<C, F, const INDEX: usize> TextField<Holds<true>, F, INDEX> for C {}

/// Every value of a field within a struct has bytes.
pub trait TotalPart<'x, T> {}

#[diagnostic::do_not_recommend]
impl<T, C: Total<T, MidField<Escaped>>> TotalPart<'_, T> for C {}

/// A field within a struct, the `INDEX`th, can be decoded.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be borrowed within a struct that is a field: write `Cow<'a, str>` or `String`",
    label = "this key cannot be decoded",
    note = "strings within a struct are escaped, so that they do not stand in the key as they are"
)]
pub trait ReadPart<'de, T, const INDEX: usize> {
    #[doc(hidden)]
    fn __take(reader: &mut Reader<'de>) -> Result<T, DecodeError>;
}

#[diagnostic::do_not_recommend]
impl<'de, T, C: DecodeField<'de, T, MidField<Escaped>>, const INDEX: usize> ReadPart<'de, T, INDEX> for C {
    #[inline]
    fn __take(reader: &mut Reader<'de>) -> Result<T, DecodeError> {
        C::decode(reader).map(|(value, _)| value)
    }
}
