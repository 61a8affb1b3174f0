//! How one field stands in a key: small codecs that compose (`DescendingOf<PaddedDigits<6, false>>`), and traits that
//! say what the compiler may rely on.
//!
//! A codec is a type without values. What it can do is said by traits: [`FieldCodec`] encodes, [`DecodeField`]
//! decodes, [`Ordered`] sorts, [`StartsWith`] and [`EndsWith`] find by a part, [`Total`] never refuses a value.

pub(crate) mod array;
pub(crate) mod big_endian;
pub(crate) mod checks;
pub(crate) mod codes;
pub(crate) mod custom;
pub(crate) mod delimited;
pub(crate) mod derived;
pub(crate) mod descending;
pub(crate) mod digits;
pub(crate) mod float;
pub(crate) mod hashed;
pub(crate) mod open;
pub(crate) mod optional;
pub(crate) mod padded_text;
pub(crate) mod position;
pub(crate) mod proxy;
pub(crate) mod reversed;
pub(crate) mod scalar;
pub(crate) mod structure;
pub(crate) mod time_text;
pub(crate) mod wrapped;

use crate::codec::position::Position;
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::{Encoding, Part};
use crate::wire::reader::Reader;
use crate::wire::sink::{Complement, Sink};
use alloc::vec::Vec;

/// Encodes a `T` as one field of a key.
pub trait FieldCodec<T> {
    /// What encoding and equality take: the value of `Copy` types, `&str` for strings, `&[u8]` for bytes.
    type Arg<'a>: Copy
    where
        T: 'a;

    /// What `_starts_with` and `_ends_with` take behind a reference: `str` or `[u8]`. Where there are no such methods it is
    /// never read.
    type Part: ?Sized;

    /// The bytes described, for `LAYOUT`.
    const ENCODING: &'static Encoding;

    /// Whether greater values have lesser bytes.
    const DESCENDING: bool = false;

    /// The value as [`Self::encode`] takes it.
    fn arg(value: &T) -> Self::Arg<'_>;

    /// Appends the field's content, and a terminator if the content does not say where it ends. Returns the width of the
    /// terminator. After a field without one, the key appends its delimiter.
    ///
    /// # Errors
    /// The value has no bytes here.
    fn encode<P: Position, S: Sink>(arg: Self::Arg<'_>, out: &mut S) -> Result<usize, EncodeErrorKind>;

    /// How many bytes [`Self::encode`] appends, or a close guess.
    fn size(arg: Self::Arg<'_>) -> usize;

    /// As [`Self::encode`], in descending form.
    ///
    /// # Errors
    /// The value has no bytes here.
    #[inline]
    fn encode_descending<P: Position, S: Sink>(arg: Self::Arg<'_>, out: &mut S) -> Result<usize, EncodeErrorKind> {
        Self::encode::<P, _>(arg, &mut Complement(out))
    }

    /// Reads over a field as [`DecodeField::decode`] does, with the same errors, but makes no value. So it is there for
    /// fields that no key decodes (a hash) and for those that borrow from it. Returns the width of the terminator read.
    ///
    /// # Errors
    /// The bytes are no field of this form.
    fn check<P: Position>(reader: &mut Reader<'_>) -> Result<usize, DecodeError>;

    /// As [`Self::check`], in descending form.
    ///
    /// # Errors
    /// The bytes are no field of this form.
    fn check_descending<P: Position>(reader: &mut Reader<'_>) -> Result<usize, DecodeError> {
        reader.complemented(Self::check::<P>)
    }

    /// Turns encoded bytes into their descending form.
    fn complement(bytes: &mut [u8]) {
        for byte in bytes {
            *byte = !*byte;
        }
    }
}

/// Decodes a field at position `P` from a key that lives for `'de`.
pub trait DecodeField<'de, T, P: Position>: FieldCodec<T> {
    /// Reads the field's content, and its terminator if it has one. Returns the value and the width of the terminator.
    ///
    /// # Errors
    /// The bytes are no field of this form.
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError>;

    /// As [`Self::decode`], in descending form.
    ///
    /// # Errors
    /// The bytes are no field of this form.
    #[inline]
    fn decode_descending(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        reader.complemented(Self::decode)
    }
}

/// Every `T` has an encoding at position `P`.
pub trait Total<T, P: Position>: FieldCodec<T> {}

/// The side of a value, or of bytes, that a cut lies on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// What equals it lies behind the cut.
    Before,
    /// What equals it, or begins with it, lies in front of the cut.
    After,
}

impl Side {
    #[must_use]
    pub(crate) fn turned(self) -> Self {
        match self {
            Self::Before => Self::After,
            Self::After => Self::Before,
        }
    }
}

/// At position `P`, the bytes of two values compare as the values do (or the other way round if `DESCENDING`).
pub trait Ordered<T, P: Position>: FieldCodec<T> {
    /// Where the table is cut at `side` of `arg`, which need not be a value that the field can hold: appends bytes and
    /// says on which side of them the cut lies. Nothing appended is the field's least or greatest value.
    fn cut(arg: Self::Arg<'_>, side: Side, out: &mut Vec<u8>) -> Side;
}

/// At position `P`, values that begin alike stand in one range.
pub trait StartsWith<T, P: Position>: FieldCodec<T> {
    /// Where the values that begin with `part` begin or end, as [`Ordered::cut`] says; `None` when no value can begin so.
    fn starts_with(part: &Self::Part, side: Side, out: &mut Vec<u8>) -> Option<Side>;
}

/// At position `P`, values that end alike stand in one range.
pub trait EndsWith<T, P: Position>: FieldCodec<T> {
    /// Where the values that end with `part` begin or end, as [`Ordered::cut`] says; `None` when no value can end so.
    fn ends_with(part: &Self::Part, side: Side, out: &mut Vec<u8>) -> Option<Side>;
}

/// A codec whose fields all have the same number of bytes.
pub trait ArrayCodec<T>: FieldCodec<T> {
    /// The bytes.
    type Array: AsRef<[u8]> + AsMut<[u8]>;

    /// The bytes of a value.
    ///
    /// # Errors
    /// The value has no bytes here.
    fn to_array(arg: Self::Arg<'_>) -> Result<Self::Array, EncodeErrorKind>;

    /// The bytes that come next.
    ///
    /// # Errors
    /// The key ends before them.
    fn read(reader: &mut Reader<'_>) -> Result<Self::Array, DecodeError>;

    /// The value of the bytes that stood at `offset`.
    ///
    /// # Errors
    /// They are those of no value.
    fn from_array(array: &Self::Array, offset: usize) -> Result<T, DecodeError>;
}

/// [`FieldCodec::check`] by decoding to a `T`.
pub(crate) fn check_as<'de, T, C: DecodeField<'de, T, P>, P: Position>(
    reader: &mut Reader<'de>,
) -> Result<usize, DecodeError> {
    C::decode(reader).map(|(_, terminator)| terminator)
}

/// The cut of a value that the field can hold: its bytes and the side asked for.
pub(crate) fn cut_at_value<T, C: FieldCodec<T>, P: Position>(arg: C::Arg<'_>, side: Side, out: &mut Vec<u8>) -> Side {
    let held = C::encode::<P, _>(arg, out);
    debug_assert!(held.is_ok(), "only total codecs cut at every value");
    side
}

/// The field of a layout that `C` encodes.
#[doc(hidden)]
pub const fn part<C: FieldCodec<T>, T>(name: &'static str) -> Part {
    Part::__new(name, C::ENCODING)
}
