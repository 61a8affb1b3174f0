//! What a derived key asks of its fields, each with the message for when it does not hold.
//!
//! The codecs prove facts by plain traits; these wrap them with the name of the field (`F`, a type that only stands for
//! it) and a lifetime. The lifetime keeps a bound that is plainly false from being an error where it is written, so
//! that it is one where the method is called.

use crate::codec::big_endian::BigEndian;
use crate::codec::digits::Digits;
use crate::codec::hashed::Hashed;
use crate::codec::position::Position;
use crate::codec::reversed::Reversed;
use crate::codec::text::IsText;
use crate::codec::{DecodeField, EndsWith, Ordered, StartsWith, Total};

/// Every value of the field has bytes.
#[diagnostic::on_unimplemented(
    message = "field `{F}` cannot hold every `{T}`, so that encoding this key may fail: call `try_encode` instead of `encode`",
    label = "`encode` is only there for keys that always have bytes",
    note = "the field is encoded by `{Self}`: a pad must have the digits of the type's largest value (10 for `u32`; none holds a negative number), and a padded, delimited or terminated string may be too long or hold its own end"
)]
pub trait TotalField<'x, T, P, F> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, F, C: Total<T, P>> TotalField<'_, T, P, F> for C {}

/// The field can be decoded from a key that lives for `'de`.
#[diagnostic::on_unimplemented(
    message = "field `{F}`: `{T}` cannot be decoded from this key",
    label = "this key cannot be decoded",
    note = "only where a string's bytes stand as they are can it be borrowed: last, delimited, terminated or padded, and neither descending nor reversed; elsewhere write `Cow<'a, str>` or `String` (`Cow<'a, [u8]>` or `Vec<u8>`)"
)]
pub trait DecodableField<'de, T, P: Position, F>: DecodeField<'de, T, P> {}

#[diagnostic::do_not_recommend]
impl<'de, T, P: Position, F, C: DecodeField<'de, T, P>> DecodableField<'de, T, P, F> for C {}

/// The field's value stands in the key: never true of a hashed one.
#[diagnostic::on_unimplemented(
    message = "field `{F}` is hashed: the key holds only part of its digest, and no `decode` brings a value back from that",
    label = "this key cannot be decoded",
    note = "keep the value in the row, or salt the key with the same digest: `#[salt(..)]` keeps the field itself"
)]
pub trait KeptField<'x, F> {}

/// The field's bytes sort as its values do.
#[diagnostic::on_unimplemented(
    message = "field `{F}` has no ranges: as `{Self}` its bytes do not sort as its values do",
    label = "no `_in` on this field",
    note = "a field sorts unless it is reversed, hashed, padded with a character other than '\\0', or a string in front of a delimiter or terminator other than '\\0' (here: `{P}`); set it with equality, or change the layout"
)]
pub trait OrderedField<'x, T, P: Position, F>: Ordered<T, P> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, F, C: Ordered<T, P>> OrderedField<'_, T, P, F> for C {}

/// Values of the field that begin alike stand together.
#[diagnostic::on_unimplemented(
    message = "field `{F}` cannot be searched by how it starts: it stands in the key as `{Self}`",
    label = "no `_starts_with` on this field",
    note = "`_starts_with` is for strings and bytes that are neither reversed, hashed nor optional, nor padded with a character other than '\\0'"
)]
pub trait StartsWithField<'x, T, P: Position, F>: StartsWith<T, P> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, F, C: StartsWith<T, P>> StartsWithField<'_, T, P, F> for C {}

/// Values of the field that end alike stand together.
#[diagnostic::on_unimplemented(
    message = "field `{F}` cannot be searched by how it ends: it stands in the key as `{Self}`",
    label = "no `_ends_with` on this field",
    note = "`_ends_with` is for strings and bytes under `#[reverse]`, not padded with a character other than '\\0'"
)]
pub trait EndsWithField<'x, T, P: Position, F>: EndsWith<T, P> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, F, C: EndsWith<T, P>> EndsWithField<'_, T, P, F> for C {}

/// The verdict on an open field that is descending where a visible character would end it.
#[derive(Debug)]
pub struct Descends<const FINE: bool>;

/// `#[descending]` can stand on the field.
#[diagnostic::on_unimplemented(
    message = "field `{F}`: `#[descending]` on a string or bytes needs an end that sorts: its complement may hold the one this key has",
    label = "descending, and without a width",
    note = "write `delimiter = '\\0'` or `terminator = '\\0'`, leave both out, or give a string a width with `#[pad(N)]`"
)]
pub trait CanDescend<F> {}

#[diagnostic::do_not_recommend]
impl<F> CanDescend<F> for Descends<true> {}

/// A constant of this type asks for [`CanDescend`].
#[derive(Debug)]
pub struct Verdict<F, D: CanDescend<F>>(core::marker::PhantomData<(F, D)>);

impl<F, D: CanDescend<F>> Verdict<F, D> {
    /// The answer is yes.
    #[must_use]
    #[allow(clippy::new_without_default, reason = "asked in constants only")]
    pub const fn new() -> Self {
        Self(core::marker::PhantomData)
    }
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
    message = "keys that begin with field `{F}` do not spread evenly, so that no split points cut them into even regions",
    label = "no split points for this key",
    note = "split points are there for keys that begin with a salt, a hash, or reversed digits or integers"
)]
pub trait SpreadField<'x, F> {}

#[diagnostic::do_not_recommend]
impl<F> SpreadField<'_, F> for Reversed<BigEndian> {}

#[diagnostic::do_not_recommend]
impl<F, const N: usize, const FITS: bool> SpreadField<'_, F> for Reversed<Digits<N, FITS>> {}

#[diagnostic::do_not_recommend]
impl<F, C, D, const N: usize, const W: usize, const HEX: bool> SpreadField<'_, F> for Hashed<C, D, N, W, HEX> {}

/// The field's bytes are text.
#[diagnostic::on_unimplemented(
    message = "field `{F}` is not text in this key: it stands there as `{Self}`",
    label = "this key has no text form",
    note = "text are padded integers and strings, strings that are last or in front of a delimiter or terminator, hashes in hex, and codes given as strings"
)]
pub trait TextField<'x, T, P, F> {}

#[diagnostic::do_not_recommend]
impl<T, P: Position, F, C: IsText<T, P>> TextField<'_, T, P, F> for C {}
