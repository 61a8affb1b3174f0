//! The codecs of fields. A codec converts between the value of a field and the field's bytes in a key. Small codecs
//! compose, as in `DescendingOf<PaddedDigits<6, false>>`.
//!
//! A codec is a type that is never constructed. Its traits tell what the codec can do: [`FieldCodec`] encodes,
//! [`DecodeField`] decodes, [`Total`] encodes every value, [`Ordered`] keeps the order of the values, and
//! [`StartsWith`] and [`EndsWith`] find the values with a given beginning or end. Their parameter `P` is the
//! [`Position`] of the field in the key, such as "last field".

pub(crate) mod array;
pub(crate) mod big_endian;
pub(crate) mod checks;
pub(crate) mod composite;
pub(crate) mod content;
pub(crate) mod custom;
pub(crate) mod delimited;
pub(crate) mod derived;
pub(crate) mod descending;
pub(crate) mod digits;
pub(crate) mod elements;
pub(crate) mod error;
pub(crate) mod float;
pub(crate) mod hashed;
pub(crate) mod integer;
pub(crate) mod length;
pub(crate) mod named;
pub(crate) mod newtype;
pub(crate) mod optional;
pub(crate) mod output;
pub(crate) mod padded_text;
pub(crate) mod position;
pub(crate) mod proxy;
pub(crate) mod repeated;
pub(crate) mod reversed;
pub(crate) mod scalar;
pub(crate) mod shown;
pub(crate) mod time_text;
pub(crate) mod unpadded;
pub(crate) mod unterminated;
pub(crate) mod variable;

use crate::codec::position::Position;
use crate::codec::shown::{Shown, WrongField};
use crate::error::{DecodeError, EncodeErrorKind};
use crate::layout::{Encoding, FieldLayout};
use crate::wire::reader::Reader;
use crate::wire::sink::{Complement, Sink};
use alloc::vec::Vec;

/// Encodes a `T` as one field of a key.
pub trait FieldCodec<T> {
    /// The argument of [`Self::encode`], and of the prefix method that sets the field, such as `customer` in
    /// `prefix().customer(7)`. Usually, this is the value itself if its type is `Copy`, and otherwise a reference:
    /// `&str` for strings, `&[u8]` for bytes, `&[T]` for lists.
    type Arg<'a>: Copy
    where
        T: 'a;

    /// The type of the beginning or end that derived methods such as `name_starts_with` and `name_ends_with` search
    /// for: `str`, `[u8]`, or `[T]` for arrays and lists. Unused by codecs of fields without these methods.
    type Slice: ?Sized;

    /// The description of the field's bytes in the key's `LAYOUT`.
    const ENCODING: &'static Encoding;

    /// For a field with `#[unterminated]`: the number of bytes of the key after the field. `None` for all other fields.
    const TAIL: Option<usize> = None;

    /// True if greater values have lesser bytes.
    const DESCENDING: bool = false;

    /// True if [`Self::encode_equal`] does something, so that other codecs generate no code for it.
    const STORES_EQUALS: bool = false;

    /// Returns the argument of [`Self::encode`] for a value.
    fn arg(value: &T) -> Self::Arg<'_>;

    /// Appends the field's content, and a terminator if the content needs one at position `P`. Returns the width of the
    /// terminator, or 0 if the field has none: then the caller appends `Position::DELIMITER`.
    ///
    /// # Errors
    /// The value cannot be encoded.
    fn encode<P: Position, S: Sink>(arg: Self::Arg<'_>, out: &mut S) -> Result<usize, EncodeErrorKind>;

    /// Returns a size hint, for an allocation: about as many bytes as [`Self::encode`] appends. The default is the
    /// least width of a value, which is exact for fields of a fixed width.
    #[inline]
    fn size(_: Self::Arg<'_>) -> usize {
        const { Self::ENCODING.min_width() }
    }

    /// Returns the bytes that [`Self::encode`] appends for the last field of a key, if the argument contains them. A format
    /// then needs no copy of them.
    #[inline]
    fn plain_bytes<'a>(arg: &'a Self::Arg<'_>) -> Option<&'a [u8]> {
        let _ = arg;
        None
    }

    /// Like [`Self::encode`], in descending form: with the complement of every byte. Padded digits override this
    /// function and write their nines' complement: `000123` as `999876`.
    ///
    /// # Errors
    /// The value cannot be encoded.
    #[inline]
    fn encode_descending<P: Position, S: Sink>(arg: Self::Arg<'_>, out: &mut S) -> Result<usize, EncodeErrorKind> {
        Self::encode::<P, _>(arg, &mut Complement(out))
    }

    /// Called after [`Self::encode`] has failed, for a query for a value. If a value is stored that is equal to `arg`, such
    /// as 2 for 2.00, appends this value as [`Self::encode`] does and returns true. Such a value has no terminator of the
    /// key.
    fn encode_equal<P: Position>(arg: Self::Arg<'_>, out: &mut Vec<u8>) -> bool {
        let _ = (arg, out);
        false
    }

    /// Reads a field with the same errors as [`DecodeField::decode`], and returns its value as text for `explain`. Every
    /// codec has this function, even the codec of hashes, which cannot be decoded.
    ///
    /// # Errors
    /// The bytes are not a field of this form.
    fn show<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField>;

    /// Like [`Self::show`], in descending form.
    ///
    /// # Errors
    /// The bytes are not a field of this form.
    fn show_descending<P: Position>(reader: &mut Reader<'_>) -> Result<Shown, WrongField> {
        reader.complemented(Self::show::<P>).map_err(|wrong| wrong.map(DecodeError::complemented))
    }

    /// Converts encoded bytes into descending form in place.
    fn complement(bytes: &mut [u8]) {
        for byte in bytes {
            *byte = !*byte;
        }
    }
}

/// Decodes a field at position `P` from key bytes that live for `'de`.
pub trait DecodeField<'de, T, P: Position>: FieldCodec<T> {
    /// Reads the field's content, and its terminator if it has one. Returns the value and the width of the terminator.
    ///
    /// # Errors
    /// The bytes are not a field of this form.
    fn decode(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError>;

    /// Like [`Self::decode`], in descending form.
    ///
    /// # Errors
    /// The bytes are not a field of this form.
    #[inline]
    fn decode_descending(reader: &mut Reader<'de>) -> Result<(T, usize), DecodeError> {
        reader.complemented(Self::decode).map_err(DecodeError::complemented)
    }
}

/// A codec that can encode every `T` at position `P`.
pub trait Total<T, P: Position>: FieldCodec<T> {}

/// The place of a bound relative to a value or to encoded bytes. A bound is the start or the end of a range of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoundPlace {
    /// The bound is directly before the value.
    Before,
    /// The bound is directly after the value and after everything that begins with the bytes of the value.
    After,
}

