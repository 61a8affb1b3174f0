//! What a derived key asks of its fields, each with the message for when it does not hold.
//!
//! The codecs prove facts by plain traits; these wrap them with a message and a lifetime. The lifetime keeps a bound that
//! is plainly false from being an error where it is written, so that it is one where the method is called.

use crate::codec::big_endian::BigEndian;
use crate::codec::digits::PaddedDigits;
use crate::codec::hashed::HashOf;
use crate::codec::position::{Escaped, MidField, Position};
use crate::codec::reversed::ReversedOf;
use crate::codec::text::IsText;
use crate::codec::{DecodeField, EndsWith, Ordered, StartsWith, Total};
use crate::error::DecodeError;

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

/// All fields of a key are total. The derive implements it, with a bound for each field.
pub trait TotalFields {}

/// All fields of a key can be decoded. The derive implements it, with a bound for each field.
pub trait DecodeFields<'de>: Sized {
    #[doc(hidden)]
    fn __read(bytes: &'de [u8]) -> Result<Self, DecodeError>;
}

/// Makes the trait which says that every value of one field has bytes.
#[doc(hidden)]
#[macro_export]
macro_rules! __total_field {
    ($name:ident $message:literal $reason:literal) => {
        #[diagnostic::on_unimplemented(
                                                    message = $message,
                                                    label = "`encode` is only there for keys that always have bytes",
                                                    note = $reason
                                                )]
        pub trait $name<'x, T, P> {}

        #[diagnostic::do_not_recommend]
        impl<T, P: $crate::__private::Position, C: $crate::__private::Total<T, P>> $name<'_, T, P> for C {}
    };
}

/// Makes the trait which says that one field can be decoded.
#[doc(hidden)]
#[macro_export]
macro_rules! __decodable_field {
    ($name:ident $message:literal $reason:literal) => {
        #[diagnostic::on_unimplemented(message = $message, label = "this key cannot be decoded", note = $reason)]
        pub trait $name<'de, T, P: $crate::__private::Position>: $crate::__private::DecodeField<'de, T, P> {}

        #[diagnostic::do_not_recommend]
        impl<'de, T, P: $crate::__private::Position, C: $crate::__private::DecodeField<'de, T, P>> $name<'de, T, P>
            for C
        {
        }
    };
}

/// The field's bytes sort as its values do.
#[diagnostic::on_unimplemented(
    message = "this field has no `_in`: its bytes do not sort as its values do",
    label = "the field stands in the key as `{Self}`, at `{P}`",
    note = "a field sorts unless it is reversed, hashed, padded with a character other than '\\0', a string or bytes in front of a delimiter or terminator other than '\\0', or encoded by a codec that is `Unordered` or refuses values; set it with equality, or change the layout"
)]
pub trait OrderedField<'x, T, P: Position>: Ordered<T, P> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: Ordered<T, P>> OrderedField<'_, T, P> for C {}

/// Values of the field that begin alike stand together.
#[diagnostic::on_unimplemented(
    message = "this field has no `_starts_with`: its bytes do not begin as its values do",
    label = "the field stands in the key as `{Self}`, at `{P}`",
    note = "`_starts_with` is for strings and bytes that are neither reversed, hashed nor optional, nor padded with a character other than '\\0', nor encoded by a codec of their own"
)]
pub trait StartsWithField<'x, T, P: Position>: StartsWith<T, P> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: StartsWith<T, P>> StartsWithField<'_, T, P> for C {}

/// Values of the field that end alike stand together.
#[diagnostic::on_unimplemented(
    message = "this field has no `_ends_with`: its bytes do not begin as its values end",
    label = "the field stands in the key as `{Self}`, at `{P}`",
    note = "`_ends_with` is for strings and bytes under `#[reverse]`, not padded with a character other than '\\0'"
)]
pub trait EndsWithField<'x, T, P: Position>: EndsWith<T, P> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: EndsWith<T, P>> EndsWithField<'_, T, P> for C {}

/// Whether a descending field has a width.
#[derive(Debug)]
pub struct HasWidth<const YES: bool>;

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

impl DescendingEnd for HasWidth<true> {
    type End = ByWidth;
}

impl DescendingEnd for HasWidth<false> {
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

/// The salt follows from the fields: never true of a random one.
#[diagnostic::on_unimplemented(
    message = "the salt of `{Self}` is random, so that its bytes do not follow from its fields: call `encode_in(bucket)` or `encode_random()` instead of `encode`",
    label = "`encode` is not there for keys with a random salt",
    note = "to find a row, look under all of `possible_keys()`, or scan"
)]
pub trait KnownSalt<'x> {}

/// The field's first bytes are spread evenly over all that they can be.
#[diagnostic::on_unimplemented(
    message = "the keys do not spread evenly over their first field, so no split points cut the table into even regions",
    label = "no split points for this key",
    note = "split points are there for keys that begin with a salt, a hash, or reversed digits or integers; this one begins with `{Self}`"
)]
pub trait SpreadField<'x> {}

#[diagnostic::do_not_recommend]
impl SpreadField<'_> for ReversedOf<BigEndian> {}

#[diagnostic::do_not_recommend]
impl<const N: usize, const FITS: bool> SpreadField<'_> for ReversedOf<PaddedDigits<N, FITS>> {}

#[diagnostic::do_not_recommend]
impl<C, D, const N: usize, const W: usize, const HEX: bool> SpreadField<'_> for HashOf<C, D, N, W, HEX> {}

/// The field's bytes are text.
#[diagnostic::on_unimplemented(
    message = "not all fields of this key are text: one stands there as `{Self}`",
    label = "this key has no text form",
    note = "text are padded integers and strings, strings that are last or in front of a delimiter or terminator, times under `#[format(..)]`, hashes in hex, and codes given as strings"
)]
pub trait TextField<'x, T, P> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, C: IsText<T, P>> TextField<'_, T, P> for C {}

/// Every value of a field within a struct has bytes.
pub trait TotalPart<'x, T> {}

#[diagnostic::do_not_recommend]
impl<T, C: Total<T, MidField<Escaped>>> TotalPart<'_, T> for C {}

/// A field within a struct can be decoded.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be borrowed within a struct that is a field: write `Cow<'a, str>` or `String`",
    label = "this key cannot be decoded",
    note = "strings within a struct are escaped, so that they do not stand in the key as they are"
)]
pub trait ReadPart<'de, T>: DecodeField<'de, T, MidField<Escaped>> {}

#[diagnostic::do_not_recommend]
impl<'de, T, C: DecodeField<'de, T, MidField<Escaped>>> ReadPart<'de, T> for C {}