impl BoundPlace {
    #[must_use]
    pub(crate) fn opposite(self) -> Self {
        match self {
            Self::Before => Self::After,
            Self::After => Self::Before,
        }
    }
}

/// A codec whose encoded values sort as the values do at position `P`, or in reverse order if `DESCENDING`.
pub trait Ordered<T, P: Position>: FieldCodec<T> {
    /// Appends the bytes of the bound that is before or after `arg`. Returns the place of the bound relative to the
    /// appended bytes.
    ///
    /// - `arg` can be a value that the field cannot hold.
    /// - If this function appends nothing, the bound is before or after all values of the field.
    /// - The default is correct only for codecs that encode every value.
    #[inline]
    fn write_bound(arg: Self::Arg<'_>, place: BoundPlace, out: &mut Vec<u8>) -> BoundPlace {
        let encoded = Self::encode::<P, _>(arg, out);
        debug_assert!(encoded.is_ok(), "a codec that cannot encode every value overrides `write_bound`");
        finish_bound(Self::ENCODING, place, out)
    }
}

/// A codec that stores values with the same beginning next to each other at position `P`.
pub trait StartsWith<T, P: Position>: FieldCodec<T> {
    /// Appends the lower bound (`place` is `Before`) or the upper bound (`After`) of the values that begin with
    /// `start`. Returns the place of the bound relative to the appended bytes, or `None` if the field cannot hold such
    /// values.
    fn write_starts_with_bound(start: &Self::Slice, place: BoundPlace, out: &mut Vec<u8>) -> Option<BoundPlace>;
}

/// A codec that stores values with the same end next to each other at position `P`.
pub trait EndsWith<T, P: Position>: FieldCodec<T> {
    /// Appends the lower bound (`place` is `Before`) or the upper bound (`After`) of the values that end with `end`.
    /// Returns the place of the bound relative to the appended bytes, or `None` if the field cannot hold such values.
    fn write_ends_with_bound(end: &Self::Slice, place: BoundPlace, out: &mut Vec<u8>) -> Option<BoundPlace>;
}

/// A codec that encodes all values in the same number of bytes.
pub trait FixedWidthCodec<T>: FieldCodec<T> {
    /// `[u8; N]`, where `N` is the width.
    type Array: AsRef<[u8]> + AsMut<[u8]>;

    fn to_array(arg: Self::Arg<'_>) -> Result<Self::Array, EncodeErrorKind>;

    fn read(reader: &mut Reader<'_>) -> Result<Self::Array, DecodeError>;

    /// Returns the value of the bytes that were read at `offset`.
    ///
    /// # Errors
    /// The bytes do not encode a value.
    fn from_array(array: &Self::Array, offset: usize) -> Result<T, DecodeError>;
}

/// Finishes a bound that is before or after a value whose bytes were appended to `out`. Returns the place of the bound
/// relative to all appended bytes. After a FoundationDB string, appends an FF, because the bytes of a greater string
/// can begin with the bytes of the value: "a" is `02 'a' 00`, and "a\0" is `02 'a' 00 FF 00`.
#[inline]
pub(crate) fn finish_bound(encoding: &Encoding, place: BoundPlace, out: &mut Vec<u8>) -> BoundPlace {
    if place == BoundPlace::After && encoding.is_continued_by_ff() {
        // The place `After` would also skip the greater strings, in which an FF follows the bytes of the value. In a
        // key that contains the value itself, the next byte is never FF.
        out.push(0xFF);
        return BoundPlace::Before;
    }
    place
}

#[doc(hidden)]
pub const fn field_layout<C: FieldCodec<T>, T>(name: &'static str) -> FieldLayout {
    FieldLayout::__rowkey_new(name, C::ENCODING)
}

#[doc(hidden)]
pub const fn field_layout_with_constants<C: FieldCodec<T>, T>(
    name: &'static str,
    before: &'static [u8],
    after: Option<&'static [u8]>,
) -> FieldLayout {
    FieldLayout::__rowkey_with_constants(name, C::ENCODING, before, after)
}
